"""Cards, violations and scores in a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, cast

import attrs

from rami._sentences import Words, sentence
from rami._sentences import filled as fill
from rami._texts import VALUES
from rami.cards import JOKER, Card, Cards, Rank, Suit
from rami.errors import RamiError, Violation
from rami.locales.catalogues import Language, LanguageLike, language
from rami.melds import Group, Run
from rami.policies.answers import Verdict
from rami.policies.opening import Contract
from rami.policies.scores import REASON_TEXTS, RoundScore, ScoreLine, ScoreReason

__all__ = ["name", "text"]

_CARD = re.compile(r"([A2-9TJQK])([♣♦♥♠])")
_PLACEHOLDER = re.compile(r"\{(\w+)")
_PART = re.compile(r"(group|run) (\d+)")

_OF_CARDS = frozenset({"card", "cards", "hand", "meld", "melds", "move"})


def name(card: Card | Rank | Suit | str, lang: LanguageLike = "en") -> str:
    """The full name of a card, a rank or a suit.

    Parameters:
        card: a card, its text, a rank or a suit.
        lang: the language.

    Raises:
        InvalidCards: the text is not that of one card.
        RamiError: there is no such language.

    >>> name("A♠"), name("A♠", "fr"), name("*", "fr"), name(Rank.QUEEN, "fr")
    ('ace of spades', 'as de pique', 'joker', 'dame')
    """
    spoken = language(lang)
    if isinstance(card, Rank):
        return spoken.message("card.rank", card.name.lower())
    if isinstance(card, Suit):
        return spoken.message("card.suit", card.name.lower())
    found = Card(card)
    if found.rank is None or found.suit is None:
        return spoken.message("card.name", "joker" if found.is_joker else "unknown card")
    names = {"rank": name(found.rank, spoken), "suit": name(found.suit, spoken)}
    return spoken.message("card.name", "{rank} of {suit}").format(**names)


def text(value: object, lang: LanguageLike = "en") -> str:
    """What a value says, in a language.

    Violations and errors are told as sentences, without rule IDs; cards, melds, contracts and scores with the letters
    and words of the language; any other value as `str` has it.

    Parameters:
        value: a violation, an error, a verdict, a card, cards, a meld, a contract, a score or a part of it.
        lang: the language, as "fr", or a `Language`.

    Raises:
        RamiError: there is no such language.

    >>> from rami import variants
    >>> classic = variants.CLASSIC_51
    >>> verdict = classic.check_opening(["7♠ 8♠ 9♠", "7♦ 7♣ 7♥"])
    >>> print(text(verdict, "fr"))
    l'ouverture vaut 45 points, il en faut 51
    >>> text(classic.meld("J♠ Q♠ K♠"), "fr")
    'V♠ D♠ R♠'
    """
    spoken = language(lang)
    match value:
        case Violation():
            return _violation(value, spoken)
        case RamiError():
            return _joined(value.violations, spoken)
        case Verdict():
            if value.ok:
                return filled(spoken, "verdict", "allowed, {points} points", {"points": value.points})
            return _joined(value.violations, spoken)
        case ScoreReason():
            return _reason(value, spoken)
        case ScoreLine():
            why = ", ".join(_reason(each, spoken) for each in value.reasons)
            params = {"player": value.player, "points": shown(spoken, "points", value.points)}
            line = filled(spoken, "score", "player {player}: {points}", params)
            return f"{line} ({why})" if why else line
        case RoundScore():
            if value.void:
                return spoken.message("score", "void")
            return "\n".join(text(each, spoken) for each in value.lines)
        case _:
            return str(shown(spoken, "", value))


def filled(spoken: Language, context: str, template: str, params: Mapping[str, Any]) -> str:
    """Return a message with its parameters; the first whole number among them chooses the plural form."""
    wanted = (params.get(name) for name in _PLACEHOLDER.findall(template))
    number = next((each for each in wanted if type(each) is int), None)
    said = spoken.message(context, template, number)
    kept = dict(params)
    for first, second, both in spoken.contractions:
        for name, value in params.items():
            if isinstance(value, str) and value.startswith(f"{second} "):
                joined = re.sub(rf"\b{first} {{{name}}}", f"{both} {{{name}}}", said)
                if joined != said:
                    said, kept[name] = joined, value.removeprefix(f"{second} ")
    return fill(said, kept, spoken.form)


@attrs.frozen
class _Words(Words):
    """The words of another language."""

    spoken: Language

    @property
    def code(self) -> str:
        return self.spoken.code

    def message(self, context: str, english: str) -> str:
        return self.spoken.message(context, english)

    def fill(self, context: str, template: str, params: Mapping[str, Any]) -> str:
        return filled(self.spoken, context, template, params)

    def shown(self, name: str, value: Any) -> Any:
        return shown(self.spoken, name, value)


def shown(spoken: Language, name: str, value: object) -> Any:
    """Return a parameter of a message as the language writes it; numbers stay numbers."""
    match value:
        case Card() | Cards() | Group() | Run():
            return _letters(spoken, str(value))
        case Contract():
            return _contract(spoken, str(value))
        case Fraction():
            return _decimal(spoken, value)
        case str() if name in VALUES:
            return word(spoken, name, value)
        case tuple():
            return tuple(shown(spoken, name, each) for each in cast("tuple[object, ...]", value))
        case str() if name in _OF_CARDS:
            return _letters(spoken, value)
        case str() if name == "contract":
            return _contract(spoken, value)
        case _:
            return value


def word(spoken: Language, name: str, code: str) -> str:
    """Return the word for a code in the parameter of that name; the code itself if it has none.

    >>> word(language("fr"), "phase", "draw")
    'pioche'
    """
    known = VALUES.get(name, {})
    return spoken.message(f"value.{name}", known[code]) if code in known else code


def _joined(violations: Iterable[Violation], spoken: Language) -> str:
    return spoken.message("verdict", "; ").join(_violation(each, spoken) for each in violations)


def _violation(violation: Violation, spoken: Language) -> str:
    return sentence(violation, _Words(spoken))


def _reason(reason: ScoreReason, spoken: Language) -> str:
    template = REASON_TEXTS.get(reason.code)
    if template is None:
        return str(reason)
    params = {key: shown(spoken, key, value) for key, value in reason.params}
    params["points"] = shown(spoken, "points", reason.points)
    if "why" in params:
        joker = "_with_joker" if "joker_finish" in params else ""
        params["why"] = word(spoken, "factor", f"{reason['why']}{joker}")
    column = filled(spoken, "score", " in column {column}", params) if "column" in params else ""
    return filled(spoken, f"score.{reason.code}", template, params) + column


def _letters(spoken: Language, cards: str) -> str:
    """Cards with the letters of a language; each apart from the others where it is written from right to left."""
    if cards == str(JOKER):
        return spoken.isolated(cards)
    found = _CARD.sub(lambda card: spoken.message("card.letter", card[1]) + card[2], cards)
    return " ".join(map(spoken.isolated, found.split())) if spoken.right_to_left else found


def _contract(spoken: Language, contract: str) -> str:
    return _PART.sub(
        lambda part: filled(spoken, "contract", f"{part[1]} {{size}}", {"size": int(part[2])}), contract
    )


def _decimal(spoken: Language, value: Fraction) -> str:
    """A fraction as people write it: a decimal where it ends, else a quotient."""
    thousandths = value * 1000
    if thousandths.denominator > 1:
        return str(value)
    return f"{float(value):g}".replace(".", spoken.message("number", "."))
