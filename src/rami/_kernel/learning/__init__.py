"""Rounds for machine learning: observations as bits, moves as numbers. The rules import none of these modules."""
