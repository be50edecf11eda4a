"""Records to damage: of all presets and house rules, with hidden seeds, given decks, void rounds and takebacks."""

from __future__ import annotations

from functools import cache

import attrs
from tests.support.depth import share_of
from tests.support.presets import PRESETS
from tests.support.record_edits import dealt_in_order, short
from tests.support.strategies import LIVELY, whole_match

from rami import Match, Variant
from rami.errors import InvalidMatch
from rami.notation.records import dumps, loads

MATCHES = 2
MOVES = 90
LENGTHS = (0, 4, 12, 30)


@attrs.frozen
class Base:
    """A record, with the other values that its reader needs."""

    text: str
    seed: int | None = None
    variant: Variant | None = None

    def read(self, text: str) -> Match:
        """Return the match of this record, or of a changed one."""
        return loads(text, seed=self.seed, variant=self.variant)


@cache
def bases() -> tuple[Base, ...]:
    """Return the records, which are all valid."""
    found: list[Base] = []
    games = (*PRESETS, *(short(each) for each in (*PRESETS, *LIVELY) if "turn_cap" in dir(each.match)))
    for variant in share_of(games):
        for seed in range(MATCHES):
            found += _of(variant, seed)
    found.append(Base(dumps(dealt_in_order())))
    over = [variant.with_(match={"target": 5}) for variant in PRESETS if variant.slug == "gin"]
    found += (Base(dumps(whole_match(variant, 1, moves=300)[-1])) for variant in over)
    return tuple(dict.fromkeys(found))


def _of(variant: Variant, seed: int) -> list[Base]:
    steps = whole_match(variant, seed, moves=MOVES)
    some = [steps[at] for at in LENGTHS if at < len(steps)]
    found = [Base(dumps(match)) for match in some]
    if seed == 0:
        found += (Base(dumps(match, reveal=False), match.seed) for match in some[2:])
        found.append(Base(dumps(steps[-1])))
        found.append(Base(dumps(some[-1]), None, variant))
        found.append(Base(dumps(_undone(some[-1]))))
        dealt = some[0].round
        deck = [card for hand in dealt.hands for card in hand] + [
            *dealt.stock,
            *dealt.discards,
            *([dealt.setup.turned] if dealt.setup.turned else []),
        ]
        match = Match.start(variant, steps[0].players, 5, deck=deck)
        found.append(Base(dumps(match.play(next(iter(match.round.legal_moves))))))
    return found


def _undone(match: Match) -> Match:
    """Return the match after its last move is taken back, by force if necessary."""
    try:
        before = match.undo()
    except InvalidMatch:
        return match.undo(force=True)
    return before
