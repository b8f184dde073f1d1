"""The shapes of everything that crosses the socket or the HTTP door, and nothing else.

A fact that stands in `facts` may be told to somebody; `table.audience` decides to whom. What is not
defined here cannot be told at all. The TypeScript twins in `web/src/wire.gen.ts` are generated from
these classes by `klaverjas.wire.typescript`.
"""
