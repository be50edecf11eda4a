"""The default of an option adds no rule, so a game that is made from `PLAIN` has only the rules that were chosen."""

from __future__ import annotations

import re

from tests.support.turn_facts import built

from rami import variants
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.rounds.setup import RoundContext

ADDS = re.compile(r"\b(must|may not|cannot|only|at least|at once)\b", re.IGNORECASE)
"""The words with which a rule forbids something, or ends it early."""

REASONS = {
    "what the word means": {
        "equipment.wild_ranks",
        "melding.set_suits",
        "melding.max_run",
        "melding.min_natural",
        "table.recovered_when",
    },
    "what an option that was chosen says, without a further exception": {
        "conduct.mode",
        "drawing.unopened_discard_use",
        "opening.counts_layoffs",
        "scoring.double_per_joker",
        "table.pairs_by_others",
        "table.recover_wild_ranks",
        "table.take_joker",
        "table.take_min_hand_cards",
    },
    "a turn or a deal would come to nothing": {"dealing.min_stock", "drawing.allow_return_discard"},
    "there is nothing else to do": {"closing.stock_out"},
    "going out all at once is named, not asked for": {
        "scoring.all_at_once_factors",
        "scoring.all_at_once_after",
        "scoring.all_at_once_flat",
        "scoring.all_at_once_help",
        "scoring.double_on",
        "scoring.joker_finish_any_factor",
        "scoring.joker_finish",
        "opening.all_at_once_alone",
        "opening.all_at_once_requires",
        "conduct.touch_scope",
    },
    "the word says how, not that": {"drawing.buy", "drawing.discard_use", "scoring.lone_ace_value"},
}
"""Defaults whose sentences have such a word, and why they add no rule."""


def test_a_default_that_forbids_something_has_a_reason() -> None:
    found = {
        f"{slot}.{name}"
        for slot, policy in SLOTS.items()
        for name, option in options_of(policy).items()
        if ADDS.search(option.template(option.default))
    }
    assert found == {name for names in REASONS.values() for name in names}


CONTRACTS = variants.PLAIN.with_(
    name="Contracts",
    slug="contracts",
    equipment={"packs": 2, "jokers": 4},
    dealing={"hand_size": 10},
    opening={"contracts": ("group 3", "group 3 + group 3"), "contract_due": "round"},
    match={"end": "hands", "hands": 2},
    drawing={"buy": "order"},
)


def test_a_round_of_contracts_lasts_until_a_player_goes_out() -> None:
    hands, table, context = ["K♠ K♥ K♦ 2♣ 3♦", "9♣ 4♦"], [(1, "7♠ 7♥ 7♦")], RoundContext(2, dealer=1)
    last = built(variant=CONTRACTS, hands=hands, table=table, phase="play", context=context)
    after = last.play("lay K♠ K♥ K♦")
    assert set(after.completed) == {0, 1}
    assert not after.over
    assert not after.play("discard 2♣").over
