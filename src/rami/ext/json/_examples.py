"""Examples for the schemas: a value of each kind, and of each class that values contain."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from rami import variants
from rami.bots.tournaments import MatchResult, Tournament
from rami.cards import UNKNOWN, Card, Cards, Rank, Suit
from rami.cards.melds import Group, Run
from rami.cards.moves import (
    BigGin,
    Discard,
    DrawStock,
    EndLayoffs,
    EndRound,
    Fold,
    Knock,
    LayDown,
    LayOff,
    PassUpcard,
    Rearrange,
    ShowTurned,
    Source,
    SwapWild,
    TakeDiscard,
    TouchDiscard,
)
from rami.cards.turns import Turn
from rami.errors import IllegalMove, Reason, Violation
from rami.ext.json import _games
from rami.ext.json.kinds import KINDS, ErrorRecord, Parent, RefusedMove, members_of
from rami.matches.counting import Standing
from rami.matches.match import Match
from rami.matches.pieces import Piece, Pieces
from rami.matches.sheets import ScoreSheet
from rami.matches.steps import Announced, Answered, Dealt, Moved, Stopped, ThrownIn, Undone, Withdrawn
from rami.policies.answers import Arrangement, KnockDiscards, Play, Verdict
from rami.policies.results.columns import Column
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.contracts import Contract
from rami.rounds import events
from rami.rounds.hints import Hint
from rami.rounds.placements import Placement
from rami.rounds.setup import Duty, DutyKind, Phase, RoundContext, Seat, Setup, TableMeld, TurnFacts

__all__: list[str] = []


def example(kind: str) -> list[Any]:
    """Return a list with the first example of a kind of document."""
    named = KINDS[kind]
    wanted = (named, *members_of(named))
    return [value for value in _examples() if isinstance(value, wanted)][:1]


def example_of(cls: type[Any]) -> Iterator[Any]:
    """Yield all examples of a class."""
    return (value for value in _examples() if type(value) is cls)


@cache
def _examples() -> tuple[Any, ...]:
    run, group = Run("7♠ 8♠ 9♠"), Group("A♦ A♣ A♥")
    laid = TableMeld(3, 1, Run("7♠ 8♠ 9♠ *"))
    match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    house = variants.CLASSIC_51.with_(name="Our table", slug="our-table", opening={"minimum": 71})
    short = Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"minimum": 51, "points": 48})
    reason = ScoreReason("card", 10, {"card": Card("K♥")})
    line = ScoreLine(1, 10, (reason,))
    position = Setup(variant=house, hands=["7♠ 8♠", "K♥ K♦"], table=[(1, "Q♥ Q♠ Q♣")], phase="play")
    placement = Placement(LayOff("10♠", 3), Run("7♠ 8♠ 9♠ 10♠"))
    sheet = ScoreSheet(variants.GIN, ("Ana", "Bruno")).enter([4, 20], knocker=0)
    result = MatchResult(3, (1, 0), (Fraction(7, 2), 100), (1,), 2)
    return (
        *(Card("7♠"), Cards("7♠ 8♠ *"), Rank.TEN, Suit.SPADES, run, Phase.PLAY, DutyKind.GO_OUT),
        *(KnockKind.GIN, Run("7♠ *").placed[1], Source("8♥", 3), Duty("place_taken", "7♠")),
        *(TakeDiscard(), DrawStock(), TouchDiscard(), PassUpcard(), LayDown([run, group]), LayOff("10♠", 3)),
        *(SwapWild(3, None, "10♠"), Discard("K♥"), Knock("K♥", [run]), BigGin([run]), Fold(), ShowTurned()),
        Rearrange([run]),
        *(EndLayoffs(), EndRound(), Turn([TakeDiscard(), LayOff("7♠", 0), Discard("K♥")])),
        events.CardsDealt(1, RoundContext(2), (Cards("7♠ K♥"), Cards("? ?")), Card("4♦"), 47),
        events.TurnBegun(1, 3, Phase.STOCK),
        events.TurnChanged(1, TurnFacts(taken="7♠", duties=[Duty("place_taken", "7♠")]), 51),
        events.TakenBack(3),
        events.StockDrawn(0, UNKNOWN),
        events.DiscardTaken(1, Card("7♠")),
        events.DiscardTouched(1, Card("7♠")),
        events.StockRecycled(40),
        events.MeldsLaid(0, (TableMeld(4, 0, run),), opening=True, points=24, needs="points"),
        events.TableRearranged(0, (Card("9♠"),), (TableMeld(4, 0, run),), (Source("8♠", 3),)),
        events.CardLaidOff(0, Card("10♠"), laid, "high"),
        events.WildRecovered(0, Card("10♠"), Card("*"), TableMeld(3, 1, Run("7♠ 8♠ 9♠ 10♠")), 3),
        events.CardDiscarded(2, Card("4♠")),
        events.UpcardPassed(2),
        events.HandShown(1, KnockKind.GIN, UNKNOWN, (TableMeld(0, 1, run),), Cards()),
        events.PenaltyDrawn(1, (UNKNOWN, UNKNOWN)),
        events.DiscardForSale(2, 1),
        events.DiscardBought(2, Card("4♠"), (UNKNOWN,)),
        events.PlayerFolded(1, 20),
        events.TurnedShown(0, Card("7♦")),
        events.RoundEnded(Outcome(winner=0)),
        events.RoundScored(RoundScore(False, 0, (ScoreLine(0, 0), line)), (Cards(), Cards("K♥"))),
        events.RoundCounted((0, 10), ((0,), (1,)), 1),
        events.LastRoundAnnounced(2),
        events.BuyInAnswered(1, False),
        events.PlayerLeft(1),
        events.MatchEnded((0,), (ScoreLine(0, 100),)),
        *(Moved(1, Discard("K♥")), Dealt(), Announced(1), Answered(2, False), Undone()),
        *(ThrownIn(None, misdeal=True), Withdrawn(2), Stopped()),
        *(match, house, match.round, match.view(0, since=0), IllegalMove(LayDown([run]), short), position),
        *(KnockFact(0, KnockKind.GIN), laid, TurnFacts(taken="7♠"), Seat(opened=True), RoundContext(3)),
        *(Outcome(winner=1), match.view(0, since=0).memory, reason, line, RoundScore(False, 0, (line,))),
        *(Column((25, 0), (1, 0)), Standing(1, 2, 40), Arrangement((run,), Cards("K♥"), 24, 10)),
        *(Verdict(False, 48, (short,)), KnockDiscards(((Card("7♥"), 10),))),
        *(Play(Cards("10♠"), (run,), Cards(), 10, 0), Contract([3, 3], [4]), short, placement),
        *(Piece(3, Card("7♠")), Pieces.of(match.events(0), viewer=0), Hint(Discard("K♥"), "useless"), result),
        Tournament(variants.GIN, 2, 7, (result,)),
        *(sheet, *sheet.entries, sheet.entries[0].facts, variants.INDIAN_13.outline(3, turned="6♥")),
        *(Parent("gin", 1), _games.record_of(house), _games.match_record(match)),
        *(ErrorRecord("InvalidMeld", (short,)), RefusedMove("IllegalMove", LayDown([run]), (short,))),
    )
