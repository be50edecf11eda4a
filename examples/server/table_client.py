"""A player who connects to a table and plays gin: draws, throws what leaves least deadwood, knocks when possible."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

from rami import Cards, variants


def choose(view: dict[str, Any]) -> str:
    """One of the moves that the server lists."""
    moves: list[str] = view["moves"]
    for move in moves:
        if move.startswith(("big gin", "knock")):
            return move
    hand = Cards(view["hand"])
    throws = [move for move in moves if move.startswith("drop ")]
    if throws:
        return min(throws, key=lambda move: variants.GIN.deadwood(hand.remove(move.removeprefix("drop "))))
    return next((move for move in ("pass", "draw") if move in moves), moves[0])


async def play(port: int, key: str, host: str = "127.0.0.1") -> dict[str, Any]:
    """Play until the match is over; the last view is returned."""
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 20)
    try:
        _say(writer, {"join": key})
        while line := await reader.readline():
            view: dict[str, Any] = json.loads(line)
            if "refused" in view:
                raise RuntimeError(view["reason"])
            if view["winners"]:
                return view
            if view["moves"]:
                _say(writer, {"move": choose(view), "state": view["state"]})
        raise ConnectionError("the server has left")
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def _say(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    writer.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")


if __name__ == "__main__":
    last = asyncio.run(play(int(sys.argv[1]), sys.argv[2]))
    print(f"won by {last['winners']}, totals {', '.join(last['totals'])}")
