"""Counts of move paths and positions: they change when rules, lists or positions do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rami import DrawStock, RamiError, Round, RoundContext, Setup, variants
from rami.testing import Perft, divide, perft

CLASSIC, R500, VELVET = variants.CLASSIC_51, variants.RAMI_500, variants.GAMEVELVET
GIN, FRU, LEBANESE = variants.GIN, variants.FRUSTRATION, variants.LEBANESE_14

DEALS = {
    "classic-51": Round.deal(CLASSIC, players=3, seed=1),
    "rami-500": Round.deal(R500, players=3, seed=1),
    "gamevelvet": Round.deal(VELVET, players=3, seed=1),
    "gin": Round.deal(GIN, seed=1),
    "lebanese-14": Round.deal(LEBANESE, players=3, seed=1),
    "frustration": Round.deal(FRU, context=RoundContext(3, contracts=(1, 2, 3)), seed=1),
}

SCENES = {
    "an opening": Setup(
        variant=CLASSIC, phase="play", hands=["7♠ 8♠ 9♠ T♠ A♦ A♣ A♥ * 4♥", "2♣ 2♦"], discards="K♦", turn=9
    ),
    "cards out of melds": Setup(
        variant=CLASSIC,
        phase="play",
        hands=["6♣ 7♣ 8♥ 8♦ K♠", "2♦ 3♦"],
        table=[(0, "5♣ 6♣ 7♣ 8♣ 9♣"), (1, "8♠ 9♠ T♠ J♠")],
        discards="K♦",
    ),
    "jokers recovered": Setup(
        variant=CLASSIC,
        phase="play",
        hands=["4♠ 5♥ 6♥ 9♦ 9♣", "A♥ 2♥"],
        table=[(0, "2♠ 3♠ *"), (1, "9♠ 9♥ *")],
        discards="K♦",
    ),
    "a discard to be placed": Setup(
        variant=R500,
        hands=["7♥ 8♥ K♠ 2♦", "A♥ 2♥"],
        table=[(0, "2♠ 3♠ 4♠"), (1, "6♥ 6♠ 6♦")],
        opened=[True, True],
        discards="K♦ 9♥",
    ),
    "a joker that stays in the hand": Setup(
        variant=VELVET,
        phase="play",
        hands=["4♠ 9♣ K♦ Q♦", "A♥ 2♥"],
        table=[(0, "2♠ 3♠ *"), (1, "9♠ 9♥ 9♦")],
        discards="K♥",
    ),
    "the last cards": Setup(
        variant=VELVET, phase="play", hands=["5♠ 6♠", "A♥"], table=[(0, "2♠ 3♠ 4♠")], discards="K♥"
    ),
    "a joker for a burnt card": Setup(
        variant=LEBANESE,
        phase="play",
        hands=["4♠ 6♠ * 9♦ 9♣ K♦", "2♦ 3♦"],
        table=[(0, "5♠ 5♥ 5♦"), (1, "5♠ 5♣ 5♥"), (0, "T♦ J♦ Q♦")],
        discards="K♥",
    ),
    "a contract": Setup(
        variant=FRU,
        phase="play",
        hands=["7♠ 7♥ 2♠ * 9♦ T♦ J♦ 5♣ K♠", "A♥ 3♥"],
        context=RoundContext(2, contracts=(2, 1)),
        discards="K♥",
    ),
    "a knock": Setup(
        variant=GIN,
        phase="play",
        hands=["5♠ 5♥ 6♠ 5♦ 3♠ 6♦ 6♣ 6♥ 4♥ 7♥ 3♦", "A♣ 2♣ 9♦ 9♥ J♦ J♠ K♠ K♣ Q♥ 8♠"],
        discards="T♣",
        turn=4,
    ),
}

COUNTS: dict[str, list[tuple[int, int, int]]] = {
    "classic-51": [(14, 14, 14), (17, 17, 14), (200, 200, 210), (256, 256, 242), (2806, 2806, 2986)],
    "rami-500": [(1, 1, 0), (14, 14, 14), (15, 15, 14), (211, 211, 210), (330, 330, 330)],
    "gamevelvet": [(1, 1, 0), (15, 15, 15), (15, 15, 15), (225, 225, 240), (225, 225, 240)],
    "gin": [(2, 2, 1), (12, 12, 12), (31, 31, 22), (241, 241, 243), (652, 652, 453)],
    "lebanese-14": [(15, 15, 15), (15, 15, 15), (225, 225, 240), (240, 240, 240), (4965, 4965, 3615)],
    "frustration": [(2, 2, 0), (27, 27, 27), (54, 54, 27), (729, 729, 756), (1458, 1458, 756)],
    "an opening": [
        (24, 24, 9),
        (74, 59, 46),
        (133, 89, 83),
        (204, 165, 191),
        (629, 569, 458),
        (1406, 817, 853),
    ],
    "cards out of melds": [
        (8, 8, 5),
        (21, 19, 15),
        (41, 36, 33),
        (64, 59, 67),
        (168, 131, 154),
        (404, 239, 278),
    ],
    "jokers recovered": [
        (8, 8, 5),
        (22, 21, 13),
        (49, 42, 34),
        (77, 69, 76),
        (173, 147, 169),
        (447, 298, 317),
    ],
    "a discard to be placed": [(2, 2, 0), (6, 6, 5), (7, 7, 7), (17, 17, 22), (21, 21, 28), (81, 81, 103)],
    "a joker that stays in the hand": [
        (6, 6, 4),
        (20, 19, 11),
        (54, 43, 39),
        (87, 74, 70),
        (187, 142, 166),
        (465, 257, 277),
    ],
    "the last cards": [(3, 3, 2), (4, 4, 4), (4, 4, 8), (4, 4, 8), (10, 10, 16), (10, 10, 18)],
    "a joker for a burnt card": [
        (12, 12, 6),
        (54, 46, 32),
        (153, 102, 82),
        (293, 183, 183),
        (604, 398, 405),
        (1768, 857, 863),
    ],
    "a contract": [
        (11, 11, 9),
        (22, 22, 13),
        (53, 53, 58),
        (110, 110, 78),
        (845, 845, 843),
        (1650, 1590, 903),
    ],
    "a knock": [(12, 12, 12), (22, 22, 12), (231, 231, 243), (462, 462, 243), (5508, 5508, 5751)],
}
"""Paths, positions and ends of turns after 1, 2, 3, ... moves."""

STARTS = {**DEALS, **{name: Round.from_setup(setup) for name, setup in SCENES.items()}}


@pytest.mark.parametrize("name", STARTS)
def test_counts(name: str) -> None:
    found = [perft(STARTS[name], depth) for depth in range(1, len(COUNTS[name]) + 1)]
    assert found == [Perft(*row) for row in COUNTS[name]]


def test_every_preset_is_counted() -> None:
    assert set(DEALS) == set(variants.available())


def paths(position: Round, depth: int) -> list[Round]:
    """The ends of all paths, one by one."""
    if depth == 0:
        return [position]
    return [end for move in position.legal_moves for end in paths(position.play(move), depth - 1)]


@pytest.mark.parametrize("name", ["cards out of melds", "the last cards", "gin"])
def test_paths_are_counted_as_if_one_by_one(name: str) -> None:
    ends = paths(STARTS[name], 3)
    found = perft(STARTS[name], 3)
    assert (found.paths, found.positions) == (len(ends), len(set(ends)))


def test_paths_of_a_joker_and_of_the_last_card_by_hand() -> None:
    """5♠ laid off or one of two discards; then 6♠ laid off or discarded, or the next player's draw."""
    start = STARTS["the last cards"]
    assert perft(start, 1) == Perft(3, 3, 2)
    assert perft(start, 2) == Perft(4, 4, 4)
    assert {str(move): each.paths for move, each in divide(start, 2).items()} == {
        "off 5♠ > 0": 2,
        "drop 5♠": 1,
        "drop 6♠": 1,
    }


@pytest.mark.parametrize("name", ["an opening", "jokers recovered", "gin"])
def test_divided_paths_add_up(name: str) -> None:
    parts = divide(STARTS[name], 3)
    assert list(parts) == list(STARTS[name].legal_moves)
    assert sum(each.paths for each in parts.values()) == perft(STARTS[name], 3).paths


def test_no_move_is_one_path() -> None:
    assert perft(STARTS["gin"], 0) == Perft(1, 1, 0)


def test_a_draw_is_one_move_to_the_card_that_comes() -> None:
    start = STARTS["rami-500"]
    assert divide(start, 1) == {DrawStock(): Perft(1, 1, 0)}


@pytest.mark.parametrize("count,depth", [(perft, -1), (perft, True), (divide, 0), (divide, "1")])
def test_a_depth_that_is_none(count: Callable[[Round, int], object], depth: int) -> None:
    with pytest.raises(RamiError, match="depth"):
        count(STARTS["gin"], depth)
