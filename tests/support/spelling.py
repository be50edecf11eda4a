"""Properties that the spelling of moves must have in every position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from tests.support.presets import SLUGS

from rami import Round, Variant, variants
from rami.cards.moves import Move
from rami.ext.learning import Draft, decode, encode
from rami.ext.learning.actions import SIZE
from rami.testing._walks import walk

HOUSES: dict[str, Variant] = {
    "gin by moves": variants.GIN.with_(closing={"settle": "moves"}),
    "announced": variants.CLASSIC_51.with_(conduct={"mode": "explicit"}),
    "declared wrongly": variants.INDIAN_13.with_(conduct={"mode": "explicit", "wrong_declaration": 80}),
    "jokers taken": variants.CLASSIC_51.with_(table={"take_joker": True, "take_min_hand_cards": 0}),
    **{slug: variants.get(slug) for slug in SLUGS},
}

MOST_MOVES = 2000


def positions(variant: Variant, rounds: int, steps: int, every: int = 1) -> Iterator[Round]:
    """Yield some positions of random rounds, but none with thousands of moves; every second deal is full of melds."""
    for number in range(rounds):
        for step in islice(walk(variant, variant.equipment.players[0], 11, number), number, steps, every):
            moves = step.position.legal_moves
            if moves and len(tuple(islice(moves, MOST_MOVES + 1))) <= MOST_MOVES:
                yield step.position


def check_spelling(position: Round, most: int) -> None:
    """Check that spellings differ, that none begins another, and that masks are exact, for about `most` moves."""
    view = position.view(position.player)
    draft = Draft.of(view)
    listed = tuple(view.legal_moves)
    words = [word for word, _ in draft.words]
    assert [move for _, move in draft.words] == list(listed)
    in_order = sorted(words)
    assert len(set(words)) == len(words)
    assert not any(longer[: len(word)] == word for word, longer in pairwise(in_order))
    assert set(draft.actions) == {word[0] for word in words}
    assert all(0 <= action < SIZE for word in words for action in word)
    far = max(1, len(listed) // most)
    for move, word in zip(listed[::far], words[::far], strict=True):
        found, actions = spelled(draft, word)
        assert found == move
        assert position.play(found) == position.play(move)
        if len(listed) <= 40:
            assert encode(view, move) == tuple(actions)
            assert decode(view, actions) == move


def spelled(draft: Draft, word: tuple[int, ...]) -> tuple[Move, list[int]]:
    """Return the move that a word spells, and the actions that were chosen for it."""
    taken: list[int] = []
    while True:
        assert [action for action, allowed in enumerate(draft.mask) if allowed] == list(draft.actions)
        action = word[len(draft.taken)]
        assert draft.allows(action)
        taken.append(action)
        after = draft.then(action)
        if not isinstance(after, Draft):
            return after, taken
        draft = after
