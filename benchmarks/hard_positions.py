"""Search for slow positions of every variant by hill climbing from a seed, and print the slowest as text."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import attrs

from benchmarks.contenders.positions import tried
from rami import Card, Cards, RamiError, Round, Setup, TakeDiscard, Variant, variants
from rami.cards.melds import Meld
from rami.notation import position_text
from rami.policies import Opening
from rami.policies.declaring.values import largest
from rami.rounds.setup import RoundContext

RANKS, SUITS = "A23456789TJQK", "♣♦♥♠"


@attrs.frozen
class Scene:
    """The part of a position that the search changes; the rest of the position is derived from it."""

    variant: Variant
    seats: int
    hand: tuple[Card, ...]
    upcard: Card
    table: tuple[tuple[int, Meld], ...]
    phase: str
    contract: int

    @property
    def setup(self) -> Setup:
        """The position; an error is raised if the pack has too few copies of a card."""
        v = self.variant
        used = Cards((*self.hand, self.upcard)) + Cards([card for _, meld in self.table for card in meld])
        rest = list(pack_of(v) - used)
        # The hands of other players do not affect the legal moves, so keep them small.
        held = v.dealing.cards_each(self.seats) if v.table.concealed else 1
        others = [rest[held * seat : held * (seat + 1)] for seat in range(self.seats - 1)]
        contracts = (self.contract,) * self.seats if self.contract else ()
        return Setup(
            variant=v,
            hands=[Cards(self.hand), *map(Cards, others)],
            table=self.table,
            discards=[self.upcard],
            phase=self.phase,
            context=RoundContext(self.seats, contracts=contracts),
        )


def pack_of(variant: Variant) -> Cards:
    """Return all cards of the game's pack."""
    equipment = variant.equipment
    return Cards.from_ids([*range(52)] * largest(equipment.packs) + [52] * largest(equipment.jokers))


def some_meld(variant: Variant, choice: random.Random) -> Meld | None:
    """Return a random meld, sometimes with wild cards; None if the random cards are not a meld."""
    if choice.random() < 0.7:
        suit, low, size = choice.choice(SUITS), choice.randrange(12), choice.randint(3, 8)
        cards = [f"{rank}{suit}" for rank in f"{RANKS}A"[low : low + size]]
    else:
        rank = choice.choice(RANKS)
        cards = [f"{rank}{suit}" for suit in choice.sample(SUITS, choice.randint(3, 4))]
    while choice.random() < 0.4:
        wild = (
            "*" if choice.random() < 0.6 or not variant.equipment.wild_ranks else f"2{choice.choice(SUITS)}"
        )
        cards[choice.randrange(len(cards))] = wild
    try:
        return variant.meld(cards)
    except RamiError:
        return None


def some_scene(variant: Variant, choice: random.Random) -> Scene:
    """Return a random start for the search, with an empty or a crowded table, before or after the player's opening."""
    seats = variant.equipment.players[1] if choice.random() < 0.6 else variant.equipment.players[0]
    pack = pack_of(variant)
    table: list[tuple[int, Meld]] = []
    crowd = 0 if variant.table.concealed else choice.choice((0, 4, 8, 12, 14))
    opened = choice.random() < 0.5
    while len(table) < crowd:
        meld = some_meld(variant, choice)
        if meld is not None and Cards(meld) <= pack:
            pack = pack - Cards(meld)
            table.append((choice.randrange(0 if opened else 1, seats), meld))
    cards: list[Card] = list(pack)
    choice.shuffle(cards)
    if choice.random() < 0.5:
        eager = choice.random()
        cards.sort(key=lambda card: choice.random() > eager or not is_wild(variant, card))
    phase = choice.choice(("draw", "play"))
    size = variant.dealing.cards_each(seats) + (phase == "play")
    if opened and not variant.table.concealed:
        size = choice.randint(2, size)
    contract = choice.choice(contracts_of(variant))
    return Scene(variant, seats, tuple(cards[:size]), cards[size], tuple(table), phase, contract)


def is_wild(variant: Variant, card: Card) -> bool:
    """Return whether a card is wild."""
    return card.is_joker or (card.rank is not None and int(card.rank) in variant.equipment.wild_ranks)


def changed(scene: Scene, choice: random.Random) -> Scene:
    """Return the scene with one random change."""
    what = choice.random()
    if what < 0.55 or scene.variant.table.concealed:
        at, card = choice.randrange(len(scene.hand)), choice.choice(list(pack_of(scene.variant)))
        # Half of the new cards are near a card of the hand, because connected hands have more melds and are slower.
        near = choice.choice(scene.hand)
        if choice.random() < 0.5 and not near.is_joker:
            card = Card.from_id(13 * (near.id // 13) + (near.id + choice.choice((-2, -1, 1, 2))) % 13)
        return attrs.evolve(scene, hand=(*scene.hand[:at], card, *scene.hand[at + 1 :]))
    if what < 0.65:
        return attrs.evolve(scene, upcard=choice.choice(list(pack_of(scene.variant))))
    if what < 0.7 and scene.contract:
        return attrs.evolve(scene, contract=choice.randint(1, 14))
    if what < 0.8 and scene.table:
        at = choice.randrange(len(scene.table))
        return attrs.evolve(scene, table=(*scene.table[:at], *scene.table[at + 1 :]))
    meld = some_meld(scene.variant, choice)
    if meld is None or not scene.table:
        return scene
    owners = [owner for owner, _ in scene.table]
    if len(scene.table) < 14 and choice.random() < 0.5:
        return attrs.evolve(scene, table=(*scene.table, (choice.choice(owners), meld)))
    at = choice.randrange(len(scene.table))
    table = (*scene.table[:at], (owners[at], meld), *scene.table[at + 1 :])
    return attrs.evolve(scene, table=table)


def cost(scene: Scene) -> float:
    """Return the processor time of the slowest query in seconds; -1 if the position is impossible."""
    try:
        setup = scene.setup
        Round.from_setup(setup)
    except RamiError:
        return -1.0
    return quick_cost(setup)


def quick_cost(setup: Setup) -> float:
    """Return the time of the slowest query in seconds; each query uses a new round, whose caches are empty."""
    start = time.thread_time()
    if setup.phase == "draw":
        taken = TakeDiscard() in Round.from_setup(setup).legal_moves
        found = time.thread_time() - start
        if taken:
            after = Round.from_setup(setup).play(TakeDiscard())
            start = time.thread_time()
            next(iter(after.legal_moves), None)
            found = max(found, time.thread_time() - start)
        return found
    position = Round.from_setup(setup)
    start = time.thread_time()
    next(iter(position.legal_moves), None)
    found = time.thread_time() - start
    # Explaining all moves would take too long, so sample about twelve of them.
    moves = tried(position)
    for move in moves[:: max(1, len(moves) // 12)]:
        fresh = Round.from_setup(setup)
        start = time.thread_time()
        fresh.explain(move)
        found = max(found, time.thread_time() - start)
    return found


def lay_downs(variant: Variant, hand: tuple[Card, ...], contract: int) -> float:
    """Return the number of lay-downs of a hand; -1 if the pack has too few copies of a card."""
    cards = Cards(hand)
    if not cards <= pack_of(variant):
        return -1.0
    return float(sum(1 for _ in variant.openings(cards, contract=contract or None)))


def some_hand(variant: Variant, size: int, choice: random.Random) -> tuple[Card, ...]:
    """Return a random hand of wild cards and of natural cards of one to four suits."""
    pack = pack_of(variant)
    wilds = [card for card in pack if is_wild(variant, card)]
    suits = choice.sample(SUITS, choice.randint(1, 4))
    pool = [card for card in pack if not is_wild(variant, card) and str(card)[1] in suits]
    some = choice.sample(wilds, min(len(wilds), choice.randint(0, 7)))
    return (*some, *choice.sample(pool, size - len(some)))


def climb_lay_downs(
    variant: Variant, size: int, contract: int, choice: random.Random, seconds: float
) -> tuple[float, tuple[Card, ...]]:
    """Search for the given time, and return the hand with the most lay-downs."""
    until = time.perf_counter() + seconds
    worst: tuple[float, tuple[Card, ...]] = (-1.0, ())
    everything = list(dict.fromkeys(pack_of(variant)))
    while time.perf_counter() < until:
        hand = some_hand(variant, size, choice)
        found, stalled = lay_downs(variant, hand, contract), 0
        while stalled < 60 and time.perf_counter() < until:
            at = choice.randrange(size)
            other = (*hand[:at], choice.choice(everything), *hand[at + 1 :])
            count = lay_downs(variant, other, contract)
            stalled = 0 if count > found else stalled + 1
            if count >= found:
                hand, found = other, count
        worst = max(worst, (found, hand), key=lambda pair: pair[0])
    return worst


def climb(
    variant: Variant, measure: Callable[[Scene], float], choice: random.Random, seconds: float
) -> tuple[float, Scene]:
    """Search for the given time from many random starts, and return the slowest scene."""
    until = time.perf_counter() + seconds
    worst, worst_scene = -1.0, some_scene(variant, choice)
    while time.perf_counter() < until:
        scene = some_scene(variant, choice)
        found, stalled = measure(scene), 0
        while stalled < 40 and time.perf_counter() < until:
            other = changed(scene, choice)
            other_cost = measure(other)
            if other_cost > found:
                # The machine may have been busy, so a slower time counts only if a second measurement confirms it.
                other_cost = min(other_cost, measure(other))
            # A gain of less than 2% may be noise, so it does not prolong the climb.
            stalled = 0 if other_cost > 1.02 * found else stalled + 1
            if other_cost >= found >= 0 or found < 0:
                scene, found = other, other_cost
        if found > worst:
            worst, worst_scene = found, scene
    return worst, worst_scene


def main() -> None:
    """Run the command: search, and print the slowest positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "variants", nargs="*", default=list(variants.available()), help="slugs; all by default"
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="the time for each climb")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all random choices")
    parser.add_argument(
        "--lay-downs", type=int, metavar="CARDS", help="search for hands of this size with many lay-downs"
    )
    asked = parser.parse_args()
    for slug in asked.variants:
        variant = variants.get(slug)
        choice = random.Random(f"{asked.seed} {slug}")
        if asked.lay_downs is None:
            worst, scene = climb(variant, cost, choice, asked.seconds)
            print(f"# {slug}: {1000 * worst:.1f} ms, {scene.phase}, {len(scene.table)} melds", flush=True)
            print(position_text(scene.setup), flush=True)
            continue
        for contract in contracts_of(variant):
            count, hand = climb_lay_downs(variant, asked.lay_downs, contract, choice, asked.seconds)
            name = f", contract {contract}" if contract else ""
            print(f"# {slug}{name}: {count:.0f} lay-downs\n{Cards(hand)}", flush=True)


def contracts_of(variant: Variant) -> range:
    """Return the numbers of a game's contracts; only 0 if it has none."""
    opening = variant.opening
    if isinstance(opening, Opening) and opening.contracts:
        return range(1, len(opening.contracts) + 1)
    return range(1)


if __name__ == "__main__":
    main()
