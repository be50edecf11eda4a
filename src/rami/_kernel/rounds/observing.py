"""An observation: what one player knows of a round, as bits in words.

Cards are planes, a word for each copy: bit `card` is set if at least that many copies are there. A hand of 7♣ 7♣ K♠
from two packs is the words ``1 << 6 | 1 << 51`` and ``1 << 6``. The jokers follow in the word of the last copy. A small
number is that many bits set from the lowest, 3 cards are 0b111; one of several is one bit, seat 2 is 0b100. Only the
lowest `widths` bits of each word count.

To add a part, add it at the same place in two ladders: a plane in `_planes` and `observe`, a number in `_fields` and
`_values`. They must keep the same order, under the same conditions: the names are paired with the bits by place.
"""

from __future__ import annotations

from typing import Any, Final, final

from .._rt import i64
from ..cards import hands
from ..cards.codes import BIT, JOKER, NATURALS, ROW, UNKNOWN
from ..cards.hands import FACE, Hand
from ..melds.finder import Table
from ..melds.meld import is_pair, is_run, is_wild_at, joining, named_card, stands_for
from ..openings.judge import highest_pairs, highest_points
from ..rules import RECYCLE_NEVER
from ..turns.spelling import CARDS, KNOCKS, MELDS, SLOTS, Word
from ..turns.turn import Game
from .state import OVER, State
from .watching import Sight, Watch

# (name, width)
Field = tuple[str, int]

PHASES: Final = 7
KNOCK_KINDS: Final = 5
# how many bits show the size of a hand, of the stock, and a number by its length in binary
HAND: Final = 16
STOCK: Final = 32
LENGTH: Final = 8
LIMIT: Final = 10
# how many cards under the top one are shown one by one
RECENT: Final = 3
DEEP: Final = 11
# fields of a word: mypyc shifts no further than the sign
WORD: Final = 62
# how a meld begins: the suit of a run, a group, a group of any suits
BEGINNINGS: Final = 6

# numbers that are only moved are objects: compiled, an int would be taken apart and made again
LOWEST: Final[tuple[Any, ...]] = tuple([(1 << count) - 1 for count in range(STOCK + 1)])
ONE_OF: Final[tuple[Any, ...]] = tuple([1 << number for number in range(STOCK + 1)])
# the face of each card in sight, as a mask; nothing for a card that is hidden, the last one, or for none
IN_SIGHT: Final[tuple[Any, ...]] = (*FACE[:UNKNOWN], 0)
# the cards of a move that is not yet spelled
NOT_SPELLED: Final[list[Any]] = [0, 0]


@final
class Observer:
    """A maker of observations of a game for a number of seats; parts that the game never uses are left out.

    `planes` and `fields` list the parts in their order, those in words of their own and those that share words.
    `sized` is set if the sizes of the hands are among them.
    """

    def __init__(self, game: Game, seats: int, pack: bytes, turned: bool, wilds: bool) -> None:
        knock, draw, rules = game.knock, game.draw, game.turn
        copies = game.planes
        jokers = min(pack.count(JOKER), WORD - NATURALS)
        self._game: Final = game
        self._seats: Final = seats
        self._copies: Final = copies
        self._jokers: Final = jokers
        self._per_step: Final = -(-len(pack) // STOCK)
        self._lays: Final = knock is None or knock.by_moves or knock.last_turns
        self._pairs: Final = rules.pairs > 0
        self._wilds: Final = wilds or jokers > 0
        self._ranks: Final = wilds
        self._below: Final = RECENT if draw.depth == 1 else DEEP
        self._turned: Final = turned
        self._barred: Final = not rules.allow_return and copies > 1
        self._limit: Final = knock is not None and not knock.declared and knock.limit < 0
        self._folds: Final = draw.fold_first > 0 or draw.wrong_declaration > 0
        self._recycles: Final = draw.recycle != RECYCLE_NEVER and draw.max_recycles < LENGTH
        self.sized: Final = self._lays or draw.depth > 1 or draw.announce_at > 0
        self._points: Final = knock is None and game.contracts is None
        self._due: Final = 0 if game.contracts is None else len(game.contracts.due)
        # the seats in turn from each of them
        self._orders: Final = [[*range(seat, seats), *range(seat)] for seat in range(seats)]
        self.planes: Final = self._planes()
        self.fields: Final = self._fields()
        self._shifts: Final = self._places()
        self.widths: Final = self._widths()
        # the bit with which each word begins, and how many there are
        self.starts: Final = [sum(self.widths[:word]) for word in range(len(self.widths) + 1)]

    def _planes(self) -> list[tuple[str, list[int]]]:
        """The parts that are planes, with the widths of their words."""
        seats, face = self._seats, NATURALS + (1 if self._jokers else 0)
        cards = [NATURALS] * (self._copies - 1) + [NATURALS + self._jokers]
        out: list[tuple[str, list[int]]] = [
            ("hand", cards),
            ("known", cards * (seats - 1)),
            ("unseen", cards),
            ("pile", cards),
            ("top", [face]),
            ("below", [face] * self._below),
            ("thrown", [face] * seats),
            ("took", [face] * seats),
            ("taken", [face]),
        ]
        if self._barred:
            out.append(("barred", [face]))
        if self._turned:
            out.append(("turned", [face]))
        if self._game.knock is None:
            out.append(("must_place", [face]))
        if self._lays:
            out += [("groups", cards), ("runs", cards), ("joins", [NATURALS])]
            if self._wilds:
                out.append(("stands_for", [NATURALS]))
            if self._pairs:
                out.append(("pairs", cards))
        out += [("draft_card", [face]), ("draft_cards", [face])]
        return out

    def _fields(self) -> list[Field]:
        """The parts that share words, with their widths; those of each seat are a field for each."""
        seats, draw, rules = self._seats, self._game.draw, self._game.turn
        out: list[Field] = [("phase", PHASES), ("player", seats), ("stock", STOCK), ("turn", LENGTH)]
        if self._recycles:
            out.append(("recycles", LENGTH))
        out.append(("must_go_out", 1))
        if self.sized:
            out += [("sizes", HAND)] * seats
        if self._lays:
            out += [("opened", seats), ("opened_now", 1)]
        if self._points:
            out.append(("missing", LENGTH))
        if rules.track_highest:
            out.append(("highest", LENGTH))
            if self._pairs:
                out.append(("highest_pairs", LENGTH))
        if rules.pair_layoffs:
            out.append(("cards_added", LENGTH))
        if self._due:
            out += [("contracts", self._due)] * seats
        if draw.touch:
            out.append(("touched", seats))
        if self._folds:
            out.append(("folded", seats))
        if draw.turned_shown:
            out.append(("turned_shown", seats))
        if draw.buys or draw.calls:
            out.append(("drawer", seats))
        if draw.buys:
            out += [("bought", LENGTH)] * seats
        if rules.charges:
            out += [("charged", LENGTH)] * seats
        if self._ranks:
            out.append(("wild_ranks", 13))
        if self._game.knock is not None:
            out += [("knocker", seats), ("knock", KNOCK_KINDS)]
        if self._limit:
            out.append(("limit", LIMIT))
        out += [("draft_meld", BEGINNINGS), ("draft_rank", 16), ("draft", LENGTH)]
        return out

    def _places(self) -> list[int]:
        """The bit of a word at which each field begins."""
        out: list[int] = []
        used = 0
        for _, width in self.fields:
            if used + width > WORD:
                used = 0
            out.append(used)
            used += width
        return out

    def _widths(self) -> list[int]:
        """The widths of all words."""
        out = [width for _, widths in self.planes for width in widths]
        for (_, width), shift in zip(self.fields, self._shifts, strict=True):
            if shift:
                out[-1] = shift + width
            else:
                out.append(width)
        return out

    def observe(
        self,
        game: Game,
        state: State,
        watch: Watch,
        sight: Sight,
        sizes: tuple[int, ...],
        hand: Hand,
        spelled: Word,
        out: list[Any],
    ) -> None:
        """Add the words of what a viewer sees, who holds that hand and has spelled so much of a move.

        The game is that of the round, in which a card turned up may have made a rank wild.
        """
        turn, seat = state.turn, sight.viewer
        over = state.phase == OVER
        # once the round is over nothing is to be found out any more
        known = [hands.empty(self._copies)] * self._seats if over else watch.held
        unseen = known[0] if over else sight.unseen
        order = self._orders[seat]
        self._cards(out, hand)
        for other in order:
            if other != seat:
                self._cards(out, known[other])
        self._cards(out, unseen)
        self._cards(out, watch.piled)
        # lists in between cost more than these loops
        shown = state.known.discards
        for depth in range(1, self._below + 2):
            out.append(IN_SIGHT[shown[-depth]] if depth <= len(shown) else 0)  # noqa: PERF401
        faces: list[Any] = watch.thrown
        for other in order:
            out.append(faces[other])  # noqa: PERF401
        faces = watch.took
        for other in order:
            out.append(faces[other])  # noqa: PERF401
        out.append(IN_SIGHT[turn.duties.taken])
        if self._barred:
            mine = turn.player == seat and not over
            out.append(IN_SIGHT[turn.duties.banned] if mine else 0)
        if self._turned:
            out.append(IN_SIGHT[state.deal.turned])
        if game.knock is None:
            due = 0
            for card in turn.duties.due:
                due |= FACE[card]
            out.append(due | FACE[turn.duties.taken] if turn.duties.taken_due else due)
        if self._lays:
            self._table(out, game, turn.table)
        if spelled:
            _spelled(out, spelled)
        else:
            out += NOT_SPELLED
        self._pack(out, self._values(game, state, seat, sizes, spelled))

    def _pack(self, out: list[Any], values: list[Any]) -> None:
        """Put small numbers into words: those that begin at the lowest bit begin a word."""
        word: i64 = values[0]
        for at in range(1, len(values)):
            value: i64 = values[at]
            shift: i64 = self._shifts[at]
            if shift:
                word |= value << shift
            else:
                out.append(word)
                word = value
        out.append(word)

    def _cards(self, out: list[Any], hand: tuple[Any, ...]) -> None:
        if not self._jokers and len(hand) == 2:
            out.append(hand[0])
            return
        last = len(hand) - 2
        out += hand[:last]
        jokers = LOWEST[min(hand[-1], self._jokers)]
        out.append(hand[last] | jokers << NATURALS)

    def _table(self, out: list[Any], game: Game, table: Table) -> None:
        groups = runs = pairs = hands.empty(self._copies)
        joins = stands = 0
        for _, _, code in table:
            joins |= joining(game.melds, code)
            run = is_run(code)
            for index in range(1, len(code)):
                if run:
                    runs = hands.add(runs, code[index])
                elif is_pair(code):
                    pairs = hands.add(pairs, code[index])
                else:
                    groups = hands.add(groups, code[index])
                if run and self._wilds and is_wild_at(game.melds, code, index):
                    stands |= BIT[stands_for(code, index - 1)]
            named = named_card(code)
            if named >= 0:
                stands |= BIT[named]
        self._cards(out, groups)
        self._cards(out, runs)
        out.append(joins)
        if self._wilds:
            out.append(stands)
        if self._pairs:
            self._cards(out, pairs)

    def _values(
        self, game: Game, state: State, seat: int, sizes: tuple[int, ...], spelled: Word
    ) -> list[Any]:
        """The small numbers, as `fields` lists them."""
        turn, deal = state.turn, state.deal
        draw, rules = game.draw, game.turn
        stock = len(state.stock)
        out: list[Any] = [
            ONE_OF[state.phase],
            self._one(turn.player, seat),
            LOWEST[min((stock + self._per_step - 1) // self._per_step, STOCK)],
            _length(state.number),
        ]
        if self._recycles:
            out.append(LOWEST[max(0, draw.max_recycles - state.known.recycles)])
        out.append(1 if turn.duties.go_out else 0)
        order = self._orders[seat]
        if self.sized:
            out += [LOWEST[min(sizes[other], HAND)] for other in order]
        if self._lays:
            out.append(self._flags(state.opened, seat))
            out.append(1 if turn.fresh_open else 0)
        if self._points:
            out.append(_length(turn.duties.missing))
        if rules.track_highest:
            out.append(_length(highest_points(turn.tracked.highest)))
            if self._pairs:
                out.append(_length(highest_pairs(turn.tracked.highest)))
        if rules.pair_layoffs:
            out.append(LOWEST[min(turn.tracked.added, LENGTH)])
        if self._due:
            out += [_one_of(deal.contracts[other]) if deal.contracts else 0 for other in order]
        if draw.touch:
            out.append(sum([self._one(other, seat) for other in deal.touched]))
        if self._folds:
            out.append(self._flags(tuple([price > 0 for price in deal.folded]), seat))
        if draw.turned_shown:
            out.append(self._one(deal.shown, seat))
        if draw.buys or draw.calls:
            out.append(self._one(state.drawer, seat))
        if draw.buys:
            out += [LOWEST[min(deal.bought[other], LENGTH)] if deal.bought else 0 for other in order]
        if rules.charges:
            out += [_length(deal.charged[other]) if deal.charged else 0 for other in order]
        if self._ranks:
            out.append(game.melds.wild_faces & ROW)
        if game.knock is not None:
            knocked = state.knocked
            out.append(0 if knocked is None else self._one(knocked.player, seat))
            out.append(0 if knocked is None else ONE_OF[knocked.kind - 1])
        if self._limit:
            out.append(LOWEST[min(max(turn.terms.limit, 0), LIMIT)])
        meld: Any = 0
        rank: Any = 0
        for number in spelled:
            if MELDS <= number < SLOTS:
                meld, rank = ONE_OF[(number - MELDS) >> 4], ONE_OF[(number - MELDS) & 15]
        out += [meld, rank, LOWEST[min(len(spelled), LENGTH)]]
        return out

    def _one(self, other: int, seat: int) -> Any:
        """The bit of a seat, counted from another one; 0 for no seat."""
        return ONE_OF[(other - seat) % self._seats] if other >= 0 else 0

    def _flags(self, flags: tuple[bool, ...], seat: int) -> int:
        """The bits of the seats with a flag."""
        out = 0
        for other, flag in enumerate(flags):
            if flag:
                out |= self._one(other, seat)
        return out


def _one_of(number: int) -> Any:
    return ONE_OF[number - 1] if number else 0


def _length(number: int) -> Any:
    """A number by its length in binary."""
    return LOWEST[min(number.bit_length(), LENGTH)]


def _spelled(out: list[Any], spelled: Word) -> None:
    """The cards that have been spelled: of a knock, a lay-off or a wild to be recovered, and of melds."""
    lead = cards = 0
    for number in spelled:
        if CARDS <= number < MELDS:
            cards |= FACE[number - CARDS]
        elif KNOCKS <= number < CARDS:
            lead = FACE[(number - KNOCKS) % (JOKER + 1)]
    out.append(lead)
    out.append(cards)
