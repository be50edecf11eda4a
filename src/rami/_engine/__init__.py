"""What is legal, why not, and what it does: glue over policies and kernel, the same for every game."""
