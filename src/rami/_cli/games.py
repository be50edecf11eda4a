"""`rami variants` and `rami rules`: list the games, and print the rules of a game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from rami import variants
from rami._cli.arguments import Commands, Parser, add_command, add_language, add_variant
from rami._cli.python_files import game_named
from rami._cli.screen import Screen
from rami.locales.speaking import filled, written
from rami.notation._differences import plain_value, value_text
from rami.policies.declaring.fields import Option, options_of
from rami.policies.declaring.options import SLOTS
from rami.policies.variant import Variant

_EXAMPLES = """\
examples:
  rami rules classic-51
  rami rules gin --lang fr
  rami rules house.toml --ids --no-variations
  rami rules gin --options > house.toml
"""


def add_variants(commands: Commands) -> Parser:
    """Add `rami variants`, which lists the games."""
    what = "List the games that can be played."
    parser = add_command(commands, "variants", _list, "list the games", what)
    add_language(parser)
    return parser


def add_rules(commands: Commands) -> Parser:
    """Add `rami rules`, which prints the rules of a game."""
    more = "Print the rules of a game, or of a house-rule file, in plain sentences."
    parser = add_command(commands, "rules", _print, "print the rules of a game", more, _EXAMPLES)
    add_variant(parser)
    what = "print every option as in a house-rule file, with its value and all values that it accepts"
    parser.add_argument("--options", action="store_true", help=what)
    parser.add_argument("--ids", action="store_true", help="cite the IDs of the written rules")
    left = "leave out choices that the written rules leave to the players"
    parser.add_argument("--no-variations", action="store_true", help=left)
    add_language(parser)
    return parser


def _list(arguments: argparse.Namespace, screen: Screen) -> int:
    for slug in variants.available():
        variant = variants.get(slug)
        lo, hi = variant.players
        players = screen.word("{players} players", players=f"{lo}" if lo == hi else f"{lo}-{hi}")
        screen.write([f"{slug:<16} {screen.game(variant.name):<20} {players}"])
    return 0


def _print(arguments: argparse.Namespace, screen: Screen) -> int:
    variant = game_named(arguments.variant)
    if arguments.options:
        screen.write(_options(variant, screen))
    else:
        print_rulebook(variant, screen, agreed=not arguments.no_variations, ids=arguments.ids)
    return 0


def print_rulebook(variant: Variant, screen: Screen, *, agreed: bool = True, ids: bool = False) -> None:
    """Print the rules of a game, with or without its variations and the IDs of the written rules."""
    # Import rulebooks only here, because that takes a tenth of a second.
    from rami.locales.rulebooks import rulebook
    from rami.locales.rulebooks.values import WIDTH

    book = rulebook(variant, screen.language, agreed=agreed)
    # Do not fill a wide window, because long lines of prose are hard to read.
    screen.write(book.plain(min(WIDTH, screen.window or WIDTH), ids=ids).splitlines())


def _options(variant: Variant, screen: Screen) -> Iterator[str]:
    yield f"parent = {value_text(variant.slug)}"
    yield f"slug = {value_text(variant.slug)}"
    for slot, policy in SLOTS.items():
        yield f"\n[{slot}]"
        for name, option in options_of(policy).items():
            value, full = getattr(getattr(variant, slot), name), f"{slot}.{name}"
            fill, write = partial(filled, screen.language), partial(written, screen.language, "")
            yield f"# {option.spoken(full, value, fill, write, variant.players)}"
            yield f"{name} = {value_text(plain_value(full, value))}  # {_allowed(full, option)}"


def _allowed(name: str, option: Option) -> str:
    """Return the values that an option accepts, as a house-rule file spells them."""
    values = option.values
    # The list contains an interval such as 1..200 as a string. Print it without quotes, because it is not a value.
    return " | ".join(
        value_text(plain_value(name, each)) if values.accepts(each) else str(each) for each in values.allowed
    )
