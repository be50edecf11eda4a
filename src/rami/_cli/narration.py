"""Narrate a match turn by turn, whether bots or a record supply the moves.

`rami play` and `rami replay` narrate matches in the same way: a `Narrator` calls a function that chooses each move, and
prints the turns, the end of each round and the standings. `rami score` uses only `score_sheet`, which prints a table of
points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from rami._base.lines import clauses, marked, wrapped
from rami._cli.screen import Screen
from rami._cli.words import BOT_NAMES
from rami.bots.tournaments import MOST_VOID, void_rounds
from rami.cards.moves import Move
from rami.matches.match import Match
from rami.matches.steps import Announced, Moved
from rami.notation import contracts_text, table_text
from rami.notation.sheets import end_text
from rami.policies.results.scores import Points, RoundScore, ScoreReason
from rami.policies.slots.contracts import contracts_of, own_contracts_of
from rami.rounds.events import BuyInAnswered, Event, LastRoundAnnounced, PlayerLeft, RoundEnded
from rami.rounds.round import Round

_COMMA = re.compile("[,،] ")
_HEADING = marked("turn  left  moves")
_BEFORE_MOVES = len(_HEADING) - len("moves")


class Narrator:
    """Prints what happens in a match, turn by turn.

    Parameters:
        screen: the screen to print on.
        quiet: True to leave out the turns.
        pause: a function that is called after each turn and returns False to stop there; None for no pauses.
        reader: the seat of the person at the keyboard, whom the text calls "you"; None for a spectator.
    """

    def __init__(
        self,
        screen: Screen,
        *,
        quiet: bool = False,
        pause: Callable[[], bool] | None = None,
        reader: int | None = None,
    ) -> None:
        self._screen = screen
        self._quiet = quiet
        self._pause = pause
        self._reader = reader

    def heading(self, match: Match) -> None:
        """Print the name of the game."""
        self._screen.say(
            "{game}: {players:player|players}, seed {seed}",
            game=self._screen.game(match.variant.name),
            players=match.players,
            seed=match.seed,
        )

    def rounds(
        self,
        match: Match,
        play: Callable[[Match], Match],
        most: int | None,
        goes_on: Callable[[], bool] = lambda: True,
        buys: Callable[[Match], bool] = lambda match: False,
    ) -> Match:
        """Play a match to its end, or at most `most` rounds of it; stop after ten void rounds in a row.

        `play` plays one round, `goes_on` decides after each round whether to continue, and `buys` decides whether the
        next player buys back in.
        """
        while True:
            gone = match.eliminated
            match = play(match)
            while match.deciding:
                match = self.answered(match, buys(match))
            self.ending(match, gone)
            # Stop now, because bots that cannot go out would play void rounds forever.
            enough = match.number == most or void_rounds(match) == MOST_VOID
            if match.over or enough or not goes_on():
                return match
            match = match.next_round()

    def answered(self, match: Match, accept: bool) -> Match:
        """Record and announce that the next player buys back in or stays out, and return the match."""
        # Do not announce an answer that the reader has just typed.
        if match.deciding[0] != self._reader:
            self._screen.write([self._screen.text(BuyInAnswered(match.deciding[0], accept))])
        return match.buy_in(accept)

    def dealt(self, match: Match) -> None:
        """Print the number of the round and its dealer."""
        self._screen.write(["", self.heading_of(match)])

    def heading_of(self, match: Match) -> str:
        """Return the number of the round and its dealer."""
        number, dealer, screen = match.number, match.round.context.dealer, self._screen
        if screen.names:
            return screen.word("Round {number}, dealt by {who}", number=number, who=screen.names[dealer])
        return screen.word("Round {number}, dealt by player {dealer}", number=number, dealer=dealer)

    def round(self, match: Match, choose: Callable[[Match], Move | Moved | Announced | None]) -> Match:
        """Play a newly dealt round until `choose` returns None."""
        screen, start = self._screen, match.round
        self.dealt(match)
        if not self._quiet:
            playing = start.context.playing
            screen.write(["", *(f"{screen.player(seat)}  {start.hands[seat]}".rstrip() for seat in playing)])
            self._contracts(start)
            screen.write(["", screen.word(_HEADING)])
        match, move = self._next_move(match, choose)
        while move is not None:
            before, table = match.round, match.round.table
            done: list[Event] = []
            # D-81: a line has the actions of only one player, so a reply to a knock, or an offer of the discard, begins
            # a new line.
            while move is not None and (match.round.turn, match.round.player) == (before.turn, before.player):
                done += match.round.step(move)[1]
                match, move = self._next_move(match.play(move), choose)
            if not self._quiet:
                head = f"{before.turn + 1:4}  {len(match.round.hands[before.player]):4}  "
                screen.write(wrapped(head, clauses(turn_text(screen, done)), width=screen.width))
                # Print the table only if it has changed, because in most turns nobody lays anything.
                if match.round.table != table:
                    label = f"{screen.word('table')} ".rjust(_BEFORE_MOVES)
                    screen.write(table_text(match.round.table, label, screen.width))
            if self._pause is not None and not self._pause():
                break
        if not self._quiet:
            screen.say()
        return match

    def _next_move(
        self, match: Match, choose: Callable[[Match], Move | Moved | Announced | None]
    ) -> tuple[Match, Move | None]:
        """Return the match and the next move; an announcement of the last round is carried out first."""
        step = None if match.round.over else choose(match)
        if isinstance(step, Announced):
            match = match.after(step)
            self._screen.write([self._screen.text(LastRoundAnnounced(step.player))])
            # An announcement is not a move, so the player still has to make one.
            step = choose(match)
        assert not isinstance(step, Announced)  # a match refuses a second announcement
        return match, step.move if isinstance(step, Moved) else step

    def _contracts(self, start: Round) -> None:
        """Print each player's contract, if the game has contracts."""
        screen = self._screen
        contracts = contracts_of(start.variant.opening)
        if contracts is not None:
            screen.say()
            for seat in start.context.playing:
                number = start.context.contracts[seat]
                screen.say(
                    "{who}  contract {number}: {contract}",
                    who=screen.player(seat),
                    number=number,
                    contract=str(contracts[number - 1]),
                )

    def ending(self, match: Match, gone: Sequence[int]) -> None:
        """Print how the round ended, the points, and the players who leave the match; `gone` had left before."""
        screen, outcome = self._screen, match.round.outcome
        labels = screen.labels(match.players)
        if outcome is not None:
            won = outcome.winner is not None and outcome.winner == self._reader
            screen.write([screen.word("You win the round.") if won else screen.text(outcome)])
        # D-98: Frustration has contracts and no points.
        if own_contracts_of(match.variant.opening) is not None:
            completed = match.scores[-1].completed
            rows = [
                (labels[seat], number - 1, screen.word("completed one") if seat in completed else "")
                for seat, number in enumerate(match.contracts)
            ]
            screen.table([*screen.words(["player", "contracts"]), ""], rows, left=1)
        elif not match.scores[-1].void:
            score_sheet(screen, match.scores[-1], match.totals)
        for seat in match.eliminated:
            if seat not in gone and seat == self._reader:
                screen.say("You are out of the match.")
            elif seat not in gone:
                screen.write([screen.text(PlayerLeft(seat))])

    def result(self, match: Match) -> None:
        """Print the current or final standings of the match."""
        screen, labels = self._screen, self._screen.labels(match.players)
        screen.say()
        rounds = screen.word("{number:round|rounds}", number=len(match.scores))
        if match.over:
            screen.say("The match is over after {rounds}.", rounds=rounds)
            # If somebody announced the last round, the match ended for that reason, not because of a total or a number
            # of hands.
            if match.announced is None:
                names = (
                    labels
                    if screen.names
                    else [screen.word("Player {player}", player=each) for each in labels]
                )
                screen.write(end_text(match.variant, match, names, screen.language))
        else:
            screen.say("Stopped after {rounds}, before the end of the match.", rounds=rounds)
        if not match.scores:
            return
        bonuses = [line for line in match.bonuses if line.reasons]
        if bonuses:
            rows = [
                (labels[line.player], line.points, screen.listed(map(screen.text, line.reasons)))
                for line in bonuses
            ]
            screen.table(screen.words(["player", "bonus", "reasons"]), rows, left=1)
        if own_contracts_of(match.variant.opening) is not None:
            screen.write(contracts_text(match, labels, screen.language, screen.width))
        else:
            places = [(place.rank, labels[place.player], place.total) for place in match.standings]
            screen.table(screen.words(["place", "player", "total"]), places)
        if match.over:
            one = len(match.winners) == 1
            screen.say("Winner: {who}" if one else "Winners: {who}", who=_names_listed(screen, match.winners))
        else:
            screen.say("In the lead: {who}", who=_names_listed(screen, sorted(match.ranking[0])))


def bot_names(screen: Screen, players: int) -> tuple[str, ...]:
    """Return a name for the bot in each seat; if there are more seats than names, the rest are numbered."""
    named = _COMMA.split(screen.word(BOT_NAMES))[:players]
    return (*named, *numbered_names(screen, players)[len(named) :])


def numbered_names(screen: Screen, players: int) -> tuple[str, ...]:
    """Return a name for each seat of players without names, from "Player 1" up, because people count from 1."""
    # In the catalogues these names begin with a small letter, as within a sentence.
    words = [screen.word("player {player}", player=seat + 1) for seat in range(players)]
    return tuple(f"{word[:1].upper()}{word[1:]}" for word in words)


def score_sheet(screen: Screen, score: RoundScore, totals: Sequence[Points]) -> None:
    """Print the points of a round with their reasons, then the totals."""
    labels = screen.labels(len(totals))
    rows = [
        (
            labels[line.player],
            line.points,
            totals[line.player],
            screen.listed(_reason(screen, reason) for reason in line.reasons),
        )
        for line in score.lines
    ]
    screen.table(screen.words(["player", "points", "total", "reasons"]), rows, left=1)


def _reason(screen: Screen, reason: ScoreReason) -> str:
    # R500-SCORE-06: if points are penalties, the winner gets 0, and "went out" says more than a reason with 0 points.
    if reason.code == "winner" and not reason.points:
        return screen.word("went out")
    return screen.text(reason)


def _names_listed(screen: Screen, seats: Sequence[int]) -> str:
    """Return the names of players as a list within a sentence."""
    if screen.names:
        labels = screen.labels(len(screen.names))
        return screen.listed(labels[seat] for seat in seats)
    if len(seats) == 1:
        return screen.word("player {player}", player=seats[0])
    listed = screen.listed(map(str, seats[:-1]))
    return screen.word("players {listed} and {last}", listed=listed, last=seats[-1])


def turn_text(screen: Screen, events: Sequence[Event]) -> str:
    """Return the events of a turn on one line, leaving out the end of the round."""
    # `Narrator.ending` prints how the round ended, together with the points.
    turn = takewhile(lambda event: not isinstance(event, RoundEnded), events)
    return " ".join(screen.text(tuple(turn)).splitlines())
