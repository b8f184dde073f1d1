"""Klaverjassen: rules, solver, players and the pub itself. Start with `klaverjas.rules`."""
