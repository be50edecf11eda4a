"""The shuffle never changes between versions, and is fair; `notation/test_shuffle_page.py` implements it again."""

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
    "seed, label, numbers",
    [
        (0, "", "5777 e22b 934d b5f5 563a 390c 940f 67ae 3d3f 1aab 8d6e 1b75 5d91 bab8 a84b 7bf7 a2a2 8063"),
        (7, "shuffle 0", "7ef7 3785 ace2 2e78 167b 2ae5 457e 26f7 f7ec 6e88 5fc1 d0ad 14f2 e87b 2c94"),
        (SEED_LIMIT - 1, "first dealer", "8810 5cf0 d6d5 0b32 19e9 5bdd 0f18 b7fd 75f1 c670 6f54"),
    ],
)
def test_streams_are_frozen(seed: int, label: str, numbers: str) -> None:
    stream = Stream(seed, label)
    assert " ".join(f"{stream.number():04x}" for _ in numbers.split()) == numbers


def test_numbers_are_frozen() -> None:
    limits = (1, 2, 3, 108, 2**16, 2**16 + 1, 2**32, 2**80)
    numbers = [0, 1, 0, 63, 16803, 50424, 1101203098, 309961116568370787001091]
    assert [Stream(7, "x").below(n) for n in limits] == numbers


@pytest.mark.parametrize(
    "seed, digest",
    [
        (0, "7da70af5b31003426457b1989b5a4405b63f1a890b321d65a0bd3a7a7c87705a"),
        (1, "363ef3b679e15ed502f5f14edbc30c1a6c1b1df99f5b697a783b35df18ab0d0d"),
        (7, "1643ab1fff1a88b33b8fa4794806fa0f4824d52c25a8fbb5e5a564aca5ee319d"),
        (2**64, "2dd154c390512c6aaa154b0f4dd15aac65697c1faad8260fcb6a7e96634db729"),
        (SEED_LIMIT - 1, "c9156f8307ab2ae21795199271b3456b6cb791c93873f6c5e6185c732b174d4a"),
    ],
)
def test_shuffles_are_frozen(seed: int, digest: str) -> None:
    rows = [(bytes(range(53)) * 16)[:size] for size in (1, 2, 13, 52, 106, 108, 848)]
    orders = [shuffled(row, seed, number) for number in (0, 1, 2, -1) for row in rows]
    assert hashlib.sha256(b"".join(orders)).hexdigest() == digest


def test_derived_seeds_are_frozen() -> None:
    assert derive(7, "round", 1) == 0x60C264719D81D3E52C428B5F4E030766EE7D0F1019BCAEE381EEA2EE652CAFD0
    assert derive(0, "", 0) == 0x09BDDF4ED0FBA9481546DC43970CBF36F3CA1D6A96A7C327DC5341134189F667
    assert derive(1, "round", 2**64 - 1) == 0x22D6AA29D83D14C0657AA32146C5029413E115A7BA1E0F4BF65B9CAC25EEB45C


@pytest.mark.rule("R51-DEAL-02")
@given(SEEDS, st.integers(0, 1000))
def test_a_shuffle_keeps_the_cards(seed: int, number: int) -> None:
    order = shuffled(PACK, seed, number)
    assert sorted(order) == sorted(PACK)
    assert order != shuffled(PACK, seed, number + 1)


@given(SEEDS, st.text(letters, max_size=8), st.integers(1, 2**70))
def test_numbers_stay_below(seed: int, label: str, n: int) -> None:
    stream = Stream(seed, label)
    assert all(0 <= stream.below(n) < n for _ in range(20))


def test_numbers_above_the_largest_multiple_are_dropped() -> None:
    n = 2**15 + 1
    stream, numbers = Stream(3, "drop"), Stream(3, "drop")
    kept = [number for number in (numbers.number() for _ in range(60)) if number < n]
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
        assert Match.start(variant).players == Round.deal(variant).context.seats == usual
        assert simulate(variant, 0).players == Episode(variant).seats == usual
