"""The options of a game: one frozen class for each slot."""
