"""Ints and tuples only: the state of play and the queries that have to be fast. Nothing here is public.

From the bottom up: `cards` (numbers, hands as masks, the shuffle), `rules` (a variant as plain numbers), `melds`
(validity, points, finding, reading), `arranging` (the best melds of a hand, its deadwood), `openings` (openings and
contracts), `regrouping` (a table taken apart and laid again), `turns` (one player's turn, and in `turns.completion`
whether it can still be completed), `rounds` (the state, the steps between positions, the list of what a player may
do) and `players` (who play rounds on for the bots).

Classes with many instances, and rules, which are read all the time, have slots; those made once for a search do not.
Where objects are made rarely, a class is a dataclass: what mypyc compiles of one is as fast to read, and slow to make.
"""
