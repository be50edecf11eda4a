"""Judge moves that show a hand (a knock, gin, big gin or a declaration) and replies to a knock.

`rami._kernel.turns.knocking` finds such moves and counts the hands; this module lists the reasons against a move.

Players *knock* with any melds and little deadwood; they *declare* a hand that consists only of the melds that the game
requires. A wrong declaration is a legal move in games that set a price for it.
"""

from __future__ import annotations

from rami._kernel.cards import hands
from rami._kernel.melds.meld import Melds, is_pair, is_run
from rami._kernel.rounds.draws import wrong_discard
from rami._kernel.rounds.listing import WRONG_CODE
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import BIG_GIN_CALL, KNOCK_CALL, LAY_DOWN, LAY_OFF, Action
from rami._kernel.turns.knocking import (
    best_shown,
    big_gin_actions,
    declarations,
    knock_faults,
    lays_off_on,
    reply_with_card,
    reply_with_meld,
    unseen_by,
)
from rami._kernel.turns.successors import fitting_ends
from rami._kernel.turns.turn import NO_CARD, Turn
from rami.cards.faces import cards_of
from rami.cards.melds import Meld
from rami.cards.moves import BigGin, Knock, LayDown, LayOff
from rami.errors import Reason, Violation
from rami.policies._compiled import KIND_NAMES
from rami.policies._refusals import code_of, freely_arranged, undeclared
from rami.rounds._engine.lay_downs import meld_faults, unsupplied
from rami.rounds._engine.lay_offs import misplaced
from rami.rounds._engine.listed_moves import ENDS
from rami.rounds._engine.rules import ALLOWED, Decision, Rules, against_going_out


def judge_knock(rules: Rules, known: Known, move: Knock) -> Decision:
    """Judge a knock."""
    game, turn, card = rules.game, known.turn, move.discard.id
    missing = rules.not_held(turn, move.discard)
    shape = list(meld_faults(rules, move.melds or ()))
    wrong = [*missing, *(rules.fault(code, card=move.discard) for code in knock_faults(turn, card)), *shape]
    # TT-LAST-02: once one hand has been shown, no other hand may end the play.
    if known.knocked is not None:
        wrong.append(rules.fault(Reason.DECLARED_BEFORE, player=known.knocked.player))
    # Stop here: without the discard in the hand there is no rest to count, and invalid melds cannot be taken from the
    # hand.
    if missing or shape:
        return Decision.against(*wrong)
    rest = hands.remove(turn.hand, card)
    if game.knock is not None and game.knock.declared:
        return _judge_declaration(rules, known, move, rest, wrong)
    # -1 means "within the limit", which holds for any melds that `best_shown` finds.
    deadwood = -1
    melds: Melds | None
    if move.melds is None:
        # The player names no melds: of the choices with the least deadwood, show the one that leaves the fewest chances
        # to lay off.
        melds = best_shown(game, rest, turn.terms.limit, unseen_by(game, turn.hand, known.discards))
        if melds is None:
            deadwood = game.deadwood.least(rest)
    else:
        melds, left = _shown(rules, rest, move.melds)
        if left is None:
            wrong.append(_doubled(rules, rest, move.melds))
        else:
            deadwood = game.deadwood.points(left)
    if deadwood > turn.terms.limit:
        wrong.append(rules.fault(Reason.KNOCK_DEADWOOD, deadwood=deadwood, limit=turn.terms.limit))
    wrong += _against_showing(rules, turn, card)
    if wrong or melds is None:
        return Decision.against(*wrong)
    return Decision.single(Action(KNOCK_CALL, card, melds=melds))


def _judge_declaration(
    rules: Rules, known: Known, move: Knock, rest: hands.Hand, wrong: list[Violation]
) -> Decision:
    """Judge a declaration.

    A hand can be declared in runs and groups, or in pairs. All correct declarations in one of these forms have the same
    result, and one of them is listed. If the game sets a price for wrong declarations, every other declaration counts
    as wrong, whatever it discards and shows (IND-WRONG-01).
    """
    game = rules.game
    # The price excuses only a hand that is not all matched. Any other violation, such as a card not held, bars the
    # declaration.
    fault = NO_CARD if wrong else wrong_discard(game, known)
    forms = declarations(game, rest)
    melds = next(iter(forms), None)
    if move.melds is not None:
        shown, left = _shown(rules, rest, move.melds)
        pairs = any(map(is_pair, shown))
        # Pairs score more than melds (OKE-SCORE-04), so if both forms are possible, use the one that was shown.
        melds = next((form for form in forms if any(map(is_pair, form)) is pairs), None)
        if left is None:
            return Decision.against(*wrong, _doubled(rules, rest, move.melds))
        wrong += undeclared(rules.variant, shown, left)
    elif melds is None:
        wrong += undeclared(rules.variant, *freely_arranged(game, rest))
    # A wrong declaration is legal if the game sets a price for it (IND-WRONG-01); otherwise it is refused
    # (IND-DECL-09).
    if melds is not None and not wrong:
        # The closing policy judges only correct declarations; the price covers hands that are not all matched.
        barred = _against_showing(rules, known.turn, move.discard.id)
        if barred:
            return Decision.against(*barred)
        return Decision.single(Action(KNOCK_CALL, move.discard.id, melds=melds))
    return Decision.against(*wrong) if fault == NO_CARD else ALLOWED[WRONG_CODE + fault]


def judge_big_gin(rules: Rules, known: Known, move: BigGin) -> Decision:
    """Judge a big gin."""
    game, turn = rules.game, known.turn
    wrong = [] if game.knock is not None and game.knock.big_gin else [rules.fault(Reason.NO_BIG_GIN)]
    shape = list(meld_faults(rules, move.melds or ()))
    if shape:
        return Decision.against(*wrong, *shape)
    melds: Melds = ()
    left: hands.Hand | None
    if move.melds is None:
        ways = big_gin_actions(game, turn)
        if ways:
            return Decision.single(ways[0])
        left = game.deadwood.left(turn.hand)
    else:
        melds, left = _shown(rules, turn.hand, move.melds)
    if left is None:
        wrong.append(_doubled(rules, turn.hand, move.melds or ()))
    elif hands.size(left):
        wrong.append(rules.fault(Reason.NOT_ALL_MATCHED, cards=cards_of(hands.cards_of(left))))
    wrong += _against_showing(rules, turn)
    if wrong:
        return Decision.against(*wrong)
    return Decision.single(Action(BIG_GIN_CALL, melds=melds))


def _against_showing(rules: Rules, turn: Turn, card: int = NO_CARD) -> list[Violation]:
    """Return why a custom closing policy forbids showing the hand after this discard, or without one."""
    return [] if rules.game.closer is None else against_going_out(rules, turn, card)


def _shown(rules: Rules, hand: hands.Hand, melds: tuple[Meld, ...]) -> tuple[Melds, hands.Hand | None]:
    """Return the codes of melds and the rest of the hand, which is None if the hand lacks a card of the melds."""
    codes = tuple(sorted(code_of(rules.game.melds, meld) for meld in melds))
    return codes, hands.remove_all(hand, [card for code in codes for card in code[1:]])


def _doubled(rules: Rules, hand: hands.Hand, melds: tuple[Meld, ...]) -> Violation:
    """Return the violation for melds that together use more copies of a card than the hand holds."""
    used = [card for meld in melds for card in meld.cards]
    cards = [card for card in dict.fromkeys(used) if used.count(card) > hands.count(hand, card.id)]
    return rules.fault(Reason.KNOCK_MELDS, cards=cards)


def judge_reply_lay_down(rules: Rules, known: Known, move: LayDown) -> Decision:
    """Judge melds that a player lays, one by one, in reply to a knock."""
    turn = known.turn
    wrong = list(meld_faults(rules, move.melds))
    if not move.melds:
        wrong.append(rules.fault(Reason.OPENING_EMPTY))
    if move.sources:
        wrong.append(rules.fault(Reason.TAKE_OFF))
    wrong.extend(unsupplied(rules, turn, move))
    if wrong:
        return Decision.against(*wrong)
    path: list[tuple[Action, Turn | None]] = []
    # A reply needs no opening and has no duties, so the player may lay any melds from the hand, in any order.
    for meld in move.melds:
        code = code_of(rules.game.melds, meld)
        after = reply_with_meld(turn, code)
        assert after is not None  # `unsupplied` has checked that the hand holds these cards
        path.append((Action(LAY_DOWN, melds=(code,), leaving=((),)), after))
        turn = after
    return Decision((), tuple(path))


def judge_reply_lay_off(rules: Rules, known: Known, move: LayOff) -> Decision:
    """Judge a lay-off in reply to a knock."""
    turn, card = known.turn, move.card.id
    wrong = rules.not_held(turn, move.card)
    place = turn.place_of(move.meld)
    if place < 0:
        return Decision.against(*wrong, rules.fault(Reason.NO_SUCH_MELD, meld=move.meld))
    ends, against = against_joining_shown(rules, known, place, move)
    if wrong or against:
        return Decision.against(*wrong, *against)
    after = reply_with_card(rules.game, turn, card, place, ends[0])
    return Decision.single(Action(LAY_OFF, card, place, ends[0]), after)


def against_joining_shown(
    rules: Rules, known: Known, place: int, move: LayOff
) -> tuple[list[int], list[Violation]]:
    """Return the ends at which a card may join a shown meld, and the violations; the hand is not checked."""
    turn, knocked = known.turn, known.knocked
    assert knocked is not None  # players reply only to a knock
    wrong: list[Violation] = []
    if not lays_off_on(rules.game, knocked.kind):
        wrong.append(rules.fault(Reason.NO_LAYOFF_NOW, kind=KIND_NAMES[knocked.kind]))
    _, owner, code = turn.table[place]
    # GIN-LAYOFF-01: lay off only on the melds of the player who knocked.
    if owner != knocked.player:
        wrong.append(rules.fault(Reason.NOT_A_SHOWN_MELD, meld=move.meld))
    ends = fitting_ends(rules.game, turn, move.card.id, place)
    if is_run(code) and move.at is not None:
        ends = [end for end in ends if ENDS[end] == move.at]
    return ends, [*wrong, *misplaced(rules, turn, place, move, ends)]
