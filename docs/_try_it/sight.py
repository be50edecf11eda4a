"""What one seat has seen of a match, kept up to date from the frames that a table sends.

A frame is what goes over the wire, from a server or from the table in this browser: the `PlayerView` of the seat in
rami's JSON, with the events since the last frame, and the few facts of the match that no view holds. Everything on the
page is made from a `Sight`, so a page with bots and a page with friends are the same page.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rami import PlayerView
from rami.ext import json as rami_json
from rami.locales import language, languages, text
from rami.locales.speaking import Language, filled
from rami.matches.pieces import Piece, Pieces
from rami.rounds.events import CardsDealt, Event, TakenBack

from .words import PEOPLE, WORDS

__all__ = ["Sight", "capital", "frame", "signed"]

# Read once: a worker that starts from a kept memory has the languages before it has files.
SPOKEN = {code: language(code) for code in languages()}
_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def frame(view: PlayerView, **facts: Any) -> dict[str, Any]:
    """Return a frame: the view as JSON, and the facts of the match beside it."""
    return {"view": rami_json.to_data(view)["value"], **facts}


def capital(said: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return said[:1].upper() + said[1:]


def signed(points: object) -> str:
    """Return points, or a sentence with points, with minus signs instead of hyphens."""
    return _MINUS.sub("−", str(points))


class Sight:
    """The match as one seat sees it.

    The page asks about one position in one language at a time, so both are set here once and read everywhere.
    """

    view: PlayerView
    facts: Mapping[str, Any]

    def __init__(self) -> None:
        self.lang = "en"
        self.story: list[Event] = []
        self.pieces: Pieces | None = None
        self._dealt = 0

    def see(self, frame: Mapping[str, Any], played: Collection[int] = ()) -> None:
        """Take in a frame.

        Parameters:
            frame: the frame.
            played: the ids of the pieces that the person has just chosen; of equal cards these are the ones that move.
        """
        document = {"rami": rami_json.FORMAT, "type": "PlayerView", "value": frame["view"]}
        self.view = rami_json.from_data(document, PlayerView)
        self.facts = frame
        if self.view.mark == len(
            self.view.events
        ):  # the whole story: a first visit, or one after a broken line
            self.story, self.pieces = [], None
        for event in self.view.events:
            self._follow(event, played)

    def _follow(self, event: Event, played: Collection[int]) -> None:
        if isinstance(event, TakenBack):
            # Ids follow from the order of all events of the round: go through those that are left again.
            del self.story[len(self.story) - event.events :]
            self.pieces = None
            deals = [at for at, each in enumerate(self.story) if isinstance(each, CardsDealt)]
            self._dealt = deals[-1]
            self.pieces = Pieces.of(self.story[self._dealt :], self.me)
            return
        self.story.append(event)
        if isinstance(event, CardsDealt):
            self._dealt = len(self.story) - 1
            self.pieces = Pieces.of([event], self.me)
        elif self.pieces is not None:
            self.pieces = self.pieces.after(event, played)

    @property
    def me(self) -> int:
        """The seat of the person."""
        return self.view.viewer or 0

    @property
    def round_story(self) -> list[Event]:
        """The events of this round."""
        return self.story[self._dealt :]

    @property
    def number(self) -> int:
        """The number of the round in the match."""
        dealt = self.story[self._dealt]
        return dealt.number if isinstance(dealt, CardsDealt) else 1

    @property
    def held(self) -> tuple[Piece, ...]:
        """The person's cards."""
        return () if self.pieces is None else self.pieces.hands[self.me]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, the person's in the language of the page: "You"; bots have names in every language."""
        given = tuple(self.say(name) if name in PEOPLE else name for name in self.facts["names"])
        return (*given[: self.me], self.say("you"), *given[self.me + 1 :])

    @property
    def language(self) -> Language:
        """The language, which speaks of tiles in a game of tiles."""
        return language(SPOKEN[self.lang], self.view.variant.equipment.faces)

    def say(self, key: str, **params: Any) -> str:
        """Return words of the page with their blanks filled."""
        return filled(self.language, "page", WORDS[key], params)

    def text(self, value: object) -> str:
        """Return a value of rami as a sentence that begins with a capital."""
        return capital(self.phrase(value))

    def phrase(self, value: object) -> str:
        """Return a value of rami as a part of a sentence."""
        return text(value, self.language, self.names, self.view.table, you=self.me)

    def points(self, points: object) -> str:
        """Return points with a minus sign that stays before them wherever they are written."""
        said = signed(points)
        return said if said.isdigit() else self.language.isolated(said)

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts with the commas of the language between them."""
        return self.language.message("list", ", ").join(parts)
