"""Play whole turns and replies to knocks of Gin with a small pack, step by step in engine and reference."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import attrs
from tests.oracle.differential.bridge import rules_of, shown
from tests.oracle.differential.gin_bridge import action_of, own_order, same_moves, same_position, same_score
from tests.oracle.differential.knock_checks import position_of
from tests.oracle.differential.small_pack_families import RENAMINGS, Cards, Pack, Renaming, hands, in_order
from tests.oracle.differential.small_pack_turns import WHOLE, Share, no_dead_ends
from tests.oracle.reference import cards as reference_cards
from tests.oracle.reference.gin import Position, play
from tests.support.turn_facts import built

from rami import Round
from rami.policies.variant import Variant
from rami.rounds.setup import Phase, RoundContext

PLAYER, OTHER = 0, 1
WHOLE_PACK = reference_cards.pack(1, 0)


@attrs.frozen
class GinSpot:
    """A position before the end of a turn.

    Parameters:
        hand: the cards of the player to act.
        other: the cards of the other player.
        top: the top discard; None for a card of another rank.
        coming: the next card of the stock; None once the player has drawn.
    """

    hand: Cards
    other: Cards
    top: str | None
    coming: str | None


@attrs.frozen
class GinFamily:
    """Positions of one shape.

    Parameters:
        pack: the small pack, one copy of each card and no wild one.
        phase: "offer", "draw", "play", or "last" for the offer of the last card.
        hand: cards of the player to act.
        other: cards of the other player that come from the small pack; the player holds at least `hand` cards.
        stock: cards in the stock, with the rest of the pack below the top discard; None for all of them.
    """

    pack: Pack
    phase: str
    hand: int
    other: int = 0
    stock: int | None = None

    def spots(self) -> Iterator[GinSpot]:
        """Yield every position once for all ways to name the suits, each with one choice of names."""
        cards = int(self.phase != "play")
        coming = int(self.phase in ("offer", "draw"))
        for number, found in enumerate(deals(self.pack, (self.hand, cards, coming, self.other))):
            to = RENAMINGS[number * 7 % len(RENAMINGS)]
            hand, top, after, other = (in_order(to[card] for card in part) for part in found)
            filled = other + in_order(to[card] for card in self.pack.outside(self.hand - self.other))
            yield GinSpot(hand, filled, *(each[0] if each else None for each in (top, after)))

    def round_at(self, spot: GinSpot, variant: Variant) -> Round:
        """Return the round in that position; the other player deals."""
        held = {*spot.hand, *spot.other, spot.top, spot.coming}
        rest = [card for card in WHOLE_PACK if card not in held]
        below = rest.pop() if spot.top is None else spot.top
        coming = [] if spot.coming is None else [spot.coming]
        left = len(rest) if self.stock is None else self.stock - len(coming)
        stock, pile = rest[:left], rest[left:]
        return built(
            variant=variant,
            hands=[" ".join(spot.hand), " ".join(spot.other)],
            player=PLAYER,
            phase="offer" if self.phase == "last" else self.phase,
            stock=" ".join([*coming, *stock]),
            discards=" ".join([*pile, below]),
            turn=0 if self.phase == "offer" else 5,
            context=RoundContext(2, dealer=OTHER),
        )


def deals(pack: Pack, sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
    """Yield every way to take sets of these sizes out of a pack, up to the names of the suits."""

    def grow(
        chosen: tuple[Cards, ...], used: Counter[str], keep: list[Renaming]
    ) -> Iterator[tuple[Cards, ...]]:
        if len(chosen) == len(sizes):
            yield chosen
            return
        for cards, kept in hands(pack, used, keep, sizes[len(chosen)]):
            yield from grow((*chosen, cards), used + Counter(cards), kept)

    return grow((), Counter(), RENAMINGS)


@attrs.define
class GinCount:
    """The counts of a run.

    Parameters:
        spots: positions compared.
        seen: positions within turns, replies to a knock included.
        ends: positions in which these turns end.
        shown: the ends among them after a knock, gin or big gin.
    """

    spots: int = 0
    seen: int = 0
    ends: int = 0
    shown: int = 0

    def __str__(self) -> str:
        return (
            f"{self.spots} positions, {self.seen} within turns, {self.ends} ends, {self.shown} of them shown"
        )


def ends_turn(before: Round, after: Round) -> bool:
    """Return whether the turn is complete, with the reply to a knock; a pass continues it, unless it ends the hand."""
    return after.over or (
        before.phase is Phase.PLAY and after.player != before.player and after.knock is None
    )


def compare(start: Round, position: Position, count: GinCount) -> None:
    """Walk through the turn in step: equal lists, equal positions, equal scores, and an end from every position."""
    rules = rules_of(start.variant)
    known: dict[Round, Position] = {start: position}
    before: dict[Round, list[Round]] = {start: []}
    finished: list[Round] = []
    ends: set[Round] = set()
    same_position(start, position)
    waiting = [start]
    while waiting:
        state = waiting.pop()
        there = own_order(state, known[state])
        same_moves(state, there, rules)
        moves = list(state.legal_moves)
        after = {move: state.play(move) for move in moves}
        assert len(set(after.values())) == len(moves), f"a position listed twice: {shown(state)}"
        for move, each in after.items():
            expected = play(there, action_of(state, move), rules)
            assert known.setdefault(each, expected)._replace(table=()) == expected._replace(table=())
            if each not in ends and each not in before:
                same_position(each, expected)
                if ends_turn(state, each):
                    ends.add(each)
                    if each.over:
                        same_score(each, expected, rules)
                else:
                    before[each] = []
                    waiting.append(each)
            if each in ends:
                finished.append(state)
            else:
                before[each].append(state)
    no_dead_ends(before, finished)
    count.spots += 1
    count.seen += len(before)
    count.ends += len(ends)
    count.shown += sum(each.knock is not None for each in ends)


def compare_all(
    family: GinFamily, variant: Variant, until: float | None = None, share: Share = WHOLE
) -> GinCount:
    """Compare the positions of a family, or a share of them, until time runs out."""
    count = GinCount()
    for spot in islice(family.spots(), *share):
        state = family.round_at(spot, variant)
        try:
            compare(state, position_of(state), count)
        except (ArithmeticError, LookupError, ValueError) as error:
            raise AssertionError(f"{shown(state)}\n{type(error).__name__}: {error}") from error
        if until is not None and time.monotonic() > until:
            break
    return count
