"""One reader of melds: every door of the library gives one answer for a list of cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest
from tests.cli.terminal import runner
from tests.depth import numbers

from rami import (
    BigGin,
    Card,
    Group,
    IllegalMove,
    InvalidSetup,
    Knock,
    LayDown,
    Match,
    Meld,
    RamiError,
    Round,
    RoundContext,
    Run,
    Setup,
    Suit,
    Variant,
    Violation,
    variants,
)
from rami.melds import meld_text
from rami.notation import parse_position, position_text

PRESETS = tuple(variants.get(slug) for slug in variants.available())
# new melds are judged by more than those that have grown on the table
OF_NEW_MELDS = {"wild_inside", "wild_share"}

Answer = Meld | tuple[Violation, ...]


def near_meld(rng: Random) -> str:
    """Cards that are nearly a meld: a row or a rank, with wild cards, slips, and in any order."""
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
    """A position in which melds may be laid, whatever the cards in hand."""
    context = RoundContext(variant.equipment.players[0])
    hands = ["7♣ 9♦ J♥ K♠", "8♣ T♦ Q♥"] + ["3♣"] * (context.seats - 2)
    turned = {"wild_rank": "*", "natural": "K♣", None: None}[variant.dealing.turned_card]
    return Round.from_setup(Setup(variant=variant, hands=hands, phase="play", context=context, turned=turned))


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
    contract = 1 if variant.settings()["opening.contracts"] else None
    verdict = variant.check_opening([cards], contract=contract)
    moves: Sequence[LayDown | Knock | BigGin] = (LayDown(cards), Knock("K♠", [cards]), BigGin([cards]))
    texts = (f"lay {cards}", f"lay down {cards}", f"knock K♠ with {cards}", f"big gin with {cards}")
    if isinstance(found, tuple):
        assert found
        assert set(found) <= set(verdict.violations)
        with pytest.raises(RamiError) as refused:
            variant.points(cards)
        assert refused.value.violations == found
        for each in (*moves, *texts):
            assert position.explain(each) == found
            assert each not in position.legal_moves
            with pytest.raises(RamiError) as refused:
                position.parse(each)
            assert refused.value.violations == found
        with pytest.raises(IllegalMove) as illegal:
            position.play(moves[0])
        assert illegal.value.violations == found
    else:
        assert verdict.points == variant.points(cards) == variant.points(found)
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


def check_tables(variant: Variant, cards: str, found: Answer) -> None:
    """Melds on a table, which may have become what no new meld may be."""
    before = in_play(variant).setup
    setup = Setup(variant=variant, hands=before.hands, table=[(0, cards)], context=before.context)
    assert parse_position(position_text(setup)) == setup
    meld = setup.table[0].meld
    if not isinstance(found, tuple):
        assert meld == found
    elif isinstance(meld, (Group, Run)):
        assert {each.code for each in found} & OF_NEW_MELDS
    else:
        with pytest.raises(InvalidSetup) as refused:
            Round.from_setup(setup)
        always = {each for each in found if each.code not in OF_NEW_MELDS}
        assert always <= set(refused.value.violations)


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
            kind, _, told = lines[0].partition(": ")
            assert kind == f"A {found.kind}"
            assert variant.meld(told.partition(",")[0]) == found


@pytest.mark.rule("FRU-WILD-01", "R51-JOK-01")
def test_text_with_two_readings() -> None:
    classic, frustration = variants.CLASSIC_51, variants.FRUSTRATION
    melds = ["J♥ Q♥ K♥", "9♠ 7♠ * T♠"]
    position = Round.from_setup(Setup(variant=classic, hands=["J♥ Q♥ K♥ 9♠ 7♠ * T♠ 2♦", "3♣"], phase="play"))
    assert classic.check_opening(melds)
    assert position.explain(LayDown(melds)) == ()
    assert position.play(LayDown(melds)) == position.play("lay J♥ Q♥ K♥ + 9♠ 7♠ * T♠")
    position = Round.from_setup(
        Setup(
            variant=frustration,
            hands=["8♠ 8♥ 8♣ 3♦ 4♦ 5♦ 2♦ K♠", "3♣"],
            phase="play",
            context=RoundContext(2, contracts=(2, 2)),
        )
    )
    cards = "3♦ 4♦ 5♦ 2♦"
    read = frustration.meld(cards)
    assert (read, frustration.wilds(read)) == (Run(cards), (3,))
    assert position.parse(LayDown(["8♠ 8♥ 8♣", cards])) == position.parse(LayDown(["8♠ 8♥ 8♣", read]))
    assert position.play(LayDown(["8♠ 8♥ 8♣", cards])) == position.play(LayDown(["8♠ 8♥ 8♣", read]))


@pytest.mark.rule("FRU-WILD-01")
def test_a_group_has_the_suits_of_the_rules() -> None:
    position = Round.from_setup(
        Setup(
            variant=variants.FRUSTRATION,
            hands=["8♠ 8♥ 8♣ K♠", "3♣"],
            table=[(0, "5♠ 5♥ 5♣"), (0, "J♠ Q♠ K♠ A♠")],
            phase="play",
            context=RoundContext(2, contracts=(2, 2)),
        )
    )
    for suits in ("distinct", "any"):
        move = LayDown(Group("8♠ 8♥ 8♣", suits=suits))
        assert [str(each) for each in position.canonical(move)] == ["lay 8♣ 8♥ 8♠"]
        assert position.parse(move) in [*position.legal_moves]


def test_a_match_logs_moves_as_read() -> None:
    match = Match.start(variants.CLASSIC_51, players=2, seed=7)
    discard = next(iter(match.round.legal_moves))
    assert match.play(str(discard)) == match.play(discard)
    assert match.play(str(discard)).log == match.play(discard).log
