"""A player for games with melds on the table, who lays as many cards as possible and discards the least useful card.

The player discards the card with the least value to the hand. With 7♣ 7♦ 7♥ 9♠ 10♠ K♦ after the opening, the group has
the highest value, and 9♠ and 10♠ have some value for each 8♠ and J♠ still unseen. K♦ is discarded, because it fits
nothing and costs the most if it remains in hand. Before the opening, high cards help to open, so each weight has two
values (`TableWeights`).

The player tries the kinds of table actions in a fixed order, and considers a kind only if no kind before it offers an
action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from operator import itemgetter
from typing import Final, final

from .._rt import i64
from ..cards import hands
from ..cards.codes import BIT, JOKER, NATURALS, RANK, RANK_CARDS, card_of, natural
from ..melds.meld import Code, Melds, points_of, thirds_of
from ..openings.contracts import Contract
from ..rounds.draws import end_faults, may_take
from ..rounds.listing import (
    ANNOUNCE,
    DRAW_CODE,
    END_ROUND_CODE,
    PASS_CODE,
    PLAIN_CHOICES,
    TAKE_CODE,
    allows,
    announces,
    choices,
    is_legal,
    plain_codes,
    possible,
    searched,
)
from ..rounds.state import DRAW, OFFER, ONLY_DISCARD, OVER, PLAY, Known, State
from ..rounds.steps import applied
from ..rules import MeldRules
from ..turns.actions import LAY_DOWN, SWAP_WILD, Action, Choice
from ..turns.faults import discards
from ..turns.first_lay_downs import opened, opening_choices, opening_faults
from ..turns.successors import ends_for, extensions
from ..turns.table_steps import lay_off_steps, meld_steps, swap_steps, take_steps
from ..turns.turn import Game, Turn

# The values of wild cards, of cards in the best melds, and of other cards in melds.
WILD: Final = 4000.0
IN_MELD: Final = 2000.0
IN_CLEAN_MELD: Final = 500.0

# The number of turns for which a player keeps a `whim`, a random preference, once a round repeats itself.
WHIM: Final = 64

# A discard is taken if its whim, from 0 to 127, is at least this.
TAKEN: Final = 96

# The maximum number of openings to test for legality, and of ways to take several discards to compare.
TRIED: Final = 8

Arrange = Callable[[hands.Hand], Melds]
Merit = tuple[int, int, int]


@dataclass(kw_only=True, eq=False, repr=False)
class TableWeights:
    """The weights of keeping a card that is in no meld; each has one value before the opening and one after it.

    Parameters:
        cost: the weight of each point that the card is worth; high cards help an opening.
        group: the weight of each unseen card that makes a group with this card and another card of the hand.
        run: the weight of each unseen card that makes a run with this card and another card of the hand.
        melded: the factor of `group` and `run` if the other card is already in a meld.
        spare: the weight of a card whose other copy is also in the hand.
        feeds: the weight of a card that fits a table meld, once another player has opened.
        patient: True to keep jokers until they help to open or to go out, in games where the whole table is rearranged.
    """

    cost: tuple[float, float]
    group: tuple[float, float]
    run: tuple[float, float]
    melded: tuple[float, float]
    spare: tuple[float, float]
    feeds: tuple[float, float]
    patient: bool = False


@final
class TablePlayer:
    """Judges positions for a player, in one game with melds on the table.

    Parameters:
        game: the rules.
        weights: the weights of keeping cards.
        copies: the number of copies of each card in the pack, with the joker last.
        by_cards: the search for the melds of a hand with the most cards.
        by_points: the search for the melds of a hand with the most points.
    """

    def __init__(
        self, game: Game, weights: TableWeights, copies: Sequence[int], by_cards: Arrange, by_points: Arrange
    ) -> None:
        self._game: Final = game
        self._weights: Final = weights
        self._planes: Final = [
            sum(
                [
                    BIT[card]
                    for card in range(NATURALS)
                    if copies[card] > copy and not game.melds.is_wild(card)
                ]
            )
            for copy in range(game.planes)
        ]
        # After this many turns every card of the pack has been drawn, and a longer round may be going round in
        # circles.
        self._patience: Final = sum(copies)
        self._wilds: Final = sum([copies[card] for card in range(JOKER + 1) if game.melds.is_wild(card)])
        # A hand smaller than this cannot lay a new meld next turn and keep the card that it may need to
        # discard.
        shortest = 2 if game.turn.pairs else min(game.melds.set_min, game.melds.run_min)
        self._small: Final = shortest - 1 if game.turn.finish_by_placing else shortest
        self._by_cards: Final = by_cards
        self._by_points: Final = by_points
        self._thirds: Final[list[int]] = thirds_of(game.melds)
        self._partners: Final = [
            sum([BIT[two] for two in range(NATURALS) if self._thirds[NATURALS * one + two]])
            for one in range(NATURALS)
        ]

    def choice(self, known: Known, breadth: int) -> Choice | None:
        """Return the action chosen by the player to act, with the turn after it if known; None if there is no action.

        The comparison is capped at `breadth` actions of each kind.
        """
        if self._game.regroup is not None:
            return self._arranging(known, breadth)
        if known.phase in (DRAW, OFFER):
            return self._draw(known)
        if known.phase == PLAY:
            best = self._placing(known, breadth)
            if best is not None:
                return best
        discarded = self.ranked(known)
        if discarded:
            return PLAIN_CHOICES[discarded[0]]
        return next(choices(self._game, known), None)

    def ranked(self, known: Known) -> list[int]:
        """Return the codes of the legal discards, the least useful card first.

        If the rules require an announcement, the codes are those of announced discards.
        """
        turn = known.turn
        if known.phase not in (PLAY, ONLY_DISCARD):
            return []
        legal = discards(self._game, turn)
        first = ANNOUNCE if announces(self._game, turn) else 0
        values = self.values(known)
        if known.number > self._patience:
            # The whim must not break up melds.
            values = [
                (value + whim(card, known.number, turn.player) if value < IN_MELD else value, card)
                for value, card in values
            ]
        return [first + card for _, card in sorted(values) if legal & hands.FACE[card]]

    def values(self, known: Known) -> list[tuple[float, int]]:
        """Return, for each face of the hand, (value of keeping it, card).

        Wild cards have the highest values, then cards of the best melds, then the other cards by their
        weights. In a game of contracts, the cards of a plan count instead of the best melds.
        """
        game, turn = self._game, known.turn
        rules, hand, weights = game.melds, turn.hand, self._weights
        wanted = bytearray(JOKER + 1)
        clean: i64 = 0
        contract = self._contract(turn)
        if contract is not None:
            for card in planned(rules, hand, contract):
                wanted[card] += 1
        else:
            for code in self._best(hand, turn.opened):
                for card in code[1:]:
                    wanted[card] += 1
                    if card != JOKER and JOKER not in code[1:]:
                        clean |= BIT[card]
        melded: i64 = 0
        for card in hands.cards_in(hand[0]):
            if wanted[card] >= hands.count(hand, card):
                melded |= BIT[card]
        naturals, unseen = hand[0] & ~rules.wild_faces, self.unseen(known)
        any_free = naturals & ~melded != 0
        others = any(owner != turn.player for _, owner, _ in turn.table)
        now = 1 if turn.opened else 0
        out: list[tuple[float, int]] = []
        for card in hands.faces_of(hand):
            if rules.is_wild(card):
                out.append((WILD, card))
                continue
            value = weights.cost[now] * float(game.deadwood.values[card])
            ranks = RANK_CARDS[RANK[card]]
            if melded & BIT[card] and any_free:
                # Some other card is in no meld and will be discarded first, so the exact value of this card does not
                # matter.
                out.append((value + IN_MELD + (IN_CLEAN_MELD if clean & BIT[card] else 0.0), card))
                continue
            for partners, factor in ((naturals & ~melded, 1.0), (naturals & melded, weights.melded[now])):
                if partners and factor:
                    value += (
                        factor * weights.group[now] * float(self._chances(card, partners & ranks, unseen))
                    )
                    value += factor * weights.run[now] * float(self._chances(card, partners & ~ranks, unseen))
            if melded & BIT[card]:
                value += IN_MELD
                if clean & BIT[card]:
                    value += IN_CLEAN_MELD
            else:
                if hands.count(hand, card) > 1:
                    value += weights.spare[now]
                if others and self._fits_table(turn, card):
                    value += weights.feeds[now]
            out.append((value, card))
        return out

    def chances(self, hand: hands.Hand, unseen: list[int]) -> int:
        """Return the number of unseen cards that complete a meld with two hand naturals, summed over all pairs."""
        naturals = hand[0] & ~self._game.melds.wild_faces
        return sum([self._chances(card, naturals, unseen) for card in hands.cards_in(naturals)]) // 2

    def _chances(self, card: i64, others: i64, unseen: list[int]) -> int:
        """Return the number of unseen cards that complete a meld with this card and one of the other cards."""
        count: i64 = 0
        partners: i64 = self._partners[card]
        partners &= others
        while partners:
            bit: i64 = partners & -partners
            partners ^= bit
            thirds: i64 = self._thirds[NATURALS * card + card_of(bit)]
            for plane in unseen:
                left: i64 = thirds & plane
                while left:
                    left &= left - 1
                    count += 1
        return int(count)

    def unseen(self, known: Known) -> list[int]:
        """Return the naturals that the player does not see, as one mask for each copy."""
        table = [code[1:] for _, _, code in known.turn.table]
        planes = self._planes.copy()
        for cards in (known.discards, *table, hands.cards_of(known.turn.hand)):
            for card in cards:
                bit: i64 = BIT[card] if card < NATURALS else 0
                for copy in range(len(planes) - 1, -1, -1):
                    if planes[copy] & bit:
                        planes[copy] ^= bit
                        break
        return planes

    def _best(self, hand: hands.Hand, most_cards: bool) -> Melds:
        """Return the melds of the hand that use the most cards or, if `most_cards` is False, score the most points."""
        return self._by_cards(hand) if most_cards else self._by_points(hand)

    def outside(self, hand: hands.Hand) -> hands.Hand:
        """Return the cards outside the melds that use the most cards."""
        for code in self._best(hand, True):
            hand = hands.remove_all(hand, code[1:]) or hand
        return hand

    def points(self, hand: hands.Hand) -> int:
        """Return the points of cards in a hand."""
        return self._game.deadwood.points(hand)

    def _left(self, hand: hands.Hand) -> int:
        return hands.size(hand) - sum([len(code) - 1 for code in self._best(hand, True)])

    def _contract(self, turn: Turn) -> Contract | None:
        """Return the contract that the player still has to lay, or None."""
        contracts = self._game.contracts
        return None if contracts is None or turn.opened else contracts.due[turn.terms.contract - 1]

    def _fits_table(self, turn: Turn, card: int) -> bool:
        """Return whether a card fits a meld on the table."""
        return any(ends_for(self._game.melds, code, card) for _, _, code in turn.table)

    def _arranging(self, known: Known, breadth: int) -> Choice | None:
        """Return the play that lays the most cards or, in a tie, the most points; without a play, a draw or a pass."""
        turn, best = known.turn, None
        held = hands.size(turn.hand)
        # A joker in hand costs more than any other tile at the end, so it is kept only while tiles can be
        # drawn.
        keeps = self._weights.patient and turn.opened and known.stock_size > 0
        merit = (0, 0)
        for choice, _ in zip(possible(self._game, known), range(breadth), strict=False):
            laid = choice[0].laid
            if keeps and JOKER in laid and len(laid) < held:
                continue
            found = (len(laid), sum([self._game.deadwood.values[card] for card in laid]))
            # The plays with the most cards come first, so no better play follows.
            if best is not None and found[0] < merit[0]:
                break
            if found > merit:
                best, merit = choice, found
        if best is not None:
            return best
        codes = plain_codes(self._game, known)
        return PLAIN_CHOICES[codes[0]] if codes else None

    def _draw(self, known: Known) -> Choice:
        """Return the draw, or the reply to the offer of a discard."""
        game = self._game
        several = self._several(known) if game.draw.depth > 1 else None
        if several is not None:
            return several
        # RUM-STOCK-01: the stock is empty, so take a useful discard or end the round.
        if known.phase == DRAW and not end_faults(game, known):
            takes = self._joins(known) and may_take(game, known)
            return PLAIN_CHOICES[TAKE_CODE if takes else END_ROUND_CODE]
        leave = PASS_CODE if known.phase == OFFER else DRAW_CODE
        wanted = self._wants(known) or not allows(game, known, leave)
        return PLAIN_CHOICES[TAKE_CODE if wanted and may_take(game, known) else leave]

    def _several(self, known: Known) -> Choice | None:
        """Return the choice to take several discards if that adds more points in melds than outside melds."""
        best: Choice | None = None
        most = self._balance(known.turn.hand)
        for choice in islice(searched(self._game, known), TRIED):
            count = choice[0].at
            hand = known.turn.hand
            for card in known.discards[-count:]:
                hand = hands.add(hand, card)
            balance = self._balance(hand)
            if balance > most:
                best, most = choice, balance
        return best

    def _balance(self, hand: hands.Hand) -> int:
        """Return the points of a hand's best melds, minus the points of the other cards."""
        melds = self._best(hand, False)
        left = hands.remove_all(hand, [card for code in melds for card in code[1:]])
        assert left is not None  # the melds come from this hand
        return points_of(self._game.melds, melds) - self._game.deadwood.points(left)

    def _joins(self, known: Known) -> bool:
        """Return whether the top discard could be laid this turn."""
        if not known.discards:
            return False
        top, hand = known.discards[-1], known.turn.hand
        melds = self._best(hands.add(hand, top), True)
        return any(top in code[1:] for code in melds) or self._fits_table(known.turn, top)

    def _wants(self, known: Known) -> bool:
        """Return whether the player wants the top discard; a discard that must be laid is always wanted."""
        game, turn = self._game, known.turn
        if game.turn.discard_use or (known.phase == OFFER and game.draw.calls):
            return True
        if not known.discards:
            return False
        top = known.discards[-1]
        hand, held = turn.hand, hands.add(turn.hand, top)
        contract = self._contract(turn)
        if contract is not None:
            now, then = planned(game.melds, hand, contract), planned(game.melds, held, contract)
            return game.melds.is_wild(top) or len(then) > len(now)
        if turn.opened and self._fits_table(turn, top):
            return True
        # Without a whim the players might draw the same few cards forever, each time the pile is turned over.
        if known.number > self._patience and whim(top, known.number, turn.player) >= TAKEN:
            return True
        return self._left(held) <= self._left(hand)

    def _placing(self, known: Known, breadth: int) -> Choice | None:
        """Return the best table action; a kind is tried only if the kinds before it yield no action."""
        game, turn = self._game, known.turn
        if not turn.opened:
            # If the player still has a duty, each action may take a long search, so take the first legal action.
            first = (
                opening_choices(game, turn) if not turn.duties.pending() else islice(searched(game, known), 1)
            )
            found = self._merited(known, chain(self._whole(turn), first), breadth)
            if found is not None or turn.duties.pending() or not game.turn.layoff_unopened:
                return found
        elif turn.duties.pending():
            return self._merited(known, searched(game, known), TRIED if turn.duties.go_out else breadth)
        lay_offs = list(lay_off_steps(game, turn))
        # Lay off wild cards last, because they could be more useful elsewhere.
        naturals = [step for step in lay_offs if not game.melds.is_wild(step[0].card)]
        for steps in (
            meld_steps(game, turn),
            swap_steps(game, turn),
            naturals,
            take_steps(game, turn),
            lay_offs,
        ):
            found = self._merited(known, steps, breadth)
            if found is not None:
                return found
        return None

    def _whole(self, turn: Turn) -> list[Choice]:
        """Return the best melds of the hand as an opening, if they meet all requirements of the rules."""
        game, out = self._game, list[Choice]()
        for most_cards in (True, False):
            melds = self._best(turn.hand, most_cards)
            points = points_of(game.melds, melds)
            faults, missing, _ = opening_faults(game, turn, melds, points)
            if melds and not faults and not missing and not game.turn.one_by_one:
                action = Action(LAY_DOWN, melds=melds, points=points)
                out.append((action, opened(game, turn, action)))
        return out

    def _merited(self, known: Known, steps: Iterable[Choice], breadth: int) -> Choice | None:
        """Return the best legal choice among the first `breadth`; only the best openings are tested for legality."""
        turn = known.turn
        found: list[tuple[Merit, Choice]] = []
        best: Melds = ()
        for choice in islice(steps, breadth):
            if turn.opened and not found:
                best = self._best(turn.hand, True)
            found.append((_merit(choice[0], best), choice))
        found.sort(key=itemgetter(0), reverse=True)
        for _, choice in found if turn.opened else found[:TRIED]:
            if is_legal(self._game, known, choice) and (
                turn.duties.pending() or self._may_win(known, choice)
            ):
                return choice
        return None

    def _may_win(self, known: Known, choice: Choice) -> bool:
        """Return whether the player can still go out after a table action, now or in a later turn.

        A player with too few cards to make a meld after the next draw has to lay off all of them. If the table has no
        room for that many cards, the players could draw and discard forever. This happened to two players of Basic
        Rummy who held the last aces, and to two players of Kalooki 40 with two cards each and only full groups on the
        table.
        """
        game, (action, after) = self._game, choice
        if game.turn.take:
            return True
        if after is None:
            if not action.out and known.turn.duties.banned < 0:
                return True
            after = opened(game, known.turn, action)
        left = hands.size(after.hand) - 1
        if left < 1 or left >= self._small:
            return True
        cards = hands.cards_of(after.hand)
        for plane in self.unseen(known):
            cards += hands.cards_in(plane)
        table = [code for _, _, code in after.table]
        seen = chain(known.discards, hands.cards_of(after.hand), *[code[1:] for code in table])
        cards += hands.ONE_JOKER * (self._wilds - len([card for card in seen if game.melds.is_wild(card)]))
        # Discards that become a new stock can be drawn again.
        if game.draw.recycle != "never":
            cards += known.discards
        return self._has_places(table, cards, left)

    def _has_places(self, table: list[Code], cards: bytes, count: int) -> bool:
        """Return whether `count` of these cards can be laid off one after another."""
        if not count:
            return True
        for at, code in enumerate(table):
            for index, card in enumerate(cards):
                if cards.index(card) < index:
                    continue
                for _, bigger in extensions(self._game.melds, code, card):
                    others = cards[:index] + cards[index + 1 :]
                    if self._has_places([*table[:at], bigger, *table[at + 1 :]], others, count - 1):
                        return True
        return False


def whim(card: int, number: int, player: int) -> float:
    """Return a random preference for a card, from 0 to 127, that a player keeps for many turns.

    The preference looks random, but is the same on every machine. Players who always judge in the same way may play
    forever: each holds cards that the others are waiting for, and if the discards are turned over without a shuffle,
    everybody gets the same cards again.
    """
    mixed = (card + 1) * 40503 + (number // WHIM + 1) * 30011 + (player + 1) * 20021
    return float((mixed * mixed >> 7) % 128)


def play_at_table(player: TablePlayer, game: Game, state: State, last: int, breadth: int) -> State:
    """Play until the round ends, turn number `last` begins, or no action is left; return that position."""
    while state.phase != OVER and state.number < last:
        choice = player.choice(state.known, breadth)
        if choice is None:
            break
        state = applied(game, state, *choice)
    return state


def _merit(action: Action, best: Melds) -> Merit:
    """Return the rank of a table action as (kind, number of cards that leave the hand, points).

    New melds rank highest, and the `best` melds of the hand rank highest among these.
    """
    if action.kind == LAY_DOWN:
        placed = 0
        for code, leaving in zip(action.melds, action.leaving or [()] * len(action.melds), strict=True):
            placed += len(code) - 1 - len(leaving)
        return (5 if action.melds[0] in best else 4), placed, action.points
    if action.kind == SWAP_WILD:
        return 3, 1 if action.other < 0 else 2, 0
    return 2, 1, 0


def planned(rules: MeldRules, hand: hands.Hand, contract: Contract) -> list[int]:
    """Return the naturals of a hand that a simple plan for the contract uses.

    The plan begins with the longest run, in the place where most of its cards are held. Then come the groups,
    in the ranks with the most cards held.
    """
    groups, runs = contract
    left = [plane & ~rules.wild_faces for plane in hand[:-1]]
    chosen: list[int] = []
    for size in reversed(runs):
        held = _fullest_run(rules, left[0], size)
        chosen += hands.cards_in(held)
        for at in range(len(left)):
            # Remove one copy of each card; a second copy moves to the lower plane.
            above = left[at + 1] if at + 1 < len(left) else 0
            left[at] = left[at] & ~held | above & held
    for size in reversed(groups):
        cards = _largest_group(rules, left, size)
        for card in cards:
            plane = len(left) - 1
            while not left[plane] & BIT[card]:
                plane -= 1
            left[plane] ^= BIT[card]
        chosen += cards
    return chosen


def _fullest_run(rules: MeldRules, plane: int, size: int) -> int:
    """Find the run of this size with the fewest gaps, and return a mask of its cards that are held."""
    best = 0
    for suit in range(4):
        for low in range(rules.first_place, rules.last_place - size + 2):
            held = 0
            for place in range(low, low + size):
                held |= BIT[natural(suit, place)]
            held &= plane
            if held.bit_count() > best.bit_count():
                best = held
    return best


def _largest_group(rules: MeldRules, planes: list[int], size: int) -> list[int]:
    """Return the held cards of the most common rank, but no more than the group needs."""
    best: list[int] = []
    for rank in RANK_CARDS[1:]:
        held: list[int] = []
        for plane in planes if rules.any_suits else planes[:1]:
            held += hands.cards_in(plane & rank)
        held.sort()
        if len(held[:size]) > len(best):
            best = held[:size]
    return best
