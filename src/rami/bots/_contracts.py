"""The plans by which a hand may come to fulfil a contract, and how many draws each is expected to take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, inf

import attrs

from rami._kernel.cards.codes import JOKER
from rami.bots._prospects import contract_to_lay, is_wild, keeping_values, legal_discards
from rami.bots.greedy import GreedyBot
from rami.cards import Card, Cards
from rami.moves import Discard, DrawStock, Move, TakeDiscard
from rami.policies._compiled import copies_of
from rami.policies.contracts import Contract
from rami.policies.variant import Variant
from rami.setup import Phase
from rami.views import PlayerView

_BREADTH = (4, 3, 2, 2)
"""The number of ways that are followed for each meld of a contract, the first meld first."""
_USUAL = 1e-6
"""The weight of the usual value of a card beside its place in plans: it decides between equals."""


def planned_move(view: PlayerView) -> Move:
    """The greedy bot's move, but draws and discards by the plans for a contract that is still to be laid."""
    usual = GreedyBot().choose(view)
    contract = contract_to_lay(view)
    if contract is None:
        return usual
    if view.phase is Phase.DRAW and view.variant.drawing.discard_use is None:
        both = (TakeDiscard(), DrawStock())
        if usual in both and all(move in view.legal_moves for move in both):
            return both[not _takes(view, contract)]
    return next(planned_discards(view, contract), usual) if isinstance(usual, Discard) else usual


def planned_discards(view: PlayerView, contract: Contract) -> Iterator[Move]:
    """The legal discards, those first that the quickest plans can do without."""
    plans = _Prospect(view, contract).plans(view.hand)
    needed: dict[Card, float] = {}
    for card in set(view.hand):
        spare = view.hand.count(card)
        needs = (exp(plans[0].draws - plan.draws) for plan in plans if plan.cards.count(card.id) >= spare)
        needed[card] = inf if is_wild(view.variant, card) else sum(needs)
    usual = keeping_values(view)
    return legal_discards(view, {card: needed[card] + usual[card] * _USUAL for card in usual})


def _takes(view: PlayerView, contract: Contract) -> bool:
    """Whether the discard saves more than the draw that it costs."""
    top, prospect = view.discards[-1], _Prospect(view, contract)
    now, then = (prospect.plans(hand)[0].draws for hand in (view.hand, view.hand.add(top)))
    return is_wild(view.variant, top) or then < now - 1


@attrs.frozen
class _Plan:
    """The natural cards that a plan counts on, and the draws that it is expected to take."""

    cards: tuple[int, ...]
    draws: float


@attrs.frozen
class _Part:
    """One meld of a plan: the cards in hand for it, and the copies unseen of each place that is empty.

    In a group any of the copies fills any place.
    """

    cards: tuple[int, ...]
    outs: tuple[int, ...]
    size: int
    group: bool


@attrs.frozen
class _Rules:
    """The rules of a variant for the cards of a plan."""

    wild: tuple[bool, ...]
    copies: tuple[int, ...]
    first: int
    last: int
    distinct: bool


@lru_cache(maxsize=64)
def _rules_of(variant: Variant) -> _Rules:
    ace = variant.melding.ace
    return _Rules(
        tuple(is_wild(variant, Card.from_id(card)) for card in range(JOKER + 1)),
        tuple(copies_of(variant)[card] for card in range(JOKER + 1)),
        2 if ace == "high" else 1,
        13 if ace == "low" else 14,
        variant.melding.set_suits == "distinct",
    )


class _Prospect:
    """The chances of a player's hand in a game of contracts."""

    def __init__(self, view: PlayerView, contract: Contract) -> None:
        self._rules = rules = _rules_of(view.variant)
        self._contract = contract
        left = list(rules.copies)
        for pile in (view.hand, view.discards, *(laid.meld.cards for laid in view.table)):
            for card in pile:
                if card.id <= JOKER:
                    left[card.id] -= 1
        self._left = [max(0, count) for count in left]
        self._unseen = max(1, sum(self._left))
        self._wilds = sum(count for card, count in enumerate(self._left) if rules.wild[card])

    def plans(self, hand: Cards) -> list[_Plan]:
        """The most promising plans for a hand, the quickest first."""
        held = [0] * (JOKER + 1)
        for card in hand.ids:
            held[card] += 1
        spare = sum(count for card, count in enumerate(held) if self._rules.wild[card])
        sizes = [(size, False) for size in reversed(self._contract.runs)]
        sizes += [(size, True) for size in reversed(self._contract.groups)]
        found = [
            _Plan(tuple(card for part in parts for card in part.cards), self._draws(parts, spare))
            for parts in self._ways(held, sizes, 0)
        ]
        return sorted(found, key=lambda plan: plan.draws)

    def _ways(
        self, held: list[int], sizes: Sequence[tuple[int, bool]], at: int
    ) -> Iterator[tuple[_Part, ...]]:
        if at == len(sizes):
            yield ()
            return
        size, group = sizes[at]
        parts = self._groups(held, size) if group else self._runs(held, size)
        parts.sort(key=lambda part: (len(part.outs), -sum(part.outs)))
        for part in parts[: _BREADTH[min(at, len(_BREADTH) - 1)]]:
            for card in part.cards:
                held[card] -= 1
            for rest in self._ways(held, sizes, at + 1):
                yield (part, *rest)
            for card in part.cards:
                held[card] += 1

    def _groups(self, held: list[int], size: int) -> list[_Part]:
        out: list[_Part] = []
        rules = self._rules
        for rank in range(13):
            if rules.wild[rank]:
                continue
            same = (rank, rank + 13, rank + 26, rank + 39)
            cards = [
                card for card in same for _ in range(min(held[card], 1 if rules.distinct else held[card]))
            ]
            if cards:
                cards = cards[:size]
                free = sum(self._left[card] for card in same)
                out.append(
                    _Part(tuple(cards), tuple(max(0, free - n) for n in range(size - len(cards))), size, True)
                )
        return out

    def _runs(self, held: list[int], size: int) -> list[_Part]:
        out: list[_Part] = []
        rules, left = self._rules, self._left
        for suit in range(0, 52, 13):
            for low in range(rules.first, rules.last - size + 2):
                cards: list[int] = []
                outs: list[int] = []
                for place in range(low, low + size):
                    card = suit + (place - 1) % 13
                    if rules.wild[card]:
                        outs.append(0)
                    elif held[card]:
                        cards.append(card)
                    else:
                        outs.append(left[card])
                if cards:
                    out.append(_Part(tuple(cards), tuple(sorted(outs, reverse=True)), size, False))
        return out

    def _draws(self, parts: tuple[_Part, ...], wilds: int) -> float:
        """The draws expected until every place is filled, the wild cards in hand put where they help most."""
        needs = [list(part.outs) for part in parts]
        room = [part.size // 2 for part in parts]
        for _ in range(wilds):
            # the place that is hardest to fill: the last of each list
            hardest = min(
                (at for at, outs in enumerate(needs) if outs and room[at]),
                key=lambda at: needs[at][-1],
                default=-1,
            )
            if hardest < 0:
                break
            needs[hardest].pop()
            room[hardest] -= 1
        total = 0.0
        while True:
            rate = 0
            open_places = False
            best, most = -1, -1
            for at, outs in enumerate(needs):
                if outs:
                    open_places = True
                    rate += outs[0] if parts[at].group else sum(outs)
                    if outs[0] > most:
                        best, most = at, outs[0]
            if not open_places:
                return total
            total += self._unseen / (rate + self._wilds + 0.5)
            needs[best].pop(0)
