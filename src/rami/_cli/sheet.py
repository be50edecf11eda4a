"""A score sheet for people who play with real cards: what happened in each round, counted by the policies of a game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import attrs

from rami import variants
from rami._cli.hands import Hand, known_cards
from rami.cards import JOKER, Card, Cards, Rank, parse_cards
from rami.errors import InvalidText, RamiError, Reason, Violation, checks, reject
from rami.matches.counting import Count, answered, counted, first_count, hand_number
from rami.notation import houses
from rami.policies._compiled import copies_of, game_of, hand_values
from rami.policies.results._tally import complete_end
from rami.policies.results.outcomes import FINISH, KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.results.scores import RoundScore, ScoreReason, exact
from rami.policies.results.seats import seats_of
from rami.policies.slots.contracts import own_contracts_of
from rami.policies.slots.equipment import player_faults
from rami.policies.variant import Variant

FORMAT = "rami score sheet 1"


@attrs.frozen(kw_only=True)
class Entry:
    """The facts of a round as the players report them; the winner after a knock is computed.

    The cards left in the hands, as `rami._cli.hands` reads them, and who had opened at the end are by seat;
    `completed` are those who laid a contract, in that order, `laid` the points of the cards on the table by seat,
    `turned` the card turned up, `folded` the points paid for dropping out, `turned_shown` the player who has shown the
    other copy of that card, `charged` the points paid for discards, `paired` the players who have opened with pairs,
    `penalties` the points that each player pays by agreement, `answers` whether those who may buy back in do, in
    order.  The winner may have gone out all at once: `helped` by melds already on the table, with a number of wilds,
    or having lost the factor for it.
    """

    winner: int | None = None
    hands: tuple[str, ...] = ()
    opened: tuple[bool, ...] = ()
    all_at_once: bool = False
    helped: bool = False
    wilds_placed: int = 0
    final_discard: str | None = None
    joker_placed_last: bool = False
    factor_lost: bool = False
    knocker: int | None = None
    kind: str = "knock"
    upcard: str | None = None
    completed: tuple[int, ...] = ()
    laid: tuple[int, ...] = ()
    turned: str | None = None
    folded: tuple[int, ...] = ()
    turned_shown: int | None = None
    charged: tuple[int, ...] = ()
    paired: tuple[int, ...] = ()
    penalties: tuple[int, ...] = ()
    answers: tuple[bool, ...] = ()


@attrs.frozen
class Sheet:
    """A match with real cards."""

    variant: Variant
    names: tuple[str, ...]
    dealer: int = 0
    entries: tuple[Entry, ...] = ()

    def __attrs_post_init__(self) -> None:
        players = len(self.names)
        reject(InvalidText, player_faults(self.variant.equipment, players))
        reject(InvalidText, checks.seat("dealer", self.dealer, players))

    def with_entry(self, entry: Entry) -> Sheet:
        """The sheet with one more round."""
        return attrs.evolve(self, entries=(*self.entries, entry))

    def counts(self) -> tuple[Count, ...]:
        """The standings before the first round and after each round."""
        # counted from the start, since any round may have been corrected
        counts = [first_count(self.variant, len(self.names), self.dealer)]
        for entry in self.entries:
            counts.append(self._after(counts[-1], entry))
        return tuple(counts)

    def standing(self) -> Count:
        """The standings after all rounds."""
        return self.counts()[-1]

    def corrected(self, number: int, entry: Entry) -> Sheet:
        """The sheet with another round in the place of one, counted from 1.

        Raises:
            ValueError: with the number of a later round that could not have been played after it.
        """
        sheet = attrs.evolve(self, entries=self.entries[: number - 1]).with_entry(entry)
        for later, each in enumerate(self.entries[number:], number + 1):
            before = sheet.standing()
            named = [
                seat
                for seat in (each.winner, each.knocker, *each.completed, *each.paired)
                if seat is not None
            ]
            held = [seat for seat, hand in enumerate(each.hands) if hand]
            if before.over or before.deciding or not {*named, *held} <= {*before.playing}:
                raise ValueError(later)
            sheet = sheet.with_entry(each)
        sheet.standing()
        return sheet

    @property
    def hand(self) -> Variant:
        """The rules of the hand to be played next."""
        return self._hand(self.standing())

    def _hand(self, before: Count, turned: str | None = None) -> Variant:
        number = hand_number(before.scores)
        return self.variant.for_round(len(self.names), number=number, turned=turned)

    def _after(self, before: Count, entry: Entry) -> Count:
        score = self._hand(before).scoring.score(self._facts(before, entry))
        after = counted(before, self.variant, _penalised(score, entry.penalties))
        for accepted in entry.answers:
            if after.deciding:
                after = answered(after, self.variant, accepted)
        return after

    def _facts(self, before: Count, entry: Entry) -> RoundFacts:
        """The end of a round as the scoring policy reads it."""
        seats = len(self.names)
        rules = self._hand(before, entry.turned)
        held = [Hand.of(text) for text in (*entry.hands, *[""] * seats)[:seats]]
        left = tuple(Cards(" ".join(hand.cards)) for hand in held)
        counted = tuple(hand.points for hand in held)
        knock = None if entry.knocker is None else KnockFact(entry.knocker, KnockKind(entry.kind))
        contracts = own_contracts_of(self.variant.opening) is not None
        facts = RoundFacts(
            outcome=Outcome(
                winner=entry.winner,
                **{name: getattr(entry, name) for name in FINISH},
                deadwood=left if knock else (),
                stock_out=entry.winner is None
                and not (knock or contracts)
                and not all(hand.empty for hand in held),
            ),
            hands=left,
            playing=before.playing,
            knock=knock,
            counted=counted if any(points is not None for points in counted) else (),
            seats=seats_of(
                seats,
                opened=entry.opened or (True,) * seats,
                completed=entry.completed,
                charged=entry.charged,
                folded=entry.folded,
            ),
            **{name: getattr(entry, name) for name in _OF_END},
        )
        return complete_end(rules, facts, hand_number(before.scores))


_OF_END = ("laid", "upcard", "turned_shown", "paired")
"""The facts of an entry that are those of the end of a round, besides those by seat."""


def _penalised(score: RoundScore, penalties: tuple[int, ...]) -> RoundScore:
    """The score with what people have agreed that players pay; where points are won, they lose them."""
    if not any(penalties):
        return score
    sign = -1 if score.credit else 1
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


def save(sheet: Sheet, path: str) -> None:
    """Write a sheet to a file, replacing the whole file."""
    variant = sheet.variant
    built_in = variant.slug in variants.available() and variants.get(variant.slug) == variant
    document = {
        "format": FORMAT,
        "variant": variant.slug if built_in else houses.dumps(variant),
        "names": sheet.names,
        "dealer": sheet.dealer,
        "rounds": [
            attrs.asdict(entry, filter=lambda field, value: value != field.default) for entry in sheet.entries
        ],
    }
    # a full disk must not cost the evening: the old sheet stays until the new one is complete
    new = Path(f"{path}.new")
    try:
        new.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        error.filename = path
        raise


def load(path: str) -> Sheet:
    """The sheet of a file."""
    try:
        return _sheet(path)
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise InvalidText(Violation(Reason.SHEET_DAMAGED)) from None


def _sheet(path: str) -> Sheet:
    try:
        written: object = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise InvalidText(Violation(Reason.NOT_JSON)) from None
    facts = _object(written, ("format", "variant", "names", "dealer", "rounds"))
    reject(InvalidText, checks.one_of("format", facts["format"], (FORMAT,)))
    listed, rounds = facts["names"], facts["rounds"]
    reject(InvalidText, (*checks.instance("names", listed, list), *checks.instance("rounds", rounds, list)))
    names = tuple(map(str, cast("list[object]", listed)))
    game = str(facts["variant"])
    variant = houses.loads(game) if "\n" in game else variants.get(game)
    sheet = Sheet(variant, names, cast("int", facts["dealer"]))
    for number, each in enumerate(cast("list[object]", rounds)):
        place = f"$.rounds[{number}]"
        try:
            sheet = sheet.with_entry(_entry(each, sheet))
            sheet.standing()
        except RamiError as error:
            raise InvalidText(*(wrong.at(path=place) for wrong in error.violations)) from None
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            raise InvalidText(Violation(Reason.SHEET_DAMAGED).at(path=place)) from None
    return sheet


def _object(value: object, needed: Sequence[str]) -> dict[str, object]:
    reject(InvalidText, checks.instance("sheet", value, dict))
    facts = cast("dict[str, object]", value)
    reject(
        InvalidText, (Violation(Reason.KEY_MISSING, None, {"key": key}) for key in needed if key not in facts)
    )
    return facts


def _entry(document: object, sheet: Sheet) -> Entry:
    facts: dict[str, Any] = {
        key: tuple(cast("list[object]", value)) if isinstance(value, list) else value
        for key, value in _object(document, ()).items()
    }
    known = {each.name for each in attrs.fields(Entry)}
    reject(
        InvalidText,
        (
            Violation(Reason.KEY_UNKNOWN, None, {"key": key[:40], **checks.suggested(key, known)})
            for key in facts
            if key not in known
        ),
    )
    for key in ("winner", "knocker", "turned_shown"):
        if facts.get(key) is not None:
            reject(InvalidText, checks.seat(key, facts[key], len(sheet.names)))
    reject(
        InvalidText, (wrong for each in facts.get("answers", ()) for wrong in checks.flag("answers", each))
    )
    entry = Entry(**facts)
    reject(InvalidText, checks.one_of("kind", entry.kind, list(KnockKind)))
    if len(entry.hands) > len(sheet.names):
        shown = {"field": "hands", "count": len(entry.hands), "expected": len(sheet.names)}
        raise InvalidText(Violation(Reason.WRONG_COUNT, None, shown))
    refused = too_many(sheet.hand, [known_cards(hand) for hand in entry.hands], len(sheet.names))
    if refused is not None:
        raise InvalidText(refused)
    return entry


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """The seat of a player, by the name or its beginning; None if it fits no player, or more than one.

    >>> seat_of("b", ["Anna", "Ben"]), seat_of("c", ["Anna", "Ben"])
    (1, None)
    """
    lowered = [name.lower() for name in names]
    if text.lower() in lowered:
        return lowered.index(text.lower())
    found = [seat for seat, name in enumerate(lowered) if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None


def too_many(variant: Variant, hands: Sequence[Iterable[str]], players: int) -> Violation | None:
    """The violation of hands that cannot occur together; None if they can.

    >>> from rami import variants
    >>> too_many(variants.GIN, [["*"]], 2)
    Violation('no_jokers')
    >>> too_many(variants.GIN, [["5♣", "5♦", "5♥"], ["5♣", "5♦"]], 2)
    Violation('rank_exceeded', None, {'limit': 4, 'rank': '5'})
    """
    most, copies = variant.dealing.cards_each(players), copies_of(variant.for_round(players))
    ranks: Counter[Rank] = Counter()
    held = [parse_cards(" ".join(hand)) for hand in hands]
    for cards in held:
        if any(card.is_unknown for card in cards):
            return Violation(Reason.CARD_UNKNOWN)
        if len(cards) > most:
            return Violation(Reason.HAND_EXCEEDED, None, {"limit": most})
        ranks.update(card.rank for card in cards if card.rank is not None)
    jokers = copies[JOKER.id]
    if sum(cards.count(JOKER) for cards in held) > jokers:
        if not jokers:
            return Violation(Reason.NO_JOKERS)
        return Violation(Reason.JOKERS_EXCEEDED, None, {"limit": jokers})
    for rank, count in ranks.items():
        limit = sum(copies[rank - 1 : JOKER.id : len(Rank)])
        if count > limit:
            return Violation(Reason.RANK_EXCEEDED, None, {"limit": limit, "rank": rank.symbol})
    for cards in held:
        for card, count in Counter(cards).items():
            if not card.is_joker and count > copies[card.id]:
                shown = {"card": card, "count": count, "limit": copies[card.id]}
                return Violation(Reason.TOO_MANY_COPIES, None, shown)
    return None


def points_of(variant: Variant, hand: Hand) -> int:
    """The points of what is left in a hand."""
    values = hand_values(variant)
    return sum(values[Card(card).id] for card in hand.cards) if hand.points is None else hand.points


def knock_limit(variant: Variant, upcard: str | None) -> int | None:
    """The most points with which a player may knock; None where they are unknown."""
    rules = game_of(variant).knock
    card = JOKER if upcard is None else Card(upcard)
    if rules is None or (rules.limit < 0 and card.is_joker):
        return None
    return rules.limit_for(card.id)
