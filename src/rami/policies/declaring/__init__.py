"""How options are declared, what they need, and which of them contradict each other."""
