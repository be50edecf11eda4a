"""Bridges to other libraries, each with its own extra. The rest of rami imports none of these libraries."""
