"""Test whether a turn can still be completed."""
