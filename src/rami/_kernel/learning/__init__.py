"""Rounds for machines that learn: observations as bits, and moves as numbers. No module of the rules imports these."""
