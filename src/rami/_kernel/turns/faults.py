"""List the reasons, as codes, why an action at the table or the discard that ends a turn is illegal.

Each function returns the codes of all faults, or [] if there are none. For example, a player who still has to place 7♣
must not discard any card: the code is "duty_taken". The public layer turns codes into violations with text. Listing
moves takes only a yes or no, so there are also quick tests, such as `discards`, a mask of all faces that may be
discarded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from .._rt import i64
from ..cards import hands
from ..cards.codes import BIT, JOKER, RANK, RANK_CARDS, SUIT, bits
from ..melds.finder import Taken
from ..melds.meld import (
    HIGH_END,
    LOW_END,
    NAMED_GROUP,
    Code,
    group_rank,
    has_both_aces,
    is_pair,
    is_run,
    is_wild_at,
    missing_suits,
    named_card,
    pieces,
    stands_for,
    swapped,
    wild_count,
)
from ..rules import NOT_ASKED
from .successors import closed_to, fitting_ends, lay, leaves_due
from .turn import NO_CARD, Game, Turn


def lay_off_faults(
    game: Game, turn: Turn, card: int, place: int, ends: Sequence[int] = (LOW_END, HIGH_END)
) -> list[str]:
    """Return the reasons why a card cannot join a table meld at any of these ends; whether it fits is not checked."""
    rules = game.turn
    _, owner, _ = turn.table[place]
    out: list[str] = []
    if not turn.opened and not rules.layoff_unopened:
        out.append("opening_needed")
    if turn.fresh_open and rules.extras_next_turn:
        out.append("opening_next_turn")
    if rules.pair_layoffs and turn.tracked.added >= rules.pair_layoffs:
        out.append("layoff_limit")
    if out_alone(game, turn, place):
        out.append("out_alone")
    if owner != turn.player:
        if rules.all_must_open and not (turn.opened and turn.terms.others_open):
            out.append("all_must_open")
        if all(closed_to(game, turn, card, place, end) for end in ends):
            out.append("foreign_clean_run")
    return out


def out_alone(game: Game, turn: Turn, place: int) -> bool:
    """Return whether a player who must go out after a low opening may not use this meld, because it was laid before."""
    return (
        game.turn.all_at_once_alone and turn.duties.go_out and turn.table[place][0] < turn.tracked.fresh_from
    )


def swap_faults(game: Game, turn: Turn, place: int, index: int, card: int, other: int = NO_CARD) -> list[str]:
    """Return the reasons why the wild at `index` cannot be recovered with this card, or with these two cards."""
    rules = game.turn
    code = turn.table[place][2]
    out: list[str] = []
    if not turn.opened and not rules.swap_unopened:
        out.append("opening_needed")
    if turn.fresh_open and rules.extras_next_turn:
        out.append("opening_next_turn")
    if out_alone(game, turn, place):
        out.append("out_alone")
    if index < 0 or index >= len(code) - 1 or not is_wild_at(game.melds, code, index + 1):
        out.append("not_a_wild")
        return out
    of_kind = rules.recover_wild_ranks or code[index + 1] == JOKER
    # The wild of a pair represents one particular card, just as in a run.
    if is_run(code) or is_pair(code):
        if rules.run_joker == "never" or rules.recovered_joker is None or not of_kind:
            out.append("swap_run")
            return out
    elif not of_kind or _holds_wild_fast(game, code):
        out.append("swap_group")
        return out
    both = leaves_for_both(game, code)
    if both != (other != NO_CARD):
        out.append("swap_both" if both else "swap_one")
    if index not in wilds_for(game, code, card) or (
        both and other != NO_CARD and (other == card or index not in wilds_for(game, code, other))
    ):
        out.append("swap_mismatch")
    return out


def _holds_wild_fast(game: Game, code: Code) -> bool:
    """Return whether the wilds of a group can never leave it."""
    rules = game.turn
    if len(code) - 1 >= 4:
        return rules.set_joker == "never" or (rules.closed_four_set and wild_count(game.melds, code) == 1)
    if rules.set_joker == "both_at_once":
        return wild_count(game.melds, code) > 1
    return rules.set_joker == "never" or rules.set_joker == "four_only"


def leaves_for_both(game: Game, code: Code) -> bool:
    """Return whether a wild leaves this group only in exchange for both missing cards together."""
    if is_run(code) or is_pair(code):
        return False
    return game.turn.set_joker == "both_at_once" and len(code) - 1 < 4


def replacements(game: Game, turn: Turn, place: int, index: int) -> list[tuple[int, int]]:
    """Return the held cards, or pairs of cards, that may recover the wild at `index` of a table meld."""
    code = turn.table[place][2]
    fitting: i64 = turn.hand[0]
    fitting &= BIT[stands_for(code, index)] if is_run(code) else RANK_CARDS[group_rank(code)]
    found = [(card, NO_CARD) for card in bits(fitting)]
    if leaves_for_both(game, code):
        found = list(combinations(bits(fitting), 2))
    return [each for each in found if not swap_faults(game, turn, place, index, *each)]


def _fills_run(game: Game, code: Code, index: int, card: int) -> bool:
    if stands_for(code, index) != card:
        return False
    return not has_both_aces(game.melds, swapped(game.melds, code, index, card))


def _fills_group(game: Game, code: Code, card: int) -> bool:
    if is_pair(code):
        return card == code[1]
    if code[0] >= NAMED_GROUP:
        return card == named_card(code)
    return RANK[card] == group_rank(code) and SUIT[card] in missing_suits(game.melds, code)


def wild_choices(game: Game, turn: Turn, place: int, card: int, other: int = NO_CARD) -> list[int]:
    """Return the indexes of the wilds of a table meld that these cards could replace; in a group, only one per face."""
    code = turn.table[place][2]
    run = is_run(code)
    found: list[int] = []
    met: list[int] = []
    for index in wilds_for(game, code, card):
        wild = code[index + 1]
        if not swap_faults(game, turn, place, index, card, other) and (run or wild not in met):
            found.append(index)
            met.append(wild)
    return found


def wilds_for(game: Game, code: Code, card: int) -> list[int]:
    """Return the indexes of the wilds in a meld that represent a natural card, whether or not these wilds may leave."""
    out: list[int] = []
    # A wild card cannot replace a wild, unless it is of a wild rank and counts as itself in its natural place.
    if game.melds.is_wild(card) and (game.melds.tame is None or card == JOKER):
        return out
    for index in range(len(code) - 1):
        if is_wild_at(game.melds, code, index + 1):
            fits = _fills_run(game, code, index, card) if is_run(code) else _fills_group(game, code, card)
            if fits:
                out.append(index)
    return out


def take_faults(game: Game, turn: Turn, place: int, indexes: list[int]) -> list[str]:
    """Return the reasons why a player who has opened cannot take these cards from a meld for a new meld."""
    rules = game.turn
    _, owner, code = turn.table[place]
    out: list[str] = []
    if not rules.take:
        return ["take_off"]
    if turn.fresh_open and rules.extras_next_turn:
        out.append("opening_next_turn")
    if rules.foreign_takes_only and owner == turn.player:
        out.append("take_owner")
    if not rules.take_joker and any(game.melds.is_wild(code[index + 1]) for index in indexes):
        out.append("take_wild")
    if pieces(game.melds, code, indexes, rules.take_ends) is None:
        out.append("take_position")
    return out


def discard_faults(game: Game, turn: Turn, card: int) -> list[str]:
    """Return the reasons why discarding this held card cannot end the turn."""
    out: list[str] = []
    if turn.duties.taken_due:
        out.append("duty_taken")
    if turn.duties.due:
        out.append("duty_wild")
    last = hands.size(turn.hand) == 1
    if turn.duties.missing > 0 and not (last and turn.lifts_points(game.turn)):
        out.append("duty_points" if turn.fresh_open else "duty_pickup")
    if turn.duties.go_out and not last:
        out.append("duty_out" if game.knock is None else "must_knock")
    if card == turn.duties.banned:
        out.append("returned_discard")
    if barred_fitting(game, turn) & hands.FACE[card]:
        out.append("discard_fits")
    if last and turn.must_stay():
        out.append("out_first_turn" if turn.is_first() and not game.turn.first_round_out else "out_touched")
    if last and game.knock is not None:
        out.append("last_card_unknocked")
    elif last and card <= JOKER and not may_go_out(game, turn, card):
        out.append("last_card")
    return out


def may_go_out(game: Game, turn: Turn, card: int = NO_CARD) -> bool:
    """Return whether the closing policy lets a player go out with this last discard, or by placing all cards."""
    if game.closer is not None:
        return game.closer.allows(turn, card)
    return game.turn.finish_by_placing if card == NO_CARD else bool(game.turn.last_discards >> card & 1)


def discards(game: Game, turn: Turn) -> i64:
    """Return a mask of the faces whose discard may end the turn, because they have no `discard_faults`; cached."""
    if turn.discardable == NOT_ASKED:
        turn.discardable = _discards(game, turn)
    return turn.discardable


def _discards(game: Game, turn: Turn) -> i64:
    faces = hands.faces_mask(turn.hand)
    if not faces & (faces - 1) and hands.holds_one(turn.hand):
        card = hands.faces_of(turn.hand)[0]
        return 0 if discard_faults(game, turn, card) else faces
    if turn.duties.pending():
        return 0
    if game.turn.fitting_discard != "free":
        faces &= ~barred_fitting(game, turn)
    return faces if turn.duties.banned < 0 else faces & ~hands.FACE[turn.duties.banned]


def barred_fitting(game: Game, turn: Turn) -> i64:
    """Return a mask of the faces that must not be discarded because they fit the table; 0 if all cards held fit."""
    rule = game.turn.fitting_discard
    if rule == "free" or (rule == "barred_unopened" and turn.opened):
        return 0
    # The last card of a hand may be discarded even if it fits.
    if hands.holds_one(turn.hand):
        return 0
    fitting = _fitting(game, turn)
    others = hands.faces_mask(turn.hand) & ~fitting
    if turn.duties.banned >= 0:
        others &= ~hands.FACE[turn.duties.banned]
    return fitting if others else 0


def charge(game: Game, turn: Turn, card: int) -> int:
    """Return the points that discarding a card costs: the highest charge that applies, or 0 for the last card."""
    rules = game.turn
    points = 0
    if hands.holds_one(turn.hand):
        return points
    if rules.wild_discard_charge and game.melds.is_wild(card):
        points = rules.wild_discard_charge
    if rules.fitting_discard_charge > points and _fits(game, turn, card):
        points = rules.fitting_discard_charge
    return points


def _fits(game: Game, turn: Turn, card: int) -> bool:
    """Return whether a hand card could be laid off on some meld."""
    return any(fitting_ends(game, turn, card, place) for place in range(len(turn.table)))


def _fitting(game: Game, turn: Turn) -> i64:
    """Return a mask of the faces in the hand that could be laid off on some meld."""
    out: i64 = 0
    for card in hands.faces_of(turn.hand):
        if _fits(game, turn, card):
            out |= hands.FACE[card]
    return out


def can_end(game: Game, turn: Turn) -> bool:
    """Return whether the turn can end now, by a discard or with an empty hand."""
    if turn.duties.taken_due or turn.duties.due:
        return False
    rules = game.turn
    if hands.holds_none(turn.hand):
        if not rules.finish_by_placing or turn.must_stay():
            return False
        reached = turn.duties.missing <= 0 or turn.lifts_points(rules)
        return reached and (game.closer is None or game.closer.allows(turn, NO_CARD))
    if hands.holds_one(turn.hand):
        return not discard_faults(game, turn, hands.faces_of(turn.hand)[0])
    if turn.duties.missing > 0 or turn.duties.go_out:
        return False
    # Cards that fit the table need no check, because they must be kept only if another card may be discarded.
    return turn.duties.banned < 0 or bool(hands.faces_mask(turn.hand) & ~hands.FACE[turn.duties.banned])


def melded(game: Game, turn: Turn, code: Code, leaving: tuple[Taken, ...]) -> Turn | None:
    """Return the turn after laying a valid meld, with any table cards that it takes; None if that is illegal."""
    rules = game.turn
    if not turn.may_meld(rules) or not turn.may_lay_kind(rules, code):
        return None
    if leaving:
        if len(code) - 1 - len(leaving) < rules.take_min_hand_cards or len(set(leaving)) < len(leaving):
            return None
        for place in {place for place, _ in leaving}:
            if take_faults(game, turn, place, [index for other, index in leaving if other == place]):
                return None
    after = lay(game, turn, code, leaving)
    return None if after is None or leaves_due(rules, turn, after) else after
