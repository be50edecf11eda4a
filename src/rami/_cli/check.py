"""The command that says whether a meld, an opening or a turn is legal, and why not."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rami._cli.arguments import (
    Commands,
    Parser,
    add_command,
    add_language,
    starting_position,
    variant_named,
    whole,
    written,
)
from rami._cli.screen import Screen, marked
from rami._cli.streams import failure
from rami.errors import IllegalMove, InvalidCards, InvalidMeld, RamiError, Reason, Violation
from rami.melds import Meld
from rami.notation import move_text, parse_turn
from rami.policies.contracts import contracts_of
from rami.policies.variant import Variant

__all__ = ["add", "run"]

ILLEGAL = 1
_OF_OPENINGS = ("opening", "drawn_from", "taken", "first_turn", "contract")
_EXAMPLES = """\
One meld is checked as a meld, several are checked as an opening. With --position the text is a move or a whole turn.

examples:
  rami check classic-51 "7♠ 8♠ *"
  rami check classic-51 "7♠ 8♠ 9♠" "A♦ A♣ A♥"
  rami check frustration --contract 1 "7♠ 7♥ 7♦" "9♠ 9♥ 9♦"
  rami check --position "rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play" "drop 4♥"
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands,
        "check",
        "say whether a meld, an opening or a turn is legal, and why not",
        "Say whether a meld, an opening or a turn is legal, and why not: exit code 0 if it is, 1 if it is not.",
        _EXAMPLES,
    )
    parser.add_argument("texts", metavar="text", nargs="+", help="the game, then one or more melds; or moves")
    parser.add_argument(
        "--position", metavar="TEXT", help="the position that moves are played in; - reads it"
    )
    parser.add_argument("--opening", action="store_true", help="a single meld is an opening, too")
    parser.add_argument(
        "--drawn-from", choices=("stock", "discard"), help="where the card of this turn came from"
    )
    parser.add_argument("--taken", metavar="CARD", help="the card taken from the discard pile")
    parser.add_argument("--first-turn", action="store_true", help="it is the player's first turn")
    parser.add_argument(
        "--contract",
        metavar="N",
        type=whole(1, 10**6, "a number of a contract"),
        help="the contract that is due",
    )
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Check it."""
    texts = [screen.read(text) for text in arguments.texts]
    if arguments.position is not None:
        if not all(text.strip() for text in texts):
            return failure("a move expected behind --position (see rami check --help)", 2)
        for name in _OF_OPENINGS:
            if getattr(arguments, name) not in (None, False):
                return failure(f"{_option(name)} does not go with --position (see rami check --help)", 2)
        return _turn(screen, arguments.position, "; ".join(texts))
    game, *melds = texts
    variant = variant_named(arguments.texts[0])
    if not melds:
        return failure(f"a meld expected behind {game} (see rami check --help)", 2)
    if not all(meld.strip() for meld in melds):
        return failure("a meld expected, not an empty text (see rami check --help)", 2)
    if len(melds) == 1 and not arguments.opening:
        for name in _OF_OPENINGS:
            if getattr(arguments, name) not in (None, False):
                return failure(f"{_option(name)} is for an opening: add --opening", 2)
        return _meld(screen, variant, melds[0])
    if variant.table.concealed:
        return failure(screen.word("{game} has no opening: give one meld", game=screen.game(variant.name)), 2)
    contracts = contracts_of(variant.opening)
    if contracts is None and arguments.contract is not None:
        return failure(screen.word("--contract: this game has no contracts"), 2)
    if contracts is not None and not 1 <= (arguments.contract or 0) <= len(contracts):
        return failure(
            screen.word("--contract: say which contract is due, 1 to {last}", last=len(contracts)), 2
        )
    return _opening(screen, variant, melds, arguments)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _turn(screen: Screen, position: str, text: str) -> int:
    """Play moves one after the other; tell what happens, or what speaks against one."""
    played = starting_position(screen.read(written(position)), None, None)
    for move in parse_turn(text):
        try:
            played, events = played.step(move)
        except IllegalMove as error:
            screen.say("{move} is not legal.", move=str(move))
            _reasons(screen, error.violations)
            return ILLEGAL
        screen.say("{move} is legal.", move=move_text(move, events))
    return 0


def _meld(screen: Screen, variant: Variant, text: str) -> int:
    try:
        meld = variant.meld(text)
    except (InvalidMeld, InvalidCards) as error:
        _refused(error)
        screen.say("This is no meld.")
        _reasons(screen, error.violations)
        return ILLEGAL
    _told(screen, variant, meld)
    others = [each for each in variant.readings(text) if each != meld]
    if others:
        screen.say("In another order it could be: {melds}", melds=", ".join(map(str, others)))
    return 0


def _told(screen: Screen, variant: Variant, meld: Meld) -> None:
    """What a meld is, what it is worth, and what its wild cards stand for."""
    run = meld.kind == "run"
    words = (
        marked("A run: {cards}, {points:point|points}")
        if run
        else marked("A group: {cards}, {points:point|points}")
    )
    screen.say(words, cards=str(meld), points=variant.points(meld))
    for index in variant.wilds(meld):
        placed = meld.placed[index]
        stands_for = placed.stands_for
        if hasattr(stands_for, "rank"):
            screen.say("{card} stands for {other}", card=placed.card, other=stands_for)


def _opening(screen: Screen, variant: Variant, melds: Sequence[str], arguments: argparse.Namespace) -> int:
    try:
        for text in melds:
            _told(screen, variant, variant.meld(text))
        verdict = variant.check_opening(
            melds,
            drawn_from=arguments.drawn_from,
            taken=arguments.taken,
            first_turn=arguments.first_turn,
            contract=arguments.contract,
        )
    except (InvalidMeld, InvalidCards) as error:
        _refused(error)
        screen.say("This is no meld.")
        _reasons(screen, error.violations)
        return ILLEGAL
    if verdict.ok:
        screen.say("As an opening: allowed, {points:point|points}", points=verdict.points)
        return 0
    screen.say("As an opening: not allowed.")
    _reasons(screen, verdict.violations)
    return ILLEGAL


def _refused(error: RamiError) -> None:
    """Go on with a meld that is none, or holds cards that the pack lacks; a text that cannot be read is an error."""
    if not isinstance(error, InvalidMeld) and any(
        each.code != Reason.TOO_MANY_COPIES for each in error.violations
    ):
        raise error


def _reasons(screen: Screen, violations: Sequence[Violation]) -> None:
    for violation in violations:
        rule = f" [{violation.rule}]" if violation.rule else ""
        screen.write([f"- {screen.told(violation)}{rule}"])
