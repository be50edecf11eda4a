"""Valid melds, their points, and the cards that their jokers represent.

A meld is a tuple of cards. A run is written from low to high, with its jokers in their places (D-27, D-25). A group is
written with its natural cards in canonical order and its jokers last.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from .cards import JOKER, RANKS, SUITS, order, rank, suit
from .rules import Rules

Meld = tuple[str, ...]


def is_wild(face: str, rules: Rules) -> bool:
    """Return whether a card is a joker or of the wild rank (FRU-WILD-01, D-90); see `wild_at`."""
    return face[0] == JOKER or face[0] == rules.wild_rank


def wild_faces(rules: Rules) -> tuple[str, ...]:
    return (*(rules.wild_rank + of for of in SUITS), JOKER) if rules.wild_rank else (JOKER,)


def wilds_in(cards: Iterable[str], rules: Rules) -> list[str]:
    return [each for each in cards if is_wild(each, rules)]


def naturals_in(cards: Iterable[str], rules: Rules) -> list[str]:
    return [each for each in cards if not is_wild(each, rules)]


def wild_at(cards: Meld, index: int, in_run: bool, rules: Rules) -> bool:
    """Return whether a card of a meld is wild.

    A card of the wild rank may be natural in its own place (IND-WILD-05): in a run as the very card of its place, in a
    group of its own rank. If a group may hold a suit once, the first copy holds it and the second is wild.
    """
    face = cards[index]
    if not is_wild(face, rules):
        return False
    if not rules.natural_wilds or face[0] == JOKER:
        return True
    others = naturals_in(cards, rules)
    if in_run:
        low = low_of_run(cards, rules)
        return low is None or face != RANKS[rank_at(low + index) - 1] + suit(others[0])
    return bool(others) or (rules.set_suits == "distinct" and face in cards[:index])


def wilds_of(cards: Meld, in_run: bool, rules: Rules) -> list[int]:
    """Return the places of the wild cards of a meld."""
    return [index for index in range(len(cards)) if wild_at(cards, index, in_run, rules)]


def is_run(cards: Meld, rules: Rules) -> bool:
    return kind(cards, rules, False) == "run"


def rank_at(place: int) -> int:
    """Return the rank at a place, from 1 for the low ace to 14 for the high ace, and on round the corner (D-24)."""
    return (place - 1) % 13 + 1


def longest_run(rules: Rules) -> int:
    """Return the longest run, which may hold both aces (R51-MAT-03, D-23); a circular one holds a rank once (D-24)."""
    return min(rules.max_run, 13) if rules.run_wrap or rules.ace != "both" else rules.max_run


def highest_place(low: int, rules: Rules) -> int:
    """Return the last place that a run starting at `low` could reach (D-121)."""
    if rules.run_wrap:
        return low + 12
    return 13 if rules.ace == "low" else 14


def lowest_places(rules: Rules) -> range:
    if rules.run_wrap:
        return range(1, 14)
    lowest = 2 if rules.ace == "high" else 1  # KAL-ACE-01
    return range(lowest, highest_place(1, rules) + 1)


@lru_cache(maxsize=200_000)
def low_of_run(cards: Meld, rules: Rules) -> int | None:
    """Return the place of the first card if the cards are consecutive in one suit, else None (R51-RUN-01)."""
    naturals = naturals_in(cards, rules)
    if not naturals or any(suit(each) != suit(naturals[0]) for each in naturals):
        return None
    if not rules.run_min <= len(cards) <= longest_run(rules):
        return None
    # SCA-RUN-02: A joker is one of the aces of the longest run.
    if len(cards) == 14 and rules.natural_aces == 1:
        own = rules.natural_wilds and cards[0] == cards[-1] == "A" + suit(naturals[0])
        if own or not (is_wild(cards[0], rules) or is_wild(cards[-1], rules)):
            return None
    for low in lowest_places(rules):
        if low + len(cards) - 1 <= highest_place(low, rules) and all(
            is_wild(each, rules) or rank(each) == rank_at(low + index) for index, each in enumerate(cards)
        ):
            return low
    return None


def named_card(cards: Meld) -> str:
    """Return the card named for the joker of a group, or nothing (SCA-JOK-05)."""
    suits = [each[1] for each in cards if each[0] == JOKER and len(each) > 1]
    return cards[0][0] + suits[0] if suits else ""


def namings(cards: Meld, rules: Rules) -> list[Meld]:
    """Return a meld with each card that may be named for its joker; the meld itself if it needs no name."""
    asked = rules.set_joker == "named" and len(cards) == 3 and JOKER in cards
    if not asked or kind(cards, rules, False) != "group":
        return [cards]
    naturals = naturals_in(cards, rules)
    return [(*naturals, JOKER + of) for of in SUITS if naturals[0][0] + of not in naturals]


def is_group_shape(cards: Meld, rules: Rules) -> bool:
    """Return whether the cards are of one rank, 3 or 4, each suit once unless suits are free (R51-SET-01, D-22)."""
    naturals = naturals_in(cards, rules)
    if any(rank(each) != rank(naturals[0]) for each in naturals):
        return False
    named = named_card(cards)
    if named and (len(cards) != 3 or named in naturals or rules.set_joker != "named"):
        return False
    if len(cards) < rules.set_min or (rules.set_max is not None and len(cards) > rules.set_max):
        return False
    if rules.set_suits == "distinct":
        return len(set(naturals)) == len(naturals) and len(cards) <= 4
    return True


def wilds_allowed(cards: Meld, in_run: bool, laying: bool, rules: Rules) -> bool:
    """Return whether the wild cards of a meld are allowed (R51-JOK-02, D-26, D-28, D-29, D-88, D-89)."""
    places = wilds_of(cards, in_run, rules)
    wilds = len(places)
    naturals = len(cards) - wilds
    least = rules.min_natural if in_run or rules.group_naturals is None else rules.group_naturals
    if naturals < least and wilds:
        return False
    if rules.max_wild is not None and (in_run or rules.max_wild_scope == "meld") and wilds > rules.max_wild:
        return False
    if wilds and not in_run and rules.max_wild_scope == "only_runs":
        return False
    too_many = wilds >= naturals if rules.wild_limit == "minority" else wilds > naturals
    if rules.wild_limit is not None and too_many and (laying or rules.wild_limit_scope == "always"):
        return False
    if in_run:
        if not rules.adjacent_wilds and any(other - one == 1 for one, other in pairwise(places)):
            return False
        if rules.joker_at_ends == "invariant" or (rules.joker_at_ends == "placement" and laying):
            return set(places) <= {0, len(cards) - 1}
    return True


def is_pair(cards: Meld) -> bool:
    """Return whether these are two copies of one card, or a joker with anything (OKO-PAIR-01)."""
    return len(cards) == 2 and (cards[0] == cards[1] or JOKER in cards)


@lru_cache(maxsize=400_000)
def kind(cards: Meld, rules: Rules, laying: bool = True) -> str | None:
    """Return ``run``, ``group``, ``pair`` or None. `laying` adds the limits of a meld newly laid (D-29, D-88)."""
    if rules.pairs is not None and is_pair(cards):
        return "pair"
    if low_of_run(cards, rules) is not None and wilds_allowed(cards, True, laying, rules):
        return "run"
    if is_group_shape(cards, rules) and wilds_allowed(cards, False, laying, rules):
        return "group"
    return None


def canonical(cards: Meld, rules: Rules) -> Meld:
    """Return the one text of a meld: groups are sorted; the order of a run places its jokers (D-27)."""
    what = kind(cards, rules, False)
    if what == "pair":
        return in_order(cards, rules)
    return namings(in_order(cards, rules), rules)[0] if what == "group" else cards


def in_order(cards: Iterable[str], rules: Rules) -> Meld:
    """Return the cards of a group, its wild ones last."""
    return tuple(sorted(cards, key=lambda face: (is_wild(face, rules), order(face))))


def is_clean_run(cards: Meld, rules: Rules) -> bool:
    return is_run(cards, rules) and not wilds_of(cards, True, rules)


def group_letter(cards: Meld, rules: Rules) -> str:
    """Return the rank of a group: of its other cards, or the wild rank if it has no others."""
    others = naturals_in(cards, rules)
    return others[0][0] if others else rules.wild_rank if rules.natural_wilds else "A"


def is_four_group(cards: Meld, rules: Rules) -> bool:
    return len(cards) == 4 and kind(cards, rules, False) == "group"


def points_of_rank(number: int, ace: int, rules: Rules) -> int:
    """Return the points of a rank (R51-VAL-02, R51-VAL-03), with the ace as given; or the value of each rank."""
    if rules.values is not None:
        return rules.values[number - 1]
    if number == 1:
        return ace
    return number if number <= 10 else rules.court_value


def own_value(face: str, rules: Rules, usual: int) -> int:
    """Return the separate value of a single card, or else the points of its rank."""
    for text in rules.card_values:
        card, points = text.split()
        if card == face:
            return int(points)
    return usual


@lru_cache(maxsize=200_000)
def card_values(cards: Meld, rules: Rules) -> tuple[int, ...]:
    """Return the points of each card in its place (R51-VAL-04, D-24, D-38, D-39)."""
    low_ace, high_ace, group_ace = rules.ace_meld_values
    low = low_of_run(cards, rules)
    values: list[int] = []
    for index, each in enumerate(cards):
        if low is None:
            number = rank(group_letter(cards, rules))
            points = points_of_rank(number, group_ace, rules)
        else:
            place = low + index
            above_king = place > 13 and index > 0
            points = points_of_rank(rank_at(place), high_ace if above_king else low_ace, rules)
        if wild_at(cards, index, low is not None, rules):
            points = rules.joker_meld_value if isinstance(rules.joker_meld_value, int) else points
        else:
            points = own_value(each, rules, points)
        values.append(points)
    return tuple(values)


def value(cards: Meld, rules: Rules) -> int:
    """Return the points of a meld (R51-VAL-01)."""
    return sum(card_values(cards, rules))


def stands_for(cards: Meld, index: int, rules: Rules) -> set[str]:
    """Return the cards that the joker at `index` may be: one in a run, the missing suits in a group (D-27)."""
    naturals = naturals_in(cards, rules)
    if len(cards) == 2:  # OKO-JOK-03
        return set(naturals)
    low = low_of_run(cards, rules)
    # With too many wild cards for a run, these cards can only be a group.
    if low is not None and kind(cards, rules, False) == "run":
        return {RANKS[rank_at(low + index) - 1] + suit(naturals[0])}
    if named_card(cards):
        return {named_card(cards)}
    everything = {group_letter(cards, rules) + each for each in SUITS}
    if rules.natural_wilds:
        wild = wilds_of(cards, False, rules)
        naturals = [each for place, each in enumerate(cards) if place not in wild]
    return everything - set(naturals) if rules.set_suits == "distinct" else everything


def fillings(low: int, length: int, of: str, pool: tuple[str, ...]) -> list[Meld]:
    """Return every way to fill the places of a run with exactly the cards of the pool."""
    if length == 0:
        return [()] if not pool else []
    natural = RANKS[rank_at(low) - 1] + of
    found: list[Meld] = []
    for each in (natural, JOKER):
        if each in pool:
            left = list(pool)
            left.remove(each)
            found += [(each, *rest) for rest in fillings(low + 1, length - 1, of, tuple(left))]
    return found


def readings(cards: Meld, rules: Rules) -> set[Meld]:
    """Return every legal meld of exactly these cards, in any order (D-27)."""
    found: set[Meld] = set()
    naturals = naturals_in(cards, rules)
    if not naturals:
        return set()
    group = tuple(sorted(cards, key=order))
    if kind(group, rules) == "group":
        found.update(namings(group, rules))
    for low in lowest_places(rules):
        for filled in fillings(low, len(cards), suit(naturals[0]), cards):
            if kind(filled, rules) == "run":
                found.add(filled)
    return found
