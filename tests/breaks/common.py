"""Breaks that serve rules of several games."""

from __future__ import annotations

from tests.breaks.changes import code, together

NO_TURN_END = code(
    "_kernel.steps",
    "if hands.holds_none(hand) or (game.contracts is not None and _ends_after_turn(game, state)):",
    "if _ends_after_turn(game, state):",
)
PILE_LOST = code("_kernel.steps", "state.discards + hands.ALONE[action.card]", "state.discards")
PILE_AT_BOTTOM = code(
    "_kernel.steps", "state.discards + hands.ALONE[action.card]", "hands.ALONE[action.card] + state.discards"
)
SAME_PLAYER = code("_kernel.steps", "player = state.deal.next_after(old.player)", "player = old.player")
NO_CARD_DRAWN = code("_kernel.steps", "hands.add(old.hand, stock[0])", "old.hand")
TWO_CARDS_DRAWN = code(
    "_kernel.steps", "hands.add(old.hand, stock[0])", "hands.add(hands.add(old.hand, stock[0]), stock[1])"
)
BOTTOM_DRAWN = code(
    "_kernel.steps", "        hands.add(old.hand, stock[0]),", "        hands.add(old.hand, stock[-1]),"
)
BOTTOM_TAKEN = code("_kernel.steps", "    card = discards[-1]\n    free", "    card = discards[0]\n    free")
NO_HANDS_COUNTED = code("policies.scoring", "for card in hand\n", "for card in ()\n")
HANDS_COUNTED_WITH_TABLE = code(
    "round", "hands=self.hands,", "hands=tuple(hand + hand for hand in self.hands),"
)
HIGHEST_WINS = code("policies.match_format", "most_first = by_contracts", "most_first = True or by_contracts")
ONE_MELD_ONLY = code(
    "_kernel.turn", "return self.opened and not (self.fresh_open and rules.melds_next_turn)", "return False"
)
NO_NEW_MELDS = (
    together(
        code("_kernel.laying", "if len(melds) == 1 else None", "if not melds else None"),
        code("engine.lay_downs", "    if not rest:\n        return []\n", "    return None\n"),
    ),
    ONE_MELD_ONLY,
)
TEN_VALUES = "plain = [0, 0, *range(2, 11), court_value, court_value, court_value]"
NOT_ALL_AT_ONCE = code("_kernel.steps", "turn.fresh_open or not turn.opened,", "False,")
ALWAYS_ALL_AT_ONCE = code("_kernel.steps", "turn.fresh_open or not turn.opened,", "True,")
ANY_CARD_SWAPS = code(
    "_kernel.faults",
    "elif card != stands_for(code, index) or game.melds.is_wild(card):",
    "elif False:",
)
JOKER_ALWAYS_RECOVERED = code(
    "_kernel.faults",
    "rules.group_joker == 0 or (rules.group_joker == 1 and size < 4) or",
    "rules.group_joker == 0 or",
)
FREE_DRAW = code("policies.compiled", "for name in drawing.discard_use or ():", "for name in ():")
NO_LAY_OFF = code("_kernel.melds", "return None if faults(rules, bigger, False) else bigger", "return None")
NO_LONG_GROUP = code(
    "_kernel.melds",
    "        bigger = group_code(rules, group_rank(code), (*code[1:], card))",
    "        return None",
)
NEVER_OPENED = code(
    "_kernel.steps",
    "        opened[player],\n        others_open,",
    "        False,\n        others_open,",
)
USELESS_AFTER_OPENING = code(
    "_kernel.turn",
    "counts = opening or (turn.opened and (rules.discard_use & use) != 0)",
    "counts = opening",
)
SHORT_GROUPS = code(
    "_kernel.melds", "if size < rules.group_min or size > rules.group_max:", "if size > rules.group_max:"
)
LONG_GROUPS = code(
    "_kernel.melds", "if size < rules.group_min or size > rules.group_max:", "if size < rules.group_min:"
)
ANY_LENGTH_OF_RUN = code("_kernel.melds", "if size < rules.run_min or size > rules.max_run:", "if False:")
GAPS_IN_RUNS = code("_kernel.melds", 'out.append("run_suits" if SUIT[card] != suit else "run_gap")', "pass")
RUNS_BEYOND_THE_ACE = code(
    "_kernel.melds", "if not rules.wrap and low + size - 1 > rules.last_place:", "if False:"
)
TENS_FROM_THREE_ON = code("_kernel.rules", TEN_VALUES, TEN_VALUES.replace("range(2, 11)", "range(3, 12)"))
PACK_UNSHUFFLED = code("_kernel.dealing", "deck = shuffled(layout.pack, seed, 0)", "deck = layout.pack")
BY_PACKETS = code(
    "_kernel.dealing",
    "deck[place : at : len(layout.order)]",
    "deck[place * layout.hand_size : (place + 1) * layout.hand_size]",
)
STOCK_SHORT = code(
    "_kernel.dealing",
    "seat_hands, opened, deck[at:], discards",
    "seat_hands, opened, deck[at + 1 :], discards",
)
UPCARD_TO_STOCK = code(
    "_kernel.dealing", "        discards = deck[at : at + 1]\n", "        discards = deck[:1]\n"
)
DRAWING_LEFT_OUT = code(
    "_kernel.steps",
    "return next_turn(game, state, DRAW, hand, state.stock",
    "return next_turn(game, state, PLAY, hand, state.stock",
)
DISCARD_KEPT = code(
    "_kernel.steps",
    "    hand = hands.remove(turn.hand, action.card)\n    discards = state",
    "    hand = turn.hand\n    discards = state",
)
NO_RANKS_SUMMED = code(
    "_kernel.melds",
    "            total += fixed if wild else rules.run_values[low + index - 1]",
    "            total = rules.run_values[low + index - 1]",
)
NO_GROUPS_SUMMED = code(
    "_kernel.melds",
    "        total += fixed if fixed >= 0 and rules.is_wild(code[index]) else value\n",
    "        total = value\n",
)
NUMBERS_ARE_TEN = code(
    "policies.scoring", "return int(card.rank) if card.rank <= _TEN else court_value", "return 10"
)
COURTS_AS_RANKED = code(
    "policies.scoring", "return int(card.rank) if card.rank <= _TEN else court_value", "return int(card.rank)"
)
ANNOUNCED_WITHOUT_TAKING = code("_kernel.steps", "taken_due=not free,", "taken_due=False,")
ROUND_NOT_CLOSED = code(
    "engine.phases.over", "Decision.against(rules.fault(Reason.ROUND_OVER))", "Decision((), ())"
)
SWAP_NOT_NEXT = code("_kernel.turn", "return bool(self.due) and rules.next_action", "return False")
WILD_NOT_DUE = code(
    "_kernel.faults", 'if turn.due:\n        out.append("duty_wild")', "if False:\n        pass"
)
TABLE_WILD_STAYS = code("_kernel.turn", "    wild = code[index + 1]\n", "    wild = card\n")
FLAT_KEEPS_FACTOR = code(
    "policies.scoring",
    'return [ScoreReason("all_at_once_flat", self.all_at_once_flat)], False',
    'return [ScoreReason("all_at_once_flat", self.all_at_once_flat)], True',
)
ANYWHERE_IN_RUNS = code(
    "melds",
    "return tuple(map(Placed, self.cards, _row(self.low, self.suit)))",
    "return tuple(map(Placed, self.cards, _row(self.low % 13 + 1, self.suit)))",
)
ANY_CARD_JOINS_RUNS = together(
    GAPS_IN_RUNS,
    code("_kernel.melds", "if not rules.is_wild(card) and card != natural(suit, place):", "if False:"),
    code("melds", "wrong = tuple(_run_faults(given, of_suit, first))", "wrong = ()"),
)
PLACES_SHIFTED = code("melds", "return _ROWS[suit][low - 1]", "return _ROWS[suit][low % 14]")
RANKS_REVERSED = code("cards", "return _RANK_SYMBOLS[self - 1]", "return _RANK_SYMBOLS[-self]")
