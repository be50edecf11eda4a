"""`rami play`: play a match against bots, or watch bots play a match.

Bots that cannot go out would play endlessly, so a round is void after `--turn-cap` turns, and ten void rounds in a row
end the match.
"""

from __future__ import annotations

import argparse

from rami._cli.arguments import (
    Commands,
    Misuse,
    Parser,
    add_bots,
    add_command,
    add_deal,
    add_language,
    add_number,
    add_variant,
    bots_named,
    seed_given,
)
from rami._cli.narration import Narrator, bot_names
from rami._cli.python_files import game_named
from rami._cli.screen import Screen
from rami._cli.streams import failure
from rami._cli.words import VERBS
from rami.bots.simulation import TURN_CAP, capped
from rami.bots.tournaments import MOST_VOID, void_rounds
from rami.cards.moves import Move
from rami.matches.match import Match

_MOVES = "\n".join(f"  {verb.example:<14} {verb.what}" for verb in VERBS)
_TEXTS = f"""\
Type a move, the number of a listed move, or help. These are the moves of all games; each game has some of them:
{_MOVES}
A joker is written *, and suits may be letters (7s for 7♠). The same seed gives the same match on every machine.

examples:
  rami play gin
  rami play classic-51 --players 4 --seed 7
  rami play classic-51 --watch --quiet --rounds 3
  rami play table.py:MINE
"""


def add(commands: Commands) -> Parser:
    """Add `rami play` to the commands."""
    what = "play a match against bots, or watch bots play"
    more = "Play a match against bots, or watch bots play one, turn by turn to the end."
    parser = add_command(commands, "play", run, what, more, _TEXTS)
    add_variant(parser)
    add_deal(parser)
    seat = "play in this seat (default: 0, the first one)"
    add_number(parser, "--seat", "--human", dest="seat", what="the number of a seat", least=0, help=seat)
    parser.add_argument("--watch", action="store_true", help="watch bots play in all seats")
    add_bots(parser)
    last = "stop after this many rounds (default: play to the end of the match)"
    add_number(parser, "--rounds", what="a number of rounds, 1 or more", help=last)
    cap = f"end a round as void after this many turns (default: {TURN_CAP}, unless the game says otherwise)"
    add_number(parser, "--turn-cap", what="a number of turns, 1 or more", help=cap)
    parser.add_argument("--quiet", action="store_true", help="with --watch: leave out the turns")
    plain = "never clear the window; print line after line, as a screen reader needs it"
    parser.add_argument("--plain", action="store_true", help=plain)
    parser.add_argument("--save", metavar="FILE", help="write the record of the match, for rami replay")
    add_language(parser)
    return parser


def opening_position(game: str, players: int | None, seed: int, turn_cap: int | None) -> Match:
    """Return the match before its first move."""
    variant = game_named(game)
    # Make the cap on turns an option of the game, so that the record contains it and a replay ends the same rounds.
    limited = capped(variant) if turn_cap is None else variant.with_(match={"turn_cap": turn_cap})
    return Match.start(limited, players=players, seed=seed)


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play the match."""
    if arguments.watch and arguments.seat is not None:
        raise Misuse("--watch and --seat cannot be used together")
    if arguments.quiet and not arguments.watch:
        raise Misuse("--quiet can be used only with --watch")
    seed = seed_given(arguments.seed)
    match = opening_position(arguments.variant, arguments.players, seed, arguments.turn_cap)
    bots = bots_named(arguments.bots, match.players, seed)
    screen.plays(match.variant)
    if arguments.watch:
        screen.names = bot_names(screen, match.players)
        narrator = Narrator(screen, quiet=arguments.quiet)

        def choose(match: Match) -> Move:
            # Give the bot only a view, so that it knows no more than a player in that seat.
            return bots[match.round.player].choose(match.view(match.round.player))

        narrator.heading(match)
        match = narrator.rounds(match, lambda dealt: narrator.round(dealt, choose), arguments.rounds)
        narrator.result(match)
    else:
        from rami._cli.person import Person

        seat = arguments.seat or 0
        if seat >= match.players:
            raise Misuse(f"--seat: seats are 0 to {match.players - 1}")
        match = Person(screen, seat, bots, plain=arguments.plain).plays(match, arguments.rounds)
    # Save the match even if the person has left it; `rami replay` shows the part that was played.
    if arguments.save:
        from rami.notation import records

        records.dump(match, arguments.save)
    void = void_rounds(match)
    # Ten void rounds are a failure, unless the user asked for exactly ten rounds with --rounds.
    if not match.over and void == MOST_VOID and len(match.scores) != arguments.rounds:
        return failure(f"{void} rounds in a row were void, so the match was abandoned", 1)
    return 0
