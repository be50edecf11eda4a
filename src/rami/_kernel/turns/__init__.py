"""One player's turn: its actions, the turns that follow them, and the reasons to refuse an action."""
