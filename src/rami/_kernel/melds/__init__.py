"""Melds as int tuples: check them, count their points, find them and read them."""
