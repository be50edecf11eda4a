"""The options of a game, grouped in slots; each slot is a frozen class."""
