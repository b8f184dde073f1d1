"""The pub: an ASGI server that wires table, log and regulars to sockets. It holds no rule of the game.

docs/server.md tells the life of a command here, docs/running.md how to run it.
"""
