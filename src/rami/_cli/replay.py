"""The command that tells a recorded match again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rami._cli.arguments import LARGEST_SEED, Commands, Parser, add_command, add_language, whole
from rami._cli.keyboard import Keyboard
from rami._cli.narration import Narrator
from rami._cli.screen import Screen
from rami._cli.streams import failure
from rami.match import Match
from rami.moves import Move
from rami.notation import records

__all__ = ["add", "run"]

_EXAMPLES = """\
Every line of a record is checked while it is read: what the rules do not give is refused.

examples:
  rami play gin --save gin.txt
  rami replay gin.txt
  rami replay gin.txt --step --round 2
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands, "replay", "tell a recorded match again, to the end or step by step", "", _EXAMPLES
    )
    parser.add_argument(
        "record", metavar="file", help="the record of a match, as 'rami play --save' writes it"
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after each turn; q leaves")
    parser.add_argument(
        "--round",
        metavar="N",
        type=whole(1, 10**6, "the number of a round, from 1,"),
        help="this round alone",
    )
    parser.add_argument("--quiet", action="store_true", help="leave out the turns")
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole(0, LARGEST_SEED, "an integer from 0 to 2**256 - 1"),
        help="the seed, where the record does not reveal it",
    )
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Tell it."""
    match = records.load(arguments.record, seed=arguments.seed)
    rounds = len(match.log)
    if arguments.round is not None and arguments.round > rounds:
        return failure(
            screen.word(
                "--round {number}: the record has {rounds:round|rounds}",
                number=arguments.round,
                rounds=rounds,
            ),
            2,
        )
    keyboard = Keyboard(screen)
    left = False

    def pause() -> bool:
        nonlocal left
        answer = keyboard.ask(screen.word("Enter goes on, q leaves:"))
        left = answer is None or answer.lower() in ("q", "quit")
        return not left

    narrator = Narrator(screen, quiet=arguments.quiet, pause=pause if arguments.step else None)
    narrator.heading(match)
    for number, dealt, moves in _rounds(match):
        if arguments.round not in (None, number):
            continue
        left_before = dealt.eliminated
        after = narrator.round(dealt, lambda _, moves=moves: next(moves, None))  # type: ignore[misc]  # the loop's own value
        if left:
            return 0
        if after.round.over:
            narrator.ending(after, left_before)
    if arguments.round is None:
        narrator.result(match)
    return 0


def _rounds(match: Match) -> Iterator[tuple[int, Match, Iterator[Move]]]:
    """Each round: its number, the match as it was dealt, and the moves."""
    current: Match | None = None
    for number, (moves, deck) in enumerate(zip(match.log, match.decks, strict=True), 1):
        if current is None:
            current = Match.start(match.variant, match.players, match.seed, deck=deck or None)
        else:
            current = current.next_round(deck=deck or None)
        yield number, current, (logged.move for logged in moves)
        for logged in moves:
            current = current.play(logged.move)
