"""The facts about the table and the match that custom policies receive."""

from __future__ import annotations

import attrs
from tests.support.turn_facts import built

from rami import Card, variants
from rami.policies import OpeningFacts, OpeningVerdict, RoundFacts, RoundScore, Scoring, TableFacts
from rami.rounds import RoundContext

SEEN: list[TableFacts] = []
CONTEXT = RoundContext(2, totals=(120, 40))


@attrs.frozen
class Scorer:
    """Scores as usual and keeps the facts."""

    usual: Scoring = variants.CLASSIC_51.scoring

    def hand_value(self, card: Card) -> int:
        return self.usual.hand_value(card)

    def score(self, facts: RoundFacts) -> RoundScore:
        SEEN.append(facts)
        return self.usual.score(facts)


class Subclass(Scoring):
    """One of rami's own policies, changed."""

    def score(self, facts: RoundFacts) -> RoundScore:
        SEEN.append(facts)
        return super().score(facts)


@attrs.frozen
class Opener:
    """Accepts every opening and keeps the facts."""

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        SEEN.append(facts)
        return OpeningVerdict()


def written(facts: TableFacts) -> list[tuple[int, str]]:
    return [(owner, str(meld)) for owner, meld in facts.table]


def test_a_scoring_sees_the_table_and_the_totals() -> None:
    for scoring in (Scorer(), Subclass()):
        house = variants.CLASSIC_51.with_(slug="scorer", scoring=scoring)
        table = [(1, "2♣ 3♣ 4♣"), (0, "7♠ 8♠ 9♠"), (0, "4♥ 5♥ 6♥")]
        SEEN.clear()
        last = built(variant=house, hands=["K♥", "2♦"], table=table, phase="play", context=CONTEXT)
        last.play("discard K♥").score()
        (facts,) = SEEN
        assert written(facts) == [(0, "4♥ 5♥ 6♥"), (0, "7♠ 8♠ 9♠"), (1, "2♣ 3♣ 4♣")]
        assert [str(meld) for meld in facts.melds_of(1)] == ["2♣ 3♣ 4♣"]
        assert (facts.total_of(0), facts.total_of(1)) == (120, 40)
        # In a round that people report nobody knows them.
        SEEN.clear()
        house.score(["", "2♦"], winner=0)
        (facts,) = SEEN
        assert (facts.table, facts.total_of(1)) == ((), 0)


def test_an_opening_sees_the_table_and_the_totals() -> None:
    house = variants.CLASSIC_51.with_(slug="opener", opening=Opener())
    SEEN.clear()
    hands, table = ["7♠ 8♠ 9♠ 2♦", "K♥ K♦"], [(1, "2♣ 3♣ 4♣")]
    position = built(variant=house, hands=hands, phase="play", table=table, context=CONTEXT)
    assert position.explain("lay 7♠ 8♠ 9♠") == ()
    assert SEEN
    for facts in SEEN:
        assert isinstance(facts, OpeningFacts)
        assert written(facts) == [(1, "2♣ 3♣ 4♣")]
        assert (facts.player, facts.totals) == (0, (120, 40))
    SEEN.clear()
    assert house.check_opening(["7♠ 8♠ 9♠"]).ok
    assert {(facts.table, facts.totals) for facts in SEEN} == {((), ())}
