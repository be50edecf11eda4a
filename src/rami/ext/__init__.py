"""Bridges to other libraries, each behind an extra of its own; rami itself imports none of them."""
