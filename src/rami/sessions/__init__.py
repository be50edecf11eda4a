"""Sessions: a match and the people who play it, with what each of them may do, and a log of what they have done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._base import later

if TYPE_CHECKING:
    from rami.sessions.agreements import Agreement as Agreement
    from rami.sessions.agreements import Ballot as Ballot
    from rami.sessions.agreements import Motion as Motion
    from rami.sessions.entries import Entry as Entry
    from rami.sessions.entries import EntryKind as EntryKind
    from rami.sessions.session import Session as Session

    __all__: list[str]
else:
    _HOMES = {
        "agreements": "Agreement Ballot Motion",
        "entries": "Entry EntryKind",
        "records": "",
        "session": "Session",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(" ".join(_HOMES.values()).split())
