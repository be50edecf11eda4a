"""Messages between a server and the players at a table, as plain data.

A server sends each seat its `table_state` at the start and after every step. A client replies with messages that name
methods of `Session`, and `table_step` calls these methods. If a step is refused, the server replies with a `refusal`.
Each function serves one seat, and returns nothing that is hidden from the player there.

>>> from rami import variants
>>> from rami.sessions import Session
>>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
>>> state = table_state(session, 0)
>>> state["waiting_for"], [each["says"] for each in state["moves"]]
([0], ['take the discard', 'pass'])
>>> message = {"type": "play", "move": "pass", "mark": state["view"]["mark"]}
>>> session = table_step(session, 0, message)
>>> table_state(session, 1, since=message["mark"], lang="fr")["story"]
['Ana passe.']
>>> try:
...     table_step(session, 0, message)
... except RamiError as error:
...     print(refusal(error, session=session))
{'type': 'refused', 'codes': ['stale'], 'reasons': ['the match has moved on in the meantime']}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import islice
from typing import Any, Final

import attrs

from rami.bots import hint
from rami.cards.moves import Move
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason, Violation, checks, reject
from rami.ext.json.documents import from_data, to_data
from rami.ext.json.kinds import FORMAT
from rami.locales import LanguageLike, text
from rami.sessions.agreements import Ballot
from rami.sessions.entries import Entry, EntryKind
from rami.sessions.session import Session

__all__ = ["LAST_NOTES", "TYPES", "refusal", "table_hint", "table_state", "table_step"]

LAST_NOTES: Final = 300
"""The maximum number of log entries from which a state takes comments."""

TYPES: Final = (
    *("play", "ready", "undo", "redo", "propose", "agree", "decline"),
    *("buy_in", "announce_last", "give_up", "comment"),
)
"""The types of messages that `table_step` carries out."""

_LISTS: Final = ("names", "waiting_for", "away", "gone", "missed", "voters")


def table_state(
    session: Session,
    seat: int | None,
    *,
    since: object = None,
    rows: int = 0,
    lang: LanguageLike = "en",
    most_moves: int = 300,
) -> dict[str, Any]:
    """Return everything that the player in a seat, or a spectator, may know about a table.

    Parameters:
        session: the session.
        seat: the seat; None for a spectator.
        since: the `mark` of the last view sent to the seat, to include the events after it; None for no events. Any
            other value from a client, such as a mark that the match never had, counts as None.
        rows: the number `rows` of the last state sent to the seat, to include only newer comments.
        lang: the language of the sentences.
        most_moves: the maximum number of legal moves to list.

    Returns:
        An object of the type "table". `view` contains the events since the mark `since`, and `story` contains them as
        sentences. `moves` lists the legal moves, each as an object, as text and as a sentence. `rows` is the number of
        rows of the session, and `comments` lists the comments since the given `rows`. The other fields are those of
        `Session` and `Match`: `names`, `waiting_for`, `away`, `gone`, `missed`, `ballot`, `voters`, `last_round`,
        `over`, `totals`, `deciding` and `winners`.

    Raises:
        RamiError: the seat or the language does not exist, or another argument has the wrong type.
    """
    wrong = _wrong(session, 0 if seat is None else seat)
    reject(RamiError, wrong + checks.integer("rows", rows) + checks.integer("most_moves", most_moves, 0))
    match, names, variant = session.match, session.names, session.match.variant
    known = since if type(since) is int and 0 <= since <= match.mark else match.mark
    view, table = match.view(seat, since=known), match.round.table
    noted = session.log[max(rows - 1, len(session.log) - LAST_NOTES, 0) :]
    return {
        "type": "table",
        "rows": len(session.log) + 1,
        "seat": seat,
        "since": known,
        "view": to_data(view)["value"],
        "moves": [
            {
                "move": to_data(move)["value"],
                "text": str(move),
                "says": text(move, lang, names, table, variant),
            }
            for move in islice(view.legal_moves, most_moves)
        ],
        "story": text(view.events, lang, names, variant=variant).splitlines(),
        "comments": [_written(entry) for entry in noted if entry.kind is EntryKind.COMMENT],
        "ballot": session.ballot and _written(session.ballot),
        "last_round": session.last_round,
        "over": session.over,
        "totals": [*map(str, match.totals)],
        "deciding": [*match.deciding],
        "winners": [*match.winners],
        **{name: [*getattr(session, name)] for name in _LISTS},
    }


def table_step(
    session: Session, seat: int, message: Mapping[str, Any], *, most_notes: int | None = None
) -> Session:
    """Carry out what a message from a seat requests, and return the new session.

    Parameters:
        session: the session.
        seat: the seat of the player who sent the message, as the server knows it; never a seat that the message names.
        message: the message. Its `type` is the name of a method of `Session`: play, ready, undo, redo, propose, agree,
            decline, buy_in, announce_last, give_up or comment. Other keys contain the arguments: `move`, as text or as
            an object, `motion`, `accept` (True by default) and `text`. `mark`, which is required for a move, is the
            mark of the client's view. All other keys are ignored.
        most_notes: the maximum number of log entries that are not moves; when it is reached, only moves are accepted.
            None for no limit.

    Raises:
        InvalidText: the message does not have this form.
        RamiError: the session refuses the step, or the match has moved on since the mark in the message.
    """
    reject(RamiError, _wrong(session, seat))
    most = () if most_notes is None else checks.integer("most_notes", most_notes)
    reject(InvalidText, checks.instance("message", message, Mapping) + most)
    kind = message.get("type")
    kind = kind if isinstance(kind, str) else ""
    needed = {"play": ("move", "mark"), "propose": ("motion",), "comment": ("text",)}
    missing = (key for key in needed.get(kind, ()) if key not in message)
    wrong = checks.one_of("type", kind, TYPES)
    reject(InvalidText, wrong or (Violation(Reason.KEY_MISSING, None, {"key": key}) for key in missing))
    if message.get("mark", session.match.mark) != session.match.mark:
        raise InvalidMatch(Violation(Reason.STALE))
    notes = len(session.log) - sum(map(len, session.match.log))
    if kind != "play" and most_notes is not None:
        reject(InvalidMatch, checks.integer("notes", notes + 1, 0, most_notes))
    match kind:
        case "play":
            return session.play(_move(message["move"]), by=seat)
        case "propose":
            return session.propose(message["motion"], by=seat)
        case "buy_in":
            return session.buy_in(seat, message.get("accept", True))
        case "comment":
            return session.comment(message["text"], by=seat)
        case _:
            step: Callable[[int], Session] = getattr(session, kind)
            return step(seat)


def table_hint(session: Session, seat: int, lang: LanguageLike = "en") -> dict[str, Any]:
    """Return the hint of `rami.bots.hint` for a seat: an object of the type "hint" with a move and a sentence.

    Parameters:
        session: the session.
        seat: the seat of the player to act.
        lang: the language of the sentence.

    Raises:
        RamiError: it is not the player's turn, or the seat or the language does not exist.
    """
    reject(RamiError, _wrong(session, seat))
    found, variant = hint(session.match.view(seat)), session.match.variant
    says = text(found, lang, session.names, variant=variant)
    return {"type": "hint", "move": to_data(found.move)["value"], "says": says}


def refusal(error: RamiError, lang: LanguageLike = "en", session: Session | None = None) -> dict[str, Any]:
    """Return an error as a message to a seat: an object of the type "refused" with codes and sentences.

    Parameters:
        error: the error.
        lang: the language of the sentences.
        session: the session that refused the step, so that the sentences can name players and melds; None to use
            numbers instead.
    """
    wrong = checks.instance("error", error, RamiError) + checks.instance("session", session, Session, None)
    reject(RamiError, wrong)
    about: dict[str, Any] = {}
    if session is not None:
        match = session.match
        about = {"names": session.names, "table": match.round.table, "variant": match.variant}
    reasons = [text(each, lang, **about) for each in error.violations]
    return {"type": "refused", "codes": [str(each.code) for each in error.violations], "reasons": reasons}


def _wrong(session: Session, seat: int) -> tuple[Violation, ...]:
    return checks.instance("session", session, Session) + checks.integer("seat", seat)


def _move(written: object) -> Any:
    """Read an object from a client as a move; return any other value unchanged."""
    if not isinstance(written, Mapping):
        return written
    document: dict[str, Any] = {"rami": FORMAT, "type": "Move", "value": written}
    return from_data(document, Move)


def _written(value: Entry | Ballot) -> dict[str, Any]:
    """Return the fields of an entry or a ballot as plain data; they contain words, seats and tuples of seats."""
    fields = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
    return {
        name: [*each] if isinstance(each, tuple) else str(each) if isinstance(each, StrEnum) else each
        for name, each in fields
    }
