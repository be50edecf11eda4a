"""The results of a round: its outcome, its score, and the columns of a match."""
