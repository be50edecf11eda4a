"""The worked examples, checked through the public interface.

The environment variable RAMI_EXAMPLES may name a YAML file, or a folder of such files, with more examples.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest
from tests.support.presets import SLUGS
from tests.support.worked import (
    family_judges,
    fru_judges,
    gin_judges,
    ind_judges,
    liv_judges,
    okey_judges,
    rkb_judges,
    rum_judges,
    tt_judges,
)
from tests.support.worked.cases import Answer, Case, Judges, card, cards, melds, parameters, questions
from tests.support.worked.positions import (
    ME,
    OTHER,
    Laid,
    Position,
    opening_runs,
    quiet_group,
    spare_cards,
    stranded,
)
from tests.support.worked.scenes import follow, is_legal

from rami import RamiError, Round
from rami.cards import JOKER, Card, Cards, Suit
from rami.cards.melds import Group, Meld
from rami.cards.moves import Discard, DrawStock, End, LayDown, LayOff, Move, Source, SwapWild, TakeDiscard
from rami.errors.checks import nearest
from rami.policies.results.outcomes import Outcome, RoundFacts
from rami.policies.results.scores import RoundScore
from rami.policies.results.seats import Seat
from rami.policies.slots.closing import ClosingFacts
from rami.policies.slots.match_format import MatchFacts, MatchFormat
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

KINDS = {"group": "set", "run": "run"}
ENDS: Mapping[str, End] = {"before": "low", "after": "high", "low": "low", "high": "high"}
AT_ONCE = {"normal": False, "all_at_once": True, "rami_sec": True}


def facts(case: Case, *names: str) -> list[Any]:
    """Return the facts of these names; None for a fact that the case does not give."""
    return [case.given.get(name) for name in names]


def owners(case: Case, opened: bool) -> tuple[int, ...]:
    """Return the possible owners of the table melds: the seat that the case names, or any seat."""
    named = case.given.get("owner")
    if named is None:
        return (OTHER, ME) if opened else (OTHER,)
    return (ME,) if named == "self" else (OTHER,)


def is_opened(case: Case) -> bool:
    """Return whether the player has opened, as players have unless the case denies it."""
    return bool(case.given.get("opened", True))


def valid(
    variant: Variant, given: Sequence[Card], table: Sequence[Sequence[Card]] | None = None
) -> Meld | None:
    """Return the meld that these cards form, beside the given table if there is one; None if they form no meld."""
    try:
        return variant.meld(given, table=table)
    except RamiError:
        return None


def on_the_table(laid: Laid) -> list[Card]:
    return [each for _, meld in laid for each in meld]


def faces(meld: Meld | Sequence[Card]) -> tuple[str, ...]:
    return tuple(sorted(map(str, meld)))


# Questions without a game


def ask_meld(case: Case) -> Answer:
    given, table, players = facts(case, "meld", "table", "players")
    variant = case.variant if players is None else case.variant.for_round(players)
    found = valid(variant, cards(given), None if table is None else melds(table))
    if found is None:
        return {"valid": False}
    return {"valid": True, "kind": KINDS[found.kind], "value": variant.points(found)}


def grown(variant: Variant, layoffs: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    """Yield the lay-offs, each with its table meld as the earlier lay-offs have left it."""
    now: dict[tuple[str, ...], tuple[Card, ...]] = {}
    for each in layoffs:
        placed, onto = card(each["card"]), cards(each["onto"])
        there = now.get(faces(onto), onto)
        yield placed, there
        for longer in ((*there, placed), (placed, *there)):
            if valid(variant, longer):
                now[faces(onto)] = longer
                break


def ask_opening(case: Case) -> Answer:
    given, pairs, layoffs, first_turn, drawn_from, taken, highest, table = facts(
        case, "melds", "pairs", "layoffs", "first_turn", "drawn_from", "taken", "highest_before", "table"
    )
    verdict = case.variant.check_opening(
        [cards(each) for each in (*(given or ()), *(pairs or ()))],
        layoffs=list(grown(case.variant, layoffs or [])),
        first_turn=bool(first_turn),
        drawn_from=drawn_from,
        taken=card(taken) if taken else None,
        highest_before=highest or 0,
        table=None if table is None else melds(table),
    )
    return {"legal": verdict.ok, "points": verdict.points}


def ask_hand_scores(case: Case) -> Sequence[Any]:
    losers, winner = facts(case, "losers", "winner")
    variant = case.variant
    winner = winner or {}
    kind = winner.get("kind", "normal")
    at_once = AT_ONCE[kind]
    opened = tuple(bool(loser.get("opened", kind != "rami_sec")) for loser in losers)
    if "final_discard" in winner:
        final = None if winner["final_discard"] is None else card(winner["final_discard"])
    else:
        final = None if variant.closing.finish(ClosingFacts(discard=Card("3♣"))) else Card("3♣")
    assert isinstance(variant.match, MatchFormat)
    end = RoundFacts(
        outcome=Outcome(
            winner=0,
            all_at_once=at_once,
            helped=bool(winner.get("helped")),
            wilds_placed=winner.get("jokers_used") or 0,
            final_discard=final,
            opened_before=(not at_once, *opened),
        ),
        hands=(Cards(), *(Cards(cards(loser["hand"])) for loser in losers)),
        seats=[Seat(opened=flag) for flag in (True, *opened)],
        multiplier=variant.match.multiplier(0, bool(winner.get("last_hand"))),
        equipment=variant.equipment,
    )
    score = variant.scoring.score(end)
    return [score.points(seat) for seat in end.losers]


def ask_match(case: Case) -> Answer:
    totals, hand, eliminated = facts(case, "totals", "hand", "already_out")
    out = tuple(int(seat) for seat in eliminated or [])
    playing = tuple(seat for seat in range(len(totals)) if seat not in out)
    lowest = min(playing, key=lambda seat: totals[seat])
    verdict = case.variant.match.verdict(
        MatchFacts(
            score=RoundScore(False, lowest, ()),
            hand=hand or case.given.get("hands_played") or 1,
            seats=len(totals),
            playing=playing,
            totals=tuple(totals),
            eliminated=(out,) if out else (),
            dealer=case.given.get("dealer", playing[0]),
        )
    )
    return {
        "over": verdict.over,
        "winners": list(verdict.winners),
        "winner": verdict.winners[0] if verdict.winners else None,
        "eliminated": list(verdict.eliminated),
        "next_dealer": verdict.next_dealer,
    }


def ask_deal(case: Case) -> Answer:
    given, variant = case.given, case.variant
    try:
        context = RoundContext(
            given.get("players", variant.equipment.players[0]), number=given.get("round", 1)
        )
        position = Round.deal(variant, context=context, seed=1)
    except RamiError:
        return {"legal": False}
    return {
        "legal": True,
        "hands": [len(hand) for hand in position.hands],
        "discard": len(position.discards),
        "stock": len(position.stock),
        "wild_rank": min(position.variant.equipment.wild_ranks, default=None),
    }


# Questions about a position


def usable(variant: Variant, top: Card, opened: bool) -> list[Card]:
    """Return a hand that can use the top discard."""
    group = quiet_group(variant, [])
    pair = group[:2] if top.rank is None else quiet_group_of(variant, top)
    first = [] if opened else list(itertools.chain(*opening_runs(variant, [*pair, top])))
    return [*pair, *first, *spare_cards(variant, 2, [*pair, *first, top])]


def quiet_group_of(variant: Variant, top: Card) -> tuple[Card, ...]:
    """Return two cards that make a group with this card."""
    assert top.rank is not None
    return tuple(Card.of(top.rank, suit) for suit in Suit if suit is not top.suit)[:2]


def ask_draw_discard(case: Case) -> Answer:
    first_turn, text, hand, table = facts(case, "first_turn", "top_discard", "hand", "table")
    opened, variant, top = is_opened(case), case.variant, card(text)
    held = usable(variant, top, opened) if hand is None else cards(hand)
    for owner in owners(case, opened):
        laid = [(owner, meld) for meld in melds(table or [])]
        if opened and all(each != ME for each, _ in laid):
            laid.append((ME, quiet_group(variant, [*held, top, *on_the_table(laid)])))
        position = Position(variant, tuple(held), laid, (top,), bool(first_turn))
        if is_legal(position.before_the_draw(), TakeDiscard()):
            return {"legal": True}
    return {"legal": False}


def ask_penalty_draw(case: Case) -> Answer:
    kept, announced = facts(case, "hand_after_discard", "announced")
    conduct = case.variant.conduct
    own = quiet_group(case.variant, [])
    discarded, *rest = spare_cards(case.variant, kept + 1, own)
    position = Position(case.variant, (discarded, *rest), table=[(ME, own)]).after_the_draw()
    asked = conduct.mode == "explicit" and conduct.carte and kept == conduct.announce_at
    move = Discard(discarded, announce=bool(announced) if asked else None)
    assert is_legal(position, move)
    after = position.play(move)
    return {"cards": len(after.hands[ME]) - kept, "hand": len(after.hands[ME])}


def ask_layoff(case: Case) -> Answer:
    table, texts, end, all_opened = facts(case, "table", "cards", "position", "all_opened")
    opened, variant, placed = is_opened(case), case.variant, cards(texts)
    seats = 2 if all_opened is None or all_opened else 3
    for owner in owners(case, opened):
        laid = [(owner, declared(case, meld)) for meld in melds(table)]
        count = len(laid)
        if opened and owner != ME:
            laid.append((ME, quiet_group(variant, [*on_the_table(laid), *placed])))
        held = (*placed, *spare_cards(variant, 2, [*placed, *on_the_table(laid)]))
        position = Position(variant, held, table=laid, seats=seats).after_the_draw()
        for there in position.table[:count]:
            named: list[End | None] = (
                [ENDS[end]] if end and there.meld.kind == "run" else [None, "low", "high"]
            )
            ways = itertools.product(*([LayOff(each, there.id, at) for at in named] for each in placed))
            if any(follow(position, way) for way in ways):
                return {"legal": True}
    return {"legal": False}


def swaps(position: Round, meld: int, held: Card) -> Iterator[SwapWild]:
    """Yield every way to name the wild card of a table meld."""
    for at in (None, *range(len(position.table[meld].meld))):
        yield SwapWild(meld, at, held)


def declared(case: Case, meld: tuple[Card, ...]) -> tuple[Card, ...] | Group:
    """Return the meld, with the card named for its joker if the case names one."""
    named = case.given.get("joker_as")
    return meld if named is None else Group(meld, joker_suit=card(named).suit)


def recovery(case: Case, table: Laid, held: Sequence[Card], opened: bool) -> Round:
    """Return a position in which a pair in the hand waits for a recovered joker."""
    used = [*held, *on_the_table(table)]
    laid = list(table)
    if opened and all(owner != ME for owner, _ in laid):
        laid.append((ME, quiet_group(case.variant, used)))
        used += laid[-1][1]
    pair = quiet_group(case.variant, used)[:-1]
    used += pair
    first = [] if opened else list(itertools.chain(*opening_runs(case.variant, used)))
    spare = spare_cards(case.variant, 2, [*used, *first])
    return Position(case.variant, (*held, *pair, *first, *spare), table=laid).after_the_draw()


def ask_swap_joker(case: Case) -> Answer:
    table, given = facts(case, "table", "cards")
    opened, asked = is_opened(case), cards([given] if isinstance(given, str) else given)
    for owner in owners(case, opened):
        laid = [(owner, declared(case, meld)) for meld in melds(table)]
        position = recovery(case, laid, asked, opened)
        for number, at in itertools.product(range(len(laid)), (None, 0, 1, 2)) if len(asked) == 2 else ():
            both = SwapWild(number, at, *asked)
            if is_legal(position, both):
                return {"legal": True, "meld_after": faces(position.play(both).table[number].meld)}
        for number, (*added, last) in itertools.product(range(len(laid)), itertools.permutations(asked)):
            reached = follow(position, [LayOff(each, number) for each in added])
            if reached is None:
                continue
            for move in swaps(reached, number, last):
                if is_legal(reached, move):
                    return {"legal": True, "meld_after": faces(reached.play(move).table[number].meld)}
    return {"legal": False}


def placements(hand: Cards) -> Mapping[str, list[Move]]:
    """Return the moves with a joker that comes from meld 0, at a table with another meld 1."""
    ((most, _),) = Counter(each.rank for each in hand if each is not JOKER).most_common(1)
    pair = [each for each in hand if each.rank == most]
    spare = next(each for each in hand if each not in pair and each is not JOKER)
    return {
        "new_meld": [LayDown([(*pair, JOKER)])],
        "meld": [LayDown([(*pair, JOKER)])],
        "layoff": [LayOff(JOKER, 1)],
        "same_meld": [LayOff(JOKER, 0, at) for at in (None, "low", "high")],
        "hand": [Discard(spare)],
        "keep": [Discard(spare)],
        "discard": [Discard(JOKER)],
    }


def ask_place_recovered_joker(case: Case) -> Answer:
    recovered, placement = facts(case, "recovered", "placement")
    tables = [cards(["10C", "10S", "10H", "*"]), cards(["6C", "7C", "8C", "*"])]
    naturals = [Card("10D"), Card("9C")]
    target = cards(["4C", "4S", "4H"])
    for owner, (meld, natural) in itertools.product((OTHER, ME), zip(tables, naturals, strict=True)):
        if recovered is False:
            position = recovery(case, [(owner, meld[:-1]), (ME, target)], [JOKER], opened=True)
        else:
            start = recovery(case, [(owner, meld), (ME, target)], [natural], opened=True)
            swapped = follow(start, [SwapWild(0, None, natural)])
            if swapped is None:
                continue
            position = swapped
        known = placements(position.hands[ME])
        moves = known.get(placement, known["layoff" if "off" in placement or "add" in placement else "meld"])
        if any(is_legal(position, move) for move in moves):
            return {"legal": True}
    return {"legal": False}


def ask_take(case: Case) -> Answer:
    table, taken, new = facts(case, "table", "take", "new_meld")
    opened, variant = is_opened(case), case.variant
    wanted = cards([taken] if isinstance(taken, str) else taken)
    meld = valid(variant, cards(new))
    if meld is None:
        return {"legal": False}
    held = list((Counter(meld) - Counter(wanted)).elements())
    for owner in owners(case, opened):
        laid = [(owner, there) for there in melds(table)]
        used = [*held, *on_the_table(laid)]
        own = [(ME, quiet_group(variant, used))] if opened and owner != ME else []
        spare = spare_cards(variant, 2, [*used, *on_the_table(own)])
        position = Position(variant, (*held, *spare), table=[*laid, *own]).after_the_draw()
        homes = [[number for number, (_, there) in enumerate(laid) if each in there] for each in wanted]
        for choice in itertools.product(*homes):
            move = LayDown([meld], [Source(each, home) for each, home in zip(wanted, choice, strict=True)])
            if is_legal(position, move):
                left = sorted(faces(there.meld) for there in position.play(move).table)
                for known in (meld, *(group for _, group in own)):
                    left.remove(faces(known))
                return {"legal": True, "left": left}
    return {"legal": False}


def lay_offs(start: Round, now: Round, item: Any, closed: Collection[int]) -> Iterator[LayOff]:
    """Yield every way to lay this card off on its meld, as it was or as it has become."""
    facts_of_item: Mapping[str, Any] = {"card": item} if isinstance(item, str) else item
    placed, onto = card(facts_of_item["card"]), facts_of_item.get("onto")
    for there in now.table:
        shown = [each.meld for each in (*now.table, *start.table) if each.id == there.id]
        named = onto is None or faces(cards(onto)) in map(faces, shown)
        if named and there.id not in closed:
            for at in (None, "low", "high") if there.meld.kind == "run" else (None,):
                yield LayOff(placed, there.id, at)


def goes_out(position: Round, plan: Mapping[str, Any], closed: Collection[int] = ()) -> bool:
    """Return whether the plan empties the hand and ends the round."""
    new = [valid(position.variant, cards(meld)) for meld in plan.get("melds") or ()]
    discarded = plan.get("discard")
    known = [meld for meld in new if meld is not None]
    if len(known) < len(new):
        return False
    start = follow(position, [LayDown(known)]) if known else position
    last = [Discard(card(discarded))] if discarded else []
    items = list(plan.get("layoffs") or ())
    seen: set[tuple[Round, tuple[int, ...]]] = set()

    def ends(now: Round, left: tuple[int, ...]) -> bool:
        if (now, left) in seen or start is None:
            return False
        seen.add((now, left))
        if not left:
            end = follow(now, last)
            return end is not None and end.over and not end.hands[ME]
        for each in left:
            rest = tuple(other for other in left if other != each)
            for move in lay_offs(start, now, items[each], closed):
                after = follow(now, [move])
                if after is not None and ends(after, rest):
                    return True
        return False

    return start is not None and ends(start, tuple(range(len(items))))


def ask_go_out(case: Case) -> Answer:
    hand, table, plan = facts(case, "hand_after_draw", "table", "plan")
    opened, held = is_opened(case), cards(hand)
    laid = [(OTHER, meld) for meld in melds(table or [])]
    count = len(laid)
    if opened:
        laid.append((ME, quiet_group(case.variant, [*held, *on_the_table(laid)])))
    first = bool(case.given.get("first_turn"))
    position = Position(case.variant, held, table=laid, first_turn=first).after_the_draw()
    return {"legal": goes_out(position, plan or {}, closed=range(count, len(laid)))}


def bases(plan: Mapping[str, Any]) -> list[tuple[Card, ...]]:
    """Return the table melds that a plan names, in their state before it."""
    now = [cards(meld) for meld in plan.get("melds") or ()]
    found: list[tuple[Card, ...]] = []
    for each in plan.get("layoffs") or ():
        if isinstance(each, str) or each.get("onto") is None:
            continue
        onto = cards(each["onto"])
        if faces(onto) not in map(faces, now):
            now.append(onto)
            found.append(onto)
        now.append((*onto, card(each["card"])))
    return found


def ask_all_at_once(case: Case) -> Answer:
    hand, plan, there = facts(case, "hand_after_draw", "all_at_once", "table")
    laid = melds(there or [])
    laid += [meld for meld in bases(plan) if faces(meld) not in map(faces, laid)]
    first = bool(case.given.get("first_turn"))
    table = [(OTHER, meld) for meld in laid]
    position = Position(case.variant, cards(hand), table=table, first_turn=first).after_the_draw()
    new = [valid(case.variant, cards(meld)) for meld in plan.get("melds") or ()]
    points = sum(case.variant.points(meld) for meld in new if meld is not None)
    return {"legal": goes_out(position, plan), "points": points}


def ask_recycle(case: Case) -> Answer:
    stock, pile, takeable, recycles = facts(
        case, "stock", "discard_bottom_to_top", "discard_draw_legal", "recycles"
    )
    position = stranded(
        case.variant,
        cards(pile or []),
        discard_usable=bool(takeable),
        stock=stock or 0,
        recycles=recycles or 0,
    )
    if position.over:
        return {"void": position.score().void}
    if takeable is not None:
        assert is_legal(position, TakeDiscard()) == takeable
    if not is_legal(position, DrawStock()):
        return {"void": False, "stock": len(position.stock), "discard": list(map(str, position.discards))}
    held = len(position.hands[position.player])
    after = position.play(DrawStock())
    assert len(after.hands[position.player]) == held + 1
    return {"void": False, "stock": len(after.stock) + 1, "discard": list(map(str, after.discards))}


ask_round_deal = ask_deal
JUDGES: Judges = {
    **questions(family_judges),
    **questions(fru_judges),
    **questions(gin_judges),
    **questions(rum_judges),
    **questions(sys.modules[__name__]),
}

NORMAL: Mapping[str, Callable[[Any], Any]] = {
    "meld_after": lambda value: faces(cards(value)),
    "left": lambda value: value if isinstance(value, int) else sorted(map(faces, melds(value))),
    "legal": lambda value: gin_judges.words(value) if isinstance(value, list) else value,
    "drawn": lambda value: str(card(value)),
    "stock_top_to_bottom": lambda value: [str(card(each)) for each in value],
    "discard": lambda value: [str(card(each)) for each in value] if isinstance(value, list) else value,
}


OWN_JUDGES = {
    "indian-13": questions(ind_judges),
    "liverpool": questions(liv_judges),
    "okey": questions(okey_judges),
    "okey-101": questions(okey_judges),
    "rummikub": questions(rkb_judges),
    "three-thirteen": questions(tt_judges),
}
"""The questions about games whose rules change from round to round."""
OWN_NORMAL: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "okey": {},
    "okey-101": {},
    "rummikub": rkb_judges.RKB_NORMAL,
}
"""The games whose cases have their own words, with the functions that bring their answers into one order."""


def judges_of(slug: str) -> Judges:
    """Return the questions that cases may ask about a game, by name."""
    return {**JUDGES, **OWN_JUDGES.get(slug, {})}


def answered(case: Case) -> Any:
    """Return the answer to a case.

    Raises:
        AssertionError: nothing answers it, or only without a look at some of its facts.
    """
    known, judges = SLUGS, judges_of(case.slug)
    assert case.slug in known, (
        f"there is no variant {case.slug!r}; did you mean {nearest(case.slug, known)!r}?"
    )
    assert case.ask in judges, f"nothing answers {case.ask!r}; did you mean {nearest(case.ask, judges)!r}?"
    answer = judges[case.ask](case)
    assert not case.given.unread, f"the answer does not depend on {', '.join(sorted(case.given.unread))}"
    return answer


@pytest.mark.parametrize("case", parameters())
def test_worked_example(case: Case) -> None:
    answer = answered(case)
    if not isinstance(case.expect, Mapping):
        assert answer == case.expect
        return
    normal = OWN_NORMAL.get(case.slug, NORMAL)
    expected = {
        name: normal[name](value) if name in normal and value is not None else value
        for name, value in case.expect.items()
    }
    assert {name: answer.get(name, "no answer") for name in expected} == expected
