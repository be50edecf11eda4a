"""Melds as int tuples: valid, worth, found, read."""
