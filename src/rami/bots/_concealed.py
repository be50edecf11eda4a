"""How the greedy bot plays games where melds stay in the hand until a player knocks or declares.

The bot tries to reduce the *lack* of its hand: the deadwood or, in games where players declare, roughly the number
of cards that a declaration still needs. The bot judges a discard by the lack of the rest of the hand, and by the chance
that the next draw helps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rami._kernel.arranging.deadwood import Deadwood
from rami._kernel.arranging.demands import Demand
from rami._kernel.arranging.pairs import unpaired
from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER, NATURALS, RANK
from rami._kernel.players.table_player import TablePlayer, whim
from rami._kernel.rules import MeldRules
from rami._kernel.turns.actions import LAY_OFF, Action
from rami._kernel.turns.knocking import best_reply, lays_off_on
from rami._kernel.turns.turn import Game
from rami.bots.bot import known_by
from rami.cards import Card, Cards, moves
from rami.cards.moves import Move
from rami.policies._compiled import copies_of, game_of
from rami.rounds._engine.listed_moves import move_of
from rami.rounds.setup import Phase
from rami.rounds.views import PlayerView

_EARLY = 14
"""Before this turn the bot shows any hand that the rules let it show."""
_PER_POINT = 8
"""The number of helpful cards that weigh as much as one point of lack."""
PER_CARD = 10
"""The points of deadwood assumed for a card that is in no meld."""
_NO_RUN = 2
"""The number of cards added to the lack for each missing run, doubled if it must be pure (without wild cards)."""


def concealed_move(view: PlayerView, player: TablePlayer) -> Move:
    """Return the greedy move in a game where melds stay in the hand until the end."""
    show = moves.ShowTurned()
    # OKE-IND-02: showing the card costs nothing, and every other player pays.
    if game_of(view.variant).draw.turned_show and show in view.legal_moves:
        return show
    if view.phase is Phase.LAYOFF:
        return _reply(view)
    if view.phase is Phase.PLAY:
        return _showing(view) or _discard(view, player)
    if view.phase is Phase.DISCARD:
        return _discard(view, player)
    take = moves.TakeDiscard()
    if view.phase is not Phase.STOCK and take in view.legal_moves and _wants_top(view):
        return take
    leave = moves.PassUpcard() if view.phase is Phase.OFFER else moves.DrawStock()
    return leave if leave in view.legal_moves else take


def _wants_top(view: PlayerView) -> bool:
    """Return whether the discard would complete a meld or is low enough to help a knock."""
    variant, top = view.variant, view.discards[-1]
    rules, known = known_by(view)
    lack, hand = lack_of(rules.game), known.turn.hand
    held = hands.add(hand, top.id)
    now, then = lack(hand), min(lack(hands.remove(held, card)) for card in hands.faces_of(hand))
    # In games with declarations, it is enough that the card reduces the lack; in gin it must also join a meld.
    if then >= now or declares(view):
        return then < now
    in_meld = any(top in meld.cards for meld in variant.best_melds(view.hand.add(top), "deadwood").melds)
    return in_meld or then == 0


def declares(view: PlayerView) -> bool:
    """Return whether players do not knock in this game, but declare a hand in which every card is in a meld."""
    knock = game_of(view.variant).knock
    return knock is not None and knock.declared


def _showing(view: PlayerView) -> Move | None:
    """Return a knock or big gin; None if waiting is better, because a late knock with many points is often undercut."""
    best = next(iter(view.legal_moves))
    if isinstance(best, moves.BigGin):
        return best
    if not isinstance(best, moves.Knock):
        return None
    melds = best.melds or ()
    shown = Cards(card for meld in melds for card in meld.cards)
    left = view.hand.remove(best.discard) - shown
    values = game_of(view.variant).deadwood.values
    count = sum(values[card] for card in left.ids)
    # In gin a player who takes the last discard has to knock.
    must = not any(isinstance(move, moves.Discard) for move in view.legal_moves)
    # Five points or fewer beat most hands, even late in the round. A declaration cannot be undercut.
    return best if must or view.turn < _EARLY or count <= 5 or declares(view) else None


def _discard(view: PlayerView, player: TablePlayer) -> Move:
    """Return the discard that leaves the hand closest to complete, with the best chances of a helpful draw."""
    found = next(iter(ranked_discards(view, player)), None) or next(iter(view.legal_moves))
    return restless(view, found)


def restless(view: PlayerView, usual: Move) -> Move:
    """Return the usual move; once a round has as many turns as the pack has cards, discard a random unmatched card."""
    # Count the pack only after 52 turns, because most rounds are over by then.
    if view.turn <= NATURALS or not isinstance(usual, moves.Discard):
        return usual
    if view.turn <= sum(copies_of(view.variant)):
        return usual
    game, left = game_of(view.variant), view.variant.best_melds(view.hand, "deadwood").left
    loose = [move for move in map(moves.Discard, left) if not game.melds.is_wild(move.card.id)]
    seat = view.player
    # Before this rule, 92 of 2,500 deals of Basic Rummy with four greedy players never ended.
    loose.sort(key=lambda move: whim(move.card.id, view.turn, seat))
    return next((move for move in loose if move in view.legal_moves), usual)


def ranked_discards(view: PlayerView, player: TablePlayer) -> list[Move]:
    """List the legal discards, best first: the best leaves a hand close to complete, and a helpful draw likely."""
    rules, known = known_by(view)
    hand, unseen, lack = known.turn.hand, player.unseen(known), lack_of(rules.game)

    def rank(card: int) -> tuple[bool, int, int, int]:
        # Discard wild cards last.
        rest = hands.remove(hand, card)
        value = _PER_POINT * lack(rest) - player.chances(rest, unseen)
        return rules.game.melds.is_wild(card), value, -RANK[card], card

    faces = sorted(hands.faces_of(hand), key=rank)
    return [move for move in map(moves.Discard, map(Card.from_id, faces)) if move in view.legal_moves]


def _reply(view: PlayerView) -> Move:
    """Return the next move of the best reply to a knock: lay off cards, lay the player's own melds, finish."""
    rules, known = known_by(view)
    turn, knocked = known.turn, known.knocked
    assert knocked is not None  # only then does a player reply
    places = [place for place, (_, owner, _) in enumerate(turn.table) if owner == knocked.player]
    # D-81: nobody may lay off cards against gin unless the game has the option `layoff_on_gin`.
    if lays_off_on(rules.game, knocked.kind):
        shown = tuple([turn.table[place][2] for place in places])
        for card, index, end in best_reply(rules.game, turn.hand, shown, {})[1]:
            return move_of(rules, turn, Action(LAY_OFF, card, places[index], end))
    melds = view.variant.best_melds(view.hand, "deadwood").melds
    return moves.LayDown(melds) if melds else moves.EndLayoffs()


@lru_cache(maxsize=64)
def lack_of(game: Game) -> Callable[[hands.Hand], int]:
    """Return a function that measures, in points, how far a hand is from having all its cards in melds."""
    knock, rules, demand = game.knock, game.melds, game.deadwood.demand
    # The tables of deadwood cannot handle required runs, pairs or wild cards, so count cards in games that have these.
    if knock is None or not knock.declared or (demand is None and game.deadwood.tabled and not knock.pairs):
        return game.deadwood.least
    return _Lack(rules, demand or Demand(0, 0), knock.pairs).of


class _Lack:
    """Counts the cards outside the required runs and other natural melds, minus the wild cards.

    If players may declare pairs, the cards outside pairs are counted too, and the smaller number is the lack.
    """

    def __init__(self, rules: MeldRules, demand: Demand, pairs: bool) -> None:
        self._pairs = pairs
        self._wild = rules.wild_faces
        self._natural = rules.tame is not None
        self._demand = demand
        self._left = Deadwood(rules.tame or rules, (1,) * (JOKER + 1)).least_of_plane
        self._runs = _short_runs(rules)

    def of(self, hand: hands.Hand) -> int:
        """Return how far a hand is from complete, in points; a second copy of a card always counts as left over."""
        plane = twice = 0
        for each in hand[:-1]:
            twice += (plane & each).bit_count()
            plane |= each
        tame = plane & ~self._wild
        wilds = hand[-1] + (plane & self._wild).bit_count()
        best = self._least(tame, 0) - wilds
        # IND-WILD-05: a card of the wild rank may also be used as a natural card, so take the better of both readings.
        if self._natural and tame != plane:
            best = min(best, self._least(plane, 0) - hand[-1])
        lacking = best + twice
        return PER_CARD * (min(lacking, unpaired(hand)) if self._pairs else lacking)

    def _least(self, plane: int, laid: int) -> int:
        """Count the cards left over after taking out `laid` pure runs; each missing run adds a charge."""
        demand = self._demand
        missing = demand.runs - laid
        if missing <= 0:
            return self._left(plane)
        best: int = self._left(plane) + _NO_RUN * (missing + max(0, demand.clean - laid))
        for run in self._runs:
            if plane & run == run:
                best = min(best, self._least(plane ^ run, laid + 1))
        return best


def _short_runs(rules: MeldRules) -> tuple[int, ...]:
    """Return the natural runs of the two shortest lengths, as bit masks."""
    return tuple(
        sum(1 << 13 * suit + (place - 1) % 13 for place in range(low, low + size))
        # Longer runs are not needed: six or more cards split into threes and fours, and four cards of five are enough.
        for size in (rules.run_min, rules.run_min + 1)
        for suit in range(4)
        for low in range(rules.first_place, rules.last_place - size + 2)
        if size <= rules.max_run
    )
