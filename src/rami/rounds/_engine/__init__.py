"""Legality, refusals and the effect of moves: glue over policies and kernel, the same for every game."""
