"""The shuffle is frozen: test vectors, an independent second statement, and fairness."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.presets import SLUGS
from tests.support.strategies import letters

from rami import Match, Round, simulate, variants
from rami._kernel.cards.shuffle import SEED_LIMIT, Stream, derive, shuffled
from rami.bots import RandomBot, SearchBot
from rami.ext.learning import Episode
from rami.testing import check_variant

SEEDS = st.integers(0, SEED_LIMIT - 1)
PACK = bytes(range(52)) * 2 + bytes([52]) * 4


@pytest.mark.parametrize(
    "seed, label, words",
    [
        (0, "", "01adfb0f d53315bb 284a6b03 7801958d ba5ea8ea dda9892d fdaf62c8 afb267b9 053564bc"),
        (7, "shuffle 0", "0a9c335d d6f6134e 898ea030 eeefa413 a5f5baf0 8badb509 36dbf01e 643e3efa 8716d046"),
        (
            SEED_LIMIT - 1,
            "first dealer",
            "78c416ec a5462aca 9a1d255c b0306ec3 a1070762 33ffc80d c8e9ec0c ce0ce5fe 3953a313",
        ),
    ],
)
def test_words_are_frozen(seed: int, label: str, words: str) -> None:
    stream = Stream(seed, label)
    assert " ".join(f"{stream.word():08x}" for _ in words.split()) == words


def test_numbers_are_frozen() -> None:
    assert [Stream(7, "x").below(n) for n in (1, 2, 3, 4, 5, 108, 2**32)] == [0, 0, 2, 2, 3, 74, 2708321798]


def test_shuffles_are_frozen() -> None:
    assert shuffled(bytes(range(10)), 7, 1).hex() == "09030600020805070401"
    assert (
        hashlib.sha256(shuffled(PACK, 7, 0)).hexdigest()
        == "a5f0e5e2b06120d5112f247617b0902e2cd4c8c1b205da02f241140ef9243746"
    )


def test_derived_seeds_are_frozen() -> None:
    assert derive(7, "round", 1) == 0x4A6D0C0FDFF9F5407CC9380861589B080555EA7BBCB6FBE5A10C1F6BB8C33ECB
    assert derive(0, "", 0) == 0xFBDB6E4BEE274FA07E8B31A72F5FAC685EAC3674183DC6F36117F1A6204D9715


def second_statement(cards: bytes, seed: int, number: int) -> bytes:
    """The documented shuffle once more, with the whole stream made beforehand."""
    key = hashlib.sha256(
        b"rami stream 1\0" + seed.to_bytes(32, "big") + f"shuffle {number}".encode()
    ).digest()
    text = b"".join(hashlib.sha256(key + i.to_bytes(8, "big")).digest() for i in range(40))
    words = [int.from_bytes(text[i : i + 4], "big") for i in range(0, len(text), 4)]
    order = list(cards)
    for last in reversed(range(1, len(order))):
        word = words.pop(0)
        while word >= 2**32 // (last + 1) * (last + 1):
            word = words.pop(0)
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return bytes(order)


@given(SEEDS, st.integers(0, 1000), st.binary(max_size=120))
def test_a_second_statement_agrees(seed: int, number: int, cards: bytes) -> None:
    assert shuffled(cards, seed, number) == second_statement(cards, seed, number)


@pytest.mark.rule("R51-DEAL-02")
@given(SEEDS, st.integers(0, 1000))
def test_a_shuffle_keeps_the_cards(seed: int, number: int) -> None:
    order = shuffled(PACK, seed, number)
    assert sorted(order) == sorted(PACK)
    assert order != shuffled(PACK, seed, number + 1)


@given(SEEDS, st.text(letters, max_size=8), st.integers(1, 2**32))
def test_numbers_stay_below(seed: int, label: str, n: int) -> None:
    stream = Stream(seed, label)
    assert all(0 <= stream.below(n) < n for _ in range(20))


def test_words_above_the_largest_multiple_are_dropped() -> None:
    n = 2**31 + 1
    stream, words = Stream(3, "drop"), Stream(3, "drop")
    kept = [word for word in (words.word() for _ in range(60)) if word < n]
    assert 0 < len(kept) < 60
    assert [stream.below(n) for _ in kept] == kept


def test_every_order_is_equally_likely() -> None:
    rounds = 2_400
    seen = Counter(shuffled(b"\0\1\2\3", seed, 0) for seed in range(rounds))
    assert set(seen) == {bytes(order) for order in permutations(range(4))}
    expected = rounds / 24
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 50


@given(SEEDS, st.text(letters, max_size=8), st.integers(0, 2**64 - 1))
def test_derived_seeds_are_seeds(seed: int, label: str, number: int) -> None:
    made = derive(seed, label, number)
    assert 0 <= made < SEED_LIMIT
    assert made != derive(seed, label + "x", number)
    assert made != derive(seed, label, (number + 1) % 2**64)


def test_few_cards_need_no_shuffle() -> None:
    assert shuffled(b"", 1, 0) == b""
    assert shuffled(b"\5", 1, 0) == b"\5"


@pytest.mark.slow
def test_without_a_seed_each_deal_is_another_one() -> None:
    seeds: tuple[Callable[[], int], ...] = (
        lambda: Match.start(variants.CLASSIC_51).seed,
        lambda: Round.deal(variants.CLASSIC_51).setup.seed,
        lambda: simulate(variants.GIN, 1).seed,
        lambda: RandomBot().seed,
        lambda: SearchBot().seed,
        lambda: Episode(variants.GIN).position.setup.seed,
        lambda: check_variant(variants.GIN, rounds=1, turn_cap=1).seed,
    )
    for made in seeds:
        first, second = made(), made()
        assert first != second
        # 32 bits less would happen once in four thousand million times
        assert max(first, second) >> 224
    match = Match.start(variants.CLASSIC_51)
    assert match == Match.start(variants.CLASSIC_51, seed=match.seed)
    assert match.round != Match.start(variants.CLASSIC_51).round


def test_without_a_number_as_many_play_everywhere() -> None:
    for slug in SLUGS:
        variant = variants.get(slug)
        usual = variant.usual_players
        lo, hi = variant.equipment.players
        assert usual == (4 if lo <= 4 <= hi else lo if lo > 4 else hi)
        seats = {
            Match.start(variant).players,
            Round.deal(variant).context.seats,
            simulate(variant, 0).players,
        }
        assert {*seats, Episode(variant).seats} == {usual}
