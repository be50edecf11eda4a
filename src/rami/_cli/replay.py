"""The command that shows a recorded match again.

The record has been played and checked when it is read; showing it plays its steps once more, so that each turn is
narrated as it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from rami._cli.arguments import Commands, Misuse, Parser, add_command, add_language, add_number, add_seed
from rami._cli.keyboard import Keyboard
from rami._cli.narration import Narrator, numbered_names
from rami._cli.python_files import game_named
from rami._cli.screen import Screen
from rami.bots.simulation import capped
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.matches.steps import Announced, Answered, Moved, Step
from rami.notation import records
from rami.notation.files import read
from rami.policies.variant import Variant
from rami.sessions import records as session_records

_EXAMPLES = """\
Every line of a record is checked while it is read: what the rules do not give is refused.

examples:
  rami play gin --save gin.txt
  rami replay gin.txt
  rami replay gin.txt --step --round 2
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    what = "show a recorded match again, to the end or step by step"
    parser = add_command(commands, "replay", run, what, examples=_EXAMPLES)
    record = "the record of a match, as 'rami play --save' writes it, or of a session"
    parser.add_argument("record", metavar="file", help=record)
    parser.add_argument("--step", action="store_true", help="wait for Enter after each turn; q leaves")
    add_number(parser, "--round", what="the number of a round, from 1,", help="show this round alone")
    parser.add_argument("--quiet", action="store_true", help="leave out the turns")
    add_seed(parser, "give the seed, where the record does not reveal it")
    game = "the variant of the record, where it has policies of its own, as in table.py:MINE"
    parser.add_argument("--game", metavar="FILE:NAME", help=game)
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Show it."""
    wanted = arguments.round
    # Replay the match as `rami play` played it, with its limit of turns.
    variant = None if arguments.game is None else capped(game_named(arguments.game))
    match, names = _recorded(arguments.record, arguments.seed, variant)
    rounds = match.number
    if wanted is not None and wanted > rounds:
        raise Misuse(
            screen.word(
                "--round {number}: the record has {rounds:round|rounds}", number=wanted, rounds=rounds
            )
        )
    screen.plays(match.variant)
    # Only a session has names.
    screen.names = names or tuple(numbered_names(screen, match.players))
    keyboard = Keyboard(screen)
    left = False

    def pause() -> bool:
        nonlocal left
        answer = keyboard.ask(screen.word("Enter goes on, q leaves:"))
        # The end of the input also leaves the replay, because nobody presses Enter for a pipe.
        left = answer is None or screen.meant(answer) == "quit"
        return not left

    narrator = Narrator(screen, quiet=arguments.quiet, pause=pause if arguments.step else None)
    narrator.heading(match)
    played: Match | None = None
    for number, (deal, *steps) in enumerate(match.rounds, 1):
        dealt = (
            Match.replay(match.variant, match.players, match.seed, [deal])
            if played is None
            else played.after(deal)
        )
        if wanted in (None, number):
            played = narrator.round(dealt, partial(_next, iter(steps)))
            # A user who leaves in the middle has not seen the result, so it is not printed.
            if left:
                return 0
            for step in steps:
                # The narrator stops at the end of a round; the decisions to buy back in come after it.
                if isinstance(step, Answered):
                    played = narrator.answered(played, step.accepted)
            if played.round.over:
                narrator.ending(played, dealt.eliminated)
        else:
            # A round that is not shown still has to be played, because the next deal follows from it.
            played = dealt
            for step in steps:
                played = played.after(step)
    if wanted is None:
        narrator.result(match)
    return 0


def _recorded(file: str, seed: int | None, variant: Variant | None) -> tuple[Match, tuple[str, ...]]:
    """Return a recorded match and the names of its players; moves taken back in a session are left out."""
    text = read(file, Part.RECORD, records.LARGEST_RECORD)
    # Both begin with their format; only a session has names, a match has seats.
    if text.startswith("rami session "):
        session = session_records.loads(text, variant=variant, seed=seed)
        return session.match, session.names
    return records.loads(text, variant=variant, seed=seed), ()


def _next(steps: Iterator[Step], _match: Match) -> Moved | Announced | None:
    """Return the next step of the current round."""
    return next((step for step in steps if isinstance(step, (Moved, Announced))), None)
