"""Follow rounds in which all cards are known: the different positions after each of the next turns.

The next card of the stock is known, so a draw leads to a single position. A turn is complete when another player is to
act or the hand is over; in Gin, the reply to a knock is a separate turn, and so is a pass. The stock is never renewed,
because only a few turns are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import gin as gin_book
from .actions import can_discard
from .cards import hand as sorted_hand
from .facts import after_stock, after_taking, read_play
from .gather import Contract
from .rules import Rules
from .turn import after_turn, may_reach_discard, reachable

Hands = tuple[tuple[str, ...], ...]


class Whole(NamedTuple):
    """The facts of a position in the form of the modules of turns, every hand, and the stock, next card first.

    In a game of contracts `contracts` are those of the seats.
    """

    position: dict[str, Any]
    hands: Hands
    stock: tuple[str, ...]
    contracts: tuple[Contract, ...] = ()

    @property
    def text(self) -> str:
        """A key for the ends of turns: the text of the end, with every hand instead of one."""
        return whole_text(self.position["text"], self.hands, len(self.stock))


def whole_text(text: str, hands: Hands, stock: int) -> str:
    """Return the text of the end of a turn with every hand instead of one, and the size of the stock."""
    told = " / ".join(" ".join(hand) for hand in hands)
    return f"hands {told} | stock {stock} | {text.partition(' | ')[2]}"


def with_hand(hands: Hands, seat: int, held: Sequence[str]) -> Hands:
    return tuple(sorted_hand(held) if number == seat else hand for number, hand in enumerate(hands))


def next_position(position: dict[str, Any], before: Whole, kept: Sequence[str]) -> Whole:
    """Return the position between two turns, with the next player's hand and a draw to come."""
    hands, player = with_hand(before.hands, before.position["player"], kept), position["player"]
    after = {**position, "hand": hands[player], "stock_size": len(before.stock), "phase": "draw"}
    if before.contracts:
        after["contract"] = before.contracts[player]
    return before._replace(position=after, hands=hands)


def drawn(whole: Whole, rules: Rules) -> Iterator[Whole]:
    """Yield the positions after the draw, or the position itself if no draw is due."""
    position, stock = whole.position, whole.stock
    if position["phase"] != "draw":
        yield whole
        return
    assert stock, "the stock has to be renewed"
    yield whole._replace(position=after_stock(position, rules, stock[0]), stock=stock[1:])
    for count in range(1, len(position["discards"]) + 1):
        if may_reach_discard(position, rules, count):
            yield whole._replace(position=after_taking(position, rules, count))


def one_turn(whole: Whole, rules: Rules) -> Iterator[Whole]:
    """Yield every position in which the turn can end."""
    for begun in drawn(whole, rules):
        turn, start = read_play(begun.position, rules)
        for state in reachable(turn, start):
            ways: list[str | None] = [face for face in set(state.hand) if can_discard(turn, state, face)]
            for face in ways if state.hand and not state.over else [None]:
                after = after_turn(begun.position, turn, state, face)
                yield next_position(after, begun, after["hand"])


def after_turns(start: Whole, rules: Rules, turns: int) -> list[set[str]]:
    """Return the texts of the different positions after each turn, in a game without knocking."""
    found: list[set[str]] = []
    level = [start]
    for _ in range(turns):
        ends = {each.text: each for whole in level for each in one_turn(whole, rules)}
        found.append(set(ends))
        level = [each for each in ends.values() if not each.position["over"]]
    return found


def after_gin_turns(start: gin_book.Position, game: Rules, turns: int) -> list[set[gin_book.Position]]:
    """Return the different positions after each turn of Gin, the melds on the table in order."""
    found: list[set[gin_book.Position]] = []
    level = {start}
    for _ in range(turns):
        ends: set[gin_book.Position] = set()
        seen, waiting = set(level), list(level)
        while waiting:
            before = waiting.pop()
            for move in gin_book.moves(before, game):
                after = gin_book.play(before, move, game)
                after = after._replace(table=tuple(sorted(after.table)))
                if after.phase == "over" or (after.player, after.turn) != (before.player, before.turn):
                    ends.add(after)
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
        found.append(ends)
        level = {each for each in ends if each.phase != "over"}
    return found
