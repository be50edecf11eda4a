"""The cards available for melds, including wild-rank cards that may count as themselves.

The search for melds treats every wild as a joker (see `wilds`). If a card of a wild rank may also be natural,
one search treats it as an ordinary card and another as a joker. If threes are wild, the hand 3♥ 4♥ 5♥ K♠ is
searched twice, as

    3♥ 4♥ 5♥ K♠    which has the run 3♥ 4♥ 5♥
    4♥ 5♥ K♠ *     which has 4♥ 5♥ *, laid as 4♥ 5♥ 3♥
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, final

from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER, RANK, bits
from ..rules import ONE_KIND, WILDS_APART, Kinds, MeldRules
from .finder import each_meld_of
from .meld import Code, Melds, group_rank, is_run
from .wilds import Wilds, dressed, pooled

ANY_CARD: Final = -1


@final
class Split:
    """A hand in which some wild-rank cards are jokers and the others count as themselves.

    `substitutes` are the original cards of these jokers.
    """

    __slots__ = ("hand", "substitutes")

    def __init__(self, hand: hands.Hand, substitutes: list[int]) -> None:
        self.hand: Final = hand
        self.substitutes: Final = substitutes

    def restored(self, melds: Melds) -> Melds:
        """Return the melds with every joker replaced by its original card."""
        if not self.substitutes:
            return melds
        used = 0
        out: list[Code] = []
        for code in melds:
            holes = code[1:].count(JOKER)
            out.append(filled(code, self.substitutes[used : used + holes]))
            used += holes
        return tuple(sorted(out))


def filled(code: Code, cards: list[int]) -> Code:
    """Return a meld with its jokers replaced by these cards in order."""
    ((head, *placed),) = dressed((code,), cards)
    if is_run(code) or JOKER not in code[1:]:
        return (head, *placed)
    # Cards of the group's own rank come first.
    return (head, *sorted(placed, key=lambda card: (RANK[card] != group_rank(code), card)))


def joker_values(rules: MeldRules, values: Sequence[int]) -> tuple[int, ...]:
    """Return card values for a split, whose jokers have the value of the wild rank."""
    wild = rules.wild_faces
    return (*values[:JOKER], values[(wild & -wild).bit_length() - 1])


def splits(rules: MeldRules, hand: hands.Hand) -> Iterator[Split]:
    """Yield every split of a hand, beginning with the split that turns the fewest cards into jokers."""
    faces = bits(hand[0] & rules.wild_faces)
    counts = [hands.count(hand, card) for card in faces]
    jokers = [JOKER] * hand[-1]
    for taken in product(*[range(count + 1) for count in counts]):
        chosen: list[int] = []
        for card, count in zip(faces, taken, strict=True):
            chosen.extend([card] * count)
        left = hands.remove_all(hand, chosen)
        assert left is not None  # the hand has these cards
        yield Split((*left[:-1], left[-1] + len(chosen)), chosen + jokers)


@final
class Supply:
    """The cards available for melds: a hand, the kinds of its wilds, and the cards that a wild may represent in a run.

    `places` is the mask of the naturals that a wild may represent.
    """

    __slots__ = ("hand", "kinds", "places", "rules")

    def __init__(
        self, rules: MeldRules, hand: hands.Hand, kinds: Kinds = ONE_KIND, places: int = EVERY_NATURAL
    ) -> None:
        self.rules: Final = rules
        self.hand: Final = hand
        self.kinds: Final = kinds
        self.places: Final = places

    def mixes(self, apart: int = ANY_CARD) -> Iterator[tuple[hands.Hand, Wilds]]:
        """Yield the hand with jokers for its wilds, and the wilds that replace them in the melds found.

        If cards of a wild rank may be natural, the function yields several hands, one for each choice of the cards that
        count as natural. Melds laid together must all come from the same one of these hands. No two cards of a wild
        rank are then interchangeable, because each has a different natural place. `apart`, if given, is a card that is
        not interchangeable with other wilds.
        """
        rules, hand = self.rules, self.hand
        if rules.tame is None:
            # Only wilds replace jokers, so only a wild needs a separate kind.
            kinds = self.kinds.without([apart]) if apart >= 0 and rules.is_wild(apart) else self.kinds
            yield pooled(rules, hand), Wilds(rules, hand, kinds)
            return
        every = pooled(rules, hand)[-1]
        for split in splits(rules, hand):
            wilds = hands.of_cards(split.substitutes, len(hand) - 1)
            # Wild-rank cards that are not jokers in this split must be in melds as themselves.
            yield split.hand, Wilds(rules, wilds, WILDS_APART, every - split.hand[-1])

    def melds(self) -> Iterator[Code]:
        """Yield every meld of the hand; interchangeable wilds count once."""
        for mixed, wilds in self.mixes():
            for shape in each_meld_of(self.rules, mixed, self.places):
                for (code,) in wilds.dressings((shape,)):
                    yield code
