"""Rounds: the state, the steps between positions, and the list of what a player may do."""
