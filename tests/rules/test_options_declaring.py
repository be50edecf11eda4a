"""Options of games in which a hand is declared with every card matched."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any, Literal

import attrs
import pytest
from tests.flat import with_options
from tests.rules.scenes import reasons

from rami import Card, InvalidMeld, InvalidSetup, Knock, Round, Setup, TakeDiscard, variants
from rami.policies import KnockFact, Outcome, RoundFacts, RoundScore, ScoreLine
from rami.policies.variant import Variant

DECLARED = with_options(
    variants.GIN,
    {
        "equipment.players": (2, 6),
        "equipment.packs": 2,
        "equipment.jokers": 2,
        "dealing.hand_size": 7,
        "drawing.upcard_offer": "none",
        "drawing.recycle": "keep_top",
        "melding.ace": "both",
        "melding.max_run": 14,
        "melding.max_wild": None,
        "table.recovered_joker": None,
        "table.joker_on_foreign_clean_run": True,
        "closing.knock_limit": "all_matched",
        "closing.void_at": None,
        "scoring.kind": "penalty",
        "scoring.joker_hand_value": 0,
        "scoring.gin_bonus": 0,
        "scoring.big_gin_bonus": None,
        "scoring.undercut_bonus": 0,
        "match.end": "hands",
        "match.hands": 3,
    },
)
NATURAL: dict[str, Any] = {
    "equipment__wild_ranks": {6},
    "equipment__natural_wilds": True,
    "scoring__wild_hand_value": 0,
}
PAIR = "5♥ 6♥ 7♥ 9♣ T♣ *"
"""Two runs, one of them pure."""
OTHERS = ("A♠ 3♦ 8♣ J♥ Q♦ 2♣", "2♠ 3♠ 4♠ K♦ K♣ *")


def house(**options: object) -> Variant:
    return with_options(DECLARED, {name.replace("__", "."): value for name, value in options.items()})


def at(own: str, others: Iterable[str] = OTHERS, variant: Variant = DECLARED, **facts: Any) -> Round:
    """Seat 0 has drawn and is to act."""
    facts = {"phase": "play", "turn": 7, **facts}
    return Round.from_setup(Setup(variant=variant, hands=[own, *others], **facts))


def faces(position: Round) -> list[str]:
    return [str(move.discard) for move in position.legal_moves if isinstance(move, Knock)]


def codes(position: Round, move: Knock) -> list[str]:
    return [reason.partition(" ")[0] for reason in reasons(position, move)]


def test_every_card_but_one_is_matched_whatever_it_is_worth() -> None:
    """A joker over costs nothing, and yet has to lie in a meld."""
    assert faces(at(f"{PAIR} K♠")) == ["K♠"]
    assert faces(at("5♥ 6♥ 7♥ A♣ A♦ A♠ * K♠")) == ["K♠"]
    assert faces(at("5♥ 6♥ 7♥ 9♣ J♦ * K♠")) == []
    left = at(
        "A♣ A♦ A♥ A♠ 9♥ 9♣ * * K♠", ["3♦ 8♣", "2♣"], variant=house(melding__max_wild=1, equipment__jokers=3)
    )
    assert faces(left) == []
    assert codes(left, Knock("K♠", ["A♣ A♦ A♥ A♠", "9♥ 9♣ *"])) == ["not_all_matched"]
    assert codes(left, Knock("K♠")) == ["not_all_matched"]


def test_other_melds_are_names_of_the_same_position() -> None:
    """5♥ 6♥ 7♥ and 8♥ 9♥ T♥, or one run of six."""
    position = at("5♥ 6♥ 7♥ 8♥ 9♥ T♥ K♠")
    (listed,) = [move for move in position.legal_moves if isinstance(move, Knock)]
    for melds in (["5♥ 6♥ 7♥", "8♥ 9♥ T♥"], ["5♥ 6♥ 7♥ 8♥ 9♥ T♥"]):
        named = Knock("K♠", melds)
        assert named in position.legal_moves
        assert position.play(named) == position.play(listed)
        assert position.canonical(named) == (listed,)
    assert codes(position, Knock("K♠", ["5♥ 6♥ 7♥"])) == ["not_all_matched"]
    assert codes(position, Knock("K♠", ["5♥ 6♥ 7♥", "7♥ 8♥ 9♥"])) == ["knock_melds"]


@pytest.mark.parametrize(
    "runs,pure,allowed", [(0, 0, True), (2, 0, True), (2, 1, True), (2, 2, False), (3, 0, False)]
)
def test_demands(runs: int, pure: int, allowed: bool) -> None:
    variant = house(closing__declare_runs=runs, closing__declare_pure_runs=pure)
    position = at(f"{PAIR} K♠", variant=variant)
    assert (faces(position) == ["K♠"]) is allowed
    refused = [] if allowed else ["demand_unmet"]
    assert codes(position, Knock("K♠", ["5♥ 6♥ 7♥", "9♣ T♣ *"])) == refused
    assert codes(position, Knock("K♠")) == ([] if allowed else ["not_all_matched"])


def test_pure_runs_are_runs_too() -> None:
    variant = house(closing__declare_pure_runs=2)
    assert faces(at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠", variant=variant)) == ["K♠"]
    assert faces(at("5♥ 6♥ 7♥ 9♣ 9♦ 9♠ K♠", variant=variant)) == []
    position = at("5♥ 6♥ 7♥ 9♣ 9♦ 9♠ K♠", variant=variant)
    (found,) = position.explain(Knock("K♠", ["5♥ 6♥ 7♥", "9♣ 9♦ 9♠"]))
    assert str(found) == "2 runs are needed to declare, 2 of them pure; here 1, 1 of them pure"


def test_everybody_else_counts_the_own_melds_alone() -> None:
    """Nothing is laid off: 8♣ stays although 9♣ T♣ J♣ was shown."""
    over = at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠").play(Knock("K♠"))
    assert over.over
    assert over.outcome is not None
    assert (over.outcome.winner, str(over.knock)) == (0, "gin of player 0")
    assert [str(hand) for hand in over.outcome.deadwood] == ["", "2♣ 8♣ 3♦ Q♦ J♥ A♠", ""]
    assert [line.points for line in over.score().lines] == [0, 1 + 3 + 8 + 10 + 10 + 2, 0]
    assert over.discards[-1] == Card("K♠")
    assert [str(card) for card in over.view(1).discards] == ["?"]


@pytest.mark.parametrize("runs,pure,points", [(0, 0, 0), (1, 1, 0), (2, 1, 9 + 20), (1, 2, 9 + 20)])
def test_without_the_runs_all_cards_count(runs: int, pure: int, points: int) -> None:
    variant = house(closing__declare_runs=runs, closing__declare_pure_runs=pure)
    over = at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠", variant=variant).play(Knock("K♠"))
    assert over.score().points(2) == points
    assert variant.deadwood(OTHERS[1]) == points
    assert variant.best_melds(OTHERS[1], "deadwood").deadwood == points


def test_a_limit_to_what_is_scored() -> None:
    variant = house(scoring__cap=20)
    score = at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠", variant=variant).play(Knock("K♠")).score()
    assert [line.points for line in score.lines] == [0, 20, 0]
    assert (score.lines[1].reasons[-1].code, score.lines[1].reasons[-1].points) == ("cap", -14)
    facts = RoundFacts(outcome=Outcome(winner=0), hands=["", "K♥ K♦ K♠"])
    laid = with_options(variants.CLASSIC_51, {"scoring.cap": 25, "scoring.unopened_flat": None})
    assert laid.scoring.score(facts).points(1) == 25


@pytest.mark.parametrize("value,points", [(None, 7), (0, 0), (25, 25)])
def test_wild_ranks_left_in_a_hand(value: int | None, points: int) -> None:
    variant = house(equipment__wild_ranks={7}, scoring__wild_hand_value=value)
    assert variant.deadwood("7♥ K♠") == points + 10
    assert faces(at("5♥ 6♥ 7♣ 9♣ T♣ J♣ K♠", variant=variant)) == ["K♠"]
    left = at("8♦ 9♦ T♦ 9♣ T♣ J♣ K♠", ["7♥ K♥", "2♦"], variant=variant).play(Knock("K♠"))
    assert [line.points for line in left.score().lines] == [0, points + 10, 2]


def test_the_card_taken_may_not_be_put_away() -> None:
    drawn = at("5♥ 6♥ 7♥ 9♣ T♣ J♣", phase="draw", discards="4♦ K♠").play(TakeDiscard())
    assert faces(drawn) == []
    assert codes(drawn, Knock("K♠")) == ["returned_discard"]
    free = house(drawing__allow_return_discard=True)
    drawn = at("5♥ 6♥ 7♥ 9♣ T♣ J♣", variant=free, phase="draw", discards="4♦ K♠").play(TakeDiscard())
    assert faces(drawn) == ["K♠"]


def test_positions_after_a_declaration_are_checked() -> None:
    variant = house(closing__declare_runs=2)
    facts: dict[str, Any] = {
        "variant": variant,
        "phase": "over",
        "discards": "K♠",
        "knock": KnockFact(0, "gin"),
    }
    good = Setup(hands=["", *OTHERS], table=[(0, "5♥ 6♥ 7♥"), (0, "9♣ T♣ J♣")], **facts)
    assert Round.from_setup(good).score().points(1) == 34
    for hand, table, code in (
        ("", [(0, "5♥ 6♥ 7♥"), (0, "9♣ 9♦ 9♠")], "demand_unmet"),
        ("*", [(0, "5♥ 6♥ 7♥"), (0, "9♣ T♣ J♣")], "not_all_matched"),
    ):
        with pytest.raises(InvalidSetup) as caught:
            Round.from_setup(Setup(hands=[hand, *OTHERS], table=table, **facts))
        assert code in {each.code for each in caught.value.violations}


@attrs.frozen
class OneEach:
    """A scoring policy that says nothing about upcards."""

    def hand_value(self, card: Card) -> int:
        return 1

    def score(self, facts: RoundFacts) -> RoundScore:
        return RoundScore(True, None, tuple(ScoreLine(seat, 0) for seat in facts.playing))


def test_a_round_with_an_own_scoring_and_no_upcard_is_built_again() -> None:
    bare = house(
        dealing__upcard=False,
        dealing__starter_extra=1,
        drawing__starter_turn="discard_only",
        dealing__hand_size=9,
    )
    start = Round.deal(attrs.evolve(bare, scoring=OneEach()), players=3, seed=4)
    assert Round.from_setup(start.setup) == start
    assert pickle.loads(pickle.dumps(start)) == start


@pytest.mark.parametrize(
    "cards,wild",
    [
        ("5♥ 6♥ 7♥", ()),
        ("5♥ 6♠ 7♥", (1,)),
        ("6♥ 7♥ *", (2,)),
        ("6♣ 6♦ 6♠", ()),
        ("6♣ 6♦ *", (2,)),
        ("9♣ 9♠ 6♠", (2,)),
        ("6♠ 6♠ 6♥", (2,)),
        ("5♥ 6♥ 6♠ *", (2, 3)),
    ],
)
def test_natural_wilds_in_melds(cards: str, wild: tuple[int, ...]) -> None:
    """Sixes are wild, and in their own places natural."""
    variant = house(**NATURAL)
    meld = variant.meld(cards)
    assert variant.wilds(meld) == wild
    assert meld in variant.readings(cards)
    assert variant.meld(str(meld)) == meld


@pytest.mark.parametrize("cards", ["6♥ 7♠ *", "6♥ 6♠ 8♣", "5♥ 6♠ *"])
def test_natural_wilds_are_no_more_than_that(cards: str) -> None:
    with pytest.raises(InvalidMeld):
        house(**NATURAL).meld(cards)


def test_natural_wilds_make_pure_runs() -> None:
    for natural in (True, False):
        variant = house(**{**NATURAL, "equipment__natural_wilds": natural, "closing__declare_pure_runs": 1})
        position = at("5♥ 6♥ 7♥ 9♣ 9♦ * K♠", variant=variant)
        assert faces(position) == (["K♠"] if natural else [])
        assert variant.deadwood("5♥ 6♥ 7♥ 9♣ 9♦ *") == (0 if natural else 5 + 7 + 18)
        objectives: tuple[Literal["deadwood", "cards", "points"], ...] = ("deadwood", "cards", "points")
        for objective in objectives:
            found = variant.best_melds("5♥ 6♥ 7♥ 9♣ 9♦ *", objective)
            assert (len(found.left) == 0) is (natural or objective != "deadwood")
    shown = at("5♥ 6♥ 7♥ 9♣ 9♦ * K♠", variant=house(**NATURAL, closing__declare_pure_runs=1))
    over = shown.play(Knock("K♠", ["5♥ 6♥ 7♥", "9♣ 9♦ *"]))
    assert Round.from_setup(over.setup) == over
    assert [str(laid.meld) for laid in over.table] == ["5♥ 6♥ 7♥", "9♣ 9♦ *"]


def test_a_declared_round_is_scored_from_its_hands() -> None:
    variant = house(**NATURAL, closing__declare_pure_runs=1, equipment__jokers=3, scoring__joker_hand_value=0)
    score = variant.score(["5♥ 6♥ 7♥ 9♣ 9♦ *", "2♣ 3♣ 4♣ 8♦ 6♠", "2♥ 4♥ 9♥"], knocker=0)
    assert [line.points for line in score.lines] == [0, 8, 15]
    with pytest.raises(InvalidSetup) as caught:
        variant.score(["5♥ 6♥ 7♥ *", "2♥ 4♥", "9♥"], knocker=0)
    (found,) = caught.value.violations
    assert (found.code, str(found["cards"])) == ("not_all_matched", "*")
