"""Random hands from a seed, the same for all contenders. A card is 13 x suit + rank - 1, and a joker is 52."""

from __future__ import annotations

import random

JOKER = 52
PACKS = (*range(52), *range(52), *(JOKER,) * 4)
TURNS = 25


def gin_hands(count: int, seed: int) -> list[list[int]]:
    """Return hands of ten cards from one pack."""
    choice = random.Random(f"gin {seed}")
    return [choice.sample(range(52), 10) for _ in range(count)]


def random_hands(count: int, seed: int) -> list[list[int]]:
    """Return hands of fourteen cards from two packs with four jokers."""
    choice = random.Random(f"rami {seed}")
    return [choice.sample(PACKS, 14) for _ in range(count)]


def tables(count: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """Return shuffled tables of 3 to 16 melds from two packs with two jokers, each with a rack of 14 tiles."""
    choice = random.Random(f"tables {seed}")
    return [_table(choice) for _ in range(count)]


def _table(choice: random.Random) -> tuple[list[int], list[int]]:
    pool = [*PACKS[:104], JOKER, JOKER]
    table: list[int] = []
    for _ in range(choice.randint(3, 16)):
        suit, low = choice.randrange(4), choice.randrange(11)
        if choice.random() < 0.5:
            meld = [13 * suit + rank for rank in range(low, min(low + choice.randint(3, 5), 13))]
        else:
            meld = [13 * each + low for each in choice.sample(range(4), choice.choice((3, 4)))]
        if choice.random() < 0.15:
            meld[choice.randrange(len(meld))] = JOKER
        if all(pool.count(tile) >= meld.count(tile) for tile in meld):
            for tile in meld:
                pool.remove(tile)
            table += meld
    choice.shuffle(table)
    return table, choice.sample(pool, min(14, len(pool)))


def built_hands(count: int, seed: int) -> list[list[int]]:
    """Return hands after 25 turns without an opening; each turn draws a card and discards the least useful one."""
    choice = random.Random(f"built {seed}")
    return [_built(choice) for _ in range(count)]


def _built(choice: random.Random) -> list[int]:
    pack = list(PACKS)
    choice.shuffle(pack)
    hand = pack[:14]
    for card in pack[14 : 14 + TURNS]:
        hand.append(card)
        # Choose at random among equally useful cards; otherwise low cards would always go first.
        hand.remove(min(hand, key=lambda each: (_connection(each, hand), choice.random())))
    return hand


def _connection(card: int, hand: list[int]) -> int:
    """Return how well a card fits the hand; the number grows with the cards that can share a meld with it."""
    if card == JOKER:
        return 1000
    suit, rank = divmod(card, 13)
    found = 0
    for other in set(hand) - {card, JOKER}:
        its_suit, its_rank = divmod(other, 13)
        # The ace is next to both the two and the king, so take the shorter distance.
        gap = min(abs(rank - its_rank), 13 - abs(rank - its_rank) if 0 in (rank, its_rank) else 13)
        if its_suit == suit and gap <= 2:
            found += 3 - gap
        elif its_suit != suit and gap == 0:
            found += 2
    # A second copy of a card counts less, because a player can seldom use both.
    return found if hand.count(card) == 1 else found // 2
