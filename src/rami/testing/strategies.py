"""Strategies for tests with hypothesis: cards, hands, house variants, rounds and moves.

This module needs the extra `testing`, which brings hypothesis.

>>> from hypothesis import given, settings
>>> from rami import variants
>>> @settings(max_examples=5, database=None)
... @given(rounds(variants.GIN))
... def test_somebody_has_a_move(position):
...     assert position.over or position.legal_moves
>>> test_somebody_has_a_move()
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from hypothesis import assume
from hypothesis import strategies as st

from rami._kernel.cards.shuffle import SEED_LIMIT, Stream
from rami.cards import JOKER, Card, Cards
from rami.moves import Move
from rami.policies.variant import Variant
from rami.round import Round
from rami.testing._choices import changed, option_values
from rami.testing._pool import other_moves
from rami.testing._walks import capped, listed, pack, seat_numbers, walk

__all__ = ["cards", "decks", "hands", "house_variants", "moves", "rounds", "seeds"]

_USUAL = 80
_LONGEST = 400
"""Positions of a round."""


def seeds() -> st.SearchStrategy[int]:
    """Any seed of a round or a match."""
    return st.integers(0, SEED_LIMIT - 1)


def cards(*, jokers: bool = True) -> st.SearchStrategy[Card]:
    """Any card.

    Parameters:
        jokers: whether it may be a joker.
    """
    naturals = [Card.from_id(number) for number in range(52)]
    return st.sampled_from([*naturals, JOKER] if jokers else naturals)


def hands(variant: Variant, size: int | None = None) -> st.SearchStrategy[Cards]:
    """Cards that one player can hold: no more copies than the pack has.

    Parameters:
        variant: whose pack.
        size: how many cards; by default as many as are dealt, and one more at most.
    """
    usual = variant.dealing.hand_size
    sizes = st.integers(usual, usual + 1) if size is None else st.just(size)
    return st.builds(_first, decks(variant), sizes)


def _first(deck: Sequence[Card], count: int) -> Cards:
    return Cards(deck[:count])


def decks(variant: Variant) -> st.SearchStrategy[Sequence[Card]]:
    """The whole pack in any order, as `Round.deal` takes it.

    Parameters:
        variant: whose pack.
    """
    return st.permutations(pack(variant))


def rounds(
    variant: Variant, players: int | None = None, turn_cap: int = 40, over: bool | None = None
) -> st.SearchStrategy[Round]:
    """Positions that rounds come to, from plain deals and from deals full of melds, played by bots and by chance.

    Parameters:
        variant: the rules.
        players: how many play; by default any number that can be dealt.
        turn_cap: after how many turns a round ends, unless the match policy is a user's own.
        over: only rounds that are over (True) or go on (False).

    Raises:
        InvalidSetup: no round can be dealt.
    """
    ended = capped(variant, turn_cap)
    return _rounds(ended, seat_numbers(ended, players), over)


@st.composite
def _rounds(draw: st.DrawFn, variant: Variant, seats: Sequence[int], over: bool | None) -> Round:
    players = draw(st.sampled_from(seats))
    seed, number = draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 7))
    last = _LONGEST if over else draw(st.integers(0, _USUAL))
    walked = islice(walk(variant, players, seed, number), last + 1)
    found = [step.position for step in walked if over is not False or not step.position.over]
    assume(bool(found) and over in (None, found[-1].over))
    return found[-1]


def moves(position: Round, legal: bool | None = None) -> st.SearchStrategy[Move]:
    """Moves of the player to act: listed ones, ones with other names, and illegal ones near to them.

    Parameters:
        position: where they are tried.
        legal: only legal moves (True) or illegal ones (False).
    """
    return _moves(position, legal)


@st.composite
def _moves(draw: st.DrawFn, position: Round, legal: bool | None) -> Move:
    first = listed(position)
    if legal and draw(st.booleans()):
        assume(bool(first))
        return draw(st.sampled_from(first))
    stream = Stream(draw(st.integers(0, 2**32 - 1)), "moves")
    near = [
        move
        for move in other_moves(position, stream, first, 8)
        if legal in (None, not position.explain(move))
    ]
    assume(bool(near))
    return near[0]


def house_variants(
    parent: Variant, options: Collection[str] | None = None, most: int = 5
) -> st.SearchStrategy[Variant]:
    """Variants that differ from a parent in options that go together; examples shrink to the parent.

    Parameters:
        parent: the variant to start from.
        options: the options that may change, as "slot.field"; by default all.
        most: how many changes are tried at most; those that contradict the rest are left out.

    Raises:
        KeyError: there is no such option.
    """
    values = option_values()
    names = sorted(values) if options is None else list(options)
    known = {name: values[name] for name in names}
    change = st.sampled_from(names).flatmap(
        lambda name: st.tuples(st.just(name), st.sampled_from(known[name]))
    )
    return st.lists(change, max_size=most).map(lambda changes: changed(parent, changes))
