"""Every position of a small pack, up to the names of the suits, and every way to end a turn in each of them.

The pack of the engine stays whole; hands, table and top discard are drawn from a few ranks only, and the rest of
the cards, which no rule of a turn reads, lies in the stock.

Run as a script for larger families than the tests cover:

    python -m tests.differential.small_pack --seconds 600 --ranks A2345 --hand 4 --melds 1
    python -m tests.differential.small_pack --seconds 600 --ranks QKA --copies 1 --hand 3 --houses table
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product

import attrs
from tests.differential.bridge import end_of_turn, position_of, rules_of, shown
from tests.differential.houses import PLAY, single_houses
from tests.reference.cards import JOKER, RANKS, SUITS, order
from tests.reference.melds import highest_place, kind, lowest_places, rank_at
from tests.reference.rules import Rules
from tests.reference.turn import turn_ends

from rami import Round, TakeDiscard, variants
from rami.policies.variant import Variant
from rami.setup import Phase, Setup

Cards = tuple[str, ...]
Table = tuple[tuple[int, Cards], ...]
Renaming = dict[str, str]

PLAYER, OTHER = 0, 1


@attrs.frozen
class Pack:
    """The cards that positions are made of.

    Parameters:
        ranks: the ranks in play, all four suits of each.
        copies: how often each card is there.
        jokers: how many jokers are there.
    """

    ranks: str
    copies: int = 2
    jokers: int = 1

    @property
    def faces(self) -> Cards:
        """The different cards, the joker last if there is one."""
        naturals = sorted((rank + suit for rank in self.ranks for suit in SUITS), key=order)
        return (*naturals, JOKER) if self.jokers else tuple(naturals)

    def supply(self, face: str) -> int:
        """How often a card is there."""
        return self.jokers if face == JOKER else self.copies

    def outside(self, count: int) -> Cards:
        """Cards of other ranks."""
        others = [rank for rank in RANKS if rank not in self.ranks]
        return tuple(others[index % len(others)] + SUITS[index % 4] for index in range(count))


@attrs.frozen
class Spot:
    """One position before or within a turn.

    Parameters:
        hand: the cards of the acting player; with `top`, before the draw.
        table: owners and melds.
        top: the discard to take, or None when the draw has been from the stock.
    """

    hand: Cards
    table: Table
    top: str | None


def in_order(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards, key=order))


def all_renamings() -> list[Renaming]:
    """The 24 ways to rename the suits, as maps of cards."""
    found: list[Renaming] = []
    for suits in permutations(SUITS):
        to = dict(zip(SUITS, suits, strict=True))
        found.append({JOKER: JOKER, **{rank + suit: rank + to[suit] for rank in RANKS for suit in SUITS}})
    return found


RENAMINGS = all_renamings()


def renamed_meld(meld: Cards, to: Renaming) -> Cards:
    """The meld with its suits renamed, a group in order again."""
    changed = tuple(to[card] for card in meld)
    naturals = [card for card in changed if card != JOKER]
    is_group = naturals[0][0] == naturals[1][0]
    return in_order(changed) if is_group else changed


def renamed(spot: Spot, to: Renaming) -> Spot:
    """The same position with other suits."""
    return Spot(
        hand=in_order(to[card] for card in spot.hand),
        table=tuple((owner, renamed_meld(meld, to)) for owner, meld in spot.table),
        top=None if spot.top is None else to[spot.top],
    )


def multisets(pack: Pack, size: int, used: Counter[str]) -> Iterator[Cards]:
    """Every hand of that size from the cards that are not used."""
    faces = pack.faces

    def grow(start: int, left: int) -> Iterator[Cards]:
        if left == 0:
            yield ()
            return
        for index in range(start, len(faces)):
            face = faces[index]
            for count in range(1, min(left, pack.supply(face) - used[face]) + 1):
                for rest in grow(index + 1, left - count):
                    yield (*[face] * count, *rest)

    return grow(0, size)


@lru_cache(maxsize=64)
def table_melds(pack: Pack, rules: Rules) -> tuple[Cards, ...]:
    """Every meld that may lie on the table, made of cards of the pack; a joker may stand for any card."""
    found: set[Cards] = set()
    for suit in SUITS:
        for low in lowest_places(rules):
            for high in range(low + rules.run_min - 1, highest_place(low, rules) + 1):
                places = [
                    [
                        card
                        for card in (RANKS[rank_at(place) - 1] + suit, JOKER)
                        if card[0] in pack.ranks + JOKER
                    ]
                    for place in range(low, high + 1)
                ]
                if sum(1 for choice in places if len(choice) == 1) > pack.jokers:
                    break
                found.update(meld for meld in product(*places) if kind(meld, rules, False) == "run")
    for rank in pack.ranks:
        same = Pack(rank, 1 if rules.set_suits == "distinct" else pack.copies, pack.jokers)
        for size in range(rules.set_min, min(rules.set_max or 5, 5) + 1):
            melds = (in_order(meld) for meld in multisets(same, size, Counter()))
            found.update(meld for meld in melds if kind(meld, rules, False) == "group")
    return tuple(meld for meld in sorted(found) if fits(pack, meld))


def fits(pack: Pack, cards: Iterable[str]) -> bool:
    return all(count <= pack.supply(face) for face, count in Counter(cards).items())


def owners_of(melds: int, opened: bool) -> tuple[int, ...]:
    """Who laid the melds: one is the player's own when the player has opened, the others are foreign."""
    return tuple(PLAYER if opened and index == 0 else OTHER for index in range(melds))


def tables(
    pack: Pack, rules: Rules, melds: int, opened: bool, wild: bool
) -> Iterator[tuple[Table, list[Renaming]]]:
    """Every table up to the names of the suits, with the renamings that do not change it."""
    known = [meld for meld in table_melds(pack, rules) if wild or JOKER not in meld]
    owners = owners_of(melds, opened)
    foreign = melds - int(opened and melds > 0)
    seen: set[tuple[Cards, ...]] = set()
    for chosen in product(known, repeat=melds):
        own, others = chosen[: melds - foreign], chosen[melds - foreign :]
        if list(others) != sorted(others) or not fits(pack, (card for meld in chosen for card in meld)):
            continue
        images = [
            (
                *(renamed_meld(meld, to) for meld in own),
                *sorted(renamed_meld(meld, to) for meld in others),
            )
            for to in RENAMINGS
        ]
        if chosen not in seen:
            seen.update(images)
            keep = [to for to, image in zip(RENAMINGS, images, strict=True) if image == chosen]
            yield tuple(zip(owners, chosen, strict=True)), keep


def hands(
    pack: Pack, table: Table, keep: list[Renaming], size: int
) -> Iterator[tuple[Cards, list[Renaming]]]:
    """Every hand beside a table, up to renamings that keep the table, with those that keep both."""
    used = Counter(card for _, meld in table for card in meld)
    seen: set[Cards] = set()
    for hand in multisets(pack, size, used):
        if len(keep) == 1:
            yield hand, keep
        elif hand not in seen:
            images = [in_order(to[card] for card in hand) for to in keep]
            seen.update(images)
            yield hand, [to for to, image in zip(keep, images, strict=True) if image == hand]


@attrs.frozen
class Family:
    """Positions of one shape.

    Parameters:
        pack: the small pack.
        hand: cards of the acting player after the draw.
        melds: melds on the table.
        opened: whether the acting player has opened; the first meld is then the player's own.
        wild: whether the melds on the table may hold jokers.
        takes: whether there are positions in which the discard is to be taken, not only those after a stock draw.
    """

    pack: Pack
    hand: int
    melds: int
    opened: bool
    wild: bool = True
    takes: bool = True

    def spots(self, rules: Rules) -> Iterator[Spot]:
        """Every position once for all ways to name the suits; each is given with some names of its own.

        First with the draw from the stock behind the player, then with each card as the discard to take.
        """
        number = 0
        for table, kept in tables(self.pack, rules, self.melds, self.opened, self.wild):
            for hand, keep in hands(self.pack, table, kept, self.hand):
                seen: set[str] = set()
                for top in (None, *dict.fromkeys(hand if self.takes else ())):
                    if top is not None:
                        if top in seen:
                            continue
                        seen.update(to[top] for to in keep)
                    left = list(hand)
                    if top is not None:
                        left.remove(top)
                    yield renamed(Spot(tuple(left), table, top), RENAMINGS[number % len(RENAMINGS)])
                    number += 7


def round_at(spot: Spot, variant: Variant, pack: Pack) -> Round:
    """The round in that position: everybody else's cards are of other ranks."""
    below, *others = pack.outside(3)
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=[" ".join(spot.hand), " ".join(others)],
            player=PLAYER,
            phase="play" if spot.top is None else "draw",
            table=[(owner, " ".join(meld)) for owner, meld in spot.table],
            discards=" ".join([below] if spot.top is None else [below, spot.top]),
        )
    )


def explore(start: Round) -> tuple[set[str], int]:
    """The ends of the turn that listed moves reach, and the number of positions on the way.

    Every list has one name for each position, and from every position some end is reached: both are asserted.
    """
    ends: set[str] = set()
    before: dict[Round, list[Round]] = {start: []}
    finished: list[Round] = []
    waiting = [start]
    while waiting:
        state = waiting.pop()
        after = [state.play(move) for move in state.legal_moves]
        assert len(set(after)) == len(after), f"a position listed twice: {shown(state)}"
        for each in after:
            if each.over or each.phase is Phase.DRAW:
                ends.add(end_of_turn(state, each))
                finished.append(state)
            elif each in before:
                before[each].append(state)
            else:
                before[each] = [state]
                waiting.append(each)
    alive: set[Round] = set()
    while finished:
        state = finished.pop()
        if state not in alive:
            alive.add(state)
            finished += before[state]
    stuck = [shown(state) for state in before if state not in alive]
    assert not stuck, f"the turn cannot be completed: {stuck[0]}"
    return ends, len(before)


def compare(spot: Spot, variant: Variant, pack: Pack) -> int:
    """Positions seen in the turn, the ends of which are those of the reference; 0 for a discard out of reach."""
    state = round_at(spot, variant, pack)
    expected = turn_ends(position_of(state), rules_of(variant))
    if spot.top is not None:
        takes = TakeDiscard() in state.legal_moves
        assert takes == bool(expected), f"{shown(state)}\nTakeDiscard: engine {takes}, reference {not takes}"
        if not takes:
            return 0
        state = state.play(TakeDiscard())
    found, seen = explore(state)
    assert found == expected, (
        f"{shown(state)}\nunsound: {sorted(found - expected)[:5]}\nincomplete: {sorted(expected - found)[:5]}"
    )
    return seen


@attrs.define
class Count:
    """What a run has looked at.

    Parameters:
        spots: positions compared.
        taken: those among them that begin with a legal take of the discard.
        seen: positions within turns.
    """

    spots: int = 0
    taken: int = 0
    seen: int = 0

    def __str__(self) -> str:
        return f"{self.spots} positions, {self.taken} of them by a taken discard, {self.seen} within turns"


def checked(spot: Spot, variant: Variant, pack: Pack) -> int:
    """The same; an error of the engine is told with its position."""
    try:
        return compare(spot, variant, pack)
    except (ArithmeticError, LookupError, ValueError) as error:
        told = shown(round_at(spot, variant, pack))
        raise AssertionError(f"{told}\n{type(error).__name__}: {error}") from error


def compare_all(family: Family, variant: Variant, until: float | None = None) -> Count:
    """Compare the positions of a family, all of them unless the time is over before."""
    count = Count()
    for spot in family.spots(rules_of(variant)):
        seen = checked(spot, variant, family.pack)
        count.spots += 1
        count.taken += spot.top is not None and seen > 0
        count.seen += seen
        if until is not None and time.monotonic() > until:
            break
    return count


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the engine with the reference on a small pack.")
    parser.add_argument("--seconds", type=float, default=300.0, help="time to spend")
    parser.add_argument("--ranks", default="A2345", help="ranks of the pack")
    parser.add_argument("--copies", type=int, default=2, help="copies of each card")
    parser.add_argument("--jokers", type=int, default=1, help="jokers of the pack")
    parser.add_argument("--hand", type=int, nargs="*", default=range(2, 9), help="cards after the draw")
    parser.add_argument("--melds", type=int, nargs="*", default=range(3), help="melds on the table")
    parser.add_argument("--minimum", type=int, default=12, help="points of an opening")
    parser.add_argument(
        "--houses", nargs="?", const="", help="options, all or those of a slot, each on its own"
    )
    return parser.parse_args(arguments)


def scaled_minimum(house: Variant, minimum: int) -> int:
    """The minimum for a small pack; one that is 0 stays 0, as it may have to."""
    return minimum if house.settings()["opening.minimum"] else 0


def held_by(house: Variant, pack: Pack) -> Pack:
    """The small pack without what the whole pack of a house lacks."""
    equipment = house.equipment
    return Pack(pack.ranks, min(pack.copies, equipment.packs), min(pack.jokers, equipment.jokers))


def asked_for(slot: str | None) -> list[Variant]:
    """Classic 51, or its houses with an option of that slot; the price of an announcement needs no small pack."""
    if slot is None:
        return [variants.CLASSIC_51]
    options = {name: values for name, values in PLAY.items() if name.startswith(slot)}
    return [house for house in single_houses(options) if house.conduct.mode == "auto"]


def main(arguments: list[str] | None = None) -> int:
    """Compare families that grow until the time is over; the number of families that differ."""
    given = parsed(arguments)
    until = time.monotonic() + given.seconds
    pack = Pack(given.ranks, given.copies, given.jokers)
    wrong = 0
    for size, melds, opened in product(given.hand, given.melds, (True, False)):
        if opened and melds == 0:
            continue
        for house in asked_for(given.houses):
            if time.monotonic() > until:
                return wrong
            family = Family(held_by(house, pack), size, melds, opened)
            scaled = house.with_options({"opening.minimum": scaled_minimum(house, given.minimum)})
            name = f"{family} {scaled.differences(variants.CLASSIC_51)}"
            try:
                count = compare_all(family, scaled, until)
            except AssertionError as error:
                wrong += 1
                sys.stdout.write(f"{name}: {error}\n")
            else:
                whole = "all" if time.monotonic() <= until else "the first"
                sys.stdout.write(f"{name}: {whole} {count}\n")
            sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main()))
