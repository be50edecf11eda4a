"""Rounds: the state, the steps between positions, and the list of legal actions."""
