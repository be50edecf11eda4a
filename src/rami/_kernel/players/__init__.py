"""Players on ints, who play rounds on for the bots: what they take, lay and discard, and who of them will win."""
