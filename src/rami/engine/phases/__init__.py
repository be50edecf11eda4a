"""One module per phase: its name, and what is to be said of a move."""
