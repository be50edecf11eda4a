"""The commands that list the games and print their rules."""

from __future__ import annotations

import argparse

from rami import variants
from rami._cli.arguments import Commands, Parser, add_command, add_language, add_variant, variant_named
from rami._cli.screen import Screen

_EXAMPLES = """\
examples:
  rami rules classic-51
  rami rules gin --lang fr
"""


def add_variants(commands: Commands) -> Parser:
    """Add the command that lists the games."""
    what = "List the games that can be played."
    parser = add_command(commands, "variants", _list, "list the games", what)
    add_language(parser)
    return parser


def add_rules(commands: Commands) -> Parser:
    """Add the command that prints the rules of a game."""
    more = "Print the rules of a game as people read them, also those of a house-rule file."
    parser = add_command(commands, "rules", _print, "print the rules of a game", more, _EXAMPLES)
    add_variant(parser)
    add_language(parser)
    return parser


def _list(arguments: argparse.Namespace, screen: Screen) -> int:
    for slug in variants.available():
        variant = variants.get(slug)
        lo, hi = variant.equipment.players
        players = screen.word("{players} players", players=f"{lo}" if lo == hi else f"{lo}-{hi}")
        screen.write([f"{slug:<16} {screen.game(variant.name):<20} {players}"])
    return 0


def _print(arguments: argparse.Namespace, screen: Screen) -> int:
    from rami.rulebooks import rulebook

    screen.write(str(rulebook(variant_named(arguments.variant), screen.language)).splitlines())
    return 0
