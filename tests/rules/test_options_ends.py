"""Options of going out, of scores, of matches and of conduct, each against Classic Rami 51."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attrs
import pytest
from tests.rules.scenes import (
    ACES,
    CLASSIC,
    OPENING,
    RUN,
    Laid,
    allowed,
    before_draw,
    house,
    refused,
    scene,
    with_taken,
)

from rami import (
    Cards,
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Match,
    Move,
    Round,
    Source,
    SwapWild,
    TakeDiscard,
    TouchDiscard,
    Variant,
)

THREES = [(1, "3♣ 3♦ 3♥")]
ALL_AT_ONCE: tuple[Move, ...] = (LayDown(OPENING), Discard("K♦"))
HAND = f"{RUN} {ACES} K♦"


def points(
    variant: Variant,
    moves: Sequence[Move] = ALL_AT_ONCE,
    hand: str = HAND,
    table: Laid = THREES,
    others: Sequence[str] = ("T♠ 9♦ 4♠", "6♥"),
) -> list[object]:
    """The scores of three players once seat 0 has gone out with these moves; seat 1 has opened, seat 2 has not."""
    position = scene(hand, table, variant=variant, others=others)
    end = allowed(position, *moves)
    assert end.over
    return [end.score().points(seat) for seat in range(len(others) + 1)]


def ordinary(variant: Variant, others: Sequence[str] = ("T♠ 9♦ 4♠", "6♥"), final: str = "K♦") -> list[object]:
    """The scores when seat 0 had opened before."""
    return points(variant, (Discard(final),), final, [(0, RUN), *THREES], others)


# scores


@pytest.mark.rule("R51-SCORE-02")
@pytest.mark.parametrize("value", [1, 11, 25])
def test_ace_hand_value(value: int) -> None:
    variant = house(scoring__ace_hand_value=value)
    assert ordinary(variant, ("A♠ A♣ 9♦", "6♥")) == [0, 2 * value + 9, 100]
    assert variant.deadwood("A♠ 9♦") == value + 9


@pytest.mark.rule("R51-SCORE-03", "VARIATION-JOKER-02")
@pytest.mark.parametrize("value,one,two", [(20, 29, 49), (50, 59, 109), (0, 9, 9), ("double", 18, 18)])
def test_joker_hand_value(value: Any, one: int, two: int) -> None:
    variant = house(scoring__joker_hand_value=value)
    assert ordinary(variant, ("* 9♦", "6♥")) == [0, one, 100]
    assert ordinary(variant, ("* * 9♦", "6♥")) == [0, two, 100]
    assert ordinary(variant, ("* * 9♦", "* 6♥")) == [0, two, 100]


@pytest.mark.parametrize(
    "options,one,two,none",
    [
        ({}, 18, 18, 9),
        ({"scoring__double_per_joker": True}, 18, 36, 9),
        ({"scoring__joker_base": 5}, 28, 38, 9),
        ({"scoring__joker_base": 5, "scoring__double_per_joker": True}, 28, 76, 9),
    ],
)
def test_double_per_joker_and_joker_base(options: dict[str, Any], one: int, two: int, none: int) -> None:
    variant = house(scoring__joker_hand_value="double", **options)
    assert ordinary(variant, ("* 9♦", "6♥"))[1] == one
    assert ordinary(variant, ("* * 9♦", "6♥"))[1] == two
    assert ordinary(variant, ("9♦", "6♥"))[1] == none


@pytest.mark.rule("R51-SCORE-04")
@pytest.mark.parametrize("flat,unopened", [(100, 100), (150, 150), (0, 0), (None, 6)])
def test_unopened_flat(flat: int | None, unopened: int) -> None:
    variant = house(scoring__unopened_flat=flat)
    assert ordinary(variant) == [0, 23, unopened]
    assert points(variant) == [0, 46, 2 * unopened]


@pytest.mark.rule("R51-SCORE-05", "R51-SCORE-06")
def test_flat_multiplied() -> None:
    variant = house(scoring__flat_multiplied=False)
    joker = (LayDown(OPENING), Discard("*"))
    hand = f"{RUN} {ACES} *"
    assert points(CLASSIC) == [0, 46, 200]
    assert points(variant) == [0, 46, 100]
    assert points(CLASSIC, joker, hand) == [0, 92, 400]
    assert points(variant, joker, hand) == [0, 92, 100]


DRY: dict[str, Any] = {"scoring__all_at_once_factors": (1,), "scoring__joker_finish": None}


@pytest.mark.parametrize(
    "when,nobody,only_the_winner,another",
    [
        ("nobody_laid", [0, 200, 200], [0, 100, 100], [0, 23, 100]),
        ("nobody_else_laid", [0, 200, 200], [0, 200, 200], [0, 23, 100]),
    ],
)
def test_dry_flat_and_dry_when(
    when: Any, nobody: list[int], only_the_winner: list[int], another: list[int]
) -> None:
    variant = house(scoring__dry_flat=200, scoring__dry_when=when, **DRY)
    assert points(variant, table=()) == nobody
    assert points(variant, (Discard("K♦"),), "K♦", [(0, RUN)]) == only_the_winner
    assert points(variant) == another
    assert points(house(**DRY), table=()) == [0, 100, 100]


@pytest.mark.rule("R51-SCORE-05")
@pytest.mark.parametrize("factors,expected", [((3,), [3, 3, 3]), ((2, "3/2", 1), [2, Fraction(3, 2), 1])])
def test_all_at_once_factors(factors: Any, expected: list[Fraction]) -> None:
    variant = house(scoring__all_at_once_factors=factors)
    none = (LayDown(OPENING), Discard("K♦"))
    one = (LayDown([RUN, "A♦ A♣ *"]), Discard("K♦"))
    two = (LayDown(["7♠ 8♠ 9♠", "A♦ A♣ *", "J♦ Q♦ *"]), Discard("K♦"))
    hands = [HAND, f"{RUN} A♦ A♣ * K♦", "7♠ 8♠ 9♠ A♦ A♣ * J♦ Q♦ * K♦"]
    for moves, hand, factor in zip((none, one, two), hands, expected, strict=True):
        assert points(variant, moves, hand, others=("T♠ 8♦ 4♠", "6♥")) == [0, 22 * factor, 100 * factor]
        assert points(CLASSIC, moves, hand, others=("T♠ 8♦ 4♠", "6♥")) == [0, 44, 200]
    assert ordinary(variant) == [0, 23, 100]


def test_jokers_that_come_back_and_jokers_that_are_thrown_away() -> None:
    """D-127: a recovered joker that is laid again counts as used, a discarded one does not."""
    variant = house(scoring__all_at_once_factors=(2, "3/2", 1), scoring__joker_finish=None)
    others = ("T♠ 8♦ 4♠", "6♥")
    recovered = (LayDown(OPENING), SwapWild(1, None, "4♥"), LayDown("5♥ 5♦ *"), Discard("K♦"))
    table = [*THREES, (1, "2♥ 3♥ *")]
    assert points(variant, recovered, f"{HAND} 4♥ 5♥ 5♦", table, others) == [0, 33, 150]
    thrown = (LayDown(OPENING), Discard("*"))
    assert points(variant, thrown, f"{RUN} {ACES} *", others=others) == [0, 44, 200]


@pytest.mark.rule("R51-SCORE-07", "R51-RSEC-01")
def test_double_on() -> None:
    variant = house(scoring__double_on="rami_sec_only")
    joker = (LayDown(OPENING), Discard("*"))
    hand = f"{RUN} {ACES} *"
    assert points(variant) == [0, 23, 100]
    assert points(variant, table=()) == [0, 200, 200]
    assert points(variant, joker, hand) == [0, 23, 100]
    assert points(variant, joker, hand, ()) == [0, 400, 400]


@pytest.mark.rule("R51-RSEC-03")
def test_all_at_once_help() -> None:
    alone = house(scoring__all_at_once_help=False)
    opened = allowed(scene(f"{RUN} {ACES} K♦ 2♣", variant=alone), LayDown(OPENING))
    assert opened.setup.fresh == (0, 1)
    assert Round.from_setup(opened.setup) == opened
    table = [*THREES, (1, "4♥ 5♥ 6♥ 7♥"), (1, "T♣ J♣ *")]
    others = ("T♠ 9♦ 4♠", "6♦")
    helps: list[tuple[str, tuple[Move, ...]]] = [
        ("8♥", (LayOff("8♥", 1),)),
        ("4♣ 4♦", (LayDown("4♥ 4♣ 4♦", Source("4♥", 1)),)),
        ("Q♣ 5♣ 5♦", (SwapWild(2, None, "Q♣"), LayDown("5♣ 5♦ *"))),
    ]
    for extra, moves in helps:
        plan = (LayDown(OPENING), *moves, Discard("K♦"))
        assert points(CLASSIC, plan, f"{HAND} {extra}", table, others) == [0, 46, 200]
        assert points(alone, plan, f"{HAND} {extra}", table, others) == [0, 23, 100]
    assert points(alone, table=table, others=others) == [0, 46, 200]


@pytest.mark.rule("R51-RSEC-03")
def test_the_melds_of_this_very_turn_are_no_help() -> None:
    """D-117."""
    alone = house(scoring__all_at_once_help=False)
    opening, extra = LayDown(OPENING), LayDown("5♣ 5♦ 5♥")
    for plan, hand in (
        ((opening, LayOff("T♠", 1), Discard("K♦")), f"{HAND} T♠"),
        ((opening, LayOff("T♠", 1), LayOff("J♠", 1), Discard("K♦")), f"{HAND} T♠ J♠"),
        ((opening, extra, LayOff("5♠", 3), Discard("K♦")), f"{HAND} 5♣ 5♦ 5♥ 5♠"),
        (
            (opening, LayOff("T♠", 1), LayDown("T♠ T♦ T♥", Source("T♠", 1)), Discard("K♦")),
            f"{HAND} T♠ T♦ T♥",
        ),
    ):
        assert points(alone, plan, hand, others=("Q♠ 9♦ 4♠", "6♥")) == [0, 46, 200]


@pytest.mark.rule("R51-SCORE-06")
@pytest.mark.parametrize(
    "options,at_once,later",
    [
        ({}, [0, 92, 400], [0, 23, 100]),
        ({"scoring__joker_finish": None}, [0, 46, 200], [0, 23, 100]),
        ({"scoring__joker_finish_factor": 3}, [0, 69, 300], [0, 23, 100]),
        ({"scoring__joker_finish_any_factor": 2}, [0, 92, 400], [0, 46, 200]),
    ],
)
def test_joker_finish(options: dict[str, Any], at_once: list[int], later: list[int]) -> None:
    variant = house(**options)
    assert points(variant, (LayDown(OPENING), Discard("*")), f"{RUN} {ACES} *") == at_once
    assert ordinary(variant, final="*") == later
    assert ordinary(variant) == [0, 23, 100]


@pytest.mark.parametrize("rounding,half", [("half_up", 35), ("floor", 34), ("exact", Fraction(69, 2))])
def test_rounding(rounding: Any, half: object) -> None:
    variant = house(scoring__all_at_once_factors=("3/2",), scoring__rounding=rounding)
    assert points(variant) == [0, half, 150]


@pytest.mark.rule("R51-SCORE-08")
@pytest.mark.parametrize("value", [0, -20])
def test_winner_score(value: int) -> None:
    assert ordinary(house(scoring__winner_score=value)) == [value, 23, 100]


# matches


def final_move(variant: Variant, context: Any, others: Sequence[str] = ("2♣", "6♥")) -> Round:
    """A round in which the seat that deals goes out with its next discard."""
    hands = [*others]
    hands.insert(context.dealer, "K♦")
    table = [(seat, meld) for seat, meld in enumerate(("7♠ 8♠ 9♠", "3♣ 3♦ 3♥", "J♣ J♦ J♥"))]
    position = scene(hands[0], table, variant=variant, others=hands[1:], discards="", player=context.dealer)
    return Round.from_setup(attrs.evolve(position.setup, context=context))


@pytest.mark.rule("R51-DEAL-01")
def test_first_dealer() -> None:
    for seat in range(3):
        assert Match.start(house(match__first_dealer=seat), players=3, seed=5).round.context.dealer == seat


@pytest.mark.rule("R51-DEAL-06")
@pytest.mark.parametrize("rotation,dealer", [("next", 1), ("winner", 0), ("loser", 2)])
def test_dealer_rotation(rotation: Any, dealer: int) -> None:
    variant = house(match__dealer_rotation=rotation, match__first_dealer=0)
    match = Match.start(variant, players=3, seed=5)
    match = attrs.evolve(match, round=final_move(variant, match.round.context)).play(Discard("K♦"))
    assert match.totals == (0, 2, 6)
    assert match.next_round().round.context.dealer == dealer


@pytest.mark.parametrize("after,dealer", [("next", 1), ("same", 0)])
def test_dealer_after_void_and_turn_cap(after: Any, dealer: int) -> None:
    variant = house(match__dealer_after_void=after, match__first_dealer=0, match__turn_cap=3)
    match = Match.start(variant, players=3, seed=5)
    for turns in range(3):
        assert (match.round.turn, match.round.over) == (turns, False)
        if str(match.round.phase) == "draw":
            match = match.play(next(iter(match.round.legal_moves)))
        match = match.play(list(match.round.legal_moves)[-1])
    assert match.round.over
    assert match.scores[-1].void
    assert match.next_round().round.context.dealer == dealer


@pytest.mark.rule("R51-MATCH-01")
@pytest.mark.parametrize(
    "options,rounds,winners",
    [
        ({}, 1, (0,)),
        ({"match__target": 150}, 2, (0,)),
        ({"match__end": "hands", "match__hands": 3}, 3, (0,)),
        ({"match__end": "elimination", "match__elimination_limit": 120, "match__target": None}, 2, (0,)),
        (
            {"match__end": "first_to_target_wins", "equipment__players": (2, 2)},
            1,
            (1,),
        ),
    ],
)
def test_how_a_match_ends(options: dict[str, Any], rounds: int, winners: tuple[int, ...]) -> None:
    """Every round costs seat 1 a hundred points or more."""
    variant = house(match__first_dealer=0, match__dealer_rotation="winner", **options)
    match = Match.start(variant, players=2, seed=5)
    for number in range(1, rounds + 1):
        position = scene("K♦", [(0, RUN)], variant=variant, others=["2♣"], discards="")
        held = Round.from_setup(attrs.evolve(position.setup, context=match.round.context))
        match = attrs.evolve(match, round=held).play(Discard("K♦"))
        assert match.over == (number == rounds)
        if not match.over:
            match = match.next_round()
    assert match.winners == winners
    assert match.totals == (0, 100 * rounds)


# conduct


@pytest.mark.rule("R51-CARTE-03")
@pytest.mark.parametrize("penalty", [1, 2, 5])
def test_carte_penalty(penalty: int) -> None:
    position = scene(
        "K♦ Q♠", [(0, RUN)], variant=house(conduct__mode="explicit", conduct__carte_penalty=penalty)
    )
    after = position.play(Discard("K♦"))
    assert after.hands[0] == Cards(["Q♠", *position.stock[:penalty]])
    assert len(position.play(Discard("K♦", announce=True)).hands[0]) == 1


def test_a_taken_discard_counts_like_any_other_card_for_the_end() -> None:
    variant = house(scoring__all_at_once_help=False)
    position = with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", THREES, variant=variant, others=["T♠ 9♦ 4♠"])
    end = allowed(position, TakeDiscard(), LayDown(OPENING), Discard("K♦"))
    assert end.score().points(1) == 46


@pytest.mark.rule("LEB-OBL-02")
@pytest.mark.parametrize("scope,kept", [("hand", (0,)), ("turn", ())])
def test_touch_penalty_and_touch_scope(scope: str, kept: tuple[int, ...]) -> None:
    """The factor of going out all at once is lost, that of a joker as the last card included; not the flat price."""
    options: dict[str, Any] = {"conduct__mode": "explicit", "conduct__touch_penalty": "no_factor"}
    variant = house(**options, conduct__touch_scope=scope)
    position = before_draw(
        "7♠ 8♠ 9♠ A♦ A♣ A♥ *", [(1, "4♣ 4♦ 4♥")], variant=variant, others=["T♠ 9♦ 4♠", "6♥"]
    )
    top = position.stock[0]
    touched = allowed(position, TouchDiscard(), DrawStock())
    assert touched.touched == (0,)
    assert allowed(touched, Discard(top)).touched == kept
    six = scene(
        "7♠ 8♠ 9♠ A♦ A♣ A♥ *", [(1, "4♣ 4♦ 4♥")], variant=variant, others=["T♠ 9♦ 4♠", "6♥"], touched=(0,)
    )
    score = allowed(six, LayDown(OPENING), Discard("*")).score()
    assert [score.points(seat) for seat in range(3)] == [0, 23, 100]
    flat = house(**options, conduct__touch_scope=scope, scoring__all_at_once_flat=150)
    priced = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", variant=flat, others=["T♠ 9♦ 4♠", "6♥"], touched=(0,))
    score = allowed(priced, LayDown(OPENING), Discard("K♦")).score()
    assert [score.points(seat) for seat in range(3)] == [0, 150, 150]
    refused(before_draw("7♠ 8♠ K♦"), TouchDiscard(), "touch_off LEB-OBL-02")
