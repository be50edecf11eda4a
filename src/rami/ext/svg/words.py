"""The captions of pictures in the languages of `rami.locales`.

A picture has a title, a description and tool tips in words, for people who cannot see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import attrs

from rami._base.values import Value
from rami.cards import Card, Rank
from rami.cards.melds import Group, Meld, MeldOrCards, Placed, Run, is_unread
from rami.errors import RamiError, checks, reject
from rami.errors.violations import bounded
from rami.locales import Language, name
from rami.locales.speaking import filled
from rami.policies.results.scores import Points
from rami.rounds.setup import Phase

__all__ = ["CAPTIONS", "Words"]

CAPTIONS: Mapping[str, str] = {
    "unknown": "face-down card",
    "hidden": "{count} face-down cards",
    "none": "no cards",
    "stands": "{card} as {goal}",
    "run": "run: {cards}",
    "group": "group: {cards}",
    "hand": "hand: {cards}",
    "left": "left: {cards}",
    "player": "player {seat}",
    "count": "{count} cards",
    "opened": "opened",
    "contract": "contract {number}",
    "total": "{count} points",
    "deadwood": "deadwood {count}",
    "dealer": "dealer",
    "won": "{player} wins the round",
    "out": "out of the match",
    "stock": "stock: {count}",
    "turned": "turned up: {card}",
    "okey": "okey: {card}",
    "wild": "wild: {rank}",
    "pile": "discards: {count}",
    "top": "discards: {count}, on top {card}",
    "seat": "{player}: {facts}: {cards}",
    "meld": "meld {id} of {player}: {meld}",
    "table": "{game}, round {number}: {state}",
    "acts": "{player} {phase}",
    "to offer": "may take the upcard",
    "out of turn": "may take the discard out of turn",
    "to draw": "to draw",
    "to stock": "to draw from the stock",
    "to play": "to play",
    "to discard": "to discard",
    "to layoff": "may lay off",
    "over": "the round is over",
    "sheet": "score sheet",
    "sheet of": "score sheet: {game}",
    "round": "round {number}",
    "sum": "total",
    "bonus": "bonus",
    "column": "column {number}",
    "void": "void",
    "winner": "winner",
    "more": "{count} more",
}
"""The English captions, by their keys."""


def goal_of(placed: Placed) -> tuple[Card, Card | Rank | None]:
    """Return the card, and what it represents in a meld if it is wild: a card or a rank; otherwise None."""
    return placed.card, None if placed.stands_for is placed.card else placed.stands_for


def goals_of(row: Meld | tuple[Card, ...]) -> list[tuple[Card, Card | Rank | None]]:
    """Return each card, with what it represents in a meld if it is wild: a card or a rank; otherwise None."""
    if isinstance(row, tuple):
        return [(card, None) for card in row]
    return [goal_of(one) for one in row.placed]


@attrs.frozen
class Words(Value):
    """The captions in one language.

    Parameters:
        language: the language of the captions.

    >>> from rami.locales import language
    >>> Words(language("fr")).say("count", count=1)
    '1 carte'
    """

    language: Language

    def say(self, key: str, **params: object) -> str:
        """Return a caption.

        Parameters:
            key: one of `CAPTIONS`.
            params: the values of the caption's placeholders.
        """
        reject(RamiError, checks.one_of("key", key, CAPTIONS))
        return filled(self.language, "picture", CAPTIONS[key], params)

    def title(self, key: str, **params: object) -> str:
        """Return a caption with a capital first letter."""
        caption = self.say(key, **params)
        return caption[:1].upper() + caption[1:]

    def game(self, name: str) -> str:
        """Return the translated name of a game; a game that is not built in keeps its name."""
        reject(RamiError, checks.text("name", name))
        return self.language.message("rulebook.name", name)

    def phase(self, phase: Phase, *, out_of_turn: bool = False) -> str:
        """Return a caption that says what the player to act has to do.

        Parameters:
            phase: the phase of the round.
            out_of_turn: True if the player to act may take a discard out of turn.
        """
        wrong = checks.instance("phase", phase, Phase) + checks.flag("out_of_turn", out_of_turn)
        reject(RamiError, wrong)
        if out_of_turn:
            return self.say("out of turn")
        # The keys of these captions contain the name of the phase, so a new phase without a caption raises an error.
        return self.say("over" if phase is Phase.OVER else f"to {phase}")

    def players(self, names: Sequence[str] | None, count: int) -> tuple[str, ...]:
        """Return the names of the players; None means numbered players.

        Raises:
            RamiError: the number of names differs from the number of players.
        """
        reject(RamiError, checks.integer("count", count))
        if names is None:
            return tuple(self.say("player", seat=seat) for seat in range(count))
        reject(RamiError, checks.collection("names", names))
        reject(RamiError, checks.count("names", len(names), count))
        for place, each in enumerate(names):
            reject(RamiError, checks.text(f"names[{place}]", each))
        return tuple(names)

    def card(self, card: Card, goal: Card | Rank | None = None) -> str:
        """Return the name of a card, followed by the card or rank that it represents in a meld if it is wild."""
        reject(RamiError, checks.instance("card", card, Card))
        called = self.say("unknown") if card.is_unknown else name(card, self.language)
        return called if goal is None else self.say("stands", card=called, goal=name(goal, self.language))

    def cards(self, cards: Iterable[Card]) -> str:
        """Return the names of cards; unknown cards are only counted."""
        listed = checks.items(RamiError, "cards", cards, Card)
        # A screen reader would otherwise say "face-down card" eleven times.
        named = [self.card(card) for card in listed if not card.is_unknown]
        hidden = len(listed) - len(named)
        if hidden:
            named.append(self.say("hidden", count=hidden))
        return self.listed(named) or self.say("none")

    def listed(self, parts: Iterable[str]) -> str:
        """Join strings with the comma of the language."""
        return self.language.message("joint", ", ").join(bounded(parts))

    def meld(self, meld: MeldOrCards) -> str:
        """Return the kind and the cards of a meld, such as "run: seven of spades, …"; plain cards have no kind."""
        reject(RamiError, checks.instance("meld", meld, Group, Run, tuple))
        if is_unread(meld):
            return self.cards(meld)
        cards = self.listed(self.card(card, goal) for card, goal in goals_of(meld))
        return self.title("run" if isinstance(meld, Run) else "group", cards=cards)

    def points(self, points: Points) -> str:
        """Return a number of points as text; fractions are not rounded."""
        # D-65: Lebanese 14 has half points unless the house rules round them.
        if not isinstance(points, Fraction):
            reject(RamiError, checks.integer("points", points))
        # Use the minus sign, which is as wide as a plus; a hyphen would be easy to overlook.
        sign = "−" if points < 0 else ""
        return f"{sign}{abs(points)}"
