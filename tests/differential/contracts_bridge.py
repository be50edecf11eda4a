"""Positions and moves of the contract game in the words of the reference, and small positions to compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from tests.differential.bridge import TooLarge, texts
from tests.reference import contracts as book
from tests.reference.cards import JOKER, RANKS, SUITS, pack
from tests.reference.contracts import Meld, Options, canonical, kind

from rami import Round
from rami.moves import Discard, DrawStock, LayDown, LayOff, Move, SwapWild, TakeDiscard
from rami.policies.contracts import contracts_of
from rami.policies.variant import Variant
from rami.setup import DutyKind, Phase, RoundContext, Setup

FIELDS = {
    "opening": ("contract_size", "distinct_contract_melds", "contract_extras"),
    "closing": ("end_when_all_complete", "final_discard", "joker_finish_forbidden"),
    "melding": (
        "wild_limit",
        "wild_limit_scope",
        "max_wild",
        "min_natural",
        "adjacent_wilds",
        "set_suits",
        "set_max",
        "max_run",
    ),
    "table": ("recover_twos",),
    "drawing": ("allow_return_discard",),
}


def options_of(variant: Variant) -> Options:
    """The options of the reference for a variant."""
    told = variant.settings()
    given: dict[str, Any] = {name: told[f"{slot}.{name}"] for slot, names in FIELDS.items() for name in names}
    return Options(**given)


def position_of(state: Round) -> dict[str, Any]:
    """The facts of a position, as far as the acting player may use them."""
    setup = state.setup
    contracts = contracts_of(state.variant.opening)
    assert contracts is not None
    due = contracts[state.context.contracts[setup.player] - 1]
    return {
        "hand": texts(setup.hands[setup.player]),
        "player": setup.player,
        "seats": state.context.seats,
        "contract": (due.groups, due.runs),
        "completed": list(state.completed),
        "table": [[item.owner, texts(item.meld)] for item in setup.table],
        "discards": texts(setup.discards),
        "phase": "draw" if setup.phase is Phase.DRAW else "play",
        "banned": str(setup.barred) if setup.barred else None,
        "fresh": setup.opened_now,
        "due": [str(duty.card) for duty in setup.duties if duty.kind is DutyKind.PLACE_WILD],
    }


def action_of(state: Round, move: Move) -> tuple[Any, ...]:
    """The move as the reference names it; table melds by their place."""
    places = {item.id: place for place, item in enumerate(state.table)}
    match move:
        case TakeDiscard():
            return ("take_discard",)
        case LayDown(melds):
            return ("lay", [texts(meld) for meld in melds])
        case LayOff(card, meld, at):
            place = places.get(meld, -1)
            group = place >= 0 and state.table[place].meld.kind == "group"
            return ("layoff", str(card), place, None if group else at)
        case SwapWild(meld, at, card):
            return ("swap", places.get(meld, -1), wild_place(state, move) if at is None else at, str(card))
        case Discard(card):
            return ("discard", str(card))
        case _:
            raise AssertionError(f"{move} belongs to another game")


def wild_place(state: Round, move: SwapWild) -> int:
    """The place of the wild card that a swap means by its card; -1 where there is none."""
    for item in state.table:
        if item.id == move.meld:
            for index, placed in enumerate(item.meld.placed):
                if index in state.variant.wilds(item.meld) and placed.stands_for == move.card:
                    return index
    return -1


def end_of_turn(before: Round, after: Round, told_apart: bool) -> str:
    """The text of the position that a turn of `before` has ended in."""
    outcome = after.outcome
    return book.end_text(
        hand=texts(after.hands[before.player]),
        table=[(item.owner, texts(item.meld)) for item in after.table],
        discards=texts(after.discards),
        completed=after.completed,
        next_player=after.player if outcome is None else None,
        winner=outcome.winner if outcome is not None else None,
        told_apart=told_apart,
    )


def engine_ends(start: Round, limit: int) -> tuple[set[str], set[str], int]:
    """The ends of the turn that listed moves reach, with wild cards told apart and not; positions on the way.

    Raises:
        TooLarge: more than `limit` positions.
    """
    exact: set[str] = set()
    alike: set[str] = set()
    seen = {start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for move in state.legal_moves:
            after = state.play(move)
            if after.over or after.phase is Phase.DRAW:
                exact.add(end_of_turn(state, after, True))
                alike.add(end_of_turn(state, after, False))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
                if len(seen) > limit:
                    raise TooLarge
    return exact, alike, len(seen)


def every_move(state: Round, rng: Random, count: int) -> Iterable[Move]:
    """Moves that may be legal or not: of cards in hand, of wild cards in any place, of what lies there."""
    hand = list(state.hands[state.player])
    for _ in range(count):
        what = rng.randrange(5)
        card = rng.choice(hand)
        number = rng.randrange(len(state.table) + 1)
        if what == 0:
            yield Discard(card)
        elif what == 1:
            yield LayOff(card, number, rng.choice([None, "low", "high"]))
        elif what == 2 and number < len(state.table):
            yield SwapWild(number, rng.choice([None, *range(len(state.table[number].meld))]), card)
        else:
            yield from listed_exchanged(state, rng)


def listed_exchanged(state: Round, rng: Random) -> Iterable[Move]:
    """A listed lay-down with its wild cards exchanged for others of the hand."""
    laying = [move for move in state.legal_moves if isinstance(move, LayDown)]
    if not laying:
        return
    move = rng.choice(laying)
    wilds = [str(card) for card in state.hands[state.player] if book.is_wild(str(card))]
    rng.shuffle(wilds)
    melds = [[wilds.pop() if book.is_wild(face) else face for face in texts(meld)] for meld in move.melds]
    yield LayDown([state.variant.meld(" ".join(meld)) for meld in melds])


def random_meld(options: Options, rng: Random, wild: float) -> Meld | None:
    """A meld that may lie on the table, or None when the try failed."""
    if rng.random() < 0.6:
        low, length, suit = rng.randint(1, 12), rng.randint(3, 6), rng.choice(SUITS)
        faces = [RANKS[(place - 1) % 13] + suit for place in range(low, min(low + length, 15))]
    else:
        letter = rng.choice(RANKS)
        faces = [letter + rng.choice(SUITS) for _ in range(rng.randint(3, 5))]
    faces = [
        rng.choice([JOKER, *("2" + suit for suit in SUITS)]) if rng.random() < wild else face
        for face in faces
    ]
    meld = canonical(faces, options)
    return meld if kind(meld, options, False) else None


def made(variant: Variant, rng: Random, opened: bool, wilds: int) -> Round:
    """A position before a draw, small enough to be searched to the end."""
    options = options_of(variant)
    left = Counter(pack(2, 4))
    seats = rng.choice([2, 2, 3])
    player = rng.randrange(seats)

    def take(faces: Iterable[str]) -> bool:
        wanted = Counter(faces)
        if any(left[face] < count for face, count in wanted.items()):
            return False
        left.subtract(wanted)
        return True

    table: list[tuple[int, Meld]] = []
    count = rng.randint(1, 3) if opened else rng.randint(0, 2)
    while len(table) < count:
        meld = random_meld(options, rng, 0.35)
        if meld is not None and take(meld):
            others = [seat for seat in range(seats) if seat != player]
            table.append((player if opened and not table else rng.choice(others + [player] * opened), meld))
    rng.shuffle(table)
    hand: list[str] = []
    for _ in range(wilds):
        face = rng.choice([JOKER, *("2" + suit for suit in SUITS)])
        if take([face]):
            hand.append(face)
    size = rng.randint(2, 5) if opened else rng.randint(7, 9)
    while len(hand) < size:
        near = [face for _, meld in table for face in meld] + hand
        faces = friends(rng.choice(near)) if near and rng.random() < 0.75 else list(left)
        face = rng.choice(faces)
        if not (opened and face[0] == "2") and take([face]):
            hand.append(face)
    rng.shuffle(hand)
    top = rng.choice(hand if rng.random() < 0.1 else friends(rng.choice(hand)))
    if not take([top]):
        top = next(face for face in sorted(left) if left[face])
        take([top])
    contracts = contracts_of(variant.opening)
    assert contracts is not None
    due = tuple(rng.randint(1, len(contracts)) for _ in range(seats))
    rest = list(left.elements())
    rng.shuffle(rest)
    hands = [" ".join(hand) if seat == player else rest.pop() for seat in range(seats)]
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=hands,
            player=player,
            table=[(owner, variant_meld(variant, meld)) for owner, meld in table],
            discards=top,
            stock=rest,
            context=RoundContext(seats, contracts=due),
            seed=1,
        )
    )


def variant_meld(variant: Variant, meld: Meld) -> Any:
    """A table meld as the variant reads it."""
    try:
        return variant.meld(" ".join(meld))
    except ValueError:
        return " ".join(meld)


def friends(face: str) -> list[str]:
    """Cards that go with a card."""
    if book.is_wild(face):
        return [JOKER, "2♣", "2♥"]
    place = RANKS.index(face[0])
    near = [RANKS[(place + step) % 13] + face[1] for step in (-2, -1, 1, 2)]
    return [each for each in near if each[0] != "2"] + [face[0] + suit for suit in SUITS]


def draw(state: Round, rng: Random) -> Round:
    """The position after a draw, from either pile."""
    return state.play(DrawStock() if rng.random() < 0.5 else TakeDiscard())
