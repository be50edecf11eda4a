"""Play whole rounds in which the reference follows every move, and count whole matches on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import attrs
from tests.oracle.differential.bridge import (
    action_of,
    end_of_turn,
    is_silent,
    position_of,
    rules_of,
    shown,
    texts,
)
from tests.oracle.differential.endings import last_act, same_score
from tests.oracle.reference.cards import card as read_card
from tests.oracle.reference.deal import carte_penalty, deal_counts, turned_over
from tests.oracle.reference.facts import read_play, recycled
from tests.oracle.reference.matches import (
    Count,
    Hand,
    bonuses,
    buyers,
    columns,
    contract_end,
    credit_end,
    hands_won,
)
from tests.oracle.reference.rules import Rules
from tests.oracle.reference.scoring import match_end, next_dealer, standings
from tests.oracle.reference.turn import after, after_turn, can_complete, in_turn, legal, outcomes

from rami import Match, Round
from rami.bots import GreedyBot, RandomBot
from rami.cards.moves import Discard, DrawStock, EndRound, Move, PassUpcard
from rami.policies.slots.contracts import contracts_of
from rami.policies.variant import Variant

APART = ("player", "seats", "playing", "dealer", "drawn_from")


def chosen(state: Round, rng: Random) -> Move:
    """Return the move of a greedy player, or now and then of a careless one."""
    return of_a_bot(state, rng.getrandbits(32), rng.random() < 0.15)


@lru_cache(maxsize=2)
def of_a_bot(state: Round, seed: int, careless: bool) -> Move:
    """Return the move of a bot; the cache gives the player the move that was compared."""
    bot = RandomBot(seed, 60) if careless else GreedyBot()
    return bot.choose(state.view(state.player))


def seats_for(variant: Variant, rng: Random) -> int:
    """Return a number of players for whom the pack is large enough."""
    lo, hi = variant.equipment.players
    rules = rules_of(variant)
    most = lo
    while most < min(hi, 5) and deal_counts(most + 1, rules)["stock"] >= rules.min_stock:
        most += 1
    return rng.randint(lo, most)


# One move of a round of melds.


def same_step(state: Round, rng: Random) -> int:
    """Check that a move of a bot has the same outcome on both sides."""
    same_move(state, chosen(state, rng))
    return 1


def same_move(state: Round, move: Move) -> Round:
    """Check that a move has the same outcome on both sides, and return the position after it."""
    reached = state.play(move)
    if is_silent(state, move):
        same_price(state, move, reached)
        return reached
    position, rules = position_of(state), rules_of(state.variant)
    action = action_of(state, move)
    if isinstance(move, EndRound):
        assert legal(position, action, rules), shown(state)
        assert reached.outcome is not None
        assert reached.outcome.stock_out == (rules.stalemate == "count_hands"), shown(state)
        return reached
    if isinstance(move, DrawStock):
        (drawn,) = (Counter(texts(reached.hands[state.player])) - Counter(position["hand"])).elements()
        assert legal(position, ("draw_stock",), rules), shown(state)
        if rules.recycle == "turn_over" and not state.stock:
            oldest, under = turned_over(position["discards"])
            assert (drawn, texts(reached.stock)) == (oldest, tuple(under)), shown(state)
        action = ("draw_stock", drawn)
    else:
        assert legal(position, action, rules), f"{shown(state)}\n{move!r} is illegal"
    if isinstance(move, PassUpcard) and reached.over:
        same_void(state, reached, [after(position, action, rules)])
        return reached
    if isinstance(move, Discard) or reached.over:
        same_turn_over(state, reached, action)
        return reached
    found = common_facts(position_of(reached), rules)
    if action[0] in ("lay", "layoff", "swap"):
        turn, start = read_play(position, rules)
        states = [each for each in outcomes(position, action, turn, start) if can_complete(turn, each)]
        expected = [common_facts(in_turn(position, turn, each, action), rules) for each in states]
    else:
        reference = after(position, action, rules)
        if isinstance(move, PassUpcard):
            assert reached.player == reference["player"], shown(state)
            reference["hand"] = texts(reached.hands[reached.player])
        expected = [common_facts(reference, rules)]
    assert found in expected, f"{shown(state)}\n{move!r}\n{differences(found, expected)}"
    return reached


def common_facts(position: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Return the facts that both sides have, in one form."""
    barring = rules.discard_use is None and not rules.allow_return_discard
    facts = {name: value for name, value in position.items() if name not in APART}
    facts["hand"] = tuple(facts["hand"])
    facts["discards"] = tuple(facts["discards"])
    facts["touched"] = tuple(facts["touched"])
    facts["placed"] = tuple(facts["placed"])
    wilds = rules.contracts is None
    facts["table"] = sorted((entry[0], tuple(entry[1]), entry[3] * wilds) for entry in facts["table"])
    facts["twin_held"] = facts["twin_held"] if facts["taken"] and barring else None
    brought = facts.pop("brought")
    if facts["go_out"] and rules.all_at_once_requires == "nothing":
        # A player who must go out needs no points, and no later opening has to beat these.
        facts["missing"], facts["highest"], brought = 0, None, 0
    if facts["missing"] and rules.escalates:
        facts["highest"] = None
    facts["highest"] = max(
        facts["highest"] or 0, brought if rules.escalates and facts["opened_this_turn"] else 0
    )
    facts["phase"] = "play" if facts["phase"] == "discard" else facts["phase"]
    return facts


def differences(found: dict[str, Any], expected: Sequence[dict[str, Any]]) -> str:
    """Return the facts that differ, as text."""
    lines = [
        f"{name}: {found.get(name)!r}, not {each.get(name)!r}"
        for each in expected
        for name in sorted({*found, *each})
        if found.get(name) != each.get(name)
    ]
    return "\n".join(lines) or "no outcome"


def same_turn_over(state: Round, reached: Round, action: tuple[Any, ...]) -> None:
    """Compare the position after the end of a turn, or of the round."""
    position, rules = position_of(state), rules_of(state.variant)
    turn, start = read_play(position, rules)
    if action[0] == "discard":
        ends = [after_turn(position, turn, start, read_card(action[1]))]
    else:
        states = [each for each in outcomes(position, action, turn, start) if can_complete(turn, each)]
        ends = [after_turn(position, turn, each, None) for each in states]
    outcome = reached.outcome
    if reached.over and outcome is not None and (outcome.void or outcome.stock_out):
        assert outcome.void or rules.stalemate == "count_hands", shown(state)
        same_void(state, reached, ends)
        return
    text = end_of_turn(state, reached)
    assert text in [end["text"] for end in ends], f"{shown(state)}\n{action}\n{text}\nnot {ends}"
    if outcome is None:
        assert reached.turn == state.turn + 1, shown(state)
        assert not is_capped(reached), f"{shown(state)}\nnot capped"
        assert not any(is_stuck(end, reached) for end in ends), f"{shown(state)}\nnot stuck"
        assert reached.setup.recycles == state.setup.recycles
        assert len(reached.stock) == len(state.stock)
        assert reached.phase == "draw"
    else:
        winner = None if reached.hands[state.player] else state.player
        assert outcome.winner == winner, shown(state)
        assert outcome.opened_before == tuple(before_this_turn(position)), shown(state)


def before_this_turn(position: dict[str, Any]) -> list[bool]:
    opened = list(position["opened"])
    opened[position["player"]] = opened[position["player"]] and not position["opened_this_turn"]
    return opened


def is_capped(reached: Round) -> bool:
    """Return whether the turns of the hand are used up (D-75)."""
    cap = rules_of(reached.variant).turn_cap
    return cap is not None and reached.turn >= cap


def is_stuck(end: dict[str, Any], reached: Round) -> bool:
    """Return whether the next player can draw nothing (D-114)."""
    rules = rules_of(reached.variant)
    position = {**end, "hand": texts(reached.hands[end["player"]])}
    if rules.contracts is not None:
        position["contract"] = rules.contracts[reached.context.contracts[end["player"]] - 1]
    if rules.stock_out == "at_once" and recycled(position, rules)[0] == 0:
        return True
    return not any(legal(position, (draw,), rules) for draw in ("draw_stock", "take_discard", "end_round"))


def same_void(state: Round, reached: Round, ends: Sequence[dict[str, Any]]) -> None:
    """Check that a void end has one of the two possible causes."""
    assert not any(end.get("over") for end in ends), shown(state)
    assert is_capped(reached) or any(is_stuck(end, reached) for end in ends), f"{shown(state)}\nvoid"


def same_price(state: Round, move: Move, reached: Round) -> int:
    """Compare the stock cards that a missing announcement costs, and return their number (D-16)."""
    assert isinstance(move, Discard)
    rules = rules_of(state.variant)
    kept = len(state.hands[state.player]) - 1
    pile = (*texts(state.discards), str(move.card))
    waiting = {"stock_size": 0, "discards": pile, "recycles": state.setup.recycles}
    available = len(state.stock) + recycled(waiting, rules)[0]
    price = carte_penalty(kept, bool(move.announce), rules, available)
    assert len(reached.hands[state.player]) == kept + price, f"{shown(state)}\n{move!r}"
    cards = [sum(map(len, each.hands)) + len(each.stock) + len(each.discards) for each in (state, reached)]
    assert cards[0] == cards[1], f"{shown(state)}\n{move!r}"
    return price


# Whole matches.


class Book:
    """A match as the reference keeps it."""

    def __init__(self, match: Match) -> None:
        self.rules = rules_of(match.variant)
        self.settings: dict[str, Any] = match.variant.settings()
        self.seats = match.players
        self.totals: list[int | Fraction] = [0] * self.seats
        self.playing = list(range(self.seats))
        self.left_in: dict[int, int] = {}
        self.hands: list[Hand] = []
        self.due = [1] * self.seats
        self.bought = [0] * self.seats
        self.counted = 0

    def count(self, match: Match) -> None:
        """Add a round that is over, once all have decided on their return, and check the match."""
        ended = match.round
        outcome = ended.outcome
        assert outcome is not None
        score = match.scores[-1]
        void = score.void
        points = {} if void else {line.player: line.points for line in score.lines}
        self.hands.append((None if void else score.winner, points))
        self.counted += not void
        for seat, gained in points.items():
            self.totals[seat] += gained
        before = list(self.playing)
        if self.rules.end == "contracts":
            winners, over = self._contracts(ended, void), False
            over = bool(winners)
            assert match.contracts == tuple(self.due), f"{match!r}\n{match.contracts} {self.due}"
        elif self.settings["match.columns"] == 3:
            winners, over = self._columns(match)
        else:
            winners, over = self._plain(match, void)
        assert (match.over, match.winners) == (over, winners), f"{match.variant!r}\n{match!r}\n{self.totals}"
        if over:
            return
        losers = {seat: gained for seat, gained in points.items() if seat != score.winner}
        if self.settings["scoring.kind"] in ("credit", "net"):
            losers = {seat: 0 for seat in before if seat != score.winner}
        dealer = next_dealer(
            ended.context.dealer,
            self.rules,
            playing=self.playing,
            seats=self.seats,
            scores=losers,
            winner=score.winner if void or score.winner is not None else before[0],
        )
        assert match.next_dealer == dealer, f"{match.variant!r}\n{match!r}: dealer {match.next_dealer}"

    def _contracts(self, ended: Round, void: bool) -> tuple[int, ...]:
        contracts = contracts_of(ended.variant.opening)
        assert contracts is not None
        if void:
            return ()
        for seat in ended.completed:
            self.due[seat] += 1
        tie = self.settings["match.contract_tie"]
        return contract_end(self.due, ended.completed, len(contracts), tie)

    def _columns(self, match: Match) -> tuple[tuple[int, ...], bool]:
        counts = columns(self.hands, self.seats, self.rules, 3)
        assert [(each.totals, each.hands_won, each.winners) for each in match.columns] == [
            tuple(each) for each in counts
        ], f"{match.variant!r}\n{match!r}"
        over = all(each.winners for each in counts)
        totals = [sum(each.totals[seat] for each in counts) for seat in range(self.seats)]
        added = [0] * self.seats
        for each in counts:
            if over:
                added = [one + more for one, more in zip(added, self._bonus(each), strict=True)]
        final = [total + more for total, more in zip(totals, added, strict=True)]
        assert list(match.totals) == final, f"{match.variant!r}\n{match!r}\n{final}"
        most = max(totals)
        return tuple(seat for seat in range(self.seats) if over and totals[seat] == most), over

    def _bonus(self, each: Count) -> tuple[int, ...]:
        names = ("game_bonus", "box_bonus", "shutout_doubles", "shutout_bonus")
        return bonuses(each.won, each.winners, *(self.settings[f"match.{name}"] for name in names))

    def _plain(self, match: Match, void: bool) -> tuple[tuple[int, ...], bool]:
        credit = self.settings["scoring.kind"] in ("credit", "net")
        if credit:
            end = credit_end(self.totals, self.rules, self.counted, void, self.playing)
        else:
            answers = [each for each in match.buy_ins if each.round == len(match.log)]
            asked, price = ([], 0) if void else buyers(self.totals, self.rules, self.playing, self.bought)
            assert [each.player for each in answers] == asked, f"{match.variant!r}\n{match!r}\n{asked}"
            for each in answers:
                if each.accepted:
                    self.totals[each.player] = price
                    self.bought[each.player] += 1
            end = match_end(
                self.totals, self.rules, playing=self.playing, hands_counted=self.counted, void=void
            )
        for seat in end.eliminated:
            self.left_in[seat] = len(self.hands)
        self.playing = [seat for seat in self.playing if seat not in end.eliminated]
        totals = list(self.totals)
        if end.over and credit:
            added = self._bonus(Count(tuple(totals), hands_won(self.hands, self.seats), end.winners))
            totals = [total + more for total, more in zip(totals, added, strict=True)]
        assert list(match.totals) == totals, f"{match.variant!r}\n{match!r}\n{totals}"
        left = tuple(sorted(self.left_in, key=lambda seat: (self.left_in[seat], seat)))
        assert match.eliminated == left, f"{match.variant!r}\n{match!r}"
        if not credit and self.rules.end != "first_to_target_wins":
            places = standings(totals, self.left_in)
            ranks = {
                seat: 1 + sum(len(place) for place in places[:at])
                for at, each in enumerate(places)
                for seat in each
            }
            assert {item.player: item.rank for item in match.standings} == ranks, f"{match!r}"
        return end.winners, end.over


def with_answers(match: Match, rng: Random) -> Match:
    """Let everybody who may buy back in decide at random, and return the match."""
    while match.deciding:
        with_one_more = match.buy_in(rng.random() < 0.6)
        assert len(with_one_more.buy_ins) == len(match.buy_ins) + 1
        match = with_one_more
    return match


def same_match(variant: Variant, rng: Random) -> int:
    """Count a match of random hands on both sides, and return the number of its hands."""

    def ended(match: Match) -> Match:
        state, move = last_act(match, rng)
        match = attrs.evolve(match, round=state).play(move)
        if not match.scores[-1].void:
            same_score(match.round)
        return match

    return _counted_twice(variant, rng, ended, 60)


def played_match(
    variant: Variant, rng: Random, pick: Callable[[Round, Random], Move], most: int, moves: int = 400
) -> int:
    """Count rounds of a match between bots on both sides, and return their number."""

    def played(match: Match) -> Match:
        for _ in range(moves):
            if match.round.over:
                break
            match = match.play(pick(match.round, rng))
        return match

    return _counted_twice(variant, rng, played, most)


def _counted_twice(variant: Variant, rng: Random, ended: Callable[[Match], Match], most: int) -> int:
    """Return the number of rounds of a match, each played to its end; a round that never ends is the last."""
    match = Match.start(variant, players=seats_for(variant, rng), seed=rng.getrandbits(32))
    same_start(match)
    book = Book(match)
    for number in range(1, most + 1):
        assert match.round.context.number == book.counted + 1
        match = ended(match)
        if not match.round.over:
            return number
        match = with_answers(match, rng)
        book.count(match)
        if match.over:
            return number
        match = match.next_round()
        assert match.round.context.playing == tuple(book.playing)
        same_deal(match.round)
    return most


def same_start(match: Match) -> None:
    """Compare the first dealer, and the deal."""
    first = match.variant.settings()["match.first_dealer"]
    assert first in ("random", match.round.context.dealer), f"{match!r}"
    same_deal(match.round)


def same_deal(state: Round) -> None:
    """Compare the sizes of hands, pile and stock of a deal, by seat from the dealer on."""
    rules = rules_of(state.variant)
    context = state.context
    counts = deal_counts(len(context.playing), rules)
    at = context.playing.index(context.dealer) if context.dealer in context.playing else 0
    step = 1 if rules.direction == "clockwise" else -1
    around = [
        context.playing[(at + step * number) % len(context.playing)] for number in range(len(context.playing))
    ]
    found = [len(state.hands[seat]) for seat in around]
    if rules.starter == "dealer":
        assert found == counts["hands"], shown(state)
    assert sorted(found) == sorted(counts["hands"]), shown(state)
    assert (len(state.discards), len(state.stock)) == (counts["discard"], counts["stock"]), shown(state)
