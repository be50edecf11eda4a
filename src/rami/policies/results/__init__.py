"""What comes of a round: its outcome, its score, and the lines of a match."""
