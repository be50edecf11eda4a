"""Prove that a player cannot go out this turn, or find a likely way to do it.

Going out means placing every card except one, the last discard. In most games only wilds may leave table melds. Then
each natural of the hand has five kinds of places to go: a new group, a new run, an end of a table run, a table group,
or the place of a wild. Cards that go to the same place form a *share*, and a *division* splits the hand into shares,
perhaps with one discard. Some shares cost wilds, and a share that replaces a wild recovers one. So a division may use
the wilds of the hand and those that it recovers. (Laying a wild and recovering it in the same turn never helps.)

The search tries every division, beginning with the shares of the lowest card. Here is one for Classic 51:

    hand 7♥ 8♥ Q♣ Q♦ Q♠ 2♣, table 4♥ 5♥ 6♥ (destination number 0)

    share                        cards        use                      wilds
    a new group                  Q♣ Q♦ Q♠     (NEW, 0, 0)              0
    the high end of meld 0       7♥ 8♥        (0, HIGH_END, 0)         0
    the discard                  2♣

With J♥ instead of 8♥ there is no division. Every way to go out gives a division, whatever the order of its actions, so
without a division the player cannot go out. A division, however, only makes it likely that the player can: it becomes a
plan (`plan_for`), and playing the plan shows whether the rules allow each action.

Different openings often leave almost the same cards. So the memo stores the result for each combination of cards left,
with the places already used and the table melds that one of these cards could still join.

This argument fails in games where naturals may leave table melds too. There each card is tested by itself (see
`relaxed`), and two cards without a place prove that the player cannot go out.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from ..._rt import i64
from ...arranging.prices import NEVER, PART, Beside, beside_run, priced, unaffordable
from ...arranging.prices import in_runs as row_in_runs
from ...budget import SPEND
from ...cards import hands
from ...cards.codes import (
    BIT,
    JOKER,
    RANK,
    RANK_CARDS,
    ROW,
    SUIT,
    bits,
    natural,
    ranks_held,
)
from ...melds.meld import (
    HIGH_END,
    LOW_END,
    Code,
    Melds,
    group_code,
    is_clean_run,
    is_pair,
    is_run,
    pair_code,
    run_code,
    run_low,
    stands_for,
)
from ...rules import NOT_ASKED
from ..successors import open_with
from ..turn import Game, Turn
from .memo import Destination, Division, Memo, Share, Use
from .plans import ANYWHERE, Plan, before_recovery
from .relaxed import may_place
from .runs import remember
from .ways import Ways, grows

SWAP: Final = 2
NEW: Final = -1
PAIR: Final = -1
# Naturals of a suit in the order of their places, the last place, and the number of wilds between them.
Stretch = tuple[tuple[int, ...], int, int]
Uses = tuple[Use, ...]


def too_many_stuck(game: Game, turn: Turn) -> bool:
    """Return whether at least two cards have no place, so that the player cannot go out; cached on the turn."""
    if turn.stuck == NOT_ASKED:
        turn.stuck = 1 if way_out(game, turn, Memo()) is None else 0
    return turn.stuck == 1


def way_out(game: Game, turn: Turn, memo: Memo) -> Plan | None:
    """Return a plan that probably places all cards except one; [] if no plan is known, None if none is possible."""
    if not divides(game):
        faces = [card for card in hands.faces_of(turn.hand) if not may_place(game, turn, card)]
        return None if sum([hands.count(turn.hand, card) for card in faces]) > 1 else []
    going_out = GoingOut(game, turn, memo)
    division = going_out.division()
    return None if division is None else going_out.plan_for(division)


def divides(game: Game) -> bool:
    """Return whether going out means dividing the hand into shares: cards that go to the same place."""
    return not game.turn.take and priced(game.melds)


def _twice(hand: hands.Hand) -> i64:
    """Return a mask of the naturals that the hand holds twice."""
    return hand[1] if len(hand) > 2 else 0


def _in_places(cards: tuple[int, ...], places: Iterable[int]) -> list[int]:
    """Return the cards of a run in these places: the given naturals, with wilds in the other places."""
    suited = [natural(SUIT[cards[0]], place) for place in places]
    return [card if card in cards else JOKER for card in suited]


class GoingOut:
    """Finds the ways to divide a hand into shares."""

    def __init__(self, game: Game, turn: Turn, memo: Memo, ways: Ways | None = None) -> None:
        rules = game.melds
        self._game: Final = game
        self._rules: Final = rules
        self._turn: Final = turn
        self._spend: Final = SPEND.get()
        self._memo: Final = memo
        # The numbers of the table melds (see `Memo.number`), their ids, and masks of the cards that might
        # join each.
        self._table: Final[list[int]] = []
        self._ids: Final[dict[int, int]] = {}
        self._near: Final[list[int]] = []
        # The cards that could join the table, those among them that need no wild, and the prices of the others.
        self._at_table: i64 = -1
        self._free: i64 = 0
        self._prices: Final[list[tuple[int, int]]] = []
        # Melds that an opening would lay, and the cards that might then join each meld with a number of
        # wilds.
        self._laid: Final[dict[Code, Destination]] = {}
        self._beside_laid: Final[dict[tuple[Code, int], Beside]] = {}
        # The melds and the single melds after which the player cannot go out.
        self._stuck_alone: Final[list[Code]] = []
        self._stuck: Final[dict[tuple[object, ...], bool]] = {}
        # The ways to go out after openings, if openings are screened.
        self._ways: Final = ways
        every = 0
        alone = game.turn.all_at_once_alone
        for meld_id, owner, code in turn.table:
            if alone and (not turn.opened or meld_id < turn.tracked.fresh_from):
                continue
            closed = game.turn.clean_runs_closed and owner != turn.player and is_clean_run(rules, code)
            number = memo.number(game, code, turn.hand[0], closed, self._table)
            self._table.append(number)
            self._ids[number] = meld_id
            every += memo.destinations[number].come
        # The number of wilds that the player holds or might recover.
        self._wilds: Final = turn.hand[-1] + every
        # Whether pairs may be laid. This class judges openings with groups and runs, so an unopened player may lay
        # pairs only if another player has opened with pairs.
        self._pairs: Final = turn.may_pair(game.turn)
        self._table.sort()
        self._discards: Final[i64] = self._discarded()

    def division(self) -> Division | None:
        """Return a division of the hand into shares, each with a place to go; None if there is none."""
        hand = self._turn.hand
        placed = self._placed()
        left = (*hand[:-1], 0)
        if hands.size(tuple([plane & ~placed for plane in left])) > 1:
            return None
        # If the last card must be discarded, one is left over: a natural or a wild.
        return self._parts(left, hand[-1], self._discards, (), not self._game.turn.finish_by_placing)

    def plan_for(self, division: Division) -> Plan:
        """Return the actions that place the shares of a division, in an order that the rules are likely to allow."""
        out: Plan = []
        # A wild that returns to the hand is recovered first. If a wild must be placed, `completes` recovers it as
        # soon as an action needs it.
        first = self._game.turn.recovered_joker == "hand"
        for cards, (at, end, low), wilds in sorted(
            division, key=lambda share: ((share[2] < 0) != first, share[2])
        ):
            laid = [*cards, *[JOKER] * wilds]
            if at >= 0:
                meld = self._memo.destinations[at]
                if meld.is_run and end != SWAP:
                    high = run_low(meld.code) + len(meld.code) - 1
                    outwards = range(run_low(meld.code) - 1, 0, -1) if end == LOW_END else range(high, 15)
                    laid = _in_places(cards, outwards[: len(laid)])
                number = (self._ids[at],)
                out += [((), number, card, LOW_END if end == SWAP else end) for card in laid]
                continue
            if low:
                code = run_code(SUIT[cards[0]], low, _in_places(cards, range(low, low + len(laid))))
            else:
                code = pair_code(laid) if end == PAIR else group_code(self._rules, RANK[cards[0]], laid)
            out.append((code, (ANYWHERE,) * len(laid), -1, 0))
        # The wilds left in hand must be placed too.
        left = self._turn.hand[-1] - sum([wilds for _, _, wilds in division])
        out += [((), tuple(self._ids.values()), JOKER, end) for end in (LOW_END, HIGH_END)] * max(0, left)
        return out

    def _discarded(self) -> int:
        """Return a mask of the cards that may be discarded."""
        turn = self._turn
        out = turn.hand[0] & self._game.turn.last_discards
        if turn.duties.banned >= 0:
            out &= ~hands.FACE[turn.duties.banned]
        if turn.duties.taken_due and hands.count(turn.hand, turn.duties.taken) == 1:
            out &= ~hands.FACE[turn.duties.taken]
        return out

    def leads_out(self, melds: Melds) -> bool:
        """Return whether the player is known to go out after laying these melds, if they lack no points."""
        return self._ways is not None and self._ways.lead_out(melds)

    def sticks(self, melds: Melds) -> bool:
        """Return whether these melds are *stuck*: the player cannot go out after them, whatever else is laid with them.

        A player who can go out after all these melds can also do so after the last meld alone, by laying the others
        later, and after a part of that meld, by laying off the rest of it. So if the last meld or a part of it is stuck
        by itself, so are all of them together.
        """
        stuck = self._stuck.get(melds)
        if stuck is None:
            alone = len(melds) == 1
            if alone:
                stuck = any(grows(self._rules, other, melds[0]) for other in self._stuck_alone)
            else:
                stuck = self.sticks(melds[-1:])
            if not stuck and not self.leads_out(melds):
                stuck = self._leaves_two(melds) or self._undivided(melds)
                if stuck and alone:
                    self._stuck_alone.append(melds[0])
            remember(self._stuck, melds, stuck)
        return stuck

    def _undivided(self, melds: Melds) -> bool:
        """Return whether the hand that an opening leaves cannot be divided into shares, each with a place to go."""
        after = open_with(self._game, self._turn, melds, 0, 0, True)
        going_out = GoingOut(self._game, after, self._memo)
        division = going_out.division()
        if division is None:
            return True
        reached = before_recovery(self._game, after, going_out.plan_for(division))
        if reached is not None and self._ways is not None:
            self._ways.add(reached)
        return False

    def _leaves_two(self, melds: Melds) -> bool:
        """Return, without building the next turn, whether an opening would leave two cards that have no place.

        A card counts as placed at the end of a run if the cards of the whole hand could extend the run to this card.
        """
        left = hands.remove_all(self._turn.hand, [card for code in melds for card in code[1:]])
        if left is None:
            return True
        if self._at_table < 0:
            self._placed()
        wilds = self._wilds - self._turn.hand[-1] + left[-1]
        for code in melds:
            meld = self._laid.get(code)
            if meld is None:
                meld = Destination(self._game, code, False, True)
                self._laid[code] = meld
            if meld.comes(left[0]):
                wilds += meld.come
        placed: i64 = self._at_table
        free: i64 = self._free
        prices = self._prices[:]
        for code in melds:
            beside = self._beside_laid.get((code, wilds))
            if beside is None:
                beside = self._beside(self._laid[code], wilds)
                self._beside_laid[code, wilds] = beside
            placed |= beside[0] | beside[1]
            free |= beside[0]
            prices += beside[2]
        if not left[0] & ~free:
            return False
        placed |= self._in_new_melds(left, wilds)
        if hands.size((*[plane & ~placed for plane in left[:-1]], 0)) > 1:
            return True
        return self._costs_too_much(left, wilds, self._discards, free, prices)

    def _placed(self) -> i64:
        """Return a mask of the cards that fit somewhere; a player with two cards that do not fit cannot go out."""
        self._at_table = 0
        for number in self._table:
            free, priced, prices = self._beside(self._memo.destinations[number], self._wilds)
            self._near.append(free | priced)
            self._at_table |= free | priced
            self._free |= free
            self._prices.extend(prices)
        return self._at_table | self._in_new_melds(self._turn.hand, self._wilds)

    def _beside(self, meld: Destination, wilds: int) -> Beside:
        """Return the hand cards that could join a meld with this many wilds, and their prices."""
        if not meld.is_run:
            return meld.fits, 0, []
        free, priced, prices = beside_run(self._rules, meld.code, self._turn.hand[0], min(meld.room, wilds))
        return meld.fits | free, priced, prices

    def _in_new_melds(self, hand: hands.Hand, wilds: int) -> i64:
        """Return the cards of a hand or part of a hand that could be in new melds with this many wilds."""
        rules = self._rules
        held: i64 = hand[0]
        in_groups: i64 = ranks_held(held, rules.set_min - min(wilds, rules.max_wild_group))
        out: i64 = in_groups | in_groups << 13 | in_groups << 26 | in_groups << 39
        least = rules.run_min - min(wilds, rules.max_wild_run)
        for suit in range(4):
            row = held >> 13 * suit & ROW
            in_runs = self._memo.rows.get((row, least), -1)
            if in_runs < 0:
                in_runs = row_in_runs(rules, row, least)
                self._memo.rows[row, least] = in_runs
            out |= in_runs << 13 * suit
        if self._pairs:
            out |= held if wilds else _twice(hand)
        return out

    def _costs_too_much(
        self, left: hands.Hand, wilds: int, discarded: i64, free: i64, beside: list[tuple[int, int]]
    ) -> bool:
        """Return whether even the cheapest shares need more wilds than remain after the best discard.

        `free` is a mask of the cards that need no wild, and `beside` lists the prices of other cards at the
        ends of runs.
        """
        # Cards that fit together without a wild cost nothing.
        payers: i64 = left[0] & ~(free | self._in_new_melds(left, 0))
        highest = PART if self._pairs else NEVER
        return unaffordable(self._rules, left, wilds, payers, discarded, self._memo.prices, highest, beside)

    def _parts(self, left: hands.Hand, wilds: int, discarded: int, used: Uses, owed: bool) -> Division | None:
        """Return a division of the remaining cards into shares with this many wilds and one discard, or None.

        `owed` is True while a card still has to be left over.
        """
        held: i64 = left[0]
        seen = tuple([self._table[at] for at, near in enumerate(self._near) if near & held])
        if used:
            # Once no remaining card fits a meld, its used places make no difference, so leave them out of the key.
            kept = tuple([use for use in used if use[0] in seen])
            if len(kept) < len(used) and not all(
                self._may_come_out(use, used) for use in used if use not in kept
            ):
                return None
            used = kept
        if not held:
            return () if wilds >= owed else None
        discarded &= held
        key = (left, wilds, discarded, used, seen, owed)
        known = self._memo.divisions.get(key)
        if known is None:
            known = (self._parts_at(left, wilds, discarded, used, seen, owed),)
            remember(self._memo.divisions, key, known)
        return known[0]

    def _parts_at(
        self, left: hands.Hand, wilds: int, discarded: int, used: Uses, seen: tuple[int, ...], owed: bool
    ) -> Division | None:
        card = (left[0] & -left[0]).bit_length() - 1
        if self._spend is not None:
            self._spend()
        come = sum([self._memo.destinations[number].come for number in seen])
        # If no natural can be left over, leave over a wild.
        most = wilds + come - (owed and not discarded)
        if most < 0 or self._costs_too_much(left, most, discarded, self._free, self._prices):
            return None
        for share in self._shares(card, left, most, used):
            cards, use, needed = share
            rest = hands.remove_all(left, cards)
            if rest is None or wilds - needed + (come if rest[0] else 0) < 0:
                continue
            uses = used if use[0] == NEW else tuple(sorted((*used, use)))
            found = self._parts(rest, wilds - needed, discarded, uses, owed)
            if found is not None:
                return share, *found
        # Try the discard of the card last, because few divisions need to discard so low a card.
        if not discarded & BIT[card]:
            return None
        return self._parts(hands.remove(left, card), wilds, 0, used, False)

    def _may_come_out(self, use: Use, used: Uses) -> bool:
        """Return whether a wild may leave its group; some games allow this only in a group of at least four cards."""
        at, kind, _ = use
        if kind != SWAP or not self._game.turn.wild_leaves_four:
            return True
        code = self._memo.destinations[at].code
        return (
            is_run(code)
            or is_pair(code)
            or len(code) - 1 + sum([each[:2] == (at, LOW_END) for each in used]) >= 4
        )

    def _shares(self, card: int, left: hands.Hand, wilds: int, used: Uses) -> list[Share]:
        """Return the shares of the lowest remaining card, each with as few wilds as possible, capped at `wilds`."""
        out: list[Share] = []
        for number, near in zip(self._table, self._near, strict=True):
            if near & BIT[card]:
                meld = self._memo.destinations[number]
                if meld.is_run:
                    self._at_run(out, number, meld, card, left, wilds, used)
                else:
                    self._at_group(out, number, meld, card, used)
        self._in_groups(out, card, left)
        if self._pairs:
            if hands.count(left, card) > 1:
                out.append(((card, card), (NEW, PAIR, 0), 0))
            if wilds:
                out.append(((card,), (NEW, PAIR, 0), 1))
        rules = self._rules
        most = min(wilds, rules.max_wild_run)
        for place in self._rules.places_of(card):
            for cards, end, needed in self._stretches(card, place, left, most):
                needed += max(0, rules.run_min - 1 - abs(end - place))
                if needed <= most and (not needed or len(cards) >= rules.min_natural):
                    low = min(place, end, rules.last_place + 1 - len(cards) - needed)
                    out.append((cards, (NEW, 0, low), needed))
        out.sort(key=lambda share: share[2])
        return out

    def _at_group(self, out: list[Share], at: int, meld: Destination, card: int, used: Uses) -> None:
        suit = SUIT[card]
        joined = swaps = 0
        for place, kind, other in used:
            if place == at:
                if other == suit:
                    return
                if kind == SWAP:
                    swaps += 1
                else:
                    joined += 1
        if not meld.is_pair and len(meld.code) - 1 + joined < self._rules.set_max:
            out.append(((card,), (at, LOW_END, suit), 0))
        if swaps < meld.come and meld.replacements & BIT[card]:
            out.append(((card,), (at, SWAP, suit), -1))

    def _at_run(
        self,
        out: list[Share],
        at: int,
        meld: Destination,
        card: int,
        left: hands.Hand,
        wilds: int,
        used: Uses,
    ) -> None:
        code = meld.code
        low = run_low(code)
        high = low + len(code) - 2
        for index in range(len(code) - 1) if meld.come else ():
            swap = (at, SWAP, index)
            if self._rules.is_wild(code[index + 1]) and stands_for(code, index) == card and swap not in used:
                out.append(((card,), swap, -1))
        most = min(wilds, meld.room)
        for place in self._rules.places_of(card):
            use = (at, HIGH_END if place > high else LOW_END, 0)
            if low <= place <= high or use in used:
                continue
            for cards, end, needed in self._stretches(card, place, left, most):
                gap = min(place, end) - high - 1 if place > high else low - 1 - max(place, end)
                if gap >= 0 and needed + gap <= most:
                    out.append((cards, use, needed + gap))

    def _in_groups(self, out: list[Share], card: int, left: hands.Hand) -> None:
        """Add the new groups with a card, each with as few wilds as possible."""
        rules, rank = self._rules, RANK[card]
        others = bits(left[0] & RANK_CARDS[rank] & -2 * BIT[card])
        for size in range(min(len(others), rules.set_max - 1), -1, -1):
            wilds = max(0, rules.set_min - 1 - size)
            if wilds <= rules.max_wild_group and (not wilds or 1 + size >= rules.group_naturals):
                out += [((card, *chosen), (NEW, 0, 0), wilds) for chosen in combinations(others, size)]

    def _stretches(self, card: int, place: int, left: hands.Hand, most: int) -> list[Stretch]:
        """Return the stretches of a new run from a card up, or from the high ace down, with at most `most` wilds."""
        out: list[Stretch] = []
        self._onward(out, place, -1 if place == 14 else 1, left, (card,), 0, most)
        return out

    def _onward(
        self,
        out: list[Stretch],
        place: int,
        step: int,
        left: hands.Hand,
        cards: tuple[int, ...],
        wilds: int,
        most: int,
    ) -> None:
        """Add a stretch that ends at a place, and the stretches that continue it."""
        out.append((cards, place, wilds))
        rules = self._rules
        while wilds <= most and rules.first_place <= place + step <= rules.last_place:
            place += step
            card = natural(SUIT[cards[0]], place)
            if hands.count(left, card) > (1 if card == cards[0] else 0):
                self._onward(out, place, step, left, (*cards, card), wilds, most)
            wilds += 1


def screen(game: Game, turn: Turn, memo: Memo | None = None) -> GoingOut | None:
    """Return the tests for openings after which the player has to go out; None if these rules allow no such tests."""
    if not (game.turn.exempts and divides(game)):
        return None
    return GoingOut(game, turn, memo or Memo(), Ways(game, turn))
