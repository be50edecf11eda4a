"""Declare options, and check their needs and their conflicts."""
