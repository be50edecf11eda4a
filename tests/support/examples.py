"""Fixed examples of all kinds of values."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice

from tests.support.flat import with_options
from tests.support.refusals import refusal
from tests.support.strategies import VARIANTS, walk, whole_match

from rami import (
    JOKER,
    Card,
    Cards,
    Contract,
    Discard,
    DrawStock,
    Group,
    IllegalMove,
    InvalidMeld,
    Knock,
    LayDown,
    LayOff,
    Match,
    RamiError,
    Rank,
    Round,
    Run,
    Setup,
    Suit,
    SwapWild,
    TakeDiscard,
    tournament,
    variants,
)
from rami.bots import GreedyBot, RandomBot, hint
from rami.bots.tournaments import MatchResult
from rami.cards import UNKNOWN
from rami.cards.moves import (
    BigGin,
    EndLayoffs,
    EndRound,
    Fold,
    PassUpcard,
    Rearrange,
    ShowTurned,
    Source,
    TouchDiscard,
)
from rami.cards.turns import Turn
from rami.errors import InvalidCards, InvalidSetup, Reason, Violation
from rami.matches.counting import Standing
from rami.matches.pieces import Piece, Pieces
from rami.matches.sheets import ScoreSheet
from rami.matches.steps import Announced, Answered, Dealt, Moved, Stopped, ThrownIn, Undone, Withdrawn
from rami.policies import Column, KnockDiscards, KnockKind, ScoreLine, ScoreReason
from rami.policies.answers import Arrangement, Play, Verdict
from rami.policies.results.scores import RoundScore
from rami.rounds import events
from rami.rounds.hints import Hint
from rami.rounds.setup import (
    Duty,
    DutyKind,
    KnockFact,
    Outcome,
    Phase,
    RoundContext,
    Seat,
    TableMeld,
    TurnFacts,
)

CLASSIC = variants.CLASSIC_51
HOUSE = CLASSIC.with_(
    name="Our table; at home",
    slug="our-table",
    version=3,
    opening={"minimum": 71, "clean": None},
    scoring={"all_at_once_factors": (2, "3/2", 1)},
)
_HAND = "9♠ 8♠ 7♠ A♦ A♣ A♥ K♥"


_SCREEN = Round.from_setup(
    Setup(variant=CLASSIC, hands=["2♣ K♦ 6♠", "9♣ 3♦"], table=[(0, "7♠ 8♠ *"), (1, "Q♥ Q♠ Q♣")], phase="play")
)


@cache
def small() -> dict[str, tuple[object, ...]]:
    """Return values that are made directly, by the name of their kind."""
    violation = Violation(
        "own_code",
        "HOME-02",
        {
            "none": None,
            "flag": True,
            "number": -3,
            "part": 1.5,
            "text": "x \u2665",
            "fraction": Fraction(3, 2),
            "card": Card("7♠"),
            "cards": Cards("7♠ *"),
            "list": [1, ["a", None]],
            "set": {"b"},
            "map": {"y": 1, "x": [2]},
        },
        because=[Violation(Reason.ROUND_OVER, "R51-TURN-01"), Violation("own_code", None, {"n": 1})],
        sentences={"en": "{text}", "fr": "{number:carte|cartes}"},
    )
    refused = CLASSIC.check_opening(["7♠ 8♠ 9♠"])
    line = ScoreLine(1, Fraction(7, 2), (ScoreReason("factor", Fraction(7, 2), {"factor": Fraction(3, 2)}),))
    sheet = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"], 1).enter(["K 3 A *", "", 35], winner=1)
    sheet = sheet.penalty("Carl", 20).enter()
    return {
        "Card": (Card("7♠"), JOKER, UNKNOWN),
        "Cards": (Cards(), Cards("7♠ 7♠ A♦ *")),
        "Rank": tuple(Rank),
        "Suit": tuple(Suit),
        "Meld": (
            Run("7♠ 8♠ *"),
            Run("7♠ * *"),
            Group("7♠ 7♥ *"),
            Group("2♠ 3♠ *", rank=3),
            Group("7♠ 7♠", suits="any"),
        ),
        "Placed": (*Run("7♠ *").placed, *Group("7♠ 7♥ *").placed),
        "Source": (Source("8♥", 3), Source("8♥", 3, 1, 2)),
        "Move": (
            DrawStock(),
            TakeDiscard(),
            TouchDiscard(),
            PassUpcard(),
            EndLayoffs(),
            LayDown(["7♠ 8♠ 9♠", "A♦ A♥ *"]),
            LayDown(["7♠ 8♠ 9♠"], [Source("8♠", 3, 1)]),
            next(CLASSIC.openings(_HAND)),
            LayOff("Q♣", 2),
            LayOff("A♠", 2, "low"),
            SwapWild(1, None, "4♠"),
            Discard("K♥", announce=True),
            Knock("K♥"),
            Knock("K♥", ["7♠ 8♠ 9♠"]),
            BigGin(["7♠ 8♠ 9♠"]),
            Fold(),
            ShowTurned(),
            EndRound(),
            Rearrange(["7♠ 8♠ 9♠", "K♥ K♦ *"]),
        ),
        "Turn": (Turn([]), Turn([TakeDiscard(), LayOff("7♠", 0), Discard("K♥")])),
        "Event": (
            events.CardsDealt(1, RoundContext(2), (Cards("7♠ K♥"), Cards("? ?")), Card("4♦"), 47),
            events.CardsDealt(2, RoundContext(2, 1), (Cards("7♠ K♥"), Cards())),
            events.TurnBegun(1, 3, Phase.STOCK, (Seat(touched=True), Seat(completed=1, bought=2))),
            events.TurnChanged(
                1, TurnFacts(duties=[Duty("go_out")], fresh=(3, 4), helped=True, wilds_placed=(3, 3)), 51
            ),
            events.TakenBack(3),
            events.StockDrawn(0, UNKNOWN),
            events.StockDrawn(0, Card("7♠")),
            events.DiscardTaken(1, Card("7♠")),
            events.DiscardTaken(1, Card("7♠"), barred=True),
            events.DiscardTouched(1, Card("7♠")),
            events.StockRecycled(40),
            events.MeldsLaid(
                0,
                (TableMeld(4, 0, Run("7♠ 8♠ 9♠")),),
                (Source("8♠", 3),),
                opening=True,
                contract=2,
                left=(TableMeld(3, 1, Run("9♠ T♠ J♠")),),
                needs="melds",
            ),
            events.CardLaidOff(0, JOKER, TableMeld(3, 1, Run("7♠ 8♠ 9♠ *")), "high"),
            events.WildRecovered(0, Card("4♠"), JOKER, TableMeld(3, 1, Run("3♠ 4♠ 5♠")), 1),
            events.CardDiscarded(2, Card("4♠"), True),
            events.UpcardPassed(2),
            events.HandShown(1, KnockKind.GIN, UNKNOWN, (TableMeld(0, 1, Run("7♠ 8♠ 9♠")),), Cards("K♥")),
            events.PenaltyDrawn(1, (UNKNOWN, UNKNOWN)),
            events.DiscardForSale(2, 1),
            events.DiscardBought(2, Card("4♠"), (UNKNOWN,)),
            events.PlayerFolded(1, 20),
            events.PlayerFolded(1, 80, declared=True),
            events.TurnedShown(0, Card("7♦")),
            events.TableRearranged(
                0,
                (Card("9♠"),),
                (TableMeld(3, 0, Run("7♠ 8♠ 9♠")),),
                (Source("7♠", 1),),
                points=24,
                opening=True,
            ),
            events.RoundEnded(Outcome()),
            events.RoundScored(RoundScore(False, 0, (ScoreLine(0, 0), line)), (Cards("7♠"), Cards())),
            events.RoundCounted((3, Fraction(1, 2)), ((0,), (1,)), 1, (2, 1)),
            events.LastRoundAnnounced(2),
            events.BuyInAnswered(1, False),
            events.PlayerLeft(1),
            events.MatchEnded((0,), (ScoreLine(0, 100),)),
        ),
        "Duty": (Duty("place_taken", "7♠"), Duty("go_out"), Duty("reach_points", points=12)),
        "KnockFact": (KnockFact(0, KnockKind.BIG_GIN),),
        "TableMeld": (TableMeld(4, 1, Run("7♠ 8♠ *")),),
        "RoundContext": (
            RoundContext(3),
            RoundContext(4, 2, 5, (10, Fraction(3, 2), 0, -5), (0, 2, 3), (1, 2, 1, 1), last=True),
        ),
        "TurnFacts": (
            TurnFacts(),
            TurnFacts(taken="7♠", duties=[Duty("place_taken", "7♠")], opened_now=True),
        ),
        "Seat": (
            Seat(),
            Seat(opened=True, completed=2),
            Seat(touched=True, placed=True, bought=1, charged=101, folded=20),
        ),
        "Outcome": (Outcome(), Outcome(winner=1, all_at_once=True, wilds_placed=2, final_discard=JOKER)),
        "Phase": tuple(Phase),
        "DutyKind": tuple(DutyKind),
        "KnockKind": tuple(KnockKind),
        "Contract": (Contract([3, 3], [4]),),
        "Arrangement": (CLASSIC.best_melds(_HAND), Arrangement((), Cards(), 0, 0)),
        "Verdict": (refused, Verdict(True, 57)),
        "Play": (
            variants.PLAIN.with_(equipment={"packs": 2}).best_play("5♣ 5♦ 5♥ 5♠", "4♦ 6♦ 7♦ K♣"),
            Play(Cards(), (), Cards(), 0, None, least=False),
        ),
        "KnockDiscards": (KnockDiscards(), variants.GIN.knock_discards("5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d")),
        "Violation": (violation, *refused.violations),
        "ScoreReason": (ScoreReason("gin", 25), *line.reasons),
        "ScoreLine": (line,),
        "RoundScore": (RoundScore(True, None, ()), RoundScore(False, 0, (ScoreLine(0, 0), line), True, (1,))),
        "Standing": (Standing(1, 2, Fraction(5, 2)),),
        "Step": (
            Dealt(),
            Dealt("7♠ K♥"),
            Moved(1, Discard("K♥")),
            Announced(1),
            Answered(2, False),
            ThrownIn(0, misdeal=True),
            Withdrawn(1),
            Stopped(),
            Undone(),
        ),
        "Column": (Column((1, Fraction(1, 2)), (2, 0), (1,), (line,)),),
        "Variant": (*VARIANTS, HOUSE),
        "Setup": (Setup(variant=HOUSE, hands=["7♠ 8♠", "K♥ K♦"]),),
        "Placement": _SCREEN.placements("9♠"),
        "Piece": (Piece(3, Card("7♠")), Piece(0, UNKNOWN)),
        "Pieces": (
            Pieces.of(Match.start(variants.GIN, players=2, seed=7).events(0), viewer=0),
            Pieces(viewer=None, hands=()),
        ),
        "Hint": (
            hint(_SCREEN),
            Hint(Discard("K♥"), "deadwood", {"points": Fraction(7, 2)}),
            Hint(DrawStock(), "refused", because=refused.violations),
        ),
        "ScoreSheet": (sheet, sheet.undo()),
        "SheetEntry": sheet.entries,
        "MatchResult": (MatchResult(3, (1, 0), (Fraction(7, 2), 100), (1,), 2),),
        "Outline": (variants.OKEY_101.outline(4), variants.FRUSTRATION.outline(2), variants.GIN.outline()),
        "Tournament": (tournament(variants.GIN, [GreedyBot(), RandomBot(1)], n=1, seed=7),),
    }


PLAYED = ("PlayerView", "Memory", "Round", "Setup", "Match", "RoundScore", "Standing", "Move")


@cache
def played() -> dict[str, tuple[object, ...]]:
    """Return values that come from played games, by the name of their kind."""
    positions = [position for variant in VARIANTS for position in walk(variant, 2)[::30]]
    matches: list[Match] = []
    for variant in VARIANTS[::2]:
        steps = whole_match(variant, 1, 60)
        matches += [steps[0], steps[len(steps) // 2], steps[-1]]
    views = [
        match.view(viewer, since=len(match.log))
        for match in matches
        for viewer in (None, match.round.player, 0)
        if match.mark >= len(match.log)
    ]
    scores = tuple(score for match in matches for score in match.scores)
    return {
        "PlayerView": tuple(views),
        "Memory": tuple(view.memory for view in views),
        "Round": tuple(positions),
        "Setup": tuple(position.setup for position in positions),
        "Match": tuple(matches),
        "RoundScore": scores,
        "Standing": tuple(each for match in matches for each in match.standings),
        "Move": tuple(move for position in positions for move in islice(position.legal_moves, 5)),
    }


@cache
def errors() -> tuple[RamiError, ...]:
    """Return errors as rami raises them."""
    start = Round.deal(CLASSIC, players=3, seed=1)
    return (
        refusal(RamiError, Card, "7x"),
        refusal(RamiError, CLASSIC.meld, "7♠ 8♥ 9♠"),
        refusal(RamiError, start.play, LayDown(["7♠ 8♠ 9♠", "A♦ A♥ *"])),
        refusal(RamiError, start.play, DrawStock(), by=7),
        refusal(RamiError, Round.from_setup, Setup(variant=CLASSIC, hands=["7♠ 8♠", "K♥ K♦"], player=5)),
        refusal(RamiError, with_options, CLASSIC, {"openin": 71, "jokers": -1}),
        refusal(RamiError, variants.get, "classic-15"),
        refusal(RamiError, Match.start, CLASSIC, players=99),
        InvalidCards(),
        InvalidMeld(Violation("own_code")),
        InvalidSetup(*(Violation("own_code", None, {"n": number}) for number in range(3))),
        IllegalMove("no move at all", Violation("own_code")),
    )
