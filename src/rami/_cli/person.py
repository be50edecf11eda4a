"""A match that a person plays against bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from rami._cli.keyboard import Keyboard
from rami._cli.narration import Narrator, turn_text
from rami._cli.screen import Screen
from rami._drawing import lines, marked, seats
from rami.bots import Bot, hint
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason
from rami.events import Event, seen_by
from rami.match import Match
from rami.moves import Move
from rami.notation import parse_move, parse_turn, records
from rami.views import PlayerView

MOST_LISTED = 60
_HELP = (
    (
        marked("draw, take, lay 7♠ 8♠ 9♠, off Q♣ > 2, swap 4♠ > 1, drop K♥, pass, knock K♥"),
        marked("a move; several are joined by ;"),
    ),
    (marked("moves"), marked("the legal moves, with numbers")),
    ("3", marked("the move of that number")),
    (marked("hint"), marked("what a bot would do, and why")),
    (marked("why drop K♥"), marked("what speaks against a move")),
    (
        marked("undo"),
        marked("your last move of this turn, if it has shown nothing; undo force goes back all the same"),
    ),
    ("table", marked("the table again")),
    (marked("save FILE"), marked("the record of the match")),
    (marked("quit"), marked("leave the match")),
)
_COMMANDS = {
    "aide": "help",
    "?": "help",
    "h": "hint",
    "m": "moves",
    "u": "undo",
    "t": "table",
    "q": "quit",
    "coups": "moves",
    "conseil": "hint",
    "pourquoi": "why",
    "annuler": "undo",
    "enregistrer": "save",
    "quitter": "quit",
    "exit": "quit",
}


class _Left(Exception):
    """The person has left the match."""

    def __init__(self, match: Match) -> None:
        self.match = match


class Person:
    """A person at the keyboard, on one seat of a match."""

    def __init__(self, screen: Screen, seat: int, bots: Sequence[Bot]) -> None:
        self._screen = screen
        self._seat = seat
        self._bots = bots
        self._keyboard = Keyboard(screen)
        self._narrator = Narrator(screen)
        self._before: list[Match] = []
        self._listed: tuple[Move, ...] = ()

    def plays(self, match: Match, rounds: int | None = None) -> Match:
        """Play a match until it is over, or the person leaves."""
        screen = self._screen
        self._narrator.heading(match)
        screen.say("You are player {player}. Type help to see what you can do.", player=self._seat)

        def goes_on() -> bool:
            answer = self._keyboard.ask(screen.word("Enter deals the next round, quit leaves:"))
            return answer is not None and _COMMANDS.get(answer.lower(), answer) != "quit"

        try:
            match = self._narrator.rounds(match, self._round, rounds, goes_on, self._buys)
        except _Left as left:
            match = left.match
        self._narrator.result(match)
        return match

    def _buys(self, match: Match) -> bool:
        """Whether the person buys back in, if it is for the person to say; bots do not."""
        if match.deciding[0] != self._seat:
            return False
        answer = self._keyboard.ask(self._screen.word("You have reached the limit: buy back in? (y/n)"))
        return answer is not None and answer.lower() in ("y", "yes", "o", "oui")

    def _round(self, match: Match) -> Match:
        self._narrator.dealt(match)
        self._before = []
        while not match.round.over:
            mine = match.round.player == self._seat
            match = self._decision(match) if mine else self._others(match)
        return match

    def _others(self, match: Match) -> Match:
        """The match after the turn of a bot, as the person sees it."""
        begun = match.round
        done: list[Event] = []
        while not match.round.over and (match.round.turn, match.round.player) == (begun.turn, begun.player):
            move = self._bots[begun.player].choose(match.view(begun.player))
            done += self._seen(match.round.step(move)[1])
            match = match.play(move)
        self._screen.write([turn_text(self._screen, done)])
        return match

    def _decision(self, match: Match) -> Match:
        """The match after the person has played or taken back one or more moves."""
        screen = self._screen
        self._listed = ()
        self._show(match)
        while True:
            typed = self._keyboard.ask(screen.word("Your move:"))
            if typed is None:
                raise _Left(match)
            try:
                after = self._done(match, typed)
            except (RamiError, OSError) as error:
                screen.write([screen.text(error) if isinstance(error, RamiError) else str(error)])
            else:
                if after is not match:
                    return after

    def _done(self, match: Match, typed: str) -> Match:
        """The match after what was typed; the same one if nothing was played."""
        first, _, rest = typed.partition(" ")
        command = _COMMANDS.get(first.lower(), first.lower())
        rest = rest.strip()
        view = match.view(self._seat)
        match command:
            case "":
                return match
            case "help":
                self._help()
            case "moves":
                self._list(view)
            case "hint":
                self._screen.write([self._screen.text(hint(view))])
            case "why":
                self._why(view, rest)
            case "table":
                self._show(match)
            case "save":
                if not rest:
                    self._screen.say("Say which file, as in: save match.txt")
                    return match
                records.dump(match, rest)
                self._screen.say("Written to {path}.", path=rest)
            case "undo":
                return self._undone(match, force=rest in ("force", "!"))
            case "quit":
                raise _Left(match)
            case _ if command.isdecimal():
                return self._numbered(match, int(command))
            case _:
                try:
                    moves = self._screen.parse(parse_turn, typed)
                except InvalidText as error:
                    if error.violations[0].code != Reason.WORD_EXPECTED:
                        raise
                    self._screen.say(
                        "That is no move: {typed}. Type help to see what you can do.", typed=typed
                    )
                    return match
                return self._played(match, moves)
        return match

    def _numbered(self, match: Match, number: int) -> Match:
        if not self._listed:
            self._list(match.view(self._seat))
            self._screen.say("A number plays a move of the list that was shown: choose again.")
            return match
        if not 1 <= number <= len(self._listed):
            self._screen.say("There is no move {number} in the list.", number=number)
            return match
        return self._played(match, [self._listed[number - 1]])

    def _played(self, match: Match, moves: Iterable[Move]) -> Match:
        """The match after the moves, as far as they are legal: a card that was drawn stays drawn."""
        for move in moves:
            try:
                _, events = match.round.step(move, self._seat)
            except RamiError as error:
                self._screen.write([self._screen.text(error)])
                break
            self._before.append(match)
            match = match.play(move, self._seat)
            self._screen.write([f"  {turn_text(self._screen, self._seen(events))}"])
        return match

    def _undone(self, match: Match, *, force: bool) -> Match:
        screen = self._screen
        if not self._before:
            screen.say("There is nothing to take back in this round.")
            return match
        earlier = self._before[-1]
        if force:
            self._before.pop()
            return earlier
        if (earlier.round.turn, earlier.round.player) != (match.round.turn, match.round.player):
            screen.say("Others have moved since; undo force goes back to your last move all the same.")
            return match
        try:
            undone = match.undo()
        except InvalidMatch as error:
            screen.write([screen.text(error)])
            screen.say("undo force takes it back all the same.")
            return match
        self._before.pop()
        return undone

    def _why(self, view: PlayerView, text: str) -> None:
        screen = self._screen
        if not text:
            screen.say("Say which move, as in: why drop K♥")
            return
        move = screen.parse(parse_move, text)
        against = view.explain(move)
        if not against:
            screen.say("{move}: this is legal.", move=screen.text(move, table=view.table))
        screen.write(screen.reasons(against))

    def _list(self, view: PlayerView) -> None:
        screen = self._screen
        moves = tuple(islice(view.legal_moves, MOST_LISTED + 1))
        self._listed = moves[:MOST_LISTED]
        listed = (screen.text(move, table=view.table) for move in self._listed)
        screen.write(f"{number:4}  {move}" for number, move in enumerate(listed, 1))
        if len(moves) > MOST_LISTED:
            screen.say("and more; a move that is not listed can be typed.")

    def _help(self) -> None:
        for typed, what in _HELP:
            self._screen.write([f"  {self._screen.word(typed)}", f"      {self._screen.word(what)}"])

    def _seen(self, events: Iterable[Event]) -> list[Event]:
        """What the person sees of events."""
        return [seen_by(event, self._seat) for event in events]

    def _show(self, match: Match) -> None:
        """Write what the person sees of the position."""
        screen, view = self._screen, match.view(self._seat)
        screen.say()
        head, rows, left = seats(view, screen.word)
        screen.table(head, rows, left=left)
        screen.write(lines(view, screen.word))
