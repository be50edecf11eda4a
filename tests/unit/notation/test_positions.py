"""Positions as lines of text: every setup can be read back, and other texts are refused with the place of the fault."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.custom import ThreeMelds
from tests.support.refusals import codes_of, refusal
from tests.support.strategies import LIVELY, VARIANTS, cards, many, melds, walk

from rami import Cards, RamiError, Round, Setup, variants
from rami.errors import InvalidText, InvalidVariant, Reason
from rami.notation import LONGEST_POSITION, parse_position, position_text, positions
from rami.notation.positions import _fields
from rami.policies.results.outcomes import KnockKind
from rami.policies.results.seats import Seat, seats_of
from rami.rounds.setup import Duty, DutyKind, KnockFact, Outcome, Phase, RoundContext, TableMeld, TurnFacts

CLASSIC = variants.CLASSIC_51
START = "rami position 1; variant classic-51 1"
HANDS = f"{START}; hands 7♠ 8♠ / K♦ K♥"


def test_facts_of_the_turn_are_read_alone_too() -> None:
    grouped = f"{START}; hands 7♠ 8♠ / K♦ K♥; turn_facts taken 7♠, duties place_taken 7♠ / go_out"
    alone = f"{START}; taken 7♠; hands 7♠ 8♠ / K♦ K♥; duties place_taken 7♠, go_out"
    assert parse_position(alone) == parse_position(grouped)
    assert codes_of(InvalidText, parse_position, f"{grouped}; taken 7♠") == [Reason.KEY_TWICE]


def test_positions_of_one_variant_share_it() -> None:
    assert parse_position(HANDS).variant is CLASSIC
    house = HANDS.replace("classic-51 1;", "classic-51 1; option opening.minimum = 72;")
    first, second = parse_position(house), parse_position(house)
    assert first.variant.opening.minimum == 72
    assert first.variant is second.variant


def test_every_fact_has_its_field() -> None:
    for cls in (RoundContext, Outcome):
        assert list(_fields(cls)) == [attribute.name for attribute in attrs.fields(cls)]
    names = [attribute.name for attribute in attrs.fields(Setup) if attribute.name != "variant"]
    place = names.index("seats")
    names[place : place + 1] = [attribute.name for attribute in attrs.fields(Seat)]
    assert list(_fields(Setup)) == names


def test_the_page_has_the_fields_in_their_order() -> None:
    """Readers of other programs have nothing else to go by."""
    rows = re.findall(r"^(?=``)(.{34})(.*(?:\n {34}.*)*)", positions.__doc__ or "", re.MULTILINE)
    named = {name: text for names, text in rows for name in re.findall(r"``([\w ]+)``", names)}
    assert list(named) == ["rami position", "variant", "option", "policy", *_fields(Setup)]
    for cls, field in ((Outcome, "outcome"), (RoundContext, "context")):
        words = re.findall(r"\b[a-z_]{4,}\b", " ".join(re.findall("``(.*?)``", named[field])))
        assert [word for word in words if word in _fields(cls)] == list(_fields(cls))


numbers = st.integers(-5, 200) | st.integers(-(2**256), 2**256)
flags = st.booleans()
faces = cards | st.just(Cards("?")).map(lambda unknown: next(iter(unknown)))
piles = st.lists(faces, max_size=8)
points = st.integers(-300, 900) | st.fractions(-5, 90, max_denominator=9)


@st.composite
def contexts(draw: st.DrawFn) -> RoundContext:
    seats = draw(st.integers(2, 7))
    playing = draw(st.sets(st.integers(0, seats - 1), min_size=2))
    return RoundContext(
        seats,
        draw(st.sampled_from(sorted(playing))),
        draw(st.integers(1, 40)),
        draw(st.just(()) | st.lists(points, min_size=seats, max_size=seats).map(tuple)),
        tuple(sorted(playing)),
        draw(st.just(()) | st.lists(st.integers(1, 9), min_size=seats, max_size=seats).map(tuple)),
    )


plain_setups: st.SearchStrategy[Setup] = st.builds(
    Setup,
    variant=st.sampled_from([*VARIANTS, CLASSIC.with_(name='a; b "c" \\', slug="odd", version=3)]),
    hands=st.lists(piles, max_size=4),
    player=numbers,
    phase=st.sampled_from(Phase),
    table=st.lists(st.builds(TableMeld, numbers, numbers, melds()), max_size=3),
    discards=piles,
    stock=st.none() | piles,
    context=st.none() | contexts(),
    turn=st.none() | numbers,
    seed=numbers,
    recycles=numbers,
    highest_opening=numbers,
    turn_facts=st.builds(
        TurnFacts,
        taken=st.none() | faces,
        barred=st.none() | faces,
        duties=st.lists(st.builds(Duty, st.sampled_from(DutyKind), st.none() | faces, numbers), max_size=3),
        opened_now=flags,
        fresh=st.lists(numbers, max_size=3),
        helped=flags,
        wilds_placed=st.lists(numbers, max_size=3),
    ),
    upcard=st.none() | faces,
    knock=st.none() | st.builds(KnockFact, numbers, st.sampled_from(KnockKind)),
    outcome=st.none()
    | st.builds(
        Outcome,
        st.none() | st.integers(0, 200),
        flags,
        flags,
        st.integers(0, 2**256),
        st.none() | faces,
        st.lists(flags, max_size=3),
        st.lists(piles, max_size=3),
        piles,
        flags,
        flags,
    ),
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    setup = draw(plain_setups)
    seats = len(setup.seats)
    some = st.lists(st.sampled_from(range(seats)), unique=True)
    each = st.lists(st.integers(0, 200), min_size=seats, max_size=seats)
    by_seat = {name: draw(some) for name in ("completed", "touched", "placed")}
    by_seat |= {name: draw(each) for name in ("bought", "charged", "folded")}
    opened = draw(st.lists(flags, min_size=seats, max_size=seats))
    return attrs.evolve(setup, seats=seats_of(seats, opened=opened, **by_seat))


@many(150)
@given(setups())
def test_every_setup_is_read_back(setup: Setup) -> None:
    assert parse_position(position_text(setup)) == setup


def test_empty_differs_from_missing() -> None:
    bare = Setup(variant=CLASSIC, hands=[])
    full = Setup(variant=CLASSIC, hands=[""], stock="", turn=0, outcome=Outcome(), context=RoundContext(2))
    assert position_text(bare) == f"{START}; hands"
    assert position_text(full) == f"{START}; hands -; outcome; context seats 2; turn 0; stock -"
    for setup in (bare, full):
        assert parse_position(position_text(setup)) == setup


def test_totals_may_be_fractions() -> None:
    context = RoundContext(3, totals=(Fraction(3, 2), -2, Fraction(-7, 3)))
    setup = Setup(variant=CLASSIC, hands=[], context=context)
    assert position_text(setup).endswith("context seats 3, totals 3/2 -2 -7/3")
    assert parse_position(position_text(setup)) == setup


def test_cards_in_other_spellings() -> None:
    text = f"{START};hands 7s 8S/kh  10d;phase play;table 0:1 As * Ad;stock joker Jk"
    facts: dict[str, Any] = {"phase": "play", "table": [(1, "A♠ * A♦")], "stock": "* *"}
    assert parse_position(text) == Setup(variant=CLASSIC, hands=["7♠ 8♠", "K♥ T♦"], **facts)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "'rami' was expected, not the end"),
        ("rami position 2; variant", 15, "'1' was expected, not '2'"),
        ("rami position 1", 16, "';' was expected"),
        ("rami position 1; hands", 23, "'variant' was expected"),
        ("rami position 1; variant; hands", 25, "the slug of a variant"),
        ("rami position 1; variant bridge 1; hands", 26, "there is no variant 'bridge'"),
        ("rami position 1; variant clasic-51 1; hands", 26, "did you mean 'classic-51'?"),
        ("rami position 1; variant gin; hands", 29, "the version of the variant"),
        ("rami position 1; variant gin 2; hands", 26, "version 2 of gin, and the version here is 1"),
        ("rami position 1; variant gin 1", 31, "'hands' was expected"),
        ("rami position 1; variant gin 1; variant gin 1", 33, "'option', 'policy'"),
        (f"{START}; player 1", 48, "'hands' was expected"),
        (f"{START}; option", 46, "an option such as"),
        (f"{START}; option opening.minimum 71; hands", 47, "an option such as"),
        (f"{START}; option opening.minimum = ; hands", 47, "an option such as"),
        (f"{START}; option opening.minimum = NaN; hands", 65, "a value such as"),
        (f"{START}; option opening.minimum = -1; hands", 47, "opening.minimum = -1 is not allowed"),
        (f"{START}; option opening.minimun = 7; hands", 47, "did you mean 'opening.minimum'?"),
        (f"{START}; option match.teams = true; hands", 47, "is not supported"),
        (f"{START}; option opening.minimum = 1; option opening.minimum = 1; hands", 75, "occurs twice"),
        (
            f"{START}; policy opening; hands",
            47,
            "the slot opening has a custom policy, which cannot be written",
        ),
        (f"{START}; hands 7♠ 8x", 49, "a card was expected, not '8x'"),
        (f"{START}; hands 7♠ /", 50, "a card or '-'"),
        (f"{HANDS}; players 1", 61, "'player', 'phase'"),
        (f"{HANDS}; player 1; player 1", 71, "'phase', 'table'"),
        (f"{HANDS}; player one", 68, "a number"),
        (f"{HANDS}; phase bid", 67, "'offer', 'draw'"),
        (f"{HANDS}; table 0 7♠ 8♠ 9♠", 69, "':' was expected"),
        (f"{HANDS}; table 0:1 7♠ 9♠ J♠ (run 7♠)", 71, "must follow one another"),
        (f"{HANDS}; stock", 66, "a card or '-'"),
        (f"{HANDS}; context dealer 1", 77, "'seats' was expected"),
        (f"{HANDS}; context seats 99", 69, "seats = 99 is too large"),
        (f"{HANDS}; context seats 2, dealer 7", 69, "dealer = 7 is not a seat: there are 2 seats"),
        (f"{HANDS}; context seats 2, totals 1/0 1", 89, "a number above 0"),
        (f"{HANDS}; opened yes maybe", 72, "'yes' or 'no'"),
        (f"{HANDS}; folded 20", 61, "folded: 2 expected, not 1"),
        (f"{HANDS}; player 1; touched 7", 71, "touched = 7 is not a seat"),
        (f"{HANDS}; turn_facts opened_now yes", 83, "the end of the position"),
        (f"{HANDS}; turn_facts duties drink", 79, "'place_taken', "),
        (f"{HANDS}; knock knock", 72, "a number"),
        (f"{HANDS}; outcome winner 0, winner 1", 79, "'all_at_once', "),
        (f"{HANDS};", 60, "was expected, not the end"),
        (f"{HANDS}\n", 59, "a card was expected"),
        (f"{HANDS}; seed {'9' * 81}", 66, "a number"),
        (f"{HANDS}; seed ٣", 66, "a number"),
    ],
)
def test_invalid_positions_are_refused_with_their_place(text: str, column: int, reason: str) -> None:
    error = refusal(InvalidText, parse_position, text)
    assert reason in str(error)
    assert error.violations[0]["column"] == column


def test_fields_are_read_in_any_order() -> None:
    rng = Random(1)
    for variant in VARIANTS:
        for position in walk(variant, 3)[::20]:
            head, *fields = position_text(position.setup).split("; ")
            rng.shuffle(fields)
            assert parse_position("; ".join([head, *fields])) == position.setup
            assert parse_position("; ".join([head.upper(), *fields])) == position.setup
    text = "Rami position 1; Hands 7♠ 8♠ / K♥; Context dealer 1, seats 2; option opening.minimum = 71; "
    text += "variant classic-51 1"
    house, context = CLASSIC.with_(opening={"minimum": 71}), RoundContext(2, dealer=1)
    assert parse_position(text) == Setup(variant=house, hands=["7♠ 8♠", "K♥"], context=context)


@pytest.mark.parametrize("value", [None, 7, b"rami position 1", CLASSIC])
def test_only_text_is_read(value: Any) -> None:
    with pytest.raises(InvalidText):
        parse_position(value)
    with pytest.raises(InvalidText):
        position_text(value)


WRONG: list[dict[str, Any]] = [
    {"player": None},
    {"player": 1.0},
    {"player": "1"},
    {"seed": 10**80},
    {"turn": True},
    {"table": [TableMeld("x", 0, "7♠ 8♠ 9♠")]},  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # meant
    {"knock": KnockFact(None, "gin")},  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # meant
]


@pytest.mark.parametrize("facts", WRONG, ids=str)
def test_facts_outside_positions_are_not_written(facts: dict[str, Any]) -> None:
    setup = Setup(variant=CLASSIC, hands=[], **facts)
    assert codes_of(InvalidText, position_text, setup) == [Reason.NOT_WRITABLE]


@pytest.mark.parametrize(
    "part", ["; ", "option a.b = 1; ", "7♠ ", "/ - ", "(", "9", "0:0 7♠ 7♥ 7♦ / ", "[" * 500]
)
def test_long_lines_are_refused(part: str) -> None:
    text = part * (LONGEST_POSITION // len(part) + 1)
    assert codes_of(InvalidText, parse_position, text) == [Reason.TEXT_TOO_LONG]
    ends = (f"{HANDS}; discards ", f"{HANDS}; table ", f"{START}; option opening.minimum = ")
    for start in (f"{START}; ", *ends):
        text = start + part * ((LONGEST_POSITION - len(start)) // len(part))
        try:
            parse_position(text)
        except InvalidText as error:
            assert len(str(error)) < 6_000  # noqa: PT017


def test_a_policy_of_ones_own_is_given_to_the_reader() -> None:
    house = CLASSIC.with_(slug="own", version=4, opening=ThreeMelds(), dealing={"hand_size": 12})
    setup = Setup(variant=house, hands=["7♠", "8♠"])
    text = position_text(setup)
    assert "; policy opening; " in text
    assert parse_position(text, variant=house) == setup
    with pytest.raises(InvalidText, match="the slot opening has a custom policy, which cannot be"):
        parse_position(text)
    for other in (CLASSIC, house.with_(version=5), house.with_(dealing={"hand_size": 11})):
        with pytest.raises(InvalidText, match="written for a variant other than the one given"):
            parse_position(text, variant=other)


def test_a_given_variant_is_compared() -> None:
    text = position_text(Setup(variant=LIVELY[0], hands=[]))
    assert parse_position(text, LIVELY[0]).variant is LIVELY[0]
    with pytest.raises(InvalidText, match=r"differ in opening\.minimum and opening\.clean"):
        parse_position(text, CLASSIC)
    unknown = text.replace("classic-51", "bridge")
    with pytest.raises(InvalidText, match="there is no variant 'bridge'"):
        parse_position(unknown, LIVELY[0])
    bare = Setup(variant=CLASSIC.with_(slug="bridge", version=7), hands=[])
    assert parse_position("rami position 1; variant bridge 7; hands", bare.variant) == bare


def test_a_position_need_not_be_possible() -> None:
    setup = parse_position(f"{START}; hands 7♠ 7♠ 7♠ / -; player 9")
    with pytest.raises(RamiError):
        Round.from_setup(setup)
    with pytest.raises(InvalidVariant):
        setup.variant.with_(opening={"minimum": -1})
