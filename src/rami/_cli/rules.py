"""The command that prints the rules of a game."""

from __future__ import annotations

import argparse

from rami._cli.arguments import Commands, Parser, add_command, add_language, add_variant, variant_named
from rami._cli.screen import Screen

__all__ = ["add", "run"]

_EXAMPLES = """\
examples:
  rami rules classic-51
  rami rules gin --lang fr
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands,
        "rules",
        "print the rules of a game",
        "Print the rules of a game as people read them, also those of a house-rule file.",
        _EXAMPLES,
    )
    add_variant(parser)
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Print them."""
    from rami.rulebooks import rulebook

    screen.write(str(rulebook(variant_named(arguments.variant), screen.language)).splitlines())
    return 0
