"""Make hard positions: good hands, useful discards, crowded tables, jokers and duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import attrs
from tests.oracle.differential.bridge import rules_of
from tests.oracle.reference.cards import JOKER, RANKS, SUITS, order
from tests.oracle.reference.deal import whole_pack
from tests.oracle.reference.melds import (
    in_order,
    is_wild,
    kind,
    named_card,
    namings,
    rank_at,
    stands_for,
    wild_faces,
)
from tests.oracle.reference.rules import Rules

from rami import Round
from rami.bots import GreedyBot, RandomBot
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext, Setup

Meld = tuple[str, ...]


@attrs.frozen
class Plan:
    """The shape of positions to make.

    Parameters:
        hand: fewest and most cards of the acting player before the draw.
        table: fewest and most melds on the table.
        opened: chance that the acting player has opened.
        jokers: fewest and most wild cards of the hand.
        twins: chance that the other copy of a card of the hand comes next.
        longest: longest run on the table.
        wild: chance that a meld on the table holds a joker.
        seats: fewest and most players.
        pairs: chance that a new meld on the table shares a card with an earlier one.
    """

    hand: tuple[int, int]
    table: tuple[int, int]
    opened: float = 0.8
    jokers: tuple[int, int] = (0, 1)
    twins: float = 0.05
    longest: int = 5
    wild: float = 0.4
    seats: tuple[int, int] = (2, 2)
    pairs: float = 0.0


PLANS: dict[str, Plan] = {
    "ordinary": Plan(hand=(4, 8), table=(1, 3)),
    "jokers": Plan(hand=(4, 7), table=(1, 2), jokers=(2, 4)),
    "twins": Plan(hand=(4, 8), table=(1, 2), twins=0.5),
    "long runs": Plan(hand=(3, 6), table=(1, 2), longest=14),
    "full table": Plan(hand=(2, 5), table=(4, 5), longest=4),
    "few cards": Plan(hand=(1, 3), table=(1, 3), jokers=(0, 2), wild=0.7),
    "unopened": Plan(hand=(9, 13), table=(0, 1), opened=0.0, jokers=(0, 1)),
    "unopened with jokers": Plan(hand=(8, 11), table=(0, 1), opened=0.0, jokers=(1, 3)),
    "unopened at a table": Plan(hand=(5, 9), table=(1, 3), opened=0.0, jokers=(0, 2)),
    "many cards": Plan(hand=(9, 13), table=(2, 4), jokers=(0, 2)),
    "three seats": Plan(hand=(4, 7), table=(1, 3), opened=0.6, seats=(3, 3)),
}


BURNT: dict[str, Plan] = {
    "burnt": Plan(hand=(4, 7), table=(3, 5), jokers=(1, 3), longest=6, wild=0.1, pairs=0.8),
    "burning": Plan(hand=(5, 8), table=(2, 3), jokers=(1, 2), twins=0.2, wild=0.1, pairs=0.3),
    "burnt and unopened": Plan(hand=(9, 12), table=(2, 4), opened=0.0, jokers=(1, 3), wild=0.1, pairs=0.8),
}
"""Positions in which every copy of a card is visible, and jokers may represent it."""


CROWDED: dict[str, Plan] = {
    "crowded": Plan(hand=(3, 7), table=(6, 10), opened=0.9, longest=6),
    "crowded with jokers": Plan(hand=(3, 7), table=(6, 10), jokers=(1, 3), longest=6, wild=0.7),
    "crowded with twins": Plan(hand=(3, 7), table=(6, 10), twins=0.3, longest=6, pairs=0.6),
    "crowded with long runs": Plan(hand=(3, 6), table=(5, 8), longest=14, wild=0.5, pairs=0.4),
    "overfull": Plan(hand=(2, 4), table=(9, 14), longest=4, wild=0.3, seats=(3, 3)),
    "nearly out": Plan(hand=(1, 3), table=(6, 12), jokers=(0, 1), wild=0.6, pairs=0.4),
    "unopened at a crowded table": Plan(hand=(6, 10), table=(5, 9), opened=0.0, jokers=(0, 2), pairs=0.3),
}
"""Tables late in a round: most of their cards lead nowhere, and some only after several actions."""


class Box:
    """The cards of the pack not yet used."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.left = Counter(whole_pack(rules))
        self.rng = rng

    def has(self, cards: Iterable[str]) -> bool:
        return all(self.left[card] >= count for card, count in Counter(cards).items())

    def spares(self, cards: Sequence[str], count: int) -> bool:
        """Return whether the box has these cards and `count` more."""
        return self.has(cards) and self.left.total() >= len(cards) + count

    def take(self, cards: Iterable[str]) -> None:
        self.left.subtract(Counter(cards))

    def draw(self, count: int, jokers: bool = True) -> list[str]:
        found: list[str] = []
        pool = sorted((card for card in self.left.elements() if jokers or card != JOKER), key=order)
        for card in self.rng.sample(pool, min(count, len(pool))):
            found.append(card)
            self.take([card])
        return found


def random_meld(rules: Rules, rng: Random, longest: int, wild: float) -> Meld | None:
    """Return a meld that may be on the table under these rules, or None if the attempt failed."""
    cards: list[str]
    if rules.pairs is not None and rng.random() < 0.3:
        card = rng.choice(RANKS) + rng.choice(SUITS)
        return (card, JOKER if rng.random() < wild else card)
    if rng.random() < 0.6:
        length = rng.randint(rules.run_min, max(rules.run_min, min(longest, rules.max_run)))
        low = rng.randint(1, 14)
        suit = rng.choice(SUITS)
        cards = [RANKS[rank_at(low + index) - 1] + suit for index in range(length)]
    else:
        letter = rng.choice(RANKS)
        size = rng.randint(rules.set_min, 4 if rules.set_max is None else rules.set_max)
        suits = (
            rng.sample(SUITS, min(size, 4)) if rules.set_suits == "distinct" else rng.choices(SUITS, k=size)
        )
        cards = sorted((letter + suit for suit in suits), key=order)
    while rng.random() < wild:
        cards[rng.randrange(len(cards))] = rng.choice(wild_faces(rules))
        wild /= 2
    meld = tuple(cards)
    what = kind(meld, rules, False)
    if what is None:
        return None
    return meld if what == "run" else in_order(meld, rules)


def meld_beside(melds: list[Meld], rules: Rules, rng: Random, plan: Plan) -> Meld | None:
    """Return a meld that shares a card with one of these."""
    there = {card for meld in melds for card in meld if card != JOKER}
    for _ in range(40):
        meld = random_meld(rules, rng, plan.longest, plan.wild)
        if meld is not None and there & set(meld):
            return meld
    return None


def friends(cards: Iterable[str], melds: Iterable[Meld], rules: Rules) -> Iterator[str]:
    """Yield cards that go with cards in hand or melds on the table."""
    for card in cards:
        if card != JOKER:
            yield from near(card)
    for meld in melds:
        for index, card in enumerate(meld):
            if is_wild(card, rules):
                yield from sorted(stands_for(meld, index, rules)) * 3
            else:
                yield from near(card)


def near(card: str) -> Iterator[str]:
    """Yield the neighbours of a card in its suit, and its rank in the other suits; none for a joker."""
    if card == JOKER:
        return
    place = RANKS.index(card[0])
    for step in (-2, -1, 1, 2):
        yield RANKS[(place + step) % 13] + card[1]
    for suit in SUITS:
        if suit != card[1]:
            yield card[0] + suit


def owned(
    table: list[tuple[int, Meld]], playing: Sequence[int], rules: Rules, rng: Random
) -> list[tuple[int, Meld]]:
    """Return a table on which some have opened with pairs, and the others may have laid pairs later."""
    in_pairs = {seat for seat in playing if rng.random() < 0.4}
    pairs = [(seat, meld) for seat, meld in table if len(meld) == 2]
    others = [(seat, meld) for seat, meld in table if len(meld) > 2 and seat not in in_pairs]
    first = [each for each in pairs if each[0] in in_pairs]
    later = {seat for seat, _ in others} if first and rules.pairs_by_others == "after_pairs" else set[int]()
    return [*others, *first, *(each for each in pairs if each[0] in later)]


def made(variant: Variant, plan: Plan, rng: Random) -> Setup:
    """Return a position before a draw; the next card of the stock and the top discard are often useful."""
    seats = rng.randint(*plan.seats)
    rules = rules_of(variant.for_round(seats))
    box = Box(rules, rng)
    playing = tuple(range(seats))
    if seats > 2 and rng.random() < 0.3:
        gone = rng.choice(playing)
        playing = tuple(seat for seat in playing if seat != gone)
    player = rng.choice(playing)
    opened = rng.random() < plan.opened
    table: list[tuple[int, Meld]] = []
    others = [seat for seat in playing if seat != player]
    wanted = max(int(opened), rng.randint(*plan.table))
    for _ in range(max(40, 8 * wanted)):
        if len(table) >= wanted:
            break
        meld = random_meld(rules, rng, plan.longest, plan.wild)
        if table and rng.random() < plan.pairs:
            meld = meld_beside([each for _, each in table], rules, rng, plan)
        if meld is not None and box.spares(meld, plan.hand[1] + 4 * seats):
            box.take(meld)
            mine = opened and (not table or rng.random() < 0.4)
            table.append((player if mine else rng.choice(others), meld))
    if rules.pairs is not None:
        kept = owned(table, playing, rules, rng)
        box.left.update(card for _, meld in table for card in meld)
        box.take(card for _, meld in kept for card in meld)
        table = kept
    rng.shuffle(table)
    melds = [meld for _, meld in table]
    hand: list[str] = []
    size = rng.randint(*plan.hand)
    for _ in range(min(rng.randint(*plan.jokers), size)):
        wild = rng.choice(wild_faces(rules))
        if box.has([wild]):
            box.take([wild])
            hand.append(wild)

    def useful(chance: float, jokers: bool = False) -> str:
        found = sorted(friends(hand, melds, rules))
        if jokers and rng.random() < 0.1 and box.has([JOKER]):
            return JOKER
        for _ in range(20):
            card = rng.choice(found) if found and rng.random() < chance else ""
            if card and box.has([card]):
                return card
        (card,) = box.draw(1, jokers)
        box.left[card] += 1
        return card

    while len(hand) < size:
        if not plan.opened and rng.random() < 0.5:
            meld = random_meld(rules, rng, 5, 0.0)
            if meld is not None and box.has(meld) and len(hand) + len(meld) <= size:
                box.take(meld)
                hand += meld
                continue
        card = rng.choice(hand) if hand and rng.random() < plan.twins else ""
        if not card or not box.has([card]):
            card = useful(0.75)
        box.take([card])
        hand.append(card)
    top = useful(0.9, True)
    box.take([top])
    drawn = useful(0.9, True)
    box.take([drawn])
    hands = [
        hand if seat == player else box.draw(rng.randint(2, 4) if seat in playing else 0)
        for seat in range(seats)
    ]
    below = box.draw(rng.randint(0, 2))
    for _ in range(rng.randint(0, 4) if rules.discard_depth != 1 else 0):
        # Several discards may be taken together, and are useful together.
        card = rng.choice([*near(top), useful(0.9)])
        if box.has([card]):
            box.take([card])
            below.append(card)
    discards = [*below, top]
    rest = box.draw(200)
    due = rules.contracts or ()
    contracts = tuple(rng.randint(1, len(due)) for _ in range(seats if due else 0))
    number = 1
    if rules.contract_due == "round":
        number = contracts[0]
        contracts = (number,) * seats
    starts = [0, 1] if rules.starter_turn == "normal" else [1]
    highest = rng.choice([0, 0, 55, 75]) if rules.escalates else 0
    return Setup(
        variant=variant,
        hands=tuple(" ".join(each) for each in hands),
        player=player,
        table=tuple((owner, laid_text(meld, rules, rng)) for owner, meld in table),
        discards=" ".join(discards),
        stock=" ".join([drawn, *rest]),
        context=RoundContext(seats, playing[0], number, playing=playing, contracts=contracts),
        turn=rng.choice([40, 41, 42, 43] if opened else [*starts, 40, 41, 42, 43]),
        highest_opening=highest,
        highest_pairs=rng.choice([0, 2, 3]) if rules.escalates and rules.pairs is not None else 0,
    )


def laid_text(meld: Meld, rules: Rules, rng: Random) -> str:
    """Write a meld as the engine reads it.

    A run has its first card, as `* 7♠ *` may also be a group; a group has the card named for its joker where one must
    be.
    """
    named = named_card(rng.choice(namings(meld, rules)))
    text = " ".join(meld)
    if kind(meld, rules, False) == "run":
        (first,) = stands_for(meld, 0, rules)
        return f"{text} (run {first})"
    return f"{text} (group {named})" if named else text


def played(variant: Variant, rng: Random, players: int, turns: int) -> Iterator[Round]:
    """Yield the positions before each draw of a round that a greedy and a random player play."""
    state = Round.deal(variant, players=players, seed=rng.getrandbits(64), dealer=rng.randrange(players))
    greedy, careless = GreedyBot(), RandomBot(rng.getrandbits(32))
    while not state.over and state.turn < turns:
        if state.phase == "draw":
            yield state
        bot = careless if rng.random() < 0.1 else greedy
        state = state.play(bot.choose(state.view(state.player)))


def round_of(variant: Variant, plan: Plan, rng: Random) -> Round:
    """Return the round of a made position."""
    return Round.from_setup(made(variant, plan, rng))
