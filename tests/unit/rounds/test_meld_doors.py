"""All functions that take a list of cards as a meld read it in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.support.depth import enough, numbers
from tests.support.presets import PRESETS
from tests.support.refusals import refusal
from tests.support.terminal import runner
from tests.support.turn_facts import built

from rami import (
    Card,
    Group,
    IllegalMove,
    InvalidMeld,
    Knock,
    LayDown,
    Match,
    RamiError,
    Rank,
    Round,
    Run,
    Setup,
    Suit,
    Variant,
    variants,
)
from rami.cards.melds import Meld, meld_text
from rami.cards.moves import BigGin, Rearrange
from rami.errors import InvalidSetup, Reason, Violation
from rami.notation import parse_position, position_text
from rami.rounds.setup import RoundContext

# new melds are judged by more than those that have grown on the table
OF_NEW_MELDS = {"wild_inside", "wild_share"}

Answer = Meld | tuple[Violation, ...]


def near_meld(rng: Random) -> str:
    """Return cards that are nearly a meld: a row or a rank, with wild cards, slips, and in any order."""
    suit = rng.choice(list(Suit))
    size = rng.choice((2, 3, 3, 3, 4, 4, 5, 7))
    if rng.random() < 0.6:
        low = rng.randint(1, 13)
        cards = [Card.of((low - 1 + step) % 13 + 1, suit) for step in range(size)]
    else:
        rank = rng.randint(1, 13)
        cards = [Card.of(rank, rng.choice(list(Suit))) for _ in range(size)]
    for index in range(size):
        slip = rng.random()
        if slip < 0.17:
            cards[index] = Card("*") if slip < 0.09 else Card.of(2, rng.choice(list(Suit)))
        elif slip < 0.2:
            cards[index] = Card.from_id(rng.randrange(52))
    order = rng.random()
    if order < 0.25:
        rng.shuffle(cards)
    elif order < 0.35:
        cards.reverse()
    elif order < 0.45:
        cards.append(cards.pop(0))
    return " ".join(map(str, cards))


@cache
def in_play(variant: Variant) -> Round:
    """Return a position in which melds may be laid, whatever the cards in hand."""
    context = RoundContext(variant.equipment.players[0])
    hands = ["7♣ 9♦ J♥ K♠", "8♣ T♦ Q♥"] + ["3♣"] * (context.seats - 2)
    turned = {"wild_rank": "*", "natural": "K♣", None: None}[variant.dealing.turned_card]
    phase = "play" if variant.drawing.turn == "draw_then_play" else "draw"
    return built(variant=variant, hands=hands, phase=phase, context=context, turned=turned)


def answer(variant: Variant, cards: str) -> Answer:
    try:
        return variant.meld(cards)
    except RamiError as error:
        return error.violations


def check_doors(variant: Variant, cards: str) -> None:
    """Ask everybody who reads melds about one list."""
    position = in_play(variant)
    variant = position.variant
    found = answer(variant, cards)
    if variant.table.regroup is not None:
        check_proposed(position, cards, found)
        return
    contract = 1 if variant.settings()["opening.contracts"] else None
    verdict = variant.check_opening([cards], contract=contract) if not variant.table.concealed else None
    moves: Sequence[LayDown | Knock | BigGin] = (LayDown(cards), Knock("K♠", [cards]), BigGin([cards]))
    texts = (f"lay {cards}", f"lay down {cards}", f"knock K♠ with {cards}", f"big gin with {cards}")
    if isinstance(found, tuple):
        assert found
        assert verdict is None or set(found) <= set(verdict.violations)
        assert refusal(RamiError, variant.points, cards).violations == found
        for each in (*moves, *texts):
            assert position.explain(each) == found
            assert each not in position.legal_moves
            assert refusal(RamiError, position.parse, each).violations == found
        assert refusal(IllegalMove, position.play, moves[0]).violations == found
    else:
        assert variant.points(cards) == variant.points(found)
        assert verdict is None or verdict.points == variant.points(found)
        assert variant.meld(found) == variant.meld(meld_text(found)) == found
        assert variant.wilds(found) == variant.wilds(cards)
        for each in (*moves, *texts):
            read = position.parse(each)
            assert isinstance(read, (LayDown, Knock, BigGin))
            assert read.melds == (found,)
            assert position.parse(str(read)) == read
            assert position.explain(each) == position.explain(read)
            assert (each in position.legal_moves) == (read in position.legal_moves)
    check_tables(variant, cards, found)


def check_proposed(position: Round, cards: str, found: Answer) -> None:
    """Ask about the list as a table that a player proposes, who then hears of everything else as well."""
    move, text = Rearrange(cards), f"arrange {cards}"
    if isinstance(found, tuple):
        assert set(found) <= set(position.explain(move))
        assert position.explain(text) == position.explain(move)
        assert refusal(RamiError, position.parse, text).violations == found
        return
    read = position.parse(text)
    assert isinstance(read, Rearrange)
    assert read.melds == (found,)
    assert position.parse(str(read)) == read
    assert position.explain(move) == position.explain(read)


def check_tables(variant: Variant, cards: str, found: Answer) -> None:
    """Check the list as a meld on the table, which may have grown into one that nobody could lay."""
    before = in_play(variant).setup
    setup = Setup(variant=variant, hands=before.hands, table=[(0, cards)], context=before.context)
    assert parse_position(position_text(setup)) == setup
    meld = setup.table[0].meld
    if not isinstance(found, tuple):
        assert meld == found
    elif isinstance(meld, (Group, Run)):
        assert {each.code for each in found} & OF_NEW_MELDS
    else:
        always = {each for each in found if each.code not in OF_NEW_MELDS}
        assert always <= set(refusal(InvalidSetup, Round.from_setup, setup).violations)


@pytest.mark.search(cases=8)
@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)
def test_near_melds_are_read_alike_everywhere(variant: Variant) -> None:
    rng = Random(f"near melds of {variant.slug}")
    for _ in numbers(150):
        check_doors(variant, near_meld(rng))


@pytest.mark.parametrize("variant", PRESETS, ids=lambda variant: variant.slug)
def test_the_command_reads_melds_alike(
    variant: Variant, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rami = runner(capsys, monkeypatch)
    rng = Random(f"checked melds of {variant.slug}")
    for _ in numbers(8):
        cards = near_meld(rng)
        found = answer(variant, cards)
        code, lines = rami("check", variant.slug, cards)
        if isinstance(found, tuple):
            assert code == 1
            assert len(lines) == 1 + len(found)
        else:
            assert code == 0
            kind, _, text = lines[0].partition(": ")
            assert kind == f"A {found.kind}"
            assert variant.meld(text.partition(",")[0]) == found


@pytest.mark.rule("R51-JOK-01")
@pytest.mark.parametrize(
    "variant,typed,meant",
    [
        (variants.CLASSIC_51, "9♥ 8♥ *", "* 8♥ 9♥"),
        (variants.CLASSIC_51, "J♥ T♥ 9♥ *", "* 9♥ T♥ J♥"),
        (variants.CLASSIC_51, "* 8♥ 7♥", "7♥ 8♥ *"),
        (variants.CLASSIC_51, "A♥ K♥ Q♥ *", "* Q♥ K♥ A♥"),
        (variants.CLASSIC_51, "8♥ * 6♥ 5♥", "5♥ 6♥ * 8♥"),
        (variants.CLASSIC_51, "8♥ 6♥ 5♥ *", "5♥ 6♥ * 8♥"),
        (variants.CLASSIC_51, "9♥ 7♥ 8♥ *", "7♥ 8♥ 9♥ *"),
        (variants.CLASSIC_51, "K♠ A♠ *", "* K♠ A♠"),
        (variants.CLASSIC_51, "* A♠ 2♠", "A♠ 2♠ *"),
        (variants.CLASSIC_51, "7♠ 9♠ *", "7♠ * 9♠"),
        (variants.KALOOKI_40, "* 2♠ 3♠", "2♠ 3♠ *"),
        (variants.OKEY_101, "12r 13r *", "* 12r 13r"),
        (variants.OKEY_101, "* 1r 2r", "1r 2r *"),
        (variants.OKEY_101, "7r 9r * *", "7r * 9r *"),
        (variants.OKEY_101, "8r 6r 5r * *", "* 5r 6r * 8r"),
        (variants.OKEY_101, "5r * *", "5r * * (run 5r)"),
        (variants.OKEY_101, "* 5r *", "* 5r * (run 4r)"),
        (variants.OKEY_101, "13r * *", "13r * * (group K)"),
        (variants.FRUSTRATION, "4♠ 3♠ 2♠", "2♠ 3♠ 4♠"),
        (variants.FRUSTRATION, "4♠ 2♠ 3♠", "2♠ 3♠ 4♠"),
        (variants.FRUSTRATION, "3♠ 4♠ 2♠", "3♠ 4♠ 2♠ (run 3♠)"),
        (variants.FRUSTRATION, "Q♠ K♠ A♠ *", "* Q♠ K♠ A♠"),
    ],
)
def test_the_meld_of_a_list(variant: Variant, typed: str, meant: str) -> None:
    assert variant.meld(typed) == variant.meld(meant)
    assert variant.points(typed) == variant.points(meant)


@pytest.mark.rule("R51-JOK-01")
@pytest.mark.parametrize(
    "variant,typed,several",
    [
        (variants.CLASSIC_51, "8♥ * 9♥", ("* 8♥ 9♥", "8♥ 9♥ *")),
        (variants.CLASSIC_51, "9♥ * 8♥", ("* 8♥ 9♥", "8♥ 9♥ *")),
        (variants.OKEY_101, "* 7r 9r *", ("* 7♥ * 9♥", "7♥ * 9♥ *")),
    ],
)
def test_an_ambiguous_list_is_refused_with_its_melds(
    variant: Variant, typed: str, several: tuple[str, ...]
) -> None:
    (only,) = refusal(InvalidMeld, variant.meld, typed).violations
    assert (only.code, only["readings"]) == (Reason.SEVERAL_MELDS, several)
    assert [str(variant.meld(each)) for each in several] == list(several)


@pytest.mark.rule("R51-OPEN-01")
def test_a_falling_run_opens_with_its_own_points() -> None:
    classic = variants.CLASSIC_51
    for typed in ("K♥ Q♥ J♥ *", "* J♥ Q♥ K♥"):
        verdict = classic.check_opening([typed, "A♠ 2♠ 3♠ 4♠"])
        assert (verdict.ok, verdict.points) == (False, 50)


@pytest.mark.rule("FRU-WILD-01", "R51-JOK-01")
def test_text_with_two_readings() -> None:
    classic, frustration = variants.CLASSIC_51, variants.FRUSTRATION
    melds = ["J♥ Q♥ K♥", "9♠ 7♠ * T♠"]
    position = built(variant=classic, hands=["J♥ Q♥ K♥ 9♠ 7♠ * T♠ 2♦", "3♣"], phase="play")
    assert classic.check_opening(melds)
    assert position.explain(LayDown(melds)) == ()
    assert position.play(LayDown(melds)) == position.play("lay J♥ Q♥ K♥ + 9♠ 7♠ * T♠")
    hands, context = ["8♠ 8♥ 8♣ 3♦ 4♦ 5♦ 2♦ K♠", "3♣"], RoundContext(2, contracts=(2, 2))
    position = built(variant=frustration, hands=hands, phase="play", context=context)
    cards = "3♦ 4♦ 5♦ 2♦"
    read = frustration.meld(cards)
    assert (read, frustration.wilds(read)) == (Run(cards), (3,))
    assert position.parse(LayDown(["8♠ 8♥ 8♣", cards])) == position.parse(LayDown(["8♠ 8♥ 8♣", read]))
    assert position.play(LayDown(["8♠ 8♥ 8♣", cards])) == position.play(LayDown(["8♠ 8♥ 8♣", read]))


@pytest.mark.rule("FRU-WILD-01")
def test_a_group_has_the_suits_of_the_rules() -> None:
    table, context = [(0, "5♠ 5♥ 5♣"), (0, "J♠ Q♠ K♠ A♠")], RoundContext(2, contracts=(2, 2))
    facts: dict[str, Any] = {"hands": ["8♠ 8♥ 8♣ K♠", "3♣"], "table": table, "phase": "play"}
    position = built(variant=variants.FRUSTRATION, context=context, **facts)
    for suits in ("distinct", "any"):
        move = LayDown(Group("8♠ 8♥ 8♣", suits=suits))
        assert [str(each) for each in position.canonical(move)] == ["lay 8♣ 8♥ 8♠"]
        assert position.parse(move) in [*position.legal_moves]


def test_a_match_logs_moves_as_read() -> None:
    match = Match.start(variants.CLASSIC_51, players=2, seed=7)
    discard = next(iter(match.round.legal_moves))
    assert match.play(str(discard)) == match.play(discard)
    assert match.play(str(discard)).log == match.play(discard).log


HOUSES: tuple[Variant, ...] = (
    variants.CLASSIC_51.with_(melding={"max_wild": None}),
    variants.CLASSIC_51.with_(melding={"run_wrap": True, "max_run": 13, "max_wild": None}),
    variants.KALOOKI_40.with_(melding={"min_natural": 1}),
    variants.INDIAN_13.with_(equipment={"wild_ranks": {6}}),
    variants.INDIAN_13.with_(equipment={"wild_ranks": {6}, "natural_wilds": False}),
    variants.THREE_THIRTEEN.with_(
        equipment={"wild_ranks": {9}}, dealing={"hand_size": 9}, match={"rounds": {}, "target": 100}
    ),
)


NAMES = {"Run": Run, "Group": Group, "Rank": Rank, "Suit": Suit}


def one_natural(rng: Random) -> str:
    """Return a natural card or two, and wild cards."""
    cards = ["*"] * rng.randint(1, 3) + [str(Card.from_id(rng.randrange(52)))]
    cards += [str(Card.of(rng.choice((2, 6, 9)), rng.choice(list(Suit)))) for _ in range(rng.randint(0, 1))]
    return " ".join(cards)


@pytest.mark.rule("R51-JOK-01", "KAL-ACE-01", "VARIATION-CIRC-01")
@pytest.mark.parametrize("variant", (*PRESETS, *HOUSES), ids=lambda variant: variant.name)
def test_written_melds_are_read_as_themselves(variant: Variant) -> None:
    """Aces high, low and at both ends, round the corner, wild ranks, and groups of a single natural card."""
    rng = Random(f"written melds of {variant.name}")
    seen = 0
    for number in numbers(400):
        cards = near_meld(rng) if number % 2 else one_natural(rng)
        try:
            found = variant.readings(cards)
        except RamiError:
            continue
        for meld in found:
            seen += 1
            assert variant.meld(meld) == variant.meld(meld_text(meld)) == meld
            assert variant.meld(meld_text(meld, named=True)) == eval(repr(meld), NAMES) == meld
            naturals = [card for card in meld if card.rank in {*Rank} - {*variant.equipment.wild_ranks}]
            # A run that is typed from high to low is that run, unless cards of a wild rank could be natural in it.
            if isinstance(meld, Run) and len(naturals) > 1 and meld_text(meld) == str(meld):
                assert variant.meld(meld.cards[::-1]) == meld
        if len(found) == 1:
            # another exchange of interchangeable wild cards may be listed
            assert [each.stands_for for each in variant.meld(cards).placed] == [
                each.stands_for for each in found[0].placed
            ]
    assert seen >= enough(30)


def test_a_joker_stands_at_either_end_of_a_run_of_a_whole_suit() -> None:
    suit = "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠"
    found = variants.CLASSIC_51.readings(f"A♠ {suit} *")
    assert [str(meld) for meld in found] == [f"A♠ {suit} *", f"* {suit} A♠"]
