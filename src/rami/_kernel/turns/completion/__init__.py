"""The test whether a turn can still be completed."""
