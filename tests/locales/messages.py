"""Every message that a language has to translate, with the place where it belongs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import rami
from rami import variants
from rami._texts import BECAUSE, HINT, PLACED, PLACES, TEXTS, VALUES
from rami._texts import OTHERWISE as SOMETIMES
from rami.cards import Rank, Suit
from rami.ext.svg.words import CAPTIONS
from rami.locales.speaking import PHRASES, SHAPES
from rami.policies.clashes import CLASHES
from rami.policies.fields import Option, options_of
from rami.policies.options import SLOTS
from rami.policies.scores import REASON_TEXTS
from rami.rulebooks.examples import EXAMPLES_TITLE, TEMPLATES
from rami.rulebooks.sections import FIXED, TITLES
from rami.rulebooks.wording import OTHERWISE
from rami.rulebooks.writing import COLUMNS, CONTRACT, OWN, TITLE


def messages() -> dict[tuple[str, str], None]:
    """The messages as pairs (context, English text), in a fixed order."""
    return dict.fromkeys(_all())


def _all() -> Iterator[tuple[str, str]]:
    yield from (("card.rank", rank.name.lower()) for rank in Rank)
    yield from (("card.suit", suit.name.lower()) for suit in Suit)
    yield from (("card.letter", letter) for letter in "ATJQK")
    yield from (("card.name", words) for words in ("{rank} of {suit}", "joker", "unknown card"))
    yield from (("contract", words) for words in ("group {size}", "run {size}"))
    yield from (("language", name) for name in ("direction", "contractions", "no break before"))
    yield ("number", ".")
    yield ("verdict", "allowed, {points} points")
    yield ("verdict", "; ")
    yield ("hint", HINT)
    yield from (("place", word) for _, word in PLACES)
    yield ("place", PLACED)
    yield from (("because", words) for words in BECAUSE)
    yield from ((f"value.{name}", words) for name, named in VALUES.items() for words in named.values())
    yield ("reason.wrong_type", "{what} must be {expected}, not {got}")
    yield ("reason.other_version", "this is of version {told} of {what}, here is version {found}")
    yield ("reason.option_value", "{field} = {value!r} is not allowed: {expected}")
    yield ("reason.not_writable", "{what} cannot be written as text: {why}")
    yield ("reason.text_expected", "{expected} was expected, not {found}")
    yield ("reason.text_too_long", "{what} of {size:character|characters} is too long, the limit is {limit}")
    yield from ((f"reason.{code}", template) for code, template in TEXTS.items())
    yield from ((f"reason.{code}", template) for code, (_, template) in SOMETIMES.items())
    yield from (("score", words) for words in ("player {player}: {points}", "void", " in column {column}"))
    yield from ((f"score.{code}", template) for code, template in REASON_TEXTS.items())
    yield from (("picture", words) for words in CAPTIONS.values())
    yield ("phrase", " or ")
    yield from (("phrase", words) for words in PHRASES.values())
    yield from (("phrase", words) for words in (*WORDS, *SHAPES, *FOUND))
    yield from of_the_terminal()
    yield from (("phrase", option.why) for _, option in options() if option.why)
    yield from (("phrase", clash.why) for clash in CLASHES)
    yield ("rulebook.title", TITLE)
    yield from (("rulebook.name", variants.get(slug).name) for slug in variants.available())
    yield from (("rulebook.section", title) for title in TITLES.values())
    yield from (("rulebook.sentence", sentence.text) for sentence in FIXED.values())
    yield from (("rulebook.sentence", words) for words in (CONTRACT, OWN))
    yield from (("rulebook.contracts", words) for words in COLUMNS)
    yield from (("rulebook.example", words) for words in (EXAMPLES_TITLE, *TEMPLATES.values()))
    yield from ((name, template) for name, option in options() for template in option.templates)
    for name, worded in OTHERWISE.items():
        yield from (("rulebook.sentence" if name in FIXED else name, words) for _, words in worded)


def of_the_terminal() -> Iterator[tuple[str, str]]:
    """What the command line says: the texts given to `Screen.word`, `Screen.say` and `marked`."""
    for path in sorted((Path(rami.__file__).parent / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("word", "say", "marked"):
                texts = (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))
                yield from (("cli", text) for text in texts if isinstance(text, str) and text)


def options() -> Iterator[tuple[str, Option]]:
    """Every option that a built-in policy declares, by "slot.field"."""
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            yield f"{slot}.{name}", option


WORDS = (
    "the result of its task",
    "a finite number",
    "reset before it is used",
    "the environment",
    "what the executor returns",
    "all at once",
    "rami sec",
    "joker finish",
    "all at once with a joker",
    "rami sec with a joker",
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
    "the hands say otherwise",
    "the turn could not be completed",
    "# seats need as many hands",
    "# seats need as many",
    "one flag for each seat",
    "whoever has laid a contract, each seat once",
    "seats that play",
    "each seat once",
    "in this game a touch is forgotten after the turn",
    "the factor is lost by touching the discard",
    "nothing can lie on the table yet",
    "a round that is over has an outcome",
    "every player has completed the contract, and nobody has gone out",
    "only a knock has a player who knocked and deadwood",
    "duties and facts of a turn belong to the phase play",
    "ids are different integers from 0",
    "owners are seats of the round",
    "there is no such meld",
    "only a round that is over has an outcome",
    "in a void round nobody has gone out",
    "without a knock nobody wins",
    "the missing points are 1 or more",
    "it names a card",
    "the card is not a wild card",
    "owners are seats that play",
    "only a starter's first turn can be a bare discard",
    "the winner, and nobody else, has an empty hand",
    "the card is not the one taken",
    "the starter does not draw in the first turn",
    "the card is not in the hand",
    "the starter's first turn is a bare discard",
    "a seat that plays",
    "an integer, # or more",
    "a mask",
    "one of each card at most",
    "a card id",
    "the rank",
    "from # to #",
    "the suit",
    "true or false",
    "a fraction in lowest terms that is no integer",
    "an error as an object",
    "an object",
    "a list",
    "an integer",
    "a JSON document",
    "the format",
    "a document as an object",
    "not UTF-8",
    "a variant",
    "something else",
    "an option that differs from the parent",
    'a value such as 71, true, "none" or [2, 7]',
    "a policy of somebody's own stands there",
    "values are nested too deeply",
    "a table of options",
    "the slug of a variant",
    "a line",
    "the first upcard counts in this game",
    "a natural card",
    "there is no discard to offer",
    "no upcard is offered in this game",
    "a knock ends the play",
    "in this game the round is over at the knock",
    "the player who did not knock replies",
    "big gin is not declared in this game",
    "a knock puts a card on the discard pile",
    "only the melds of the player who knocked lie there",
    "nobody knocks in this game",
    "it replies to a knock",
    "melds stay in the hand until a player knocks",
    "the player has not touched the discard",
    "the upcard is not offered to that player",
    "gin leaves no card unmatched, a knock leaves some",
    "a knock leaves # points at most",
    "after the last pass the player who did not deal draws",
    "a Variant",
    "the head of a meld code",
    "the id of a table meld",
    "the number of a new meld",
    "the index of a card in a meld",
    "the end of a run",
    "an announcement",
    "the points of a lay-down",
    "the new melds",
    "a meld or several",
    "below #",
    "a source",
    "a Source",
    "the move",
    "the meld",
    "a move",
    "a turn",
    "a meld",
    "the index of a card in the meld",
    "the card of the first place",
    "a rank",
    "True, False or None",
    "lists and objects stand more than # deep in one another",
    "what JSON can carry",
    "Unicode text",
    "a lone surrogate",
    "a text as a key",
    "a number",
    "there are #",
    "a duty",
    "a position",
    "the version of the variant",
    "a number above 0",
    "the number of a table meld",
    "the seat of its owner",
    "a context",
    "the position",
    "a card or '-'",
    "another slot",
    "a phase",
    "an outcome",
    "another option than before",
    "a Setup",
    "a round was dealt from a given deck, which shows every hidden card",
    "replaying its log gives another one",
    "'variant' with a slug and a version",
    "'digest' and # hexadecimal digits",
    "a Match",
    "a match without its seed",
    "the version of rami, such as 'rami 1.0'",
    "the match",
    "'commitment' and # hexadecimal digits",
    "a deal by the seed, which is not revealed",
    "a deck",
    "a seat",
    "the end",
    "the end of the line",
    "'players' and their number",
    "'policy' and a slot",
    "another slot than before",
    "another one that was given",
    "the rest of the turn in the line before",
    "the end of the turn",
    "'seed' and a number",
    "None or an integer from #",
    "the context says otherwise",
    "the pack has # cards",
    "a code of letters, digits, hyphens and underscores, and a text that is short and printable",
    "it holds characters that are not printable",
    "an option such as opening.minimum = 71",
    "codes and texts must be short and printable",
    "a table meld",
    "the numbers of a context",
    "a collection",
    "a TableMeld or an owner and a meld",
    "True or False for each seat",
    "Duty values",
    "# to # seats",
    "different seats of the round",
    "1 or more",
    "points for each seat",
    "a number from # for each seat, or none",
    "at least two players",
    "True or False",
    "of its documented type",
    "seats in ascending order",
    "an executor, or what makes one",
    "one bot, or #",
    "a card",
    "lower case letters and digits, joined by single hyphens",
    "a mapping from reason codes to rule IDs",
    "a mapping from rule IDs to options",
    "a whole policy, since the present one has no options",
    'a non-empty list of contracts such as "group 3 + run 4"',
    'a text like "group 3 + run 4"',
    "a house-rule file",
    "a record",
    "a number from 0 on",
    "an integer from 0 to 2 ** 54 - 1",
    "an integer from 0 to 2 ** 62 - 1",
    "one name, or #",
    "a different name for each player",
    "names that can be printed, not empty, other than -",
    "a card such as '7♠'",
    "cards such as '7♠ 8♠ *'",
    "a meld such as '7♠ 8♠ *'",
    "a fraction such as '3/2'",
    "a rank such as '7'",
    "a seed as a text of digits",
    "a list of #",
    "an event",
    "a list of moves and a deck for each round",
    "a list of events for each of # rounds",
    "the parent of a variant",
    "it is none of the values of rami",
    "no violation or step of a score carries it in JSON",
    "a key",
    "a document",
    "a meld on the table",
    "one of the first #",
    "an action",
    "# to #",
    "one of the listed moves",
    "the actions of a move",
    "all of its actions",
    "one of those that the draft allows",
    "# actions",
    "# texts",
    "a match or scores of rounds",
    "a collection of melds",
    "a collection of hands",
    "the first upcard, which sets the limit",
    "left out, as no contracts are laid in this game",
    "a price for each kind of win",
    "the arguments",
    "depth or turns, not both",
)
"""Words that parameters hold: kinds, phases and values that are expected."""

FOUND = (
    "the end of the move",
    "the end of the meld",
    "the end of the position",
    "the end of a context",
    "expecting value",
    "expecting property name enclosed in double quotes",
    "expecting ',' delimiter",
    "expecting ':' delimiter",
    "extra data",
    "unterminated string starting at",
    "invalid control character at",
    "Invalid value",
    "Invalid statement",
    "Expected '=' after a key in a key/value pair",
    "Expected newline or end of document after a statement",
    "Invalid initial character for a key part",
    "Unclosed array",
    "Unclosed inline table",
    "Unterminated string",
    "Cannot overwrite a value",
)
"""Words that are put together, and what the parsers of the standard library say about JSON and TOML."""
