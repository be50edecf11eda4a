"""The options of a game, grouped into slots; each slot is a frozen class."""
