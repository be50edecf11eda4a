"""The state of play, and the questions that need fast answers, in ints and tuples alone. Nothing here is public.

From the bottom up: `cards` (numbers, hands as masks, the shuffle), `rules` (the options of a variant, and what follows
from them), `melds` (validity, points, finding, reading), `arranging` (the best melds of a hand, its deadwood),
`openings` (openings and contracts), `regrouping` (taking a table apart and laying it again), `turns` (one player's
turn; `turns.completion` tests whether it can still be completed), `rounds` (the state, the steps between positions, the
list of legal actions), and at the top `players` (who finish rounds for the bots) and `learning` (rounds as bits and
numbers).

Classes with many instances use slots, and so do the rules, which every step reads. A class with one instance per search
does not. Classes with few instances are dataclasses: in compiled code, their fields are read as fast as those of other
classes, but instances take longer to make.
"""
