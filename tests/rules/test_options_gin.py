"""Options of the knocking game, each against Gin."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.gin_scenes import GIN, JUNK, MELDS, NINE, TEN, at, codes, gin, junk, kinds, knocked, points
from tests.rules.scenes import allowed

from rami import (
    BigGin,
    Card,
    Cards,
    Discard,
    DrawStock,
    EndLayoffs,
    InvalidVariant,
    Knock,
    LayDown,
    LayOff,
    PassUpcard,
    Phase,
    Round,
    RoundContext,
    Setup,
    TakeDiscard,
)

# drawing


@pytest.mark.rule("GIN-UPCARD-01", "GIN-UPCARD-02")
@pytest.mark.parametrize("offer", ["none", "non_dealer", "both"])
def test_upcard_offer(offer: str) -> None:
    variant = gin(drawing__upcard_offer=offer)
    start = Round.deal(variant, dealer=0, seed=4)
    assert start.player == 1
    assert {str(move) for move in start.legal_moves} == (
        {"draw", "take"} if offer == "none" else {"take", "pass"}
    )
    assert start.phase is (Phase.DRAW if offer == "none" else Phase("offer"))
    if offer == "none":
        return
    passed = allowed(start, PassUpcard())
    assert (passed.player, passed.turn) == ((0, 1) if offer == "both" else (1, 0))
    assert {str(move) for move in passed.legal_moves} == ({"take", "pass"} if offer == "both" else {"draw"})
    last = allowed(passed, PassUpcard()) if offer == "both" else passed
    drawn = allowed(last, DrawStock())
    assert drawn.player == 1
    after = allowed(drawn, Discard(next(iter(drawn.hands[1]))))
    assert after.player == 0
    assert {str(move) for move in after.legal_moves} == {"draw", "take"}


def test_allow_return_discard() -> None:
    variant = gin(drawing__allow_return_discard=True)
    for rules, expected in ((variant, []), (GIN, ["returned_discard"])):
        taken = allowed(at(TEN, phase="draw", top="K♥", variant=rules), TakeDiscard())
        assert codes(taken, Discard("K♥")) == expected
        assert codes(taken, Knock("K♥")) == expected


# table


def test_concealed_and_the_limit_belong_together() -> None:
    refused = (
        ({"table__concealed": False}, "option_needs"),
        ({"closing__knock_limit": None}, "nobody_knocks"),
    )
    for options, code in refused:
        with pytest.raises(InvalidVariant) as caught:
            gin(**options)
        assert code in {each.code for each in caught.value.violations}
    assert codes(at(f"{TEN} K♠"), LayDown(MELDS[0])) == ["concealed"]


# closing


@pytest.mark.rule("GIN-KNOCK-01")
@pytest.mark.parametrize("limit", [0, 1, 5, 10, 60])
def test_knock_limit(limit: int) -> None:
    variant = gin(closing__knock_limit=limit)
    for extra, count in (("2♣", 0), ("A♣", 1), ("5♣", 5), ("6♣", 6), ("K♣", 10)):
        position = at(f"{NINE} {extra} K♠", variant=variant)
        assert codes(position, Knock("K♠")) == ([] if count <= limit else ["knock_deadwood"])
    bare = at(f"{NINE} A♣ K♠", variant=variant)
    assert codes(bare, Knock("K♠", ())) == ["knock_deadwood"] * (limit < 52)


@pytest.mark.parametrize(
    ("upcard", "limit"), [("A♦", 1), ("2♦", 2), ("7♦", 7), ("T♦", 10), ("J♥", 10), ("Q♦", 10), ("K♦", 10)]
)
def test_oklahoma(upcard: str, limit: int) -> None:
    """D-143: the first upcard sets the limit of the hand; it may have gone from the pile since."""
    variant = gin(closing__knock_limit="upcard")
    for extra, count in (("A♣", 1), ("3♣", 3), ("7♣", 7), ("8♣", 8), ("K♣", 10)):
        position = at(f"{NINE.replace('2♦', '2♣')} {extra} K♠", variant=variant, upcard=upcard, top="9♠")
        assert codes(position, Knock("K♠")) == ([] if count <= limit else ["knock_deadwood"])


@pytest.mark.parametrize("upcard", ["A♦", "3♦"])
def test_oklahoma_from_the_deal_on(upcard: str) -> None:
    variant = gin(closing__knock_limit="upcard")
    mine, other = [*Cards(NINE), Card("3♣")], [*Cards(junk(10, Cards(f"3♣ {upcard}")))]
    dealt = [card for pair in zip(mine, other, strict=True) for card in pair]
    rest = [Card.from_id(number) for number in range(52)]
    rest = [card for card in rest if card not in [*dealt, Card(upcard)]]
    start = Round.deal(variant, dealer=1, deck=[*dealt, Card(upcard), *rest])
    drawn = allowed(start, PassUpcard(), PassUpcard(), DrawStock())
    (card,) = Cards(set(drawn.hands[0]) - set(mine))
    assert codes(drawn, Knock(card)) == (["knock_deadwood"] if upcard == "A♦" else [])


@pytest.mark.parametrize("ace", ["one", "gin_only"])
def test_oklahoma_ace(ace: str) -> None:
    variant = gin(closing__knock_limit="upcard", closing__upcard_ace=ace)
    one = at(f"{NINE} A♣ K♠", variant=variant, upcard="A♦", top="9♠")
    assert codes(one, Knock("K♠")) == ([] if ace == "one" else ["knock_deadwood"])
    two = at(f"{NINE.replace('2♦', '2♣')} 2♦ K♠".replace("2♠", "3♣"), variant=variant, upcard="A♦", top="9♠")
    assert codes(two, Knock("K♠")) == ["knock_deadwood"]
    allowed(at(f"{TEN} K♠", variant=variant, upcard="A♦", top="9♠"), Knock("K♠"))
    allowed(at(f"{TEN} 3♥", variant=variant, upcard="A♦", top="9♠"), BigGin())
    other = at(f"{NINE} A♣ K♠", variant=variant, upcard="2♣", top="9♠")
    allowed(other, Knock("K♠"))


@pytest.mark.parametrize(
    "cards,points",
    [
        ("4♥ 5♥ 6♥ 4♥ 5♥ 6♥ J♠ J♦ J♣ 2♣", 2),
        ("7♣ 7♣ 7♦ 7♥ 8♥ 9♥", 7 + 7 + 7),
        ("7♣ 7♣ 7♦ 7♥ 8♥ 9♥ 7♠", 7),
        ("Q♣ Q♣ Q♦ A♠", 31),
        ("3♠ 4♠ 5♠ 5♠ 5♦ 5♣", 0),
    ],
)
def test_deadwood_of_two_packs(cards: str, points: int) -> None:
    assert gin(equipment__packs=2).deadwood(cards) == points


@pytest.mark.rule("GIN-LAYOFF-01")
def test_settle_by_moves() -> None:
    variant = gin(closing__settle="moves")
    other = "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣ 3♦"
    shown = knocked(f"{NINE} 8♣ K♠", "K♠", other, MELDS, variant=variant, top="Q♦")
    assert (shown.over, shown.player, shown.phase) == (False, 1, Phase("layoff"))
    assert shown.opened == (True, False)
    assert shown.view(1).discards[-1] == Card("?")
    assert kinds(shown) == {"LayOff", "LayDown", "EndLayoffs"}
    run = next(item.id for item in shown.table if item.meld.kind == "run")
    twos = next(item.id for item in shown.table if "2♥" in str(item.meld))
    assert codes(shown, LayOff("8♥", run)) == ["does_not_fit"]
    position = allowed(shown, LayOff("7♥", run), LayOff("8♥", run), LayDown("9♠ 9♦ 9♣"), LayOff("2♣", twos))
    assert position.hands[1] == Cards("K♣ 3♦")
    assert Round.from_setup(position.setup) == position
    for move in (Discard("K♣"), DrawStock(), TakeDiscard(), Knock("K♣"), BigGin(), PassUpcard()):
        assert codes(position, move) != []
    over = allowed(position, EndLayoffs())
    assert over.over
    assert points(over) == (13 - 8, 0)
    best = knocked(f"{NINE} 8♣ K♠", "K♠", other, MELDS, top="Q♦")
    assert best.over
    assert best.score().points(0) == over.score().points(0)


@pytest.mark.rule("GIN-LAYOFF-01")
def test_lay_offs_go_on_the_knockers_melds_only() -> None:
    variant = gin(closing__settle="moves")
    shown = knocked(f"{NINE} 8♣ K♠", "K♠", "9♠ 9♦ 9♣ 9♥", MELDS, variant=variant, top="Q♦")
    laid = allowed(shown, LayDown("9♠ 9♦ 9♣"))
    own = next(item.id for item in laid.table if item.owner == 1)
    assert codes(laid, LayOff("9♥", own)) == ["not_a_shown_meld"]
    assert {str(move) for move in laid.legal_moves} == {"end lay-offs"}
    assert points(allowed(laid, EndLayoffs())) == (1, 0)
    assert codes(shown, LayOff("9♥", 77)) != []


@pytest.mark.rule("GIN-SCORE-03", "GIN-LAYOFF-01")
@pytest.mark.parametrize("allow", [False, True])
@pytest.mark.parametrize("settle", ["best", "moves"])
def test_layoff_on_gin(allow: bool, settle: str) -> None:
    variant = gin(closing__layoff_on_gin=allow, closing__settle=settle)
    over = knocked(f"{TEN} K♠", "K♠", "7♥ 8♣ 3♦", variant=variant, top="Q♦")
    if settle == "moves":
        run = next(item.id for item in over.table if item.meld.kind == "run")
        assert codes(over, LayOff("7♥", run)) == ([] if allow else ["no_layoff_now"])
        over = allowed(over, *[LayOff("7♥", run)] * allow, EndLayoffs())
    assert points(over) == (36 if allow else 43, 0)


@pytest.mark.rule("GIN-SCORE-04", "GIN-LAYOFF-01")
@pytest.mark.parametrize("settle", ["best", "moves"])
def test_never_on_big_gin(settle: str) -> None:
    variant = gin(closing__layoff_on_gin=True, closing__settle=settle)
    over = allowed(at(f"{TEN} 3♥", "7♥ 8♣ 9♣ T♣", variant=variant, top="Q♦"), BigGin())
    if settle == "moves":
        run = next(item.id for item in over.table if item.meld.kind == "run")
        assert codes(over, LayOff("7♥", run)) == ["no_layoff_now"]
        over = allowed(over, LayDown("8♣ 9♣ T♣"), EndLayoffs())
    assert points(over) == (57, 0)


@pytest.mark.rule("GIN-VOID-01")
@pytest.mark.parametrize("void_at", [None, 0, 1, 2, 5])
def test_void_at(void_at: int | None) -> None:
    variant = gin(closing__void_at=void_at)
    for left in range(8):
        after = allowed(at(f"{TEN} K♠", stock=left, variant=variant), Discard("K♠"))
        assert after.over == (void_at is not None and left <= void_at)
        if not after.over:
            assert {str(move) for move in after.legal_moves} == ({"draw", "take"} if left else {"take"})


def test_void_at_needs_a_stock_that_is_not_renewed() -> None:
    with pytest.raises(InvalidVariant):
        gin(drawing__recycle="keep_top")
    variant = gin(drawing__recycle="keep_top", closing__void_at=None)
    after = allowed(at(f"{TEN} K♠", stock=0, variant=variant), Discard("K♠"))
    assert {str(move) for move in after.legal_moves} == {"draw", "take"}
    allowed(after, DrawStock())


NEARLY = f"{NINE} K♥"
"""A hand that any card up to ten lets knock."""


@pytest.mark.rule("GIN-VOID-01")
@pytest.mark.parametrize(("face", "limit", "usable"), [("2♣", 0, True), ("A♣", 0, False), ("A♣", 1, True)])
def test_fiftieth_card(face: str, limit: int, usable: bool) -> None:
    """D-146: the discard that leaves two stock cards may be taken for a knock and for nothing else."""
    variant = gin(closing__fiftieth_card=True, closing__knock_limit=limit)
    own = f"{face} {junk(10, Cards(f'{NEARLY} {face}'))}"
    offer = allowed(at(own, NEARLY, stock=2, variant=variant), Discard(face))
    assert (offer.over, offer.player, offer.phase) == (False, 1, Phase("offer"))
    assert {str(move) for move in offer.legal_moves} == ({"take", "pass"} if usable else {"pass"})
    void = allowed(offer, PassUpcard())
    assert void.over
    assert void.score().void
    assert codes(offer, DrawStock()) != []
    if not usable:
        (refused,) = offer.explain(TakeDiscard())
        assert refused.code == "no_knock_with_discard"
        assert refused["attempt"] == "knock K♥"
        assert [str(each) for each in refused.because] == [
            "the unmatched cards count 1, a knock allows 0 [GIN-KNOCK-01]"
        ]
        return
    taken = allowed(offer, TakeDiscard())
    assert kinds(taken) == {"Knock"}
    for card in set(taken.hands[1]) - {Card(face)}:
        assert codes(taken, Discard(card)) == ["must_knock"]
    over = allowed(taken, Knock("K♥"))
    assert over.knock is not None
    assert str(over.knock.kind) == ("gin" if face == "2♣" else "knock")
    assert over.score().winner == 1


@pytest.mark.rule("GIN-VOID-01")
def test_fiftieth_card_for_big_gin() -> None:
    variant = gin(closing__fiftieth_card=True)
    own = f"3♥ {junk(10, Cards(f'{TEN} 3♥'))}"
    offer = allowed(at(own, TEN, stock=2, variant=variant), Discard("3♥"))
    taken = allowed(offer, TakeDiscard())
    assert kinds(taken) == {"Knock", "BigGin"}
    assert points(allowed(taken, BigGin()))[0] == 0


@pytest.mark.rule("GIN-VOID-01")
def test_fiftieth_card_only_at_the_end() -> None:
    variant = gin(closing__fiftieth_card=True)
    own = f"A♣ {junk(10, Cards(f'{NEARLY} A♣'))}"
    after = allowed(at(own, NEARLY, stock=3, variant=variant), Discard("A♣"))
    assert {str(move) for move in after.legal_moves} == {"draw", "take"}


# scoring


@pytest.mark.rule("GIN-SCORE-03")
@pytest.mark.parametrize("bonus", [0, 20, 25])
def test_gin_bonus(bonus: int) -> None:
    variant = gin(scoring__gin_bonus=bonus)
    assert points(knocked(f"{TEN} K♠", "K♠", "7♥ 8♣ 3♦", variant=variant, top="Q♦")) == (bonus + 18, 0)


@pytest.mark.rule("GIN-SCORE-04")
@pytest.mark.parametrize("bonus", [None, 0, 31, 50])
def test_big_gin_bonus(bonus: int | None) -> None:
    variant = gin(scoring__big_gin_bonus=bonus)
    position = at(f"{TEN} 3♥", "7♥ 8♣ 3♦", variant=variant, top="Q♦")
    if bonus is None:
        assert codes(position, BigGin()) == ["no_big_gin"]
        assert kinds(position) == {"Discard", "Knock"}
    else:
        assert points(allowed(position, BigGin())) == (bonus + 18, 0)
    assert points(allowed(position, Knock("3♥"))) == (43, 0)


@pytest.mark.rule("GIN-SCORE-02")
@pytest.mark.parametrize("bonus", [0, 10, 25])
def test_undercut_bonus(bonus: int) -> None:
    variant = gin(scoring__undercut_bonus=bonus)
    assert points(knocked(f"{NINE} 8♣ K♠", "K♠", "A♦", variant=variant, top="Q♦")) == (0, bonus + 7)
    assert points(knocked(f"{NINE} 8♣ K♠", "K♠", "8♦", variant=variant, top="Q♦")) == (0, bonus)


@pytest.mark.parametrize("doubles", [False, True])
@pytest.mark.parametrize("upcard", ["3♠", "3♣"])
def test_spade_doubles(doubles: bool, upcard: str) -> None:
    """D-143: all of it, bonuses included; the limit stays what it is."""
    variant = gin(scoring__spade_doubles=doubles)
    times = 2 if doubles and upcard == "3♠" else 1
    facts: dict[str, Any] = {"variant": variant, "top": "Q♦", **({"upcard": upcard} if doubles else {})}
    assert points(knocked(f"{TEN} K♠", "K♠", "7♥ 8♣ 3♦", **facts)) == (43 * times, 0)
    assert points(knocked(f"{NINE} 8♣ K♠", "K♠", "A♦", **facts)) == (0, 17 * times)
    assert points(knocked(f"{NINE} 8♣ K♠", "K♠", "K♦ A♦", **facts)) == (3 * times, 0)


@pytest.mark.rule("GIN-SCORE-01", "GIN-SCORE-02")
@pytest.mark.parametrize(
    ("tie", "expected", "winner"),
    [("undercut", (0, 10), 1), ("knocker", (0, 0), 0), ("void", (0, 0), None)],
)
def test_knock_tie(tie: str, expected: tuple[int, int], winner: int | None) -> None:
    variant = gin(scoring__knock_tie=tie)
    over = knocked(f"{NINE} 8♣ K♠", "K♠", "8♦", variant=variant, top="Q♦")
    assert points(over) == expected
    assert over.score().void == (winner is None)
    assert over.outcome is not None
    assert over.outcome.winner == over.score().winner == winner
    assert points(knocked(f"{NINE} 8♣ K♠", "K♠", "9♦", variant=variant, top="Q♦")) == (1, 0)
    assert points(knocked(f"{NINE} 8♣ K♠", "K♠", "7♦", variant=variant, top="Q♦")) == (0, 11)
    assert points(knocked(f"{TEN} K♠", "K♠", "9♣ 9♦ 9♥", variant=variant, top="Q♦")) == (25, 0)


# other slots that the game leaves open


@pytest.mark.rule("GIN-RUN-02")
def test_the_ace_may_be_high_too() -> None:
    variant = gin(melding__ace="both", melding__max_run=14)
    hand = "Q♠ K♠ A♠ 2♥ 3♥ 4♥ 5♦ 6♦ 7♦ 8♦"
    assert (GIN.deadwood(hand), variant.deadwood(hand)) == (21, 0)
    over = knocked(f"{hand} K♥", "K♥", junk(10, Cards(f"{hand} K♥ 9♠")), variant=variant, top="9♠")
    assert over.knock is not None
    assert str(over.knock.kind) == "gin"


def test_a_twin_that_was_held_before_may_go() -> None:
    """D-112, with two packs."""
    variant = gin(equipment__packs=2)

    def taken(hand: str) -> Round:
        setup = Setup(
            variant=variant,
            hands=(hand, JUNK),
            phase="draw",
            discards="K♥",
            context=RoundContext(2, 1),
            turn=8,
        )
        return allowed(Round.from_setup(setup), TakeDiscard())

    assert codes(taken(f"{NINE} 3♣"), Discard("K♥")) == ["returned_discard"]
    assert codes(taken(f"{NINE} K♥"), Discard("K♥")) == []
    assert codes(taken(f"{NINE} K♥"), Knock("K♥")) == []
