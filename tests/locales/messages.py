"""Every message that a language has to translate, with the place where it belongs."""

from __future__ import annotations

from collections.abc import Iterator

from rami import variants
from rami.cards import Rank, Suit
from rami.errors import PLACES, TEXTS
from rami.ext.svg.words import CAPTIONS
from rami.locales.speaking import PHRASES
from rami.policies.clashes import CLASHES
from rami.policies.fields import Option, options_of
from rami.policies.options import SLOTS
from rami.policies.scores import REASON_TEXTS
from rami.rulebooks.examples import EXAMPLES_TITLE, TEMPLATES
from rami.rulebooks.sections import FIXED, TITLES
from rami.rulebooks.writing import CONTRACT, OWN, TITLE


def messages() -> dict[tuple[str, str], None]:
    """The messages as pairs (context, English text), in a fixed order."""
    return dict.fromkeys(_all())


def _all() -> Iterator[tuple[str, str]]:
    yield from (("card.rank", rank.name.lower()) for rank in Rank)
    yield from (("card.suit", suit.name.lower()) for suit in Suit)
    yield from (("card.letter", letter) for letter in "ATJQK")
    yield from (("card.name", words) for words in ("{rank} of {suit}", "joker", "unknown card"))
    yield from (("contract", words) for words in ("group {size}", "run {size}"))
    yield ("number", ".")
    yield ("verdict", "allowed, {points} points")
    yield ("hint", "; did you mean {nearest!r}?")
    yield from (("place", word) for _, word in PLACES)
    yield from ((f"reason.{code}", template) for code, template in TEXTS.items())
    yield from (("score", words) for words in ("player {player}: {points}", "void", " in column {column}"))
    yield from ((f"score.{code}", template) for code, template in REASON_TEXTS.items())
    yield from (("picture", words) for words in CAPTIONS.values())
    yield ("phrase", " or ")
    yield from (("phrase", words) for words in PHRASES.values())
    yield from (("phrase", words) for words in WORDS)
    yield from (("phrase", option.why) for _, option in options() if option.why)
    yield from (("phrase", clash.why) for clash in CLASHES)
    yield ("rulebook.title", TITLE)
    yield from (("rulebook.name", variants.get(slug).name) for slug in variants.available())
    yield from (("rulebook.section", title) for title in TITLES.values())
    yield from (("rulebook.sentence", sentence.text) for sentence in FIXED.values())
    yield from (("rulebook.sentence", words) for words in (CONTRACT, OWN))
    yield from (("rulebook.example", words) for words in (EXAMPLES_TITLE, *TEMPLATES.values()))
    yield from ((name, template) for name, option in options() for template in option.templates)


def options() -> Iterator[tuple[str, Option]]:
    """Every option that a built-in policy declares, by "slot.field"."""
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            yield f"{slot}.{name}", option


WORDS = (
    "all at once",
    "rami sec",
    "joker finish",
    "all at once with a joker",
    "rami sec with a joker",
    "in a new meld",
    "in a new meld or as a lay-off",
    "knock",
    "gin",
    "big gin",
    "offer",
    "draw",
    "stock",
    "play",
    "discard",
    "layoff",
    "over",
    "a text",
    "an integer from #",
    "an integer from # to #",
    "# integers from # to #",
    "integers from # to #",
    "a number greater than #, at most #",
    "# to # numbers greater than #",
    "a pair (fewest, most) with # <= fewest <= most <= #",
    "a text of # to # printable characters",
    "at least one group",
    "meld",
    "swap",
)
"""Words that parameters hold: kinds, phases and values that are expected."""
