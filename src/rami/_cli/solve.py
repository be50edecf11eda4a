"""`rami solve`: find the best play on a table whose melds may all be regrouped, as in Rummikub.

The user types the table with `|` or `;` between melds, or pipes it in with one meld per line. The exit code is 0, or
1 if nothing can be laid.
"""

from __future__ import annotations

import argparse
from itertools import islice

from rami._cli.arguments import Commands, Parser, add_command, add_language, add_number, text_or_input
from rami._cli.python_files import game_named
from rami._cli.screen import Screen

NOTHING = 1
_EXAMPLES = """\
Give a table as its melds, separated by |, or as its tiles in any order. Type - to read it from standard input, one
meld per line. Colours are written as letters: r red, b blue, k black, y yellow; * is a joker.

examples:
  rami solve rummikub "5b 5r 5k 5y | 9r 10r 11r" "4b 6b 7b 12r 13k"
  rami solve rummikub - "4b 6b 7b 12r 13k" --objective points < table.txt
  rami solve rummikub "5b 5r 5k 5y" "4b 6b 7b" --all
"""


def add(commands: Commands) -> Parser:
    """Add `rami solve` to the commands."""
    what = "find the best play from a rack onto a table whose melds may be regrouped"
    parser = add_command(commands, "solve", run, what, examples=_EXAMPLES)
    parser.add_argument(
        "variant", metavar="game", help="the game (see 'rami variants'), or a house-rule file"
    )
    parser.add_argument("table", help="the melds on the table; - to read them from standard input")
    parser.add_argument("rack", help="the tiles of the rack")
    parser.add_argument(
        "--objective",
        choices=("tiles", "points", "tiles_points"),
        default="tiles",
        help="lay the most tiles, the most points, or the most tiles and then the most points (default: tiles)",
    )
    parser.add_argument("--all", action="store_true", help="list every possible play, most tiles first")
    most = "list at most this many"
    add_number(parser, "--limit", what="a number of plays, 1 or more", largest=10**9, help=most)
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Print the best play, or all plays."""
    variant = game_named(arguments.variant)
    screen.plays(variant)
    table = screen.read(text_or_input(arguments.table, whole=True)).replace(";", "|")
    rack = screen.read(arguments.rack)
    if arguments.all or arguments.limit is not None:
        count = 0
        for laid in islice(variant.plays(table, rack), arguments.limit):
            screen.write([" ".join(map(str, laid))])
            count += 1
        if not count:
            screen.say("Nothing can be laid.")
        return 0 if count else NOTHING
    play = variant.best_play(table, rack, arguments.objective)
    if not play.laid:
        screen.say("Nothing can be laid.")
        return NOTHING
    screen.say("Lay {cards}: {points:point|points}", cards=str(play.laid), points=play.points)
    screen.say("The table then:")
    screen.write(f"  {meld}" for meld in play.melds)
    if play.left:
        screen.say("Left on the rack: {cards}", cards=str(play.left))
    if play.broken:
        screen.say("{count:meld|melds} on the table taken apart", count=play.broken)
        if not play.least:
            screen.say("Perhaps fewer would be enough.")
    return 0
