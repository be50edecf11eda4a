"""How query times grow with the size of the hand and the number of wild cards, melds, players and packs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from benchmarks import hands
from benchmarks.contenders.positions import LISTED, tried
from benchmarks.contenders.task import Facts
from rami import Card, Cards, RamiError, Round, Setup, Variant, variants
from rami.cards.melds import Meld
from rami.rounds.setup import RoundContext

SAMPLES = 6
"""The number of positions for each point of a curve."""
EXPLAINED = 12

CLASSIC, FRUSTRATION = variants.CLASSIC_51, variants.FRUSTRATION
SUITS = "♣♦♥♠"


def _hand_size(size: int, choice: random.Random) -> Setup:
    """Return a position with an empty table and a hand of cards that fit together."""
    cards = Cards.from_ids(hands.built_hands(1, choice.randrange(10**9))[0])
    held = Cards(choice.sample(list(cards), min(size, 14)))
    return _in_play(CLASSIC, held)


def _wilds(size: int, choice: random.Random) -> Setup:
    """Return a position of Frustration with `size` wild cards in hand and a contract of three runs of four."""
    some = choice.sample([*["*"] * 4, *[f"2{suit}" for suit in SUITS] * 2], size)
    naturals = [f"{rank}{suit}" for rank in "A3456789TJQK" for suit in SUITS] * 2
    held = Cards(Card(text) for text in (*some, *choice.sample(naturals, 14 - size)))
    return _in_play(FRUSTRATION, held, RoundContext(2, contracts=(9, 9)))


def _table(size: int, choice: random.Random) -> Setup:
    """Return a position with `size` melds on the table, for a player who has opened and has seven cards."""
    pack = Cards.from_ids(hands.PACKS)
    table: list[tuple[int, Meld]] = []
    while len(table) < size:
        meld = _some_meld(choice)
        if Cards(meld) <= pack:
            pack = pack - Cards(meld)
            table.append((len(table) % 4, meld))
    rest = list(pack)
    choice.shuffle(rest)
    others = [Cards(rest[7 + 5 * seat : 12 + 5 * seat]) for seat in range(3)]
    return Setup(variant=CLASSIC, hands=[Cards(rest[:7]), *others], table=table, discards=[rest[-1]])


def _some_meld(choice: random.Random) -> Meld:
    while True:
        suit, low, count = choice.choice(SUITS), choice.randrange(12), choice.randint(3, 6)
        cards = [f"{rank}{suit}" for rank in "A23456789TJQKA"[low : low + count]]
        if choice.random() < 0.3:
            rank = choice.choice("A23456789TJQK")
            cards = [f"{rank}{each}" for each in choice.sample(SUITS, choice.randint(3, 4))]
        if choice.random() < 0.2:
            cards[-1] = "*"
        try:
            return CLASSIC.meld(cards)
        except RamiError:
            continue


def _declared(size: int, choice: random.Random) -> Setup:
    """Return a position of a game with a wild rank in which players show only hands with every card matched."""
    longer = variants.INDIAN_13.with_(equipment={"packs": 2}, dealing={"hand_size": size})
    return _played(longer, 2, choice)


def _players(size: int, choice: random.Random) -> Setup:
    """Return a position of a game in which players may take any number of discards."""
    return _played(variants.RUMMY_500.with_(equipment={"players": (2, 8), "packs": 2}), size, choice)


def _packs(size: int, choice: random.Random) -> Setup:
    """Return a position of Classic 51 with two players and `size` packs."""
    return _played(CLASSIC.with_(equipment={"packs": size}), 2, choice)


def _played(variant: Variant, players: int, choice: random.Random) -> Setup:
    """Return a position in which each player has had five random turns and the next player has drawn."""
    while True:
        position = Round.deal(variant, players, choice.randrange(10**9))
        while not position.over and (position.turn < 5 * players or position.phase != "play"):
            position = position.play(choice.choice(list(islice(position.legal_moves, 50))))
        if not position.over:
            return position.setup


def _in_play(variant: Variant, held: Cards, context: RoundContext | None = None) -> Setup:
    pack = Cards.from_ids(hands.PACKS)
    rest = list(pack - held)
    return Setup(
        variant=variant, hands=[held, Cards(rest[:1])], discards=[rest[1]], phase="play", context=context
    )


def _curve(make: Callable[[int, random.Random], Setup], sizes: range) -> Facts:
    def facts(number: int) -> Mapping[str, float]:
        return dict(_points(make, sizes, number))

    return facts


def _points(
    make: Callable[[int, random.Random], Setup], sizes: range, number: int
) -> Iterator[tuple[str, float]]:
    for size in sizes:
        choice = random.Random(f"{number} {size}")
        found = [_times(make(size, choice)) for _ in range(SAMPLES)]
        for question in found[0]:
            yield f"{size} {question}", sum(times[question] for times in found) / SAMPLES


def _times(setup: Setup) -> dict[str, float]:
    # Make two rounds, because finding the first move would fill caches that the list could use.
    first, listed = Round.from_setup(setup), Round.from_setup(setup)
    start = time.perf_counter()
    next(iter(first.legal_moves))
    at_first = time.perf_counter()
    sum(1 for _ in islice(listed.legal_moves, LISTED))
    at_last = time.perf_counter()
    moves = tried(first)
    chosen = moves[:: max(1, len(moves) // EXPLAINED)]
    explained = 0.0
    for move in chosen:
        fresh = Round.from_setup(setup)
        begin = time.perf_counter()
        fresh.explain(move)
        explained += time.perf_counter() - begin
    return {
        "first move": at_first - start,
        "list": at_last - at_first,
        "explain": explained / len(chosen),
    }


CURVES: dict[str, Facts] = {
    "by hand size": _curve(_hand_size, range(2, 15, 2)),
    "by wild cards": _curve(_wilds, range(8)),
    "by melds on the table": _curve(_table, range(0, 15, 2)),
    "by cards to declare": _curve(_declared, range(7, 20, 2)),
    "by players": _curve(_players, range(2, 9)),
    "by packs": _curve(_packs, range(1, 7)),
}
