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
        (
            7,
            "shuffle 0",
            "7ef7 3785 ace2 2e78 167b 2ae5 457e 26f7 f7ec 6e88 5fc1 d0ad 14f2 e87b 2c94 93f1 4320 059b",
        ),
        (
            SEED_LIMIT - 1,
            "first dealer",
            "8810 5cf0 d6d5 0b32 19e9 5bdd 0f18 b7fd 75f1 c670 6f54 e778 5775 73e5 41b5 d82f cfdb bac2",
        ),
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
    "seed, number, digest",
    [
        (0, 0, "15537440d9b0e093ed8f8000327927e34b0a753e12908678bca6f46b8226b6ce"),
        (0, 1, "aa6e9e58d4fc11237ca6f71d6cc39f602873bc8aa2ef5876d5cf862a77809aed"),
        (0, 2, "11ea57dbcb503527431458a07af7db9356ce4aa4ea109b0257000f38a263faf3"),
        (0, -1, "9aa0b747e585567338a5c2ee43addcfde652537419bc21a06a0c0ce96048a1fd"),
        (1, 0, "61bd5639c2f643b6286eca29418f2d9d03dacadf88b33e91dd6fa192073bcefc"),
        (1, 1, "d0ece667777a7194474fe6e7f7d59bef0486c33ba9ee9e9b02161f4cbf767a4f"),
        (1, 2, "823455d2c0bf222b6488880f991d19f990411c74629f8f44f18a12719b145fa2"),
        (1, -1, "8b40a2286cba29efdbba1561734c554a13a5cd12eae198f6c2e29868951e0a59"),
        (7, 0, "dcd7a3e5ee71db056660735268a715208c4f7c0a9b8d5cc010c2ff337337327c"),
        (7, 1, "c7e036206237384132e35679c31e1eb9ea3092d4a42bc6c00f484b295baf6075"),
        (7, 2, "e0ebca0622a9597140204ffa425c91db40eca54fd6e53398b13ee176dfc8d917"),
        (7, -1, "c62ec75f5f0cac3f1279f8d6c8ddeb71f7425d981d3925e7426f51fa1211e9e2"),
        (2**64, 0, "61e5aff979997a35714758525c1edb7427cad0bc2abaa754bde9ef87797b91df"),
        (2**64, 1, "ef77f19073c915bd1918091616776e6eb2e5e465778116bf1b689ec227fe94eb"),
        (2**64, 2, "73ea4dbd42750e68e69118965462377b45408ffc8505ab576eb05f1b52d6dcdc"),
        (2**64, -1, "68976cb25ced779ea5aa8bf197dc9c387b9dd7897f2791149a9d081fd266e5f8"),
        (SEED_LIMIT - 1, 0, "f8f0c8edb3bd01148c229ee147de51440e4cd19f8492df69dbd73eefa5b2c4d0"),
        (SEED_LIMIT - 1, 1, "27ceedc65fc19c31ef41092ec4908c29fb42d53947e174c4a83185a020467c32"),
        (SEED_LIMIT - 1, 2, "f6d50ecd22332b4052a605e90b89b6d609925e21c3aa7f4303dc269403cec580"),
        (SEED_LIMIT - 1, -1, "d47c9d4133dd6f74cc11f707c7b083e68462dbd75aa4c36c6d8b67268e38987f"),
    ],
)
def test_shuffles_are_frozen(seed: int, number: int, digest: str) -> None:
    rows = [(bytes(range(53)) * 16)[:size] for size in (1, 2, 13, 52, 106, 108, 848)]
    assert hashlib.sha256(b"".join(shuffled(row, seed, number) for row in rows)).hexdigest() == digest


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
        seats = {
            Match.start(variant).players,
            Round.deal(variant).context.seats,
            simulate(variant, 0).players,
        }
        assert {*seats, Episode(variant).seats} == {usual}
