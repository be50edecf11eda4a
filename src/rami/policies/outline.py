"""A game in outline: the facts that a client needs to draw the game without knowing its rules.

A client written in another language receives the outline as JSON once for each round, so it can draw even games whose
slug it does not know.
"""

from __future__ import annotations

from typing import Literal

import attrs

from rami._base.values import Value
from rami.cards import JOKER, Card, Cards, Rank, Suit
from rami.policies._compiled import copies_of
from rami.policies.declaring.options import Slots, settings_of
from rami.policies.slots.contracts import Contract, contracts_of

__all__ = ["Outline"]


@attrs.frozen
class Outline(Value):
    """A game in outline, for a number of players and a round.

    Parameters:
        slug: the slug of the game.
        version: the version of its rules.
        name: the name of the game, in the language of its author.
        players: the minimum and maximum numbers of players.
        faces: how to draw the pieces: as "cards", as "tiles", or as "joker_tiles", that is, tiles with jokers.
        ranks: the ranks in the pack, from the ace to the king; on tiles they are the numbers from 1 to 13.
        suits: the suits in the pack; on tiles, ♣ is blue, ♦ yellow, ♥ red and ♠ black.
        packs: the number of copies of each card.
        jokers: the number of jokers.
        wilds: the cards that are wild in this round, each once: the joker, and the cards of a wild rank.
        turned: the effect of the card turned up beside the stock: "wild_rank" if it makes its rank wild, "natural" if
            it decides which tile is the wild one, as in Okey; None if no card is turned up.
        hand_size: the number of cards that each player is dealt; the player who starts may get one more.
        melds: "laid" if players lay melds on the table in their turns, "declared" if they keep them in their hands
            until a player ends the round.
        minimum: the points that an opening needs; None if a custom policy decides.
        pairs: the number of pairs that an opening with pairs needs; None if players cannot open with pairs.
        contracts: the contracts that players must lay, in order; () in games without contracts.
        knock_limit: the maximum deadwood with which a player may end the round; 0 if every card must be in a meld, None
            if nobody knocks or if the upcard sets the limit.
    """

    slug: str
    version: int
    name: str
    players: tuple[int, int]
    faces: Literal["cards", "tiles", "joker_tiles"]
    ranks: tuple[Rank, ...]
    suits: tuple[Suit, ...]
    packs: int
    jokers: int
    wilds: Cards
    turned: Literal["wild_rank", "natural"] | None
    hand_size: int
    melds: Literal["laid", "declared"]
    minimum: int | None
    pairs: int | None
    contracts: tuple[Contract, ...]
    knock_limit: int | None


def outline_of(game: Slots, players: tuple[int, int], seats: int) -> Outline:
    """Return the outline of a game.

    Parameters:
        game: the game, with the policies of the round.
        players: the minimum and maximum numbers of players that the game allows.
        seats: the number of players in this round.
    """
    known = settings_of(game).known()
    equipment, copies = game.equipment, copies_of(game)
    ranks = tuple(rank for rank in Rank if rank in equipment.ranks)
    suits = tuple(suit for suit in Suit if suit.name.lower() in equipment.suits)
    wild = [Card.of(rank, suit) for rank in ranks if rank in equipment.wild_ranks for suit in suits]
    limit = known.get("closing.knock_limit")
    return Outline(
        slug=game.slug,
        version=game.version,
        name=game.name,
        players=players,
        faces=equipment.faces,
        ranks=ranks,
        suits=suits,
        packs=max(copies[: JOKER.id]),
        jokers=copies[JOKER.id],
        wilds=Cards([*wild, *[JOKER] * bool(copies[JOKER.id])]),
        turned=game.dealing.turned_card,
        hand_size=game.dealing.cards_each(seats),
        melds="declared" if game.table.concealed else "laid",
        minimum=_number(known.get("opening.minimum")),
        pairs=_number(known.get("opening.pairs")),
        contracts=contracts_of(game.opening) or (),
        knock_limit=0 if limit == "all_matched" else _number(limit),
    )


def _number(value: object) -> int | None:
    """Return the value of an option if it is an integer; otherwise None, as some custom policies have other values."""
    return value if type(value) is int else None
