"""The greedy bot's play where melds stay concealed until a player knocks."""

from __future__ import annotations

from rami._kernel.cards import hands
from rami._kernel.cards.codes import NATURALS, RANK
from rami._kernel.players.table_player import TablePlayer, whim
from rami._kernel.turns.actions import LAY_OFF, Action
from rami._kernel.turns.knocking import best_reply, may_lay_off
from rami.bots._lack import lack_of
from rami.bots.bot import known_by
from rami.cards import Card, Cards, moves
from rami.cards.moves import Move
from rami.policies._compiled import copies_of, game_of
from rami.rounds._engine.listed_moves import move_of
from rami.rounds.setup import Phase
from rami.rounds.views import PlayerView

_EARLY = 14
_PER_POINT = 8


def concealed_move(view: PlayerView, player: TablePlayer) -> Move:
    """The move of a player whose melds are concealed."""
    show = moves.ShowTurned()
    if game_of(view.variant).draw.turned_shown and show in view.legal_moves:
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
    """Whether the discard would join a meld, or is so low that it serves a knock."""
    variant, top = view.variant, view.discards[-1]
    rules, known = known_by(view)
    lack, hand = lack_of(rules.game), known.turn.hand
    held = hands.add(hand, top.id)
    now, then = lack(hand), min(lack(hands.remove(held, card)) for card in hands.faces_of(hand))
    if then >= now or declares(view):
        return then < now
    in_meld = any(top in meld.cards for meld in variant.best_melds(view.hand.add(top), "deadwood").melds)
    return in_meld or then == 0


def declares(view: PlayerView) -> bool:
    """Whether hands are declared, with every card in a meld."""
    knock = game_of(view.variant).knock
    return knock is not None and knock.declared


def _showing(view: PlayerView) -> Move | None:
    """A way to end the play, unless waiting looks better: late knocks with many points are undercut."""
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
    must = not any(isinstance(move, moves.Discard) for move in view.legal_moves)
    return best if must or view.turn < _EARLY or count <= 5 or declares(view) else None


def _discard(view: PlayerView, player: TablePlayer) -> Move:
    """The discard that leaves the least deadwood and the most chances."""
    found = next(iter(ranked_discards(view, player)), None) or next(iter(view.legal_moves))
    return restless(view, found)


def restless(view: PlayerView, usual: Move) -> Move:
    """The usual discard; once each card of the pack has been drawn, one outside the melds by a whim, as at a table."""
    # no pack is smaller than 52 cards, and most rounds are over by then
    if view.turn <= NATURALS or not isinstance(usual, moves.Discard):
        return usual
    if view.turn <= sum(copies_of(view.variant)):
        return usual
    game, left = game_of(view.variant), view.variant.best_melds(view.hand, "deadwood").left
    loose = [move for move in map(moves.Discard, left) if not game.melds.is_wild(move.card.id)]
    seat = view.player
    loose.sort(key=lambda move: whim(move.card.id, view.turn, seat))
    return next((move for move in loose if move in view.legal_moves), usual)


def ranked_discards(view: PlayerView, player: TablePlayer) -> list[Move]:
    """The legal discards, the one first that leaves the least deadwood and the most chances."""
    rules, known = known_by(view)
    hand, unseen, lack = known.turn.hand, player.unseen(known), lack_of(rules.game)

    def rank(card: int) -> tuple[bool, int, int, int]:
        # wild cards go last
        rest = hands.remove(hand, card)
        value = _PER_POINT * lack(rest) - player.chances(rest, unseen)
        return rules.game.melds.is_wild(card), value, -RANK[card], card

    faces = sorted(hands.faces_of(hand), key=rank)
    return [move for move in map(moves.Discard, map(Card.from_id, faces)) if move in view.legal_moves]


def _reply(view: PlayerView) -> Move:
    """The next lay-off of the best reply to a knock, then the own melds, then the end."""
    rules, known = known_by(view)
    turn, knocked = known.turn, known.knocked
    assert knocked is not None  # nobody replies otherwise
    places = [place for place, (_, owner, _) in enumerate(turn.table) if owner == knocked.player]
    if may_lay_off(rules.game, knocked):
        shown = tuple([turn.table[place][2] for place in places])
        for card, index, end in best_reply(rules.game, turn.hand, shown, {})[1]:
            return move_of(rules, turn, Action(LAY_OFF, card, places[index], end))
    melds = view.variant.best_melds(view.hand, "deadwood").melds
    return moves.LayDown(melds) if melds else moves.EndLayoffs()
