"""A score sheet for people who play with real cards.

A `Sheet` is a match whose rounds people report. An `Entry` is the end of one round, in the form that `Variant.score`
takes, with its penalties and answers. The policies of the game score it, and `rami.matches.counting` counts it like a
match that is played here. Its file is JSON in the forms of `rami.ext.json`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import attrs

from rami._cli.hands import Hand
from rami.cards import JOKER, Card, Cards, Rank
from rami.errors import InvalidText, RamiError, Reason, Violation, checks, reject
from rami.matches.counting import Count, answered, counted, first_count, hand_number
from rami.policies._compiled import copies_of, game_of, hand_values
from rami.policies.results._tally import complete_end, scored
from rami.policies.results.outcomes import UNKNOWN_HAND, RoundFacts
from rami.policies.results.scores import RoundScore, ScoreReason, exact
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant

_Format = Literal["rami score sheet 2"]
_FORMAT: _Format = "rami score sheet 2"


@attrs.frozen(kw_only=True)
class Entry:
    """A round as the players report it; after a knock, the winner is computed.

    Parameters:
        facts: the end of the round; after a knock its hands are the unmatched cards.
        turned: the card turned up, where it decides what is wild.
        bare: by seat, the cards left whose suits nobody has named; () where all are named.
        penalties: by seat, the points that each player pays by agreement; () if nobody does.
        answers: the decisions of those who may buy back in, in order.
    """

    facts: RoundFacts
    turned: Card | None = None
    bare: tuple[Cards, ...] = ()
    penalties: tuple[int, ...] = ()
    answers: tuple[bool, ...] = ()


@attrs.frozen
class Sheet:
    """The score sheet of a match played with real cards.

    Parameters:
        variant: the rules.
        names: the players, by seat.
        dealer: the seat that deals the first round.
        entries: the rounds, in order.

    Raises:
        InvalidText: the game is not for that number of players, or there is no such seat.
    """

    variant: Variant
    names: tuple[str, ...]
    dealer: int = 0
    entries: tuple[Entry, ...] = ()

    def __attrs_post_init__(self) -> None:
        players = len(self.names)
        reject(InvalidText, player_faults(self.variant.equipment, players))
        reject(InvalidText, checks.seat("dealer", self.dealer, players))

    def with_entry(self, entry: Entry) -> Sheet:
        """Return the sheet with one more round."""
        return attrs.evolve(self, entries=(*self.entries, entry))

    def counts(self) -> tuple[Count, ...]:
        """Return the standings before the first round and after each round.

        Raises:
            InvalidText: a round could not have been played after those before it.
        """
        # Count from the start: any round may have been corrected.
        counts = [first_count(self.variant, len(self.names), self.dealer)]
        for entry in self.entries:
            counts.append(self._after(counts[-1], entry))
        return tuple(counts)

    def standing(self) -> Count:
        """Return the standings after all rounds; raises InvalidText as `counts` does."""
        return self.counts()[-1]

    def corrected(self, number: int, entry: Entry) -> Sheet:
        """Return the sheet with round `number`, counted from 1, replaced.

        Raises:
            ValueError: with the number of a later round that could not have been played after it.
        """
        sheet = attrs.evolve(self, entries=self.entries[: number - 1]).with_entry(entry)
        sheet.standing()
        for later, each in enumerate(self.entries[number:], number + 1):
            sheet = sheet.with_entry(each)
            try:
                sheet.standing()
            except RamiError:
                raise ValueError(later) from None
        return sheet

    @property
    def hand(self) -> Variant:
        """The rules of the next hand."""
        return self._hand(self.standing())

    def _hand(self, before: Count, turned: Card | None = None) -> Variant:
        # A void hand is played again under its own number (D-130).
        number = hand_number(before.scores)
        return self.variant.for_round(len(self.names), number=number, turned=turned)

    def _after(self, before: Count, entry: Entry) -> Count:
        facts, rules = entry.facts, self._hand(before, entry.turned)
        # After a correction another player may be out of the match, or back in it.
        if before.over or before.deciding or facts.playing != before.playing:
            raise InvalidText(Violation(Reason.SHEET_DAMAGED))
        score = scored(rules, complete_end(rules, facts, hand_number(before.scores)))
        after = counted(before, self.variant, _penalised(score, entry.penalties))
        for accepted in entry.answers:
            if after.deciding:
                after = answered(after, self.variant, accepted)
        return after


def _penalised(score: RoundScore, penalties: tuple[int, ...]) -> RoundScore:
    """Return the score after agreed penalties, which subtract points where high scores win."""
    if not any(penalties):
        return score
    # A penalty is worse for its player: more points where they are penalties, fewer where they are won.
    sign = -1 if score.credit else 1
    # A file edited by hand may give fewer penalties than players.
    lines = tuple(
        attrs.evolve(
            line,
            points=exact(line.points + sign * penalty),
            reasons=(*line.reasons, ScoreReason("penalty", sign * penalty)),
        )
        if penalty
        else line
        for line, penalty in (
            (line, (penalties[line.player : line.player + 1] or (0,))[0]) for line in score.lines
        )
    )
    return attrs.evolve(score, lines=lines)


@attrs.frozen
class _Document:
    """The file of a sheet."""

    format: _Format
    sheet: Sheet


def save(sheet: Sheet, path: str) -> None:
    """Write a sheet to a file, replacing its contents."""
    from rami.ext.json.forms import form_of

    document = form_of(_Document).write(_Document(_FORMAT, sheet))
    # A full disk must not cost the evening: the old sheet stays until the new one is complete.
    new = Path(f"{path}.new")
    try:
        new.write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        # People know the name that they gave, not `.new`.
        error.filename = path
        raise


def load(path: str) -> Sheet:
    """Read a sheet from a file.

    Raises:
        InvalidText: it holds no sheet, or a round that could not have been played; with the path of each fault.
        OSError: it cannot be read.
    """
    from rami.ext.json import plain
    from rami.ext.json.forms import form_of

    data = plain.parse(Path(path).read_bytes())
    try:
        plain.check(data)
        document: _Document = form_of(_Document).read(data, {})
        _check_entries(document.sheet)
    except RamiError as error:
        raise InvalidText(*plain.named(error.violations)) from None
    return document.sheet


def _check_entries(sheet: Sheet) -> None:
    """Score the rounds one by one, so that an error names its round."""
    from rami.ext.json.plain import located

    counted = attrs.evolve(sheet, entries=())
    for number, entry in enumerate(sheet.entries):
        with located("sheet", "entries", number):
            players = len(sheet.names)
            reject(InvalidText, checks.count("hands", len(entry.facts.hands), players))
            refused = too_many(counted.hand, entry.facts.hands, players)
            reject(InvalidText, () if refused is None else (refused,))
            counted = counted.with_entry(entry)
            try:
                counted.standing()
            except (AssertionError, KeyError, TypeError, AttributeError, IndexError):
                # Facts of another game, such as a knock where nobody knocks, are no question of rami's.
                raise InvalidText(Violation(Reason.SHEET_DAMAGED)) from None


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """Return the seat of the player with this name or a beginning of it; None unless exactly one fits.

    >>> seat_of("b", ["Anna", "Ben"]), seat_of("c", ["Anna", "Ben"])
    (1, None)
    """
    lowered = [name.lower() for name in names]
    # A whole name wins: otherwise nobody could name Ann beside an Anna.
    if text.lower() in lowered:
        return lowered.index(text.lower())
    found = [seat for seat, name in enumerate(lowered) if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None


def too_many(variant: Variant, hands: Sequence[Cards], players: int) -> Violation | None:
    """Return the violation of hands that use more copies of a card than there are, or None.

    Suits may be unknown, so over all hands only ranks are counted.

    >>> from rami import variants
    >>> too_many(variants.GIN, [Cards("*")], 2)
    Violation('no_jokers')
    >>> too_many(variants.GIN, [Cards("5♣ 5♦ 5♥"), Cards("5♣ 5♦")], 2)
    Violation('rank_exceeded', None, {'limit': 4, 'rank': '5'})
    """
    most, copies = _most_held(variant, players), copies_of(variant.for_round(players))
    ranks: Counter[Rank] = Counter()
    held = [hand for hand in hands if hand != UNKNOWN_HAND]
    for cards in held:
        if any(card.is_unknown for card in cards):
            return Violation(Reason.CARD_UNKNOWN)
        if most is not None and len(cards) > most:
            return Violation(Reason.HAND_EXCEEDED, None, {"limit": most})
        ranks.update(card.rank for card in cards if card.rank is not None)
    jokers = copies[JOKER.id]
    if sum(cards.count(JOKER) for cards in held) > jokers:
        if not jokers:
            return Violation(Reason.NO_JOKERS)
        return Violation(Reason.JOKERS_EXCEEDED, None, {"limit": jokers})
    for rank, count in ranks.items():
        # Ids go suit by suit, so every thirteenth is the same rank.
        limit = sum(copies[rank - 1 : JOKER.id : len(Rank)])
        if count > limit:
            return Violation(Reason.RANK_EXCEEDED, None, {"limit": limit, "rank": rank.symbol})
    for cards in held:
        for card, count in Counter(cards).items():
            if not card.is_joker and count > copies[card.id]:
                params = {"card": card, "count": count, "limit": copies[card.id]}
                return Violation(Reason.TOO_MANY_COPIES, None, params)
    return None


def _most_held(variant: Variant, players: int) -> int | None:
    """Return the most cards that a hand may hold after a turn; None where only the pack limits it."""
    draw, conduct = game_of(variant).draw, variant.conduct
    # RUM-DRAW-05, LIV-BUY-01: a turn discards one card, and these draws bring more.
    if draw.depth > 1 or draw.buys:
        return None
    dealt = variant.dealing.cards_each(players)
    # D-16: where few cards are dealt, the price of a forgotten announcement makes a larger hand.
    return max(dealt, conduct.announce_at + conduct.carte_penalty) if conduct.carte else dealt


def points_of(variant: Variant, hand: Hand) -> int:
    """Return the points of the cards left in a hand."""
    values = hand_values(variant)
    return sum(values[card.id] for card in hand.cards) if hand.points is None else hand.points


def knock_limit(variant: Variant, upcard: Card | None) -> int | None:
    """Return the most deadwood that still allows a knock; None where it is not known."""
    rules = game_of(variant).knock
    # No upcard is a joker at gin (GIN-MAT-02), so it stands for one that nobody gave.
    card = JOKER if upcard is None else upcard
    if rules is None or (rules.limit < 0 and card.is_joker):
        return None
    return rules.limit_for(card.id)
