"""The texts of a language as data, for clients that build their own sentences.

A server sends these texts to a client once. They include a template for every kind of move, every code of a violation
or of a step of a score, and every option value. `examples/client/texts.mjs` fills the templates in JavaScript; the page
"Texts of a language" describes their form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, cast

from rami.cards import UNKNOWN, Card, Rank, Suit
from rami.errors import Reason
from rami.errors.texts import BECAUSE, FACES, HINT, NAMED, OTHERWISE, PLACED, PLACES, VALUES
from rami.locales._texts import DONE_TEXTS, EVENT_TEXTS, JOINTS, MOVE_TEXTS
from rami.locales.speaking import (
    MOVE_WORDS,
    OF_MOVES,
    Language,
    LanguageLike,
    language,
    name,
    typed_words,
    written,
)
from rami.policies.declaring.options import every_option
from rami.policies.results.scores import STEPS
from rami.rounds._drawing import DUTY_TEXTS
from rami.rounds.hints import HINT_TEXTS

__all__ = ["phrases"]

_CONTRACT = ("group {size}", "run {size}", "group 3", "group 4")
_BLANK = re.compile(r"\{(\w+)")
# Every plural rule is tried with these numbers, as in `Language`.
_NUMBERS = range(1000)

Message = dict[str, Any]


def phrases(
    lang: LanguageLike = "en", faces: Literal["cards", "tiles", "joker_tiles"] | None = None
) -> dict[str, Any]:
    """Return the texts of a language as plain data that `json.dumps` accepts.

    A message is an object: `text` is the template, or a list with a template for each plural form, and `blanks` lists
    the names of its parameters. The first parameter whose value is an integer chooses the plural form.

    Parameters:
        lang: the language.
        faces: the game's `equipment.faces`; with None a `Language` keeps its faces, and a code means cards.

    Raises:
        RamiError: there is no such language.

    >>> french = phrases("fr")
    >>> french["cards"]["Q♥"], french["moves"]["Discard"]["text"]
    ({'name': 'dame de cœur', 'text': 'D♥'}, 'défausser {card}')
    >>> french["reasons"]["duty_points"]["text"][1]
    "il manque encore {missing} points à l'ouverture"
    """
    spoken = language(lang, faces)
    say = _Phrases(spoken)
    cards = [Card.of(rank, suit) for suit in Suit for rank in Rank]
    return {
        "language": spoken.code,
        "faces": "joker_tiles" if spoken.jokers else "tiles" if spoken.tiles else "cards",
        "right_to_left": spoken.right_to_left,
        "plural": spoken.plural,
        "contractions": [list(each) for each in spoken.contractions],
        "elisions": [list(each) for each in spoken.elisions],
        "vowels": spoken.vowels,
        "cards": {str(card): _face(spoken, card) for card in (*cards, Card("*"), UNKNOWN)},
        "ranks": {rank.symbol: name(rank, spoken) for rank in Rank},
        "suits": {suit.symbol: name(suit, spoken) for suit in Suit},
        "with_cards": sorted(FACES),
        "with_moves": sorted(OF_MOVES),
        "move_words": {each: typed_words(spoken, each)[0] for each in MOVE_WORDS},
        "words": {
            "suits": {suit.name.lower(): name(suit, spoken) for suit in Suit if not spoken.tiles},
            **{
                kind: {str(code): spoken.message(f"value.{kind}", words) for code, words in named.items()}
                for kind, named in VALUES.items()
            },
        },
        "reasons": {str(reason): say.reason(reason) for reason in Reason},
        "because": [say("because", each) for each in BECAUSE],
        "between_reasons": say("verdict", "; "),
        "nearest": say("hint", HINT),
        "placed": say("place", PLACED),
        "places": {param: spoken.message("place", word) for param, word in PLACES},
        "scores": {code: say(f"score.{code}", english) for code, (english, _) in STEPS.items()},
        "in_column": say("score", " in column {column}"),
        "hints": {code: say(f"hint.{code}", english) for code, english in HINT_TEXTS.items()},
        "duties": {str(kind): say("cli", english) for kind, english in DUTY_TEXTS.items()},
        "moves": say.all("move", MOVE_TEXTS),
        "done": say.all("done", DONE_TEXTS),
        "events": say.all("event", EVENT_TEXTS),
        "joints": say.all("joint", JOINTS),
        "named": {param: say("joint", JOINTS["meld" if param == "meld" else "seat"]) for param in NAMED},
        # Some languages have words for melds of the usual sizes.
        "contract": {
            each: say("contract", each) for each in _CONTRACT if "{" in each or spoken.knows("contract", each)
        },
        "comma": spoken.message("joint", ", "),
        "decimal": spoken.message("number", "."),
        "options": {
            name: [{"value": _value(value), **say(name, english)} for value, english in option.text.items()]
            for name, option in every_option().items()
        },
    }


class _Phrases:
    """The messages of a language as data."""

    def __init__(self, spoken: Language) -> None:
        self._spoken = spoken
        # One number for each plural form.
        self._numbers = list({spoken.form(number): number for number in reversed(_NUMBERS)}.items())

    def __call__(self, context: str, english: str) -> Message:
        """Return a message with all its plural forms."""
        forms = [self._spoken.message(context, english, number) for _, number in sorted(self._numbers)]
        text = forms[0] if len(set(forms)) == 1 else forms
        return {"text": text, "blanks": _BLANK.findall(english)}

    def all(self, context: str, texts: Mapping[str, str]) -> dict[str, Message]:
        """Return the messages of a context, keyed by their codes."""
        return {code: self(context, english) for code, english in texts.items()}

    def reason(self, reason: Reason) -> Message:
        """Return the sentence for the code of a violation, and the sentences that replace it for certain parameters."""
        found = self(f"reason.{reason}", reason.template)
        if reason in OTHERWISE:
            decider, others = OTHERWISE[reason]
            texts = {_key(key): self(f"reason.{reason}", english) for key, english in others.items()}
            found["otherwise"] = {"test": decider.test, "params": list(decider.names), "texts": texts}
        return found


def _key(key: object) -> str:
    return "true" if key is True else str(key)


def _face(spoken: Language, card: Card) -> dict[str, str]:
    """Return the name of a card, and its text in the letters of the language."""
    return {"name": name(card, spoken), "text": str(written(spoken, "card", card))}


def _value(value: object) -> object:
    """Return the option value that a sentence describes; for a sentence about several values, return an object."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, frozenset):
        return sorted(map(str, cast("frozenset[object]", value)))
    if isinstance(value, tuple):
        return list(cast("tuple[object, ...]", value))
    return {"others": True} if value is ... else {"test": getattr(value, "__name__", "")}
