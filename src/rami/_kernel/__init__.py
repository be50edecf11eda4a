"""Ints and tuples only: the state of play and the queries that have to be fast.  Nothing here is public.

From the bottom up: `cards` (numbers, hands as masks, the shuffle), `rules` (a variant as plain numbers), `melds`
(validity, points, finding, reading), `arranging` (the best melds of a hand, its deadwood), `openings` (openings and
contracts), `turns` (one player's turn, and in `turns.completion` whether it can still be completed) and `rounds` (the
state, the steps between positions, the list of what a player may do).

Classes with many instances have slots; those made once for a game or a search do not.
"""
