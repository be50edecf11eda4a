"""Random play under many house rules, and random moves, legal or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from tests.flat import with_options

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    Group,
    InvalidVariant,
    LayDown,
    LayOff,
    Move,
    RamiError,
    Round,
    Run,
    Source,
    Suit,
    SwapWild,
    TakeDiscard,
    Variant,
    variants,
)
from rami.moves import End

CLASSIC = variants.CLASSIC_51
CAP = 40
LISTED = 400
"""No more than so many moves of a position are looked at."""

EASY: dict[str, Any] = {"opening.minimum": 15, "opening.clean": None, "match.turn_cap": CAP}

OPTIONS: dict[str, dict[str, Any]] = {
    "classic": {"match.turn_cap": CAP},
    "easy": EASY,
    "free draw": {
        **EASY,
        "drawing.discard_use": None,
        "drawing.recycle": "all",
        "closing.final_discard": "optional",
        "conduct.mode": "explicit",
    },
    "many jokers": {
        **EASY,
        "equipment.jokers": 12,
        "melding.max_wild": 2,
        "table.recovered_joker": "meld_or_layoff",
        "table.set_joker": "either_missing",
        "table.take_joker": True,
        "table.joker_on_foreign_clean_run": True,
    },
    "round the corner": {
        **EASY,
        "melding.run_wrap": True,
        "melding.max_run": 13,
        "drawing.discard_in_clean_run": True,
        "table.take_from": "not_owner",
        "table.take_positions": "ends",
        "table.take_min_hand_cards": 2,
    },
    "no opening": {
        **EASY,
        "opening.minimum": 30,
        "opening.clean": "run_window",
        "equipment.jokers": 8,
        "table.layoff_requires_open": False,
        "table.swap_requires_open": False,
        "table.recovered_when": "same_turn",
        "drawing.unopened_discard_use": "any_same_turn",
    },
    "lay-offs count": {
        **EASY,
        "opening.minimum": 35,
        "opening.clean": "run_or_set",
        "opening.counts_layoffs": True,
        "opening.all_at_once_requires": "nothing",
        "table.take_min_hand_cards": 0,
    },
    "patience": {
        **EASY,
        "opening.post_open": "next_turn",
        "opening.escalates": True,
        "table.foreign_melds_after": "all_opened",
        "drawing.no_twin_pickup": True,
        "drawing.first_round_discard": False,
        "opening.first_round_melds": False,
    },
    "jokers at the ends": {
        **EASY,
        "equipment.jokers": 12,
        "melding.max_wild": None,
        "melding.wild_limit": "minority",
        "melding.wild_limit_scope": "laydown",
        "melding.joker_at_ends": "placement",
        "melding.adjacent_wilds": False,
        "closing.joker_finish_forbidden": True,
        "scoring.joker_finish": None,
    },
    "no last discard": {
        **EASY,
        "closing.final_discard": "forbidden",
        "scoring.joker_finish": None,
        "scoring.all_at_once_help": False,
        "scoring.all_at_once_factors": (2, "3/2", 1),
        "table.recovered_joker": "hand",
        "equipment.jokers": 8,
    },
    "meld only": {
        **EASY,
        "drawing.discard_use": ["meld"],
        "drawing.no_discard_draw_at": None,
        "table.recovered_joker": "meld_or_layoff",
        "equipment.jokers": 8,
        "melding.set_suits": "any",
        "melding.set_max": None,
        "table.set_joker": "never",
    },
}
HOUSES = {name: with_options(CLASSIC, options) for name, options in OPTIONS.items()}

ANY: dict[str, list[Any]] = {
    "equipment.jokers": [0, 2, 8, 12],
    "drawing.starter_turn": ["normal_without_draw"],
    "drawing.first_round_discard": [False],
    "drawing.discard_use": ["meld", "layoff", "swap", "meld layoff", "meld swap", "layoff swap", None],
    "drawing.unopened_discard_use": ["any_same_turn"],
    "drawing.discard_in_clean_run": [False],
    "drawing.allow_return_discard": [True],
    "drawing.no_discard_draw_at": [None],
    "drawing.no_twin_pickup": [True],
    "drawing.recycle": ["all", "never"],
    "melding.set_suits": ["any"],
    "melding.set_min": [4],
    "melding.set_max": [None, 3, 5],
    "melding.run_min": [4],
    "melding.max_run": [13, 5],
    "melding.run_wrap": [True],
    "melding.ace": ["low"],
    "melding.joker_meld_value": [0, 35],
    "melding.max_wild": [2, 3, None],
    "melding.max_wild_scope": ["run"],
    "melding.wild_limit": ["at_most_half", "minority"],
    "melding.wild_limit_scope": ["laydown"],
    "melding.min_natural": [3],
    "melding.adjacent_wilds": [False],
    "melding.joker_at_ends": ["placement", "invariant"],
    "opening.minimum": [0, 30, 51],
    "opening.clean": ["run_meld", "run_window", "run_or_set"],
    "opening.counts_layoffs": [True],
    "opening.post_open": ["next_turn"],
    "opening.escalates": [True],
    "opening.pickup_minimum": [60],
    "opening.first_round_melds": [False],
    "table.layoff_requires_open": [False],
    "table.foreign_melds_after": ["all_opened"],
    "table.run_joker": ["never"],
    "table.set_joker": ["either_missing", "never"],
    "table.swap_requires_open": [False],
    "table.recovered_joker": ["meld_or_layoff", "hand"],
    "table.recovered_when": ["same_turn"],
    "table.closed_four_set": [True],
    "table.joker_on_foreign_clean_run": [True],
    "table.take": ["off"],
    "table.take_from": ["not_owner"],
    "table.take_positions": ["ends"],
    "table.take_min_hand_cards": [0, 2],
    "table.take_joker": [True],
    "closing.final_discard": ["optional", "forbidden"],
    "closing.joker_finish_forbidden": [True],
    "scoring.joker_finish": [None],
    "scoring.all_at_once_help": [False],
    "scoring.all_at_once_factors": [(2, "3/2", 1)],
    "conduct.mode": ["explicit"],
    "conduct.announce_at": [2],
}
"""Values that differ from Classic Rami 51."""


def some_house(seed: int) -> Variant:
    """A variant with a few options changed at random, such that they go together."""
    rng = random.Random(seed)
    while True:
        changed = {name: rng.choice(values) for name, values in ANY.items() if rng.random() < 0.2}
        try:
            return with_options(CLASSIC, {**EASY, **changed})
        except InvalidVariant:
            continue


HOUSES.update({f"house {seed}": some_house(seed) for seed in range(8)})


def first_moves(position: Round, limit: int = LISTED) -> list[Move]:
    """The first legal moves, in their order."""
    return list(islice(position.legal_moves, limit))


def choose(position: Round, rng: random.Random) -> Move:
    """A legal move; at the table rather than a discard, and a taken discard rather than the stock."""
    moves = first_moves(position, 120)
    active = [move for move in moves if not isinstance(move, (Discard, DrawStock))]
    if active and rng.random() < 0.8:
        return rng.choice(active)
    return rng.choice(moves)


@lru_cache(maxsize=200)
def walk(house: str, seed: int, players: int = 3) -> tuple[Round, ...]:
    """The positions of a random round, from the deal to the end."""
    rng = random.Random(f"{house}/{seed}")
    position = Round.deal(HOUSES[house], players=players, seed=seed, dealer=seed % players)
    positions = [position]
    while not position.over:
        position = position.play(choose(position, rng))
        positions.append(position)
    return tuple(positions)


def sampled(house: str, seed: int, count: int) -> list[Round]:
    """Some positions of a walk in which there is something to do, the busy ones preferred."""
    rng = random.Random(seed)
    live = [position for position in walk(house, seed) if not position.over]
    busy = [position for position in live if position.table and str(position.phase) == "play"]
    return rng.sample(busy, min(count, len(busy))) + rng.sample(live, min(max(1, count // 3), len(live)))


def everything(position: Round) -> Cards:
    """All cards of a position."""
    return Cards(
        [
            *position.stock,
            *position.discards,
            *(card for hand in position.hands for card in hand),
            *(card for item in position.table for card in item.meld.cards),
        ]
    )


def random_moves(position: Round, rng: random.Random, count: int) -> Iterator[Move]:
    """Moves of all kinds, near to legal ones."""
    listed = first_moves(position, 60)
    for _ in range(count):
        kind = rng.randrange(10)
        try:
            if kind == 0:
                yield DrawStock() if rng.random() < 0.5 else TakeDiscard()
            elif kind == 1:
                yield Discard(_card(position, rng), rng.choice([None, None, True, False]))
            elif kind <= 3:
                yield LayOff(_card(position, rng), _meld(position, rng), rng.choice(_ENDS))
            elif kind == 4:
                yield SwapWild(
                    _meld(position, rng), rng.choice([None, None, 0, 1, 2, 3]), _card(position, rng)
                )
            elif kind <= 6:
                melds = [_new_meld(position, rng) for _ in range(rng.choice([1, 1, 1, 2]))]
                yield LayDown(melds, _sources(position, rng, melds))
            else:
                yield _bent(rng.choice(listed), position, rng)
        except RamiError:
            continue


_ENDS: list[End | None] = [None, None, "low", "high"]


def _card(position: Round, rng: random.Random) -> Card:
    held = list(position.hands[position.player])
    return rng.choice(held) if held and rng.random() < 0.85 else Card.from_id(rng.randrange(53))


def _meld(position: Round, rng: random.Random) -> int:
    ids = [item.id for item in position.table]
    return rng.choice(ids) if ids and rng.random() < 0.95 else rng.randrange(12)


def _new_meld(position: Round, rng: random.Random) -> Group | Run:
    """A group or run around a card in sight, with jokers here and there."""
    pool = [*position.hands[position.player], *(card for item in position.table for card in item.meld.cards)]
    naturals = [card for card in pool if card.is_natural]
    centre = rng.choice(naturals)
    assert centre.rank is not None
    assert centre.suit is not None
    size = rng.choice([3, 3, 3, 4, 5])
    if rng.random() < 0.5:
        suits = rng.sample(list(Suit), min(4, size))
        cards = [Card.of(centre.rank, suit) for suit in suits]
        for index in range(len(cards)):
            if rng.random() < 0.12:
                cards[index] = Card("*")
        any_suits = position.variant.melding.set_suits
        return Group(cards, rank=centre.rank, suits=any_suits)
    low = max(1, int(centre.rank) - rng.randrange(size))
    cards = [Card.of((low + step - 1) % 13 + 1, centre.suit) for step in range(size)]
    for index in range(len(cards)):
        if rng.random() < 0.12:
            cards[index] = Card("*")
    return Run(cards, low=low, suit=centre.suit)


def _sources(position: Round, rng: random.Random, melds: list[Group | Run]) -> list[Source]:
    """Cards that the hand lacks, from where they lie on the table."""
    found: list[Source] = []
    held = list(position.hands[position.player])
    used: set[tuple[int, int]] = set()
    order = sorted(range(len(melds)), key=lambda into: melds[into].code)
    for into in order:
        for card in melds[into].cards:
            if card in held and rng.random() < 0.9:
                held.remove(card)
                continue
            places = [
                (item.id, index)
                for item in position.table
                for index, other in enumerate(item.meld.cards)
                if other == card and (item.id, index) not in used
            ]
            if places:
                place = rng.choice(places)
                used.add(place)
                found.append(Source(card, place[0], rng.choice([None, place[1]]), into))
    return found


def _bent(move: Move, position: Round, rng: random.Random) -> Move:
    """A legal move named in another way, or spoiled."""
    if isinstance(move, LayDown):
        melds = [*move.melds]
        if rng.random() < 0.3:
            melds.append(_new_meld(position, rng))
        return LayDown(melds, move.sources if rng.random() < 0.8 else ())
    if isinstance(move, LayOff):
        return LayOff(move.card, move.meld, rng.choice(_ENDS))
    if isinstance(move, SwapWild):
        return SwapWild(move.meld, rng.choice([None, 0, 1, 2, 3]), move.card)
    return move
