"""Ints and tuples only: the hot questions and the hot state.  Nothing here is public."""
