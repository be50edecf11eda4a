"""Players judged by ints, who play rounds on for the bots: what they throw, take and lay, and who of them will win."""
