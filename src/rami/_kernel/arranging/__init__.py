"""The best way to sort a hand into melds, and its deadwood."""
