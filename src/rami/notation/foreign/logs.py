"""Match logs of contract rummy servers, which write one JSON object per line and cards in brackets.

A `game_initial_snapshot` lists the hands after a deal, and the stock as its `deck`, whose last card is drawn next. A
`game_action` names an action and the player; its `events` report the results, with their cards: `CARD_DRAWN`,
`CARD_DISCARDED`, `MELD_LAID`, `MELD_EXTENDED`, or `ERROR` if the action was refused. All other lines are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, cast

import attrs

from rami._kernel.budget import Meter
from rami.cards import Card
from rami.cards._cursor import expected_at, readable
from rami.cards.melds import Run
from rami.cards.moves import Discard, DrawStock, LayDown, LayOff, Move, TakeDiscard
from rami.errors import InvalidText, RamiError, Reason, Violation, checks, reject
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.matches.steps import Answered, Moved
from rami.policies.variant import Variant
from rami.rounds._engine.positions import in_dealing_order, layout_of
from rami.rounds._engine.rules import Rules
from rami.rounds.round import Round
from rami.rounds.setup import RoundContext

__all__ = ["LONGEST_LOG", "log_text", "parse_log"]

LONGEST_LOG = 20_000_000
"""The maximum number of characters in a log. Logs are long, because they repeat the whole table after each move."""

# The seed chooses the dealer at random, so with n players about one seed in n gives the right one.
_MOST_LOTS = 200
_ACTIONS = (
    "DRAW",
    "TAKE_FROM_DISCARD",
    "DISCARD",
    "LAY_DOWN",
    "ADD_TO_MELD",
    "JOIN",
    "READY",
    "SORT",
    "END_TURN",
)


def parse_log(text: str, variant: Variant) -> Match:
    """Return the match recorded in a log with one JSON object per line.

    Each round is dealt as in its snapshot. Every action must be legal in the variant, and each card drawn must match
    the log. Actions that the other program refused are skipped, and so are actions that sort a hand or end a turn.

    Parameters:
        text: the log.
        variant: the rules of the game in the log.

    Returns:
        The match. Every round is dealt from a pack in a given order; the seed is chosen so that the dealer is the one
        in the log.

    Raises:
        InvalidText: a line cannot be read, or the rules do not allow what it records; the error names the line.
    """
    reject(InvalidText, checks.instance("variant", variant, Variant))
    match: Match | None = None
    seats: dict[str, int] = {}
    # Each move takes one step of a `step_budget`, because a long log takes a long time to play.
    played = Meter(1)
    for number, line in enumerate(readable(text, Part.LOG_LINE, LONGEST_LOG).split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = _Entry.of(line)
            kind = record.get("event", str)
            if kind == "game_initial_snapshot":
                match, seats = _dealt(record, variant, match)
            elif kind == "game_action" and match is not None:
                for move in _moves(record, match.round):
                    played.count()
                    player = record.get("playerId", str)
                    reject(InvalidText, checks.one_of("playerId", player, seats))
                    match = match.play(move, by=seats[player])
        except RamiError as error:
            raise InvalidText(*(each.at(line=number) for each in error.violations)) from None
    if match is None:
        raise InvalidText(Violation(Reason.NO_DEAL))
    return match


@attrs.frozen
class _Entry:
    """A JSON object in a log; `get` raises an error if a key is missing, or if its value has the wrong type."""

    data: Mapping[str, Any]

    @classmethod
    def of(cls, line: str) -> _Entry:
        try:
            data: object = json.loads(line)
        # `json` also refuses a line with a hundred thousand brackets, or a number with a hundred thousand digits.
        except (ValueError, RecursionError):
            raise expected_at(Part.LOG_LINE, line, 0) from None
        if not isinstance(data, dict):
            raise expected_at(Part.LOG_LINE, line, 0)
        return cls(cast("dict[str, Any]", data))

    def get(self, key: str, kind: type[Any]) -> Any:
        if key not in self.data:
            raise InvalidText(Violation(Reason.KEY_MISSING, None, {"key": key}))
        value: object = self.data[key]
        reject(InvalidText, checks.integer(key, value) if kind is int else checks.instance(key, value, kind))
        return value

    def parts(self, key: str) -> list[_Entry]:
        """Return the list of objects under a key."""
        found: list[object] = self.get(key, list)
        reject(InvalidText, (wrong for each in found for wrong in checks.instance(key, each, dict)))
        return [_Entry(cast("dict[str, Any]", each)) for each in found]

    def cards(self, key: str) -> tuple[Card, ...]:
        """Return the list of cards under a key."""
        found: list[object] = self.get(key, list)
        reject(InvalidText, (wrong for each in found for wrong in checks.text(key, each)))
        return tuple(Card(cast("str", each)) for each in found)


def _dealt(record: _Entry, variant: Variant, before: Match | None) -> tuple[Match, dict[str, int]]:
    """Return the match with a round dealt as in a snapshot, and the seats of the players."""
    players = record.parts("players")
    seats = {each.get("id", str): seat for seat, each in enumerate(players)}
    reject(InvalidText, checks.count("players", len(seats), len(players)))
    hands = [each.cards("startingHand") for each in players]
    dealer: int = record.get("dealerIndex", int)
    stock = tuple(reversed(record.cards("deck")))
    reject(InvalidText, checks.seat("dealerIndex", dealer, len(players)))
    if before is not None:
        reject(InvalidText, _differs("players", before.players, len(players)))
        reject(InvalidText, _differs("dealerIndex", before.next_dealer, dealer))
        number = before.number + 1
        return before.next_round(deck=_deck(variant, len(players), dealer, number, hands, stock)), seats
    deck = _deck(variant, len(players), dealer, 1, hands, stock)
    started = (Match.start(variant, len(players), seed, deck=deck) for seed in range(_MOST_LOTS))
    match = next((each for each in started if each.round.context.dealer == dealer), None)
    if match is None:
        # No seed made this player the dealer, so the variant must name another seat as the first dealer.
        match = Match.start(variant, len(players), 0, deck=deck)
        raise InvalidText(*_differs("dealerIndex", match.round.context.dealer, dealer))
    return match, seats


def _differs(field: str, found: object, recorded: object) -> tuple[Violation, ...]:
    if found == recorded:
        return ()
    params = {"recorded": f"{field} {recorded}", "found": f"{field} {found}"}
    return (Violation(Reason.RECORD_DIFFERS, None, params),)


def _deck(
    variant: Variant,
    players: int,
    dealer: int,
    number: int,
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
) -> list[Card]:
    """Return the pack, in dealing order, that gives these hands and this stock when it is dealt."""
    rules = Rules.of(variant.for_round(players, number=number))
    reject(InvalidText, checks.integer("players", players, *variant.equipment.players))
    layout = layout_of(rules, RoundContext(players, dealer, number))
    for seat in layout.order:
        size = layout.hand_size + (layout.extra if seat == layout.starter else 0)
        reject(InvalidText, checks.count("startingHand", len(hands[seat]), size))
    return [*in_dealing_order(layout, hands), *stock]


def _moves(record: _Entry, position: Round) -> Iterator[Move]:
    """Yield the move of an action, with the cards from its events; nothing if it was refused or is not a move."""
    action = record.get("actionType", str)
    events = {each.get("type", str): each for each in record.parts("events")}
    if "ERROR" in events:
        return

    def entry_of(kind: str) -> _Entry:
        if kind not in events:
            raise InvalidText(Violation(Reason.KEY_MISSING, None, {"key": kind}))
        return _Entry(events[kind].get("payload", dict))

    match action:
        case "DRAW":
            drawn = " ".join(map(str, entry_of("CARD_DRAWN").cards("cardIds")))
            reject(InvalidText, _differs("draw", " ".join(map(str, position.stock[:1])), drawn))
            yield DrawStock()
        case "TAKE_FROM_DISCARD":
            yield TakeDiscard()
        case "DISCARD":
            yield Discard(entry_of("CARD_DISCARDED").get("cardId", str))
        case "LAY_DOWN":
            yield LayDown([each.cards("cards") for each in entry_of("MELD_LAID").parts("melds")])
        case "ADD_TO_MELD":
            extended = entry_of("MELD_EXTENDED")
            index: int = extended.get("meldIndex", int)
            reject(InvalidText, checks.integer("meldIndex", index, 0, len(position.table) - 1))
            card: str = extended.get("cardId", str)
            yield LayOff(card, position.table[index].id, _end(record))
        case "JOIN" | "READY" | "SORT" | "END_TURN":
            return
        case _:
            raise InvalidText(*checks.one_of("actionType", action, _ACTIONS))


def _end(record: _Entry) -> Literal["low", "high"] | None:
    """Return the end of a run to which the position in an action refers; None if the action has no position."""
    payload = _Entry(record.get("action", dict)).get("payload", dict)
    place: object = payload.get("position")
    if place is None:
        return None
    reject(InvalidText, checks.natural("position", place))
    return "high" if place else "low"


def log_text(match: Match, names: Iterable[str] = ()) -> str:
    """Write a match as a log with one JSON object per line; `parse_log` reads it back.

    Parameters:
        match: the match; the log omits moves that were taken back.
        names: the names of the players, by seat; "Player 1" to "Player n" by default.

    Raises:
        InvalidText: the match contains something that these logs cannot express, such as a knock, the recovery of a
            joker, or a card turned up by the deal.
    """
    reject(InvalidText, checks.instance("match", match, Match))
    players = checks.tupled(names) or tuple(f"Player {seat + 1}" for seat in range(match.players))
    reject(InvalidText, checks.members("names", players, checks.text, match.players))
    lines: list[str] = []
    played = Match.replay(match.variant, match.players, match.seed, match.rounds[0][:1])
    for number, steps in enumerate(match.rounds):
        if number:
            played = played.after(steps[0])
        # These servers turn up no card when they deal, so a snapshot has no place for such a card.
        for shown in (*played.round.discards, *filter(None, [played.view(None).turned])):
            raise InvalidText(_unwritable(shown))
        lines.append(_line("game_initial_snapshot", **_snapshot(played, players)))
        for step in steps[1:]:
            after = played.after(step)
            if isinstance(step, Moved):
                lines.append(_line("game_action", **_action(played.round, step, after.round)))
            elif not isinstance(step, Answered):
                raise InvalidText(_unwritable(step))
            played = after
    return "\n".join(lines) + "\n"


def _line(event: str, **facts: object) -> str:
    return json.dumps({"event": event, **facts}, ensure_ascii=False)


def _unwritable(value: object) -> Violation:
    params = {"field": "steps", "got": type(value).__name__}
    return Violation(Reason.NOT_WRITABLE, None, params)


def _snapshot(match: Match, names: Sequence[str]) -> dict[str, object]:
    start = match.round
    return {
        "dealerIndex": start.context.dealer,
        "currentPlayerIndex": start.player,
        "currentRound": start.context.number,
        "deck": _bracketed(reversed(start.stock)),
        "players": [
            {"id": str(seat), "name": name, "startingHand": _bracketed(hand)}
            for seat, (name, hand) in enumerate(zip(names, _hands(match), strict=True))
        ],
    }


def _hands(match: Match) -> Sequence[Iterable[Card]]:
    """Return the hands of a deal, each in the order in which it was dealt if the order of the pack was given."""
    start, deck = match.round, match.deck
    if not deck:
        return start.hands
    layout = layout_of(Rules.of(start.variant), start.context)
    players, size = len(layout.order), len(layout.order) * layout.hand_size
    hands: list[Iterable[Card]] = [()] * match.players
    for place, seat in enumerate(layout.order):
        extra = deck[size : size + layout.extra] if seat == layout.starter else ()
        hands[seat] = (*deck[place:size:players], *extra)
    return hands


def _action(before: Round, step: Moved, after: Round) -> dict[str, object]:
    move, seat = step.move, step.player
    name, event, payload = _told(before, move, after)
    payload["playerId"] = str(seat)
    return {
        "actionType": name,
        "playerId": str(seat),
        "playerIndex": seat,
        "action": {"type": name, "playerId": str(seat), "payload": _asked(before, move)},
        "events": [{"type": event, "payload": payload}],
    }


def _asked(before: Round, move: Move) -> dict[str, object]:
    """Return the part of an action that its events do not show: the place of a card in a meld."""
    if not isinstance(move, LayOff) or move.at is None:
        return {}
    meld = next(item.meld for item in before.table if item.id == move.meld)
    return {"position": 0 if move.at == "low" else len(meld)}


def _told(before: Round, move: Move, after: Round) -> tuple[str, str, dict[str, object]]:
    """Return the name of an action, the name of its event, and the data of the event."""
    match move:
        case DrawStock() if after.stock == before.stock[1:]:
            return "DRAW", "CARD_DRAWN", {"cardIds": _bracketed(before.stock[:1]), "n": 1}
        case TakeDiscard(count=1) if after.player == before.player:
            drawn = _bracketed(before.discards[-1:])
            return "TAKE_FROM_DISCARD", "CARD_DRAWN", {"cardIds": drawn, "n": 1, "source": "discard"}
        case Discard() if not move.announce:
            (card,) = _bracketed([move.card])
            return "DISCARD", "CARD_DISCARDED", {"cardId": card}
        case LayDown(sources=()):
            melds = [
                {"type": "sequence" if isinstance(meld, Run) else "set", "cards": _bracketed(meld)}
                for meld in move.melds
            ]
            return "LAY_DOWN", "MELD_LAID", {"melds": melds}
        case LayOff():
            (card,) = _bracketed([move.card])
            index = next(place for place, item in enumerate(before.table) if item.id == move.meld)
            return "ADD_TO_MELD", "MELD_EXTENDED", {"cardId": card, "meldIndex": index}
        case _:
            raise InvalidText(_unwritable(move))


def _bracketed(cards: Iterable[Card]) -> list[str]:
    """Return cards as these logs write them: [10♣], [🃏]."""
    return [f"[{'🃏' if card.is_joker else str(card).replace('T', '10')}]" for card in cards]
