"""The score sheet of a match with real cards.

A `ScoreSheet` is a match whose rounds people report. A `SheetEntry` is the end of one round, in the form that
`Variant.score` takes, with its penalties and the answers of players who might buy back in. The policies of the game
score it, and `counting` adds up the rounds like those of a match played in rami. After a correction all later rounds
are counted again, so the dealers, the players eliminated and the winners may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from rami._base.values import Value, by_fields, maker
from rami.cards import Card, Cards, CardsLike
from rami.errors import InvalidMatch, RamiError, Reason, Violation, checks, reject
from rami.matches.counting import Count, answered, counted, first_count, hand_number
from rami.matches.reports import ReportedHand, hand_faults, suited
from rami.policies._compiled import game_of
from rami.policies.results._tally import check_end, scored
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.results.scores import RoundScore, ScoreReason, contract_grid, exact
from rami.policies.results.seats import seats_of
from rami.policies.slots.contracts import contracts_of
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant

__all__ = ["MOST_ROUNDS", "ScoreSheet", "SheetEntry", "seat_of"]

MOST_ROUNDS = 400
"""The most rounds of a sheet; the time to read a sheet grows with the square of this number."""


@attrs.frozen(kw_only=True)
class SheetEntry(Value):
    """A round as reported by the players; after a knock, rami computes which player scores.

    Parameters:
        facts: the end of the round. After a knock its hands are whole or, with `outcome.deadwood`, the unmatched cards.
        turned: the card turned up, if it decides which rank is wild (IND-WILD-02).
        bare: by seat, the cards left that were reported without suits; () if all suits are known.
        penalties: by seat, the points that each player pays by agreement; () if nobody pays.
        answers: the decisions of the players who may buy back in, in order.
        last: True if the round was announced as the last one.

    Raises:
        InvalidMatch: values of a wrong type, all at once.
    """

    facts: RoundFacts
    turned: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))
    bare: tuple[Cards, ...] = attrs.field(default=(), converter=checks.tupled)
    penalties: tuple[int, ...] = attrs.field(default=(), converter=checks.tupled)
    answers: tuple[bool, ...] = attrs.field(default=(), converter=checks.tupled)
    last: bool = False

    def __attrs_post_init__(self) -> None:
        wrong = [
            *checks.instance("facts", self.facts, RoundFacts),
            *checks.members("penalties", self.penalties, checks.natural),
            *checks.members("answers", self.answers, checks.flag),
            *checks.flag("last", self.last),
        ]
        reject(InvalidMatch, wrong)


@attrs.frozen
class ScoreSheet(Value):
    """The score sheet of a match played with real cards.

    Begin one with the game and the players, in the order in which they sit. `enter` adds a round or corrects one,
    and returns a new sheet; `count` has the totals, the next dealer and the winners.

    Parameters:
        variant: the rules.
        names: the players, by seat.
        dealer: the seat that deals the first round.
        entries: the rounds, in order.

    Raises:
        InvalidMatch: the game does not allow these players, or a round could not have followed the earlier rounds; each
            violation has the number of its `round`.

    >>> from rami import variants
    >>> sheet = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"], dealer=1)
    >>> sheet = sheet.enter(["K 3 A *", "", 35], winner=1, opened=[True, True, True])
    >>> sheet.count.totals, sheet.names[sheet.count.next_dealer]
    ((44, 0, 35), 'Carl')
    >>> sheet.enter([0, "", 12], winner=1, number=1).count.totals
    (0, 0, 12)
    """

    variant: Variant
    names: tuple[str, ...] = attrs.field(converter=checks.tupled)
    dealer: int = 0
    entries: tuple[SheetEntry, ...] = attrs.field(default=(), converter=checks.tupled)
    _counts: tuple[Count, ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        reject(InvalidMatch, checks.instance("variant", self.variant, Variant))
        reject(InvalidMatch, checks.members("names", self.names, checks.text))
        wrong = [
            *_name_faults(self.names),
            *player_faults(self.variant.equipment, len(self.names)),
            *checks.seat("dealer", self.dealer, len(self.names)),
            *checks.members(
                "entries", self.entries, lambda field, each: checks.instance(field, each, SheetEntry)
            ),
        ]
        reject(InvalidMatch, wrong or checks.integer("entries", len(self.entries), 0, MOST_ROUNDS))
        counts = [first_count(self.variant, len(self.names), self.dealer)]
        for entry in self.entries:
            counts.append(self._after(counts[-1], entry))
        object.__setattr__(self, "_counts", tuple(counts))

    @property
    def counts(self) -> tuple[Count, ...]:
        """The counts of the match before the first round and after each round."""
        return self._counts

    @property
    def count(self) -> Count:
        """The count after all rounds: totals, the next dealer, players who may buy back in, and winners."""
        return self._counts[-1]

    @property
    def dealers(self) -> tuple[int, ...]:
        """The seat that dealt each round."""
        return tuple(count.next_dealer for count in self._counts[:-1])

    @property
    def hand(self) -> Variant:
        """The rules of the next round, before a card is turned up to decide which rank is wild."""
        return self._rules(self.count)

    @property
    def grid(self) -> tuple[tuple[int | None, ...], ...]:
        """For each contract, the round in which each seat completed it; () in games without contracts."""
        contracts = contracts_of(self.variant.opening) or ()
        return contract_grid(self.count.scores, len(self.names), len(contracts))

    def enter(
        self,
        hands: Iterable[CardsLike | int | None] | RoundFacts = (),
        *,
        winner: int | str | None = None,
        knocker: int | str | None = None,
        kind: KnockKind | str | None = None,
        opened: Iterable[bool] | None = None,
        all_at_once: bool = False,
        completed: Iterable[int] = (),
        laid: Iterable[int] = (),
        turned: Card | str | None = None,
        last: bool = False,
        number: int | None = None,
    ) -> ScoreSheet:
        """Enter a round, or correct one.

        Parameters:
            hands: the cards left in each hand, by seat: cards, with or without suits; the points of the cards; or None
                for a hand that is unknown and does not count. After a knock, give whole hands without the discard, as
                for `Variant.score`; if any hand is given by points or without suits, give only the unmatched cards of
                every hand. Nothing for a void round. For further facts of a round, pass a `RoundFacts` instead.
            winner: the player who went out, by seat or name.
            knocker: the player who knocked or declared.
            kind: the kind of knock, if the hands do not show it; by default gin if no card is left.
            opened: True for each player who has opened, by seat; all by default.
            all_at_once: True if the winner had not opened before the last turn.
            completed: the players who laid their contract, in that order.
            laid: by seat, the points of the cards laid, if they count.
            turned: the card turned up, if it decides which rank is wild.
            last: True if the round was announced as the last one.
            number: the round to correct, from 1, which keeps its penalties and answers if they still apply; None for a
                new round.

        Raises:
            InvalidCards: the text is not a card.
            InvalidMatch: the round, or a later one after this correction, could not have been played.
            InvalidSetup: facts contradict one another.
        """
        reject(InvalidMatch, () if number is None else checks.integer("number", number, 1, len(self.entries)))
        before = self if number is None else self._cut(number - 1)
        bare: tuple[Cards, ...] = ()
        if isinstance(hands, RoundFacts):
            facts = hands
        else:
            given = checks.items(InvalidMatch, "hands", hands)
            wrong = checks.count("hands", len(given), len(self.names)) if given else ()
            reject(InvalidMatch, wrong)
            reports = suited(self.variant, [ReportedHand.of(each) for each in given])
            bare = tuple(each.bare for each in reports) if any(each.bare for each in reports) else ()
            facts = before._facts(
                reports or (ReportedHand(),) * len(self.names),
                Outcome(
                    winner=None if winner is None else self._seat("winner", winner), all_at_once=all_at_once
                ),
                None if knocker is None else self._seat("knocker", knocker),
                kind,
                opened=(True,) * len(self.names) if opened is None else checks.tupled(opened),
                completed=checks.tupled(completed),
                laid=checks.tupled(laid),
            )
        return self.with_entry(SheetEntry(facts=facts, turned=turned, bare=bare, last=last), number)

    def with_entry(self, entry: SheetEntry, number: int | None = None) -> ScoreSheet:
        """Add an entry, or replace one.

        Parameters:
            entry: the round.
            number: the round to replace, from 1; None for a new round. If the entry has no penalties or answers, the
                old ones remain as long as they still apply.

        Raises:
            InvalidMatch: the round, or a later one, could not have been played.
        """
        reject(InvalidMatch, checks.instance("entry", entry, SheetEntry))
        if number is None:
            return self._grown(entry)
        reject(InvalidMatch, checks.integer("number", number, 1, len(self.entries)))
        old = self.entries[number - 1]
        sheet = self._cut(number - 1)
        alone = sheet._grown(attrs.evolve(entry, answers=()))
        # A void round has no points to change by a penalty.
        if not entry.penalties and not alone.count.scores[-1].void:
            entry = attrs.evolve(entry, penalties=old.penalties)
        sheet = sheet._replayed(attrs.evolve(entry, answers=entry.answers or old.answers))
        for later in self.entries[number:]:
            sheet = sheet._replayed(later)
        return sheet

    def buy_in(self, accept: bool) -> ScoreSheet:
        """Record the decision of the first player who may buy back in.

        Raises:
            InvalidMatch: nobody may buy back in now.
        """
        reject(InvalidMatch, checks.flag("accept", accept))
        if not self.count.deciding:
            raise InvalidMatch(Violation(Reason.BUY_IN_CLOSED))
        *_, last = self.entries
        return self.undo()._grown(attrs.evolve(last, answers=(*last.answers, accept)))

    def penalty(self, player: int | str, points: int) -> ScoreSheet:
        """Let a player pay points in the last round, as agreed at the table.

        Players who bought back in after that round must decide again, since the totals have changed.

        Parameters:
            player: the seat, or the name.
            points: the penalty, which replaces any earlier penalty in that round; 0 removes it.

        Raises:
            InvalidMatch: there is no such player, or the player has no points in the last round.
        """
        seat = self.seat(player)
        reject(InvalidMatch, checks.integer("points", points))
        if not self.entries:
            raise InvalidMatch(Violation(Reason.PENALTY_UNSCORED, None, {"player": seat}))
        *_, last = self.entries
        paid = [*(last.penalties or (0,) * len(self.names))]
        paid[seat] = points
        # Remove zeros only after the check.
        sheet = self.undo()._grown(attrs.evolve(last, penalties=tuple(paid), answers=()))
        return sheet if any(paid) else self.undo()._grown(attrs.evolve(last, penalties=(), answers=()))

    def undo(self) -> ScoreSheet:
        """Take back the last round.

        Raises:
            InvalidMatch: there is no round.
        """
        reject(InvalidMatch, checks.integer("entries", len(self.entries), 1))
        return self._cut(len(self.entries) - 1)

    def rename(self, player: int | str, name: str) -> ScoreSheet:
        """Give a player another name.

        Parameters:
            player: the seat, or the name.
            name: the new name.

        Raises:
            InvalidMatch: there is no such player, or the name is unfit or taken.
        """
        names = [*self.names]
        names[self.seat(player)] = name
        return attrs.evolve(self, names=names)

    def seat(self, player: int | str) -> int:
        """Return the seat of a player.

        Parameters:
            player: the seat; or the name or its beginning, in upper or lower case.

        Raises:
            InvalidMatch: there is no such player, or several names have this beginning.
        """
        return self._seat("player", player)

    def _seat(self, field: str, player: int | str) -> int:
        if isinstance(player, str):
            found = seat_of(player, self.names)
            if found is None:
                raise InvalidMatch(*checks.one_of(field, player, self.names))
            return found
        reject(InvalidMatch, checks.seat(field, player, len(self.names)))
        return player

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self)

    def _facts(
        self,
        hands: Sequence[ReportedHand],
        outcome: Outcome,
        knocker: int | None,
        kind: KnockKind | str | None,
        *,
        laid: tuple[int, ...],
        **by_seat: tuple[int, ...],
    ) -> RoundFacts:
        """Return the facts of the next round's end, from the cards left in the hands."""
        counted = tuple(hand.points for hand in hands)
        knock = None
        if knocker is not None:
            rules = game_of(self.variant).knock
            # Cards without suits cannot be arranged into melds, so these are the unmatched cards.
            arranged = any(hand.bare or hand.points is not None for hand in hands)
            left = hands[knocker].cards or hands[knocker].points
            if rules is not None and arranged and kind is None:
                ending = KnockKind.DECLARATION if rules.declared else KnockKind.GIN
                kind = KnockKind.KNOCK if left and not rules.declared else ending
            if arranged:
                outcome = attrs.evolve(outcome, deadwood=tuple(hand.cards for hand in hands))
            knock = KnockFact(knocker, KnockKind.KNOCK if kind is None else kind)
        return RoundFacts(
            outcome=outcome,
            hands=tuple(hand.cards for hand in hands),
            playing=self.count.playing,
            seats=seats_of(len(self.names), **by_seat),
            laid=laid,
            knock=knock,
            # Leave out points that nobody counted, as a round played in rami does.
            counted=counted if any(points is not None for points in counted) else (),
        )

    def _rules(self, before: Count, turned: Card | None = None) -> Variant:
        # A void hand is played again under its own number (D-130).
        number = hand_number(before.scores)
        return self.variant.for_round(len(self.names), number=number, turned=turned)

    def _after(self, before: Count, entry: SheetEntry) -> Count:
        """Return the count after one more round; raise InvalidMatch with its number."""
        number = len(before.scores) + 1
        try:
            reject(InvalidMatch, self._misplaced(before, entry))
            score = self._score(before, entry)
            reject(InvalidMatch, _penalty_faults(score, entry.penalties))
            after = counted(before, self.variant, _penalised(score, entry.penalties), last=entry.last)
            for accepted in entry.answers:
                after = answered(after, self.variant, accepted)
        except RamiError as error:
            raise InvalidMatch(*(each.at(round_number=number) for each in error.violations)) from None
        return after

    def _misplaced(self, before: Count, entry: SheetEntry) -> Iterator[Violation]:
        """Yield the violations if a round with these players could not follow."""
        facts, seats = entry.facts, len(self.names)
        if before.over:
            yield Violation(Reason.MATCH_OVER)
        if before.deciding:
            yield Violation(Reason.BUY_IN_OPEN, None, {"player": before.deciding[0]})
        yield from checks.count("hands", len(facts.hands), seats)
        # A correction may put another player out of the match, or back into it.
        strangers = [checks.seat("playing", seat, seats, before.playing) for seat in facts.playing]
        yield from (fault for each in strangers for fault in each)
        if not any(strangers):
            yield from checks.count("playing", len(facts.playing), len(before.playing))
        for seat, hand in enumerate(facts.hands):
            if seat not in facts.playing and (hand or facts.points_counted(seat) is not None):
                yield from checks.seat(f"hands[{seat}]", seat, seats, facts.playing)
        if entry.penalties:
            yield from checks.count("penalties", len(entry.penalties), seats)
        turns = self.variant.dealing.turned_card
        if entry.turned is not None and turns is None:
            yield Violation(Reason.TURNED_UNREAD)
        # No hand has a value without the card that decides which rank is wild.
        elif turns == "wild_rank" and entry.turned is None and (facts.knock is not None or any(facts.hands)):
            yield Violation(Reason.TURNED_MISSING)

    def _score(self, before: Count, entry: SheetEntry) -> RoundScore:
        """Return the score of a round without its penalties."""
        facts, rules = entry.facts, self._rules(before, entry.turned)
        # Whole hands before a knock have separate limits.
        whole = facts.knock is not None and not facts.outcome.deadwood
        wrong = [] if whole else [*hand_faults(rules, facts.hands, len(facts.hands))]
        try:
            ended = check_end(rules, facts, hand_number(before.scores), entry.last, None)
        except RamiError as error:
            raise InvalidMatch(*dict.fromkeys((*error.violations, *wrong))) from None
        reject(InvalidMatch, wrong)
        return scored(rules, ended)

    def _grown(self, entry: SheetEntry) -> ScoreSheet:
        """Return the sheet with one more round, counting only the new round."""
        reject(InvalidMatch, checks.integer("entries", len(self.entries) + 1, 0, MOST_ROUNDS))
        counts = (*self._counts, self._after(self.count, entry))
        return _sheet_made(self.variant, self.names, self.dealer, (*self.entries, entry), counts)

    def _cut(self, rounds: int) -> ScoreSheet:
        """Return the sheet with the first rounds only."""
        counts = self._counts[: rounds + 1]
        return _sheet_made(self.variant, self.names, self.dealer, self.entries[:rounds], counts)

    def _replayed(self, entry: SheetEntry) -> ScoreSheet:
        """Return the sheet with one more round, and only those of its answers that are still needed."""
        sheet = self._grown(attrs.evolve(entry, answers=()))
        for accepted in entry.answers:
            sheet = sheet.buy_in(accepted) if sheet.count.deciding else sheet
        return sheet


_sheet_made = maker(ScoreSheet, "variant", "names", "dealer", "entries", "_counts")


def _penalty_faults(score: RoundScore, penalties: tuple[int, ...]) -> Iterator[Violation]:
    """Check that players who pay a penalty have points in the round."""
    played = () if score.void else [line.player for line in score.lines]
    for seat, points in enumerate(penalties):
        if points and seat not in played:
            yield Violation(Reason.PENALTY_UNSCORED, None, {"player": seat})


def _penalised(score: RoundScore, penalties: tuple[int, ...]) -> RoundScore:
    """Return the score after agreed penalties, which subtract points if high scores win."""
    if not any(penalties):
        return score
    # A penalty is bad for its player: it adds points if points are penalties, and subtracts them if they are won.
    sign = -1 if score.credit else 1
    lines = tuple(
        attrs.evolve(
            line,
            points=exact(line.points + sign * penalties[line.player]),
            reasons=(*line.reasons, ScoreReason("penalty", sign * penalties[line.player])),
        )
        if penalties[line.player]
        else line
        for line in score.lines
    )
    return attrs.evolve(score, lines=lines)


def _name_faults(names: Sequence[str]) -> Iterator[Violation]:
    """Check the names of players."""
    for name in names:
        # The command line takes a dash to mean nobody, and a terminal obeys unprintable characters.
        if not name.strip("- ") or not name.isprintable() or name != name.strip():
            yield Violation(Reason.NAME_UNFIT, None, {"name": name})
    # Names are looked up without regard to case.
    if len({name.lower() for name in names}) < len(names):
        yield Violation(Reason.NAMES_REPEATED, None, {"names": names})


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """Return the seat of the player whose name is or begins with this text; None unless exactly one fits.

    >>> seat_of("b", ["Anna", "Ben"]), seat_of("c", ["Anna", "Ben"])
    (1, None)
    """
    lowered = [name.lower() for name in names]
    # Prefer a whole name: otherwise nobody could name Ann in a match with Anna.
    if text.lower() in lowered:
        return lowered.index(text.lower())
    found = [seat for seat, name in enumerate(lowered) if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None
