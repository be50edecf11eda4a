"""One module per phase, each with the same pair: what is listed, and what is to be said of a move."""
