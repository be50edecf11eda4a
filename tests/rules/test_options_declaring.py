"""Options of games in which players declare hands that consist only of melds."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any, Literal

import attrs
import pytest
from tests.oracle.reference.cards import pack
from tests.support.ends import outcome_of
from tests.support.flat import with_options
from tests.support.refusals import codes_of, refusal
from tests.support.worked.scenes import reasons

from rami import Card, Cards, InvalidMeld, Knock, Round, Setup, TakeDiscard, variants
from rami.cards.melds import meld_text
from rami.errors import InvalidSetup
from rami.policies import KnockFact, Outcome, RoundFacts, RoundScore, ScoreLine
from rami.policies.declaring.values import largest
from rami.policies.variant import Variant
from rami.rounds.events import CardDiscarded, HandShown, RoundEnded, RoundScored

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
    "melding__min_natural": 2,
    "scoring__wild_hand_value": 0,
}
PAIR = "5♥ 6♥ 7♥ 9♣ T♣ *"
"""Two runs, of which one is pure."""
OTHERS = ("A♠ 3♦ 8♣ J♥ Q♦ 2♣", "2♠ 3♠ 4♠ K♦ K♣ *")


def house(**options: object) -> Variant:
    return with_options(DECLARED, {name.replace("__", "."): value for name, value in options.items()})


def at(own: str, others: Iterable[str] = OTHERS, variant: Variant = DECLARED, **facts: Any) -> Round:
    """Return a position in which seat 0 has drawn."""
    facts = {"phase": "play", "turn": 7, **facts}
    return Round.from_setup(Setup(variant=variant, hands=[own, *others], **facts))


def faces(position: Round) -> list[str]:
    return [str(move.discard) for move in position.legal_moves if isinstance(move, Knock)]


def codes(position: Round, move: Knock) -> list[str]:
    return [reason.partition(" ")[0] for reason in reasons(position, move)]


@pytest.mark.parametrize(
    "runs,pure,allowed", [(0, 0, True), (2, 0, True), (2, 1, True), (2, 2, False), (3, 0, False)]
)
def test_demands(runs: int, pure: int, allowed: bool) -> None:
    variant = house(dealing__hand_size=9, closing__declare_runs=runs, closing__declare_pure_runs=pure)
    position = at(f"{PAIR} K♠", variant=variant)
    assert (faces(position) == ["K♠"]) is allowed
    refused = [] if allowed else ["demand_unmet"]
    assert codes(position, Knock("K♠", ["5♥ 6♥ 7♥", "9♣ T♣ *"])) == refused
    assert codes(position, Knock("K♠")) == refused


def test_cards_of_a_wild_rank_help_to_meet_a_demand() -> None:
    """Queens are wild in any place, and cost 30 points in the hand."""
    costly = house(
        equipment__wild_ranks={12},
        equipment__jokers=0,
        scoring__joker_hand_value=20,
        scoring__wild_hand_value=30,
        closing__declare_runs=2,
        closing__declare_pure_runs=1,
    )
    others = ("A♦ 3♦ 8♣ J♥ 4♦", "2♥ 3♥ 4♥ K♦ K♥")
    assert faces(at("A♠ 2♠ 3♠ J♣ Q♣ K♣ 9♥", others, costly)) == ["9♥"]
    assert faces(at("A♠ 2♠ 3♠ J♣ Q♦ K♣ Q♥ 9♥", others, costly)) == ["9♥"]
    assert faces(at("A♠ 2♠ Q♦ J♣ Q♣ K♣ 9♥", others, costly)) == []


def test_pure_runs_are_runs_too() -> None:
    variant = house(closing__declare_pure_runs=2)
    assert faces(at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠", variant=variant)) == ["K♠"]
    assert faces(at("5♥ 6♥ 7♥ 9♣ 9♦ 9♠ K♠", variant=variant)) == []
    position = at("5♥ 6♥ 7♥ 9♣ 9♦ 9♠ K♠", variant=variant)
    (found,) = position.explain(Knock("K♠", ["5♥ 6♥ 7♥", "9♣ 9♦ 9♠"]))
    assert str(found) == "to declare you need 2 runs, 2 of them pure; you have 1, 1 of them pure"


def test_other_players_count_only_their_own_melds() -> None:
    """Nobody lays off, so 8♣ counts although 9♣ T♣ J♣ is on the table."""
    over = at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠").play(Knock("K♠"))
    assert (outcome_of(over).winner, str(over.knock)) == (0, "declaration of player 0")
    assert [str(hand) for hand in outcome_of(over).deadwood] == ["", "2♣ 8♣ 3♦ Q♦ J♥ A♠", ""]
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


def test_a_limit_on_the_score() -> None:
    variant = house(scoring__cap=20)
    score = at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠", variant=variant).play(Knock("K♠")).score()
    assert [line.points for line in score.lines] == [0, 20, 0]
    assert (score.lines[1].reasons[-1].code, score.lines[1].reasons[-1].points) == ("cap", -14)
    assert str(score.lines[1].reasons[-1]) == "limit of 20 per player: -14"
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


def test_positions_after_a_declaration_are_checked() -> None:
    variant = house(closing__declare_runs=2)
    facts: dict[str, Any] = {
        "variant": variant,
        "phase": "over",
        "discards": "K♠",
        "knock": KnockFact(0, "declaration"),
    }
    good = Setup(hands=["", *OTHERS], table=[(0, "5♥ 6♥ 7♥"), (0, "9♣ T♣ J♣")], **facts)
    assert Round.from_setup(good).score().points(1) == 34
    for hand, table, code in (
        ("", [(0, "5♥ 6♥ 7♥"), (0, "9♣ 9♦ 9♠")], "demand_unmet"),
        ("*", [(0, "5♥ 6♥ 7♥"), (0, "9♣ T♣ J♣")], "not_all_matched"),
    ):
        setup = Setup(hands=[hand, *OTHERS], table=table, **facts)
        assert code in codes_of(InvalidSetup, Round.from_setup, setup)


@attrs.frozen
class OneEach:
    """A scoring policy without an upcard."""

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
    """Sixes are wild, but natural in their own places."""
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
        objective: Literal["deadwood", "cards", "points"]
        for objective in ("deadwood", "cards", "points"):
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
    (found,) = refusal(InvalidSetup, variant.score, ["5♥ 6♥ 7♥ *", "2♥ 4♥", "9♥"], knocker=0).violations
    assert (found.code, found["pure"], found["found_pure"]) == ("demand_unmet", 1, 0)
    (found,) = refusal(InvalidSetup, variant.score, ["5♥ 6♥ 7♥ K♠", "2♥ 4♥", "9♥"], knocker=0).violations
    assert (found.code, found["cards"]) == ("not_all_matched", ("K♠",))


LAST: dict[str, Any] = {
    "closing__out_discard": "face_up",
    "closing__last_turns": "others_once",
    "scoring__joker_hand_value": 20,
    "equipment__jokers": 0,
}
HANDS = ("A♠ 3♦ 8♣ J♥ Q♦ 2♣", "2♠ 3♠ 4♠ K♦ K♣ Q♠")
STOCK = "9♥ 4♥ 3♥"


def shown(
    variant: Variant, others: Iterable[str] = HANDS, stock: str = STOCK, *, is_dry: bool = False
) -> Round:
    """Return the position after seat 0 has declared and discarded K♠.

    The next cards of the stock are `stock`. If `is_dry`, the stock is empty and all other cards are in the pile.
    """
    own = "5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠"
    rest = Cards(
        [Card.from_id(number) for number in range(52) for _ in range(largest(variant.equipment.packs))]
    )
    rest += Cards("* " * largest(variant.equipment.jokers))
    for cards in (own, *others, stock):
        rest -= Cards(cards)
    piles = {"stock": (*map(Card, stock.split()), *rest)}
    if is_dry:
        piles = {"stock": (), "discards": tuple(rest)}
    return at(own, others, variant, **piles).play(Knock("K♠"))


def test_a_card_discarded_face_up_is_a_discard_like_any_other() -> None:
    variant = house(closing__out_discard="face_up", scoring__joker_hand_value=20, equipment__jokers=0)
    over, events = at("5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠", HANDS, variant).step(Knock("K♠"))
    assert over.over
    assert [str(over.view(viewer).discards[-1]) for viewer in (0, 1, None)] == ["K♠"] * 3
    assert [type(event) for event in events] == [CardDiscarded, HandShown, RoundEnded, RoundScored]
    gin = with_options(variants.GIN, {"closing.out_discard": "face_up"})
    knock = Round.from_setup(
        Setup(variant=gin, hands=["5♥ 6♥ 7♥ 9♣ T♣ J♣ K♠ A♣ A♦ A♥ 2♠", "2♥"], phase="play", turn=9)
    ).play(Knock("K♠"))
    assert [str(knock.view(viewer).discards[-1]) for viewer in (0, 1, None)] == ["K♠"] * 3


def test_a_cap_ends_last_turns_and_the_hands_count() -> None:
    variant = house(**LAST, match__turn_cap=9)
    over = shown(variant).play("draw").play("discard 9♥")
    assert over.over
    assert not over.score().void
    assert Round.from_setup(over.setup) == over


def test_a_last_turn_without_a_card_to_draw_ends_the_round() -> None:
    variant = house(**LAST, drawing__recycle="never", drawing__no_twin_pickup=True)
    over = shown(variant, ("K♠ 3♦", "2♠ 3♠"), "", is_dry=True)
    assert over.over
    assert [line.points for line in over.score().lines] == [0, 13, 5]


def test_a_player_who_has_declared_has_no_turn() -> None:
    position = shown(house(**LAST))
    assert position.view(0).in_turn() == position.view(0)
    assert position.view(2).in_turn().legal_moves
    wrong: dict[str, Any]
    for wrong in ({"player": 0}, {"table": []}):
        with pytest.raises(InvalidSetup):
            Round.from_setup(attrs.evolve(position.setup, **wrong))


@pytest.mark.parametrize(
    "least,cards,found",
    [
        (0, "7♥ 7♦ 7♠", "7♦ 7♥ 7♠"),
        (0, "* 7♦ *", "7♦ * * (group 7 any)"),
        (0, "* * *", "* * * (group 7 any)"),
        (0, "2♣ 7♦ 7♥", "2♣ 7♦ 7♥ (run 2♣)"),
        (1, "2♣ 7♦ 7♥ (group 2 any)", "2♣ 7♦ 7♥ (group 2 any)"),
        (1, "K♣ 7♦ 7♥", "K♣ 7♦ 7♥ (group K any)"),
        (1, "6♥ 7♥ *", "6♥ 7♥ *"),
        (1, "6♥ 7♦ 7♥ (run 6♥)", "6♥ 7♦ 7♥ (run 6♥)"),
    ],
)
def test_melds_of_few_natural_cards(least: int, cards: str, found: str) -> None:
    """Sevens are wild. One natural card and two wild ones are a group unless they are a run in their order."""
    variant = house(
        equipment__wild_ranks={7},
        equipment__jokers=4,
        scoring__wild_hand_value=0,
        melding__set_suits="any",
        melding__min_natural=least,
    )
    meld = variant.meld(cards)
    assert meld_text(meld, named="(" in found) == found
    assert variant.meld(meld_text(meld)) == meld
    assert meld in variant.readings(meld.cards)


@pytest.mark.parametrize("least,cards", [(1, "7♥ 7♦ 7♠"), (2, "2♣ 7♦ 7♥"), (0, "7♥ 7♦ * (run 7♥)")])
def test_melds_of_too_few_natural_cards(least: int, cards: str) -> None:
    variant = house(
        equipment__wild_ranks={7},
        melding__min_natural=least,
        melding__set_suits="any",
        scoring__wild_hand_value=0,
    )
    assert set(codes_of(InvalidMeld, variant.meld, cards)) == {"few_naturals"}


def test_the_last_discard_is_refused_with_the_lack_of_the_nearest_declaration() -> None:
    ending = {"closing__void_at": 2, "closing__fiftieth_card": True, "drawing__recycle": "never"}
    variant = house(equipment__players=(2, 2), closing__declare_runs=2, **ending)
    setup = Setup(
        variant=variant,
        hands=["5♥ 6♥ 7♥ 9♣ 9♦ 9♠ K♠", "2♥ 2♠ 4♣ 8♦ J♥ Q♦ A♣"],
        phase="offer",
        discards=["Q♣"],
        stock="3♣ 3♦",
        turn=30,
    )
    rest = Cards(pack(2, 2)) - Cards(["Q♣", *setup.hands[0], *setup.hands[1], "3♣", "3♦"])
    position = Round.from_setup(attrs.evolve(setup, discards=(*rest, Card("Q♣"))))
    (refused,) = position.explain(TakeDiscard())
    assert (refused.code, refused["attempt"]) == ("no_knock_with_discard", "knock K♠")
    assert [each.code for each in refused.because] == ["not_all_matched", "demand_unmet"]
