"""What the person may do: by a button, with the cards chosen, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from rami import Card, RamiError
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
    Move,
    PassUpcard,
    Rearrange,
    ShowTurned,
    SwapWild,
    TakeDiscard,
    TouchDiscard,
)
from rami.errors import Violation
from rami.rounds.selections import arrangement, lay_downs, moves_of
from rami.rounds.setup import Phase

from .sight import Sight

__all__ = ["fits", "in_short", "meant", "spent", "standing"]

MOST_LISTED, MOST_OFFERED = 400, 8
KINDS: dict[type, str] = {
    DrawStock: "draw",
    TakeDiscard: "take",
    PassUpcard: "pass",
    TouchDiscard: "touch",
    Fold: "fold",
    ShowTurned: "show",
    EndLayoffs: "end",
    EndRound: "end",
    Discard: "discard",
    LayDown: "lay",
    Rearrange: "lay",
    LayOff: "off",
    SwapWild: "swap",
    BigGin: "knock",
}
ALONE = (DrawStock, TakeDiscard, PassUpcard, TouchDiscard, Fold, ShowTurned, EndLayoffs, EndRound, BigGin)


def standing(sight: Sight) -> list[dict[str, Any]]:
    """Return the moves that need no choice of cards, with the best knock of many."""
    view = sight.view
    if not view.to_act:
        return []
    if view.variant.table.regroup is not None:
        # The list has these two last, after all that can be laid.
        return [_label(sight, move) for move in (DrawStock(), PassUpcard()) if move in view.legal_moves]
    found = [move for move in islice(view.legal_moves, MOST_LISTED) if isinstance(move, ALONE)]
    return [_label(sight, move) for move in chain(found[:1], _best_knock(sight), found[1:])]


def _best_knock(sight: Sight) -> Iterator[Knock]:
    """Yield the knock, or the declaration, that leaves the least deadwood."""
    for _, card in sorted((count, card) for card, count in _knock_counts(sight).items()):
        if Knock(card) in sight.view.legal_moves:
            yield Knock(card)
            return


def _knock_counts(sight: Sight) -> dict[Card, int]:
    """Return the deadwood after each discard with which the hand may be shown."""
    view = sight.view
    if view.phase is not Phase.PLAY or view.variant.closing.knock_limit is None:
        return {}
    return dict(view.variant.knock_discards(view.hand, taken=view.barred, upcard=view.upcard))


def meant(sight: Sight, hand: list[str], melds: list[tuple[int, str]]) -> dict[str, Any]:
    """Return what the chosen cards can do, or why they can do nothing.

    Parameters:
        sight: what the person sees.
        hand: the cards chosen in the hand.
        melds: the cards chosen on the table, each with the id of its meld.
    """
    view = sight.view
    if not view.to_act or not (hand or melds):
        return {"offered": [], "against": [], "meter": None}
    try:
        tried = list(_moves(sight, hand, melds))
        offered = list(dict.fromkeys(move for move in tried if move in view.legal_moves))
        against = () if offered or not tried else view.explain(tried[0])
    except RamiError as error:
        tried, offered, against = [], [], error.violations
    return {
        "offered": [_label(sight, move) for move in offered[:MOST_OFFERED]],
        "against": reasons(sight, against),
        "meter": _meter(sight, tried),
    }


def _moves(sight: Sight, hand: list[str], melds: list[tuple[int, str]]) -> Iterator[Move]:
    """Yield what the chosen cards may mean, legal or not; the likeliest first."""
    view, chosen = sight.view, Counter(hand)
    if view.variant.table.regroup is not None:
        found = arrangement(view, " ".join(hand)) if hand else None
        yield found or LayDown(" ".join(hand))
        return
    if len(hand) == 1:
        numbers = {number for number, _ in melds}
        if numbers:
            # A card and a meld: what the card does there.
            places = [place.move for place in view.placements(hand[0]) if _joins(place.move, numbers)]
            yield from places
            joining = (move for move in moves_of(view, hand[0]) if spent(move) == chosen)
            yield from (move for move in joining if _joins(move, numbers))
            if any(move in view.legal_moves for move in places):
                return
            yield from _laid(sight, [*hand, *(card for _, card in melds)], quietly=bool(places))
            return
        yield from (Knock(card) for card in _knock_counts(sight) if card == Card(hand[0]))
        yield Discard(hand[0])
        yield from (move for move in islice(moves_of(view, hand[0]), MOST_LISTED) if spent(move) == chosen)
        yield from (move for move in islice(view.legal_moves, MOST_LISTED) if spent(move) == chosen)
        return
    if len(hand) == 2:
        # Two cards together may replace a wild card (KAL-JSWAP-03).
        both = (
            move for move in moves_of(view, hand[0]) if isinstance(move, SwapWild) and spent(move) == chosen
        )
        yield from both
    yield from _laid(sight, [*hand, *(card for _, card in melds)])


def _joins(move: Move, melds: set[int]) -> bool:
    return isinstance(move, LayOff | SwapWild) and move.meld in melds


def _laid(sight: Sight, cards: list[str], quietly: bool = False) -> Iterator[Move]:
    try:
        yield from lay_downs(sight.view, " ".join(cards))
    except RamiError:
        if not quietly:
            raise


def fits(sight: Sight, card: str) -> list[int]:
    """Return the ids of the melds on the table that take a card."""
    moves = [place.move for place in sight.view.placements(card) if place] if sight.view.table else []
    return sorted({move.meld for move in moves if isinstance(move, LayOff | SwapWild)})


def spent(move: Move) -> Counter[str]:
    """Return the cards of the hand that a person chooses to make a move."""
    match move:
        case SwapWild() if move.other is not None:
            return Counter([str(move.card), str(move.other)])
        case Discard() | LayOff() | SwapWild():
            return Counter([str(move.card)])
        case Knock() if move.discard is not None:
            return Counter([str(move.discard)])
        case Rearrange():
            return Counter(map(str, move.laid or ()))
        case LayDown():
            taken = Counter(str(source.card) for source in move.sources)
            return Counter(str(card) for meld in move.melds for card in meld) - taken
        case _:
            return Counter()


def reasons(sight: Sight, violations: Iterable[Violation]) -> list[dict[str, str]]:
    """Return why something is refused, each reason once."""
    said = {sight.text(each): each.rule or "" for each in violations}
    return [{"text": text, "rule": rule} for text, rule in said.items()]


def _meter(sight: Sight, tried: list[Move]) -> list[int] | None:
    """Return how far an opening has come, and the points it needs."""
    view = sight.view
    least = getattr(view.variant.opening, "minimum", 0)
    laid = next((move for move in tried if isinstance(move, LayDown)), None)
    if laid is None or not least or view.opened[sight.me]:
        return None
    if all(len(meld) == 2 for meld in laid.melds):
        return None
    try:
        points = view.variant.check_opening([list(meld) for meld in laid.melds]).points
    except RamiError:
        return None
    return (
        None
        if points is None
        else [points, max(least, view.highest_opening + 1 if view.highest_opening else 0)]
    )


def _label(sight: Sight, move: Move) -> dict[str, Any]:
    """Return a move as a button: its text for the wire, its kind, its words, what it costs or counts."""
    view = sight.view
    found: dict[str, Any] = {
        "move": str(move),
        "kind": KINDS.get(type(move), "knock"),
        "label": sight.text(move),
    }
    top = view.discards[-1] if view.discards else None
    match move:
        case DrawStock():
            found["label"] = sight.say("draw")
        case TakeDiscard():
            found |= {"depth": move.count, "label": sight.say("take n", count=move.count)}
            word = "buy" if view.drawer is not None and view.drawer != sight.me else "take"
            if move.count == 1 and top is not None:
                found["label"] = sight.say(word, card=sight.text(top))
        case PassUpcard():
            found["label"] = sight.say("pass")
        case Fold():
            found |= {"label": sight.say("fold"), "ask": sight.say("fold?", points=_price(sight))}
        case EndLayoffs():
            found["label"] = sight.say("done")
        case Knock() if move.declares or not _limit(sight):
            found |= {"kind": "declare", "label": sight.say("declare"), "note": _away(sight, move)}
        case Knock():
            left = _knock_counts(sight).get(move.discard, 0)
            found["label"] = sight.say("knock", count=left) if left else sight.say("gin")
            found |= {"note": _away(sight, move), "count": left}
        case Rearrange():
            found["label"] = sight.text(in_short(move))
        case LayDown() if not view.opened[sight.me] and _points(sight, move):
            found["label"] = sight.say("open", points=_points(sight, move))
            found["note"] = _cards(sight, move)
        case LayDown():
            found["label"] = sight.say("lay", cards=_cards(sight, move))
        case _:
            pass
    return found


def in_short(move: Move) -> Move:
    """Return a move whose text fits a button: for a new table, which the page shows anyway, the cards laid."""
    if isinstance(move, Rearrange) and move.laid:
        return LayDown(" ".join(map(str, move.laid)))
    return move


def _limit(sight: Sight) -> bool:
    """Whether a hand may be shown with cards left over."""
    return sight.view.variant.closing.knock_limit != "all_matched"


def _price(sight: Sight) -> int:
    """Return what dropping out costs now."""
    first, later = getattr(sight.view.variant.scoring, "fold_prices", None) or (0, 0)
    return first if sight.view.turn < len(sight.view.context.playing) else later


def _away(sight: Sight, move: Knock) -> str:
    """Return which card goes, and that nobody sees it where it goes face down."""
    key = "face down" if sight.view.variant.closing.out_discard == "face_down" else "with discard"
    return sight.say(key, card=sight.text(move.discard))


def _cards(sight: Sight, move: LayDown) -> str:
    return " + ".join(sight.text(meld) for meld in move.melds)


def _points(sight: Sight, move: LayDown) -> int | None:
    """Return the points of an opening that needs some."""
    measured = _meter(sight, [move])
    return measured[0] if measured else None
