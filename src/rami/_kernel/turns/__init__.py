"""One player's turn: its actions, what they lead to, and why one is refused."""
