"""The command that plays a match: bots alone, or a person against them."""

from __future__ import annotations

import argparse

from rami._cli.arguments import (
    Commands,
    Parser,
    add_command,
    add_deal,
    add_language,
    add_variant,
    variant_named,
    whole,
)
from rami._cli.narration import Narrator
from rami._cli.opponents import add_bots, bots_named
from rami._cli.screen import Screen
from rami._cli.streams import failure
from rami.bots import Bot
from rami.match import Match
from rami.moves import Move
from rami.policies.match_format import MatchFormat

__all__ = ["add", "opening_position", "run"]

DEFAULT_SEED = 7
USUAL_TURN_CAP = 400
MOST_VOID_ROUNDS = 10
_TEXTS = """\
The moves:
  draw 7♠             a card from the stock
  take                the top card of the discard pile
  lay 7♠ 8♠ 9♠        new melds; several are joined by +
  lay ... from 3:8♥   the 8♥ comes out of the meld [3] on the table
  off Q♣ > 2          a card added to the meld [2]
  swap 4♠ > 1         a card in exchange for the joker of the meld [1]
  drop K♥             the discard that ends the turn
  pass                the discard that is offered is left
  knock K♥ with ...   the hand is shown after a discard face down; big gin shows all of it
A joker is written *, suits may be letters (7s for 7♠). The same seed gives the same match on every machine.

With --seat you play yourself: type a move, the number of a listed one, or help.

examples:
  rami play classic-51 --players 4 --seed 7
  rami play classic-51 --quiet --rounds 3
  rami play gin --seat 0
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands,
        "play",
        "play a match against bots, or watch bots play it",
        "Play a match: by bots, who are told turn by turn to the winners, or yourself against them.",
        _TEXTS,
    )
    add_variant(parser)
    add_deal(parser, "how many play (default: 4, if the game allows it)")
    parser.add_argument(
        "--seat",
        "--human",
        metavar="N",
        dest="seat",
        type=whole(0, 10**6, "the number of a seat"),
        help="play yourself, on this seat; the first one is 0",
    )
    add_bots(parser)
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=whole(1, 10**6, "a number of rounds, 1 or more,"),
        help="stop after this many rounds (default: when the match is over)",
    )
    parser.add_argument(
        "--turn-cap",
        metavar="N",
        type=whole(1, 10**6, "a number of turns, 1 or more,"),
        help="a round is void after this many turns (default: 400, unless the game says otherwise)",
    )
    parser.add_argument("--quiet", action="store_true", help="leave out the turns of bots")
    parser.add_argument("--save", metavar="FILE", help="write the record of the match, for rami replay")
    add_language(parser)
    return parser


def opening_position(game: str, players: int | None, seed: int, turn_cap: int | None) -> Match:
    """The match before its first move.

    Parameters:
        game: which variant, or which house-rule file.
        players: how many play; None for the usual number, as far as the variant allows it.
        seed: where all lots and shuffles come from.
        turn_cap: the number of turns after which a round is void; None for the usual one where the variant has none.

    Raises:
        RamiError: an unknown variant, or a number that the variant does not allow.
    """
    variant = variant_named(game)
    cap = turn_cap
    if cap is None and isinstance(variant.match, MatchFormat) and variant.match.turn_cap is None:
        cap = USUAL_TURN_CAP
    if cap is not None:
        variant = variant.with_(match={"turn_cap": cap})
    return Match.start(variant, players=players, seed=seed)


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play the match."""
    seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
    match = opening_position(arguments.variant, arguments.players, seed, arguments.turn_cap)
    bots = bots_named(arguments.bots, match.players, seed)
    if arguments.seat is None:
        match = demonstration(screen, match, bots, rounds=arguments.rounds, quiet=arguments.quiet)
    else:
        from rami._cli.person import Person

        if arguments.seat >= match.players:
            return failure(f"--seat: seats are 0 to {match.players - 1}", 2)
        match = Person(screen, arguments.seat, bots).plays(match, arguments.rounds)
    if arguments.save:
        from rami.notation import records

        records.dump(match, arguments.save)
    void = void_rounds(match)
    if not match.over and void == MOST_VOID_ROUNDS and len(match.scores) != arguments.rounds:
        return failure(f"{void} rounds in a row were void, so the match was given up", 1)
    return 0


def demonstration(
    screen: Screen, match: Match, bots: tuple[Bot, ...], *, rounds: int | None, quiet: bool
) -> Match:
    """Tell a match that bots play.

    Parameters:
        screen: where it is written.
        match: the match before its first move.
        bots: who plays, by seat.
        rounds: how many rounds are played at most; None for a whole match.
        quiet: whether the turns are left out.

    Returns:
        The match as far as it went: to its end, through that many rounds, or through ten void ones in a row.
    """

    def choose(match: Match) -> Move:
        return bots[match.round.player].choose(match.round.view(match.round.player))

    narrator = Narrator(screen, quiet=quiet)
    narrator.heading(match)
    while True:
        gone = match.eliminated
        match = narrator.round(match, choose)
        narrator.ending(match, gone)
        if match.over or len(match.log) == rounds or void_rounds(match) == MOST_VOID_ROUNDS:
            break
        match = match.next_round()
    narrator.result(match)
    return match


def void_rounds(match: Match) -> int:
    """How many of the last rounds, without a break, were void."""
    return next(
        (past for past, score in enumerate(reversed(match.scores)) if not score.void), len(match.scores)
    )
