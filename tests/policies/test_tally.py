"""A round scored from the hands that are left."""

from __future__ import annotations

from typing import Any

import pytest
from tests.depth import numbers
from tests.ends import end
from tests.playing import end_of, rounds

from rami import InvalidCards, InvalidSetup, Match, RamiError, Reason, Round, Variant, play_match, variants
from rami.bots import GreedyBot
from rami.cards import Cards
from rami.ext import svg
from rami.notation import contracts_text
from rami.policies.scores import RoundScore, contract_grid

CLASSIC, GIN, FRU = variants.CLASSIC_51, variants.GIN, variants.FRUSTRATION


def ended(variant: Variant, seed: int) -> Round:
    return end_of(rounds(Round.deal(variant, seed=seed)))


def in_pairs(position: Round) -> tuple[int, ...]:
    """The seats that have laid pairs and nothing else, in a game where nothing else has two cards."""
    others = {item.owner for item in position.table if len(item.meld) > 2}
    return tuple(sorted({item.owner for item in position.table} - others))


def told(position: Round) -> RoundScore:
    """The score from the facts that a player at the table would give of the end."""
    outcome = position.outcome
    assert outcome is not None
    if position.knock is None:
        return position.variant.score(
            end(
                position.hands,
                winner=outcome.winner,
                opened=position.opened,
                completed=position.completed,
                laid=position.view(None).laid_points,
                stock_out=outcome.stock_out,
                all_at_once=outcome.all_at_once,
                helped=outcome.helped,
                wilds_placed=outcome.wilds_placed,
                final_discard=outcome.final_discard,
                factor_lost=outcome.factor_lost,
                turned_shown=position.setup.turned_shown,
                charged=position.setup.charged,
                paired=in_pairs(position),
            )
        )
    knocker = position.knock.player
    hands = list(position.hands)
    for laid in position.table:
        if laid.owner == knocker:
            hands[knocker] += Cards(laid.meld.cards)
    return position.variant.score(
        end(
            hands,
            knocker=knocker,
            folded=position.setup.folded,
            final_discard=outcome.final_discard,
            turned_shown=position.setup.turned_shown,
        )
    )


@pytest.mark.parametrize("slug", variants.available())
def test_a_round_that_was_played_scores_the_same(slug: str) -> None:
    for seed in numbers(6):
        position = ended(variants.get(slug), seed)
        score = position.score()
        found = told(position)
        assert (found.void, found.winner, found.credit) == (score.void, score.winner, score.credit)
        seats = range(len(position.hands))
        assert [found.points(seat) for seat in seats] == [score.points(seat) for seat in seats]
        assert found.completed == score.completed


def test_lay_offs_and_melds_of_a_knock_are_found() -> None:
    knocked = "4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦"
    score = GIN.score([knocked, "7♠ 8♠ K♣ K♥ K♦ Q♥ 2♦"], knocker=0)
    assert str(score.lines[0]) == "player 0: 5 (deadwood of player 1: 12, own deadwood -7)"
    assert score.lines[0].reasons[0]["laid_off"] == "7♠ 8♠"
    undercut = GIN.score(["A♠", "4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦"], knocker=1)
    assert undercut.winner == 0
    assert undercut.points(0) == 6 + 10
    assert GIN.score(["A♣ 2♣ 3♣", "K♥"], knocker=0).points(0) == 10 + 25
    eleven = "A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣"
    big = GIN.with_(scoring={"big_gin_bonus": 50})
    assert big.score([eleven, "K♥"], knocker=0).points(0) == 10 + 50


def test_contracts_need_no_cards() -> None:
    score = FRU.score(end(["", "", ""], winner=1, completed=[0]))
    assert (score.winner, score.completed, score.void) == (1, (0, 1), False)
    assert not FRU.score(end(["K♥", "Q♥"], completed=[1, 0])).void
    assert FRU.score(["K♥", "Q♥"]).void


def test_the_last_hand_counts_more() -> None:
    house = CLASSIC.with_(match={"end": "hands", "hands": 2, "final_hand_multiplier": 1000})
    assert house.score(["", "K♥"], winner=0, number=1).points(1) == 10
    assert house.score(["", "K♥"], winner=0, number=2).points(1) == 10_000


@pytest.mark.parametrize(
    ("variant", "hands", "facts", "codes"),
    [
        (CLASSIC, ["", "9♦ K♥"], {"winner": 5}, [Reason.NOT_A_SEAT]),
        (CLASSIC, ["", "9♦ K♥"], {"winner": True}, [Reason.NOT_AN_INTEGER]),
        (CLASSIC, [""], {"winner": 0}, [Reason.WRONG_COUNT]),
        (CLASSIC, ["K♥"] * 8, {}, [Reason.PLAYER_COUNT, Reason.TOO_MANY_COPIES]),
        (CLASSIC, ["", "K♥ K♥", "K♥"], {"winner": 0}, [Reason.TOO_MANY_COPIES]),
        (CLASSIC, ["", "?"], {"winner": 0}, [Reason.HIDDEN_CARD]),
        (CLASSIC, ["2♣", "K♥"], {"winner": 0}, [Reason.WINNER_HOLDS_CARDS]),
        (CLASSIC, ["", "", "K♥"], {"winner": 0}, [Reason.EMPTY_HAND_UNWON]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "opened": (True,)}, [Reason.WRONG_COUNT]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "opened": (False, True)}, [Reason.WINNER_UNOPENED]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "completed": [0]}, [Reason.NO_CONTRACTS]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "number": 0}, [Reason.TOO_SMALL]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "wilds_placed": -1}, [Reason.TOO_SMALL]),
        (CLASSIC, ["", "K♥"], {"winner": 0, "all_at_once": 1}, [Reason.NOT_A_FLAG]),
        (CLASSIC, ["7♣", "K♥"], {"all_at_once": True}, [Reason.FINISH_WITHOUT_WINNER]),
        (CLASSIC, ["", "K♥"], {"knocker": 0}, [Reason.NO_KNOCKING]),
        (FRU, ["", ""], {"winner": 0, "completed": [2]}, [Reason.NOT_A_SEAT]),
        (GIN, ["", "K♥"], {"winner": 0}, [Reason.WINNER_WITHOUT_KNOCK]),
        (GIN, ["K♣ Q♥", "K♥"], {"knocker": 0}, [Reason.KNOCK_DEADWOOD]),
        (GIN, ["A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣ Q♣", "K♥"], {"knocker": 0}, [Reason.HAND_SIZE]),
        (GIN.with_(closing={"knock_limit": "upcard"}), ["A♣", "K♥"], {"knocker": 0}, [Reason.UPCARD_NEEDED]),
    ],
)
def test_impossible_facts_are_reported(
    variant: Variant, hands: list[str], facts: Any, codes: list[Reason]
) -> None:
    rest = {name: fact for name, fact in facts.items() if name != "number"}
    with pytest.raises(InvalidSetup) as caught:
        variant.score(end(hands, **rest), number=facts.get("number", 1))
    assert [each.code for each in caught.value.violations] == codes


@pytest.mark.parametrize("hands", [None, 7, "7♠ 8♠", [None, "K♥"], [["7♠", 8], ""], ["zz", ""]])
def test_values_that_are_not_hands_are_refused(hands: Any) -> None:
    with pytest.raises((InvalidSetup, InvalidCards)):
        CLASSIC.score(hands, winner=0)
    with pytest.raises(RamiError):
        GIN.score(hands, knocker=0)


def test_a_limit_set_by_the_upcard() -> None:
    house = GIN.with_(closing={"knock_limit": "upcard"})
    assert house.score(end(["5♣", "K♥"], knocker=0, upcard="5♦")).points(0) == 5
    with pytest.raises(InvalidSetup):
        house.score(end(["6♣", "K♥"], knocker=0, upcard="5♦"))


def test_contracts_are_ticked() -> None:
    match = play_match(FRU, GreedyBot(), 3, seed=4, rounds=4)
    grid = contract_grid(match.scores, 3, 14)
    for seat in range(3):
        done = [number for row in grid if (number := row[seat]) is not None]
        assert len(done) == match.contracts[seat] - 1
        assert done == sorted(done)
        assert all(seat in match.scores[number - 1].completed for number in done)
    lines = contracts_text(match, ["Ana", "Bo", "Cy"])
    assert lines[0].split() == ["contract", "Ana", "Bo", "Cy"]
    assert len(lines) == 15
    assert "".join(lines).count("✓") == sum(number - 1 for number in match.contracts)
    assert contracts_text(Match.start(GIN)) == []
    drawn = svg.score_sheet(match, names=["Ana", "Bo", "Cy"]).svg
    assert drawn.count(">✓<") == sum(number - 1 for number in match.contracts)
    assert "contract 14" in drawn.lower()
    assert svg.score_sheet(match.scores).svg.count(">✓<") == drawn.count(">✓<")
    void = RoundScore(True, None, (), completed=(0,))
    assert contract_grid([void], 1, 1) == ((None,),)


@pytest.mark.parametrize("field", ["opened", "completed", "laid", "folded"])
@pytest.mark.parametrize("value", [5, True, "ab"])
def test_values_other_than_collections_are_refused(field: str, value: Any) -> None:
    with pytest.raises(InvalidSetup, match=f"{field} must be a collection"):
        CLASSIC.score(end(["", "K♥"], winner=0, **{field: value}))


def test_all_that_is_no_collection_is_refused_at_once() -> None:
    with pytest.raises(InvalidSetup, match=r"opened .*; completed .*; laid .*; folded "):
        CLASSIC.score(end(["", "K♥"], winner=0, opened=5, completed=5, laid=5, folded=5))
