"""`rami replay`: show a recorded match.

Reading a record replays and checks the whole match. The command then plays the steps once more and narrates each turn.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import partial

from rami._cli.arguments import Commands, Misuse, Parser, add_command, add_language, add_number, add_seed
from rami._cli.keyboard import Keyboard
from rami._cli.narration import Narrator, numbered_names
from rami._cli.python_files import game_named
from rami._cli.screen import Screen
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.matches.steps import Announced, Answered, Moved, Step
from rami.notation import records
from rami.notation.files import read
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant
from rami.sessions import records as session_records

_TURN_CAP = re.compile(r"^option match\.turn_cap = (\d{1,9})$", re.MULTILINE)

_EXAMPLES = """\
Every line of a record is checked as it is read; a line that does not follow from the rules is refused.

examples:
  rami play gin --save gin.txt
  rami replay gin.txt
  rami replay gin.txt --step --round 2
"""


def add(commands: Commands) -> Parser:
    """Add `rami replay` to the commands."""
    what = "show a recorded match again, to the end or step by step"
    parser = add_command(commands, "replay", run, what, examples=_EXAMPLES)
    record = "the record of a match, as 'rami play --save' writes it, or of a session"
    parser.add_argument("record", metavar="file", help=record)
    parser.add_argument("--step", action="store_true", help="wait for Enter after each turn; q to leave")
    add_number(parser, "--round", what="the number of a round, from 1", help="show only this round")
    parser.add_argument("--quiet", action="store_true", help="leave out the turns")
    add_seed(parser, "the seed, if the record does not reveal it")
    game = "the variant of the record, if it has custom policies, as in table.py:MINE"
    parser.add_argument("--game", metavar="FILE:NAME", help=game)
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Show the match, or one of its rounds."""
    wanted = arguments.round
    match, names = _recorded(arguments.record, arguments.seed, arguments.game)
    rounds = match.number
    if wanted is not None and wanted > rounds:
        raise Misuse(
            screen.word(
                "--round {number}: the record has only {rounds:round|rounds}", number=wanted, rounds=rounds
            )
        )
    screen.plays(match.variant)
    # Only the record of a session has names.
    screen.names = names or numbered_names(screen, match.players)
    keyboard = Keyboard(screen)
    left = False

    def pause() -> bool:
        nonlocal left
        answer = keyboard.ask(screen.word("Press Enter to continue, or type q to leave:"))
        # Also leave at the end of the input, because nobody can press Enter any more.
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
            # If the user leaves in the middle, do not give away the result.
            if left:
                return 0
            for step in steps:
                # The narrator stops at the end of the round, so apply the decisions to buy back in here.
                if isinstance(step, Answered):
                    played = narrator.answered(played, step.accepted)
            if played.round.over:
                narrator.ending(played, dealt.eliminated)
        else:
            # Play this round without showing it, because the next deal depends on it.
            played = dealt
            for step in steps:
                played = played.after(step)
    if wanted is None:
        narrator.result(match)
    return 0


def _recorded(file: str, seed: int | None, game: str | None) -> tuple[Match, tuple[str, ...]]:
    """Return a recorded match and the players' names; the match of a session lacks moves that were taken back."""
    text = read(file, Part.RECORD, records.LARGEST_RECORD)
    variant = None if game is None else _as_played(game_named(game), text)
    # Both kinds of record state their format first; only the record of a session has names.
    if text.startswith("rami session "):
        session = session_records.loads(text, variant=variant, seed=seed)
        return session.match, session.names
    return records.loads(text, variant=variant, seed=seed), ()


def _as_played(variant: Variant, record: str) -> Variant:
    """Return a game with the cap on turns that `rami play` added and the record contains."""
    limit = _TURN_CAP.search(record)
    if limit is None or not isinstance(variant.match, MatchFormat):
        return variant
    return variant.with_(match={"turn_cap": int(limit[1])})


def _next(steps: Iterator[Step], _match: Match) -> Moved | Announced | None:
    """Return the next step of the current round."""
    return next((step for step in steps if isinstance(step, (Moved, Announced))), None)
