"""Whole rounds, every card known: the different positions after each of the next turns.

The next card of the stock is known here, so a draw leads to one position. A turn is complete when another player is
to act, or the hand is over; in Gin the reply to a knock is a turn of its own, and so is a pass. The stock is never
renewed: these are a few turns, not whole hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import contracts as contract_book
from . import gin as gin_book
from .actions import can_discard
from .cards import hand as sorted_hand
from .contracts import Contract, Options
from .facts import after_stock, after_taking, read_play
from .rules import Rules
from .turn import after_turn, may_reach_discard, reachable

Hands = tuple[tuple[str, ...], ...]


class Whole(NamedTuple):
    """The facts of a position as the modules of turns tell them, every hand, and the stock with its next card first."""

    position: dict[str, Any]
    hands: Hands
    stock: tuple[str, ...]

    @property
    def text(self) -> str:
        """What tells the ends of turns apart: the text of the end, with every hand in place of one."""
        return whole_text(self.position["text"], self.hands, len(self.stock))

    @property
    def alike(self) -> str:
        """The same in a game of contracts, where wild cards serve alike (D-150)."""
        return whole_text(self.position["alike"], wild_alike(self.hands), len(self.stock))


def whole_text(text: str, hands: Hands, stock: int) -> str:
    """The text of the end of a turn with every hand in place of one, and the size of the stock."""
    told = " / ".join(" ".join(hand) for hand in hands)
    return f"hands {told} | stock {stock} | {text.partition(' | ')[2]}"


def wild_alike(hands: Hands) -> Hands:
    """The hands with every wild card a W, those last."""
    naturals = [tuple(contract_book.naturals_of(hand)) for hand in hands]
    return tuple(
        (*known, *"W" * (len(hand) - len(known))) for hand, known in zip(hands, naturals, strict=True)
    )


def with_hand(hands: Hands, seat: int, held: Sequence[str]) -> Hands:
    return tuple(sorted_hand(held) if number == seat else hand for number, hand in enumerate(hands))


def next_position(position: dict[str, Any], hands: Hands, stock: tuple[str, ...]) -> Whole:
    """Between two turns: the next player's hand comes in, and that player has the draw ahead."""
    after = {**position, "hand": hands[position["player"]], "stock_size": len(stock), "phase": "draw"}
    return Whole(after, hands, stock)


def drawn(whole: Whole, rules: Rules) -> Iterator[Whole]:
    """The positions after the draw, or the position itself if there is none to make."""
    position, hands, stock = whole
    if position["phase"] != "draw":
        yield whole
        return
    assert stock, "the stock has to be renewed"
    yield Whole(after_stock(position, rules, stock[0]), hands, stock[1:])
    if may_reach_discard(position, rules):
        yield Whole(after_taking(position, rules), hands, stock)


def one_turn(whole: Whole, rules: Rules) -> Iterator[Whole]:
    """Every position that the turn can end in."""
    for position, hands, stock in drawn(whole, rules):
        turn, start = read_play(position, rules)
        for state in reachable(turn, start):
            ways: list[str | None] = [face for face in set(state.hand) if can_discard(turn, state, face)]
            for face in ways if state.hand else [None]:
                after = after_turn(position, turn, state, face)
                held = with_hand(hands, turn.player, after["hand"])
                yield next_position(after, held, stock)


def after_turns(start: Whole, rules: Rules, turns: int) -> list[set[str]]:
    """The texts of the different positions after each turn, in a game of points."""
    found: list[set[str]] = []
    level = [start]
    for _ in range(turns):
        ends = {each.text: each for whole in level for each in one_turn(whole, rules)}
        found.append(set(ends))
        level = [each for each in ends.values() if not each.position["over"]]
    return found


def one_contract_turn(whole: Whole, contracts: Sequence[Contract], options: Options) -> Iterator[Whole]:
    """Every position that the turn can end in, in a game of contracts; wild cards are told apart."""
    position, hands, stock = whole
    starts = [whole]
    if position["phase"] == "draw":
        assert stock, "the stock has to be renewed"
        held = sorted_hand((*position["hand"], stock[0]))
        starts = [Whole({**position, "hand": held, "phase": "play", "banned": None}, hands, stock[1:])]
        if position["discards"]:
            starts.append(Whole(contract_book.after_taking(position), hands, stock))
    for begun, _, left in starts:
        turn, first = contract_book.read(begun, options)
        seen, waiting = {first}, [first]
        while waiting:
            state = waiting.pop()
            ways: list[str | None] = [
                face for face in set(state.hand) if contract_book.can_discard(turn, state, face)
            ]
            for face in ways + [None] * contract_book.is_end(turn, state):
                yield contract_turn_ended(begun, hands, left, turn, state, face, contracts)
            fresh = set(contract_book.following(turn, state)) - seen
            seen |= fresh
            waiting += fresh


def contract_turn_ended(
    position: dict[str, Any],
    hands: Hands,
    stock: tuple[str, ...],
    turn: contract_book.Turn,
    state: contract_book.State,
    face: str | None,
    contracts: Sequence[Contract],
) -> Whole:
    kept, pile = list(state.hand), list(position["discards"])
    if face is not None:
        kept.remove(face)
        pile.append(face)
    completed = list(position["completed"])
    if state.open and turn.player not in completed:
        completed.append(turn.player)
    player = (turn.player + 1) % position["seats"]
    text, alike = (contract_book.describe(position, turn, state, face, apart) for apart in (True, False))
    after = {
        "seats": position["seats"],
        "player": player,
        "contract": contracts[player],
        "completed": completed,
        "table": [list(each) for each in state.table],
        "discards": tuple(pile),
        "text": text,
        "alike": alike,
        "over": "over, won by" in text,
    }
    return next_position(after, with_hand(hands, turn.player, kept), stock)


def after_contract_turns(
    start: Whole, contracts: Sequence[Contract], options: Options, turns: int
) -> list[dict[str, str]]:
    """The texts of the different positions after each turn, each with the one that takes wild cards as alike.

    `contracts` are those of the seats.
    """
    found: list[dict[str, str]] = []
    level = [start]
    for _ in range(turns):
        ends = {each.text: each for whole in level for each in one_contract_turn(whole, contracts, options)}
        found.append({text: each.alike for text, each in ends.items()})
        level = [each for each in ends.values() if not each.position["over"]]
    return found


def after_gin_turns(start: gin_book.Position, game: Rules, turns: int) -> list[set[gin_book.Position]]:
    """The different positions after each turn of Gin, the melds on the table in order."""
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
