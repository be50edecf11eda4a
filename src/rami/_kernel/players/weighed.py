"""Judge concealed hands by the cards that a player has seen, and play rounds with players who judge in this way.

This module is for rounds of plain turns (`plain_round`): two players, one pack without wild cards, and a knock at the
end. Hands are masks of naturals. The cost of a discard, in points, is the expected deadwood after the next draw, plus
the value of the chances that the discard gives up, plus the danger that it helps the other player. In 5♥ 6♥ 7♥ 9♠ 10♠
K♦, discarding K♦ costs the least: it gives up no chances, whereas 9♠ gives up two. The *thirds* of two cards are the
cards that complete a meld with them: 8♠ and J♠ for 9♠ 10♠.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final, final

from .._rt import i64
from ..cards.codes import BIT, EVERY_NATURAL, NATURALS, bits, card_of
from ..cards.shuffle import Dice
from ..melds.meld import near_cards, thirds_of
from ..rounds.plain_round import NOT_DRAWN, TAKEN, PlainRound
from ..turns.turn import NO_CARD, Game

# Added to the number of a discard if the player also shows the hand.
SHOWN: Final = 64
_MOST: Final = 1 << 30
_ROUGH: Final = 1 << 20


@dataclass(kw_only=True, eq=False, repr=False)
class Weights:
    """The weights that a player judges by, in points of deadwood.

    Parameters:
        chances: the value of each unseen card that completes a meld with two cards of the hand.
        melded: the factor of `chances` if one of the two cards is already in a meld.
        late: the factor of `chances` once a round is late; until then the factor falls gradually from 1.
        danger: the cost of each pair of cards that the other player may hold and that the discard would complete to a
            meld, once a round is late; until then the cost rises gradually from 0.
        known: the factor of `danger` if the other player is known to hold one card of the pair.
        refused: the factor of `danger` if the other player has left on the pile a card that completes the pair.
        patience: the points by which taking a discard must beat drawing, unless it makes a meld and adds no deadwood.
        perfect: the extra value of a hand without deadwood.
        hopes: a player waits instead of knocking only if at least this many unseen cards would give gin.
        modest: the maximum deadwood with which a player waits for one of these cards.
        quick: the value of `chances` for players who do not look ahead to the next draw.
        turns: the number of turns after which a round counts as late.
    """

    chances: float
    melded: float
    late: float
    danger: float
    known: float
    refused: float
    patience: float
    perfect: float
    hopes: int
    modest: int
    quick: float
    turns: float


@final
class Seen:
    """Masks of the cards that a player of a plain round has seen: discards, and known cards of the other hand.

    `number` is the number of the turn, and `left` the size of the stock.
    """

    def __init__(self, pile: i64, held: i64, number: i64, left: i64) -> None:
        self.pile: Final[i64] = pile
        self.held: Final[i64] = held
        self.number: Final[i64] = number
        self.left: Final[i64] = left


@final
class Weighing:
    """Judges hands in one game by weights; `waits` is True if waiting for gin can be worthwhile."""

    def __init__(self, game: Game, weights: Weights, waits: bool) -> None:
        assert game.knock is not None  # rounds with melds on the table are not plain
        self._deadwood: Final = game.deadwood
        self._void_at: Final[i64] = game.knock.void_at
        self._weights: Final = weights
        self._perfect: float = weights.perfect if waits else 0.0
        self._modest: i64 = weights.modest if waits else 0
        near = near_cards(game.melds)
        self.near: Final[list[int]] = list(near)
        self._thirds: Final[list[int]] = thirds_of(game.melds)
        # For each card, the pairs that it completes to a meld, each with all the cards that do so.
        self._waits: Final[list[list[tuple[int, int]]]] = [[] for _ in range(NATURALS)]
        for one in range(NATURALS):
            for two in range(one + 1, NATURALS):
                thirds = self._thirds[NATURALS * one + two]
                for third in bits(thirds):
                    self._waits[third].append((BIT[one] | BIT[two], thirds))

    def least(self, hand: i64) -> i64:
        """Return the least deadwood of a hand."""
        return self._deadwood.least_of_plane(hand)

    def makes_meld(self, hand: i64, card: i64) -> bool:
        """Return whether a card completes a meld with two cards of the hand."""
        for two, _ in self._waits[card]:
            pair: i64 = two
            if pair & hand == pair:
                return True
        return False

    def wants(self, hand: i64, top: i64, seen: Seen, ahead: bool) -> bool:
        """Return whether taking the top discard is better than drawing; `ahead` is True to compare expected values."""
        deadwood, bit, value = self._deadwood, BIT[top], self._deadwood.values[top]
        now, held = deadwood.least_of_plane(hand), hand | bit
        joins = self.near[top] & hand != 0 and deadwood.least_of_plane(held) < now + value
        if not (joins or ahead):
            return False
        then = self._least_after(held, bit)
        # The discard makes a meld and adds no deadwood, so there is no need to compare it with a draw.
        if joins and then <= now:
            return True
        drawn = self.expected(hand, self._unseen(hand, seen)) if ahead else 0.0
        return ahead and self._value_left(then) < drawn - self._weights.patience

    def chosen(self, hand: i64, barred: i64, limit: i64, seen: Seen, ahead: bool) -> int:
        """Return the discard after a draw, plus `SHOWN` if the hand is shown; `SHOWN + NO_CARD` for big gin."""
        deadwood = self._deadwood
        if deadwood.least_of_plane(hand) == 0:
            return SHOWN + NO_CARD
        fewest: i64 = _MOST
        discarded: i64 = NO_CARD
        mask = hand & ~barred
        while mask:
            bit = mask & -mask
            mask ^= bit
            left = deadwood.least_of_plane(hand ^ bit)
            if left < fewest:
                fewest, discarded = left, card_of(bit)
        if fewest > limit:
            return self._best(hand, barred, fewest, seen, ahead)
        # Wait for gin only if the round lasts for another draw.
        if fewest and fewest <= self._modest and seen.left > self._void_at + 1:
            kept = self._hopeful(hand, barred, limit, self._unseen(hand, seen))
            if kept >= 0:
                return int(kept)
        return int(SHOWN + discarded)

    def ranked(self, hand: i64, barred: i64, seen: Seen) -> list[int]:
        """Return the discards of a hand, the best discard first."""
        melded = self._melded(hand)
        found = [(self._cost(hand, card, melded, seen, True), card) for card in bits(hand & ~barred)]
        return [card for _, card in sorted(found)]

    def expected(self, hand: i64, unseen: i64) -> float:
        """Return the expected value of a hand after the next draw and the best discard."""
        deadwood, values = self._deadwood, self._deadwood.values
        now = deadwood.least_of_plane(hand)
        highest: i64 = max(0, now - self._least_after(hand, 0))
        total: i64 = 0
        count: i64 = 0
        perfect: i64 = 0
        while unseen:
            bit = unseen & -unseen
            unseen ^= bit
            card = card_of(bit)
            value: i64 = values[card]
            count += 1
            held = hand | bit
            near: i64 = self.near[card]
            left = now
            if near & hand and deadwood.least_of_plane(held) < now + value:
                left = self._least_after(held, 0)
            # A card that joins nothing still helps if it replaces a card that costs more.
            elif highest > value:
                left -= highest - value
            total += left
            if not left:
                perfect += 1
        return (
            (float(total) - self._perfect * float(perfect)) / float(count) if count else self._value_left(now)
        )

    def _unseen(self, hand: i64, seen: Seen) -> i64:
        return EVERY_NATURAL & ~(hand | seen.pile | seen.held)

    def _value_left(self, left: i64) -> float:
        return float(left) if left else -self._perfect

    def _least_after(self, held: i64, barred: i64) -> i64:
        """Return the least deadwood possible after a discard."""
        deadwood = self._deadwood
        least: i64 = _MOST
        mask = held & ~barred
        while mask:
            bit = mask & -mask
            mask ^= bit
            least = min(least, deadwood.least_of_plane(held ^ bit))
        return least

    def _hopeful(self, hand: i64, barred: i64, limit: i64, unseen: i64) -> i64:
        """Return the discard after which the most draws would leave no deadwood; -1 if too few draws would do so."""
        deadwood = self._deadwood
        kept: i64 = -1
        most: i64 = self._weights.hopes - 1
        fewest: i64 = _MOST
        mask = hand & ~barred
        while mask:
            bit = mask & -mask
            mask ^= bit
            rest = hand ^ bit
            left = deadwood.least_of_plane(rest)
            if left > limit:
                continue
            hopes: i64 = 0
            cards = unseen
            while cards:
                drawn = cards & -cards
                cards ^= drawn
                near: i64 = self.near[card_of(drawn)]
                if near & rest and self._least_after(rest | drawn, 0) == 0:
                    hopes += 1
            if hopes > most or (kept >= 0 and hopes == most and left < fewest):
                kept, most, fewest = card_of(bit), hopes, left
        return kept

    def _best(self, hand: i64, barred: i64, fewest: i64, seen: Seen, ahead: bool) -> int:
        """Return the discard that costs least, ignoring discards that leave far more deadwood than the best discard."""
        best = 0.0
        discarded: i64 = NO_CARD
        most = fewest + self._deadwood.highest_value
        melded = self._melded(hand)
        mask = hand & ~barred
        while mask:
            bit = mask & -mask
            mask ^= bit
            if self._deadwood.least_of_plane(hand ^ bit) <= most:
                card = card_of(bit)
                cost = self._cost(hand, card, melded, seen, ahead)
                if discarded < 0 or cost < best:
                    best, discarded = cost, card
        return int(discarded)

    def _melded(self, hand: i64) -> i64:
        """Return a mask of the cards whose discard would not lower the deadwood of the hand."""
        deadwood = self._deadwood
        now = deadwood.least_of_plane(hand)
        out: i64 = 0
        mask = hand
        while mask:
            bit = mask & -mask
            mask ^= bit
            if deadwood.least_of_plane(hand ^ bit) >= now:
                out |= bit
        return out

    def _cost(self, hand: i64, card: i64, melded: i64, seen: Seen, ahead: bool) -> float:
        """Return the cost of discarding a card, in points."""
        weights, rest = self._weights, hand ^ BIT[card]
        unseen = self._unseen(hand, seen)
        late = min(1.0, float(seen.number) / weights.turns)
        chances: i64 = 0
        fewer: i64 = 0
        near: i64 = self.near[card]
        partners = near & hand
        while partners:
            bit = partners & -partners
            partners ^= bit
            thirds: i64 = self._thirds[NATURALS * card + card_of(bit)]
            thirds &= unseen
            while thirds:
                thirds &= thirds - 1
                if bit & melded:
                    fewer += 1
                else:
                    chances += 1
        per_chance = weights.chances if ahead else weights.quick
        points = float(chances) + weights.melded * float(fewer)
        cost = per_chance * points * (1.0 - late * (1.0 - weights.late))
        cost += self.expected(rest, unseen) if ahead else float(self._deadwood.least_of_plane(rest))
        return cost + weights.danger * late * self._danger(card, unseen, seen)

    def _danger(self, card: i64, unseen: i64, seen: Seen) -> float:
        """Return the weighted number of pairs that the other player may hold and that a card would complete."""
        weights, held = self._weights, seen.held
        possible = unseen | held
        refused = seen.pile & ~BIT[card]
        total = 0.0
        for two, waited in self._waits[card]:
            pair: i64 = two
            thirds: i64 = waited
            if pair & possible == pair:
                weight = weights.refused if thirds & refused else 1.0
                total += weight * weights.known if pair & held else weight
        return total


def play_weighed(
    game: Game, weighing: Weighing, plain: PlainRound, limit: i64, last: i64, known: list[int]
) -> None:
    """Play from a draw until turn `last`, until the stock is used up, or until a player decides to show the hand.

    `known` gives, for each seat, a mask of the cards that the other player knows to be in the hand.
    """
    knock = game.knock
    assert knock is not None  # rounds with melds on the table are not plain
    deck, pile = plain.deck, plain.pile
    at, top, number, player = plain.at, plain.top, plain.number, plain.player
    hand, other = plain.hand, plain.other
    mine: i64 = known[player]
    theirs: i64 = known[1 - player]
    seen: i64 = BIT[top]
    for card in pile:
        seen |= BIT[card]
    size: i64 = len(deck)
    end = size - max(0, knock.void_at)
    drawn: i64 = NOT_DRAWN
    while number < last and at < end and top >= 0:
        taken = weighing.wants(hand, top, Seen(seen, theirs, number, size - at), False)
        card_drawn: i64 = top if taken else deck[at]
        bit: i64 = BIT[card_drawn]
        left = size - at
        barred: i64 = 0
        if taken:
            seen ^= bit
            barred = 0 if game.turn.allow_return_discard else bit
        else:
            left -= 1
        chosen: i64 = weighing.chosen(hand | bit, barred, limit, Seen(seen, theirs, number, left), False)
        if chosen >= SHOWN + NO_CARD:
            drawn = TAKEN if taken else 0
            break
        if taken:
            # The other player has seen this card go into the hand.
            mine |= bit
        else:
            at += 1
            pile.append(int(top))
        discarded: i64 = BIT[chosen]
        seen |= discarded
        hand, other, mine, theirs = other, (hand | bit) ^ discarded, theirs, mine & ~discarded
        top = chosen
        player = 1 - player
        number += 1
    plain.at, plain.top, plain.number, plain.player = at, top, number, player
    plain.hand, plain.other, plain.drawn = hand, other, drawn
    # The first way to show a hand is the best one (see `knocking`).
    plain.showing = 0


@dataclass(kw_only=True, eq=False, repr=False)
class Manner:
    """The other player's habits, as logarithms of factors that make a hand more or less likely.

    Parameters:
        refused: the factor for each card left on the pile although it would have completed a meld of the hand.
        discarded: the factor for each card of the hand that is near a discarded card.
        deadwood: the factor for each point of deadwood.
    """

    refused: float
    discarded: float
    deadwood: float


@final
class LikelyHands:
    """Hands of the other player of a plain round, drawn in proportion to their likelihood.

    The hands form a Markov chain. Each step considers exchanging a hand card for a stock card. The exchange is made if
    the hand becomes more likely; otherwise it is made with a probability equal to the ratio of the likelihoods. `held`
    contains the cards known to be in the hand. `hidden` contains all other hidden cards, and the first of these are in
    the hand. `refused` contains the cards that the player left on the pile, and `discarded` the cards that the player
    discarded.
    """

    def __init__(
        self,
        weighing: Weighing,
        manner: Manner,
        held: i64,
        hidden: list[int],
        size: i64,
        refused: i64,
        discarded: i64,
    ) -> None:
        self._weighing: Final = weighing
        self._manner: Final = manner
        self.cards: Final = hidden
        self._size: Final[i64] = size
        self._refused: Final[i64] = refused
        self._discarded: Final = bits(discarded)
        hand = held
        for place in range(size):
            hand |= BIT[hidden[place]]
        self.hand: i64 = hand
        self._likely: float = self.likely(hand)

    def likely(self, hand: i64) -> float:
        """Return the log likelihood of a hand, up to a constant."""
        manner, weighing = self._manner, self._weighing
        near_discarded: i64 = 0
        for card in self._discarded:
            near: i64 = weighing.near[card]
            near &= hand
            while near:
                near &= near - 1
                near_discarded += 1
        found = manner.discarded * float(near_discarded) + manner.deadwood * float(weighing.least(hand))
        refused = self._refused
        while refused:
            bit = refused & -refused
            refused ^= bit
            if weighing.makes_meld(hand, card_of(bit)):
                found += manner.refused
        return found

    def exchange(self, times: int, dice: Dice) -> None:
        """Try to exchange cards this many times, and shuffle the cards outside the hand."""
        cards, size = self.cards, self._size
        others: i64 = len(cards) - size
        if size and others:
            for _ in range(times):
                one = dice.below(size)
                two = size + dice.below(others)
                hand = self.hand ^ BIT[cards[one]] ^ BIT[cards[two]]
                likely = self.likely(hand)
                # The Metropolis rule: in the long run the chain visits hands in proportion to their
                # likelihood.
                if likely >= self._likely or float(dice.below(_ROUGH)) < _ROUGH * exp(likely - self._likely):
                    self.hand, self._likely = hand, likely
                    cards[one], cards[two] = cards[two], cards[one]
        place = others
        while place > 1:
            other = size + dice.below(place)
            place -= 1
            cards[size + place], cards[other] = cards[other], cards[size + place]
