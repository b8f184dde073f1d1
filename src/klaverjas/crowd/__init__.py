"""Simulated people, for measuring and torturing a pub: they speak its protocol over real sockets.

`person` is what one of them knows and wants, without a socket or a clock; `line` and `door` reach the pub;
`table` brings people together. `torture` makes everything go wrong that can, `load` counts and times.
"""
