"""Small positions, and verdicts that are checked with all queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import pytest
from tests.support.complete import check_complete
from tests.support.flat import with_options
from tests.support.turn_facts import setup_with

from rami import Card, Cards, Group, IllegalMove, InvalidMeld, Match, Round, variants
from rami.cards.melds import MeldLike, meld_or_cards
from rami.cards.moves import Move
from rami.errors import Violation
from rami.policies.declaring.values import by_players
from rami.policies.variant import Variant

CLASSIC = variants.CLASSIC_51
OTHER_CARDS = "2♣ 4♦ 6♥ 8♣ T♦ Q♥"
RUN, ACES = "7♠ 8♠ 9♠", "A♦ A♣ A♥"
OPENING = [RUN, ACES]
"""R51-OPEN-02: an opening of 24 and 33 points."""

Laid = Sequence[tuple[int, MeldLike]]


def scene(
    hand: str,
    table: Laid = (),
    *,
    variant: Variant = CLASSIC,
    others: Sequence[str] | None = None,
    **facts: Any,
) -> Round:
    """Return a position in which seat 0 has drawn and may lay melds.

    Parameters:
        hand: the hand of seat 0.
        table: the owner and the cards of each meld.
        variant: the rules.
        others: the hands of the other seats; None for a single hand that affects nothing.
        facts: other fields of the setup.
    """
    given: dict[str, Any] = {"phase": "play", "discards": "J♦", **facts}
    if others is None:
        used = Counter([*Cards(hand), *Cards(given["discards"]), *Cards(given.get("stock") or "")])
        used.update(Cards(given.get("turned") or ""))
        used.update(card for _, meld in table for card in meld_or_cards(meld))
        packs = by_players(variant.equipment.packs, 2)
        others = [" ".join(card for card in OTHER_CARDS.split() if used[Card(card)] < packs)]
    return Round.from_setup(setup_with(variant=variant, hands=(hand, *others), table=tuple(table), **given))


def with_taken(card: str, hand: str, table: Laid = (), **facts: Any) -> Round:
    """Return a position in which seat 0 has just taken `card`; `hand` is the hand before."""
    pile = facts.pop("discards", "J♦")
    return scene(hand, table, phase="draw", discards=f"{pile} {card}", **facts)


def reasons(position: Round, move: Move | str) -> list[str]:
    """Return the codes and rules of all reasons against a move, and check that all queries agree."""
    before = position.setup
    found = position.explain(move)
    assert (move in position.legal_moves) == (not found), str(move)
    if found:
        with pytest.raises(IllegalMove) as caught:
            position.play(move)
        assert caught.value.violations == found
        assert isinstance(move, str) or caught.value.move is move
    else:
        position.play(move)
    assert position.setup == before
    check_complete(found)
    return sorted(map(reason, found))


def reason(violation: Violation) -> str:
    """Return the code of a violation, with its rule if there is one."""
    return f"{violation.code} {violation.rule}" if violation.rule else str(violation.code)


def refused(position: Round, move: Move | str, *expected: str) -> None:
    """Check that a move is illegal for exactly these reasons, each written as "code RULE"."""
    assert reasons(position, move) == sorted(expected), str(move)


def allowed(position: Round, *moves: Move | str) -> Round:
    """Return the position after these moves, and check that all of them are legal."""
    for move in moves:
        assert reasons(position, move) == [], str(move)
        position = position.play(move)
    return position


def is_legal(position: Round, move: Move) -> bool:
    """Return whether a move is legal, and check that all queries agree."""
    return not reasons(position, move)


def follow(position: Round, moves: Iterable[Move]) -> Round | None:
    """Return the position after these moves; None if one of them is illegal."""
    for move in moves:
        if position.over or not is_legal(position, move):
            return None
        position = position.play(move)
    return position


def why_not(cards: str | Group, variant: Variant, **more: Any) -> list[str]:
    """Return the codes and rules of all reasons against a meld."""
    with pytest.raises(InvalidMeld) as caught:
        variant.meld(cards, **more)
    check_complete(caught.value.violations)
    return [reason(each) for each in caught.value.violations]


def everything(position: Round) -> Cards:
    """Return all cards of a position."""
    turned = () if position.setup.turned is None else (position.setup.turned,)
    melds = (laid.meld for laid in position.table)
    piles = [position.stock, position.discards, turned, *position.hands, *melds]
    return Cards([card for pile in piles for card in pile])


def dry(
    variant: Variant,
    discards: str,
    hand: str,
    table: Laid = (),
    *,
    others: Sequence[str] | None = None,
    **facts: Any,
) -> Round:
    """Return a position in which seat 0 has to draw, and the stock is empty unless it is given.

    Seat 1 holds all other cards; if `others` has the hands of the other seats, these cards are the lowest discards.
    """
    players = len(facts["folded"]) if "folded" in facts else variant.players[0]
    rest = everything(Round.deal(variant, players=players, seed=1))
    for cards in (hand, discards, facts.get("turned") or "", facts.get("stock") or "", *(others or ())):
        rest -= Cards(cards)
    rest -= Cards([card for _, meld in table for card in Cards(meld)])
    pile = discards if others is None else f"{rest} {discards}"
    given = {"phase": "draw", "discards": pile, "stock": "", **facts}
    return scene(hand, table, variant=variant, others=others or [str(rest)], **given)


def near_its_end(
    variant: Variant, others: Sequence[str], table: Laid, hand: str = "K♦", match: Match | None = None
) -> Match:
    """Return a match in which seat 0 is about to go out."""
    position = scene(hand, table, variant=variant, others=others)
    match = match or Match.start(variant, players=position.context.seats, seed=4)
    return attrs.evolve(match, round=position)


def scores(end: Round) -> list[object]:
    """Return the points of every seat in a finished round."""
    score = end.score()
    return [score.points(seat) for seat in end.context.playing]


def table_text(position: Round) -> list[str]:
    """Return the melds on the table as "owner: cards", sorted."""
    return sorted(f"{item.owner}: {item.meld}" for item in position.table)


def listed(position: Round, kind: type[Move]) -> set[str]:
    """Return the listed moves of a kind as text, and check that none is listed twice."""
    found = [str(move) for move in position.legal_moves if isinstance(move, kind)]
    assert len(set(found)) == len(found)
    return set(found)


def house(**options: Any) -> Variant:
    """Return Classic Rami 51 with some options changed: `house(opening__minimum=71)`."""
    return with_options(CLASSIC, {name.replace("__", "."): value for name, value in options.items()})
