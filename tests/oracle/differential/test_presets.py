"""Compare the options and the deals of the games with the sheets of the reference."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.reference import games
from tests.oracle.reference.cards import JOKER
from tests.oracle.reference.deal import deal, whole_pack
from tests.oracle.reference.rules import CLASSIC_51, Rules

from rami import Card, Round, variants
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

SHEETS: dict[str, Rules] = {
    "classic-51": CLASSIC_51,
    "rami-500": games.RAMI_500,
    "gamevelvet": games.GAMEVELVET,
    "lebanese-14": games.LEBANESE_14,
    "basic-rummy": games.BASIC_RUMMY,
    "kalooki-40": games.KALOOKI_40,
    "romme": games.ROMME,
    "scala-40": games.SCALA_40,
    "rummy-500": games.RUMMY_500,
    "okey-101": games.OKEY_101,
    "frustration": games.FRUSTRATION,
}
UNREAD = {"ace_meld_values", "ace_hand_value", "joker_finish_factor", "target"}
"""Facts that a game without a count of cards never reads."""


@pytest.mark.parametrize(
    "variant, sheet",
    [
        *((variants.get(slug), sheet) for slug, sheet in SHEETS.items()),
        *(
            (variants.LIVERPOOL.for_round(players, number=number), games.liverpool(number, players))
            for players in (4, 5)
            for number in range(1, 8)
        ),
    ],
)
def test_the_options_are_those_of_the_reference(variant: Variant, sheet: Rules) -> None:
    found, known = dataclasses.asdict(rules_of(variant)), dataclasses.asdict(sheet)
    differing = {name for name, value in known.items() if found[name] != value}
    assert differing <= (UNREAD if variant.slug == "frustration" else set())


DEALS = {
    "frustration": pytest.mark.rule("FRU-MAT-01", "FRU-DEAL-01", "FRU-DEAL-02", "FRU-TURN-02"),
    "liverpool": pytest.mark.rule("LIV-DEAL-01", "LIV-DEAL-02", "LIV-DEAL-03", "LIV-MAT-02", "LIV-MAT-03"),
    "okey-101": pytest.mark.rule("OKO-DEAL-01", "OKO-DEAL-03"),
}
"""The rules that the deals of some games cite."""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=DEALS.get(slug, ())) for slug in (*SHEETS, "liverpool")]
)
def test_deals(slug: str) -> None:
    """Compare the place of every card; the jokers come last, as a wild upcard is replaced in some games."""
    variant = variants.get(slug)
    if slug == "okey-101":
        variant = variant.with_(equipment={"faces": "cards"}, dealing={"turned_card": None})
    for number in (1, 4, 5, 7) if slug == "liverpool" else (1,):
        lo, hi = variant.equipment.players
        for players in range(lo, hi + 1):
            rng = Random(f"deal {slug} {players} {number}")
            sheet = SHEETS.get(slug) or games.liverpool(number, players)
            deck = list(whole_pack(sheet, players))
            rng.shuffle(deck)
            deck.sort(key=lambda face: face == JOKER)
            dealer = rng.randrange(players)
            start = Round.deal(
                variant, context=RoundContext(players, dealer, number), deck=list(map(Card, deck))
            )
            expected = deal(deck, sheet, seats=players, dealer=dealer)
            assert {seat: sorted(texts(hand)) for seat, hand in enumerate(start.hands)} == {
                seat: sorted(hand) for seat, hand in expected["hands"].items()
            }
            assert [*texts(start.discards)] == expected["discards"]
            assert [*texts(start.stock)] == expected["stock"]
            assert start.player == expected["player"]
