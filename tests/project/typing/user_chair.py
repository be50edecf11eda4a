"""Code of a user that must pass type checkers; mypy and pyright read it, and nothing runs it."""

from __future__ import annotations

from typing import Literal, assert_never, assert_type

import attrs

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    Group,
    Knock,
    LayDown,
    LayOff,
    Match,
    PlayerView,
    Round,
    Run,
    SwapWild,
    TakeDiscard,
    Variant,
    rulebook,
    variants,
)
from rami.cards.melds import Meld
from rami.cards.moves import (
    BigGin,
    EndLayoffs,
    EndRound,
    Fold,
    Move,
    PassUpcard,
    Rearrange,
    ShowTurned,
    TouchDiscard,
)
from rami.errors import Violation
from rami.locales import text
from rami.locales.rulebooks import Rulebook
from rami.policies import (
    Closing,
    ClosingPolicy,
    MatchFormat,
    MatchPolicy,
    Opening,
    OpeningFacts,
    OpeningPolicy,
    OpeningVerdict,
    Scoring,
    ScoringPolicy,
)
from rami.policies.answers import Arrangement, Verdict
from rami.policies.results.scores import RoundScore
from rami.rounds.setup import RoundContext, TableMeld

classic = variants.CLASSIC_51


def questions() -> None:
    assert_type(classic, Variant)
    assert_type(variants.get("classic-51"), Variant)
    assert_type(variants.available(), tuple[str, ...])
    assert_type(rulebook(classic, "fr"), Rulebook)
    assert_type(text(classic.check_opening([]), "fr"), str)
    assert_type(classic.with_(opening={"minimum": 71}), Variant)

    meld = classic.meld("7♠ 8♠ 9♠")
    assert_type(meld, Meld)
    if isinstance(meld, Run):
        assert_type(meld, Run)
    else:
        assert_type(meld, Group)
    assert_type(meld.cards, tuple[Card, ...])
    assert_type(classic.readings("2♠ 3♠ *"), tuple[Meld, ...])
    assert_type(classic.points(meld), int)
    assert_type(classic.check_opening([meld, "A♦ A♣ A♥"]), Verdict)
    assert_type(classic.check_opening([meld]).points, int)
    assert_type(classic.best_melds("7♠ 8♠ 9♠ K♥"), Arrangement)
    assert_type(classic.best_melds("7♠ 8♠ 9♠ K♥").left, Cards)
    assert_type(classic.deadwood(Cards("7♠ 8♠ 9♠ K♥")), int)


def play() -> None:
    deal = Round.deal(classic, players=4, seed=7, dealer=0)
    assert_type(deal, Round)
    assert_type(deal.player, int)
    assert_type(deal.hands, tuple[Cards, ...])
    assert_type(deal.table, tuple[TableMeld, ...])
    assert_type(deal.context, RoundContext)
    assert_type(deal.view(0), PlayerView)
    assert_type(deal.score(), RoundScore)
    assert_type(Match.start(classic, players=4, seed=7).next_round(), Match)
    for move in deal.legal_moves:
        assert_type(move, Move)
        assert_type(deal.explain(move), tuple[Violation, ...])
        assert_type(deal.play(move), Round)
        match move:
            case (
                DrawStock()
                | TakeDiscard()
                | TouchDiscard()
                | PassUpcard()
                | EndLayoffs()
                | EndRound()
                | Fold()
                | ShowTurned()
            ):
                pass
            case LayDown(melds=melds) | Rearrange(melds=melds):
                assert_type(melds, tuple[Meld, ...])
            case Knock(discard=discard, melds=shown):
                assert_type(discard, Card)
                assert_type(shown, tuple[Meld, ...] | None)
            case BigGin(melds=shown):
                assert_type(shown, tuple[Meld, ...] | None)
            case LayOff(card=card) | Discard(card=card) | SwapWild(card=card):
                assert_type(card, Card)
            case _:
                assert_never(move)


def options_of_a_variant() -> None:
    assert_type(classic.equipment.packs, int | tuple[int, ...])
    assert_type(classic.opening, Opening)
    assert_type(classic.opening.minimum, int)
    assert_type(classic.closing, Closing)
    assert_type(classic.closing.knock_limit, int | Literal["upcard", "all_matched"] | None)
    assert_type(classic.scoring, Scoring)
    assert_type(classic.scoring.kind, Literal["penalty", "credit", "net", "none"])
    assert_type(classic.match, MatchFormat)
    assert_type(classic.match.target, int | None)


@attrs.frozen
class TwoLongRuns:
    """A user's opening, with an attribute that no opening of the library has."""

    least: int = 5

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return OpeningVerdict(() if len(facts.melds) > 1 else (Violation("two_long_runs"),))


def own_policies() -> None:
    policy: OpeningPolicy = TwoLongRuns()
    house = Variant(name="House", slug="house", opening=TwoLongRuns(), closing=Closing())
    assert_type(classic.with_(opening=policy), Variant)
    if isinstance(house.opening, TwoLongRuns):
        assert_type(house.opening.least, int)
    kept: OpeningPolicy | ClosingPolicy | ScoringPolicy | MatchPolicy
    for kept in (house.opening, house.closing, house.scoring, house.match):
        assert kept
