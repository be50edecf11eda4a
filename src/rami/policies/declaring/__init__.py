"""Declare options, and check what they need and whether they conflict."""
