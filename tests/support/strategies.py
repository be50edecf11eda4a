"""Strategies for melds, moves and turns of every kind, and random rounds of every variant."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import cast

import attrs
from hypothesis import settings
from hypothesis import strategies as st
from tests.support.depth import is_full, some
from tests.support.flat import with_options
from tests.support.presets import PRESETS

from rami import (
    Card,
    Discard,
    DrawStock,
    Group,
    InvalidMeld,
    Knock,
    LayDown,
    LayOff,
    Match,
    Round,
    Run,
    SwapWild,
    Variant,
    variants,
)
from rami.bots import GreedyBot
from rami.cards.melds import Meld
from rami.cards.moves import MOVE_TYPES, BigGin, Move, Source
from rami.policies import MatchFormat

CAP = 60
EXPLORING = 1_000


def many(examples: int) -> settings:
    """Return settings for this number of examples: ten times as many when exploring, a part in a quick run."""
    exploring = settings.default is not None and settings.default.max_examples >= EXPLORING
    return settings(max_examples=10 * examples if exploring else some(examples))


LIVELY: tuple[Variant, ...] = (
    variants.CLASSIC_51.with_(opening={"minimum": 15, "clean": None}),
    variants.CLASSIC_51.with_(
        slug="free",
        opening={"minimum": 0, "clean": None},
        equipment={"jokers": 12},
        conduct={"mode": "explicit"},
    ),
    with_options(
        variants.CLASSIC_51,
        {"opening": 30, "counts_layoffs": True, "escalates": True, "all_at_once_help": False, "turn_cap": 14},
    ),
    variants.CLASSIC_51.with_(
        name="Crowd", slug="crowd", equipment={"players": (7, 7)}, opening={"minimum": 90}
    ),
    variants.GIN.with_(name="Gin; move by move", closing={"settle": "moves"}),
    variants.GIN.with_(
        closing={"knock_limit": "upcard"}, match={"columns": 3, "game_bonus": 100, "box_bonus": 25}
    ),
)
"""House rules under which much happens, so that every field of a position gets different values."""


def capped(variant: Variant, cap: int = CAP) -> Variant:
    """Return the variant with a cap on turns, unless it has one already."""
    capped_already = not isinstance(variant.match, MatchFormat) or variant.match.turn_cap is not None
    return variant if capped_already else variant.with_(match={"turn_cap": cap})


VARIANTS: tuple[Variant, ...] = tuple(map(capped, (*PRESETS, *LIVELY)))


def _meld(cards: list[Card], kind: str, low: int | None, suit: int | None) -> Meld | None:
    try:
        if kind == "run":
            return Run(cards, low=low, suit=suit)
        return Group(
            cards, rank=low if low is None else min(low, 13), suits="any" if kind == "any" else "distinct"
        )
    except InvalidMeld:
        return None


letters = st.characters() if is_full() else st.sampled_from('a7Z é¼♠½٧א\u200f\0\n"\U0001f0a1')
"""The characters of random texts; a quick run uses a few, because hypothesis needs a second to list all characters."""

cards = st.builds(Card.from_id, st.integers(0, 52))
ids = st.integers(0, 300)
_wild = st.sampled_from([Card("*"), Card("2♠"), Card("2♣"), Card("*")])


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Draw a meld of any form: jokers and twos in any place, runs past the ace, any suits, even a single card."""
    kind = draw(st.sampled_from(["run", "distinct", "any"]))
    low = draw(st.integers(1, 13))
    suit = draw(st.integers(0, 3))
    size = draw(st.integers(1, 14 if kind == "run" else 5))
    if kind == "run":
        chosen = [Card.of((low + step - 1) % 13 + 1, suit) for step in range(size)]
    else:
        chosen = [Card.of(min(low, 13), draw(st.integers(0, 3))) for _ in range(size)]
    for index in range(size):
        if draw(st.integers(0, 3)) == 0:
            chosen[index] = draw(_wild)
    meld = _meld(chosen, kind, low, suit)
    return Run("7♠ 8♠ 9♠") if meld is None else meld


sources = st.builds(Source, cards, ids, st.none() | ids)


@st.composite
def lay_downs(draw: st.DrawFn) -> LayDown:
    """Draw a lay-down, with sources for any of its melds."""
    laid = draw(st.lists(melds(), max_size=4))
    taken = [
        Source(source.card, source.meld, source.at, draw(st.integers(0, len(laid) - 1)))
        for source in draw(st.lists(sources, max_size=3))
        if laid
    ]
    return LayDown(laid, taken)


shown = st.none() | st.lists(melds(), max_size=3)
bare: list[Move] = [cast("Callable[[], Move]", kind)() for kind in MOVE_TYPES if not attrs.fields(kind)]
moves: st.SearchStrategy[Move] = st.one_of(
    st.sampled_from(bare),
    lay_downs(),
    st.builds(LayOff, cards, ids, st.sampled_from(["low", "high", None])),
    st.builds(SwapWild, ids, st.none() | ids, cards, st.none() | cards),
    st.builds(Discard, cards, st.sampled_from([None, True, False])),
    st.builds(Knock, cards, shown),
    st.builds(BigGin, shown),
)


def choose(position: Round, rng: random.Random) -> Move:
    """Return a legal move, preferably one at the table, not a discard."""
    listed = list(islice(position.legal_moves, 25))
    active = [move for move in listed if not isinstance(move, (Discard, DrawStock))]
    return rng.choice(active if active and rng.random() < 0.7 else listed)


@lru_cache(maxsize=100)
def walk(variant: Variant, seed: int) -> tuple[Round, ...]:
    """Return the positions of a random round, from the deal to the end."""
    rng = random.Random(f"{variant.slug}/{seed}")
    lo, hi = variant.equipment.players
    players = min(hi, lo + seed % 3)
    position = Round.deal(variant, players=players, seed=seed, dealer=seed % players)
    positions = [position]
    while not position.over:
        position = position.play(choose(position, rng))
        positions.append(position)
    return tuple(positions)


@lru_cache(maxsize=100)
def whole_match(variant: Variant, seed: int, moves: int = 10_000) -> tuple[Match, ...]:
    """Return a match after each step, including deals; a bot that plays to win makes some of the moves."""
    rng = random.Random(f"{variant.slug}/{seed}")
    bot = GreedyBot()
    lo, hi = variant.equipment.players
    steps = [Match.start(variant, players=min(hi, lo + seed % 2), seed=seed)]
    while not steps[-1].over and len(steps) <= moves:
        match = steps[-1]
        if match.round.over:
            steps.append(match.next_round())
        elif rng.random() < 0.75:
            steps.append(match.play(choose(match.round, rng)))
        else:
            steps.append(match.play(bot.choose(match.round.view(match.round.player))))
    return tuple(steps)
