"""The panel at the end of a round: who won what, the hands in melds, the sum, the score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rami import Card, Cards, RamiError
from rami.policies.results.scores import RoundScore
from rami.rounds.events import BuyInAnswered, RoundCounted, RoundScored

from .faces import by_suit
from .sight import Sight, capital, signed

__all__ = ["ending", "goal"]

Drawn = dict[str, Any]


def ending(sight: Sight, face: Any) -> Drawn:
    """Return the panel.

    Parameters:
        sight: what the person sees; the round is over.
        face: a function that makes a card on the page of a card.
    """
    score = next((each.score for each in reversed(sight.round_story) if isinstance(each, RoundScored)), None)
    return {
        "title": _title(sight, score),
        "ahead": _standings(sight),
        "sides": [_side(sight, seat, score, face) for seat in _in_order(sight)],
        "sheet": _sheet(sight),
    }


def _in_order(sight: Sight) -> list[int]:
    """Return the seats that played, the winner first, then the person."""
    outcome = sight.view.outcome
    first = outcome.winner if outcome is not None else None
    return sorted(sight.view.context.playing, key=lambda seat: (seat != first, seat != sight.me, seat))


def _title(sight: Sight, score: RoundScore | None) -> str:
    winners = sight.facts["winners"]
    if winners:
        if winners == [sight.me]:
            return sight.say("you win the match")
        return sight.say("wins the match", names=sight.listed(sight.names[seat] for seat in winners))
    outcome = sight.view.outcome
    if outcome is None or outcome.winner is None:
        return sight.text(outcome) if outcome is not None else sight.say("over")
    points = "" if score is None else sight.points(f"+{score.points(outcome.winner)}".replace("+-", "-"))
    if outcome.winner == sight.me:
        return sight.say("you win", points=points) if score and score.credit else sight.say("you are out")
    name = sight.names[outcome.winner]
    return (
        sight.say("wins", name=name, points=points)
        if score and score.credit
        else sight.say("is out", name=name)
    )


def _standings(sight: Sight) -> str:
    """Return who has how many points, and what ends the match."""
    each = zip(sight.names, sight.facts["totals"], strict=True)
    totals = sight.listed(f"{name} {sight.points(total)}" for name, total in each)
    return f"{totals}. {'' if sight.facts['over'] else goal(sight)}".strip()


def goal(sight: Sight) -> str:
    """Return what ends the match in points; "" where something else does."""
    match = sight.view.variant.match
    target, limit = getattr(match, "target", None), getattr(match, "elimination_limit", None)
    match getattr(match, "end", ""):
        case "first_to_target_wins":
            return sight.say("first to", points=target)
        case "until":
            return sight.say("ends at", points=target)
        case "elimination":
            return sight.say("out at", points=limit)
        case _:
            return ""


def _side(sight: Sight, seat: int, score: RoundScore | None, face: Any) -> Drawn:
    """Return one player's cards, points and reasons."""
    line = next((each for each in score.lines if each.player == seat), None) if score else None
    melds, left = _shown(sight, seat)
    why = [sight.phrase(reason) for reason in line.reasons] if line and line.points else []
    laid_off = [sight.text(card) for meld in melds for card, off in meld if off]
    if laid_off:
        why.append(sight.say("laid off", cards=" ".join(laid_off)))
    return {
        "seat": seat,
        "name": sight.names[seat],
        "melds": [[face(card) | ({"off": True} if off else {}) for card, off in meld] for meld in melds],
        "left": [face(card) for card in left],
        "points": "" if line is None else signed(line.points),
        "why": signed(capital(sight.listed(why))),
        "won": sight.view.outcome is not None and sight.view.outcome.winner == seat,
    }


Meld = list[tuple[Card, bool]]


def _shown(sight: Sight, seat: int) -> tuple[list[Meld], list[Card]]:
    """Return a player's melds, with the cards that another has laid off on them, and the cards left over."""
    view, outcome = sight.view, sight.view.outcome
    mine: list[Meld] = [[(card, False) for card in laid.meld] for laid in view.table if laid.owner == seat]
    hand = view.hands[seat]
    if Card("?") in hand:
        return mine, list(hand)
    if not view.variant.table.concealed or outcome is None or view.knock is None:
        return (mine if view.variant.table.concealed else []), by_suit(hand)
    if seat == view.knock.player:
        return _joined(sight, mine, list(outcome.laid_off)), by_suit(hand)
    left = outcome.deadwood[seat] if outcome.deadwood else hand
    matched = Counter(hand) - Counter(left) - Counter(outcome.laid_off)
    best = view.variant.best_melds(Cards(list(matched.elements())), "cards").melds if matched else ()
    return [[(card, False) for card in meld] for meld in best], by_suit(left)


def _joined(sight: Sight, melds: list[Meld], laid_off: list[Card]) -> list[Meld]:
    """Return melds with the cards laid off on them, each where it fits; a card may wait for its neighbour."""
    waiting = sorted(laid_off)
    for _ in range(len(waiting)):
        for card in list(waiting):
            at = next(
                (at for at, meld in enumerate(melds) if _is_meld(sight, [*(c for c, _ in meld), card])), None
            )
            if at is not None:
                waiting.remove(card)
                melds[at] = sorted([*melds[at], (card, True)], key=lambda pair: pair[0].rank or 0)
    return melds


def _is_meld(sight: Sight, cards: Iterable[Card]) -> bool:
    try:
        return bool(sight.view.variant.meld(list(cards)))
    except RamiError:
        return False


def _sheet(sight: Sight) -> Drawn:
    """Return the score sheet: a row for each round and for each return to the match, and the totals."""
    seats, rows = range(len(sight.names)), list[Drawn]()
    totals, returned, number = sight.facts["totals"], None, 0
    for event in sight.story:
        match event:
            case RoundScored(score=score):
                number += 1
                points = {} if score.void else {line.player: signed(line.points) for line in score.lines}
                cells = [points.get(seat, "–") for seat in seats]
                rows.append({"title": str(number), "points": cells, "winner": score.winner})
            case BuyInAnswered(accepted=True):
                returned = event.player
            case RoundCounted():
                if returned is not None:
                    change = signed(event.totals[returned] - totals[returned])
                    cells = [change if seat == returned else "" for seat in seats]
                    rows.append({"title": sight.say("back in"), "points": cells, "winner": None})
                totals, returned = event.totals, None
            case _:
                pass
    return {
        "names": list(sight.names),
        "rows": rows,
        "totals": list(map(signed, totals)),
        "winners": sight.facts["winners"],
    }
