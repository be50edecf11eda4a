"""Opening rules have the same effect as options in the kernel and as a policy object."""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.custom import HiddenOpening
from tests.support.depth import some
from tests.support.refusals import codes_in
from tests.support.turn_facts import built

from rami import LayDown, TakeDiscard
from rami.cards import Card
from rami.cards.melds import Group, Meld, Run
from rami.errors import Violation
from rami.locales import text
from rami.policies import Ledger, Opening, OpeningFacts, OpeningVerdict
from rami.policies._compiled import game_of
from rami.policies.declaring.overrides import OpeningOptions
from rami.variants import CLASSIC_51

MELDS: tuple[Meld, ...] = (
    Run("7♠ 8♠ 9♠"),
    Run("6♠ 7♠ 8♠ 9♠"),
    Run("7♠ 8♠ *"),
    Run("7♠ 8♠ 9♠ *"),
    Run("A♣ 2♣ 3♣"),
    Group("9♠ 9♦ 9♥"),
    Group("A♦ A♣ A♥"),
    Group("A♦ A♣ *"),
)
OPENINGS = st.fixed_dictionaries(
    {},
    optional={
        "minimum": st.sampled_from([1, 30, 51]),
        "clean": st.sampled_from([None, "run_meld", "run_window", "run_or_set"]),
        "counts_layoffs": st.booleans(),
        "all_at_once_requires": st.sampled_from(["full", "nothing"]),
        "escalates": st.booleans(),
        "pickup_minimum": st.sampled_from([None, 61, 71]),
        "first_round_melds": st.booleans(),
    },
)


GIVEN = st.tuples(
    st.lists(st.sampled_from([meld.code for meld in MELDS]), min_size=1, max_size=3).map(tuple),
    st.sampled_from([0, 1, 24, 29, 30, 50, 51, 60, 70, 71, 90]),
    st.sampled_from([-1, *(Card(taken).id for taken in ("9♠", "8♠", "A♣", "*"))]),
    st.sampled_from([0, 51, 60, 80]),
    st.booleans(),
)
"""The melds, their points, the card taken, the highest opening so far, and whether it is the first turn."""


@settings(max_examples=some(400))
@given(OPENINGS, st.booleans(), st.booleans(), GIVEN)
def test_both_verdicts_agree(
    options: OpeningOptions, points_only: bool, in_clean_run: bool, given: tuple[Any, ...]
) -> None:
    changes: Any = dict(options)
    if points_only and changes.get("clean", "run_meld") is not None:
        changes["all_at_once_requires"] = "points"
    can_be_kept_out = in_clean_run or changes.get("clean", "run_meld") is None
    shown = CLASSIC_51.with_(opening=changes, drawing={"discard_in_clean_run": can_be_kept_out})
    assert isinstance(shown.opening, Opening)
    hidden = shown.with_(opening=HiddenOpening(shown.opening))
    numbers, custom = game_of(shown).judge, game_of(hidden).judge
    faults, *missing = numbers.judge(*given)
    again, *missing_again = custom.judge(*given)
    assert (bool(faults), bool(faults & ~numbers.lifted)) == (bool(again), bool(again & ~custom.lifted))
    assert missing == missing_again


@attrs.frozen
class ThreeMelds:
    """A custom policy with words of its own."""

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        words = {"en": "{melds:meld|melds} of three", "fr": "{melds:combinaison|combinaisons} sur trois"}
        wrong = Violation("three_melds", None, {"melds": len(facts.melds)}, sentences=words)
        return OpeningVerdict(() if len(facts.melds) == 3 else (wrong,))


def test_a_custom_policy_brings_its_words_to_every_answer() -> None:
    game = CLASSIC_51.with_(opening=ThreeMelds(), ledger=Ledger(cited={"three_melds": "HOUSE-01"}))
    (wrong,) = game.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]).violations
    assert str(wrong) == "2 melds of three [HOUSE-01]"
    hands = ["7♠ 8♠ 9♠ A♦ A♣ 2♥ 5♣", "2♣ 3♣"]
    position = built(variant=game, hands=hands, discards="A♥", phase="draw")
    (refused,) = position.explain(TakeDiscard())
    assert refused.because == (Violation("three_melds", "HOUSE-01", {"melds": 2}),)
    assert text(refused, "fr").endswith("2 combinaisons sur trois")


@attrs.frozen(repr=False)
class WithAces(Opening):
    """The usual opening, and an ace must be among its cards."""

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        if any(card.rank == 1 for meld in facts.melds for card in meld.cards):
            return Opening.verdict(self, facts)
        return OpeningVerdict((Violation("no_ace"),))


def test_the_verdict_of_a_subclass_counts() -> None:
    game = CLASSIC_51.with_(opening=WithAces(minimum=51, clean="run_meld"))
    position = built(variant=game, hands=["T♠ J♠ Q♠ A♦ A♣ A♥ K♥ K♦ K♣ 2♥", "2♣ 3♣"], phase="play")
    for melds, codes in (
        (["T♠ J♠ Q♠", "K♥ K♦ K♣"], ["no_ace"]),
        (["T♠ J♠ Q♠", "A♦ A♣ A♥"], []),
        (["A♦ A♣ A♥"], ["opening_points", "opening_clean_run"]),
    ):
        assert codes_in(game.check_opening(melds).violations) == codes
        assert codes_in(position.explain(LayDown(melds))) == codes
        assert (LayDown(melds) in position.legal_moves) is not bool(codes)
