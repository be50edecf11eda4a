"""Melds as int tuples: their validity and points, finding and reading them."""
