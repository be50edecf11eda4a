"""Fast players who finish rounds for the bots: they choose draws, melds and discards, and estimate who will win."""
