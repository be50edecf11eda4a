"""The words of pictures, in English and in French: titles, captions, names of cards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import attrs

from rami.cards import Card
from rami.melds import Meld, Run
from rami.policies.scores import Points

__all__ = ["Language", "Words", "words"]

Language = Literal["en", "fr"]
"""The languages of titles and captions."""


@attrs.frozen
class Words:
    """Everything that pictures say in one language.

    Parameters:
        ranks: the names of the ranks, from the ace.
        suits: the names of the suits.
        of: what joins a rank and a suit.
        singular: the numbers of things that take the singular.
        texts: the other words, by key; those with a number are filled in by `say`.
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    of: str
    singular: tuple[int, ...]
    texts: Mapping[str, str]

    def say(self, key: str, **params: object) -> str:
        """The text of a key; ``key`` with "s" added is its plural, for counts that take it."""
        several = f"{key}s"
        count = params.get("count", 1)
        singular = several not in self.texts or not isinstance(count, int) or count in self.singular
        return self.texts[key if singular else several].format(**params)

    def card(self, card: Card) -> str:
        """The name of a card."""
        if card.rank is None or card.suit is None:
            return self.texts["joker" if card.is_joker else "unknown"]
        return f"{self.ranks[card.rank - 1]}{self.of}{self.suits[card.suit]}"

    def cards(self, cards: tuple[Card, ...]) -> str:
        """The names of cards; cards that are not known are counted."""
        named = [self.card(card) for card in cards if not card.is_unknown]
        hidden = len(cards) - len(named)
        if hidden:
            named.append(self.say("hidden", count=hidden))
        return ", ".join(named) or self.texts["none"]

    def meld(self, meld: Meld) -> str:
        """The kind of a meld and its cards, wild cards with what they stand for."""
        parts: list[str] = []
        for index, placed in enumerate(meld.placed):
            name = self.card(placed.card)
            if index in meld.wilds:
                goal = placed.stands_for
                what = self.card(goal) if isinstance(goal, Card) else self.ranks[goal - 1]
                name = self.say("stands", card=name, goal=what)
            parts.append(name)
        return self.say("run" if isinstance(meld, Run) else "group", cards=", ".join(parts))

    def points(self, points: Points) -> str:
        """A number of points; fractions are written as such."""
        if isinstance(points, Fraction) and points.denominator != 1:
            sign = "−" if points < 0 else ""
            return f"{sign}{abs(points.numerator)}/{points.denominator}"
        whole = int(points)
        return f"−{-whole}" if whole < 0 else str(whole)


_EN = Words(
    ranks=(
        "ace",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "jack",
        "queen",
        "king",
    ),
    suits=("clubs", "diamonds", "hearts", "spades"),
    of=" of ",
    singular=(1,),
    texts={
        "joker": "joker",
        "unknown": "face-down card",
        "hidden": "{count} face-down card",
        "hiddens": "{count} face-down cards",
        "none": "no cards",
        "stands": "{card} as {goal}",
        "run": "Run: {cards}",
        "group": "Group: {cards}",
        "hand": "Hand: {cards}",
        "left": "left: {cards}",
        "player": "player {seat}",
        "count": "{count} card",
        "counts": "{count} cards",
        "opened": "opened",
        "contract": "contract {number}",
        "total": "{count} point",
        "totals": "{count} points",
        "dealer": "dealer",
        "won": "wins the round",
        "out": "out of the match",
        "stock": "stock: {count}",
        "pile": "discards: {count}",
        "top": "discards: {count}, on top {card}",
        "meld": "meld {id} of {player}: {meld}",
        "table": "{game}, round {number}: {state}",
        "phase offer": "may take the upcard",
        "phase draw": "to draw",
        "phase stock": "to draw from the stock",
        "phase play": "to play",
        "phase discard": "to discard",
        "phase layoff": "may lay off",
        "over": "the round is over",
        "sheet": "Score sheet",
        "sheet of": "Score sheet: {game}",
        "round": "Round",
        "sum": "Total",
        "bonus": "Bonus",
        "column": "Column {number}",
        "void": "void",
        "winner": "winner",
        "due": "Contract due",
        "more": "and {count} more",
    },
)

_FR = Words(
    ranks=(
        "as",
        "deux",
        "trois",
        "quatre",
        "cinq",
        "six",
        "sept",
        "huit",
        "neuf",
        "dix",
        "valet",
        "dame",
        "roi",
    ),
    suits=("trèfle", "carreau", "cœur", "pique"),
    of=" de ",
    singular=(0, 1),
    texts={
        "joker": "joker",
        "unknown": "carte cachée",
        "hidden": "{count} carte cachée",
        "hiddens": "{count} cartes cachées",
        "none": "aucune carte",
        "stands": "{card} pour {goal}",
        "run": "Suite : {cards}",
        "group": "Groupe : {cards}",
        "hand": "Main : {cards}",
        "left": "reste : {cards}",
        "player": "joueur {seat}",
        "count": "{count} carte",
        "counts": "{count} cartes",
        "opened": "ouvert",
        "contract": "contrat {number}",
        "total": "{count} point",
        "totals": "{count} points",
        "dealer": "donneur",
        "won": "gagne la manche",
        "out": "hors de la partie",
        "stock": "talon : {count}",
        "pile": "défausse : {count}",
        "top": "défausse : {count}, dessus {card}",
        "meld": "combinaison {id} de {player} : {meld}",
        "table": "{game}, manche {number} : {state}",
        "phase offer": "peut prendre la retourne",
        "phase draw": "doit piocher",
        "phase stock": "doit piocher dans le talon",
        "phase play": "joue",
        "phase discard": "doit se défausser",
        "phase layoff": "peut compléter des combinaisons",
        "over": "la manche est finie",
        "sheet": "Feuille de score",
        "sheet of": "Feuille de score : {game}",
        "round": "Manche",
        "sum": "Total",
        "bonus": "Prime",
        "column": "Colonne {number}",
        "void": "nulle",
        "winner": "gagne",
        "due": "Contrat dû",
        "more": "et {count} de plus",
    },
)


def words(lang: Language) -> Words:
    """The words of a language.

    >>> words("fr").card(Card("Q♥"))
    'dame de cœur'
    """
    return _FR if lang == "fr" else _EN
