"""Make moves to judge: listed moves, listed moves with small changes, and random moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TypeAlias

from tests.oracle.differential.bridge import faces, rules_of
from tests.oracle.differential.positions import friends, random_meld
from tests.oracle.reference.cards import JOKER, RANKS, SUITS
from tests.oracle.reference.melds import is_wild, wilds_in

from rami import Discard, DrawStock, LayDown, LayOff, Round, SwapWild, TakeDiscard
from rami.cards.melds import Meld
from rami.cards.moves import Move, Source, TouchDiscard

Text: TypeAlias = tuple[str, ...]


DRAWS: tuple[Move, ...] = (DrawStock(), TakeDiscard(), TouchDiscard())


def lay_down(melds: tuple[Text, ...], sources: tuple[Source, ...] = ()) -> LayDown:
    """Return the lay-down of these cards, for the round to read."""
    return LayDown([" ".join(meld) for meld in melds], sources)


def goes_with(card: str, other: str) -> bool:
    """Return whether two cards share a rank or a suit; a joker goes with everything."""
    return JOKER in (card, other) or card[0] == other[0] or card[1] == other[1]


class Tries:
    """Random moves in one position."""

    def __init__(self, state: Round, rng: Random, listed: int = 150) -> None:
        self.state = state
        self.rng = rng
        self.rules = rules_of(state.variant)
        self.hand = list(faces(state.hands[state.player]))
        self.table = [(item.id, faces(item.meld)) for item in state.table]
        self.listed = list(islice(state.legal_moves, listed))
        self.lays = [move for move in self.listed if isinstance(move, LayDown)]

    def __iter__(self) -> Iterator[Move]:
        """Yield moves without end."""
        makers: list[Callable[[], Move | None]] = [self.changed, self.lay, self.lay, self.lay_off, self.swap]
        makers += [self.several, self.several, self.discard, self.from_table, self.from_table]
        if self.rules.wild_rank:
            makers.append(self.exchanged)
        while True:
            chance = self.rng.random()
            if chance < 0.1 and self.listed:
                yield self.rng.choice(self.listed)
            elif chance < 0.14:
                yield self.rng.choice(DRAWS)
            else:
                found = self.rng.choice(makers)()
                if found is not None:
                    yield found

    def card(self) -> str:
        """Return a card from the hand, one near it, or any."""
        chance = self.rng.random()
        if chance < 0.75 and self.hand:
            return self.rng.choice(self.hand)
        near = list(friends(self.hand, [meld for _, meld in self.table], self.rules))
        if chance < 0.9 and near:
            return self.rng.choice(near)
        return self.rng.choice([JOKER, self.rng.choice(RANKS) + self.rng.choice(SUITS)])

    def number(self) -> int:
        """Return the id of a table meld, seldom one that does not exist."""
        if self.table and self.rng.random() < 0.98:
            return self.rng.choice(self.table)[0]
        return self.rng.randrange(9)

    def discard(self) -> Move:
        return Discard(self.card(), announce=self.rng.choice([None, None, None, True, False]))

    def lay_off(self) -> Move:
        number = self.number()
        return LayOff(self.card(), number, self.rng.choice([None, "low", "high"]))

    def swap(self) -> Move | None:
        wild = [(number, meld) for number, meld in self.table if wilds_in(meld, self.rules)]
        if not wild:
            return None
        number, meld = self.rng.choice(wild)
        wilds = wilds_in(meld, self.rules)
        at = self.rng.randrange(len(meld)) if self.rng.random() < 0.3 else meld.index(wilds[0])
        unnamed = len(wilds) == 1 and self.rng.random() < 0.3
        card = self.card()
        if self.rng.random() < 0.5 and self.hand:
            card = self.rng.choice(self.hand)
        other: str | None = None
        if self.rng.random() < (0.6 if self.rules.set_joker == "both_at_once" else 0.1):
            near = [each for each in self.hand if each[0] == card[0]]
            other = self.rng.choice(near or [self.card()])
        return SwapWild(number, None if unnamed else at, card, other)

    def shape(self) -> Text | None:
        """Return the cards of a meld, from the hand if possible, in the order of a run."""
        rng = self.rng
        if rng.random() < 0.5 and len(self.hand) >= 3:
            size = rng.randint(3, min(5, len(self.hand)))
            start = rng.choice(self.hand)
            near = [card for card in self.hand if goes_with(card, start)]
            if len(near) >= size:
                chosen = rng.sample(near, size)
                if rng.random() < 0.7:
                    chosen.sort(key=lambda card: RANKS.find(card[0]))
                    if JOKER in chosen:
                        chosen.remove(JOKER)
                        chosen.insert(rng.randint(0, len(chosen)), JOKER)
                return tuple(chosen)
        return random_meld(self.rules, rng, 6, 0.5)

    def lay(self) -> Move | None:
        melds: list[Text] = []
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            meld = self.shape()
            if meld is None:
                return None
            melds.append(meld)
        return lay_down(tuple(melds))

    def several(self) -> Move | None:
        """Join several listed lay-downs into one."""
        if not self.lays:
            return None
        chosen = [self.rng.choice(self.lays) for _ in range(self.rng.randint(2, 3))]
        melds: list[Meld] = []
        sources: list[Source] = []
        for move in chosen:
            sources += [
                Source(source.card, source.meld, source.at, source.into + len(melds))
                for source in move.sources
            ]
            melds += move.melds
        return LayDown(melds, sources)

    def from_table(self) -> Move | None:
        """Return a new meld of hand cards and of cards named out of table melds."""
        rng = self.rng
        if not self.table:
            return None
        number, meld = rng.choice(self.table)
        card = rng.choice(meld)
        others = [each for each in self.hand if goes_with(each, card)]
        if len(others) < 2:
            return None
        cards = [card, *rng.sample(others, min(len(others), rng.randint(2, 3)))]
        cards.sort(key=lambda each: RANKS.find(each[0]))
        sources = [Source(card, number, self.place(meld, card))]
        if rng.random() < 0.3:
            number, meld = rng.choice(self.table)
            card = rng.choice(meld)
            cards.append(card)
            sources.append(Source(card, number, self.place(meld, card)))
        return lay_down((tuple(cards),), tuple(sources))

    def place(self, meld: Text, card: str) -> int | None:
        """Return the place of a source; a face that appears twice needs it."""
        if meld.count(card) == 1 and self.rng.random() < 0.7:
            return None
        return self.rng.choice([index for index, each in enumerate(meld) if each == card])

    def exchanged(self) -> Move | None:
        """Return a listed lay-down with other wild cards of the hand in place of its own."""
        if not self.lays:
            return None
        wilds = wilds_in(self.hand, self.rules)
        self.rng.shuffle(wilds)
        melds = map(faces, self.rng.choice(self.lays).melds)
        return lay_down(
            tuple(
                tuple(wilds.pop() if wilds and is_wild(each, self.rules) else each for each in meld)
                for meld in melds
            )
        )

    def changed(self) -> Move | None:
        """Return a listed lay-down with one thing altered."""
        rng = self.rng
        if not self.lays:
            return None
        move = rng.choice(self.lays)
        melds = [list(faces(meld)) for meld in move.melds]
        sources = list(move.sources)
        at = rng.randrange(len(melds))
        match rng.randrange(6):
            case 0:
                melds[at][rng.randrange(len(melds[at]))] = self.card()
            case 1:
                melds[at].append(self.card())
            case 2:
                melds[at].pop(rng.randrange(len(melds[at])))
            case 3 if sources:
                sources.pop(rng.randrange(len(sources)))
            case 4 if len(melds) > 1 and not sources:
                melds.pop(at)
            case 5 if sources:
                old = sources.pop()
                number, meld = rng.choice(self.table)
                where = [index for index, card in enumerate(meld) if card == str(old.card)]
                place = rng.choice(where) if where and rng.random() < 0.7 else None
                if meld.count(str(old.card)) > 1 and place is None:
                    return None
                sources.append(Source(old.card, number, place, old.into))
            case _:
                rng.shuffle(melds[at])
        return lay_down(tuple(map(tuple, melds)), tuple(sources))
