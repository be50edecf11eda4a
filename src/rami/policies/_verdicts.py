"""What a match policy answers, checked: a policy of one's own may say anything."""

from __future__ import annotations

from collections.abc import Iterator

from rami import errors as checks
from rami.errors import Reason, Violation
from rami.policies.match_format import MatchFacts, MatchVerdict

__all__ = ["verdict_faults"]


def verdict_faults(verdict: object, facts: MatchFacts) -> Iterator[Violation]:
    """Everything that cannot follow from a round.

    Parameters:
        verdict: what the policy has answered.
        facts: what it was told.
    """
    if not isinstance(verdict, MatchVerdict):
        yield from checks.instance("verdict", verdict, MatchVerdict)
        return
    seats, playing = facts.seats, facts.playing
    yield from checks.flag("over", verdict.over)
    yield from checks.seats("winners", verdict.winners, seats)
    wrong = checks.seats("eliminated", verdict.eliminated, seats, playing)
    yield from wrong
    if verdict.winners and not verdict.over:
        yield Violation(Reason.WON_TOO_EARLY, None, {"seats": tuple(verdict.winners)})
    if not verdict.over and not wrong:
        staying = [seat for seat in playing if seat not in verdict.eliminated]
        yield from checks.seat("next_dealer", verdict.next_dealer, seats, staying)
    unread = [
        *checks.collection("ranking", verdict.ranking),
        *(
            problem
            for number, group in enumerate(checks.listed(verdict.ranking))
            for problem in checks.collection(f"ranking[{number}]", group)
        ),
    ]
    yield from unread
    if not unread:
        ranked = [seat for group in verdict.ranking for seat in group]
        yield from checks.seats("ranking", ranked, seats)
        yield from checks.count("ranking", len(ranked), seats)
    for field, values in (("totals", verdict.totals), ("contracts", verdict.contracts)):
        if values is not None and (field == "totals" or facts.contracts):
            yield from checks.count(field, len(values), seats)
