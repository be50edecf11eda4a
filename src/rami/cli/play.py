"""A match played by bots, told line by line."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from rami import variants
from rami.bots import Bot, GreedyBot
from rami.match import Match
from rami.notation import (
    TurnText,
    bonus_sheet,
    contract_sheet,
    hands_text,
    move_text,
    names,
    score_sheet,
    standings_sheet,
    table_text,
)
from rami.policies.compiled import contracts_of
from rami.policies.match_format import MatchFormat
from rami.policies.scores import KnockKind
from rami.round import Round

__all__ = ["UnfinishedMatch", "demonstration", "opening_position"]

USUAL_TURN_CAP = 400
MOST_VOID_ROUNDS = 10
_SHOWN = {
    KnockKind.KNOCK: "Player {player} knocks.",
    KnockKind.GIN: "Player {player} goes gin.",
    KnockKind.BIG_GIN: "Player {player} goes big gin.",
}
_TABLE_HEAD = "table ".rjust(len(TurnText.HEADING) - len("moves"))


class UnfinishedMatch(Exception):
    """A match that would go on for ever, because no round of it counts."""


def opening_position(slug: str, players: int | None, seed: int, turn_cap: int | None) -> Match:
    """The match before its first move.

    Parameters:
        slug: which variant.
        players: how many play; None for the usual number, as far as the variant allows it.
        seed: where all lots and shuffles come from.
        turn_cap: the number of turns after which a round is void; None for the usual one where the variant has none.

    Raises:
        RamiError: an unknown variant, or a number that the variant does not allow.
    """
    variant = variants.get(slug)
    cap = turn_cap
    if cap is None and isinstance(variant.match, MatchFormat) and variant.match.turn_cap is None:
        cap = USUAL_TURN_CAP
    if cap is not None:
        variant = variant.with_(match={"turn_cap": cap})
    return Match.start(variant, players=players, seed=seed)


def demonstration(match: Match, rounds: int | None, quiet: bool) -> Iterator[str]:
    """The lines that tell a match, which is played while they are asked for.

    Parameters:
        match: the match before its first move.
        rounds: how many rounds are played at most; None for a whole match.
        quiet: whether the turns are left out.

    Raises:
        UnfinishedMatch: after the last line, if too many rounds in a row were void.
    """
    yield f"{match.variant.name}: {match.players} players, seed {match.seed}"
    while True:
        yield ""
        yield f"Round {len(match.log)}, dealt by player {match.round.context.dealer}"
        gone = match.eliminated
        played = _played(match, GreedyBot())
        match = _silently(played) if quiet else (yield from played)
        yield _ending(match.round)
        if match.contracts:
            yield from contract_sheet(match.contracts, match.scores[-1].completed)
        elif not match.scores[-1].void:
            yield from score_sheet(match.scores[-1], match.totals)
        for seat in match.eliminated:
            if seat not in gone:
                yield f"Player {seat} leaves the match."
        void = _void_rounds(match)
        done = match.over or len(match.log) == rounds
        if done or void == MOST_VOID_ROUNDS:
            break
        match = match.next_round()
    yield ""
    yield from _result(match)
    if not done:
        raise UnfinishedMatch(f"{void} rounds in a row were void, so the match was given up")


def _played(match: Match, bot: Bot) -> Generator[str, None, Match]:
    """Play the round turn by turn, a line or more for each; returns the match after it."""
    start = match.round
    yield from ("", *hands_text(start.hands, start.context.playing), *_contracts(start))
    yield from ("", TurnText.HEADING)
    while not match.round.over:
        table = match.round.table
        turn = TurnText(match.round.turn + 1, match.round.player)
        begun = match.round
        while not match.round.over and _same_turn(begun, match.round):
            move = bot.choose(match.round.view(turn.player))
            _, events = match.round.step(move)
            turn = turn.then(move_text(move, events))
            match = match.play(move)
        yield from turn.lines(left=len(match.round.hands[turn.player]))
        if match.round.table != table:
            yield from table_text(match.round.table, _TABLE_HEAD)
    yield ""
    return match


def _contracts(start: Round) -> Iterator[str]:
    """What each player has to lay, in a game of contracts."""
    contracts = contracts_of(start.variant.opening)
    if contracts is not None:
        yield ""
        for seat in start.context.playing:
            number = start.context.contracts[seat]
            yield f"player {seat}  contract {number}: {contracts[number - 1]}"


def _same_turn(one: Round, other: Round) -> bool:
    return (one.turn, one.player) == (other.turn, other.player)


def _silently(played: Generator[str, None, Match]) -> Match:
    while True:
        try:
            next(played)
        except StopIteration as done:
            after: Match = done.value
            return after


def _ending(over: Round) -> str:
    outcome, knock = over.outcome, over.knock
    if outcome is not None and knock is not None:
        counts = " against ".join(map(str, outcome.deadwood))
        who = "nobody" if outcome.winner is None else f"player {outcome.winner}"
        return f"{_SHOWN[knock.kind].format(player=knock.player)} Deadwood {counts}: {who} scores."
    if outcome is not None and outcome.complete:
        return f"All contracts are completed in turn {over.turn + 1}."
    if outcome is None or outcome.winner is None:
        return f"Void after {_counted(over.turn, 'turn')}: nobody went out, nobody scores."
    how = ", all at once" if outcome.all_at_once else ""
    return f"Player {outcome.winner} goes out in turn {over.turn + 1}{how}."


def _void_rounds(match: Match) -> int:
    """How many of the last rounds, without a break, were void."""
    return next(
        (past for past, score in enumerate(reversed(match.scores)) if not score.void), len(match.scores)
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _result(match: Match) -> Iterator[str]:
    count = _counted(len(match.scores), "round")
    if match.over:
        yield f"The match is over after {count}."
    else:
        yield f"Stopped after {count}, before the end of the match."
    yield from bonus_sheet(match.bonuses)
    if not match.contracts:
        yield from standings_sheet(match.standings)
    if match.over:
        yield f"{'Winner' if len(match.winners) == 1 else 'Winners'}: {names(match.winners)}"
    else:
        yield f"In the lead: {names(sorted(match.ranking[0]))}"
