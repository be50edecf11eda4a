"""Score sheets: matches played with real cards.

A `ScoreSheet` is a match whose rounds people play elsewhere and report. A `SheetEntry` states how one round ended, in
the form that `Variant.score` takes, with the penalties and the decisions to buy back in. The game's policies score it,
and `counting` adds up the rounds just as in a match played in rami. If you correct a round, all later rounds are
counted again, so dealers, eliminated players and winners may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

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
"""The maximum number of rounds in a sheet; the time to read a sheet grows with the square of its rounds."""

# The maximum points of a hand or a penalty, more than any game has.
_MOST_POINTS = 10**9


@attrs.frozen(kw_only=True)
class SheetEntry(Value):
    """A round as the players report it. After a knock, rami works out who scores.

    Parameters:
        facts: how the round ended. After a knock, `facts.hands` are complete or, if `outcome.deadwood` is given,
            contain only the unmatched cards.
        turned: the turned-up card, if it decides which rank is wild (IND-WILD-02).
        bare: by seat, the cards that were reported without suits; () if all suits are known.
        penalties: by seat, the points that each player pays by agreement; () if nobody pays.
        answers: the decisions of players who could buy back in, in order; True to buy back in.
        last: True if the round was announced as the last one.

    Raises:
        InvalidMatch: some values have the wrong type; the error lists all of them.
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

    Make a sheet with the game and the names of the players, in seating order. `enter` adds or corrects a round and
    returns a new sheet; `count` contains the totals, the next dealer and the winners.

    Parameters:
        variant: the rules.
        names: the names of the players, by seat.
        dealer: the seat that deals the first round.
        entries: the rounds, in order.

    Raises:
        InvalidMatch: the game does not allow this number of players, a name is unsuitable or taken, or a round could
            not follow the rounds before it; a violation in a round gives the number of the round.

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
        """The totals of the match, as a `Count` before the first round and one after each round."""
        return self._counts

    @property
    def count(self) -> Count:
        """The state after all rounds: the totals, the next dealer, the players who may buy back in, and the winners."""
        return self._counts[-1]

    @property
    def dealers(self) -> tuple[int, ...]:
        """The seat that dealt each round."""
        return tuple(count.next_dealer for count in self._counts[:-1])

    @property
    def hand(self) -> Variant:
        """The rules of the next round, before a card is turned up to set the wild rank."""
        return self._rules(self.count)

    @property
    def grid(self) -> tuple[tuple[int | None, ...], ...]:
        """For each contract and seat, the round in which the player completed it; () in games without contracts."""
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
            hands: by seat, the cards left in the hand, with or without suits, or their points; None for a hand that is
                unknown and does not count. After a knock, give complete hands without the discard, as for
                `Variant.score`. But if you give any hand as points or without suits, give only the unmatched cards of
                every hand. Give no hands for a void round. Pass a `RoundFacts` instead to state further facts.
            winner: the player who went out, by seat or name.
            knocker: the player who knocked or declared.
            kind: the kind of knock; None to infer it from the hands: gin if no card is left.
            opened: by seat, True if the player has opened; all have by default.
            all_at_once: True if the winner opened and went out in the same turn.
            completed: the players who laid their contract, from the first to the last.
            laid: by seat, the points of the cards on the table, in games that score them.
            turned: the turned-up card, if it decides which rank is wild.
            last: True if the round was announced as the last one.
            number: the number of the round to correct, from 1; None for a new round. A corrected round keeps its
                penalties and decisions if they still apply.

        Raises:
            InvalidCards: a string is not a card.
            InvalidMatch: the round could not happen under the rules, or a later round no longer could.
            InvalidSetup: some of the facts contradict one another.
        """
        reject(InvalidMatch, () if number is None else checks.integer("number", number, 1, len(self.entries)))
        if isinstance(hands, RoundFacts):
            return self.with_entry(SheetEntry(facts=hands, turned=turned, last=last), number)
        before = self if number is None else self._cut(number - 1)
        given = checks.items(InvalidMatch, "hands", hands)
        wrong = checks.count("hands", len(given), len(self.names)) if given else ()
        reject(InvalidMatch, wrong)
        reports = suited(self.variant, [ReportedHand.of(each) for each in given])
        outcome = Outcome(winner=self._maybe_seat("winner", winner), all_at_once=all_at_once)
        by, knock = self._maybe_seat("knocker", knocker), None
        if by is not None:
            outcome, knock = before._knocked(reports, outcome, by, kind)
        by_seat = {"completed": checks.tupled(completed)}
        by_seat |= {} if opened is None else {"opened": checks.tupled(opened)}
        facts = {"laid": checks.tupled(laid), "knock": knock}
        entry = entry_of(before, outcome, reports, turned=turned, last=last, by_seat=by_seat, **facts)
        return self.with_entry(entry, number)

    def enter_typed(
        self,
        typed: Iterable[str],
        *,
        winner: int | str | None = None,
        knocker: int | str | None = None,
        number: int | None = None,
        no: str = "no",
    ) -> ScoreSheet:
        """Enter a round, or correct one, from what people type into a form.

        Parameters:
            typed: for each seat, the cards left, such as ``K 3 A *``, or their points, such as "35". Nothing or "-"
                means that no card is left, and "?" that the hand is unknown. The word `no` before them means that the
                player has not opened; `no` alone also leaves the hand unknown.
            winner: the player who went out, by seat or name; what is typed for that player is ignored. Without a winner
                or a knocker, the round is void and everything typed is ignored.
            knocker: the player who knocked or declared.
            number: the round to correct, from 1; None for a new round.
            no: the word for a player who has not opened.

        Raises:
            InvalidCards: a string is neither cards nor points.
            InvalidMatch: the round could not happen under the rules, or a later round no longer could.

        >>> from rami import variants
        >>> sheet = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"])
        >>> sheet.enter_typed(["K 3 A *", "", "no"], winner="Ben").count.totals
        (44, 0, 100)
        """
        given = checks.items(InvalidMatch, "typed", typed, str)
        if winner is None and knocker is None:
            return self.enter(number=number)
        reject(InvalidMatch, checks.count("typed", len(given), len(self.names)))
        out = self._maybe_seat("winner", winner)
        opened, hands = list[bool](), list[str | int | None]()
        for seat, text in enumerate(given):
            first, *others = text.split() or [""]
            opened.append(seat == out or first.lower() != no.lower())
            left = " ".join([first, *others] if opened[-1] else others)
            unknown = left == "?" or (not left and not opened[-1])
            # A number means points, even 7. People who mean the card list it among others or give it a suit.
            points = int(left) if left.isascii() and left.isdecimal() and len(left) < 10 else None
            hands.append("" if seat == out else None if unknown else left if points is None else points)
        return self.enter(hands, winner=winner, knocker=knocker, opened=opened, number=number)

    def with_entry(self, entry: SheetEntry, number: int | None = None) -> ScoreSheet:
        """Add an entry, or replace one.

        Parameters:
            entry: the round.
            number: the number of the round to replace, from 1; None for a new round. If the new entry has no
                penalties or no answers to buy-ins, it keeps those of the old entry that still apply.

        Raises:
            InvalidMatch: the round could not happen under the rules, or a later round no longer could.
        """
        reject(InvalidMatch, checks.instance("entry", entry, SheetEntry))
        if number is None:
            return self._grown(entry)
        reject(InvalidMatch, checks.integer("number", number, 1, len(self.entries)))
        old = self.entries[number - 1]
        sheet = self._cut(number - 1)
        alone = sheet._grown(attrs.evolve(entry, answers=()))
        # A void round has no points, so nobody can pay a penalty in it.
        if not entry.penalties and not alone.count.scores[-1].void:
            entry = attrs.evolve(entry, penalties=old.penalties)
        sheet = sheet._replayed(attrs.evolve(entry, answers=entry.answers or old.answers))
        for later in self.entries[number:]:
            sheet = sheet._replayed(later)
        return sheet

    def buy_in(self, accept: bool) -> ScoreSheet:
        """Record the decision of the next player who may buy back in.

        Raises:
            InvalidMatch: nobody may buy back in now.
        """
        reject(InvalidMatch, checks.flag("accept", accept))
        if not self.count.deciding:
            raise InvalidMatch(Violation(Reason.BUY_IN_CLOSED))
        *_, last = self.entries
        return self.undo()._grown(attrs.evolve(last, answers=(*last.answers, accept)))

    def penalty(self, player: int | str, points: int) -> ScoreSheet:
        """Charge a player penalty points in the most recent round, as the table has agreed.

        Players who bought back in after that round must decide again, because the totals have changed.

        Parameters:
            player: the seat, or the name.
            points: the penalty, which replaces any earlier penalty in that round; 0 to remove it.

        Raises:
            InvalidMatch: there is no round, no such player, or the player has no points in that round.
        """
        seat = self.seat(player)
        reject(InvalidMatch, checks.integer("points", points))
        if not self.entries:
            raise InvalidMatch(Violation(Reason.PENALTY_UNSCORED, None, {"player": seat}))
        *_, last = self.entries
        paid = [*(last.penalties or (0,) * len(self.names))]
        paid[seat] = points
        # Let the sheet check the penalty first, and only then drop a row of zeros.
        sheet = self.undo()._grown(attrs.evolve(last, penalties=tuple(paid), answers=()))
        return sheet if any(paid) else self.undo()._grown(attrs.evolve(last, penalties=(), answers=()))

    def undo(self) -> ScoreSheet:
        """Remove the most recent round.

        Raises:
            InvalidMatch: there is no round.
        """
        if not self.entries:
            raise InvalidMatch(Violation(Reason.UNDO_NOTHING))
        return self._cut(len(self.entries) - 1)

    def rename(self, player: int | str, name: str) -> ScoreSheet:
        """Give a player another name.

        Parameters:
            player: the seat, or the name.
            name: the new name.

        Raises:
            InvalidMatch: there is no such player, or the new name is unsuitable or taken.
        """
        names = [*self.names]
        names[self.seat(player)] = name
        return attrs.evolve(self, names=names)

    def seat(self, player: int | str) -> int:
        """Return the seat of a player.

        Parameters:
            player: the seat, the name, or the beginning of the name; case does not matter.

        Raises:
            InvalidMatch: there is no such player, or several names begin with this text.
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

    def _maybe_seat(self, field: str, player: int | str | None) -> int | None:
        return None if player is None else self._seat(field, player)

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self)

    def _knocked(
        self, hands: Sequence[ReportedHand], outcome: Outcome, knocker: int, kind: KnockKind | str | None
    ) -> tuple[Outcome, KnockFact]:
        """Return the outcome of a knock with these hands, and the knock itself."""
        rules = game_of(self.variant).knock
        # Points, and cards without suits, cannot be arranged in melds, so all hands list only unmatched cards then.
        arranged = any(hand.bare or hand.points is not None for hand in hands)
        if rules is not None and arranged and kind is None:
            left = hands[knocker].cards or hands[knocker].points
            ending = KnockKind.DECLARATION if rules.declared else KnockKind.GIN
            kind = KnockKind.KNOCK if left and not rules.declared else ending
        if arranged:
            outcome = attrs.evolve(outcome, deadwood=tuple(hand.cards for hand in hands))
        return outcome, KnockFact(knocker, KnockKind.KNOCK if kind is None else kind)

    def _rules(self, before: Count, turned: Card | None = None) -> Variant:
        # A void round is played again under its own number (D-130).
        number = hand_number(before.scores)
        return self.variant.for_round(len(self.names), number=number, turned=turned)

    def _after(self, before: Count, entry: SheetEntry) -> Count:
        """Return the `Count` after one more round; if the round is refused, raise an error with its number."""
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
        """Yield the reasons why this entry cannot come next: the match is over, or other players must take part."""
        facts, seats = entry.facts, len(self.names)
        if before.over:
            yield Violation(Reason.MATCH_OVER)
        if before.deciding:
            yield Violation(Reason.BUY_IN_OPEN, None, {"player": before.deciding[0]})
        yield from checks.count("hands", len(facts.hands), seats)
        # Correcting an earlier round may eliminate a player or bring one back; later rounds may then no longer fit.
        strangers = [checks.seat("playing", seat, seats, before.playing) for seat in facts.playing]
        yield from (fault for each in strangers for fault in each)
        if not any(strangers):
            yield from checks.count("playing", len(facts.playing), len(before.playing))
        for seat, hand in enumerate(facts.hands):
            if seat not in facts.playing and (hand or facts.points_counted(seat) is not None):
                yield from checks.seat(f"hands[{seat}]", seat, seats, facts.playing)
        if entry.penalties:
            yield from checks.count("penalties", len(entry.penalties), seats)
        # JSON documents contain no larger numbers, and every sheet must be savable.
        for name, numbers in (
            ("penalties", entry.penalties),
            ("counted", facts.counted),
            ("laid", facts.laid),
        ):
            for seat, points in enumerate(numbers):
                if isinstance(points, int):
                    yield from checks.integer(f"{name}[{seat}]", points, -_MOST_POINTS, _MOST_POINTS)
        turns = self.variant.dealing.turned_card
        if entry.turned is not None and turns is None:
            yield Violation(Reason.TURNED_UNREAD)
        # Without the card that decides which rank is wild, no hand has a value.
        elif turns == "wild_rank" and entry.turned is None and (facts.knock is not None or any(facts.hands)):
            yield Violation(Reason.TURNED_MISSING)

    def _score(self, before: Count, entry: SheetEntry) -> RoundScore:
        """Return the score of a round without its penalties."""
        facts, rules = entry.facts, self._rules(before, entry.turned)
        # `check_end` checks complete hands against other limits.
        whole = facts.knock is not None and not facts.outcome.deadwood
        wrong = [] if whole else [*hand_faults(rules, facts.hands, len(facts.hands))]
        try:
            ended = check_end(rules, facts, hand_number(before.scores), entry.last, None)
        except RamiError as error:
            raise InvalidMatch(*dict.fromkeys((*error.violations, *wrong))) from None
        reject(InvalidMatch, wrong)
        return scored(rules, ended)

    def _grown(self, entry: SheetEntry) -> ScoreSheet:
        """Return the sheet with one more round, without counting the earlier rounds again."""
        reject(InvalidMatch, checks.integer("entries", len(self.entries) + 1, 0, MOST_ROUNDS))
        counts = (*self._counts, self._after(self.count, entry))
        return _sheet_made(self.variant, self.names, self.dealer, (*self.entries, entry), counts)

    def _cut(self, rounds: int) -> ScoreSheet:
        """Return the sheet with only its first `rounds` rounds."""
        counts = self._counts[: rounds + 1]
        return _sheet_made(self.variant, self.names, self.dealer, self.entries[:rounds], counts)

    def _replayed(self, entry: SheetEntry) -> ScoreSheet:
        """Return the sheet with one more round, using its recorded answers for the players who have to decide."""
        sheet = self._grown(attrs.evolve(entry, answers=()))
        for accepted in entry.answers:
            sheet = sheet.buy_in(accepted) if sheet.count.deciding else sheet
        return sheet


def entry_of(
    sheet: ScoreSheet,
    outcome: Outcome,
    hands: Sequence[ReportedHand] = (),
    *,
    turned: Card | str | None = None,
    last: bool = False,
    by_seat: Mapping[str, Sequence[int]] = MappingProxyType({}),
    **facts: Any,
) -> SheetEntry:
    """Return the entry for the next round of a sheet, with this outcome and these hands.

    Without hands nobody has cards left; unless `by_seat` says otherwise, all players have opened.
    """
    players = len(sheet.names)
    reported = suited(sheet.variant, hands or [ReportedHand()] * players)
    points = tuple(hand.points for hand in reported)
    bare = tuple(hand.bare for hand in reported)
    round_facts = RoundFacts(
        outcome=outcome,
        hands=tuple(hand.cards for hand in reported),
        playing=sheet.count.playing,
        seats=seats_of(players, **{"opened": (True,) * players, **by_seat}),
        # If nobody counted points, leave this empty, as for a round played in rami.
        counted=points if any(each is not None for each in points) else (),
        **facts,
    )
    return SheetEntry(facts=round_facts, turned=turned, bare=bare if any(bare) else (), last=last)


_sheet_made = maker(ScoreSheet, "variant", "names", "dealer", "entries", "_counts")


def _penalty_faults(score: RoundScore, penalties: tuple[int, ...]) -> Iterator[Violation]:
    """Yield a violation for each player who pays a penalty but has no points in the round."""
    played = () if score.void else [line.player for line in score.lines]
    for seat, points in enumerate(penalties):
        if points and seat not in played:
            yield Violation(Reason.PENALTY_UNSCORED, None, {"player": seat})


def _penalised(score: RoundScore, penalties: tuple[int, ...]) -> RoundScore:
    """Return the score with the agreed penalties."""
    if not any(penalties):
        return score
    # A penalty must hurt: add the points if the lowest total wins, and subtract them if the highest total wins.
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
    """Yield a violation for each name that is not suitable."""
    for name in names:
        # Refuse "-", which stands for nobody on the command line, and characters that a terminal would obey instead of
        # printing.
        if not name.strip("- ") or not name.isprintable() or name != name.strip():
            yield Violation(Reason.NAME_UNFIT, None, {"name": name})
    # Names are looked up without regard to case.
    if len({name.lower() for name in names}) < len(names):
        yield Violation(Reason.NAMES_REPEATED, None, {"names": names})


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """Return the seat of the player whose name is, or else begins with, this text; None unless exactly one fits.

    Raises:
        InvalidMatch: the text or a name is not a string.

    >>> seat_of("b", ["Anna", "Ben"]), seat_of("c", ["Anna", "Ben"])
    (1, None)
    """
    listed = checks.tupled(names)
    wrong = (*checks.text("text", text), *checks.members("names", listed, checks.text))
    reject(InvalidMatch, wrong)
    lowered = [name.lower() for name in listed]
    # Prefer a complete name; otherwise nobody could name Ann in a match with Anna.
    if text.lower() in lowered:
        return lowered.index(text.lower())
    found = [seat for seat, name in enumerate(lowered) if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None
