"""The naturals of a mask seen across the suits, and the places of their runs.

A suit has fifteen places side by side: one for each rank from the lowest bit, then one for the ace above the king.
"""

from __future__ import annotations

from .._rt import i64
from .codes import ROW


def ranks_held(cards: i64, suits: i64) -> i64:
    """The ranks held in at least `suits` suits, up to three, as a row."""
    a, b, c, d = cards & ROW, cards >> 13 & ROW, cards >> 26 & ROW, cards >> 39 & ROW
    if suits >= 3:
        return a & b & (c | d) | c & d & (a | b)
    if suits == 2:
        return a & b | c & d | (a | b) & (c | d)
    return a | b | c | d


def with_high_ace(row: i64) -> i64:
    """The places of a row."""
    return row | (row & 1) << 13


def around(row: i64) -> i64:
    """The places of a row, from 1: the ace at both ends, and on around the corner."""
    return row << 1 | row << 14


def places_of(cards: i64) -> i64:
    """The places of all suits."""
    low = with_high_ace(cards & ROW) | with_high_ace(cards >> 13 & ROW) << 15
    return low | with_high_ace(cards >> 26 & ROW) << 30 | with_high_ace(cards >> 39 & ROW) << 45


def row_at(places: i64) -> i64:
    """The row of a suit's places."""
    return places & ROW | places >> 13 & 1


def cards_at(places: i64) -> i64:
    """The naturals of the places of all suits."""
    low = row_at(places) | row_at(places >> 15) << 13
    return low | row_at(places >> 30) << 26 | row_at(places >> 45) << 39


def starts_of_three(places: i64) -> i64:
    """The places at which three neighbours start."""
    return places & places >> 1 & places >> 2
