"""`rami check`: say whether a meld, an opening or a turn is legal, and if not, why.

The exit code is 0 if the play is legal. Otherwise it is 1, and the reasons are printed with the IDs of the rules. If
the input cannot be read, the exit code is 2.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rami._base.lines import marked
from rami._cli.arguments import (
    Commands,
    Misuse,
    Parser,
    add_command,
    add_language,
    add_number,
    starting_position,
    text_or_input,
)
from rami._cli.narration import numbered_names
from rami._cli.python_files import game_named, in_python
from rami._cli.screen import Screen
from rami.cards.melds import Meld
from rami.errors import IllegalMove, InvalidCards, InvalidMeld, Reason, Violation
from rami.notation import parse_turn
from rami.policies.slots.contracts import contracts_of
from rami.policies.variant import Variant

ILLEGAL = 1
_OF_OPENINGS = ("opening", "drawn_from", "taken", "first_turn", "contract")
_EXAMPLES = """\
One meld is checked as a meld, and several melds as an opening. With --position, type a move or a whole turn.

examples:
  rami check classic-51 "7♠ 8♠ *"
  rami check classic-51 "7♠ 8♠ 9♠" "A♦ A♣ A♥"
  rami check frustration --contract 1 "7♠ 7♥ 7♦" "9♠ 9♥ 9♦"
  rami check --position "rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play" "discard 4♥"
"""
_RUN = marked("A run: {cards}, {points:point|points}")
_GROUP = marked("A group: {cards}, {points:point|points}")


class _NotAMeld(Exception):
    """Raised for cards that were read correctly but do not form a meld."""

    def __init__(self, text: str, violations: Sequence[Violation]) -> None:
        self.text = text
        self.violations = violations


def add(commands: Commands) -> Parser:
    """Add `rami check` to the commands."""
    what = "say whether a meld, an opening or a turn is legal, and if not, why"
    more = f"{what.capitalize()}. The exit code is 0 if it is legal, and 1 if it is not."
    parser = add_command(commands, "check", run, what, more, _EXAMPLES)
    parser.add_argument(
        "texts", metavar="text", nargs="+", help="a game and its melds or, with --position, moves"
    )
    where = "check moves in this position; - to read it from standard input"
    parser.add_argument("--position", metavar="TEXT", help=where)
    parser.add_argument("--opening", action="store_true", help="also check a single meld as an opening")
    piles = ("stock", "discard")
    # LEB-DRAW-01: in Lebanese 14 an opening with the discard needs 71 points instead of 51.
    parser.add_argument("--drawn-from", choices=piles, help="say where the player drew a card this turn")
    # D-12: a player who takes a card before opening must use it in the opening itself.
    parser.add_argument("--taken", metavar="CARD", help="name the card taken from the discard pile")
    # VELVET-OPEN-01: in GameVelvet players may open only from their second turn on.
    parser.add_argument(
        "--first-turn", action="store_true", help="check the opening as on the player's first turn"
    )
    add_number(
        parser, "--contract", what="the number of a contract", help="the number of the contract to lay"
    )
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Check the melds or the moves, and print the answer."""
    texts: list[str] = arguments.texts
    if arguments.position is not None:
        if not all(text.strip() for text in texts):
            raise Misuse("expected a move after --position (see rami check --help)")
        _refuse_options_of_openings(arguments, "cannot be used with --position (see rami check --help)")
        return _turn(screen, arguments.position, "; ".join(texts))
    game, *melds = texts
    variant = game_named(game)
    screen.plays(variant)
    if not melds:
        # The writer of a game may expect this command to check the game itself.
        hint = "; to check the game itself, use rami.testing.check_variant" if in_python(game) else ""
        raise Misuse(f"expected a meld after {game} (see rami check --help){hint}")
    if not all(meld.strip() for meld in melds):
        raise Misuse("expected a meld, not an empty text (see rami check --help)")
    try:
        # A single meld is rarely enough to open, so check it only as a meld.
        if len(melds) == 1 and not arguments.opening:
            _refuse_options_of_openings(arguments, "is for an opening: add --opening")
            return _meld(screen, variant, melds[0])
        return _opening(screen, variant, melds, arguments)
    except _NotAMeld as refused:
        line = screen.word("{cards}: this is not a meld.", cards=refused.text)
        return _illegal(screen, line, refused.violations)


def _refuse_options_of_openings(arguments: argparse.Namespace, why: str) -> None:
    for name in _OF_OPENINGS:
        if getattr(arguments, name) not in (None, False):
            raise Misuse(f"--{name.replace('_', '-')} {why}")


def _turn(screen: Screen, position: str, text: str) -> int:
    """Play moves in order; for each, print that it is legal, or why it is not."""
    played = starting_position(screen.read(text_or_input(position)))
    screen.names = numbered_names(screen, len(played.hands))
    for move in screen.parse(parse_turn, text):
        before = played
        try:
            # Play the moves one by one, so that the answer names the first illegal move.
            played = played.play(move)
        except IllegalMove as error:
            refused = screen.word("{move}: this is not legal.", move=screen.text(move, table=before.table))
            return _illegal(screen, refused, error.violations)
        screen.say("{move}: this is legal.", move=screen.text(move, table=before.table))
    return 0


def _read(screen: Screen, variant: Variant, text: str) -> Meld:
    try:
        return screen.parse(variant.meld, text)
    except (InvalidMeld, InvalidCards) as error:
        # Unreadable input is a mistake of the user; it must not be reported as cards that form no meld.
        readable = all(each.code == Reason.TOO_MANY_COPIES for each in error.violations)
        if not isinstance(error, InvalidMeld) and not readable:
            raise
        raise _NotAMeld(text, error.violations) from None


def _meld(screen: Screen, variant: Variant, text: str) -> int:
    meld = _read(screen, variant, text)
    _describe(screen, variant, meld)
    # R51-JRET-EX1, D-27: in 2♠ 3♠ * the joker is the 4♠, but in another order it could be the ace.
    others = [each for each in screen.parse(variant.readings, text) if each != meld]
    if others:
        screen.say("In another order it could be: {melds}", melds=screen.listed(map(str, others)))
    return 0


def _describe(screen: Screen, variant: Variant, meld: Meld) -> None:
    """Print the name of a meld, its points, and the cards that its wild cards represent."""
    words = _RUN if meld.kind == "run" else _GROUP
    screen.say(words, cards=str(meld), points=variant.points(meld))
    for index in variant.wilds(meld):
        placed = meld.placed[index]
        # D-27: in a group of three a joker may represent either missing suit, so there is no single card to name.
        if hasattr(placed.stands_for, "rank"):
            screen.say("{card} stands for {other}", card=placed.card, other=placed.stands_for)


def _opening(screen: Screen, variant: Variant, melds: Sequence[str], arguments: argparse.Namespace) -> int:
    # GIN-TURN-01: in gin all melds stay in the hand until somebody knocks, so nobody opens.
    if variant.table.concealed:
        raise Misuse(screen.word("{game} has no opening: give one meld", game=screen.game(variant.name)))
    contracts = contracts_of(variant.opening)
    if contracts is None and arguments.contract is not None:
        raise Misuse(screen.word("--contract: this game has no contracts"))
    # FRU-ADV-02: in Frustration players may have different contracts to lay, so ask for the number.
    if contracts is not None and not 1 <= (arguments.contract or 0) <= len(contracts):
        raise Misuse(screen.word("--contract: say which contract is due, 1 to {last}", last=len(contracts)))
    read: list[Meld] = []
    for text in melds:
        read.append(_read(screen, variant, text))
        _describe(screen, variant, read[-1])
    verdict = variant.check_opening(
        read,
        drawn_from=arguments.drawn_from,
        taken=arguments.taken,
        first_turn=arguments.first_turn,
        contract=arguments.contract,
    )
    if not verdict.ok:
        return _illegal(screen, screen.word("As an opening: not allowed."), verdict.violations)
    screen.say("As an opening: allowed, {points:point|points}", points=verdict.points)
    return 0


def _illegal(screen: Screen, what: str, violations: Sequence[Violation]) -> int:
    screen.write([what, *screen.reasons(violations)])
    return ILLEGAL
