"""The command that keeps a score sheet for people who play with real cards."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs

from rami.cards import parse_cards
from rami.cli.arguments import Commands, Parser, add_command, add_language, variant_named
from rami.cli.keyboard import Keyboard
from rami.cli.screen import Screen
from rami.cli.sheet import Entry, Sheet, load, save
from rami.cli.streams import failure
from rami.cli.telling import score_sheet
from rami.errors import InvalidCards, RamiError, Reason, Violation
from rami.policies.compiled import contracts_of
from rami.policies.scores import KnockKind, RoundScore

__all__ = ["add", "run"]

T = TypeVar("T")
_FRENCH_RANKS = {"1": "A", "V": "J", "D": "Q", "R": "K"}

_EXAMPLES = """\
The file is written after each round; the same command goes on where you stopped.
Cards left in a hand are typed as K 3 A * (suits do not matter), or - for none.

examples:
  rami score evening.json classic-51 --names Anna Ben Carl
  rami score evening.json
  rami score evening.json --show
"""


class _Stopped(Exception):
    """The input has ended in the middle of a round."""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands,
        "score",
        "keep the score of a match with real cards",
        "Keep the score of a match with real cards: enter what is left in each hand, see who leads and who deals.",
        _EXAMPLES,
    )
    parser.add_argument("file", help="the score sheet; it is made if it is not there")
    parser.add_argument("variant", nargs="?", help="for a new sheet: which game, or a house-rule file")
    parser.add_argument("--names", metavar="NAME", nargs="+", help="for a new sheet: the players, by seat")
    parser.add_argument(
        "--dealer", metavar="NAME", help="for a new sheet: who deals first (default: the first)"
    )
    parser.add_argument("--show", action="store_true", help="show the sheet and enter nothing")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Show the sheet, and enter rounds."""
    if Path(arguments.file).exists():
        if arguments.variant or arguments.names or arguments.dealer:
            return failure(f"{arguments.file} is there already: give the file alone to go on with it", 2)
        sheet = load(arguments.file)
    else:
        if not (arguments.variant and arguments.names):
            return failure(f"{arguments.file} is not there: give a game and --names for a new sheet", 2)
        sheet = _new(arguments)
        save(sheet, arguments.file)
    show(screen, sheet)
    return 0 if arguments.show else Dialogue(screen, sheet, arguments.file).runs()


def _new(arguments: argparse.Namespace) -> Sheet:
    variant = variant_named(arguments.variant)
    names = tuple(arguments.names)
    lo, hi = variant.equipment.players
    if not lo <= len(names) <= hi:
        raise RamiError(Violation(Reason.PLAYER_COUNT, None, {"players": len(names), "lo": lo, "hi": hi}))
    if len({name.lower() for name in names}) < len(names):
        raise _wrong("--names", "a different name for each player", " ".join(names))
    sheet = Sheet(variant, names)
    if arguments.dealer is None:
        return sheet
    seat = seat_of(arguments.dealer, names)
    if seat is None:
        raise _wrong("--dealer", f"one of {', '.join(names)}", arguments.dealer)
    return attrs.evolve(sheet, dealer=seat)


def _wrong(what: str, expected: str, got: str) -> RamiError:
    return RamiError(Violation(Reason.WRONG_TYPE, None, {"what": what, "expected": expected, "got": got}))


def seat_of(text: str, names: Sequence[str]) -> int | None:
    """The seat of a player, by the name or its beginning; None if that is nobody, or more than one.

    >>> seat_of("b", ["Anna", "Ben"]), seat_of("c", ["Anna", "Ben"])
    (1, None)
    """
    lowered = [name.lower() for name in names]
    if text.lower() in lowered:
        return lowered.index(text.lower())
    found = [seat for seat, name in enumerate(lowered) if text and name.startswith(text.lower())]
    return found[0] if len(found) == 1 else None


def show(screen: Screen, sheet: Sheet) -> None:
    """Write the rounds, the totals, and who deals or has won."""
    standing = sheet.standing()
    screen.say("{game}: {names}", game=screen.game(sheet.variant.name), names=", ".join(sheet.names))
    if standing.scores:
        rows: list[list[object]] = [
            [number, sheet.names[dealer], *(_points(screen, score, seat) for seat in range(len(sheet.names)))]
            for number, (score, dealer) in enumerate(zip(standing.scores, standing.dealers, strict=True), 1)
        ]
        if standing.contracts:
            rows.append(["", screen.word("contract"), *standing.contracts])
        else:
            rows.append(["", screen.word("total"), *standing.totals])
        screen.table([screen.word("round"), screen.word("dealt by"), *sheet.names], rows)
    for group in standing.departures:
        screen.say("Out of the match: {who}", who=", ".join(sheet.names[seat] for seat in group))
    if standing.over and standing.verdict is not None:
        winners = ", ".join(sheet.names[seat] for seat in standing.verdict.winners)
        screen.say("The match is over. Won by: {who}", who=winners)
    else:
        screen.say("{who} deals.", who=sheet.names[standing.next_dealer])


def _points(screen: Screen, score: RoundScore, seat: int) -> object:
    if score.void:
        return screen.word("void")
    if not any(line.player == seat for line in score.lines):
        return "-"
    return score.points(seat)


class Dialogue:
    """Asks people for their rounds.

    Parameters:
        screen: what they see.
        sheet: the sheet to go on with.
        path: where it is kept.
    """

    def __init__(self, screen: Screen, sheet: Sheet, path: str) -> None:
        self._screen = screen
        self._sheet = sheet
        self._path = path
        self._keyboard = Keyboard(screen)
        self._settings = sheet.variant.settings()

    def runs(self) -> int:
        """Ask until the match is over or the people leave; the exit code."""
        screen = self._screen
        while True:
            over = self._sheet.standing().over
            question = screen.word(
                "undo, sheet or quit:" if over else "Enter for a round; undo, sheet or quit:"
            )
            answer = self._keyboard.ask(question)
            if answer is None or answer.lower() in ("quit", "q", "quitter"):
                return 0
            if answer.lower() in ("undo", "u", "annuler"):
                self._undo()
            elif answer.lower() in ("sheet", "s", "feuille"):
                show(screen, self._sheet)
            elif answer or over:
                screen.say("That is none of them.")
            else:
                try:
                    self._keep(self._sheet.with_entry(self._asked()))
                except _Stopped:
                    return 0
                score_sheet(
                    screen,
                    self._sheet.standing().scores[-1],
                    self._sheet.standing().totals,
                    self._sheet.names,
                )
                show(screen, self._sheet)

    def _keep(self, sheet: Sheet) -> None:
        sheet.standing()
        save(sheet, self._path)
        self._sheet = sheet

    def _undo(self) -> None:
        if not self._sheet.entries:
            self._screen.say("There is no round to take back.")
            return
        self._keep(attrs.evolve(self._sheet, entries=self._sheet.entries[:-1]))
        show(self._screen, self._sheet)

    def _set(self, name: str, *usual: object) -> bool:
        """Whether an option differs from the values that ask for nothing; a policy of somebody's own always does."""
        return name not in self._settings or self._settings[name] not in usual

    def _asked(self) -> Entry:
        """The facts of a round."""
        if self._sheet.variant.table.concealed:
            return self._knock()
        if contracts_of(self._sheet.variant.opening) is not None:
            return self._contracts()
        screen, names = self._screen, self._sheet.names
        winner = self._ask(screen.word("Who went out? (- for nobody)"), self._nobody_or_player)
        if winner is None:
            return Entry()
        facts = self._finish() if self._finish_counts() else {}
        left = [""] * len(names)
        opened = [True] * len(names)
        for seat in self._sheet.standing().playing:
            if seat != winner:
                question = screen.word("{who}: cards left? (no in front: not opened)", who=names[seat])
                opened[seat], left[seat] = self._ask(question, self._hand)
        return Entry(winner=winner, hands=tuple(left), opened=tuple(opened), **facts)  # type: ignore[arg-type]

    def _finish_counts(self) -> bool:
        return (
            self._set("scoring.all_at_once_factors", (1,))
            or self._set("scoring.all_at_once_flat", None)
            or self._set("scoring.dry_flat", None)
            or self._set("scoring.joker_finish_any_factor", None)
        )

    def _finish(self) -> dict[str, object]:
        """How the winner went out, as far as it matters."""
        screen = self._screen
        facts: dict[str, object] = {}
        at_once = self._ask(screen.word("All at once, opening in the same turn? (y/n)"), self._yes)
        facts["all_at_once"] = at_once
        factors: Any = self._settings.get("scoring.all_at_once_factors", ())
        if at_once and len(factors) != 1:
            facts["wilds_placed"] = self._ask(screen.word("How many wild cards were in it?"), self._number)
        if at_once and self._set("scoring.all_at_once_help", True):
            facts["helped"] = self._ask(screen.word("With melds that lay there before? (y/n)"), self._yes)
        if at_once and self._set("conduct.touch_penalty", None) and self._set("conduct.mode", "strict"):
            facts["factor_lost"] = self._ask(screen.word("Had the winner lost the double? (y/n)"), self._yes)
        joker_counts = (at_once and self._set("scoring.joker_finish", None)) or self._set(
            "scoring.joker_finish_any_factor", None
        )
        if joker_counts and self._ask(screen.word("Was the last discard a joker? (y/n)"), self._yes):
            facts["final_discard"] = "*"
        return facts

    def _knock(self) -> Entry:
        screen, names = self._screen, self._sheet.names
        knocker = self._ask(screen.word("Who knocked? (- for nobody)"), self._nobody_or_player)
        if knocker is None:
            return Entry()
        kind = self._ask(screen.word("knock, gin or big gin?"), self._kind)
        upcard = None
        if self._set("scoring.spade_doubles", False):
            upcard = self._ask(screen.word("The first upcard?"), self._card)
        left = [""] * len(names)
        for seat in range(len(names)):
            if seat != knocker or kind == "knock":
                question = screen.word("{who}: unmatched cards, after lay-offs?", who=names[seat])
                _, left[seat] = self._ask(question, self._hand)
        return Entry(knocker=knocker, kind=kind, hands=tuple(left), upcard=upcard)

    def _contracts(self) -> Entry:
        screen = self._screen
        winner = self._ask(screen.word("Who went out? (- for nobody)"), self._nobody_or_player)
        completed = self._ask(
            screen.word("Who laid the contract, in that order? (- for nobody)"), self._several
        )
        return Entry(winner=winner, completed=completed)

    def _ask(self, question: str, read: Callable[[str], T]) -> T:
        """An answer that can be read; what cannot is asked again."""
        while True:
            answer = self._keyboard.ask(question)
            if answer is None:
                raise _Stopped
            try:
                return read(answer)
            except InvalidCards as error:
                self._screen.write([self._screen.told(error)])
            except ValueError as error:
                self._screen.write([str(error)])

    def _nobody_or_player(self, answer: str) -> int | None:
        return None if answer == "-" else self._player(answer)

    def _player(self, answer: str) -> int:
        names = self._sheet.names
        seat = seat_of(answer, names)
        if seat is None or seat not in self._sheet.standing().playing:
            raise ValueError(self._screen.word("One of: {names}", names=", ".join(names)))
        return seat

    def _several(self, answer: str) -> tuple[int, ...]:
        if answer == "-":
            return ()
        return tuple(dict.fromkeys(map(self._player, answer.replace(",", " ").split())))

    def _yes(self, answer: str) -> bool:
        if answer.lower() in ("y", "yes", "o", "oui"):
            return True
        if answer.lower() in ("n", "no", "non"):
            return False
        raise ValueError(self._screen.word("y or n"))

    def _number(self, answer: str) -> int:
        if answer.isdecimal() and len(answer) < 3:
            return int(answer)
        raise ValueError(self._screen.word("A number, as in 2"))

    def _kind(self, answer: str) -> str:
        words = (
            answer.lower()
            .replace("-", " ")
            .replace("frappe", "knock")
            .replace("grand", "big")
            .replace(" ", "_")
        )
        if words in list(KnockKind):
            return words
        raise ValueError(self._screen.word("knock, gin or big gin"))

    def _card(self, answer: str) -> str:
        (card,) = self._cards(answer) or ("",)
        return card

    def _cards(self, text: str) -> tuple[str, ...]:
        return cards_of(self._screen.read(text), french=self._screen.french)

    def _hand(self, answer: str) -> tuple[bool, str]:
        """Whether the player had opened, and the cards."""
        first, _, rest = answer.partition(" ")
        opened = first.lower() not in ("no", "non", "n")
        text = answer if opened else rest
        if not text and (opened or self._settings.get("scoring.unopened_flat") is None):
            raise ValueError(self._screen.word("Cards, as in: K 3 A *, or - for none"))
        return opened, "" if text in ("", "-") else " ".join(self._cards(text))


def cards_of(text: str, *, french: bool = False) -> tuple[str, ...]:
    """Cards whose suits may be missing, since they do not count: then any suit will do.

    Parameters:
        text: the cards.
        french: whether ranks alone may be French letters.

    Raises:
        InvalidCards: something among them is no card.

    >>> cards_of("K 3h *")
    ('K♣', '3♥', '*')
    """
    found: list[str] = []
    for token in text.replace(",", " ").split():
        bare = token.upper().replace("10", "T")
        if french:
            bare = _FRENCH_RANKS.get(bare, bare)
        if len(bare) == 1 and bare in "A23456789TJQK":
            used = [card for card in found if card[0] == bare]
            token = f"{bare}{'♣♦♥♠'[len(used) % 4]}"
        found.extend(map(str, parse_cards(token)))
    return tuple(found)
