"""The state of play and the queries that have to be fast, in ints and tuples only. Nothing here is public.

From the bottom up: `cards` (numbers, hands as masks, the shuffle), `rules` (a variant as plain numbers), `melds`
(validity, points, finding, reading), `arranging` (the best melds of a hand, its deadwood), `openings` (openings and
contracts), `regrouping` (a table taken apart and laid again), `turns` (one player's turn, and in `turns.completion`
whether it can still be completed), `rounds` (the state, the steps between positions, the list of what a player may
do) and `players` (who play rounds on for the bots).

Classes with many instances have slots, and so do rules, which are read all the time; classes made once for a search do
not. Classes with few objects are dataclasses: compiled by mypyc, they are as fast to read, but slow to make.
"""
