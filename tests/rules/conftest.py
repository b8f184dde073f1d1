"""How hypothesis works here."""

from hypothesis import settings

# How long one example takes says more about the machine than about the rules.
settings.register_profile("rules", deadline=None)
settings.load_profile("rules")
