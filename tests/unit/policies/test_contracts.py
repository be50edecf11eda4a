"""Contracts: reading and writing them, and the melds that fulfil them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.refusals import codes_in, refusal
from tests.support.turn_facts import built

from rami import LayDown, variants
from rami.cards import Suit
from rami.cards.melds import Group, Meld, Run
from rami.errors import InvalidVariant, Reason, Violation
from rami.policies import Contract, Opening, OpeningFacts, OpeningVerdict
from rami.rounds.setup import RoundContext

SIZES = st.lists(st.integers(1, 99), max_size=4)


@given(groups=SIZES, runs=SIZES)
def test_contracts_are_read_back(groups: list[int], runs: list[int]) -> None:
    if not groups and not runs:
        return
    contract = Contract(groups, runs)
    assert Contract.parse(str(contract)) == contract
    assert hash(Contract(groups[::-1], tuple(runs[::-1]))) == hash(contract)
    assert contract.cards == sum(groups) + sum(runs)
    assert contract.melds == len(groups) + len(runs)


@pytest.mark.parametrize(
    "text,expected",
    [("group 3", "group 3"), (" RUN  4+Set 3 ", "group 3 + run 4"), ("run 5 + run 4", "run 4 + run 5")],
)
def test_spellings(text: str, expected: str) -> None:
    assert str(Contract.parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "group",
        "3",
        "group 3 +",
        "group 3, run 4",
        "group -3",
        "group 3.0",
        "group 1000",
        "run ٤",
        None,
        3,
    ],
)
def test_invalid_contracts(text: Any) -> None:
    (violation,) = refusal(InvalidVariant, Contract.parse, text).violations
    assert violation.code == Reason.OPTION_VALUE
    assert violation["field"] == "contract"


@pytest.mark.parametrize(
    "groups,runs,fields",
    [
        ((), (), ["contract"]),
        ((0,), (), ["contract.groups"]),
        ((3,), (100,), ["contract.runs"]),
        ((3.0,), ("4",), ["contract.groups", "contract.runs"]),
        ("3", None, ["contract.groups", "contract.runs"]),
        ((True,), (4,), ["contract.groups"]),
    ],
)
def test_sizes_are_checked_all_at_once(groups: Any, runs: Any, fields: list[str]) -> None:
    error = refusal(InvalidVariant, Contract, groups, runs)
    assert [each["field"] for each in error.violations] == fields


def test_texts_are_read_where_contracts_are_expected() -> None:
    given: Any = ["group 3 + run 4", Contract(runs=5)]
    opening = Opening(minimum=0, clean=None, contracts=given)
    assert opening.contracts == (Contract(3, 4), Contract((), 5))


FIVES = Group("5♠ 5♦ 5♦", suits="any")
FOUR_FIVES = Group("5♠ 5♦ 5♦ 5♥", suits="any")
NINES = Group("9♠ 9♦ 9♥", suits="any")
HEARTS = Run("7♥ 8♥ 9♥ T♥")
LONG_HEARTS = Run("3♥ 4♥ 5♥ 6♥ 7♥")
SPADES = Run("7♠ 8♠ 9♠ T♠")


@pytest.mark.rule("FRU-OPEN-01")
@pytest.mark.parametrize(
    "melds,contract,smaller,exact",
    [
        ((FIVES, HEARTS), "group 3 + run 4", True, True),
        ((HEARTS, FIVES), "group 3 + run 4", True, True),
        ((FOUR_FIVES, HEARTS), "group 3 + run 4", True, False),
        ((FIVES, LONG_HEARTS), "group 3 + run 4", True, False),
        ((FIVES, HEARTS), "group 4 + run 4", False, False),
        ((FIVES, HEARTS), "group 3 + run 5", False, False),
        ((FIVES,), "group 3 + run 4", False, False),
        ((FIVES, NINES, HEARTS), "group 3 + run 4", False, False),
        ((FIVES, FOUR_FIVES), "group 4 + group 3", True, True),
        ((FOUR_FIVES, FOUR_FIVES), "group 3 + group 4", True, False),
        ((FIVES, FIVES), "group 3 + group 4", False, False),
        ((FOUR_FIVES,), "run 4", False, False),
        ((HEARTS, LONG_HEARTS), "run 4 + run 5", True, True),
    ],
)
def test_melds_fulfil_a_contract(melds: tuple[Meld, ...], contract: str, smaller: bool, exact: bool) -> None:
    due = Contract.parse(contract)
    for size, met in (("min", smaller), ("exact", exact)):
        opening = Opening(minimum=0, clean=None, contracts=(due,), contract_size=size)  # type: ignore[arg-type]
        verdict = opening.verdict(OpeningFacts(melds=melds, points=0, contract=due))
        assert codes_in(verdict.violations) == ([] if met else [Reason.OPENING_CONTRACT])
        assert verdict.if_out == verdict.violations


def test_an_opening_without_a_contract_due_fulfils_none() -> None:
    opening = Opening(minimum=0, clean=None, contracts=(Contract(3),))
    verdict = opening.verdict(OpeningFacts(melds=(FIVES,), points=15))
    assert codes_in(verdict.violations) == [Reason.OPENING_CONTRACT]


def test_a_contract_without_contracts_is_not_read() -> None:
    opening = Opening(minimum=0, clean=None)
    assert opening.verdict(OpeningFacts(melds=(FIVES,), points=15, contract=Contract(4))).violations == ()


@pytest.mark.parametrize(
    "melds,expected",
    [
        ((FIVES, NINES, HEARTS, SPADES), True),
        ((FIVES, FOUR_FIVES), False),
        ((HEARTS, LONG_HEARTS), False),
        ((Group("3♠ 3♦ 3♦", suits="any"), Run("A♠ *  3♠", suit=Suit.SPADES)), True),
    ],
)
def test_melds_of_different_ranks_and_suits(melds: tuple[Meld, ...], expected: bool) -> None:
    groups, runs = ([len(meld) for meld in melds if isinstance(meld, kind)] for kind in (Group, Run))
    due = Contract(groups, runs)
    opening = Opening(minimum=0, clean=None, contracts=(due,), distinct_contract_melds=True)
    verdict = opening.verdict(OpeningFacts(melds=melds, points=0, contract=due))
    assert codes_in(verdict.violations) == ([] if expected else [Reason.OPENING_REPEATS])


@attrs.frozen
class CleanContracts:
    """A custom opening policy: the contract due, with no wild card in its groups."""

    contracts: tuple[Contract, ...]

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        assert facts.contract in self.contracts
        wilds = zip(facts.melds, facts.wilds, strict=True)
        if any(isinstance(meld, Group) and wild for meld, wild in wilds):
            return OpeningVerdict((Violation("wild_in_group"),))
        return OpeningVerdict()


def test_an_opening_policy_of_ones_own_may_have_contracts() -> None:
    game = variants.FRUSTRATION
    assert isinstance(game.opening, Opening)
    own = game.with_(opening=CleanContracts(game.opening.contracts or ()))
    hand = "5♠ 5♦ 5♥ 7♥ 8♥ 2♠ T♥ K♦ *"
    for variant in (game, own):
        context = RoundContext(2, contracts=(2, 1))
        start = built(variant=variant, hands=[hand, "3♦"], phase="play", context=context)
        laid = [move for move in start.legal_moves if isinstance(move, LayDown)]
        assert laid
        assert set(laid) <= set(variant.openings(hand, contract=2))
        for move in laid:
            assert start.explain(move) == ()
            assert start.play(move).completed == (0,)
        assert start.explain(LayDown(["5♠ 5♦ 5♥", "7♥ 8♥ * T♥"])) == ()
        dirty = start.explain(LayDown(["5♠ 5♦ *", "7♥ 8♥ 2♠ T♥"]))
        assert codes_in(dirty) == ([] if variant is game else ["wild_in_group"])
        short = start.explain(LayDown(["5♠ 5♦ 5♥", "7♥ 8♥ *"]))
        assert codes_in(short) == [Reason.OPENING_CONTRACT]
        verdict = variant.check_opening(["5♠ 5♦ 5♥", "7♥ 8♥ *"], contract=2)
        assert codes_in(verdict.violations) == [Reason.OPENING_CONTRACT]
    clean = [move for move in own.openings(hand, contract=2) if any(map(own.wilds, move.melds))]
    assert clean
    assert all(not own.wilds(meld) for move in clean for meld in move.melds if isinstance(meld, Group))
    assert set(own.openings(hand, contract=2)) < set(game.openings(hand, contract=2))


@pytest.mark.parametrize(
    "make,text",
    [
        (lambda: Contract((), ()), "contract: a contract needs at least one group or run"),
        (lambda: Contract("x", ()), "contract.groups = 'x' is not allowed: it must be [1..99, …]"),
        (lambda: Contract((), (0,)), "contract.runs = [0] is not allowed: it must be [1..99, …]"),
        (
            lambda: Contract.parse("group 3 + x"),
            "contract = 'group 3 + x' is not allowed: it must be group 1..99 + run 1..99 + …",
        ),
        (
            lambda: variants.FRUSTRATION.with_(opening={"contracts": ("group 3 + run 4", "grp 3 + run 4")}),
            "opening.contracts = 'grp 3 + run 4' is not allowed: it must be group 1..99 + run 1..99 + …",
        ),
    ],
)
def test_faults_of_a_contract_are_named(make: Callable[[], object], text: str) -> None:
    assert str(refusal(InvalidVariant, make)) == text
