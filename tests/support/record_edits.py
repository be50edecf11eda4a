"""Records for the tests."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from tests.support.strategies import LIVELY, whole_match

from rami import Match, Variant, variants
from rami.notation.records import dumps


def signed(text: str) -> str:
    """The record with the digest that belongs to its other lines."""
    above = text[: text.rindex("digest ")] if "digest " in text else text
    return f"{above}digest {sha256(above.encode('utf-8', 'surrogatepass')).hexdigest()}\n"


def short(variant: Variant) -> Variant:
    """The variant with rounds of a few turns and matches of a few rounds."""
    return variant.with_(match={"turn_cap": 12})


@lru_cache(maxsize=1)
def small_records() -> tuple[str, ...]:
    """Short records of many kinds: unfinished, over, with options, with decks, with void rounds."""
    found: list[str] = []
    for number, variant in enumerate((variants.CLASSIC_51, variants.GIN, *LIVELY)):
        steps = whole_match(short(variant), number, moves=60)
        found += (dumps(steps[at]) for at in (0, 15, 40, len(steps) - 1) if at < len(steps))
    gin = variants.GIN.with_(match={"target": 5})
    found += (dumps(whole_match(gin, seed, moves=300)[-1]) for seed in (1, 2))
    found.append(dumps(dealt_in_order()))
    found += (dumps(whole_match(variants.GIN, seed, moves=90)[-1]) for seed in (3, 4))
    return tuple(found)


def dealt_in_order() -> Match:
    """A match whose first round was dealt from a deck."""
    deck = "".join(f"{rank}{suit} " for suit in "♣♥♠♦" for rank in "KA23456789TJQ")
    match = Match.start(variants.GIN, players=2, seed=2**256 - 1, deck=deck)
    for _ in range(4):
        match = match.play(next(iter(match.round.legal_moves)))
    return match
