"""Checks of a whole variant: its rulebook, its matches and their records."""

from __future__ import annotations

from rami._kernel.cards.shuffle import derive
from rami.bots import GreedyBot
from rami.errors import InvalidMatch
from rami.matches.counting import verdict_after
from rami.matches.match import Match
from rami.notation import records
from rami.policies.variant import Variant
from rami.rounds.round import Round
from rami.testing.failure import CheckFailed, Property

_MOVES = 24
"""The number of moves of a match that are played."""


def check_verdict(position: Round) -> None:
    """Check that the match has a possible verdict after a round that is over."""
    context = position.context
    gone = tuple((seat,) for seat in range(context.seats) if seat not in context.playing)
    score = (position.score(),)
    try:
        verdict_after(position.variant, score, context.seats, gone, context.dealer, context.contracts)
    except InvalidMatch as error:
        found = f"the match policy answers what cannot be: {error}"
        raise CheckFailed(Property.MATCHES, found, position.setup) from error


def check_match(variant: Variant, players: int, seed: int) -> None:
    """A rulebook is written in every language, and a match goes through its record."""
    # languages are read once a rulebook is written
    from rami.locales import languages
    from rami.locales.rulebooks import rulebook

    for language in languages():
        str(rulebook(variant, language))
    bot = GreedyBot()
    match = Match.start(variant, players, derive(seed, "checked match", 0))
    for _ in range(_MOVES):
        if match.over:
            break
        if match.deciding:
            match = match.buy_in(accept=len(match.buy_ins) % 2 == 0)
            continue
        if match.round.over:
            match = match.next_round()
            continue
        match = match.play(bot.choose(match.view(match.round.player)))
    if records.loads(records.dumps(match), variant=variant) != match:
        raise CheckFailed(Property.MATCHES, "the record of a match is read as another one", match.round.setup)
