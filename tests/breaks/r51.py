"""Breaks of the rules of Classic Rami 51: the deal, the turn, melds and the table."""

from __future__ import annotations

from functools import partial

from tests.breaks.changes import Breaks, code, ignored, preset, together
from tests.breaks.common import (
    ANY_CARD_SWAPS,
    ANYWHERE_IN_RUNS,
    BOTTOM_DRAWN,
    BOTTOM_TAKEN,
    BY_PACKETS,
    DRAWING_LEFT_OUT,
    FREE_DRAW,
    GAPS_IN_RUNS,
    HIGHEST_WINS,
    NO_CARD_DRAWN,
    NO_HANDS_COUNTED,
    NO_NEW_MELDS,
    NO_TURN_END,
    ONE_MELD_ONLY,
    PACK_UNSHUFFLED,
    PILE_AT_BOTTOM,
    PILE_LOST,
    PLACES_SHIFTED,
    RANKS_REVERSED,
    SAME_PLAYER,
    SWAP_NOT_NEXT,
    TWO_CARDS_DRAWN,
)

classic = partial(preset, "classic-51")

NEVER_OUT = classic(closing__final_discard="forbidden", scoring__joker_finish=None)
KEEP_NOTHING = (
    classic(closing__final_discard="optional"),
    classic(closing__final_discard="forbidden", scoring__joker_finish=None),
)
OPENED_FROM_THE_START = code(
    "_kernel.steps", "        opened[player],\n        others_open,", "        True,\n        others_open,"
)
END_NOT_NAMED = code("_kernel.laying", "if end != NOT_NAMED and is_run(turn.table[place][2]):", "if False:")
ALWAYS_A_PENALTY = code(
    "_kernel.steps", "if last_cards and hands.size(hand) == last_cards and action.at", "if action.at"
)
EVERY_DISCARD_ENDS_IT = code(
    "_kernel.steps",
    "if hands.holds_none(hand) or (game.contracts is not None and _ends_after_turn(game, state)):",
    "if True:",
)
EMPTY_STOCK_ENDS_IT = code(
    "_kernel.steps",
    "if stuck and (phase == STOCK or take_faults_at_draw(game, state.known)):",
    "if not state.stock:",
)
NO_DUTY_MET = code(
    "_kernel.turn",
    "for_due = use == USE_MELD or (use == USE_LAYOFF and rules.recovered == RECOVER_PLACE)",
    "for_due = False",
)

BREAKS: Breaks = {
    "R51-MAT-01": (
        together(classic(equipment__players=(2, 8)), classic(dealing__min_stock=0)),
        ignored("equipment.players"),
        classic(equipment__players=(3, 7)),
        classic(equipment__players=(2, 6)),
        classic(equipment__players=(2, 8)),
        classic(dealing__min_stock=17),
    ),
    "R51-MAT-02": (classic(equipment__packs=3), classic(equipment__jokers=2), classic(equipment__jokers=6)),
    "R51-MAT-03": (
        RANKS_REVERSED,
        ignored("melding.max_run"),
        ignored("melding.ace"),
        PLACES_SHIFTED,
        classic(melding__max_run=13),
        classic(melding__max_run=12),
        classic(melding__ace="low", melding__max_run=13),
        classic(melding__run_wrap=True),
    ),
    "R51-MAT-04": (
        PLACES_SHIFTED,
        classic(melding__ace="low", melding__max_run=13),
        code("_kernel.melds", "if low < 1 or low > 13:", "if low < 2 or low > 13:"),
        classic(melding__run_wrap=True),
    ),
    "R51-OBJ-01": (EVERY_DISCARD_ENDS_IT, NO_TURN_END, NEVER_OUT),
    "R51-OBJ-02": (NO_HANDS_COUNTED, classic(equipment__court_value=9)),
    "R51-MATCH-01": (
        ignored("match.end"),
        ignored("match.elimination_limit"),
        classic(match__target=50),
        code("policies.match_format", ' or self.end == "first_to_target_wins"', ""),
        code("policies.match_format", "facts.totals[seat] >= total", "facts.totals[seat] > total"),
        ignored("match.target"),
        classic(match__target=101),
        classic(match__target=99),
        HIGHEST_WINS,
    ),
    "R51-DEAL-01": (
        ignored("match.first_dealer"),
        classic(match__first_dealer=0),
        classic(match__first_dealer=1),
    ),
    "R51-DEAL-02": (
        code("match", 'seed=derive(seed, "round", number),', 'seed=derive(seed, "round", 1),'),
        code("_kernel.shuffle", "                cards[j] = card\n", ""),
        classic(equipment__packs=1, equipment__players=(2, 2)),
        PACK_UNSHUFFLED,
    ),
    "R51-DEAL-03": (
        code(
            "engine.positions",
            "        order = bytes(card.id for card in deck)\n",
            "        order = bytes(card.id for card in deck)\n        order = order[3:] + order[:3]\n",
        ),
    ),
    "R51-DEAL-04": (
        classic(dealing__hand_size=12),
        classic(dealing__hand_size=14),
        classic(dealing__starter_extra=0, drawing__starter_turn="normal"),
        BY_PACKETS,
        code("_kernel.dealing", "if seat == layout.starter:", "if not place:"),
    ),
    "R51-DEAL-05": (
        classic(dealing__upcard=True, dealing__starter_extra=0, drawing__starter_turn="normal"),
        code("_kernel.dealing", "opened, deck[at:], discards", "opened, deck[at + 1 :], deck[at : at + 1]"),
    ),
    "R51-DEAL-06": (
        classic(match__dealer_rotation="winner"),
        classic(match__dealer_rotation="loser"),
        classic(match__dealer_after_void="same"),
        code("policies.match_format", "(seat + self.step * away)", "(seat - self.step * away)"),
    ),
    "R51-START-01": (
        code(
            "_kernel.listing",
            "return names.discards(discards(game, known.turn))",
            "return names.discards(discards(game, known.turn))[known.phase == ONLY_DISCARD :]",
        ),
        code("engine.positions", '"discard_only": ONLY_DISCARD', '"discard_only": PLAY'),
        classic(drawing__starter_turn="normal_without_draw"),
        classic(dealing__starter="left"),
        classic(dealing__starter_extra=0, drawing__starter_turn="normal"),
    ),
    "R51-START-02": (
        PILE_LOST,
        code(
            "round",
            "            discards=self._discards_seen_by(player),",
            "            discards=self._discards_seen_by(player)[:-1],",
        ),
    ),
    "R51-START-03": (
        ignored("drawing.first_round_discard"),
        ignored("opening.first_round_melds"),
        classic(dealing__direction="anticlockwise"),
        classic(opening__first_round_melds=False),
        classic(drawing__first_round_discard=False),
    ),
    "R51-START-04": (
        classic(dealing__direction="anticlockwise"),
        SAME_PLAYER,
        code("round", "if by is not None and by != self.player and not self.over:", "if False:"),
    ),
    "R51-TURN-01": (
        NO_CARD_DRAWN,
        TWO_CARDS_DRAWN,
        SAME_PLAYER,
        DRAWING_LEFT_OUT,
        *NO_NEW_MELDS,
    ),
    "R51-DRAW-01": (
        ignored("drawing.no_twin_pickup"),
        EMPTY_STOCK_ENDS_IT,
        code(
            "_kernel.steps",
            '    if not known.discards:\n        return ["discards_empty"]\n    card',
            "    if not known.discards:\n        return []\n    card",
        ),
        BOTTOM_DRAWN,
        BOTTOM_TAKEN,
        TWO_CARDS_DRAWN,
    ),
    "R51-DRAW-02": (
        classic(drawing__discard_use={"swap"}),
        classic(melding__min_natural=3),
        classic(table__run_joker="never"),
        code(
            "policies.opening",
            "without = facts.taken if facts.clean_without_taken else None",
            "without = facts.taken",
        ),
        ignored("drawing.discard_use"),
        ignored("drawing.unopened_discard_use"),
        FREE_DRAW,
        classic(drawing__discard_use={"meld"}),
        classic(drawing__discard_use={"layoff", "swap"}),
        classic(drawing__unopened_discard_use="any_same_turn"),
        classic(drawing__discard_in_clean_run=False),
        code("_kernel.steps", "taken_due=not free,", "taken_due=False,"),
        classic(opening__minimum=1000),
        classic(closing__final_discard="optional"),
    ),
    "R51-LAY-01": (
        *NO_NEW_MELDS,
        classic(opening__minimum=1000),
        code("engine.lay_downs", "if needed[card_id] > hands.count(turn.hand, card_id):", "if False:"),
        code("_kernel.melds", "bit = 1 << int(SUIT[card])", "bit = 0"),
    ),
    "R51-LAY-02": (
        FREE_DRAW,
        classic(table__recovered_joker="hand"),
        code(
            "_kernel.turn",
            "return self.taken_due or bool(self.due) or self.missing > 0 or self.go_out",
            "return True",
        ),
    ),
    "R51-LAYOFF-01": (
        code(
            "policies.questions",
            'wrong.append(violation(variant, Reason.DOES_NOT_FIT, card=held, meld="given", cards=shown))',
            "pass",
        ),
        END_NOT_NAMED,
        ignored("table.foreign_melds_after"),
        classic(table__layoff_requires_open=False),
        classic(table__foreign_melds_after="all_opened"),
        code("_kernel.melds", "return None if faults(rules, bigger, False) else bigger", "return None"),
        classic(melding__set_max=3, table__set_joker="never"),
        classic(melding__ace="low", melding__max_run=13),
        classic(melding__run_wrap=True),
        code(
            "_kernel.melds",
            "if size < rules.group_min or size > rules.group_max:",
            "if size < rules.group_min:",
        ),
    ),
    "R51-JSWAP-01": (
        classic(table__set_joker="never"),
        ignored("table.run_joker"),
        classic(table__swap_requires_open=False),
        ANY_CARD_SWAPS,
        classic(table__run_joker="never"),
        classic(opening__post_open="next_turn"),
    ),
    "R51-JSWAP-02": (
        ONE_MELD_ONLY,
        SWAP_NOT_NEXT,
        NO_DUTY_MET,
        ignored("table.recovered_joker"),
        classic(table__recovered_joker="hand"),
        classic(table__recovered_when="same_turn"),
        classic(table__recovered_joker="meld_or_layoff"),
        classic(table__run_joker="never"),
    ),
    "R51-DISC-01": (
        PILE_LOST,
        PILE_AT_BOTTOM,
        SAME_PLAYER,
        code(
            "_kernel.steps",
            "    hand = hands.remove(turn.hand, action.card)\n    discards = state",
            "    hand = turn.hand\n    discards = state",
        ),
    ),
    "R51-CARTE-01": (
        ALWAYS_A_PENALTY,
        ignored("conduct.announce_at"),
        classic(conduct__announce_at=2),
        classic(conduct__carte=False),
    ),
    "R51-CARTE-02": (
        ignored("drawing.no_discard_draw_at"),
        classic(drawing__no_discard_draw_at=None),
        code(
            "_kernel.steps",
            "if draw.no_discard_at_one and hands.holds_one(turn.hand):",
            "if draw.no_discard_at_one:",
        ),
    ),
    "R51-CARTE-03": (
        ALWAYS_A_PENALTY,
        ignored("conduct.announce_at"),
        ignored("conduct.carte"),
        classic(conduct__carte_penalty=1),
        classic(conduct__carte_penalty=3),
        classic(conduct__carte=False),
        classic(conduct__announce_at=2),
        code("_kernel.steps", " and action.at != ANNOUNCED:", ":"),
        code("_kernel.steps", "if not recyclable(game, left.known):", "if True:"),
    ),
    "R51-SET-01": (
        classic(melding__set_suits="any", melding__set_max=None, table__set_joker="never"),
        code("melds", "if len({card.suit for card in naturals}) < len(naturals):", "if False:"),
        ignored("melding.set_suits"),
        ignored("melding.set_max"),
        classic(melding__set_suits="any", table__set_joker="never"),
        classic(melding__set_max=3, table__set_joker="never"),
        classic(melding__set_min=4),
        code(
            "_kernel.melds",
            "if size < rules.group_min or size > rules.group_max:",
            "if size > rules.group_max:",
        ),
        code(
            "_kernel.melds",
            "if size < rules.group_min or size > rules.group_max:",
            "if size < rules.group_min:",
        ),
    ),
    "R51-RUN-01": (
        together(
            GAPS_IN_RUNS, code("melds", "wrong = tuple(_run_faults(given, of_suit, first))", "wrong = ()")
        ),
        classic(melding__run_min=4),
        code("_kernel.melds", "if size < rules.run_min or size > rules.max_run:", "if False:"),
        code("_kernel.melds", 'out.append("run_suits" if SUIT[card] != suit else "run_gap")', "pass"),
        classic(melding__max_run=5),
    ),
    "R51-ACE-01": (
        code(
            "_kernel.melds",
            "elif place < 1 or place > rules.last_place:",
            "elif place < 2 or place > rules.last_place:",
        ),
        classic(melding__run_wrap=True),
        classic(melding__ace="low", melding__max_run=13),
        classic(melding__max_run=13),
    ),
    "R51-JOK-01": (
        ignored("melding.joker_at_ends"),
        ANYWHERE_IN_RUNS,
        classic(equipment__jokers=0),
        code("_kernel.rules", "return card == JOKER or (self", "return (self"),
        classic(melding__min_natural=3),
        classic(melding__joker_at_ends="placement"),
    ),
    "R51-JOK-02": (
        together(ignored("melding.adjacent_wilds"), classic(melding__max_wild=2)),
        ignored("melding.adjacent_wilds"),
        classic(melding__max_wild=2),
        classic(melding__max_wild=None),
        classic(melding__max_wild_scope="run"),
        classic(melding__min_natural=3),
        classic(melding__min_natural=4),
        classic(melding__joker_at_ends="placement"),
    ),
    "R51-TAKE-01": (
        ignored("table.take"),
        ignored("table.take_from"),
        ignored("table.take_positions"),
        ignored("table.take_min_hand_cards"),
        classic(table__take="off"),
        classic(table__take_from="not_owner"),
        classic(table__take_positions="ends"),
        classic(table__take_min_hand_cards=2),
        classic(table__take_min_hand_cards=0),
        classic(table__take_joker=True),
        code(
            "_kernel.melds",
            "if index - start < shortest or (not freely and faults(rules, piece, False)):",
            "if False:",
        ),
        code("_kernel.melds", "return None if faults(rules, kept, False) else [kept]", "return [kept]"),
        code(
            "engine.lay_downs",
            "if move.sources:\n        wrong.append(rules.fault(Reason.TAKE_IN_OPENING))",
            "if False:\n        pass",
        ),
        classic(opening__post_open="next_turn"),
        code(
            "engine.lay_downs",
            "if len(indexes) != 1 or source.card not in move.melds[source.into].cards:",
            "if not indexes:",
        ),
        OPENED_FROM_THE_START,
    ),
    "R51-TAKE-02": (
        classic(melding__set_max=3, table__set_joker="never"),
        classic(table__take="off"),
        code("_kernel.melds", "return [kept] if len(kept) > shortest else None", "return None"),
        code("_kernel.melds", "return [kept] if len(kept) > shortest else None", "return [kept]"),
    ),
    "R51-GO-01": (
        EVERY_DISCARD_ENDS_IT,
        ignored("closing.final_discard"),
        code(
            "policies.closing",
            'if self.final_discard == "forbidden":',
            'if self.final_discard != "required":',
        ),
        *KEEP_NOTHING,
        NO_TURN_END,
    ),
    "R51-STOCK-01": (
        EMPTY_STOCK_ENDS_IT,
        code(
            "_kernel.steps",
            "    if not stock:\n        stock, discards, recycles",
            "    if len(stock) < 3:\n        stock, discards, recycles",
        ),
        ignored("drawing.recycle"),
        ignored("drawing.max_recycles"),
        classic(drawing__recycle="all"),
        classic(drawing__recycle="never"),
        classic(drawing__max_recycles=0),
        code(
            "_kernel.steps",
            "return shuffled(state.discards[:cut], state.deal.seed, count), ",
            "return state.discards[:cut], ",
        ),
        code(
            "_kernel.steps",
            "        return _void(state)\n    return state\n\n\ndef _void",
            "        return state\n    return state\n\n\ndef _void",
        ),
        code("policies.scores", "return self.winner is None and not self.complete", "return False"),
    ),
}
