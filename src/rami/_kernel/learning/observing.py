"""Write an observation: what one player knows about a round, as bits in words.

Cards are written as planes, one word for each copy: in word n, bit `card` is set if there are at least n
copies. A hand of 7♣ 7♣ K♠ from two packs is the words ``1 << 6 | 1 << 51`` and ``1 << 6``. The jokers follow
in the word of the last copy. A count sets that many of the lowest bits, so 3 cards are 0b111. A choice among
several values sets one bit, so seat 2 is 0b100. Only the lowest bits of each word are used; `widths` gives
their number.

In `Observer.observe`, each part is written next to its name and width. A new observer finds its layout by writing a
blank position, so names and bits always match. Parts that a game never uses are left out.
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
from ..rounds.state import (
    OVER,
    SEEN_AS_BARS,
    SEEN_AS_BITS,
    SEEN_AS_NUMBERS,
    Deal,
    Known,
    State,
    facts_in_use,
)
from ..rounds.watching import Sight, Watch
from ..turns.spelling import CARDS, KNOCKS, MELDS, SLOTS, Word
from ..turns.turn import Game, Terms, Turn

# Pairs (name, width).
Field = tuple[str, int]

PHASES: Final = 7
KNOCK_KINDS: Final = 5
# The number of bits for the size of a hand, the size of the stock, and the binary length of a number.
HAND: Final = 16
STOCK: Final = 32
LENGTH: Final = 8
LIMIT: Final = 10
# The number of discards below the top discard that have separate words; DEEP if players may take several.
RECENT: Final = 3
DEEP: Final = 11
# The usable bits of a word; mypyc cannot shift into the sign bit.
WORD: Final = 62
# The ways in which the spelling of a meld begins: a run in one of four suits, a group, a group of any suits.
BEGINNINGS: Final = 6

# Numbers that are only copied have the type Any: with int, compiled code would unpack and rebuild each
# number.
LOWEST: Final[tuple[Any, ...]] = tuple([(1 << count) - 1 for count in range(STOCK + 1)])
ONE_OF: Final[tuple[Any, ...]] = tuple([1 << number for number in range(STOCK + 1)])
# The face of each visible card as a mask; the last entry, 0, is for a hidden card or no card.
IN_SIGHT: Final[tuple[Any, ...]] = (*FACE[:UNKNOWN], 0)


@final
class Observer:
    """Writes observations of one game with a fixed number of seats.

    `fields` lists (name, width) of each word and number; equal names are adjacent. `sized` is set if
    observations include the sizes of hands.
    """

    def __init__(self, game: Game, seats: int, pack: bytes, turned: bool, wilds: bool) -> None:
        knock, draw, rules = game.knock, game.draw, game.turn
        copies = game.planes
        self._seats: Final = seats
        self._nothing: Final = hands.empty(copies)
        self._jokers: Final = min(pack.count(JOKER), WORD - NATURALS)
        self._per_step: Final = -(-len(pack) // STOCK)
        self._lays: Final = knock is None or knock.by_moves or knock.last_turns
        self._pairs: Final = rules.pairs > 0
        self._wilds: Final = wilds or self._jokers > 0
        self._ranks: Final = wilds
        self._below: Final = RECENT if draw.depth == 1 else DEEP
        self._turned: Final = turned
        self._barred: Final = not rules.allow_return_discard and copies > 1
        self._limit: Final = knock is not None and not knock.declared and knock.limit < 0
        used = facts_in_use(game)
        self._bits: Final = [name for name in SEEN_AS_BITS if used[name]]
        self._numbers: Final = [name for name in SEEN_AS_NUMBERS if used[name]]
        self._recycles: Final = draw.recycle != "never" and draw.max_recycles < LENGTH
        self.sized: Final = self._lays or draw.depth > 1 or draw.announce_at > 0
        self._points: Final = knock is None and game.contracts is None
        self._due: Final = 0 if game.contracts is None else len(game.contracts.due)
        # Seats are counted from the viewer, so that equal situations have equal bits for every seat.
        self._orders: Final = [[*range(seat, seats), *range(seat)] for seat in range(seats)]
        # The lowest bit of each number in its word.
        self._shifts: Final[list[int]] = []
        self.widths: Final[list[int]] = []
        self.fields: Final[list[Field]] = []
        self._lay_out(game)
        # The first bit of each word in the whole observation, then the number of bits.
        self.starts: Final = [sum(self.widths[:word]) for word in range(len(self.widths) + 1)]

    def _lay_out(self, game: Game) -> None:
        """Find the layout by writing an empty position."""
        seats, nothing = self._seats, self._nothing
        nobody, zeros = (False,) * seats, [0] * seats
        known = Known(0, 0, Turn(nothing, (), 0, False, Terms()), b"", 0, 0)
        state = State(known, (nothing,) * seats, nobody, b"", Deal(tuple(range(seats)), 0))
        sight = Sight(0, nothing, nothing, nothing, zeros)
        watch = Watch([nothing] * seats, b"", b"", zeros, zeros, [sight])
        words: list[Any] = []
        self.observe(game, state, watch, sight, (0,) * seats, nothing, (), words, self.fields)
        planes = len(words)
        self.widths.extend([width for _, width in self.fields[:planes]])
        used = WORD
        for _, width in self.fields[planes:]:
            if used + width > WORD:
                used = 0
                self.widths.append(0)
            self._shifts.append(used)
            used += width
            self.widths[-1] = used

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
        layout: list[Field] | None = None,
    ) -> None:
        """Append the words for a viewer who holds this hand and has spelled this part of a move.

        `game` contains the rules of the round, which may depend on the turned-up card. If `layout` is given, names and
        widths are appended to it instead of numbers to `out`.
        """
        turn, seat = state.turn, sight.viewer
        over = state.phase == OVER
        # After the round no card is hidden, so these parts are blank.
        held = [self._nothing] * self._seats if over else watch.held
        order = self._orders[seat]
        unseen: Hand = self._nothing if over else sight.unseen
        self._write_cards(
            out, [hand, *[held[other] for other in order if other != seat], unseen, watch.piled]
        )
        if layout is not None:
            self._name_cards(layout, ["hand", *["known"] * (self._seats - 1), "unseen", "pile"])
        discards = state.known.discards
        top = len(discards) - 1
        out.append(IN_SIGHT[discards[top]] if top >= 0 else 0)
        for at in range(top - 1, top - 1 - self._below, -1):
            out.append(IN_SIGHT[discards[at]] if at >= 0 else 0)  # noqa: PERF401
        faces: list[Any] = watch.discarded
        for other in order:
            out.append(faces[other])  # noqa: PERF401
        faces = watch.picked_up
        for other in order:
            out.append(faces[other])  # noqa: PERF401
        duties = turn.duties
        out.append(IN_SIGHT[duties.taken])
        if layout is not None:
            by_seat = [*["discarded"] * self._seats, *["picked_up"] * self._seats]
            self._name_faces(layout, ["top", *["below"] * self._below, *by_seat, "taken"])
        if self._barred:
            out.append(IN_SIGHT[duties.banned] if turn.player == seat and not over else 0)
            self._name_faces(layout, ["barred"])
        if self._turned:
            out.append(IN_SIGHT[state.deal.turned])
            self._name_faces(layout, ["turned"])
        if game.knock is None:
            due = FACE[duties.taken] if duties.taken_due else 0
            for card in duties.due:
                due |= FACE[card]
            out.append(due)
            self._name_faces(layout, ["must_place"])
        if self._lays:
            self._write_table(game, turn.table, out, layout)
        lead = cards = 0
        for number in spelled:
            if CARDS <= number < MELDS:
                cards |= FACE[number - CARDS]
            elif KNOCKS <= number < CARDS:
                lead = FACE[(number - KNOCKS) % (JOKER + 1)]
        # The cards of the move being spelled: the card named first, and the other cards.
        out += (lead, cards)
        numbers: list[Any] = []
        self._write_numbers(numbers, game, state, seat, sizes, spelled)
        if layout is None:
            self._pack(out, numbers)
        else:
            self._name_faces(layout, ["draft_card", "draft_cards"])
            assert len(layout) == len(out)  # each word has a name
            layout += zip(numbers[::3], numbers[1::3], strict=True)

    def _write_cards(self, out: list[Any], written: list[Any]) -> None:
        """Write cards as planes, with the jokers in the last plane."""
        jokers = self._jokers
        last = len(self._nothing) - 2
        for hand in written:
            if last:
                out += hand[:last]
            out.append(hand[last] | LOWEST[min(hand[-1], jokers)] << NATURALS if jokers else hand[last])

    def _name_cards(self, layout: list[Field] | None, names: list[str]) -> None:
        """Name the planes of cards."""
        if layout is not None:
            for name in names:
                layout += [*[(name, NATURALS)] * (len(self._nothing) - 2), (name, NATURALS + self._jokers)]

    def _name_faces(self, layout: list[Field] | None, names: list[str]) -> None:
        """Name masks of faces."""
        if layout is not None:
            layout += [(name, NATURALS + (1 if self._jokers else 0)) for name in names]

    def _pack(self, out: list[Any], numbers: list[Any]) -> None:
        """Pack small numbers, given as name, width and value, into words; a number at bit 0 begins a new word."""
        word: i64 = numbers[2]
        for at in range(1, len(self._shifts)):
            value: i64 = numbers[3 * at + 2]
            shift: i64 = self._shifts[at]
            if shift:
                word |= value << shift
            else:
                out.append(word)
                word = value
        out.append(word)

    def _write_table(self, game: Game, table: Table, out: list[Any], layout: list[Field] | None) -> None:
        """Write the cards of all table melds together."""
        groups = runs = pairs = self._nothing
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
        self._write_cards(out, [groups, runs])
        out += (joins, stands) if self._wilds else (joins,)
        if layout is not None:
            self._name_cards(layout, ["groups", "runs"])
            layout += [(name, NATURALS) for name in (("joins", "stands_for") if self._wilds else ("joins",))]
        if self._pairs:
            self._write_cards(out, [pairs])
            self._name_cards(layout, ["pairs"])

    def _write_numbers(
        self, numbers: list[Any], game: Game, state: State, seat: int, sizes: tuple[int, ...], spelled: Word
    ) -> None:
        """Append the name, width and value of each small number; a fact about seats has one number for each seat."""
        known, turn, deal = state.known, state.turn, state.deal
        by_seat = deal.by_seat
        draw, rules, seats = game.draw, game.turn, self._seats
        order = self._orders[seat]
        stock = (known.stock_size + self._per_step - 1) // self._per_step
        numbers += ("phase", PHASES, ONE_OF[known.phase], "player", seats, self._one(turn.player, seat))
        numbers += ("stock", STOCK, LOWEST[min(stock, STOCK)], "turn", LENGTH, _length(known.number))
        if self._recycles:
            numbers += ("recycles", LENGTH, LOWEST[max(0, draw.max_recycles - known.recycles)])
        numbers += ("must_go_out", 1, 1 if turn.duties.go_out else 0)
        if self.sized:
            for other in order:
                numbers += ("sizes", HAND, LOWEST[min(sizes[other], HAND)])
        if self._lays:
            numbers += ("opened", seats, self._flags(state.opened, seat))
            numbers += ("opened_now", 1, 1 if turn.fresh_open else 0)
        if self._points:
            numbers += ("missing", LENGTH, _length(turn.duties.missing))
        if rules.track_highest:
            numbers += ("highest", LENGTH, _length(highest_points(turn.tracked.highest)))
            if self._pairs:
                numbers += ("highest_pairs", LENGTH, _length(highest_pairs(turn.tracked.highest)))
        if rules.pair_layoffs:
            numbers += ("cards_added", LENGTH, LOWEST[min(turn.tracked.added, LENGTH)])
        if self._due:
            for other in order:
                due = deal.contracts[other] if deal.contracts else 0
                numbers += ("contracts", self._due, ONE_OF[due - 1] if due else 0)
        for name in self._bits:
            numbers += (name, seats, sum([self._one(other, seat) for other in by_seat.seats(name)]))
        if draw.buys or draw.calls:
            numbers += ("drawer", seats, self._one(state.drawer, seat))
        for name in self._numbers:
            values: tuple[int, ...] = getattr(by_seat, name)
            for other in order:
                value = values[other] if values else 0
                shown = LOWEST[min(value, LENGTH)] if name in SEEN_AS_BARS else _length(value)
                numbers += (name, LENGTH, shown)
        if self._ranks:
            numbers += ("wild_ranks", 13, game.melds.wild_faces & ROW)
        if game.knock is not None:
            knocked = known.knocked
            who, how = (-1, 0) if knocked is None else (knocked.player, ONE_OF[knocked.kind - 1])
            numbers += ("knocker", seats, self._one(who, seat), "knock", KNOCK_KINDS, how)
        if self._limit:
            numbers += ("limit", LIMIT, LOWEST[min(max(turn.terms.limit, 0), LIMIT)])
        meld: Any = 0
        rank: Any = 0
        for number in spelled:
            if MELDS <= number < SLOTS:
                meld, rank = ONE_OF[(number - MELDS) >> 4], ONE_OF[(number - MELDS) & 15]
        numbers += ("draft_meld", BEGINNINGS, meld, "draft_rank", 16, rank)
        numbers += ("draft", LENGTH, LOWEST[min(len(spelled), LENGTH)])

    def _one(self, other: int, seat: int) -> Any:
        """Return the bit of a seat, counted from the viewer's seat; 0 for nobody."""
        return ONE_OF[(other - seat) % self._seats] if other >= 0 else 0

    def _flags(self, flags: tuple[bool, ...], seat: int) -> int:
        """Return the bits of all seats whose flag is set, counted from the viewer's seat."""
        out = 0
        for other, flag in enumerate(flags):
            if flag:
                out |= self._one(other, seat)
        return out


def _length(number: int) -> Any:
    """Return the binary length of a number as a count, that is, with that many of the lowest bits set."""
    return LOWEST[min(number.bit_length(), LENGTH)]
