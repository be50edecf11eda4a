"""The command that lists the games."""

from __future__ import annotations

import argparse

from rami import variants
from rami._cli.arguments import Commands, Parser, add_command, add_language
from rami._cli.screen import Screen, marked

__all__ = ["add", "run"]

_PLAYERS = marked("{players} players")


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(commands, "variants", "list the games", "List the games that can be played.")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Write a line for each game."""
    for slug in variants.available():
        variant = variants.get(slug)
        lo, hi = variant.equipment.players
        players = f"{lo}" if lo == hi else f"{lo}-{hi}"
        screen.write([f"{slug:<16} {screen.game(variant.name):<20} {screen.word(_PLAYERS, players=players)}"])
    return 0
