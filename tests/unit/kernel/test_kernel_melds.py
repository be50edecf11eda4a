"""The kernel's functions for cards and melds: hands, codes, the search for melds, and changes of melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations, pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.differential.bridge import rules_of
from tests.oracle.differential.houses import PLAY, single_houses
from tests.oracle.differential.positions import random_meld
from tests.oracle.reference import melds as book
from tests.oracle.reference.actions import cut
from tests.oracle.reference.actions import extended as laid_off
from tests.oracle.reference.cards import ORDER, RANKS, SUITS, order
from tests.oracle.reference.deal import whole_pack
from tests.oracle.reference.rules import Rules
from tests.support.depth import enough, numbers, some
from tests.support.flat import with_options

from rami import variants
from rami._kernel.cards import hands
from rami._kernel.cards.codes import EVERY_NATURAL, JOKER, NATURALS, RANK, SUIT, natural
from rami._kernel.melds.finder import Table, Taken, candidates_of, each_meld_of, hand_melds
from rami._kernel.melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    extended,
    faults,
    group_code,
    is_clean_run,
    is_run,
    missing_suits,
    pieces,
    points,
    run_code,
    stands_for,
    swapped,
    wild_count,
)
from rami._kernel.melds.natural_wilds import Supply
from rami._kernel.melds.takes import Takes
from rami._kernel.melds.wilds import pooled
from rami._kernel.openings.openings import lay_downs, lay_downs_with
from rami._kernel.rules import CLEAN_ANY, CLEAN_NONE, CLEAN_RUN, Clean, MeldRules
from rami._kernel.turns.turn import Game
from rami.cards import Card
from rami.policies._compiled import game_of, melds_of
from rami.policies.variant import Variant

Cards = tuple[str, ...]
Found = tuple[Cards, tuple[Taken, ...]]

CLASSIC = variants.CLASSIC_51


def changes(variant: Variant, *slots: str) -> bool:
    """Does the house differ from Classic 51 in one of these slots?"""
    return any(name.partition(".")[0] in slots for name in variant.differences(CLASSIC))


MELD_HOUSES = [CLASSIC, *(house for house in single_houses(PLAY) if changes(house, "melding", "equipment"))]
TAKE_HOUSES = [
    CLASSIC,
    with_options(CLASSIC, {"take_joker": True, "take_min_hand_cards": 0, "max_wild": 2}),
    with_options(CLASSIC, {"take_positions": "ends", "max_wild": None}),
    *(
        house
        for house in single_houses(PLAY)
        if changes(house, "melding", "table") and house.table.take != "off"
    ),
]
CANDIDATE_HOUSES = [
    CLASSIC,
    variants.RAMI_500,
    with_options(CLASSIC, {"max_wild": 2}),
    with_options(CLASSIC, {"set_suits": "any", "set_joker": "never"}),
    with_options(CLASSIC, {"ace": "low", "max_run": 13}),
]


def named(house: Variant) -> str:
    found = house.differences(CLASSIC).items()
    # Sets of words have no fixed order.
    return str({name: sorted(each) if isinstance(each, frozenset) else each for name, each in found})


TEXTS: Cards = tuple(sorted(ORDER, key=order))


def text(cards: Iterable[int]) -> Cards:
    return tuple(TEXTS[card] for card in cards)


def code_of(meld: Cards, variant: Variant) -> Code:
    """Return the code of a meld of the reference."""
    rules = rules_of(variant)
    low = book.low_of_run(meld, rules)
    naturals = [card for card in meld if card != "*"]
    ids = [ORDER[card] for card in meld]
    if low is None:
        return group_code(game_of(variant).melds, RANKS.index(naturals[0][0]) + 1, ids)
    return run_code(SUITS.index(naturals[0][1]), low, ids)


def test_cards_have_the_numbers_of_the_reference() -> None:
    assert tuple(str(Card.from_id(card)) for card in range(JOKER + 1)) == TEXTS[: JOKER + 1]
    assert all(natural(SUIT[card], RANK[card]) == card for card in range(NATURALS))
    assert [natural(2, place) for place in (1, 13, 14, 15)] == [26, 38, 26, 27]


# hands


HELD = st.lists(st.integers(0, JOKER), max_size=16)


@given(HELD, st.integers(1, 3))
def test_hands_are_multisets(cards: list[int], planes: int) -> None:
    held = Counter(cards)
    if any(count > planes for card, count in held.items() if card != JOKER):
        with pytest.raises(ValueError, match=r"^\d+$"):
            hands.of_cards(cards, planes)
        return
    hand = hands.of_cards(cards, planes)
    assert len(hand) == planes + 1
    assert all(later & ~earlier == 0 for earlier, later in pairwise(hand[:-1]))
    assert list(hands.cards_of(hand)) == sorted(cards)
    assert list(hands.faces_of(hand)) == sorted(held)
    assert hands.size(hand) == len(cards)
    assert [hands.count(hand, card) for card in range(JOKER + 1)] == [held[card] for card in range(JOKER + 1)]
    assert hand == hands.of_cards(reversed(cards), planes)
    assert (hand == hands.empty(planes)) == (not cards)


@given(HELD, HELD)
def test_cards_come_and_go(cards: list[int], gone: list[int]) -> None:
    planes = max((*Counter(cards).values(), *Counter(gone).values(), 1))
    hand = hands.of_cards(cards, planes)
    left = hands.remove_all(hand, gone)
    if Counter(gone) - Counter(cards):
        assert left is None
    else:
        assert left is not None
        assert list(hands.cards_of(left)) == sorted((Counter(cards) - Counter(gone)).elements())
        assert left == reduce(hands.remove, gone, hand)
    for card in set(gone):
        if card in cards:
            assert hands.add(hands.remove(hand, card), card) == hand
        else:
            with pytest.raises(ValueError, match=f"^{card}$"):
                hands.remove(hand, card)
    assert hand == hands.of_cards(cards, planes)


# melds as codes


def some_melds(variant: Variant, rng: Random, count: int) -> list[Cards]:
    """Return melds that may be on the table."""
    found: set[Cards] = set()
    for _ in numbers(count):
        meld = random_meld(rules_of(variant), rng, 14, 0.7)
        if meld is not None:
            found.add(meld)
    return sorted(found)


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", MELD_HOUSES, ids=named)
def test_melds_and_their_points(house: Variant) -> None:
    """Validity when laid and on the table, points, jokers and the cards that they represent, as in the reference."""
    rules, ref = game_of(house).melds, rules_of(house)
    rng = Random(1)
    for meld in some_melds(house, rng, 200):
        code = code_of(meld, house)
        assert text(code[1:]) == meld
        assert not faults(rules, code, laid=False)
        assert (not faults(rules, code)) == (book.kind(meld, ref, True) is not None), meld
        assert points(rules, code) == book.value(meld, ref), meld
        assert wild_count(rules, code) == meld.count("*")
        assert is_clean_run(rules, code) == book.is_clean_run(meld, ref)
        for index, card in enumerate(meld):
            if card == "*":
                expected = book.stands_for(meld, index, ref)
                if is_run(code):
                    assert text([stands_for(code, index)]) == tuple(expected)
                elif not rules.any_suits:
                    assert {SUITS[suit] for suit in missing_suits(rules, code)} == {
                        each[1] for each in expected
                    }


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", MELD_HOUSES, ids=named)
def test_invalid_melds(house: Variant) -> None:
    """Melds with a card too many, too few, or changed."""
    rules, ref = game_of(house).melds, rules_of(house)
    rng = Random(2)
    seen: Counter[bool] = Counter()
    for meld in some_melds(house, rng, 150):
        code = code_of(meld, house)
        changed = list(code[1:])
        match rng.randrange(3):
            case 0:
                changed[rng.randrange(len(changed))] = rng.randrange(JOKER + 1)
            case 1:
                changed.append(rng.randrange(JOKER + 1))
            case _:
                changed.pop()
        other = (code[0], *changed) if is_run(code) else group_code(rules, code[0] & 15, changed)
        cards = text(other[1:])
        kinds = {"run"} if is_run(code) else {"group"}
        for laid in (False, True):
            expected = book.kind(cards, ref, laid) in kinds and code_of(cards, house) == other
            assert (not faults(rules, other, laid)) == expected, (cards, faults(rules, other, laid))
            seen[expected] += 1
    assert seen[False] >= enough(20)


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", TAKE_HOUSES, ids=named)
def test_pieces(house: Variant) -> None:
    """The remainders when cards leave: every choice of up to three of them."""
    rules, ref = game_of(house).melds, rules_of(house)
    rng = Random(3)
    whole = 0
    for meld in some_melds(house, rng, 40):
        code = code_of(meld, house)
        assert pieces(rules, code, (), False) == [code]
        for size in (1, 2, 3):
            for gone in combinations(range(len(meld)), size):
                if any(meld[index] == "*" for index in gone) and not ref.take_joker:
                    continue
                expected = cut(meld, frozenset(gone), ref)
                found = pieces(rules, code, gone, ref.take_positions == "ends")
                assert (None if found is None else tuple(text(piece[1:]) for piece in found)) == expected
                for piece in found or ():
                    whole += 1
                    assert piece == code_of(text(piece[1:]), house)
                    assert not faults(rules, piece, laid=False)
    assert whole >= enough(1)


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", MELD_HOUSES, ids=named)
def test_extended(house: Variant) -> None:
    """A lay-off of every card at every end."""
    rules, ref = game_of(house).melds, rules_of(house)
    rng = Random(4)
    longer = 0
    for meld in some_melds(house, rng, 40):
        code = code_of(meld, house)
        for card in range(JOKER + 1):
            for end, name in ((LOW_END, "low"), (HIGH_END, "high")):
                at = name if is_run(code) else None
                expected = {grown for grown, _ in laid_off(meld, TEXTS[card], at, ref)}
                found = extended(rules, code, card, end)
                if not is_run(code) and end == HIGH_END:
                    expected = set()
                assert {text(each[1:]) for each in (found,) if each is not None} == expected
                if found is not None:
                    longer += 1
                    assert found == code_of(text(found[1:]), house)
    assert longer >= enough(1) or rules.max_run == rules.run_min


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", MELD_HOUSES, ids=named)
def test_swapped(house: Variant) -> None:
    """A natural in the place of a joker that represents it: one joker less, everything else in its place."""
    rules, ref = game_of(house).melds, rules_of(house)
    rng = Random(5)
    for meld in some_melds(house, rng, 150):
        code = code_of(meld, house)
        for index in [index for index, card in enumerate(meld) if card == "*"]:
            for face in sorted(book.stands_for(meld, index, ref)):
                changed = book.canonical((*meld[:index], face, *meld[index + 1 :]), ref)
                found = swapped(rules, code, index, ORDER[face])
                assert text(found[1:]) == changed
                assert found[0] == code[0]
                assert wild_count(rules, found) == meld.count("*") - 1
                assert sorted((*found[1:], JOKER)) == sorted((*code[1:], ORDER[face]))


def test_groups_are_written_in_one_way() -> None:
    rules = game_of(CLASSIC).melds
    cards = [ORDER[card] for card in ("8♠", "*", "8♣", "8♥")]
    assert {group_code(rules, 8, order) for order in permutations(cards)} == {(72, 7, 33, 46, JOKER)}
    assert run_code(3, 14, [39, 40, 41]) == run_code(3, 1, [39, 40, 41])


# every meld of a hand


def sets_of(cards: Iterable[int]) -> set[tuple[int, ...]]:
    """Return every selection of the cards, copies alike."""
    found: set[tuple[int, ...]] = {()}
    for card in sorted(cards):
        found |= {(*chosen, card) for chosen in found}
    return found


def near_hand(variant: Variant, rng: Random, size: int) -> list[int]:
    """Return cards that go together: a stretch of two suits, one rank of it in all suits, jokers."""
    low = rng.randrange(13)
    ranks = [RANKS[(low + step) % 13] for step in range(5)]
    suits = rng.sample(SUITS, 2)
    stock = whole_pack(rules_of(variant))
    close = [
        card
        for card in stock
        if card == "*" or card[0] == ranks[1] or (card[0] in ranks and card[1] in suits)
    ]
    return [ORDER[card] for card in rng.sample(close, min(size, len(close)))]


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", MELD_HOUSES, ids=named)
def test_every_meld_of_a_hand(house: Variant) -> None:
    """All readings of all selections of the hand; each once, clean melds first."""
    game, ref = game_of(house), rules_of(house)
    rng = Random(6)
    total = 0
    for _ in numbers(12):
        cards = near_hand(house, rng, rng.randint(5, 9))
        hand = hands.of_cards(cards, game.planes)
        expected = {
            meld for chosen in sets_of(cards) if len(chosen) >= 3 for meld in book.readings(text(chosen), ref)
        }
        found = hand_melds(game.melds, hand)
        assert len(set(found)) == len(found)
        assert {text(code[1:]) for code in found} == expected, text(cards)
        assert all(code == code_of(text(code[1:]), house) for code in found)
        dirty = [wild_count(game.melds, code) > 0 for code in found]
        assert dirty == sorted(dirty)
        total += len(found)
        assert list(each_meld_of(game.melds, pooled(game.melds, hand))) == found
    assert total >= enough(1)


def spread(rules: MeldRules, cards: tuple[int, ...]) -> Iterator[Code]:
    """Yield every valid meld of exactly these cards, by trying every order at every place."""
    for placed in set(permutations(cards)):
        for suit, low in product(range(4), range(1, 14)):
            if not faults(rules, run_code(suit, low, placed)):
                yield run_code(suit, low, placed)
    for rank in range(1, 14):
        code = group_code(rules, rank, cards)
        if not faults(rules, code):
            yield code


def anonymous(rules: MeldRules, code: Code) -> Code:
    """Return the meld with a joker for each of its wilds."""
    return (code[0], *(JOKER if rules.is_wild(card) else card for card in code[1:]))


def test_every_meld_with_wild_twos() -> None:
    """Wild twos: every order of every selection at every place, wilds that are exchanged once."""
    rules = melds_of(variants.FRUSTRATION)
    rng = Random(7)
    total = 0
    for _ in numbers(25):
        suit = rng.randrange(2)
        pool = [natural(suit, place) for place in rng.sample(range(3, 15), 3)] + [
            natural(1, 9),
            natural(1, 2),
        ]
        pool += [natural(suit, 2), natural(2, 9), natural(3, 9), JOKER]
        cards = rng.sample(pool, 5)
        hand = hands.of_cards(cards, 2)
        found = hand_melds(rules, hand)
        selections = [chosen for chosen in sets_of(cards) if len(chosen) >= 3]
        expected = {anonymous(rules, code) for chosen in selections for code in spread(rules, chosen)}
        assert len(set(found)) == len(found)
        assert set(found) == expected, cards
        one_by_one = list(each_meld_of(rules, pooled(rules, hand)))
        assert one_by_one == found
        total += len(found)
    assert total >= enough(50)


# every meld with cards of the table


def takes(house: Variant, cards: list[int], table: Table, player: int) -> set[Found]:
    """Return every new meld that takes table cards: all readings of all selections, the table judged afterwards."""
    ref = rules_of(house)
    melds = [(owner, text(code[1:])) for _, owner, code in table]
    loose = [
        ((place, index), ORDER[card])
        for place, (owner, meld) in enumerate(melds)
        if ref.take_from == "any" or owner != player
        for index, card in enumerate(meld)
        if card != "*" or ref.take_joker
    ]
    own = sets_of(cards)
    found: set[Found] = set()
    for size in range(1, len(loose) + 1):
        for chosen in combinations(loose, size):
            if not go_together(card for _, card in chosen):
                continue
            leaving = tuple(sorted(spot for spot, _ in chosen))
            if not may_leave(melds, leaving, ref):
                continue
            for held in own:
                meld = text(sorted((*held, *(card for _, card in chosen))))
                if len(meld) >= 3 and len(held) >= ref.take_min_hand_cards:
                    found |= {(reading, leaving) for reading in book.readings(meld, ref)}
    return found


def go_together(cards: Iterable[int]) -> bool:
    """Return whether the cards other than jokers are of one suit or of one rank."""
    naturals = [card for card in cards if card != JOKER]
    return len({SUIT[card] for card in naturals}) < 2 or len({RANK[card] for card in naturals}) < 2


def may_leave(melds: list[tuple[int, Cards]], leaving: tuple[Taken, ...], ref: Rules) -> bool:
    for place, (_, meld) in enumerate(melds):
        gone = frozenset(index for at, index in leaving if at == place)
        if gone and cut(meld, gone, ref) is None:
            return False
    return True


@pytest.mark.search(cases=20)
@pytest.mark.parametrize("house", TAKE_HOUSES, ids=named)
def test_every_meld_with_table_cards(house: Variant) -> None:
    """The finder against all selections of hand and table, with the cards each takes; each once."""
    game, ref = game_of(house), rules_of(house)
    rng = Random(8)
    total = 0
    for _ in numbers(12):
        table: list[tuple[int, int, Code]] = []
        while sum(len(code) - 1 for _, _, code in table) < 8:
            meld = random_meld(ref, rng, 9, 0.4)
            if meld is not None and len(meld) > 3:
                table.append((len(table), rng.randrange(2), code_of(meld, house)))
        left = Counter(whole_pack(ref))
        left.subtract(card for _, _, code in table for card in text(code[1:]))
        if min(left.values()) < 0:
            continue
        near = [card for _, _, code in table for card in code[1:] if card != JOKER]
        faces = {natural(SUIT[card], RANK[card] + step) for card in near for step in (-1, 0, 1)}
        faces |= {natural(suit, RANK[card]) for card in near for suit in range(4)} | {JOKER}
        stock = [card for card in sorted(faces) for _ in range(left[TEXTS[card]])]
        cards = rng.sample(stock, min(4, len(stock)))
        hand = hands.of_cards(cards, game.planes)
        found = list(Takes(game.melds, hand, game.turn, tuple(table), 0).melds())
        ways = [(text(code[1:]), tuple(sorted(leaving))) for code, leaving in found]
        expected = takes(house, cards, tuple(table), 0)
        shown = f"{text(cards)} {[(owner, text(code[1:])) for _, owner, code in table]}"
        assert len(set(ways)) == len(ways), shown
        assert set(ways) == expected, f"{shown} {set(ways) ^ expected}"
        total += len(ways)
    assert total >= enough(10) or ref.max_run == 3


# sets of melds


def is_clean(game: Game, code: Code, clean: Clean) -> bool:
    """Return whether a meld has no wilds, and is a run where that is required."""
    return wild_count(game.melds, code) == 0 and (clean == CLEAN_ANY or is_run(code))


@pytest.mark.parametrize("floor", [0, 30, 51])
@pytest.mark.parametrize("clean", [CLEAN_NONE, CLEAN_ANY, CLEAN_RUN])
def test_sets_of_melds(floor: int, clean: Clean) -> None:
    """The bounds of the search lose nothing."""
    game = game_of(CLASSIC)
    rng = Random(9)
    total = 0
    for _ in numbers(40):
        cards = near_hand(CLASSIC, rng, 9)
        hand = hands.of_cards(cards, game.planes)
        supply = Supply(game.melds, hand)
        everything = list(lay_downs(supply, 0, CLEAN_NONE))
        for melds, value in everything:
            assert value == sum(points(game.melds, code) for code in melds)
            assert hands.remove_all(hand, [card for code in melds for card in code[1:]]) is not None
        expected = [
            melds
            for melds, value in everything
            if value >= floor and (clean == CLEAN_NONE or any(is_clean(game, code, clean) for code in melds))
        ]
        assert [melds for melds, _ in lay_downs(supply, floor, clean)] == expected
        for card in hands.faces_of(hand):
            holding = {tuple(sorted(melds)) for melds in expected if any(card in code[1:] for code in melds)}
            found = {tuple(sorted(melds)) for melds, _ in lay_downs_with(supply, card, floor, clean)}
            assert holding <= found
            assert found <= {tuple(sorted(melds)) for melds, _ in everything}
        total += len(expected)
    assert total >= enough(10)


FEW_JOKERS = st.integers(0, 4).flatmap(
    lambda jokers: st.lists(st.integers(0, NATURALS - 1), max_size=14 - jokers).map(
        lambda naturals: [*naturals, *(JOKER,) * jokers]
    )
)


@settings(max_examples=some(60))
@given(FEW_JOKERS, st.sampled_from(CANDIDATE_HOUSES))
def test_candidates_are_the_melds_of_the_hand(cards: list[int], house: Variant) -> None:
    """The melds of a hand are those that are also found lazily, in that order, with their points and what they take."""
    game = game_of(house)
    faces = Counter(cards)
    kept = [card for card in faces.elements() if card == JOKER]
    kept += [card for card, count in faces.items() if card != JOKER for _ in range(min(count, game.planes))]
    hand = hands.of_cards(sorted(kept), game.planes)
    found, clean, runs = candidates_of(game.melds, hand)
    assert [each.code for each in found] == list(each_meld_of(game.melds, pooled(game.melds, hand)))
    assert clean == sum(JOKER not in each.code[1:] for each in found)
    assert runs == sum(is_run(each.code) for each in found[:clean])
    for each in found:
        assert each.points == points(game.melds, each.code)
        assert each.most == sum(game.melds.highest_values[card] for card in each.code[1:])
        naturals = Counter(card for card in each.code[1:] if card != JOKER)
        assert each.jokers == each.code[1:].count(JOKER)
        assert each.need & EVERY_NATURAL == sum(1 << card for card in naturals)
        assert each.need >> NATURALS == (1 << each.jokers) - 1
        assert each.doubles == sum(1 << card for card, count in naturals.items() if count == 2)


def test_a_table_card_is_taken_once() -> None:
    """The ace of the table would be at both ends of a run from ace to ace."""
    house = variants.CLASSIC_51.with_(melding={"joker_at_ends": "placement"})
    game = game_of(house)
    spades = [natural(3, place) for place in range(1, 14)]
    table: Table = ((0, 1, (16 * 3 + 1, *spades[:4])),)
    hand = hands.of_cards(spades[1:], game.planes)
    found = [leaving for _, leaving in Takes(game.melds, hand, game.turn, table, 0).melds()]
    assert found
    assert all(len(set(leaving)) == len(leaving) for leaving in found)
