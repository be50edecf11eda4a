"""Play rounds: the state of a round, the steps between positions, and the legal actions."""
