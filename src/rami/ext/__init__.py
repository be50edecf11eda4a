"""Bridges to other libraries, each with an extra of its own; rami itself imports none of them."""
