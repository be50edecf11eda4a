"""Bridges to other libraries, each with a separate extra; rami itself imports none of them."""
