"""Compare queries to a variant: openings, readings, melds and best arrangements."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, islice, product
from math import inf
from random import Random
from types import FrameType

import attrs
import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.differential.houses import FEW_TILES, PRESETS, of_slots, single_houses
from tests.oracle.differential.positions import random_meld
from tests.oracle.differential.small_pack_families import in_order
from tests.oracle.reference.cards import JOKER, RANKS, SUITS, order
from tests.oracle.reference.deal import whole_pack
from tests.oracle.reference.gather import all_melds, meld_sets
from tests.oracle.reference.melds import kind, naturals_in, readings, value
from tests.oracle.reference.openings import openings, verdict
from tests.oracle.reference.rules import Rules
from tests.oracle.reference.scoring import card_value
from tests.support.depth import enough, is_full, numbers, share_of, some, stride
from tests.support.flat import with_options
from tests.support.refusals import refusal

from rami import variants
from rami.cards.melds import Meld
from rami.errors import InvalidMeld, Reason
from rami.policies import OpeningFacts, OpeningPolicy, OpeningVerdict
from rami.policies._compiled import game_of
from rami.policies._refusals import code_of
from rami.policies.variant import Variant

Cards = tuple[str, ...]

MOST_MELDS = 60
"""A hand with more melds than this is drawn again, as the reference lists every set of them."""


OPTIONS = (
    *(name for name in of_slots("melding", "opening") if name != "opening.pairs"),
    *("equipment.court_value", "equipment.values"),
    *("drawing.unopened_discard_use", "drawing.discard_in_clean_run"),
)
TOGETHER: tuple[dict[str, object], ...] = (
    {"minimum": 0, "clean": None},
    {"max_wild": 2, "max_wild_scope": "only_runs"},
    {"max_wild": 2, "min_natural": 4},
    {"max_wild": 2, "joker_at_ends": "placement"},
    {"max_wild": 2, "run_wrap": True, "clean": None},
    {"max_wild": None, "clean": "run_window"},
    {"max_wild": None, "wild_limit": "minority"},
    {"set_suits": "any", "set_max": None, "set_joker": "never"},
    {"clean": "run_window", "discard_in_clean_run": False},
    {"discard_use": None},
    {"minimum": 40},
)
HOUSES = {
    f"{number}: {' '.join(variant.differences(variants.CLASSIC_51))}": variant
    for number, variant in enumerate(
        [
            variants.CLASSIC_51,
            *single_houses(OPTIONS),
            *(with_options(variants.CLASSIC_51, options) for options in TOGETHER),
        ]
    )
}
"""Classic 51 with each value of each option of melds and openings, and with some of them together."""
each_house = pytest.mark.parametrize("name, variant", HOUSES.items(), ids=HOUSES)
GAMES = {**HOUSES, **{variant.slug: variant for variant in PRESETS[1:]}}


def drawn(rules: Rules, rng: Random, size: int) -> Cards:
    """Draw a hand from the whole pack."""
    return in_order(rng.sample(whole_pack(rules), size))


def built(rules: Rules, rng: Random, size: int, jokers: int) -> Cards:
    """Return a hand of melds and of cards near them, with at least that many jokers."""
    left = Counter(whole_pack(rules))
    hand: list[str] = [JOKER] * min(jokers, rules.jokers, size)
    left.subtract(hand)
    while len(hand) < size:
        meld = random_meld(rules, rng, 6, 0.0)
        if meld is None or rng.random() < 0.25:
            meld = tuple(rng.sample(sorted(left.elements(), key=order), 1))
        meld = meld[: size - len(hand)]
        if all(left[card] >= count for card, count in Counter(meld).items()):
            left.subtract(meld)
            hand += meld
    return in_order(hand)


def hands(rules: Rules, rng: Random, count: int) -> Iterator[Cards]:
    """Yield hands of all kinds."""
    while count:
        kinds: list[Callable[[], Cards]] = [
            lambda: drawn(rules, rng, rng.randint(6, 14)),
            lambda: built(rules, rng, rng.randint(6, 14), 0),
            lambda: built(rules, rng, rng.randint(6, 11), 1),
            lambda: built(rules, rng, rng.randint(5, 8), rng.randint(2, 4)),
        ]
        hand = rng.choice(kinds)()
        if len(all_melds(hand, rules)) <= MOST_MELDS:
            count -= 1
            yield hand


def melds_of(melds: Iterable[Meld]) -> tuple[Cards, ...]:
    return tuple(sorted(texts(meld) for meld in melds))


def listed(variant: Variant, hand: Cards, **circumstances: object) -> dict[tuple[Cards, ...], int | None]:
    """Return the openings of the engine, and check that none comes twice."""
    found: dict[tuple[Cards, ...], int | None] = {}
    rules = game_of(variant).melds
    for opening in variant.openings(" ".join(hand), **circumstances):  # type: ignore[arg-type]  # values by name
        melds = melds_of(opening.melds)
        codes = [code_of(rules, meld) for meld in opening.melds]
        assert codes == sorted(codes), f"not in order: {melds} of {hand}"
        assert melds not in found, f"twice: {melds} of {hand}"
        found[melds] = opening.points
    return found


def compare(variant: Variant, hand: Cards, taken: str | None, highest: int, first: bool) -> int:
    """Compare the openings, and return their number."""
    found = listed(variant, hand, taken=taken, highest_before=highest, first_turn=first)
    rules = rules_of(variant)
    expected = openings(hand, rules, taken=taken, highest=highest or None, first_turn=first)
    # More pairs than an opening needs are laid one by one.
    expected = {
        laid: points for laid, points in expected.items() if len(laid[0]) > 2 or len(laid) == rules.pairs
    }
    assert found == expected, (
        f"{variant!r} {variant.differences(variants.get(variant.slug))}\n"
        f"{' '.join(hand)} taken {taken} highest {highest} first {first}\n"
        f"too many: {sorted(set(found) - set(expected))[:3]}\nmissing: {sorted(set(expected) - set(found))[:3]}"
    )
    return len(found)


@pytest.mark.search(cases=24)
@pytest.mark.parametrize(
    "name, variant",
    [
        *(pytest.param(name, variant, id=name) for name, variant in GAMES.items()),
        pytest.param(
            *("okey-101", FEW_TILES),
            id="okey-101",
            marks=pytest.mark.rule("OKO-OPEN-01", "OKO-OPEN-02", "OKO-OPEN-03"),
        ),
    ],
)
def test_openings(name: str, variant: Variant) -> None:
    """Compare all openings of many hands of each game, each time in other circumstances."""
    rng = Random(name)
    total = 0
    for number, hand in enumerate(hands(rules_of(variant), rng, some(60 if name in HOUSES else 150))):
        taken = rng.choice(hand) if number % 2 else None
        highest = rng.choice([0, 0, 40, 55, 75]) if rules_of(variant).escalates else 0
        total += compare(variant, hand, taken, highest, first=number % 7 == 0)
    assert total >= enough(20)


@pytest.mark.parametrize("clean", ["run_meld", "run_or_set", None])
def test_openings_of_hands_with_three_of_a_card(clean: str | None) -> None:
    """Three packs: such hands are counted by another method."""
    variant = with_options(variants.CLASSIC_51, {"packs": 3, "minimum": 20, "clean": clean})
    rng = Random(f"three {clean}")
    total = 0
    for hand in hands(rules_of(variant), rng, some(50)):
        card = rng.choice([card for card in hand if card != JOKER])
        three = in_order([*(each for each in hand if each != card), card, card, card])
        if len(all_melds(three, rules_of(variant))) <= MOST_MELDS:
            total += compare(variant, three, None, 0, first=False)
    assert total >= enough(150)


def test_a_run_from_ace_to_ace_takes_both_aces() -> None:
    suit = tuple(f"{rank}♠" for rank in "A23456789TJQK")
    longest = (*suit, "A♠")
    for hand, whole in ((longest, True), (suit, False)):
        found = {texts(meld) for each in variants.CLASSIC_51.openings(hand) for meld in each.melds}
        assert (longest in found) is whole


def test_openings_of_classic_hands() -> None:
    """Compare two thousand hands of the preset."""
    rng = Random(51)
    total = sum(
        compare(variants.CLASSIC_51, hand, None, 0, first=False)
        for hand in hands(rules_of(variants.CLASSIC_51), rng, some(2_000))
    )
    assert total >= enough(10_000)


@each_house
def test_verdicts(name: str, variant: Variant) -> None:
    """Judge groups of melds, openings or not, with their points; the melds may hold more cards than a hand."""
    rules = rules_of(variant)
    rng = Random(name)
    seen: Counter[bool] = Counter()
    for hand in hands(rules, rng, some(60)):
        known = all_melds(hand, rules)
        if not known:
            continue
        for _ in numbers(10):
            melds = [rng.choice(known) for _ in range(rng.randint(1, 3))]
            held = Counter(card for meld in melds for card in meld)
            if not allowed(rules, held.elements()):
                continue
            taken = rng.choice([None, *held, *hand])
            highest = rng.choice([0, 55, 90]) if rules.escalates else 0
            first = rng.random() < 0.2
            check = variant.check_opening(
                [" ".join(meld) for meld in melds], taken=taken, highest_before=highest, first_turn=first
            )
            expected = verdict(melds, rules, taken=taken, highest=highest or None, first_turn=first)
            assert (check.ok, check.points) == (expected.ok, expected.points), f"{melds} {taken} {check}"
            assert check.ok == (not check.violations)
            seen[check.ok] += 1
    assert seen[False] >= enough(50)


def outside(cards: Cards) -> tuple[int, int]:
    """Return the numbers of jokers before the first natural of a list, and after the last one."""
    inner = [index for index, card in enumerate(cards) if card != JOKER]
    return inner[0], len(cards) - 1 - inner[-1]


def falls(cards: Cards) -> bool:
    """Return whether the naturals of a list descend, with the ace at the end that brings them closer."""
    ranks = [card[0] for card in cards if card != JOKER]

    def span(ranks: list[str]) -> float:
        above = RANKS[1:] + RANKS[:1] if ranks[-1] == RANKS[0] else RANKS
        places = [above.index(rank) for rank in ranks]
        return places[-1] - places[0] if places == sorted({*places}) else inf

    return span(ranks[::-1]) < span(ranks)


def read_as(cards: Cards, rules: Rules) -> set[Cards]:
    """Return the melds that a list may mean: one, none, or several among which it does not choose.

    The order decides the places of jokers (D-27), and a descending list is read backwards. Naturals come in any order:
    jokers that they need fill the gaps, and the others stay at their end. A list in any order means the only meld of
    its cards.
    """
    everything = readings(cards, rules)
    if len(everything) < 2:
        return everything
    for run in (cards, cards[::-1]):
        if kind(run, rules) == "run" and (run == cards or len(naturals_in(cards, rules)) > 1):
            return {run}
    if groups := {meld for meld in everything if kind(meld, rules) == "group"}:
        return groups
    low, high = outside(cards)[:: -1 if falls(cards) else 1]
    inward = {run for run in everything if outside(run)[0] <= low and outside(run)[1] <= high}
    return inward if len(inward) == 1 else everything


def laid(variant: Variant, cards: Cards) -> Cards | None:
    """Return the meld that the variant makes of a list, or None."""
    try:
        return texts(variant.meld(" ".join(cards)))
    except InvalidMeld as error:
        return None if error.violations else ()


def judge_list(variant: Variant, cards: Cards) -> bool:
    """Check both opinions about a list, and return whether it is a meld."""
    expected = read_as(cards, rules_of(variant))
    found = laid(variant, cards)
    if found is None:
        assert len(expected) != 1, f"{cards}: refused, expected {expected}"
        if expected:
            (only,) = refusal(InvalidMeld, variant.meld, " ".join(cards)).violations
            named = {texts(variant.meld(each)) for each in only["readings"]}
            assert (only.code, named) == (Reason.SEVERAL_MELDS, expected), cards
        return False
    assert {found} == expected, f"{cards}: {found}, expected {expected}"
    return True


TWO_SUITS: Cards = (*(rank + suit for suit in "♣♦" for rank in RANKS), JOKER)
FOUR_SUITS: Cards = (*(rank + suit for rank in "A2K" for suit in SUITS), JOKER)


def allowed(rules: Rules, cards: Iterable[str]) -> bool:
    return Counter(cards) <= Counter(whole_pack(rules))


@pytest.mark.parametrize("faces, expected", [(TWO_SUITS, 478), (FOUR_SUITS, 228)])
def test_every_list_of_three(faces: Cards, expected: int) -> None:
    """Compare all ordered lists of three cards: of two suits with a joker, and of three ranks with a joker.

    Of two suits 12 runs each, natural in 6 orders; 12 pairs with a gap, and A 2 and K A, with a joker in 6 orders, as
    it has one place; the 11 other neighbours with a joker in 4, as it could go to either end from between them; 13
    pairs and a joker in 6 orders. Of A 2 K in four suits A 2 and K A with a joker in 6 orders; 3 times 4 + 6 groups in
    6.
    """
    rules = rules_of(variants.CLASSIC_51)
    lists = [cards for cards in share_of([*product(faces, repeat=3)]) if allowed(rules, cards)]
    found = sum(judge_list(variants.CLASSIC_51, cards) for cards in lists)
    assert found == expected or not is_full()


FEW: dict[int, Cards] = {
    4: ("A♣", "2♣", "3♣", "4♣", "Q♣", "K♣", "A♦", "2♦", JOKER),
    5: ("A♣", "2♣", "3♣", "4♣", "5♣", "K♣", JOKER),
}


@pytest.mark.search(cases=4)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"max_wild": 2},
        {"run_wrap": True, "max_wild": 2, "clean": None},
        {"ace": "low", "max_run": 13},
        {"set_suits": "any", "set_joker": "never"},
    ],
    ids=str,
)
@pytest.mark.parametrize("size, share", [(4, 18), (5, 180)])
def test_longer_lists(options: dict[str, object], size: int, share: int) -> None:
    """Compare many lists of four and five cards of two suits with jokers, in some order."""
    variant = with_options(variants.CLASSIC_51, options)
    rules = rules_of(variant)
    rng = Random(size)
    good = 0
    for cards in islice(combinations_with_replacement(TWO_SUITS, size), *stride(share)):
        if allowed(rules, cards):
            shuffled = list(cards)
            if rng.random() < 0.7:
                rng.shuffle(shuffled)
            good += judge_list(variant, tuple(shuffled))
    for cards in islice(product(FEW[size], repeat=size), *stride(2 * size - 3)):
        if allowed(rules, cards):
            good += judge_list(variant, cards)
    assert good >= enough(15)


def same_readings(variant: Variant, cards: Cards) -> int:
    """Compare every reading of some cards with its points, and return the number of readings."""
    found, rules = variant.readings(" ".join(cards)), rules_of(variant)
    assert len(set(found)) == len(found)
    assert {texts(meld) for meld in found} == readings(cards, rules), cards
    assert all(variant.points(meld) == value(texts(meld), rules) for meld in found)
    return len(found)


@pytest.mark.search(cases=16)
@each_house
def test_readings(name: str, variant: Variant) -> None:
    """Compare every reading of cards that are likely to have some, in any order."""
    rules = rules_of(variant)
    rng = Random(name)
    several = 0
    for _ in numbers(400):
        meld = random_meld(rules, rng, 9, 0.6)
        cards = list(meld) if meld else rng.sample(whole_pack(rules), rng.randint(3, 5))
        if rng.random() < 0.2:
            cards[rng.randrange(len(cards))] = rng.choice(TWO_SUITS)
        rng.shuffle(cards)
        if not allowed(rules, tuple(cards)):
            continue
        several += same_readings(variant, tuple(cards)) > 1
    assert several >= enough(5 if rules.jokers else 0)


def test_every_reading_of_few_cards() -> None:
    """Compare readings and their points for all hands of three cards of two suits with jokers, and many of four."""
    variant = with_options(variants.CLASSIC_51, {"max_wild": 2})
    rules = rules_of(variant)
    for size, share in ((3, 1), (4, 4)):
        for cards in islice(combinations_with_replacement(TWO_SUITS, size), *stride(share)):
            if allowed(rules, cards):
                same_readings(variant, cards)


@each_house
def test_best_arrangements(name: str, variant: Variant) -> None:
    """Compare the best of all sets of melds, by each of the three measures."""
    rules = rules_of(variant)
    rng = Random(name)
    for hand in hands(rules, rng, some(40)):
        costs = sum(card_value(card, rules) for card in hand)
        sets = [(), *meld_sets(hand, rules)]
        most_points = max(sum(value(meld, rules) for meld in melds) for melds in sets)
        most_cards = max(sum(map(len, melds)) for melds in sets)
        least = min(costs - sum(card_value(card, rules) for meld in melds for card in meld) for melds in sets)
        text = " ".join(hand)
        assert variant.deadwood(text) == least, text
        for objective, best in (("points", most_points), ("cards", most_cards), ("deadwood", least)):
            found = variant.best_melds(text, objective)  # type: ignore[arg-type]  # values by name
            placed = [card for meld in found.melds for card in texts(meld)]
            assert in_order([*placed, *texts(found.left)]) == hand
            assert all(kind(texts(meld), rules) for meld in found.melds)
            assert found.points == sum(value(texts(meld), rules) for meld in found.melds)
            assert found.deadwood == sum(card_value(card, rules) for card in texts(found.left))
            measures = {"points": found.points, "cards": len(placed), "deadwood": found.deadwood}
            assert measures[objective] == best, f"{objective} of {text}: {found}"


RICH = "6♠ 7♠ 8♠ 9♠ T♠ 6♥ 7♥ 8♥ 9♥ 6♦ 7♦ 8♦ 9♦ * * *"
"""A hand with tens of thousands of openings."""


@attrs.frozen
class Counting:
    """An opening policy that counts its calls."""

    inner: OpeningPolicy
    asked: list[int] = attrs.field(factory=list, eq=False, hash=False)

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        self.asked.append(facts.points)
        return self.inner.verdict(facts)


def calls_of(work: Callable[[], object]) -> int:
    """Count function calls: a measure that does not depend on the machine."""
    count = 0

    def count_calls(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(count_calls)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@cache
def all_openings() -> int:
    return sum(1 for _ in variants.CLASSIC_51.openings(RICH))


@pytest.mark.only("pure", "calls inside the compiled kernel cannot be counted")
def test_the_first_opening_comes_at_once() -> None:
    """The first of tens of thousands costs only a small part of the work for all."""
    assert all_openings() > 20_000
    first = calls_of(lambda: next(variants.CLASSIC_51.openings(RICH)))
    ten_more = calls_of(lambda: list(islice(variants.CLASSIC_51.openings(RICH), 11)))
    whole = calls_of(all_openings.__wrapped__)
    assert first * 50 < whole
    assert ten_more * 50 < whole


@pytest.mark.slow
def test_a_policy_judges_openings_as_they_are_listed() -> None:
    """A custom policy judges few sets of melds before the first opening."""
    counting = Counting(variants.CLASSIC_51.opening)
    variant = attrs.evolve(variants.CLASSIC_51, opening=counting)
    next(iter(variant.openings(RICH)))
    assert len(counting.asked) < 100
    assert sum(1 for _ in variant.openings(RICH)) == all_openings()
