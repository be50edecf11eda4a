"""Small positions of Gin in which seat 1 has dealt and seat 0 is to act."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.support.flat import with_options
from tests.support.turn_facts import setup_with
from tests.support.worked.scenes import allowed, reasons

from rami import Card, Cards, Knock, Round, variants
from rami.cards.moves import Move
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

GIN = variants.GIN
PACK = tuple(Card.from_id(number) for number in range(52))
MELDS = ("4♥ 5♥ 6♥", "J♠ J♦ J♣", "2♠ 2♥ 2♦")
NINE = " ".join(MELDS)
"""Nine matched cards in three melds."""
TEN = f"{NINE} 2♣"
"""Ten matched cards."""
JUNK = "A♣ 3♦ 5♠ 6♣ 7♦ 8♠ 9♥ T♣ Q♦ K♠ 3♠ 4♣ 9♦ Q♥"
"""Cards that make no meld; the first ten have 69 points."""


def gin(**options: Any) -> Variant:
    """Return Gin with some options changed: `gin(closing__knock_limit=5)`."""
    return with_options(GIN, {name.replace("__", "."): value for name, value in options.items()})


def junk(number: int, used: Iterable[Card]) -> str:
    """Return `number` cards that make no meld and are not used yet."""
    taken = set(used)
    return " ".join([each for each in JUNK.split() if Card(each) not in taken][:number])


def at(
    own: str,
    other: str | None = None,
    *,
    variant: Variant = GIN,
    top: str = "8♦",
    stock: int | None = None,
    **facts: Any,
) -> Round:
    """Return a position in which seat 0 has drawn, unless `phase` is given.

    Parameters:
        own: the hand of seat 0.
        other: the hand of seat 1; None for ten cards without a meld.
        variant: the rules.
        top: the top discards.
        stock: the number of cards in the stock, while the others are in the discard pile; None to leave all in the
            stock.
        facts: other fields of the setup.
    """
    shown = [Card(each) for each in top.split()]
    seen = [*Cards(own), *shown]
    held = junk(10, seen) if other is None else other
    seen += Cards(held)
    rest = [each for each in PACK if each not in seen]
    left = rest if stock is None else rest[:stock]
    pile = [*rest[len(left) :], *shown]
    given: dict[str, Any] = {"phase": "play", "context": RoundContext(2, 1), "turn": 8, **facts}
    return Round.from_setup(
        setup_with(variant=variant, hands=(own, held), stock=tuple(left), discards=tuple(pile), **given)
    )


def knocked(own: str, discard: str, other: str | None = None, melds: Any = None, **facts: Any) -> Round:
    """Return the position after seat 0 has knocked, and check that this is legal."""
    return allowed(at(own, other, **facts), Knock(discard, melds))


def codes(position: Round, move: Move) -> list[str]:
    """Return the codes of the reasons against a move, and check that all queries agree."""
    return sorted(reason.split()[0] for reason in reasons(position, move))


def kinds(position: Round) -> set[str]:
    """Return the kinds of the listed moves."""
    return {type(move).__name__ for move in position.legal_moves}


def points(position: Round) -> tuple[object, object]:
    """Return the points of both seats."""
    score = position.score()
    return score.points(0), score.points(1)


def counts(over: Round) -> tuple[int, ...]:
    """Return the points of the unmatched cards after a knock, by seat."""
    assert over.outcome is not None
    return tuple(sum(map(over.variant.scoring.hand_value, left)) for left in over.outcome.deadwood)
