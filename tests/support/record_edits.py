"""Records of matches that tests read or damage."""

from __future__ import annotations

from hashlib import sha256

from rami import Match, Variant, variants


def signed(text: str) -> str:
    """Return a record with the right digest for its other lines."""
    above = text[: text.rindex("digest ")] if "digest " in text else text
    return f"{above}digest {sha256(above.encode('utf-8', 'surrogatepass')).hexdigest()}\n"


def short(variant: Variant) -> Variant:
    """Return the variant with rounds of at most twelve turns."""
    return variant.with_(match={"turn_cap": 12})


def dealt_in_order() -> Match:
    """Return a match whose first round was dealt from a pack in a given order."""
    deck = "".join(f"{rank}{suit} " for suit in "♣♥♠♦" for rank in "KA23456789TJQ")
    match = Match.start(variants.GIN, players=2, seed=2**256 - 1, deck=deck)
    for _ in range(4):
        match = match.play(next(iter(match.round.legal_moves)))
    return match
