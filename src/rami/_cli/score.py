"""The command that keeps a score sheet for people who play with real cards.

A `Dialogue` asks for rounds, keeps every answer in the file at once, and counts the whole sheet again after each
change: a corrected round may change who deals, who is out and who has won.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from rami._cli.arguments import Commands, Misuse, Parser, add_command, add_language
from rami._cli.hands import is_count
from rami._cli.keyboard import Keyboard
from rami._cli.narration import contract_sheet, score_sheet, why_over
from rami._cli.questions import Questions, Stopped, TakenBack
from rami._cli.screen import Screen
from rami._cli.sheet import Entry, Sheet, load, save, seat_of
from rami._cli.words import WORDS
from rami.cards import Card
from rami.errors import RamiError, Reason, Violation
from rami.errors.checks import one_of
from rami.notation.houses import variant_named
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.contracts import contracts_of, own_contracts_of
from rami.rounds._drawing import marked

_EXAMPLES = """\
The file is written after each round; the same command goes on where you stopped.
What is left in a hand is typed as its points, 35, or as cards, K 3 A * (suits do not matter), or - for none.
A player who has not opened may keep the cards to themselves where they do not count: no ?

examples:
  rami score evening.json classic-51 --names Anna Ben Carl
  rami score evening.json
  rami score evening.json --show --svg evening.svg
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    what = "keep the score of a match with real cards"
    more = f"{what.capitalize()}: enter what is left in each hand, see who leads and who deals."
    parser = add_command(commands, "score", run, what, more, _EXAMPLES)
    parser.add_argument("file", help="the score sheet, made if it is not there")
    parser.add_argument("variant", nargs="?", help="for a new sheet: the game, or a house-rule file")
    parser.add_argument(
        "--names", metavar="NAME", nargs="+", help="for a new sheet: name the players, by seat"
    )
    dealer = "for a new sheet: name the first dealer (default: the first player)"
    parser.add_argument("--dealer", metavar="NAME", help=dealer)
    parser.add_argument("--show", action="store_true", help="show the sheet and enter nothing")
    parser.add_argument("--svg", metavar="FILE", help="draw the sheet, as it is in the end, as a picture")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Print the sheet and enter rounds."""
    if Path(arguments.file).exists():
        if arguments.variant or arguments.names or arguments.dealer:
            raise Misuse(f"{arguments.file} is there already: give the file alone to go on with it")
        try:
            sheet = load(arguments.file)
        except RamiError as error:
            raise Misuse(f"{arguments.file}: {error}") from None
    else:
        if not (arguments.variant and arguments.names):
            raise Misuse(f"{arguments.file} is not there: give a game and --names for a new sheet")
        sheet = _new(arguments)
        # At once: a file that cannot be written is a complaint now, not after the first round.
        save(sheet, arguments.file)
    screen.plays(sheet.variant)
    show(screen, sheet)
    if not arguments.show:
        sheet = Dialogue(screen, sheet, arguments.file).runs()
    if arguments.svg:
        Path(arguments.svg).write_text(picture(screen, sheet), encoding="utf-8")
    return 0


def _new(arguments: argparse.Namespace) -> Sheet:
    names = tuple(arguments.names)
    sheet = Sheet(variant_named(arguments.variant), names)
    for wrong in names_refused(names):
        raise RamiError(wrong)
    if arguments.dealer is None:
        return sheet
    seat = seat_of(arguments.dealer, names)
    if seat is None:
        raise RamiError(*one_of("--dealer", arguments.dealer, names))
    return attrs.evolve(sheet, dealer=seat)


def names_refused(names: Sequence[str]) -> Iterator[Violation]:
    """Check the names of players."""
    for name in names:
        # A dash is the answer for nobody, and a terminal would obey signs that are not printable.
        if not name.strip("- ") or not name.isprintable() or name != name.strip():
            yield Violation(Reason.NAME_UNFIT, None, {"name": name})
    # Answers find a player in any case of letters.
    if len({name.lower() for name in names}) < len(names):
        yield Violation(Reason.NAMES_REPEATED, None, {"names": tuple(names)})


def show(screen: Screen, sheet: Sheet) -> None:
    """Print the rounds, the totals, and the next dealer or the winner."""
    screen.names = sheet.names
    *earlier, standing = sheet.counts()
    screen.say("{game}: {names}", game=screen.game(sheet.variant.name), names=screen.listed(sheet.names))
    # Frustration ticks contracts and counts no points (D-98).
    if own_contracts_of(sheet.variant.opening) is not None:
        contract_sheet(screen, sheet.variant, standing.scores, len(sheet.names))
    elif standing.scores:
        rows: list[list[object]] = [
            [
                number,
                sheet.names[before.next_dealer],
                *(_points(screen, score, seat) for seat in range(len(sheet.names))),
            ]
            for number, (score, before) in enumerate(zip(standing.scores, earlier, strict=True), 1)
        ]
        rows.append(["", screen.word("total"), *standing.totals])
        screen.table([*screen.words(["round", "dealt by"]), *sheet.names], rows)
    for group in standing.departures:
        screen.say("Out of the match: {who}", who=screen.listed(sheet.names[seat] for seat in group))
    if standing.over:
        winners = screen.listed(sheet.names[seat] for seat in standing.winners)
        screen.say("The match is over. Won by: {who}", who=winners)
        why_over(screen, sheet.variant, standing.totals, standing.bonuses, standing.scores[-1])
    else:
        for seat in standing.deciding:
            screen.say("{who} may buy back in.", who=sheet.names[seat])
        if not standing.deciding:
            screen.say("{who} deals.", who=sheet.names[standing.next_dealer])


def picture(screen: Screen, sheet: Sheet) -> str:
    """Return the sheet as an SVG picture."""
    # A quarter of a second to import, spent only where a picture is wanted.
    from rami.ext import svg

    standing = sheet.standing()
    return svg.score_sheet(
        standing.scores,
        svg.Style(lang=screen.language),
        names=sheet.names,
        title=screen.game(sheet.variant.name),
        totals=standing.totals,
        contracts=len(contracts_of(sheet.variant.opening) or ()),
    ).svg


def _points(screen: Screen, score: RoundScore, seat: int) -> object:
    if score.void:
        return screen.word("void")
    # A player who was out of the match has no line, and 0 would look like a round won.
    if not any(line.player == seat for line in score.lines):
        return "-"
    return score.points(seat)


_HELP = (
    (marked("Enter"), marked("a round")),
    ("correct 2", marked("enter round 2 again, corrected")),
    ("penalty Anna 20", marked("Anna pays 20 points in the last round; 0 takes that back")),
    ("rename Anna Anne", marked("another name for Anna")),
    ("undo", marked("take back the last round")),
    ("sheet", marked("show the sheet again")),
    ("quit", marked("leave; the sheet is kept")),
)


class Dialogue:
    """Asks people for their rounds and keeps the sheet."""

    def __init__(self, screen: Screen, sheet: Sheet, path: str) -> None:
        self._screen = screen
        self._sheet = sheet
        self._path = path
        self._keyboard = Keyboard(screen)

    def runs(self) -> Sheet:
        """Ask for rounds until the people leave, and return the final sheet."""
        screen = self._screen
        while True:
            over = self._sheet.standing().over
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
                        screen.say("That is not in the list.")
            except Stopped:
                return self._sheet
            except TakenBack:
                screen.say("Nothing of this round is kept.")

    def _help(self) -> None:
        screen = self._screen
        for typed, what in _HELP:
            word, *more = typed.split()
            spoken = screen.command(word) if word in WORDS else screen.word(word)
            screen.write([f"  {' '.join([spoken, *more]):<18} {screen.word(what)}"])

    def _enter(self) -> None:
        # The people may have left between the end of a round and the question of buying back in.
        if not self._sheet.standing().deciding:
            self._keep(self._sheet.with_entry(self._questions(self._sheet).entry()))
        self._decide()
        self._report(len(self._sheet.entries))

    def _questions(self, sheet: Sheet) -> Questions:
        return Questions(self._screen, self._keyboard, sheet)

    def _decide(self) -> None:
        """Ask each player who may buy back in, and record the answers."""
        while deciding := self._sheet.standing().deciding:
            accepted = self._questions(self._sheet).buys(deciding[0])
            *earlier, last = self._sheet.entries
            # Kept one by one: the people may leave between two answers.
            last = attrs.evolve(last, answers=(*last.answers, accepted))
            self._keep(attrs.evolve(self._sheet, entries=(*earlier, last)))

    def _report(self, number: int) -> None:
        """Print the points of a round with their reasons, then the sheet."""
        sheet, after = self._sheet, self._sheet.counts()[number]
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
                example=self._as("correct", "1"),
            )
            return
        # Who played, who dealt and which hand it was follow from the rounds before this one.
        before = attrs.evolve(self._sheet, entries=self._sheet.entries[: number - 1])
        screen.say(
            "Round {number}, dealt by {who}:", number=number, who=before.names[before.standing().next_dealer]
        )
        entry = self._questions(before).entry()
        void = before.with_entry(entry).standing().scores[-1].void
        # A void round has no points from which a penalty could be taken.
        entry = attrs.evolve(entry, penalties=() if void else self._sheet.entries[number - 1].penalties)
        after = before.with_entry(entry)
        while deciding := after.standing().deciding:
            entry = attrs.evolve(entry, answers=(*entry.answers, self._questions(after).buys(deciding[0])))
            after = before.with_entry(entry)
        try:
            self._keep(self._sheet.corrected(number, entry))
        except ValueError as error:
            screen.say(
                "Round {number} could not have been played after that: nothing is changed.",
                number=error.args[0],
            )
            return
        self._report(number)

    def _penalty(self, words: Sequence[str]) -> None:
        """Record a penalty, agreed at the table, in the last round."""
        screen, sheet = self._screen, self._sheet
        seat = seat_of(" ".join(words[:-1]), sheet.names)
        if seat is None or not is_count(words[-1]):
            screen.say(
                "Say who pays how many points, as in: {example}",
                example=self._as("penalty", sheet.names[0], "20"),
            )
            return
        score = sheet.standing().scores[-1] if sheet.entries else None
        if score is None or score.void or not any(line.player == seat for line in score.lines):
            screen.say("{who} has no points in the last round.", who=sheet.names[seat])
            return
        *earlier, last = sheet.entries
        penalties = [*(last.penalties or (0,) * len(sheet.names))]
        penalties[seat] = int(words[-1])
        # The totals change, and with them who is out: those who bought back in are asked again.
        last = attrs.evolve(last, penalties=tuple(penalties) if any(penalties) else (), answers=())
        self._keep(attrs.evolve(sheet, entries=(*earlier, last)))
        self._decide()
        self._report(len(self._sheet.entries))

    def _rename(self, words: Sequence[str]) -> None:
        """Change the name of a player."""
        screen, names = self._screen, [*self._sheet.names]
        # As many words as name a player; the rest are the new name.
        parts = [(seat_of(" ".join(words[:at]), names), words[at:]) for at in range(len(words) - 1, 0, -1)]
        seat, new = next((part for part in parts if part[0] is not None), (None, ()))
        if seat is None:
            screen.say(
                "Say whose name changes, as in: {example}", example=self._as("rename", names[0], "Eva")
            )
            return
        names[seat] = " ".join(new)
        wrong = next(names_refused(names), None)
        if wrong is not None:
            screen.write([screen.text(wrong)])
            return
        self._keep(attrs.evolve(self._sheet, names=tuple(names)))
        show(screen, self._sheet)

    def _as(self, word: str, *more: str) -> str:
        """Return an example of what may be typed for a word."""
        return " ".join([self._screen.command(word), *more])

    def _keep(self, sheet: Sheet) -> None:
        sheet.standing()
        # Only what can be counted is written: another sheet would never be read again.
        save(sheet, self._path)
        self._sheet = sheet

    def _undo(self) -> None:
        if not self._sheet.entries:
            self._screen.say("There is no round to take back.")
            return
        self._screen.say("Round {number} is taken back.", number=len(self._sheet.entries))
        self._keep(attrs.evolve(self._sheet, entries=self._sheet.entries[:-1]))
        show(self._screen, self._sheet)


def named_as_typed(screen: Screen, score: RoundScore, entry: Entry) -> RoundScore:
    """Return the score with bare ranks for cards whose suits nobody typed."""
    tiles = screen.language.tiles

    def named(reason: ScoreReason, chosen: list[str]) -> ScoreReason:
        params = dict(reason.params)
        card = str(params.get("card", ""))
        if reason.code != "card" or card not in chosen:
            return reason
        # One copy at a time: another of the same face may have been named by its player.
        chosen.remove(card)
        rank = str(int(Card(card).rank or 0)) if tiles else screen.language.message("card.letter", card[0])
        return attrs.evolve(reason, params={**params, "card": rank})

    lines: list[ScoreLine] = []
    for line in score.lines:
        chosen = [*map(str, entry.bare[line.player])] if entry.bare else []
        lines.append(attrs.evolve(line, reasons=tuple(named(each, chosen) for each in line.reasons)))
    return attrs.evolve(score, lines=tuple(lines))
