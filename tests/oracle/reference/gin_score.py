"""The score of a hand of Gin: the defender's reply to the knock, and the points of the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .actions import extended
from .cards import hand as sorted_hand
from .cards import suit, without
from .gin import Position
from .gin_knock import Melds, deadwood, least_deadwood, meld_order
from .rules import Rules


class Score(NamedTuple):
    """The winner, or None in a void hand; the points and their parts; the deadwood of each seat."""

    winner: int | None
    points: int
    reasons: dict[str, int]
    deadwood: tuple[int, ...]


def best_defence(held: Sequence[str], shown: Melds, game: Rules) -> int:
    """Return the least deadwood of a defender, by trying every lay-off in every order (D-81).

    A card laid off may let the next one fit. Own melds come last, as they touch nothing on the table.
    """
    known: dict[tuple[tuple[str, ...], Melds], int] = {}

    def best(hand: tuple[str, ...], melds: Melds) -> int:
        if (hand, melds) not in known:
            found = [least_deadwood(hand, game)]
            for face in set(hand):
                rest = without(hand, [face])
                assert rest is not None
                for index, meld in enumerate(melds):
                    for longer, _ in extended(meld, face, None, game):
                        table = (*melds[:index], longer, *melds[index + 1 :])
                        ordered = sorted(table, key=lambda each: meld_order(each, game))
                        found.append(best(rest, tuple(ordered)))
            known[hand, melds] = min(found)
        return known[hand, melds]

    return best(sorted_hand(held), tuple(sorted(shown, key=lambda each: meld_order(each, game))))


def may_lay_off(kind: str | None, game: Rules) -> bool:
    """Return whether the defender may lay off: after a knock, by a house rule after gin (GIN-LAYOFF-01, D-81)."""
    return kind == "knock" or (kind == "gin" and game.layoff_on_gin)


def settled(position: Position, game: Rules) -> tuple[int, ...]:
    """Return the deadwood of each seat once the defender has answered (GIN-LAYOFF-01, D-81)."""
    assert position.knocker is not None
    defender = 1 - position.knocker
    held = position.hands[defender]
    counts = [deadwood(hand, game) for hand in position.hands]
    if game.settle == "best":
        shown = tuple(meld for owner, meld in position.table if owner == position.knocker)
        lay_off = may_lay_off(position.kind, game)
        counts[defender] = best_defence(held, shown, game) if lay_off else least_deadwood(held, game)
    return tuple(counts)


def hand_points(kind: str, knocker: int, defender: int, game: Rules) -> tuple[str | None, dict[str, int]]:
    """Return the scorer, "knocker", "defender" or None, and the points, from the cards that both have left.

    GIN-SCORE-01 to GIN-SCORE-04, D-82, D-83, D-84.
    """
    if kind == "big_gin":
        assert game.big_gin_bonus is not None
        return "knocker", {"deadwood": defender, "big_gin": game.big_gin_bonus}
    if kind == "gin":
        return "knocker", {"deadwood": defender, "gin": game.gin_bonus}
    if defender > knocker or (defender == knocker and game.knock_tie == "knocker"):
        return "knocker", {"deadwood": defender, "own_deadwood": -knocker}
    if defender == knocker and game.knock_tie == "void":
        return None, {}
    return "defender", {"deadwood": knocker, "own_deadwood": -defender, "undercut": game.undercut_bonus}


def score(position: Position, game: Rules) -> Score:
    """Return the score of a hand that is over (GIN-SCORE-01 to GIN-SCORE-04, D-143)."""
    if position.knocker is None:
        return Score(None, 0, {}, ())
    assert position.kind is not None
    left = settled(position, game)
    seats = {"knocker": position.knocker, "defender": 1 - position.knocker}
    who, reasons = hand_points(position.kind, left[seats["knocker"]], left[seats["defender"]], game)
    if who is None:
        return Score(None, 0, {}, left)
    points = sum(reasons.values())
    if game.spade_doubles and position.upcard is not None and suit(position.upcard) == "♠":
        reasons["spades"] = points
        points *= 2
    return Score(seats[who], points, reasons, left)
