"""Small positions of Gin: seat 1 deals, seat 0 is to act."""

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
    """Gin with some options changed: `gin(closing__knock_limit=5)`."""
    return with_options(GIN, {name.replace("__", "."): value for name, value in options.items()})


def junk(number: int, used: Iterable[Card]) -> str:
    """`number` cards that make no meld and are not used yet."""
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
    """A position in which seat 0 has drawn, unless `phase` says otherwise.

    Parameters:
        own: what seat 0 holds.
        other: what seat 1 holds; by default ten cards without a meld.
        variant: the rules.
        top: the top discards.
        stock: how many cards the stock holds; the others lie in the pile. By default all are in the stock.
        facts: further fields of the setup.
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
    """The position after seat 0 has knocked, which is legal."""
    return allowed(at(own, other, **facts), Knock(discard, melds))


def codes(position: Round, move: Move) -> list[str]:
    """The codes against a move, once every query has been seen to agree."""
    return sorted(reason.split()[0] for reason in reasons(position, move))


def kinds(position: Round) -> set[str]:
    """The kinds of the listed moves."""
    return {type(move).__name__ for move in position.legal_moves}


def points(position: Round) -> tuple[object, object]:
    """The score of both seats."""
    score = position.score()
    return score.points(0), score.points(1)


def counts(over: Round) -> tuple[int, ...]:
    """The points of the unmatched cards by seat, after a knock."""
    assert over.outcome is not None
    return tuple(sum(map(over.variant.scoring.hand_value, left)) for left in over.outcome.deadwood)
