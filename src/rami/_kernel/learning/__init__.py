"""Rounds for machine learning: observations as bits, and moves as numbers. The rules import none of these modules."""
