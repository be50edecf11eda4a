"""Translate rounds of Gin for the reference."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.oracle.differential.bridge import WORDS, Action, rules_of, shown, texts
from tests.oracle.reference.deal import whole_pack
from tests.oracle.reference.gin import Position, moves, named, pile_seen, play
from tests.oracle.reference.gin_score import score
from tests.oracle.reference.rules import Rules

from rami import Round
from rami.cards.moves import BigGin, Discard, DrawStock, EndLayoffs, Knock, LayDown, LayOff, Move
from rami.policies import Scoring


def action_of(state: Round, move: Move) -> Action:
    """Return the move as the reference names it; table melds by their place."""
    places = {item.id: place for place, item in enumerate(state.table)}
    match move:
        case Discard(card):
            return ("discard", str(card))
        case Knock(card, melds):
            return ("knock", str(card), None if melds is None else tuple(map(texts, melds)))
        case BigGin(melds):
            return ("big_gin", None if melds is None else tuple(map(texts, melds)))
        case LayDown(melds):
            return ("lay", tuple(map(texts, melds)))
        case LayOff(card, meld, at):
            return ("layoff", str(card), places.get(meld, len(places)), at)
        case EndLayoffs():
            return ("end",)
        case _:
            return (WORDS[type(move)],)


def both_after(state: Round, position: Position, move: Move, rules: Rules) -> tuple[Round, Position]:
    """Play a move on both sides; the reference is told the order of a renewed stock."""
    after = state.play(move)
    fresh: tuple[str, ...] = ()
    if not position.stock and isinstance(move, DrawStock):
        (top,) = Counter(texts(after.hands[state.player])) - Counter(position.hand)
        fresh = (top, *texts(after.stock))
    return after, play(position, action_of(state, move), rules, fresh)


def own_order(state: Round, position: Position) -> Position:
    """Return the position with its table in the engine's order."""
    there = [(item.owner, texts(item.meld)) for item in state.table]
    assert sorted(there) == sorted(position.table), shown(state)
    return position._replace(table=tuple(there))


def plain(position: Position, action: Action, rules: Rules) -> Action:
    """Return the move in a single form, as equal table melds cannot be distinguished."""
    action = named(position, action, rules)
    if action[0] != "layoff":
        return action
    return ("layoff", action[1], position.table[action[2]], action[3])


def same_moves(state: Round, position: Position, rules: Rules) -> int:
    """Check that the engine lists each legal move of the reference once, and no other."""
    listed = [plain(position, action_of(state, move), rules) for move in state.legal_moves]
    assert len(listed) == len(set(listed)), shown(state)
    expected = {plain(position, action, rules) for action in moves(position, rules)}
    found = set(listed)
    assert found == expected, f"{shown(state)}\nonly engine: {found - expected}\nnot: {expected - found}"
    assert len(state.legal_moves) == len(listed)
    return len(listed)


def same_position(state: Round, position: Position) -> None:
    """Check that the two positions agree in every fact."""
    found = {
        "hands": tuple(texts(hand) for hand in state.hands),
        "discards": texts(state.discards),
        "stock": texts(state.stock),
        "table": sorted((item.owner, texts(item.meld)) for item in state.table),
        "phase": str(state.phase),
        "knocker": None if state.knock is None else (state.knock.player, str(state.knock.kind)),
        "act": None if state.over else (state.player, state.turn),
        "taken": str(state.setup.taken) if state.setup.taken else None,
    }
    expected = {
        "hands": position.hands,
        "discards": position.discards,
        "stock": position.stock,
        "table": sorted(position.table),
        "phase": position.phase,
        "knocker": None if position.knocker is None else (position.knocker, position.kind),
        "act": None if position.phase == "over" else (position.player, position.turn),
        "taken": position.taken,
    }
    assert found == expected, shown(state)
    for viewer in (0, 1, None):
        assert texts(state.view(viewer).discards) == pile_seen(position, viewer, rules_of(state.variant))


def same_score(state: Round, position: Position, rules: Rules) -> None:
    """Check the winner, the points and their reasons, and the cards left to both."""
    expected = score(position, rules)
    found = state.score()
    assert (found.winner, found.void) == (expected.winner, expected.winner is None), shown(state)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner == expected.winner
    assert (state.knock.player if state.knock else None) == position.knocker
    scoring, equipment = state.variant.scoring, state.variant.equipment
    assert isinstance(scoring, Scoring)
    points = tuple(sum(scoring.hand_value(card, equipment) for card in left) for left in outcome.deadwood)
    assert points == expected.deadwood, f"{shown(state)}\n{expected}"
    for line in found.lines:
        wins = line.player == expected.winner
        assert line.points == (expected.points if wins else 0), f"{shown(state)}\n{expected}\n{found}"
        listed = {reason.code: reason.points for reason in line.reasons if reason.points}
        reasons = {code: points for code, points in expected.reasons.items() if points}
        assert listed == (reasons if wins else {}), f"{shown(state)}\n{expected}\n{found}"


def deck(rng: Random, rules: Rules) -> tuple[str, ...]:
    """Return a pack whose neighbours are more or less alike, so that both hands hold melds."""
    cards = list(whole_pack(rules))
    if rng.random() < 0.5:
        cards.sort(key=lambda card: card[0])
    spread = rng.choice([2, 6, 15, 60])
    placed = {(number, card): number + rng.uniform(0, spread) for number, card in enumerate(cards)}
    mixed = [card for _, card in sorted(placed, key=lambda each: placed[each])]
    turn = rng.randrange(len(mixed))
    mixed = mixed[turn:] + mixed[:turn]
    if rng.random() < 0.7:
        first, second, rest = mixed[:10], mixed[10:20], mixed[20:]
        return (*(card for pair in zip(first, second, strict=True) for card in pair), *rest)
    return tuple(mixed)
