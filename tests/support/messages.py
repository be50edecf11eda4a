"""All messages that a language must translate, each with its context."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.support.presets import SLUGS

import rami
from rami import variants
from rami._cli.words import WORDS
from rami.cards import Rank, Suit
from rami.errors import Reason
from rami.errors.texts import BECAUSE, HINT, OTHERWISE, PLACED, PLACES, VALUES
from rami.ext.svg.words import CAPTIONS
from rami.locales._second_person import YOURS
from rami.locales._texts import DONE_TEXTS, EVENT_TEXTS, JOINTS, MOVE_TEXTS
from rami.locales.rulebooks._box import LABELS, ROWS
from rami.locales.rulebooks._examples import (
    EXAMPLES_TITLE,
    JOKERS_TITLE,
    ROUND_TITLE,
    TEMPLATES,
    TILES_AND_JOKERS_TITLE,
    TILES_TITLE,
)
from rami.locales.rulebooks._sections import FIXED, TITLES
from rami.locales.rulebooks._wording import WORDINGS
from rami.locales.rulebooks._worked import WORKED
from rami.locales.rulebooks.writing import (
    COLUMNS,
    CONTRACT,
    EITHER,
    LATER_ROUNDS,
    OWN,
    ROUND,
    ROUNDS_ALIKE,
    SEPARATE,
    TITLE,
    TWO_ROUNDS,
)
from rami.locales.speaking import COLOURS, MOVE_WORDS
from rami.notation.sheets import SHEET_TEXTS
from rami.notation.tables import CONTRACTS_HEAD
from rami.policies.declaring.fields import PLAYERS, Option, options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.results.scores import STEPS
from rami.rounds.hints import HINT_TEXTS


def messages() -> dict[tuple[str, str], None]:
    """Return the messages as pairs of context and English text, in a fixed order."""
    return dict.fromkeys(_all())


def _all() -> Iterator[tuple[str, str]]:
    yield from (("card.rank", rank.name.lower()) for rank in Rank)
    yield from (("card.suit", suit.name.lower()) for suit in Suit)
    yield from (("card.letter", letter) for letter in ("A", "10", "J", "Q", "K"))
    yield from (("card.suit letter", letter) for letter in "cdhs")
    yield from (
        ("card.name", words)
        for words in (
            "{rank} of {suit}",
            "{colour} {number}",
            "joker",
            "okey",
            "unknown card",
            "unknown tile",
        )
    )
    yield from (("card.colour", colour) for colour in COLOURS)
    yield from (("card.colour letter", letter) for letter in "byrk")
    yield from (("contract", words) for words in ("group {size}", "run {size}", "group 3", "group 4"))
    yield from (
        ("language", name)
        for name in ("direction", "contractions", "elisions", "vowels", "no break before", "tiles")
    )
    yield ("language", "English")
    yield ("number", ".")
    yield ("verdict", "allowed, {points} points")
    yield ("verdict", "; ")
    yield ("hint", HINT)
    yield from ((f"hint.{code}", template) for code, template in HINT_TEXTS.items())
    yield from (("place", word) for _, word in PLACES)
    yield ("place", PLACED)
    yield from (("because", words) for words in BECAUSE)
    yield from ((f"value.{name}", words) for name, named in VALUES.items() for words in named.values())
    yield from ((f"reason.{reason}", reason.template) for reason in Reason)
    for code, (_, templates) in OTHERWISE.items():
        yield from ((f"reason.{code}", template) for template in templates.values())
    yield from (("score", words) for words in ("{player}: {points}", "void", " in column {column}"))
    yield from ((f"score.{code}", template) for code, (template, _) in STEPS.items())
    yield from (("move", words) for words in MOVE_TEXTS.values())
    yield from (("done", words) for words in DONE_TEXTS.values())
    yield from (("event", words) for words in EVENT_TEXTS.values())
    yield from (("you", words) for words in YOURS.values())
    yield from (("move.word", word) for word in MOVE_WORDS)
    yield from (("typed", word) for word in WORDS)
    yield ("label", "player {number}")
    yield from (("joint", words) for words in JOINTS.values())
    yield ("list", ", ")
    yield from (("picture", words) for words in CAPTIONS.values())
    yield from (("page", words) for words in import_module("docs._try_it.words").WORDS.values())
    yield from (("sheet", words) for words in (*SHEET_TEXTS.values(), CONTRACTS_HEAD))
    yield from of_the_terminal()
    yield ("rulebook.title", TITLE)
    yield from (("rulebook.name", variants.get(slug).name) for slug in SLUGS)
    yield from (("rulebook.section", title) for title in TITLES.values())
    yield from (("rulebook.sentence", sentence.text) for sentence in FIXED.values())
    books = (CONTRACT, ROUND, TWO_ROUNDS, ROUNDS_ALIKE, LATER_ROUNDS, OWN, SEPARATE, EITHER)
    yield from (("rulebook.sentence", words) for words in books)
    yield from (("rulebook.contracts", words) for words in COLUMNS)
    titles = (EXAMPLES_TITLE, ROUND_TITLE, JOKERS_TITLE, TILES_TITLE, TILES_AND_JOKERS_TITLE)
    yield from (("rulebook.example", words) for words in (*titles, *TEMPLATES.values()))
    yield from (("rulebook.example", words) for words in WORKED.values())
    yield from (("rulebook.box", label) for label in LABELS.values())
    yield from (("rulebook.box", words) for texts in ROWS.values() for _, words in texts if words)
    yield from ((name, template) for name, option in options() for template in option.templates)
    yield from ((name, option.share) for name, option in options() if option.share is not None)
    yield from (("players", words) for words in PLAYERS)
    for name, worded in WORDINGS.items():
        context = "rulebook.sentence" if name in FIXED else "rulebook.section" if name in TITLES else name
        yield from ((context, words) for _, words in worded)


def of_the_terminal() -> Iterator[tuple[str, str]]:
    """Yield the messages of the command line: the arguments of `Screen.word`, `words`, `say`, `marked` and `_ask`."""
    package = Path(rami.__file__).parent
    for path in (package / "rounds" / "_drawing.py", *sorted((package / "_cli").glob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("word", "words", "say", "marked", "_ask"):
                texts = (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))
                yield from (("cli", text) for text in texts if isinstance(text, str) and text)


def options() -> Iterator[tuple[str, Option]]:
    """Yield all options of the built-in policies, by "slot.field"."""
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            yield f"{slot}.{name}", option
