"""A table for one match over TCP: one JSON object in each line, one connection for each seat.

The server alone holds the match.  A client is sent what its seat may see, and nothing that it sends is believed: the
seat comes from the key with which it joined, the move is checked by the rules, and the state that the move answers must
be the present one.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, cast

from rami import Match, RamiError, variants

LONGEST_LINE: Final = 2048
"""Bytes; the longest move is far shorter."""

MOST_WAITING: Final = 1 << 20
"""Bytes that may wait for a client that does not read."""

MOST_STRANGERS: Final = 32
"""Connections that have not joined; with one more the oldest of them has to go, so that a key always gets in."""

TIME_TO_JOIN: Final = 10.0
TIME_TO_LEAVE: Final = 5.0
"""Seconds in which who is sent away may still read why."""

MOST_MOVES: Final = 60
MOST_DEALS: Final = 100
"""Rounds dealt at a time; under house rules that leave no stock, each would be over at once."""


class Refused(Exception):
    """A message that is not acted upon."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code: str = code
        self.reason: str = reason


class Table:
    """A match, and who is connected to it.

    Parameters:
        match: the match, in any state.
        keys: the secret of each seat, by seat.
    """

    def __init__(self, match: Match, keys: Sequence[str]) -> None:
        self.match: Match = _dealt(match)
        self._keys: list[bytes] = [key.encode() for key in keys]
        self._writers: dict[int, asyncio.StreamWriter] = {}
        self._marks: dict[int, int] = {}
        self._strangers: dict[asyncio.StreamWriter, None] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Talk with one client until it leaves, or is sent away."""
        self._admit(writer)
        seat: int | None = None
        try:
            seat = self._join(await _first(reader), writer)
            while (message := await _message(reader)) is not None and self._writers.get(seat) is writer:
                try:
                    self._act(seat, message)
                except Refused as refused:
                    self._send(writer, _told(refused, self.match.mark))
        except Refused as refused:
            self._send(writer, _told(refused, None))
        except OSError:
            pass
        finally:
            self._strangers.pop(writer, None)
            if seat is not None and self._writers.get(seat) is writer:
                del self._writers[seat]
            _part(writer)

    def _admit(self, writer: asyncio.StreamWriter) -> None:
        """Let a connection in that has a while to join; the oldest of too many is sent away."""
        if len(self._strangers) >= MOST_STRANGERS:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            self._send_away(oldest, Refused("table_full", "too many connections have not joined"))
        self._strangers[writer] = None

    def _send_away(self, writer: asyncio.StreamWriter, refused: Refused) -> None:
        self._send(writer, _told(refused, None))
        _part(writer)

    def _join(self, message: dict[str, Any] | None, writer: asyncio.StreamWriter) -> int:
        """The seat of a key; a second connection with the same key takes the place of the first."""
        if message is None or writer.is_closing():
            raise ConnectionError
        key, since = message.get("join"), message.get("since", 0)
        if not isinstance(key, str):
            raise Refused("join_first", "the first message has to be {'join': key}")
        given = key.encode("utf-8", "replace")
        seats = [seat for seat, own in enumerate(self._keys) if hmac.compare_digest(own, given)]
        if not seats:
            raise Refused("wrong_key", "no seat has this key")
        (seat,) = seats
        self._check_mark(since)
        before = self._writers.get(seat)
        if before is not None:
            self._send_away(before, Refused("replaced", "another connection has joined with this key"))
        self._strangers.pop(writer, None)
        self._writers[seat] = writer
        self._marks[seat] = since
        self._show(seat)
        return seat

    def _act(self, seat: int, message: dict[str, Any]) -> None:
        """Do what a seat asks for, or refuse it."""
        if "since" in message:
            self._check_mark(message["since"])
            self._marks[seat] = message["since"]
            self._show(seat)
            return
        text, state = message.get("move"), message.get("state")
        if not isinstance(text, str) or type(state) is not int:
            raise Refused(
                "not_understood", "a message is {'move': text, 'state': number} or {'since': number}"
            )
        if state != self.match.mark:
            raise Refused("stale_state", f"the state is {self.match.mark}")
        if self.match.over:
            raise Refused("match_over", "the match is over")
        try:
            self.match = _dealt(self.match.play(text, by=seat))
        except RamiError as error:
            first = error.violations[0]
            raise Refused(str(first.code), str(error)) from None
        for other in list(self._writers):
            self._show(other)

    def _check_mark(self, mark: object) -> None:
        if type(mark) is not int or not 0 <= mark <= self.match.mark:
            raise Refused("wrong_mark", f"a mark is a number from 0 to {self.match.mark}")

    def _show(self, seat: int) -> None:
        """Send a seat its view, with what has happened since it was sent the last one."""
        view = self.match.view(seat, since=self._marks[seat])
        self._marks[seat] = view.mark
        assert view.memory is not None  # a view of a match has one
        self._send(
            self._writers[seat],
            {
                "state": view.mark,
                "seat": seat,
                "player": view.player,
                "phase": str(view.phase),
                "hand": str(view.hand),
                "hands": [str(hand) for hand in view.hands],
                "holds": [str(cards) for cards in view.memory.holds],
                "stock": view.stock_size,
                "discards": [str(card) for card in view.discards],
                "table": [{"id": item.id, "owner": item.owner, "meld": str(item)} for item in view.table],
                "duties": [str(duty) for duty in view.duties],
                "moves": [str(move) for move in islice(view.legal_moves, MOST_MOVES)],
                "events": [repr(event) for event in view.events],
                "totals": [str(total) for total in self.match.totals],
                "winners": list(self.match.winners),
            },
        )

    def _send(self, writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        if writer.is_closing():
            return
        if writer.transport.get_write_buffer_size() > MOST_WAITING:
            writer.transport.abort()  # a reason would wait behind all that has not been read
            return
        # what a client wrote may come back in a reason, halves of characters included
        writer.write(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace") + b"\n")


def _dealt(match: Match) -> Match:
    """The match with the next round dealt if its round is over; a round may be over as soon as it is dealt."""
    deals = 0
    while match.round.over and not match.over and deals < MOST_DEALS:
        match = match.next_round()
        deals += 1
    return match


def _part(writer: asyncio.StreamWriter) -> None:
    """Close a connection; what has not been read of it after a while is given up."""
    if not writer.is_closing():
        writer.close()
        asyncio.get_running_loop().call_later(TIME_TO_LEAVE, writer.transport.abort)


def _told(refused: Refused, state: int | None) -> dict[str, Any]:
    return {"refused": refused.code, "reason": refused.reason, "state": state}


async def _first(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """The first message of a client, which has to come soon."""
    try:
        async with asyncio.timeout(TIME_TO_JOIN):
            return await _message(reader)
    except TimeoutError:
        raise Refused("too_late", f"nobody joined within {TIME_TO_JOIN:g} seconds") from None


async def _message(reader: asyncio.StreamReader) -> dict[str, Any] | None:
    """The next message of a client; None when it has left."""
    try:
        line = await reader.readline()
    except ValueError:
        raise Refused("too_long", f"a line has at most {LONGEST_LINE} bytes") from None
    if not line.endswith(b"\n"):
        return None
    try:
        message: object = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", message) if isinstance(message, dict) else {}


async def start(table: Table, host: str = "127.0.0.1", port: int = 0) -> asyncio.Server:
    """Listen for the players of a table."""
    return await asyncio.start_server(table.serve, host, port, limit=LONGEST_LINE)


async def main(slug: str = "gin", players: int = 2, port: int = 7007) -> None:
    """Serve one match and print the keys of its seats."""
    # no seed: a small one could be found from a single hand
    match = Match.start(variants.get(slug), players=players)
    keys = [secrets.token_urlsafe(16) for _ in range(players)]
    server = await start(Table(match, keys), port=port)
    for seat, key in enumerate(keys):
        print(f"seat {seat}: python table_client.py {port} {key}")
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "gin"))
