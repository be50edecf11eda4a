"""Frustration: the fourteen contracts, how players lay them, and the moves that may follow in the same turn."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.flat import with_options
from tests.support.worked.positions import spare_cards
from tests.support.worked.scenes import allowed, refused, scene

from rami import Card, LayDown, RamiError, Round, variants
from rami.policies import Contract, Opening, Variant
from rami.rounds.setup import RoundContext

FRU = variants.FRUSTRATION
UNMET = "opening_contract FRU-OPEN-01"

GROUPS = ["3♠ 3♦ 3♦ 3♥ 3♥", "9♠ 9♠ 9♦ 9♥ 9♥", "K♠ K♦ K♥ K♣ K♣", "6♥ 6♦ 6♠ 6♣ 6♣"]
RUNS = ["3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣", "4♥ 5♥ 6♥ 7♥ 8♥", "T♠ J♠ Q♠ K♠ A♠"]

CONTRACTS = {
    1: ([3, 3, 3], []),
    2: ([3], [4]),
    3: ([3, 3], [4]),
    4: ([4, 4], []),
    5: ([], [4, 4]),
    6: ([3, 3, 3, 3], []),
    7: ([3], [7]),
    8: ([4, 4, 4], []),
    9: ([], [4, 4, 4]),
    10: ([5, 5], []),
    11: ([], [5, 5]),
    12: ([4, 4], [4]),
    13: ([4], [4, 4]),
    14: ([3], [9]),
}


def due(number: int, players: int = 2) -> RoundContext:
    """Return a context in which seat 0 has this contract to lay, and the other seats the first contract."""
    return RoundContext(players, dealer=players - 1, contracts=(number, *[1] * (players - 1)))


def melds(groups: list[int], runs: list[int]) -> list[str]:
    """Return melds of these sizes without wild cards."""
    laid = [" ".join(cards.split()[:size]) for cards, size in zip(GROUPS, groups, strict=False)]
    return laid + [" ".join(cards.split()[:size]) for cards, size in zip(RUNS, runs, strict=False)]


def holding(laid: list[str], number: int, variant: Variant = FRU, size: int = 14) -> Round:
    """Return a position in which seat 0 has a contract to lay, and holds these melds and other cards."""
    cards = [Card(card) for meld in laid for card in meld.split()]
    spare = spare_cards(variant, max(1, size - len(cards)), cards)
    hand = " ".join(map(str, [*cards, *spare]))
    return scene(hand, variant=variant, others=["A♦"], context=due(number), discards="A♥")


def marks() -> list[Any]:
    return [
        pytest.param(number, groups, runs, marks=pytest.mark.rule(f"FRU-C{number:02}"))
        for number, (groups, runs) in CONTRACTS.items()
    ]


@pytest.mark.parametrize("number,groups,runs", marks())
def test_each_contract(number: int, groups: list[int], runs: list[int]) -> None:
    """The melds of a contract are laid together, and a shorter meld, a missing meld or an extra meld fails it."""
    laid = melds(groups, runs)
    start = holding(laid, number)
    after = allowed(start, LayDown(laid))
    assert after.opened == (True, False)
    assert after.completed == (0,)
    assert len(after.hands[0]) == 14 - sum(groups) - sum(runs)
    assert FRU.check_opening(laid, contract=number).ok
    known = LayDown([FRU.meld(meld) for meld in laid])
    assert known in FRU.openings(start.hands[0], contract=number)
    assert list(start.legal_moves).count(known) == 1
    for index in range(len(laid)):
        fewer = [*laid[:index], *laid[index + 1 :]]
        if fewer:
            refused(start, LayDown(fewer), UNMET)
        if len(laid[index].split()) > 3:
            shorter = [*laid[:index], laid[index].rsplit(" ", 1)[0], *laid[index + 1 :]]
            refused(start, LayDown(shorter), UNMET)
            assert not FRU.check_opening(shorter, contract=number).ok
    more = [*laid, "Q♥ Q♦ Q♣"]
    if sum(len(meld.split()) for meld in more) <= 13:
        refused(holding(more, number), LayDown(more), UNMET)
    for other, sizes in CONTRACTS.items():
        if other != number:
            fits = [len(sizes[0]), len(sizes[1])] == [len(groups), len(runs)] and all(
                asked <= size for asked, size in zip([*sizes[0], *sizes[1]], [*groups, *runs], strict=True)
            )
            assert FRU.check_opening(laid, contract=other).ok == fits


# The rows of the ledger, so that each is cited where a reader looks for it.
@pytest.mark.rule("FRU-C01", "FRU-C02", "FRU-C03", "FRU-C04", "FRU-C05", "FRU-C06", "FRU-C07")
@pytest.mark.rule("FRU-C08", "FRU-C09", "FRU-C10", "FRU-C11", "FRU-C12", "FRU-C13", "FRU-C14")
def test_the_list_of_contracts() -> None:
    assert isinstance(FRU.opening, Opening)
    expected = tuple(Contract(groups, runs) for groups, runs in CONTRACTS.values())
    assert FRU.opening.contracts == expected
    assert [contract.cards for contract in expected] == [9, 7, 10, 8, 8, 12, 10, 12, 12, 10, 10, 12, 12, 12]


@pytest.mark.rule("FRU-OPEN-01")
def test_questions_without_a_game() -> None:
    hand = "5♠ 5♦ 2♥ 7♥ 8♥ * T♥ K♦"
    found = list(FRU.openings(hand, contract=2))
    assert [" | ".join(map(str, move.melds)) for move in found] == ["7♥ 8♥ 2♥ T♥ | 5♦ 5♠ *"]
    verdict = FRU.check_opening(["5♠ 5♦ 2♥", "7♥ 8♥ * T♥"], contract=2)
    assert (verdict.ok, str(verdict)) == (True, f"allowed, {verdict.points} points")
    verdict = FRU.check_opening(["5♠ 5♦ 2♥", "7♥ 8♥ *"], contract=2)
    assert str(verdict) == "your contract is group 3 + run 4, and these melds do not match it [FRU-OPEN-01]"
    assert not list(FRU.openings(hand, contract=3))
    wrong: Any
    for wrong in (None, 0, 15, "2", True, 2.0):
        with pytest.raises(RamiError):
            FRU.check_opening([], contract=wrong)
        with pytest.raises(RamiError):
            FRU.openings(hand, contract=wrong)
    with pytest.raises(RamiError):
        variants.CLASSIC_51.openings(hand, contract=1)


@pytest.mark.rule("FRU-OPEN-01")
def test_contracts_of_a_house() -> None:
    """Players lay another list of contracts instead of the fourteen, in order."""
    house = with_options(FRU, {"opening.contracts": ["group 4", "run 5"]})
    hand = "5♣ 5♦ 5♥ 5♠ 8♥ 9♥ T♥ J♥ Q♥ K♣"
    found = [[str(meld) for meld in each.melds] for each in house.openings(hand, contract=1)]
    assert found == [["5♣ 5♦ 5♥ 5♠"]]
    assert not list(FRU.openings(hand, contract=1))
    exact = FRU.with_(opening={"contract_size": "exact"})
    assert {
        tuple(sorted(map(len, move.melds)))
        for move in exact.openings("5♠ 5♦ 5♦ 5♥ 7♥ 8♥ 9♥ T♥ J♥ *", contract=2)
    } == {(3, 4)}
