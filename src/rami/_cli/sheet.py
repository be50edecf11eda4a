"""A score sheet for people who play with real cards: what happened in each round, counted by the policies of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, cast

import attrs

from rami import variants
from rami._checks import instance, one_of
from rami._cli.possible import too_many
from rami._engine.listed_moves import KIND_NAMES
from rami._kernel import hands
from rami._kernel.knocking import winner_of
from rami._kernel.state import Knocked
from rami.cards import Cards
from rami.errors import InvalidText, RamiError, Reason, Violation, reject
from rami.notation import houses
from rami.policies._compiled import game_of
from rami.policies.contracts import contracts_of
from rami.policies.match_format import MatchFacts, MatchVerdict
from rami.policies.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.scores import Points, RoundScore, exact
from rami.policies.variant import Variant

__all__ = ["Entry", "Sheet", "Standing", "load", "save"]

FORMAT = "rami score sheet 1"


@attrs.frozen(kw_only=True)
class Entry:
    """What people tell about a round.

    Parameters:
        winner: who went out; None if nobody did. After a knock it is found out.
        hands: the cards left, by seat.
        opened: who had opened at the end, by seat.
        all_at_once: the winner opened and went out in the same turn.
        helped: that turn used melds that lay on the table before.
        wilds_placed: how many wild cards it placed.
        final_discard: the last discard, where it counts.
        factor_lost: the winner had lost the factor of going out all at once.
        knocker: who knocked.
        kind: how.
        upcard: the first upcard, where it counts.
        completed: who completed a contract, in that order.
    """

    winner: int | None = None
    hands: tuple[str, ...] = ()
    opened: tuple[bool, ...] = ()
    all_at_once: bool = False
    helped: bool = False
    wilds_placed: int = 0
    final_discard: str | None = None
    factor_lost: bool = False
    knocker: int | None = None
    kind: str = "knock"
    upcard: str | None = None
    completed: tuple[int, ...] = ()


@attrs.frozen
class Standing:
    """Where a match stands after some rounds.

    Parameters:
        scores: the scores of the rounds, void ones included.
        dealers: who dealt each of them.
        totals: the points by seat.
        departures: who has left, in groups that left together.
        contracts: by seat, the number of the contract that is due; () in other games.
        verdict: what the last round led to; None before the first.
        next_dealer: who deals next.
    """

    scores: tuple[RoundScore, ...]
    dealers: tuple[int, ...]
    totals: tuple[Points, ...]
    departures: tuple[tuple[int, ...], ...]
    contracts: tuple[int, ...]
    verdict: MatchVerdict | None
    next_dealer: int

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.verdict is not None and self.verdict.over

    @property
    def playing(self) -> tuple[int, ...]:
        """Who is still in the match, by seat."""
        gone = {seat for group in self.departures for seat in group}
        return tuple(seat for seat in range(len(self.totals)) if seat not in gone)


@attrs.frozen
class Sheet:
    """A match with real cards.

    Parameters:
        variant: the rules.
        names: the players, in the order of their seats.
        dealer: who dealt the first round.
        entries: the rounds.
    """

    variant: Variant
    names: tuple[str, ...]
    dealer: int = 0
    entries: tuple[Entry, ...] = ()

    def with_entry(self, entry: Entry) -> Sheet:
        """The sheet with one more round."""
        return attrs.evolve(self, entries=(*self.entries, entry))

    def standing(self) -> Standing:
        """What all rounds add up to."""
        seats = len(self.names)
        due = (1,) * seats if contracts_of(self.variant.opening) is not None else ()
        standing = Standing((), (), (0,) * seats, (), due, None, self.dealer)
        for entry in self.entries:
            standing = self._after(standing, entry)
        return standing

    def _after(self, before: Standing, entry: Entry) -> Standing:
        variant, seats = self.variant, len(self.names)
        hand = 1 + sum(not score.void for score in before.scores)
        score = variant.scoring.score(self._facts(before, entry, hand))
        scores = (*before.scores, score)
        contracts = tuple(
            due + (seat in score.completed and not score.void) for seat, due in enumerate(before.contracts)
        )
        listed = contracts_of(variant.opening)
        step: Literal[1, -1] = 1 if variant.dealing.direction == "clockwise" else -1
        facts = MatchFacts(
            score=score,
            hand=hand,
            seats=seats,
            playing=before.playing,
            totals=tuple(exact(sum(each.points(seat) for each in scores)) for seat in range(seats)),
            eliminated=before.departures,
            dealer=before.next_dealer,
            step=step,
            scores=scores,
            contracts=contracts,
            contracts_total=None if listed is None else len(listed),
        )
        verdict = variant.match.verdict(facts)
        gone = (verdict.eliminated,) if verdict.eliminated else ()
        return Standing(
            scores,
            (*before.dealers, before.next_dealer),
            facts.totals if verdict.totals is None else verdict.totals,
            (*before.departures, *gone),
            contracts if verdict.contracts is None else verdict.contracts,
            verdict,
            verdict.next_dealer,
        )

    def _facts(self, before: Standing, entry: Entry, hand: int) -> RoundFacts:
        """The end of a round as the scoring policy reads it."""
        seats = len(self.names)
        left = tuple(Cards(text) for text in (*entry.hands, *[""] * seats)[:seats])
        opened = tuple(entry.opened) or (True,) * seats
        knock, winner = None, entry.winner
        if entry.knocker is not None:
            knock = KnockFact(entry.knocker, KnockKind(entry.kind))
            winner = self._scorer(knock, left, before.playing)
        last = contracts_of(self.variant.opening)
        return RoundFacts(
            outcome=Outcome(
                winner=winner,
                all_at_once=entry.all_at_once,
                helped=entry.helped,
                wilds_placed=entry.wilds_placed,
                final_discard=entry.final_discard,
                opened_before=tuple(
                    each and not (seat == winner and entry.all_at_once) for seat, each in enumerate(opened)
                ),
                deadwood=left if knock else (),
                complete=last is not None and winner is None and set(before.playing) == set(entry.completed),
                factor_lost=entry.factor_lost,
            ),
            hands=left,
            playing=before.playing,
            opened=opened,
            completed=entry.completed,
            knock=knock,
            upcard=entry.upcard,
            multiplier=self.variant.match.multiplier(hand),
            court_value=self.variant.equipment.court_value,
        )

    def _scorer(self, knock: KnockFact, deadwood: tuple[Cards, ...], playing: tuple[int, ...]) -> int | None:
        """Who scores after a knock."""
        game = game_of(self.variant)
        kinds = {name: number for number, name in KIND_NAMES.items()}
        left = tuple(hands.of_cards(list(cards.ids), game.planes) for cards in deadwood)
        winner = winner_of(game, left, Knocked(knock.player, kinds[knock.kind]), playing)
        return None if winner < 0 else winner


def save(sheet: Sheet, path: str) -> None:
    """Write a sheet to a file, which is replaced as a whole.

    Raises:
        OSError: it cannot be written.
        InvalidText: the variant cannot be written.
    """
    variant = sheet.variant
    built_in = variant.slug in variants.available() and variants.get(variant.slug) == variant
    document = {
        "format": FORMAT,
        "variant": variant.slug if built_in else houses.dumps(variant),
        "names": sheet.names,
        "dealer": sheet.dealer,
        "rounds": [_told(entry) for entry in sheet.entries],
    }
    new = Path(f"{path}.new")
    try:
        new.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        error.filename = path
        raise


def _told(entry: Entry) -> dict[str, object]:
    """The facts that are not the usual ones."""
    fields = attrs.fields(Entry)
    return {
        each.name: getattr(entry, each.name) for each in fields if getattr(entry, each.name) != each.default
    }


def load(path: str) -> Sheet:
    """The sheet of a file.

    Raises:
        OSError: the file cannot be read.
        RamiError: it is no score sheet.
    """
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
    reject(InvalidText, one_of("format", facts["format"], (FORMAT,)))
    listed, rounds = facts["names"], facts["rounds"]
    reject(InvalidText, (*instance("names", listed, list), *instance("rounds", rounds, list)))
    names = tuple(map(str, cast("list[object]", listed)))
    game = str(facts["variant"])
    variant = houses.loads(game) if "\n" in game else variants.get(game)
    lo, hi = variant.equipment.players
    if not lo <= len(names) <= hi:
        raise InvalidText(Violation(Reason.PLAYER_COUNT, None, {"players": len(names), "lo": lo, "hi": hi}))
    sheet = Sheet(variant, names, _seat("dealer", facts["dealer"], names))
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
    reject(InvalidText, instance("sheet", value, dict))
    facts = cast("dict[str, object]", value)
    reject(
        InvalidText, (Violation(Reason.KEY_MISSING, None, {"key": key}) for key in needed if key not in facts)
    )
    return facts


def _seat(field: str, value: object, names: Sequence[str]) -> int:
    if type(value) is not int or not 0 <= value < len(names):
        raise InvalidText(Violation(Reason.NO_SUCH_SEAT, None, {"field": field, "value": str(value)[:40]}))
    return value


def _entry(document: object, sheet: Sheet) -> Entry:
    facts: dict[str, Any] = {
        key: tuple(cast("list[object]", value)) if isinstance(value, list) else value
        for key, value in _object(document, ()).items()
    }
    known = {each.name for each in attrs.fields(Entry)}
    reject(
        InvalidText,
        (Violation(Reason.KEY_UNKNOWN, None, {"key": key[:40]}) for key in facts if key not in known),
    )
    for key in ("winner", "knocker"):
        if facts.get(key) is not None:
            _seat(key, facts[key], sheet.names)
    entry = Entry(**facts)
    reject(InvalidText, one_of("kind", entry.kind, list(KnockKind)))
    if len(entry.hands) > len(sheet.names):
        shown = {"field": "hands", "count": len(entry.hands), "expected": len(sheet.names)}
        raise InvalidText(Violation(Reason.WRONG_COUNT, None, shown))
    refused = too_many(sheet.variant, [hand.split() for hand in entry.hands])
    if refused is not None:
        raise InvalidText(refused)
    return entry
