"""Find the best way to sort a hand into melds, and count its deadwood."""
