"""Compare rearrangements of a whole table; the reference lists all covers of the tiles by melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from random import Random

import pytest
from tests.oracle.reference import regrouping as reference
from tests.oracle.reference.cards import JOKER, RANKS, SUITS
from tests.support.depth import enough, numbers, share_of

from rami import Variant, variants
from rami._kernel.cards import hands
from rami._kernel.melds.finder import Table
from rami._kernel.regrouping.regrouper import TILES, Play, Regrouper, unfit
from rami._kernel.rules import RegroupJoker
from rami.cards import Cards
from rami.cards.melds import Group
from rami.policies._compiled import game_of

Tiles = tuple[str, ...]

NOTHING = hands.empty(2)
POINTS = (*range(1, 14), 30)
VARIANTS: dict[str, Variant] = {
    "low": variants.PLAIN.with_(equipment={"packs": 2, "jokers": 2}, melding={"ace": "low", "max_run": 13}),
    "high": variants.PLAIN.with_(equipment={"packs": 2, "jokers": 2}, melding={"ace": "high", "max_run": 13}),
    "both": variants.PLAIN.with_(equipment={"packs": 2, "jokers": 2}, melding={"ace": "both", "max_run": 14}),
}
REGROUPERS = {ace: Regrouper(game_of(variant).melds) for ace, variant in VARIANTS.items()}


def hand(tiles: Iterable[str]) -> hands.Hand:
    return hands.of_cards(Cards(list(tiles)).ids, 2)


def tiles_of(held: hands.Hand) -> Tiles:
    return reference.ordered(str(card) for card in Cards.from_ids(hands.cards_of(held)))


def one(tile: str) -> int:
    return 1


def points(tile: str) -> int:
    return 30 if tile == JOKER else reference.number(tile)


def crowd(ranks: str, suits: str, jokers: int) -> list[str]:
    """Return two copies of some ranks and suits: few faces, so that they meet in many melds."""
    return [rank + suit for rank in ranks for suit in suits] * 2 + [JOKER] * jokers


def random_melds(random: Random, pool: list[str], ace: str, count: int) -> list[Tiles]:
    """Return melds from a pool, without their tiles left in it, some with jokers in place of tiles."""
    found: list[Tiles] = []
    melds = [*reference.every_meld(ace)]
    random.shuffle(melds)
    for meld in melds:
        if len(found) == count:
            break
        tiles = [JOKER if random.random() < 0.15 else face for face in meld]
        need = Counter(tiles)
        if need[JOKER] < len(tiles) - 1 and all(pool.count(tile) >= each for tile, each in need.items()):
            for tile in tiles:
                pool.remove(tile)
            found.append(tuple(tiles))
    return found


def stands_for(meld: Tiles, ace: str) -> reference.Covering:
    """Return the faces that the jokers of a meld represent: in a group, each represents all missing colours."""
    naturals = [tile for tile in meld if tile != JOKER]
    if reference.is_group(tuple(naturals)):
        rank = naturals[0][0]
        return (tuple(rank + suit for suit in SUITS if rank + suit not in naturals),) * meld.count(JOKER)
    return next(reference.grown(meld, ace))[2]


def position_of_melds(seed: int, ace: str, jokers: int) -> tuple[list[Tiles], Tiles, reference.Covering]:
    """Return the melds of a table, a rack, and the faces that the jokers of the table represent."""
    random = Random(f"{ace} {jokers} {seed}")
    width = random.choice((3, 4, 5))
    line = reference.LINES[ace]
    low = random.choice((0, len(line) - width, random.randrange(len(line) - width)))
    ranks = "".join(dict.fromkeys(line[low : low + width] + ("A" if random.random() < 0.3 else "")))
    pool = crowd(ranks, SUITS[: random.choice((3, 4))], jokers)
    melds = random_melds(random, pool, ace, random.randrange(4))
    random.shuffle(pool)
    named = [stands_for(meld, ace) for meld in melds]
    return melds, tuple(pool[: random.randrange(1, 8)]), tuple(faces for each in named for faces in each)


def assert_holds(play: Play, table: hands.Hand, rack: Sequence[str], ace: str) -> None:
    """Check that there are melds, and that they hold the table and the laid tiles."""
    cards = [card for code in play.melds for card in code[1:]]
    assert hands.of_cards(cards, 2) == hands.of_cards([*hands.cards_of(table), *hands.cards_of(play.laid)], 2)
    assert not Counter(tiles_of(play.laid)) - Counter(rack)
    for code in play.melds:
        assert reference.can_lay(tiles_of(hands.of_cards(code[1:], 2)), ace), code


CASES = [(ace, jokers) for ace in REGROUPERS for jokers in range(3)]


def codes_of(melds: list[Tiles], ace: str) -> Table:
    """Return the melds of a table; two jokers with one tile are a group, as the reference has them."""
    found = []
    for number, meld in enumerate(melds):
        readings = VARIANTS[ace].readings(list(meld))
        group = [each for each in readings if isinstance(each, Group)]
        found.append((number, 0, (group[0] if group else VARIANTS[ace].meld(list(meld))).code))
    return tuple(found)


def stood(melds: list[Tiles], ace: str) -> list[reference.Stood]:
    """Return the faces that the jokers of each meld represent."""
    return [
        each for meld in melds if JOKER in meld for each in reference.stood_in(meld, stands_for(meld, ace))
    ]


def may_be(rule: str, melds: list[Tiles], ace: str) -> Callable[[reference.Covering, Tiles], bool]:
    """Return whether the jokers of the table may lie as a covering has them."""
    if rule == "named":
        named = tuple(faces for meld in melds for faces in stands_for(meld, ace))
        return partial(reference.is_kept, named)
    if rule == "both":
        return partial(reference.is_kept_or_complete, stood(melds, ace))
    return lambda covering, tiles: True


RULES: tuple[RegroupJoker, ...] = ("free", "named", "both", "locked")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("ace, jokers", CASES)
def test_everything_that_can_be_laid_is_listed(ace: str, jokers: int, rule: RegroupJoker) -> None:
    """Compare the lists, the best plays, and the fewest melds taken apart, under each rule about table jokers."""
    regrouper = REGROUPERS[ace]
    met = taken_apart = 0
    for seed in numbers(150):
        melds, rack, named = position_of_melds(seed + 1000, ace, jokers)
        if rule == "locked" and any(meld.count(JOKER) + 1 == len(meld) for meld in melds):
            # The reference lets such a meld be a run as well as a group.
            continue
        table, lies = codes_of(melds, ace), hand(tile for meld in melds for tile in meld)
        allowed = may_be(rule, melds, ace)
        if rule == "locked":
            sets = reference.sets_beside(melds, rack, ace)
        else:
            sets = reference.sets_laid((tile for meld in melds for tile in meld), rack, ace, allowed)
        met += len(sets)
        questions = [*regrouper.questions(table, hand(rack), rule)]
        listed = [tiles_of(laid) for laid in regrouper.plays_of(questions)]
        assert [len(laid) for laid in listed] == sorted(map(len, listed), reverse=True)
        assert len({*listed}) == len(listed)
        assert {*listed} == sets, (melds, rack, named)
        play = None
        for values, value in ((POINTS, points), (TILES, one)):
            play = regrouper.best_of(questions, values)
            assert play is not None
            assert play.value == reference.most(sets, value), (melds, rack, named)
            assert_holds(play, lies, rack, ace)
        assert play is not None
        changed, broken, proven = regrouper.least_changed(table, play, rule)
        assert proven
        assert_holds(Play(0, play.laid, changed), lies, rack, ace)
        assert broken == reference.fewest_broken(
            melds,
            tiles_of(play.laid),
            ace,
            allowed,
            lambda meld: rule != "locked" or JOKER not in meld,
        ), (melds, rack)
        taken_apart += broken > 0
    assert met >= enough(100)
    assert taken_apart >= enough(5)


@pytest.mark.parametrize("ace, jokers", [case for case in CASES if case[0] != "both" or not case[1]])
def test_an_opening_counts_jokers_as_what_they_stand_for(ace: str, jokers: int) -> None:
    regrouper = REGROUPERS[ace]
    met = 0
    for seed in numbers(150):
        random = Random(seed)
        low = random.randrange(9)
        pool = crowd(RANKS[low : low + 5], SUITS, jokers)
        rack = random.sample(pool, random.randrange(3, 9))
        play = regrouper.opening(hand(rack), POINTS)
        assert play.value == reference.opening_points(rack, ace), rack
        assert_holds(play, NOTHING, rack, ace)
        met += play.value > 0
    assert met >= enough(20)


SMALL = [
    ("A23", "♣♦♥", "low"),
    ("JQK", "♣♦♥", "low"),
    ("A2K", "♣♦♥", "both"),
    ("AQK", "♣♦♥", "both"),
    ("AQK", "♣♦♥", "high"),
]


@pytest.mark.parametrize("jokers", range(3))
@pytest.mark.parametrize("ranks, suits, ace", SMALL)
def test_small_sets_are_tables_or_not(ranks: str, suits: str, ace: str, jokers: int) -> None:
    """Compare all multisets of nine faces, each held at most twice."""
    faces = [rank + suit for rank in ranks for suit in suits]
    regrouper = REGROUPERS[ace]
    tables = 0
    for counts in share_of([*product(range(3), repeat=len(faces))]):
        tiles = [face for face, count in zip(faces, counts, strict=True) for _ in range(count)] + [
            JOKER
        ] * jokers
        melds = regrouper.arranged(hand(tiles))
        assert (melds is not None) == reference.can_lay(tiles, ace), tiles
        tables += melds is not None
    assert tables >= enough(20)


def test_these_rules_are_those_of_the_search() -> None:
    for regrouper in REGROUPERS.values():
        assert unfit(regrouper.rules) == []
