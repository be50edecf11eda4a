"""Lay-downs of contracts, compared with a search through all sets of melds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from random import Random

from tests.support.depth import enough, some

from rami import variants
from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER, natural
from rami._kernel.melds.finder import hand_melds
from rami._kernel.melds.meld import Code, points
from rami._kernel.melds.natural_wilds import Supply
from rami._kernel.melds.wilds import Wilds, lowest_of_each_kind, pooled, selections, wilds_of
from rami._kernel.openings import openings
from rami._kernel.openings.contract_lay_downs import lay_downs
from rami._kernel.openings.contract_search import ContractSearch
from rami._kernel.openings.contracts import Contract, ContractRules, contract_faults
from rami._kernel.rules import (
    ONE_KIND,
    Kinds,
    MeldRules,
)
from rami.policies._compiled import melds_of

Melds = tuple[Code, ...]
TWOS = [natural(suit, 2) for suit in range(4)]

FRUSTRATION = melds_of(variants.FRUSTRATION)


def some_rules(rng: Random) -> MeldRules:
    any_suits = rng.random() < 0.5
    return MeldRules(
        any_suits=any_suits,
        set_min=3,
        set_max=99 if any_suits else 4,
        run_min=3,
        max_run=rng.choice([14, 13, 7]),
        run_wrap=rng.random() < 0.2,
        ace_low=True,
        ace_high=True,
        max_wild_group=rng.choice([99, 1, 2]),
        max_wild_run=rng.choice([99, 1, 2]),
        wild_limit=rng.choice([None, "at_most_half", "minority"]),
        wild_limit_always=True,
        min_natural=rng.choice([2, 3, 4]),
        group_naturals=rng.choice([2, 2, 3]),
        adjacent_wilds=rng.random() < 0.6,
        joker_at_ends=rng.choice([False, False, "placement"]),
        wild_ranks=(2,) if rng.random() < 0.5 else (),
        values=(*range(2, 11), 10, 10, 10),
        ace_values=(1, 11, 11),
        wild_value=-1,
    )


def some_hand(rng: Random, rules: MeldRules) -> hands.Hand:
    size, wilds = rng.randint(6, 11), rng.randint(0, 5)
    suits = rng.sample(range(4), rng.choice([1, 2, 4]))
    pool = [natural(suit, place) for suit in suits for place in range(rng.randint(1, 6), 14)] * 2
    pool = [card for card in pool if not rules.is_wild(card)]
    wild_pool = [JOKER] * 4 + (TWOS * 2 if rules.wild_ranked else [])
    wild = rng.sample(wild_pool, min(wilds, len(wild_pool)))
    return hands.of_cards([*rng.sample(pool, min(size, len(pool)) - len(wild)), *wild], 2)


def some_contract(rng: Random, rules: MeldRules) -> Contract:
    most = 5 if rules.any_suits else 4
    groups = tuple(sorted(rng.randint(3, most) for _ in range(rng.randint(0, 3))))
    runs = tuple(sorted(rng.randint(3, 6) for _ in range(rng.randint(0, 2))))
    return groups, runs


def all_sets(
    rules: MeldRules, hand: hands.Hand, contract: Contract, exact: bool, distinct: bool, keep: int
) -> Iterator[Melds]:
    """Yield every set of melds that fulfils a contract, wilds as jokers, by trying every set of that many melds."""
    mixed = pooled(rules, hand)
    for melds in combinations_with_replacement(sorted(hand_melds(rules, hand)), sum(map(len, contract))):
        left = hands.remove_all(mixed, [card for code in melds for card in code[1:]])
        if (
            left is not None
            and hands.size(left) >= keep
            and not contract_faults(contract, melds, exact, distinct, 0)
        ):
            yield melds


def test_every_lay_down_once_and_whether_there_is_one() -> None:
    rng = Random(4)
    asked = found_some = total = 0
    while asked < some(700):
        rules = some_rules(rng)
        hand, contract = some_hand(rng, rules), some_contract(rng, rules)
        exact, distinct, keep = rng.random() < 0.3, rng.random() < 0.3, rng.randint(0, 1)
        melds = len(hand_melds(rules, hand))
        if not 0 < sum(map(len, contract)) < 4 or melds > (150 if sum(map(len, contract)) < 3 else 40):
            continue
        expected = set(all_sets(rules, hand, contract, exact, distinct, keep))
        mixed = pooled(rules, hand)
        search = ContractSearch(rules, exact, distinct, keep)
        found = [tuple(sorted(melds)) for melds, _ in search.lay_downs(contract, mixed)]
        shown = hands.cards_of(hand), contract, exact, distinct, keep
        assert len(found) == len(set(found)), shown
        assert set(found) == expected, shown
        assert ContractSearch(rules, exact, distinct, keep).possible(contract, mixed) == bool(expected), shown
        for card in hands.faces_of(mixed):
            holding = {tuple(sorted(melds)) for melds, _ in search.lay_downs_with(contract, mixed, card)}
            assert holding == {melds for melds in expected if any(card in code[1:] for code in melds)}, shown
        asked += 1
        found_some += bool(expected)
        total += len(found)
    assert found_some >= enough(26)
    assert total >= enough(201)


def test_real_wilds_in_a_lay_down() -> None:
    """The lowest wilds are at the lowest places, runs first, and cards that are not laid stay in hand."""
    two, three, four = (natural(0, place) for place in (2, 3, 4))
    sixes = [natural(suit, 6) for suit in range(2)]
    hand = hands.of_cards([*sixes, three, four, TWOS[3], two, JOKER, JOKER, natural(2, 9)], 2)
    contracts = ContractRules((((3,), (4,)),), True, False, "at_once")
    found = list(lay_downs(Supply(FRUSTRATION, hand), contracts, 1, (1,)))
    assert {melds for melds, _ in found} == {
        ((1, two, TWOS[3], three, four), (86, *sixes, JOKER)),
        ((2, two, three, four, TWOS[3]), (86, *sixes, JOKER)),
        ((3, three, four, two, TWOS[3]), (86, *sixes, JOKER)),
    }
    for melds, value in found:
        laid = [card for code in melds for card in code[1:]]
        assert hands.remove_all(hand, laid) is not None
        assert [card for card in laid if FRUSTRATION.is_wild(card)] == [two, TWOS[3], JOKER]
        assert value == sum(points(FRUSTRATION, code) for code in melds)


def test_the_first_lay_down_and_the_answer_no_come_at_once() -> None:
    """Hands near seven wilds, where there are most melds: few steps for the first, and for none."""
    suit = [natural(0, place) for place in (6, 7, 8, 9, 10, 11, 12)]
    crowded = hands.of_cards([*suit, *[JOKER] * 7], 2)
    contract: Contract = ((), (4, 4))
    some = list(islice(ContractSearch(FRUSTRATION, False, False, 1).lay_downs(contract, crowded), 2000))
    assert len({tuple(sorted(melds)) for melds, _ in some}) == 2000
    hopeless = hands.of_cards([natural(0, 6), natural(0, 7), natural(1, 9), natural(2, 12), *[JOKER] * 8], 2)
    assert not ContractSearch(FRUSTRATION, False, False, 1).possible(((), (4, 4, 4)), hopeless)


WILDS = [*TWOS[:2], JOKER, JOKER]


def test_selections_of_wilds() -> None:
    assert list(selections(WILDS, 2, ONE_KIND)) == [(TWOS[0], TWOS[1])]
    assert list(selections(WILDS, 5, ONE_KIND)) == []
    assert list(selections([], 0, ONE_KIND)) == [()]
    apart = ONE_KIND.without([TWOS[1], -1])
    assert list(selections(WILDS, 2, apart)) == [(TWOS[0], JOKER), (TWOS[0], TWOS[1])]
    assert ONE_KIND.without([-1]) is ONE_KIND
    jokers = Kinds(tuple(int(card == JOKER) for card in range(JOKER + 1)))
    assert set(selections(WILDS, 2, jokers)) == {(TWOS[0], TWOS[1]), (TWOS[0], JOKER), (JOKER, JOKER)}


def test_wilds_of_a_hand() -> None:
    hand = hands.of_cards([JOKER, TWOS[2], TWOS[0], TWOS[2], 8], 2)
    assert wilds_of(FRUSTRATION, hand) == [TWOS[0], TWOS[2], TWOS[2], JOKER]
    assert pooled(FRUSTRATION, hand) == hands.of_cards([8, *[JOKER] * 4], 2)
    assert lowest_of_each_kind(FRUSTRATION, hand, ONE_KIND) == [TWOS[0], 8]
    apart = ONE_KIND.without([TWOS[2]])
    assert lowest_of_each_kind(FRUSTRATION, hand, apart) == [TWOS[0], 8, TWOS[2]]


def dressed(melds: Melds, wilds: list[int], kinds: Kinds) -> list[Melds]:
    return Wilds(FRUSTRATION, hands.of_cards(wilds, 2), kinds).dressings(melds)


def test_dressings_where_the_place_of_a_kind_matters() -> None:
    """Two different wilds may be in either order in a run, but not in a group."""
    kinds = Kinds(tuple(int(card == JOKER) for card in range(JOKER + 1)), placed=True)
    run: Code = (5, natural(0, 5), JOKER, natural(0, 7), JOKER)
    group: Code = (86, 5, 18, JOKER, JOKER)
    wilds = [TWOS[0], JOKER]
    assert dressed((run,), wilds, kinds) == [
        ((5, natural(0, 5), TWOS[0], natural(0, 7), JOKER),),
        ((5, natural(0, 5), JOKER, natural(0, 7), TWOS[0]),),
    ]
    assert dressed((group,), wilds, kinds) == [((86, 5, 18, TWOS[0], JOKER),)]
    twins = ((86, 5, 18, JOKER), (86, 5, 18, JOKER))
    assert len(dressed(twins, wilds, kinds)) == 1
    assert len(dressed((twins[0],), wilds, kinds)) == 2
    (plain,) = dressed((run, group), [*TWOS, JOKER], ONE_KIND)
    assert [card for code in plain for card in code[1:] if FRUSTRATION.is_wild(card)] == TWOS


def test_a_run_whose_head_is_the_number_of_a_joker() -> None:
    """The run of spades from the four."""
    run: Code = (52, natural(3, 4), natural(3, 5), JOKER)
    assert dressed((run,), [TWOS[1]], ONE_KIND) == [((*run[:-1], TWOS[1]),)]
    assert dressed(((*run[:-1], natural(3, 6)),), [TWOS[1]], ONE_KIND) == [((*run[:-1], natural(3, 6)),)]


def test_wilds_of_a_group_ascend_whatever_their_kinds() -> None:
    group: Code = (86, 5, 18, JOKER, JOKER)
    kinds = Kinds(ONE_KIND.of, placed=True).without([TWOS[0]])
    assert dressed((group,), [TWOS[0], JOKER], kinds) == [((86, 5, 18, TWOS[0], JOKER),)]


def test_where_twos_are_naturals_jokers_are_laid() -> None:
    rules = next(rules for rules in (some_rules(Random(seed)) for seed in range(20)) if not rules.wild_ranked)
    melds: Melds = ((5, 4, JOKER, 6), (86, 5, 18, JOKER, JOKER))
    assert Wilds(rules, hands.of_cards([JOKER] * 4, 2), ONE_KIND).dressings(melds) == [melds]


def test_wild_twos_in_openings_without_a_contract() -> None:
    """Two nines with two twos and a joker: the wilds used are named where they are not interchangeable."""
    nines = natural(1, 9), natural(2, 9)
    cards = [*nines, natural(3, 13), TWOS[0], TWOS[2], JOKER]
    hand = hands.of_cards(cards, 2)

    def laid(found: Iterator[tuple[Melds, int]]) -> list[tuple[int, ...]]:
        sets = [melds for melds, _ in found]
        assert all(len(melds) == 1 and melds[0][1:3] == nines for melds in sets)
        return sorted(melds[0][3:] for melds in sets)

    assert laid(openings.lay_downs(Supply(FRUSTRATION, hand), 0, None)) == [(1,), (1, 27)]
    apart = Supply(FRUSTRATION, hand, ONE_KIND.without([TWOS[2]]))
    assert laid(openings.lay_downs(apart, 0, None)) == [(1,), (1, 27), (1, JOKER), (27,)]
    for card, expected in ((TWOS[2], [(1, 27), (27,)]), (JOKER, [(1, JOKER), (JOKER,)]), (cards[2], [])):
        found = openings.lay_downs_with(Supply(FRUSTRATION, hand), card, 0, None)
        assert laid(found) == expected
