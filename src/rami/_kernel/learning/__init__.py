"""Rounds for machines that learn: observations as bits, and moves as numbers. The rules import none of it."""
