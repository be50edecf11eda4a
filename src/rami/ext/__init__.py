"""Bridges to other libraries, each with its own extra; rami itself imports none of these libraries."""
