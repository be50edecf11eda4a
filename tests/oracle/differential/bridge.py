"""Translate positions and moves of the engine for the reference, and search a turn for all its ends."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tests.oracle.reference import rules as book
from tests.oracle.reference.cards import JOKER, RANKS
from tests.oracle.reference.melds import stands_for, wilds_of
from tests.oracle.reference.openings import required_points
from tests.oracle.reference.rules import Rules
from tests.oracle.reference.turn import end_text, next_seat, touched_after

from rami import Card, Group, Round, Suit, variants
from rami.cards.moves import (
    Discard,
    DrawStock,
    EndRound,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    SwapWild,
    TakeDiscard,
    TouchDiscard,
)
from rami.policies.results.seats import columns
from rami.policies.variant import Variant
from rami.rounds.setup import Duty, DutyKind, Phase

Action = tuple[Any, ...]
WORDS: dict[type[Move], str] = {
    DrawStock: "draw_stock",
    TakeDiscard: "take_discard",
    EndRound: "end_round",
    TouchDiscard: "touch",
    PassUpcard: "pass",
}
"""The moves that the reference names by a word."""
NAMES = frozenset(field.name for field in dataclasses.fields(Rules))


class TooLarge(Exception):
    """A turn has more positions than the search may visit."""


@lru_cache(maxsize=512)
def rules_of(variant: Variant) -> Rules:
    """Return the rule set of the reference for a variant, one object for each variant."""
    options: dict[str, Any] = {field.partition(".")[2]: value for field, value in variant.settings().items()}
    options["wild_rank"] = "".join(RANKS[rank - 1] for rank in options["wild_ranks"])
    options["ranks"] = "".join(RANKS[rank - 1] for rank in sorted(options["ranks"]))
    options["suits"] = "".join(suit.symbol for suit in Suit if suit.name.lower() in options["suits"])
    if options["contracts"] is not None:
        options["contracts"] = tuple((each.groups, each.runs) for each in options["contracts"])
    return book.rules(**{name: value for name, value in options.items() if name in NAMES})


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the cards as the reference writes them, with the suit named for the joker of a group."""
    found = faces(cards)
    if not isinstance(cards, Group) or cards.joker_suit is None:
        return found
    return (*found[:-1], found[-1] + str(Card.of(cards.rank, cards.joker_suit))[-1])


def faces(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the cards as both sides write them."""
    return tuple(map(str, cards))


def owed(duties: Iterable[Duty], kind: DutyKind) -> list[Duty]:
    return [duty for duty in duties if duty.kind is kind]


def is_declared(variant: Variant) -> bool:
    """Return whether nothing is laid on the table, and a hand matched as a whole ends a round."""
    return variant.table.concealed and variant.settings().get("closing.knock_limit") == "all_matched"


def position_of(state: Round) -> dict[str, Any]:
    """Return the facts of a position that the acting player may use."""
    setup = state.setup
    turn = setup.turn_facts
    context = state.context
    rules = rules_of(state.variant)
    to_place = [str(duty.card) for duty in owed(turn.duties, DutyKind.PLACE_WILD)]
    missing = sum(duty.points for duty in owed(turn.duties, DutyKind.REACH_POINTS))
    required = required_points(rules, turn.taken is not None, setup.highest_opening or None)
    # While points are missing, the highest opening is already the sum to reach.
    asked = setup.highest_opening if rules.escalates else required
    facts: dict[str, Any] = {
        "hand": texts(setup.hands[setup.player]),
        "player": setup.player,
        "seats": context.seats,
        "playing": context.playing,
        "opened": list(state.opened),
        "table": [
            [item.owner, texts(item.meld), item.id in turn.fresh, turn.wilds_placed.count(item.id)]
            for item in setup.table
        ],
        "discards": texts(setup.discards),
        "stock_size": len(state.stock),
        "recycles": setup.recycles,
        "phase": {each: str(each) for each in (Phase.DRAW, Phase.OFFER, Phase.STOCK)}.get(
            setup.phase, "play"
        ),
        "dealer": context.dealer,
        "touched": columns(setup.seats)["touched"],
        "placed": columns(setup.seats)["placed"],
        "turn": state.turn,
        "highest": setup.highest_opening or None,
        "highest_pairs": setup.highest_pairs,
        "taken": str(turn.taken) if turn.taken else None,
        "due": bool(owed(turn.duties, DutyKind.PLACE_TAKEN)),
        "twin_held": turn.barred is None,
        "opened_this_turn": turn.opened_now,
        "recovered": tuple(sorted(to_place)) if rules.wild_rank else len(to_place),
        "go_out": bool(owed(turn.duties, DutyKind.GO_OUT)),
        "missing": missing,
        "brought": asked - missing if missing else 0,
        "helped": turn.helped,
        "laid": turn.melds_laid,
        "charged": columns(setup.seats)["charged"],
        "paired": paired(state),
        "added": turn.cards_added,
    }
    contracts = rules.contracts
    if contracts is not None:
        facts["contract"] = contracts[context.contracts[setup.player] - 1]
        facts["completed"] = list(state.completed)
    return facts


def paired(state: Round) -> tuple[int, ...]:
    """Return the seats that have opened with pairs, as the melds that they have laid show."""
    sizes = {
        seat: [len(item.meld) for item in state.table if item.owner == seat]
        for seat in range(state.context.seats)
    }
    return tuple(seat for seat, laid in sizes.items() if laid and set(laid) == {2})


def action_of(state: Round, move: Move) -> Action:
    """Return the move as the reference names it; table melds by their place."""
    places = {item.id: place for place, item in enumerate(state.table)}

    def place(number: int) -> int:
        return places.get(number, len(places))

    match move:
        case TakeDiscard(count) if count > 1:
            return ("take_discard", count)
        case LayDown(melds, sources):
            named = [
                (place(source.meld), str(source.card), source.into)
                + (() if source.at is None else (source.at,))
                for source in sources
            ]
            return ("lay", [texts(meld) for meld in melds], *([named] if named else []))
        case LayOff(card, meld, at):
            is_group = any(item.id == meld and item.meld.kind == "group" for item in state.table)
            return ("layoff", str(card), place(meld), None if is_group else at)
        case SwapWild(meld, at, card, other):
            given = [str(card)] if other is None else [str(card), str(other)]
            return ("swap", place(meld), wild_place(state, move) if at is None else at, *given)
        case Discard(card, announce):
            return ("discard", str(card), True) if announce else ("discard", str(card))
        case _:
            return (WORDS[type(move)],)


def wild_place(state: Round, move: SwapWild) -> int:
    """Return the place of the joker that a swap names by its card; -1 if there is none."""
    rules = rules_of(state.variant)
    for item in state.table:
        if item.id == move.meld:
            cards = texts(item.meld)
            jokers = wilds_of(cards, item.meld.kind == "run", rules)
            if len(jokers) > 1:
                jokers = [index for index in jokers if str(move.card) in stands_for(cards, index, rules)]
            if not rules.recover_wild_ranks:
                jokers = [index for index in jokers if cards[index] == JOKER] or jokers
            return jokers[0] if jokers else -1
    return -1


def end_of_turn(before: Round, after: Round) -> str:
    """Return the text of the position that ends a turn of `before`.

    A void end depends on the cards of the next player, so it has the text of a hand that continues.
    """
    rules = rules_of(before.variant)
    seat = before.player
    outcome = after.outcome
    by_seat = columns(after.setup.seats)
    following, touched, highest = after.player, by_seat["touched"], after.setup.highest_opening
    pairs = after.setup.highest_pairs
    all_paired = rules.void_all_pairs and len(paired(after)) == len(after.context.playing)  # OKO-STOCK-03
    if after.over and outcome is not None and not all_paired and (outcome.void or outcome.stock_out):
        # A position after the end of a round no longer knows what an opening needs.
        position, outcome, highest = position_of(before), None, before.setup.highest_opening
        following, touched = next_seat(position, rules), touched_after(position, rules)
        pairs = before.setup.highest_pairs
    return end_text(
        rules,
        hand=texts(after.hands[seat]),
        table=[(item.owner, texts(item.meld)) for item in after.table],
        discards=texts(after.discards),
        opened=after.opened,
        next_player=following if outcome is None else None,
        all_at_once=outcome is not None and outcome.winner is not None and outcome.all_at_once,
        final_discard=str(outcome.final_discard) if outcome is not None and outcome.final_discard else None,
        joker_last=outcome is not None and outcome.joker_placed_last,
        wilds=outcome.wilds_placed if outcome is not None else 0,
        helped=outcome is not None and outcome.helped,
        highest=highest or None,
        highest_pairs=pairs,
        touched=touched,
        placed=by_seat["placed"],
        factor_lost=outcome is not None and outcome.factor_lost,
        completed=after.completed,
        charged=by_seat["charged"],
    )


def alike(text: str, rank: str) -> str:
    """Return the text of an end without distinction between wild cards, where that rank is wild (D-150)."""
    parts: list[str] = []
    for part in re.sub(rf"(?<![^\s:])(?:\*|{rank}[♣♦♥♠])(?!\S)", "W", text).split(" | "):
        name, _, rest = part.partition(" ")
        words = rest.split(" / ")
        if name in ("hand", "hands"):
            words = [" ".join(sorted(hand.split())) for hand in words]
        parts.append(f"{name} " + " / ".join(sorted(words) if name == "table" else words))
    return " | ".join(parts)


def is_silent(state: Round, move: Move) -> bool:
    """Return whether a discard lacks the announcement that is due: it costs cards, and is compared separately."""
    if not isinstance(move, Discard) or move.announce:
        return False
    conduct = state.variant.conduct
    left = len(state.hands[state.player]) - 1
    return conduct.mode == "explicit" and conduct.carte and left == conduct.announce_at


def engine_ends(start: Round, limit: int) -> tuple[set[str], int]:
    """Return the ends of the turn that listed moves reach, and the number of positions visited.

    Raises:
        TooLarge: more than `limit` positions.
    """
    ends: set[str] = set()
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for move in state.legal_moves:
            if is_silent(state, move):
                continue
            after = state.play(move)
            if after.over or after.phase is Phase.DRAW:
                ends.add(end_of_turn(state, after))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
                if len(seen) > limit:
                    raise TooLarge
    return ends, len(seen)


def shown(state: Round) -> str:
    """Return the position as Python source."""
    setup = state.setup
    preset = variants.get(setup.variant.slug)
    options = setup.variant.differences(preset)
    named = f"variants.get({preset.slug!r})"
    given = f"with_options({named}, {options!r})" if options else named
    optional = ["seats", "highest_opening", "highest_pairs", "turn_facts"]
    optional += ["recycles", "knock", "upcard", "outcome"]
    facts: dict[str, object] = {
        "hands": [str(hand) for hand in setup.hands],
        "player": setup.player,
        "phase": str(setup.phase),
        "table": [(item.owner, str(item.meld)) for item in setup.table],
        "discards": " ".join(texts(setup.discards)),
        "stock": " ".join(texts(setup.stock or ())),
        "context": setup.context,
        "turn": setup.turn,
        **{name: getattr(setup, name) for name in optional if getattr(setup, name)},
    }
    others = "".join(f", {name}={value!r}" for name, value in facts.items())
    return f"Setup(variant={given}{others})"
