"""The kernel's hands, and its search for melds; `tests/oracle/differential` compares melds with the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle.reference.cards import ORDER
from tests.support.depth import enough, numbers, some
from tests.support.flat import with_options

from rami import variants
from rami._kernel.cards import hands
from rami._kernel.cards.codes import EVERY_NATURAL, JOKER, NATURALS, natural
from rami._kernel.melds.finder import Table, candidates_of, each_meld_of, hand_melds
from rami._kernel.melds.meld import Code, faults, group_code, is_run, points, run_code
from rami._kernel.melds.takes import Takes
from rami._kernel.melds.wilds import pooled
from rami._kernel.rules import MeldRules
from rami.policies._compiled import game_of, melds_of
from rami.policies.variant import Variant

CLASSIC = variants.CLASSIC_51
HOUSES = [
    CLASSIC,
    variants.RAMI_500,
    with_options(CLASSIC, {"max_wild": 2}),
    with_options(CLASSIC, {"set_suits": "any", "set_joker": "never"}),
    with_options(CLASSIC, {"ace": "low", "max_run": 13}),
]


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


def test_groups_are_written_in_one_way() -> None:
    rules = game_of(CLASSIC).melds
    cards = [ORDER[card] for card in ("8♠", "*", "8♣", "8♥")]
    assert {group_code(rules, 8, order) for order in permutations(cards)} == {(72, 7, 33, 46, JOKER)}
    assert run_code(3, 14, [39, 40, 41]) == run_code(3, 1, [39, 40, 41])


def sets_of(cards: Iterable[int]) -> set[tuple[int, ...]]:
    """Return every selection of the cards, copies alike."""
    found: set[tuple[int, ...]] = {()}
    for card in sorted(cards):
        found |= {(*chosen, card) for chosen in found}
    return found


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
        pool = [natural(suit, place) for place in rng.sample(range(3, 15), 3)]
        pool += [natural(1, 9), natural(1, 2), natural(suit, 2), natural(2, 9), natural(3, 9), JOKER]
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


FEW_JOKERS = st.integers(0, 4).flatmap(
    lambda jokers: st.lists(st.integers(0, NATURALS - 1), max_size=14 - jokers).map(
        lambda naturals: [*naturals, *(JOKER,) * jokers]
    )
)


@settings(max_examples=some(60))
@given(FEW_JOKERS, st.sampled_from(HOUSES))
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
