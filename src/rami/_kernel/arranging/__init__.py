"""The best way to sort a hand into melds, and the deadwood that is left."""
