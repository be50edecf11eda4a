"""The results of a round: its outcome and its score, and the columns of a match."""
