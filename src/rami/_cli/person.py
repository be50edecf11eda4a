"""A match that a person plays against bots.

A `Person` has one seat and sees that player's view, never the match: `seen_by` hides secrets in other players' moves
before they are printed. The person types a command, the number of a listed move, or moves in the words of any language.
If there is no input to read, a bot plays the seat. Bots have names, and the person is called "you".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar

from rami._base.lines import marked, wrapped
from rami._cli.games import print_rulebook
from rami._cli.keyboard import Keyboard
from rami._cli.narration import Narrator, bot_names, turn_text
from rami._cli.screen import Screen
from rami._cli.words import verbs_of
from rami.bots import Bot, hint
from rami.cards import Card
from rami.cards.moves import Move
from rami.errors import InvalidMatch, InvalidText, RamiError, Violation
from rami.errors.texts import Part
from rami.locales.reading import neutral, worded
from rami.locales.speaking import unaccented
from rami.matches.match import Match
from rami.notation import parse_move, parse_turn, records
from rami.policies.declaring.options import field_of
from rami.policies.declaring.options import names as options
from rami.policies.variant import Variant
from rami.rounds._drawing import lines, seats
from rami.rounds.events import (
    DiscardBought,
    DiscardForSale,
    DiscardTaken,
    Event,
    PenaltyDrawn,
    PlayerFolded,
    StockDrawn,
    StockRecycled,
    seen_by,
)
from rami.rounds.setup import TableMeld
from rami.rounds.views import PlayerView

T = TypeVar("T")

_GREETING = (("rulebook.aim",), (field_of(options.melding.set_min), field_of(options.melding.run_min)))
"""The sentences of the greeting, line by line; the aim speaks of groups and runs, so say what these are."""

MOST_LISTED = 60
_MOST_SEARCHED = 1000
"""The maximum number of legal moves to examine in order to find the verbs that can begin a move now."""
_HELP = (
    ("moves", "", marked("list the legal moves, with numbers")),
    ("hint", "", marked("show what a bot would do, and why")),
    ("why", "discard K♥", marked("explain why a move is not legal")),
    (
        "undo",
        "",
        marked("take back your last move of this turn, unless it revealed a card; undo force does so anyway"),
    ),
    ("table", "", marked("show the table again")),
    ("rules", "", marked("read the rules of the game")),
    ("save", marked("FILE"), marked("save the record of the match")),
    ("quit", "", marked("leave the match")),
)
_LONGEST_NUMBER = 9
"""The maximum number of digits in the number of a move; `int` refuses very long numbers."""
_ENDS = (Part.END_OF_MOVE, Part.END_OF_TURN)


class _Left(Exception):
    """Raised when the person leaves the match."""

    def __init__(self, match: Match) -> None:
        self.match = match


class Person:
    """A person who plays one seat of a match at the keyboard."""

    def __init__(self, screen: Screen, seat: int, bots: Sequence[Bot], *, plain: bool = False) -> None:
        self._screen = screen
        self._seat = seat
        self._bots = bots
        self._keyboard = Keyboard(screen, plain=plain)
        self._narrator = Narrator(screen, reader=seat)
        self._before: list[tuple[Match, tuple[Card, ...]]] = []
        self._listed: tuple[Move, ...] = ()
        self._drawn: tuple[Card, ...] = ()
        # Whether anybody has typed anything yet, and whether a bot plays this seat because nobody can type.
        self._has_typed = False
        self._unattended = False

    def plays(self, match: Match, rounds: int | None = None) -> Match:
        """Play a match until it ends or the person leaves."""
        screen = self._screen
        self._name_players(match.players, screen.word("you"))
        self._narrator.heading(match)
        self._greet(match.variant)

        def goes_on() -> bool:
            if self._unattended:
                return True
            answer = self._keyboard.ask(
                screen.word("Press Enter to deal the next round, or type quit to leave:")
            )
            return answer is not None and screen.meant(answer) != "quit"

        try:
            match = self._narrator.rounds(match, self._play_round, rounds, goes_on, self._buys)
        except _Left as left:
            match = left.match
        self._narrator.result(match)
        return match

    def _name_players(self, players: int, own: str = "") -> None:
        """Name the players: the person, and the bots from a list or, if there are too many, by number."""
        # Eight names are enough for the largest games (Rummy 500, Liverpool). If a bot plays the person's seat, it gets
        # the last name.
        *names, last = bot_names(self._screen, players)
        names.insert(self._seat, own or last)
        self._screen.names = tuple(names)

    def _greet(self, variant: Variant) -> None:
        """Print who is playing, the aim of the game, and what the person can type."""
        from rami.locales.rulebooks import rulebook

        screen = self._screen
        others = [name for seat, name in enumerate(screen.names) if seat != self._seat]
        screen.say("You play against {who}.", who=screen.listed(others))
        book = rulebook(variant, screen.language)
        for names in _GREETING:
            words = " ".join(book.about(name)[0].text for name in names)
            screen.write(wrapped("", words.split(), width=screen.width))
        known = {word: screen.command(word) for word in ("help", "rules", "hint")}
        screen.say("Type {help} to see what you can do, {rules} for the rules, {hint} for advice.", **known)

    def _buys(self, match: Match) -> bool:
        """Return whether the next player buys back in: the person decides, and bots never do."""
        if match.deciding[0] != self._seat or self._unattended:
            return False
        answer = self._keyboard.ask(self._screen.word("You have reached the limit: buy back in? (y/n)"))
        return answer is not None and self._screen.meant(answer) == "yes"

    def _play_round(self, match: Match) -> Match:
        # Do not clear the window before the first round, so that people can read the greeting.
        if self._keyboard.in_place and match.scores:
            self._clear(match)
        else:
            self._narrator.dealt(match)
        # Moves of an earlier round, which has been scored, cannot be taken back.
        self._before = []
        self._drawn = ()
        fresh = True
        while not match.round.over:
            mine = match.round.player == self._seat and not self._unattended
            match = self._ask_for_move(match, fresh) if mine else self._let_bot_act(match)
            fresh = not mine
        self._show(match)
        return match

    def _let_bot_act(self, match: Match) -> Match:
        """Let the next bot act, print what the person may see of it, and return the match."""
        before = match.round
        done: list[Event] = []
        while not match.round.over and (match.round.turn, match.round.player) == (before.turn, before.player):
            # Give the bot only a view, like a person, so that it cannot cheat.
            move = self._bots[before.player].choose(match.view(before.player))
            # Hide cards before keeping the event, so that no sentence can name a card that a bot drew from the stock.
            done += self._seen(match.round.step(move)[1])
            match = match.play(move)
        # LIV-BUY-07: the events may include the person's own draw, which had to wait until the others had passed the
        # discard.
        self._drawn = self._cards_drawn(done)
        self._screen.write([self._turn_text(done)])
        return match

    def _turn_text(self, done: Sequence[Event]) -> str:
        """Return a bot's turn on one line, with "you" in sentences about the person."""
        screen = self._screen
        others: list[Event] = []
        own: list[str] = []
        for event in done:
            match event:
                # The sentence of an event has a name as its subject, and in most languages "you" needs another form of
                # the verb.
                case StockDrawn(player=self._seat) if not self._unattended:
                    own.append(screen.word("You draw {card}.", card=event.card))
                case DiscardForSale(player=self._seat) if not self._unattended:
                    own.append(screen.word("You may take the discard out of turn."))
                case _:
                    others.append(event)
        return " ".join(filter(None, [turn_text(screen, others), *own]))

    def _ask_for_move(self, match: Match, fresh: bool) -> Match:
        """Ask until the person plays or undoes a move, and return the match; `fresh` is True at the start of a turn."""
        screen = self._screen
        # Forget the last list, because its numbers would mean different moves now.
        self._listed = ()
        self._show(match, others=fresh or self._keyboard.in_place)
        # Offer only a few moves: there may be thousands, and nobody presses an arrow key that often.
        moves = islice(match.view(self._seat).legal_moves, MOST_LISTED if self._keyboard.arrows else 0)
        offered = [worded(move, screen.language) for move in moves]
        while True:
            typed = self._keyboard.ask(screen.word("Your move:"), offered)
            # If the input is empty, as in a script, let a bot play the seat, so that people see a match instead of
            # nothing.
            if typed is None and not self._has_typed and not self._keyboard.terminal:
                screen.say(
                    "This is not a terminal, so a bot plays your seat. Run the command in a terminal to play yourself."
                )
                self._unattended = True
                self._name_players(match.players)
                self._narrator = Narrator(screen)
                return self._let_bot_act(match)
            if typed is None:
                raise _Left(match)
            self._has_typed = True
            try:
                after = self._carry_out(match, typed)
            # A typing mistake must cost only a line, never the match.
            except (RamiError, OSError) as error:
                screen.write([screen.reason_of(error)])
            else:
                # Matches are immutable, so the same object means that nothing was played.
                if after is not match:
                    return after

    def _carry_out(self, match: Match, typed: str) -> Match:
        """Carry out what the person typed, and return the match; it is the same object if nothing was played."""
        first, _, rest = typed.partition(" ")
        command = self._screen.meant(first)
        rest = rest.strip()
        view = match.view(self._seat)
        match command:
            case "":
                return match
            case "help":
                self._help(view)
            case "moves":
                self._list(view)
            case "hint":
                self._screen.write([self._screen.text(hint(view))])
            case "why":
                self._why(match, rest)
            case "table":
                self._show(match)
            case "rules":
                print_rulebook(match.variant, self._screen)
            case "save":
                if not rest:
                    self._screen.say("Say which file, as in: save match.txt")
                    return match
                records.dump(match, rest)
                self._screen.say("Written to {path}.", path=rest)
            case "undo":
                return self._undo(match, force=self._screen.meant(rest) == "force")
            case "quit":
                raise _Left(match)
            case _ if command.isdecimal() and len(command) <= _LONGEST_NUMBER:
                return self._play_numbered(match, int(command))
            case _:
                moves = self._read(parse_turn, self._complete_verb(typed, view), match)
                return match if moves is None else self._play_moves(match, moves)
        return match

    def _complete_verb(self, typed: str, view: PlayerView) -> str:
        """Complete the first word typed if it abbreviates exactly one verb.

        Verbs that are legal now take precedence: "d" means "draw" before the draw, and "discard" after it.
        """
        # If no legal verb fits, try all verbs of the game; the refusal then names the rule.
        first, space, rest = typed.partition(" ")
        playable = {_verb(str(move)) for move in islice(view.legal_moves, _MOST_SEARCHED)}
        for verbs in (playable, {_verb(each.example) for each in verbs_of(view.variant)}):
            meant = [verb for verb in verbs if first and self._begins(first, verb)]
            if len(meant) == 1:
                return f"{meant[0]}{space}{rest}"
        return typed

    def _begins(self, typed: str, verb: str) -> bool:
        """Return whether a verb begins with what was typed, in rami's notation or in the user's language."""
        spoken = _verb(worded(verb, self._screen.language))
        return any(unaccented(word).startswith(unaccented(typed.lower())) for word in (verb, spoken))

    def _read(self, parse: Callable[[str], T], typed: str, match: Match) -> T | None:
        """Return the parsed moves, or None after printing why they cannot be read."""
        try:
            return self._screen.parse(parse, typed)
        except InvalidText as error:
            self._misread(typed, error.violations[0], match)
            return None

    def _misread(self, typed: str, wrong: Violation, match: Match) -> None:
        """Print why the input is not a move, with an example of one."""
        screen, params = self._screen, dict(wrong.params)
        head = neutral(typed, screen.language)[: params.get("column", 1) - 1].rpartition(";")[2].split()
        example = next(
            (verb.example for verb in verbs_of(match.variant) if head and verb.example.startswith(head[0])),
            None,
        )
        if example is None:
            screen.say("“{typed}” is not a move. Type help to see what you can do.", typed=typed)
            return
        example, found, part = worded(example, screen.language), params.get("found"), params.get("part")
        if part is None:
            screen.say("Type it like this: {example}", example=example)
        elif found is None:
            screen.say("Add {part}, as in: {example}", part=part, example=example)
        elif part in _ENDS:
            screen.say("Leave out “{found}”, as in: {example}", found=found, example=example)
        else:
            screen.say("“{found}” is not {part}, as in: {example}", found=found, part=part, example=example)

    def _play_numbered(self, match: Match, number: int) -> Match:
        if not self._listed:
            self._list(match.view(self._seat))
            self._screen.say("Choose a number from this list.")
            return match
        if not 1 <= number <= len(self._listed):
            self._screen.say("There is no move {number} in the list.", number=number)
            return match
        return self._play_moves(match, [self._listed[number - 1]])

    def _play_moves(self, match: Match, moves: Iterable[Move]) -> Match:
        """Play moves up to the first illegal move and return the match; the moves before it are not taken back."""
        start = match
        for move in moves:
            try:
                # Get the events from the round, because `Match.play` returns none, and only events name the cards
                # drawn.
                events = self._seen(match.round.step(move, self._seat)[1])
            except RamiError as error:
                self._screen.write([self._screen.text(error)])
                break
            # Clear the window only for a legal move, so that a refusal appears below the table that it is about.
            if match is start:
                self._clear(match)
            self._before.append((match, self._drawn))
            drawn = self._cards_drawn(events)
            self._drawn += drawn
            self._echo(move, drawn, events, match.round.table)
            match = match.play(move, self._seat)
        return match

    def _echo(
        self, move: Move, drawn: Sequence[Card], events: Sequence[Event], table: Sequence[TableMeld]
    ) -> None:
        """Print the person's move, the cards drawn, and any other consequences."""
        screen = self._screen
        text = screen.text(move, table)
        cards = f" ({' '.join(map(str, drawn))})" if drawn else ""
        name = screen.labels(len(screen.names))[self._seat]
        screen.write([f"  {screen.word('{who}: {move}', who=name, move=f'{text}{cards}')}"])
        screen.write(f"  {screen.text(event)}" for event in events if isinstance(event, StockRecycled))
        # IND-WRONG-01: in "explicit" mode a wrong declaration is a legal move, and costs the player the round.
        if any(isinstance(event, PlayerFolded) and event.declared for event in events):
            screen.say("Your declaration is wrong: you are out of the round.")

    def _undo(self, match: Match, *, force: bool) -> Match:
        screen = self._screen
        if not self._before:
            screen.say("There is nothing to take back in this round.")
            return match
        # `Match.undo` refuses to take back a move that revealed a card; `undo force` returns to the match kept here.
        earlier, drawn = self._before[-1]
        if not force:
            if (earlier.round.turn, earlier.round.player) != (match.round.turn, match.round.player):
                screen.say("Others have moved since; undo force goes back to your last move anyway.")
                return match
            try:
                earlier = match.undo(self._seat)
            except InvalidMatch as error:
                screen.write([screen.text(error)])
                screen.say("undo force takes it back anyway.")
                return match
        self._before.pop()
        self._drawn = drawn
        self._clear(match)
        return earlier

    def _clear(self, match: Match) -> None:
        """Clear the window for a new position if the terminal allows it."""
        self._keyboard.clear(self._narrator.heading_of(match))

    def _why(self, match: Match, text: str) -> None:
        screen = self._screen
        if not text:
            screen.say("Say which move, as in: why discard K♥")
            return
        move = self._read(parse_move, text, match)
        if move is None:
            return
        view = match.view(self._seat)
        against = view.explain(move)
        if not against:
            screen.say("{move}: this is legal.", move=screen.text(move, view.table))
        screen.write(screen.reasons(against))

    def _list(self, view: PlayerView) -> None:
        screen = self._screen
        # Take one more move than the list prints: it shows that there are others, without counting thousands.
        moves = tuple(islice(view.legal_moves, MOST_LISTED + 1))
        self._listed = moves[:MOST_LISTED]
        listed = (screen.text(move, view.table) for move in self._listed)
        screen.write(f"{number:4}  {move}" for number, move in enumerate(listed, 1))
        if len(moves) > MOST_LISTED:
            screen.say("There are more; you can also type a move that is not listed.")

    def _help(self, view: PlayerView) -> None:
        """Print what the person can type: first the verbs of the game, then the commands."""
        screen = self._screen
        rows = [
            (worded(verb.example, screen.language), screen.word(verb.what)) for verb in verbs_of(view.variant)
        ]
        rows += [("3", screen.word("play the move with that number"))]
        rows += [
            (
                f"{screen.command(word)} {worded(screen.word(more), screen.language)}".strip(),
                screen.word(what),
            )
            for word, more, what in _HELP
        ]
        wide = max(len(typed) for typed, _ in rows) + 4
        for typed, what in rows:
            screen.write(wrapped(f"  {typed}".ljust(wide), what.split(" "), width=screen.width))
        screen.say("Join several moves with ;")
        if self._keyboard.arrows:
            screen.say("The arrow keys ↑ and ↓ go through the legal moves.")

    def _seen(self, events: Iterable[Event]) -> list[Event]:
        """Return the events as the person sees them."""
        return [seen_by(event, self._seat) for event in events]

    def _cards_drawn(self, events: Iterable[Event]) -> tuple[Card, ...]:
        """Return the cards that came into the person's hand in these events."""
        found: list[Card] = []
        for event in events:
            match event:
                # LIV-BUY-07: when the last buyer passes, the player whose turn it is draws in the same step.
                case StockDrawn(player=self._seat):
                    found.append(event.card)
                case DiscardTaken(player=self._seat):
                    found += (event.card, *event.above)
                case DiscardBought(player=self._seat):
                    found += (event.card, *event.price)
                case PenaltyDrawn(player=self._seat):
                    found += event.cards
                case _:
                    pass
        return tuple(found)

    def _show(self, match: Match, *, others: bool = True) -> None:
        """Print the position as the person sees it, with a table of all players if `others` is True."""
        screen, view = self._screen, match.view(self._seat)
        screen.say()
        names = screen.labels(match.players)
        if others:
            head, rows, left = seats(view, screen.word, names)
            screen.table(head, rows, left=left)
        screen.write(lines(view, screen.word, self._drawn, names))


def _verb(move: str) -> str:
    return move.partition(" ")[0]
