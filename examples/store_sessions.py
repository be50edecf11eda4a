"""Sessions in an SQLite database, a row for each step: whatever has been saved survives a kill at any moment."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from rami import variants
from rami.bots import GreedyBot
from rami.session import Session

TABLE = """
CREATE TABLE IF NOT EXISTS steps (
    session TEXT NOT NULL, number INTEGER NOT NULL, step TEXT NOT NULL, PRIMARY KEY (session, number)
)
"""


class Store:
    """A database of sessions by name.

    Parameters:
        path: the file, which is made if it is not there.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")  # on the disk before `save` returns
        with self._connection:
            self._connection.execute(TABLE)

    def save(self, name: str, session: Session, since: int) -> int:
        """Add the rows that are new, all or none, and return how many there are now.

        Raises:
            sqlite3.IntegrityError: somebody else has saved another step in the meantime: load the session again.
        """
        rows = [(name, number, json.dumps(row)) for number, row in enumerate(session.rows(since), since)]
        with self._connection:
            self._connection.executemany("INSERT INTO steps VALUES (?, ?, ?)", rows)
        return since + len(rows)

    def load(self, name: str) -> Session:
        """The session as it was saved last."""
        found = self._connection.execute("SELECT step FROM steps WHERE session = ? ORDER BY number", (name,))
        return Session.from_rows(json.loads(step) for (step,) in found)

    def close(self) -> None:
        """Leave the database."""
        self._connection.close()


def main() -> None:
    """Play a round of gin against a player who leaves, with a kill after each third row."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sessions.db"
        session = Session.start(
            variants.GIN, ["Ana", "Bruno"], seed=7, tags={"date": "2026-11-23", "place": "Lyon"}
        )
        with closing(Store(path)) as store:
            saved = store.save("first table", session, 0)
        while not session.match.round.over:
            # as if the server had been killed: nothing is left but the database
            with closing(Store(path)) as store:
                session = store.load("first table")
                for _ in range(3):
                    session = step(session)
                    saved = store.save("first table", session, saved)
        print(f"{saved} rows, totals {session.match.totals}, waiting for {session.waiting_for}")
        for entry in session.log[:8]:
            print(entry)


def step(session: Session) -> Session:
    """What happens next at the table: Ana plays, and Bruno is soon gone."""
    if session.match.round.over:
        return session.comment("well played", by=0)
    (seat,) = session.waiting_for
    move = GreedyBot().choose(session.match.view(seat))
    if seat == 0:
        return session.play(move, by=0)
    if seat not in session.away:
        return session.leave(seat)
    return session.stand_in(seat, GreedyBot())


if __name__ == "__main__":
    main()
