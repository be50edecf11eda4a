"""A match narrated turn by turn, whoever chooses the moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rami._cli.screen import Screen, marked
from rami.match import Match
from rami.moves import Move
from rami.notation import TurnText, hands_text, move_text, table_text
from rami.policies._compiled import game_of
from rami.policies.contracts import contracts_of
from rami.policies.outcomes import KnockKind
from rami.policies.scores import Points, RoundScore, ScoreReason
from rami.round import Round

__all__ = ["Narrator", "counted", "names", "score_sheet"]

_SHOWN = {
    KnockKind.KNOCK: marked("Player {player} knocks."),
    KnockKind.GIN: marked("Player {player} goes gin."),
    KnockKind.BIG_GIN: marked("Player {player} goes big gin."),
}
_HEADING = marked("turn  player  left  moves")
_TABLE_HEAD = "table ".rjust(len(TurnText.HEADING) - len("moves"))


class Narrator:
    """Writes what happens in a match.

    Parameters:
        screen: where it is written.
        quiet: whether the turns are left out.
        pause: called after each turn; the narration ends when it returns False.
    """

    def __init__(
        self, screen: Screen, *, quiet: bool = False, pause: Callable[[], bool] | None = None
    ) -> None:
        self._screen = screen
        self._quiet = quiet
        self._pause = pause

    def heading(self, match: Match) -> None:
        """Which game it is."""
        self._screen.say(
            "{game}: {players:player|players}, seed {seed}",
            game=self._screen.game(match.variant.name),
            players=match.players,
            seed=match.seed,
        )

    def round(self, match: Match, choose: Callable[[Match], Move | None]) -> Match:
        """Play the round of a match that has just been dealt, as long as somebody chooses.

        Parameters:
            match: the match.
            choose: the next move; None to stop.

        Returns:
            The match after the last move.
        """
        screen, start = self._screen, match.round
        number, dealer = len(match.log), start.context.dealer
        screen.say()
        screen.say("Round {number}, dealt by player {dealer}", number=number, dealer=dealer)
        if not self._quiet:
            screen.write(["", *hands_text(start.hands, start.context.playing, screen.word("player"))])
            self._contracts(start)
            screen.write(["", screen.word(_HEADING)])
        move = None if match.round.over else choose(match)
        while move is not None:
            begun, table = match.round, match.round.table
            turn = TurnText(begun.turn + 1, begun.player)
            while move is not None and _same_turn(begun, match.round):
                _, events = match.round.step(move)
                turn = turn.then(move_text(move, events))
                match = match.play(move)
                move = None if match.round.over else choose(match)
            if not self._quiet:
                screen.write(turn.lines(left=len(match.round.hands[turn.player])))
                if match.round.table != table:
                    screen.write(table_text(match.round.table, _TABLE_HEAD))
            if self._pause is not None and not self._pause():
                break
        if not self._quiet:
            screen.say()
        return match

    def _contracts(self, start: Round) -> None:
        """What each player has to lay, in a game of contracts."""
        contracts = contracts_of(start.variant.opening)
        if contracts is not None:
            self._screen.say()
            for seat in start.context.playing:
                number = start.context.contracts[seat]
                self._screen.say(
                    "player {player}  contract {number}: {contract}",
                    player=seat,
                    number=number,
                    contract=str(contracts[number - 1]),
                )

    def ending(self, match: Match, gone: Sequence[int] = ()) -> None:
        """How the round ended, and the points.

        Parameters:
            match: the match, whose round is over.
            gone: who had left the match before.
        """
        screen = self._screen
        self._end_of(match.round)
        if match.contracts:
            completed = match.scores[-1].completed
            screen.table(
                [screen.word("player"), screen.word("contracts"), ""],
                [
                    (seat, number - 1, screen.word("completed one") if seat in completed else "")
                    for seat, number in enumerate(match.contracts)
                ],
                left=1,
            )
        elif not match.scores[-1].void:
            score_sheet(screen, match.scores[-1], match.totals)
        for seat in match.eliminated:
            if seat not in gone:
                screen.say("Player {player} leaves the match.", player=seat)

    def _end_of(self, over: Round) -> None:
        screen, outcome, knock = self._screen, over.outcome, over.knock
        turn = over.turn + 1
        if outcome is not None and knock is not None:
            values = game_of(over.variant).deadwood.values
            points = (sum(values[card] for card in left.ids) for left in outcome.deadwood)
            counts = screen.word(" against ").join(map(str, points))
            winner = outcome.winner
            who = screen.word("nobody") if winner is None else screen.word("player {player}", player=winner)
            shown = screen.word(_SHOWN[knock.kind], player=knock.player)
            scored = screen.word("Deadwood {counts}: {who} scores.", counts=counts, who=who)
            screen.write([f"{shown} {scored}"])
        elif outcome is not None and outcome.complete:
            screen.say("All contracts are completed in turn {turn}.", turn=turn)
        elif outcome is None or outcome.winner is None:
            turns = counted(screen, over.turn, "turn")
            screen.say("Void after {turns}: nobody went out, nobody scores.", turns=turns)
        elif outcome.all_at_once:
            screen.say(
                "Player {player} goes out in turn {turn}, all at once.", player=outcome.winner, turn=turn
            )
        else:
            screen.say("Player {player} goes out in turn {turn}.", player=outcome.winner, turn=turn)

    def result(self, match: Match) -> None:
        """Where the match stands, over or not."""
        screen = self._screen
        screen.say()
        rounds = counted(screen, len(match.scores), "round")
        if match.over:
            screen.say("The match is over after {rounds}.", rounds=rounds)
        else:
            screen.say("Stopped after {rounds}, before the end of the match.", rounds=rounds)
        bonuses = [line for line in match.bonuses if line.reasons]
        if bonuses:
            screen.table(
                [screen.word("player"), screen.word("bonus"), screen.word("reasons")],
                [(line.player, line.points, ", ".join(map(screen.told, line.reasons))) for line in bonuses],
                left=1,
            )
        if not match.contracts:
            screen.table(
                [screen.word("rank"), screen.word("player"), screen.word("total")],
                [(place.rank, place.player, place.total) for place in match.standings],
            )
        if match.over:
            who = names(screen, match.winners)
            if len(match.winners) == 1:
                screen.say("Winner: {who}", who=who)
            else:
                screen.say("Winners: {who}", who=who)
        else:
            screen.say("In the lead: {who}", who=names(screen, sorted(match.ranking[0])))


def score_sheet(
    screen: Screen, score: RoundScore, totals: Sequence[Points], called: Sequence[str] | None = None
) -> None:
    """Write the points of a round with their reasons, and the totals after it.

    Parameters:
        screen: where.
        score: the score of the round.
        totals: the points of each seat, this round included.
        called: the names of the players; by default the numbers of their seats.
    """
    rows = [
        (
            line.player if called is None else called[line.player],
            line.points,
            totals[line.player],
            ", ".join(_reason(screen, reason, called) for reason in line.reasons),
        )
        for line in score.lines
    ]
    head = [screen.word("player"), screen.word("points"), screen.word("total"), screen.word("reasons")]
    screen.table(head, rows, left=1)


def _reason(screen: Screen, reason: ScoreReason, called: Sequence[str] | None) -> str:
    if reason.code == "winner" and not reason.points:
        return screen.word("went out")
    if reason.code == "deadwood" and called is not None:
        return screen.word("deadwood of {who}: {points}", who=called[reason["player"]], points=reason.points)
    return screen.told(reason)


def names(screen: Screen, seats: Sequence[int]) -> str:
    """The players in words."""
    if len(seats) == 1:
        return screen.word("player {player}", player=seats[0])
    listed = ", ".join(map(str, seats[:-1]))
    return screen.word("players {listed} and {last}", listed=listed, last=seats[-1])


def counted(screen: Screen, number: int, what: str) -> str:
    """A number of turns or rounds in words."""
    if what == "turn":
        return screen.word("{number:turn|turns}", number=number)
    return screen.word("{number:round|rounds}", number=number)


def _same_turn(one: Round, other: Round) -> bool:
    return (one.turn, one.player) == (other.turn, other.player)
