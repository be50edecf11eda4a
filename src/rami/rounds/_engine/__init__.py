"""Legality, refusals and the effects of moves: code that joins policies and kernel, shared by all games."""
