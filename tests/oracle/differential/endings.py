"""Make random ends of hands, with the last turn of a hand, and score them with the reference."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.oracle.differential.bridge import paired, rules_of, texts
from tests.oracle.reference.cards import JOKER, without
from tests.oracle.reference.deal import whole_pack
from tests.oracle.reference.facts import offers_touch
from tests.oracle.reference.scoring import hand_scores, net_score, winner_score
from tests.support.turn_facts import built

from rami import Card, Discard, Match, Round
from rami.cards.moves import LayDown, Move
from rami.policies.results.seats import seats_of
from rami.policies.variant import Variant
from rami.rounds.setup import Outcome, RoundContext

FIRST_RANKS = "34567"


def group(letter: str, variant: Variant) -> str:
    """Return a group without jokers, as short as possible, of suits in the pack."""
    rules = rules_of(variant)
    return " ".join(letter + suit for suit in (2 * rules.suits)[: rules.set_min])


def laid(variant: Variant, opened: Sequence[bool]) -> list[tuple[int, str]]:
    """Return a table with a meld of each seat that has opened."""
    letters = zip(FIRST_RANKS, opened, strict=False)
    return [(seat, group(letter, variant)) for seat, (letter, flag) in enumerate(letters) if flag]


def drawn(
    rng: Random, variant: Variant, table: Sequence[tuple[int, str]], sizes: Sequence[int], more: str = ""
) -> list[list[str]]:
    """Draw hands of these sizes from the cards that remain; jokers are more frequent than in a deal."""
    gone = " ".join([*(meld for _, meld in table), more]).split()
    left = without(whole_pack(rules_of(variant)), gone)
    assert left is not None
    pool = list(left)
    rng.shuffle(pool)
    if rng.random() < 0.5:
        pool.sort(key=lambda card: card != JOKER and rng.random() < 0.8)
    hands: list[list[str]] = []
    for size in sizes:
        hands.append(pool[:size])
        del pool[:size]
    return hands


def case_of(end: Round) -> dict[str, Any]:
    """Return the facts of an ending in the words of the reference."""
    outcome = end.outcome
    assert outcome is not None
    match = rules_of(end.variant)
    losers = [seat for seat in end.context.playing if seat != outcome.winner]
    paid = end.setup.charged or (0,) * end.context.seats
    in_pairs = paired(end)
    return {
        "losers": [
            {
                "opened": end.opened[seat],
                "hand": texts(end.hands[seat]),
                "charged": paid[seat],
                "paired": seat in in_pairs,
            }
            for seat in losers
        ],
        "winner": {
            "kind": "all_at_once" if outcome.all_at_once else "normal",
            "final_discard": str(outcome.final_discard) if outcome.final_discard else None,
            "joker_placed_last": outcome.joker_placed_last,
            "jokers_used": outcome.wilds_placed,
            "helped": outcome.helped,
            "no_factor": outcome.factor_lost,
            "paired": outcome.winner in in_pairs,
            "charged": 0 if outcome.winner is None else paid[outcome.winner],
            "opened_before": outcome.winner is not None and outcome.opened_before[outcome.winner],
            "last_hand": match.end == "hands" and end.context.number == match.hands,
        },
    }


def same_score(end: Round) -> None:
    """Compare the score of an ending, line by line."""
    rules = rules_of(end.variant)
    score = end.score()
    outcome = end.outcome
    assert outcome is not None
    if rules.kind == "net":
        same_net(end)
        return
    case = case_of(end)
    losers = [seat for seat in end.context.playing if seat != outcome.winner]
    expected = dict(zip(losers, hand_scores(case, rules), strict=True))
    if outcome.winner is not None:
        expected[outcome.winner] = winner_score(case, rules)
    found = {line.player: line.points for line in score.lines}
    assert found == expected, f"{end.variant!r}\n{case}\n{score}"
    assert all(isinstance(points, (int, Fraction)) for points in found.values())
    for line in score.lines:
        assert sum(reason.points for reason in line.reasons) == line.points


def same_net(end: Round) -> None:
    """Compare the score of a game in which cards on the table count for the players who laid them."""
    rules, score = rules_of(end.variant), end.score()
    laid = [(texts(item.meld), item.laid_by) for item in end.table]
    times = rules.final_hand_multiplier if rules.end == "hands" and end.context.number == rules.hands else 1
    for line in score.lines:
        points = net_score(laid, line.player, texts(end.hands[line.player]), rules) * times
        assert line.points == points == sum(each.points for each in line.reasons), f"{end.setup}\n{score}"


def ending(variant: Variant, rng: Random) -> Round:
    """Return a random ending: the players who had opened, the cards left, the way the winner went out."""
    lo, hi = variant.equipment.players
    seats = rng.randint(lo, min(hi, 5))
    playing = tuple(range(seats))
    if seats > 2 and rng.random() < 0.3:
        gone = rng.randrange(seats)
        playing = tuple(seat for seat in playing if seat != gone)
    winner = rng.choice(playing)
    opened = [seat in playing and (seat == winner or rng.random() < 0.5) for seat in range(seats)]
    at_once = rng.random() < 0.6
    discards = rules_of(variant).final_discard != "forbidden"
    placed = not discards or rng.random() < 0.2
    touched = [winner] if offers_touch(rules_of(variant)) and rng.random() >= 0.5 else []
    table = laid(variant, opened)
    sizes = [0 if seat == winner or seat not in playing else rng.randint(1, 6) for seat in range(seats)]
    hands = drawn(rng, variant.for_round(seats), table, [*sizes, 1])
    (last,) = hands.pop()
    rules = rules_of(variant)
    paid = [price for price in (rules.wild_discard_charge, rules.fitting_discard_charge) if price]
    charged = [rng.choice([0, *paid]) if seat in playing else 0 for seat in range(seats)] if paid else []
    return built(
        variant=variant,
        hands=tuple(" ".join(hand) for hand in hands),
        player=winner,
        phase="over",
        table=table,
        discards=last,
        seats=seats_of(seats, touched=touched, charged=charged),
        context=RoundContext(seats, playing[0], rng.choice([1, 2, 3, 4]), (), playing),
        outcome=Outcome(
            winner=winner,
            all_at_once=at_once,
            helped=rng.random() < 0.4,
            wilds_placed=rng.randint(0, 3),
            factor_lost=bool(touched),
            final_discard=None if placed else Card(last),
            joker_placed_last=placed and rng.random() < 0.5,
            opened_before=tuple(
                flag and not (at_once and seat == winner) for seat, flag in enumerate(opened)
            ),
        ),
    )


def last_act(match: Match, rng: Random) -> tuple[Round, Move]:
    """Return a position of the match in which one move ends the hand: won, or void."""
    if rng.random() < 0.25:
        state, move = void_act(match, rng)
        after = state.play(move)
        if after.over:
            return state, move
    return winning_act(match, rng)


def who_opened(match: Match, rng: Random) -> tuple[int, list[bool]]:
    """Return the player to act, who has opened, and the flags of all who have."""
    playing = match.round.context.playing
    winner = rng.choice(playing)
    return winner, [
        seat in playing and (seat == winner or rng.random() < 0.6)
        for seat in range(match.round.context.seats)
    ]


def winning_act(match: Match, rng: Random) -> tuple[Round, Move]:
    """Return a position of the match in which one move wins the hand: the discard of the last card, or a last meld."""
    variant, context = match.round.variant, match.round.context
    rules = rules_of(variant)
    winner, opened = who_opened(match, rng)
    table = laid(variant, opened)
    sizes = [rng.randint(1, 4) if seat in context.playing else 0 for seat in range(context.seats)]
    last = group("9", variant)
    sizes[winner] = 1
    while True:
        hands = drawn(rng, variant, table, sizes, last)
        if not rules.joker_finish_forbidden or hands[winner] != [JOKER]:
            break
    move: Move = Discard(hands[winner][0])
    if rules.final_discard == "forbidden":
        hands[winner] = last.split()
        move = LayDown([last])
    return in_play(match, hands, winner, table), move


def void_act(match: Match, rng: Random) -> tuple[Round, Move]:
    """Return a position of the match in which a discard may leave nothing to draw."""
    variant, context = match.round.variant, match.round.context
    step = 1 if variant.dealing.direction == "clockwise" else -1
    winner, opened = who_opened(match, rng)
    at = context.playing.index(winner)
    opened[context.playing[(at + step) % len(context.playing)]] = False
    table = laid(variant, opened)
    hands = drawn(rng, variant, table, [int(seat in context.playing) for seat in range(context.seats)])
    held = [card for cards in (*hands, *(meld.split() for _, meld in table)) for card in cards]
    rest = without(whole_pack(rules_of(variant)), held)
    assert rest is not None
    hands[winner] += rest
    state = in_play(match, hands, winner, table, stock="")
    return state, next(move for move in map(Discard, hands[winner]) if not state.explain(move))


def in_play(
    match: Match,
    hands: Sequence[Sequence[str]],
    player: int,
    table: Sequence[tuple[int, str]],
    stock: str | None = None,
) -> Round:
    """Return a position of the match late in a round."""
    return built(
        variant=match.variant,
        hands=tuple(" ".join(hand) for hand in hands),
        player=player,
        phase="play",
        table=table,
        stock=stock,
        context=match.round.context,
        turn=20,
    )
