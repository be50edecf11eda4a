"""The worked examples, each judged through the public interface.

Further cases come from the YAML file, or the folder of them, that the environment variable RAMI_EXAMPLES names.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest
from tests.rules.cases import Case, card, cards, melds, parameters
from tests.rules.positions import ME, OTHER, Position, opening_run, quiet_group, spare_cards, stranded

from rami import InvalidMeld, RamiError, Round
from rami.cards import JOKER, Card, Cards
from rami.melds import Meld
from rami.moves import Discard, DrawStock, End, LayDown, LayOff, Move, Source, SwapWild, TakeDiscard
from rami.policies.match_format import MatchFacts, MatchFormat
from rami.policies.scores import RoundEnd, RoundScore

Answer = Mapping[str, Any]

KINDS = {"group": "set", "run": "run"}
ENDS: Mapping[str, End] = {"before": "low", "after": "high", "low": "low", "high": "high"}


def facts(case: Case, *names: str) -> list[Any]:
    """The given facts of these names, None for one that is not given; no other name is understood."""
    unknown = set(case.given) - set(names) - {"options"}
    assert not unknown, f"{case.ask}: facts that mean nothing here: {sorted(unknown)}"
    return [case.given.get(name) for name in names]


def allowed(position: Round, move: Move) -> bool:
    """Whether a move is legal, asked in three ways that must agree."""
    listed = move in position.legal_moves
    assert listed == (position.explain(move) == ()), (str(move), position.explain(move))
    try:
        position.play(move)
    except RamiError:
        assert not listed, str(move)
    else:
        assert listed, str(move)
    return listed


def follow(position: Round, moves: Sequence[Move]) -> Round | None:
    """The position after these moves, None if one of them is not legal."""
    for move in moves:
        if position.over or not allowed(position, move):
            return None
        position = position.play(move)
    return position


def faces(meld: Meld | Sequence[Card]) -> tuple[str, ...]:
    return tuple(sorted(map(str, meld)))


# Questions without a game


def ask_meld(case: Case) -> Answer:
    given, table = facts(case, "meld", "table")
    asked: dict[str, Any] = {"table": melds(table)} if table else {}
    try:
        found = case.variant.meld(cards(given), **asked)
    except InvalidMeld:
        return {"valid": False}
    return {"valid": True, "kind": KINDS[found.kind], "value": case.variant.points(found)}


def ask_opening(case: Case) -> Answer:
    given, layoffs, first_turn, drawn_from, taken, highest, table = facts(
        case, "melds", "layoffs", "first_turn", "drawn_from", "taken", "highest_before", "table"
    )
    asked: dict[str, Any] = {"first_turn": bool(first_turn)}
    if layoffs:
        asked["layoffs"] = [(card(each["card"]), cards(each["onto"])) for each in layoffs]
    if drawn_from:
        asked["drawn_from"] = drawn_from
    if taken:
        asked["taken"] = card(taken)
    if highest:
        asked["highest_before"] = highest
    if table:
        asked["table"] = [cards(each) for each in table]
    verdict = case.variant.check_opening([cards(each) for each in given], **asked)
    return {"legal": verdict.ok, "points": verdict.points}


def ask_deadwood(case: Case) -> Answer:
    ten, hand = facts(case, "hand10", "hand")
    return {"deadwood": case.variant.deadwood(cards(ten or hand))}


def ask_hand_scores(case: Case) -> Sequence[Any]:
    losers, winner = facts(case, "losers", "winner")
    variant = case.variant
    unknown = set(winner) - {"kind", "final_discard", "jokers_used", "last_hand", "helped"}
    assert not unknown, unknown
    at_once = {"normal": False, "all_at_once": True, "rami_sec": True}[winner["kind"]]
    opened = tuple(bool(loser["opened"]) for loser in losers)
    if "final_discard" in winner:
        final = None if winner["final_discard"] is None else card(winner["final_discard"])
    else:
        final = Card("3♣") if not variant.closing.finish_by_discard(Card("3♣")) else None
    assert isinstance(variant.match, MatchFormat)
    number = variant.match.hands if winner.get("last_hand") else None
    end = RoundEnd(
        seats=tuple(range(len(losers) + 1)),
        hands=(Cards(), *(Cards(cards(loser["hand"])) for loser in losers)),
        opened=(True, *opened),
        opened_before=(not at_once, *opened),
        winner=0,
        all_at_once=at_once,
        helped=bool(winner.get("helped")),
        wilds_placed=winner.get("jokers_used", 0),
        final_discard=final,
        multiplier=variant.match.multiplier(number or 1),
        court_value=variant.equipment.court_value,
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
            hand=hand or 1,
            seats=len(totals),
            playing=playing,
            totals=tuple(totals),
            eliminated=(out,) if out else (),
        )
    )
    return {
        "over": verdict.over,
        "winners": list(verdict.winners),
        "winner": verdict.winners[0] if verdict.winners else None,
        "eliminated": list(verdict.eliminated),
    }


def ask_deal(case: Case) -> Answer:
    (players,) = facts(case, "players")
    try:
        position = Round.deal(case.variant, players=players, seed=1, dealer=0)
    except RamiError:
        return {"legal": False}
    return {
        "legal": True,
        "hands": [len(hand) for hand in position.hands],
        "discard": len(position.discards),
        "stock": len(position.stock),
    }


# Questions about a position


def ask_draw_discard(case: Case) -> Answer:
    opened, first_turn, top, hand, table = facts(case, "opened", "first_turn", "top_discard", "hand", "table")
    held = cards(hand)
    laid = [(ME if opened else OTHER, meld) for meld in melds(table or [])]
    if opened and not laid:
        laid.append((ME, quiet_group(case.variant, [*held, card(top)])))
    position = Position(case.variant, held, table=laid, discards=(card(top),), first_turn=bool(first_turn))
    return {"legal": allowed(position.before_the_draw(), TakeDiscard())}


def ask_penalty_draw(case: Case) -> Answer:
    kept, announced = facts(case, "hand_after_discard", "announced")
    own = quiet_group(case.variant, [])
    thrown, *rest = spare_cards(case.variant, kept + 1, own)
    position = Position(case.variant, (thrown, *rest), table=[(ME, own)]).after_the_draw()
    move = Discard(thrown, announce=announced)
    assert allowed(position, move)
    after = position.play(move)
    return {"cards": len(after.hands[ME]) - kept, "hand": len(after.hands[ME])}


def ask_layoff(case: Case) -> Answer:
    opened, table, owner, text, end = facts(case, "opened", "table", "owner", "card", "position")
    (meld,) = melds(table)
    placed = card(text)
    laid = [(ME if owner == "self" else OTHER, meld)]
    if opened and owner != "self":
        laid.append((ME, quiet_group(case.variant, [*meld, placed])))
    held = (placed, *spare_cards(case.variant, 2, [placed, *itertools.chain(*(each for _, each in laid))]))
    position = Position(case.variant, held, table=laid).after_the_draw()
    ends: list[End | None] = [ENDS[end]] if end else [None, "low", "high"]
    return {"legal": any(allowed(position, LayOff(placed, 0, at)) for at in ends)}


def swaps(position: Round, meld: int, held: Card) -> Iterator[SwapWild]:
    """Every way to name the wild card of a table meld."""
    for at in (None, *range(len(position.table[meld].meld))):
        yield SwapWild(meld, at, held)


def recovery(
    case: Case, table: Sequence[tuple[int, tuple[Card, ...]]], held: Sequence[Card], opened: bool
) -> Round:
    """A position in which a recovered joker has a new meld to go to: a pair waits for it in the hand."""
    used = [*held, *itertools.chain(*(meld for _, meld in table))]
    laid = list(table)
    if opened and all(owner != ME for owner, _ in laid):
        laid.append((ME, quiet_group(case.variant, used)))
        used += laid[-1][1]
    pair = quiet_group(case.variant, used)[:2]
    used += pair
    first = () if opened else opening_run(used)
    spare = spare_cards(case.variant, 2, [*used, *first])
    return Position(case.variant, (*held, *pair, *first, *spare), table=laid).after_the_draw()


def ask_swap_joker(case: Case) -> Answer:
    opened, table, given, owner = facts(case, "opened", "table", "cards", "owner")
    (meld,) = melds(table)
    position = recovery(case, [(ME if owner == "self" else OTHER, meld)], cards(given), bool(opened))
    for *added, last in itertools.permutations(cards(given)):
        reached = follow(position, [LayOff(each, 0) for each in added])
        if reached is None:
            continue
        for move in swaps(reached, 0, last):
            if allowed(reached, move):
                return {"legal": True, "meld_after": faces(reached.play(move).table[0].meld)}
    return {"legal": False}


def ask_place_recovered_joker(case: Case) -> Answer:
    recovered, placement = facts(case, "recovered", "placement")
    assert recovered
    tables = [cards(["10C", "10S", "10H", "*"]), cards(["6C", "7C", "8C", "*"])]
    naturals = [Card("10D"), Card("9C")]
    target = cards(["4C", "4S", "4H"])
    for meld, natural in zip(tables, naturals, strict=True):
        position = recovery(case, [(OTHER, meld), (ME, target)], [natural], opened=True)
        if not allowed(position, SwapWild(0, None, natural)):
            continue
        after = position.play(SwapWild(0, None, natural))
        held = position.hands[ME].remove(natural)
        pair = next(two for two in itertools.combinations(held, 2) if two[0].rank == two[1].rank)
        spare = next(each for each in held if each not in pair)
        ways: dict[str, list[Move]] = {
            "new_meld": [LayDown([(*pair, JOKER)])],
            "meld": [LayDown([(*pair, JOKER)])],
            "layoff": [LayOff(JOKER, 1)],
            "same_meld": [LayOff(JOKER, 0, at) for at in (None, "low", "high")],
            "hand": [Discard(spare)],
            "keep": [Discard(spare)],
            "discard": [Discard(JOKER)],
        }
        return {"legal": any(allowed(after, move) for move in ways[placement])}
    return {"legal": False}


def ask_take(case: Case) -> Answer:
    opened, table, owner, taken, new = facts(case, "opened", "table", "owner", "take", "new_meld")
    laid = [(ME if owner == "self" else OTHER, meld) for meld in melds(table)]
    wanted = cards([taken] if isinstance(taken, str) else taken)
    meld = cards(new)
    held = list(meld)
    for each in wanted:
        held.remove(each)
    used = [*held, *itertools.chain(*(each for _, each in laid))]
    own = quiet_group(case.variant, used)
    own_laid = [(ME, own)] if opened and owner != "self" else []
    spare = spare_cards(case.variant, 2, [*used, *own])
    position = Position(case.variant, (*held, *spare), table=[*laid, *own_laid]).after_the_draw()
    homes = [[number for number, (_, there) in enumerate(laid) if each in there] for each in wanted]
    for choice in itertools.product(*homes):
        sources = [Source(each, home) for each, home in zip(wanted, choice, strict=True)]
        move = LayDown([case.variant.meld(meld)], sources)
        if allowed(position, move):
            left = sorted(faces(there.meld) for there in position.play(move).table)
            for known in (meld, *(own for _, own in own_laid)):
                left.remove(faces(known))
            return {"legal": True, "left": left}
    return {"legal": False}


def plan_moves(position: Round, items: Sequence[Any], closed: Collection[int]) -> Iterator[list[Move]]:
    """Every way to lay these cards off, in their order, on melds of the table that are not `closed`."""
    options: list[list[Move]] = []
    for item in items:
        placed = card(item if isinstance(item, str) else item["card"])
        targets = [there.id for there in position.table if there.id not in closed]
        if not isinstance(item, str):
            onto = faces(cards(item["onto"]))
            targets = [number for number in targets if faces(meld_of(position, number)) == onto]
        options.append([LayOff(placed, number, at) for number in targets for at in (None, "low", "high")])
    for choice in itertools.product(*options):
        yield list(choice)


def meld_of(position: Round, number: int) -> Meld:
    return next(there.meld for there in position.table if there.id == number)


def goes_out(position: Round, plan: Mapping[str, Any], closed: Collection[int] = ()) -> bool:
    """Whether the plan empties the hand and ends the round."""
    unknown = set(plan) - {"melds", "layoffs", "discard"}
    assert not unknown, unknown
    new, thrown = plan.get("melds"), plan.get("discard")
    start = follow(position, [LayDown([cards(meld) for meld in new])]) if new else position
    if start is None:
        return False
    last = [Discard(card(thrown))] if thrown else []
    for moves in plan_moves(start, plan.get("layoffs") or (), closed):
        end = follow(start, [*moves, *last])
        if end is not None and end.over:
            return not end.hands[ME]
    return False


def ask_go_out(case: Case) -> Answer:
    opened, hand, table, plan = facts(case, "opened", "hand_after_draw", "table", "plan")
    held = cards(hand)
    laid = [(OTHER, meld) for meld in melds(table or [])]
    own = (
        [(ME, quiet_group(case.variant, [*held, *itertools.chain(*(each for _, each in laid))]))]
        if opened
        else []
    )
    position = Position(case.variant, held, table=[*laid, *own]).after_the_draw()
    return {"legal": goes_out(position, plan, closed=range(len(laid), len(laid) + len(own)))}


def ask_all_at_once(case: Case) -> Answer:
    hand, plan = facts(case, "hand_after_draw", "all_at_once")
    new = [cards(meld) for meld in plan["melds"]]
    bases = dict.fromkeys(
        cards(each["onto"]) for each in plan.get("layoffs") or () if not isinstance(each, str)
    )
    laid = [(OTHER, meld) for meld in bases if faces(meld) not in map(faces, new)]
    position = Position(case.variant, cards(hand), table=laid).after_the_draw()
    return {"legal": goes_out(position, plan), "points": sum(map(case.variant.points, new))}


def ask_recycle(case: Case) -> Answer:
    stock, pile, takeable = facts(case, "stock", "discard_bottom_to_top", "discard_draw_legal")
    assert stock == 0
    position = stranded(case.variant, cards(pile), discard_usable=bool(takeable))
    if position.over:
        return {"void": position.score().void}
    if takeable is not None:
        assert allowed(position, TakeDiscard()) == takeable
    if not allowed(position, DrawStock()):
        return {"void": False}
    held = len(position.hands[position.player])
    after = position.play(DrawStock())
    assert len(after.hands[position.player]) == held + 1
    return {"void": False, "stock": len(after.stock) + 1, "discard": [str(each) for each in after.discards]}


JUDGES: Mapping[str, Callable[[Case], Any]] = {
    "all_at_once": ask_all_at_once,
    "deadwood": ask_deadwood,
    "deal": ask_deal,
    "draw_discard": ask_draw_discard,
    "go_out": ask_go_out,
    "hand_scores": ask_hand_scores,
    "layoff": ask_layoff,
    "match": ask_match,
    "meld": ask_meld,
    "opening": ask_opening,
    "penalty_draw": ask_penalty_draw,
    "place_recovered_joker": ask_place_recovered_joker,
    "recycle": ask_recycle,
    "swap_joker": ask_swap_joker,
    "take": ask_take,
}

NORMAL: Mapping[str, Callable[[Any], Any]] = {
    "meld_after": lambda value: faces(cards(value)),
    "left": lambda value: sorted(faces(cards(each)) for each in value),
    "discard": lambda value: [str(card(each)) for each in value] if isinstance(value, list) else value,
}


@pytest.mark.parametrize("case", parameters())
def test_worked_example(case: Case) -> None:
    answer = JUDGES[case.ask](case)
    if not isinstance(case.expect, Mapping):
        assert answer == case.expect
        return
    expected = {name: NORMAL.get(name, lambda same: same)(value) for name, value in case.expect.items()}
    assert {name: answer.get(name, "no answer") for name in expected} == expected
