"""`rami score`: keep a score sheet for people who play with real cards.

A `Dialogue` asks people about their rounds, and saves the sheet after every change. A `ScoreSheet` scores the rounds
and, after a correction, scores the later rounds again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from rami._base.lines import marked
from rami._cli.arguments import Commands, Misuse, Parser, add_command, add_language
from rami._cli.keyboard import Keyboard
from rami._cli.narration import score_sheet
from rami._cli.python_files import game_named
from rami._cli.questions import EntryCancelled, InputEnded, Questions, is_count
from rami._cli.screen import Screen
from rami._cli.words import WORDS
from rami.cards import Card
from rami.errors import InvalidMatch, RamiError
from rami.errors.checks import one_of
from rami.matches.sheets import ScoreSheet, SheetEntry, seat_of
from rami.notation.sheets import sheet_text
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.contracts import own_contracts_of

_EXAMPLES = """\
The file is written after each round; run the same command again to continue.
Type the cards left in a hand as points (35) or as cards (K 3 A *, suits do not matter), or - if there are none.
Type no for a player who has not opened, and no ? if that player's cards do not count and stay hidden.

examples:
  rami score evening.json classic-51 --names Anna Ben Carl
  rami score evening.json
  rami score evening.json --show --svg evening.svg
"""


def add(commands: Commands) -> Parser:
    """Add `rami score` to the commands."""
    what = "keep the score of a match with real cards"
    more = f"{what.capitalize()}: enter the cards left in each hand, and see who leads and who deals next."
    parser = add_command(commands, "score", run, what, more, _EXAMPLES)
    parser.add_argument("file", help="the file of the score sheet, created if it does not exist")
    parser.add_argument(
        "variant", nargs="?", help="for a new sheet: the game, a house-rule file or table.py:MINE"
    )
    parser.add_argument(
        "--names", metavar="NAME", nargs="+", help="for a new sheet: name the players, by seat"
    )
    dealer = "for a new sheet: name the first dealer (default: the first player)"
    parser.add_argument("--dealer", metavar="NAME", help=dealer)
    parser.add_argument("--show", action="store_true", help="show the sheet and enter nothing")
    parser.add_argument("--svg", metavar="FILE", help="at the end, draw the sheet as a picture")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Print the sheet and enter rounds."""
    if Path(arguments.file).exists():
        if arguments.variant or arguments.names or arguments.dealer:
            raise Misuse(f"{arguments.file} already exists: give only the file to continue it")
        try:
            sheet = load(arguments.file)
        except RamiError as error:
            raise Misuse(f"{arguments.file}: {error}") from None
    else:
        if not (arguments.variant and arguments.names):
            raise Misuse(f"{arguments.file} does not exist: give a game and --names to start a new sheet")
        sheet = _new(arguments)
        # Write the file now, so that people find out before the first round if it cannot be written.
        save(sheet, arguments.file)
    screen.plays(sheet.variant)
    show(screen, sheet)
    if not arguments.show:
        sheet = Dialogue(screen, sheet, arguments.file).runs()
    if arguments.svg:
        Path(arguments.svg).write_text(picture(screen, sheet), encoding="utf-8")
    return 0


def _new(arguments: argparse.Namespace) -> ScoreSheet:
    names = tuple(arguments.names)
    sheet = ScoreSheet(game_named(arguments.variant), names)
    if arguments.dealer is None:
        return sheet
    seat = seat_of(arguments.dealer, names)
    if seat is None:
        raise RamiError(*one_of("--dealer", arguments.dealer, names))
    return attrs.evolve(sheet, dealer=seat)


def load(path: str) -> ScoreSheet:
    """Read a sheet from a file.

    Raises:
        InvalidText: the file is not a sheet, or has a round that the game does not allow; each violation gives the path
            of the wrong value.
        OSError: the file cannot be read.
    """
    # Import this only here, because it is slow and no other command needs it.
    from rami.ext import json

    return json.loads(Path(path).read_bytes(), ScoreSheet)


def save(sheet: ScoreSheet, path: str) -> None:
    """Write a sheet to a file, replacing its contents."""
    from rami.ext import json

    # Keep the old sheet until the new sheet is complete, so that a full disk does not destroy the evening's scores.
    new = Path(f"{path}.new")
    try:
        new.write_text(json.dumps(sheet) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        # Report the name that the user typed, not the temporary name.
        error.filename = path
        raise


def show(screen: Screen, sheet: ScoreSheet) -> None:
    """Print the rounds, the totals, and the next dealer or the winner."""
    screen.names = sheet.names
    screen.write(sheet_text(sheet, screen.language, screen.width))


def picture(screen: Screen, sheet: ScoreSheet) -> str:
    """Return the sheet as an SVG picture."""
    # Import this only to draw a picture, because it takes a quarter of a second.
    from rami.ext import svg

    return svg.score_sheet(sheet, svg.Style(lang=screen.language)).svg


_HELP = (
    (marked("Enter"), marked("a round")),
    ("correct 2", marked("correct round 2")),
    ("penalty Anna 20", marked("charge Anna 20 points in the latest round; 0 cancels them")),
    ("rename Anna Anne", marked("give Anna another name")),
    ("undo", marked("take back the latest round")),
    ("sheet", marked("show the sheet again")),
    ("quit", marked("leave; the sheet is kept")),
)


class Dialogue:
    """Asks people about their rounds, and keeps the sheet in its file."""

    def __init__(self, screen: Screen, sheet: ScoreSheet, path: str) -> None:
        self._screen = screen
        self._sheet = sheet
        self._path = path
        self._keyboard = Keyboard(screen)

    def runs(self) -> ScoreSheet:
        """Ask for rounds until the people leave, and return the final sheet."""
        screen = self._screen
        while True:
            over = self._sheet.count.over
            question = screen.word(
                "undo, sheet, help or quit:" if over else "Enter for a round; undo, sheet, help or quit:"
            )
            answer = self._keyboard.ask(question)
            first, *rest = [""] if not answer else answer.split()
            command = "quit" if answer is None else screen.meant(first)
            try:
                match command:
                    case "quit":
                        return self._sheet
                    case "undo":
                        self._undo()
                    case "sheet":
                        show(screen, self._sheet)
                    case "help":
                        self._help()
                    case "correct":
                        self._correct(rest)
                    case "penalty":
                        self._penalty(rest)
                    case "rename":
                        self._rename(rest)
                    case "" if not over:
                        self._enter()
                    case _:
                        screen.say("There is no such command.")
            except InputEnded:
                return self._sheet
            except EntryCancelled:
                screen.say("This round was not entered.")

    def _help(self) -> None:
        screen = self._screen
        for typed, what in _HELP:
            word, *more = typed.split()
            spoken = screen.command(word) if word in WORDS else screen.word(word)
            screen.write([f"  {' '.join([spoken, *more]):<18} {screen.word(what)}"])

    def _enter(self) -> None:
        # People may have left after entering a round, before somebody decided whether to buy back in.
        if not self._sheet.count.deciding:
            self._keep(self._sheet.with_entry(self._questions(self._sheet).entry()))
        self._decide()
        self._report(len(self._sheet.entries))

    def _questions(self, sheet: ScoreSheet) -> Questions:
        return Questions(self._screen, self._keyboard, sheet)

    def _decide(self) -> None:
        """Ask each player who may buy back in, and record the answers."""
        while deciding := self._sheet.count.deciding:
            # Save each answer, because people may leave before the next.
            self._keep(self._sheet.buy_in(self._questions(self._sheet).buys(deciding[0])))

    def _report(self, number: int) -> None:
        """Print the points of a round with their reasons, followed by the sheet."""
        sheet, after = self._sheet, self._sheet.counts[number]
        self._screen.names = sheet.names
        if own_contracts_of(sheet.variant.opening) is None:
            score = named_as_typed(self._screen, after.scores[-1], sheet.entries[number - 1])
            score_sheet(self._screen, score, after.totals)
        show(self._screen, sheet)

    def _correct(self, words: Sequence[str]) -> None:
        """Ask for an earlier round again and replace its entry."""
        screen, rounds = self._screen, len(self._sheet.entries)
        number = int(words[0]) if words and is_count(words[0]) else 0
        if not rounds:
            screen.say("There is no round yet.")
            return
        if not 1 <= number <= rounds or words[1:]:
            screen.say(
                "Say which round, 1 to {rounds}, as in: {example}",
                rounds=rounds,
                example=self._example("correct", "1"),
            )
            return
        # Ask with the sheet as it was before that round: it decides who plays, who deals and which hand it is.
        before = attrs.evolve(self._sheet, entries=self._sheet.entries[: number - 1])
        screen.say(
            "Round {number}, dealt by {who}:", number=number, who=before.names[before.count.next_dealer]
        )
        entry = self._questions(before).entry()
        after = before.with_entry(entry)
        while deciding := after.count.deciding:
            after = after.buy_in(self._questions(after).buys(deciding[0]))
        try:
            self._keep(self._sheet.with_entry(after.entries[-1], number))
        except InvalidMatch as error:
            screen.say(
                "Round {number} would contradict the correction, so the sheet stays as it was.",
                number=dict(error.violations[0].params)["round"],
            )
            return
        self._report(number)

    def _penalty(self, words: Sequence[str]) -> None:
        """Add a penalty that the players have agreed on to the most recent round."""
        screen, sheet = self._screen, self._sheet
        seat = seat_of(" ".join(words[:-1]), sheet.names)
        if seat is None or not is_count(words[-1]):
            screen.say(
                "Say who pays how many points, as in: {example}",
                example=self._example("penalty", sheet.names[0], "20"),
            )
        elif self._changed(lambda: sheet.penalty(seat, int(words[-1]))):
            self._decide()
            self._report(len(self._sheet.entries))

    def _rename(self, words: Sequence[str]) -> None:
        """Change the name of a player."""
        screen, names = self._screen, self._sheet.names
        # Both names may have several words, so the old name is the longest beginning that names a player.
        parts = [(seat_of(" ".join(words[:at]), names), words[at:]) for at in range(len(words) - 1, 0, -1)]
        seat, new = next((part for part in parts if part[0] is not None), (None, ()))
        if seat is None:
            screen.say(
                "Say whose name changes, as in: {example}", example=self._example("rename", names[0], "Eva")
            )
        elif self._changed(lambda: self._sheet.rename(seat, " ".join(new))):
            show(screen, self._sheet)

    def _example(self, word: str, *more: str) -> str:
        """Return an example of a command as people type it in their language."""
        return " ".join([self._screen.command(word), *more])

    def _keep(self, sheet: ScoreSheet) -> None:
        save(sheet, self._path)
        self._sheet = sheet

    def _changed(self, change: Callable[[], ScoreSheet]) -> bool:
        """Change the sheet and save it, or print why it cannot be changed; return whether it was changed."""
        try:
            self._keep(change())
        except InvalidMatch as error:
            self._screen.write([self._screen.text(error)])
            return False
        return True

    def _undo(self) -> None:
        if not self._sheet.entries:
            self._screen.say("There is no round to take back.")
            return
        self._screen.say("Round {number} is taken back.", number=len(self._sheet.entries))
        self._keep(self._sheet.undo())
        show(self._screen, self._sheet)


def named_as_typed(screen: Screen, score: RoundScore, entry: SheetEntry) -> RoundScore:
    """Return the score, naming only the rank of each card whose suit nobody typed."""
    tiles = screen.language.tiles

    def named(reason: ScoreReason, chosen: list[str]) -> ScoreReason:
        params = dict(reason.params)
        card = str(params.get("card", ""))
        if reason.code != "card" or card not in chosen:
            return reason
        # Replace one copy at a time, because people may have typed another copy with its suit.
        chosen.remove(card)
        rank = str(int(Card(card).rank or 0)) if tiles else screen.language.message("card.letter", card[0])
        return attrs.evolve(reason, params={**params, "card": rank})

    lines: list[ScoreLine] = []
    for line in score.lines:
        chosen = [*map(str, entry.bare[line.player])] if entry.bare else []
        lines.append(attrs.evolve(line, reasons=tuple(named(each, chosen) for each in line.reasons)))
    return attrs.evolve(score, lines=tuple(lines))
