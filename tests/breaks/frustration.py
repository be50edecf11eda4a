"""Breaks of the rules of Frustration."""

from __future__ import annotations

from functools import partial

from tests.breaks.changes import Break, Breaks, code, preset, together
from tests.breaks.common import (
    ANY_CARD_SWAPS,
    ANY_LENGTH_OF_RUN,
    BY_PACKETS,
    DISCARD_KEPT,
    GAPS_IN_RUNS,
    NO_CARD_DRAWN,
    NO_LAY_OFF,
    NO_LONG_GROUP,
    NO_TURN_END,
    ROUND_NOT_CLOSED,
    RUNS_BEYOND_THE_ACE,
    SAME_PLAYER,
    SHORT_GROUPS,
    STOCK_SHORT,
    UPCARD_TO_STOCK,
    WILD_NOT_DUE,
)

frustration = partial(preset, "frustration")

CONTRACTS = (
    "group 3 + group 3 + group 3",
    "group 3 + run 4",
    "group 3 + group 3 + run 4",
    "group 4 + group 4",
    "run 4 + run 4",
    "group 3 + group 3 + group 3 + group 3",
    "group 3 + run 7",
    "group 4 + group 4 + group 4",
    "run 4 + run 4 + run 4",
    "group 5 + group 5",
    "run 5 + run 5",
    "group 4 + group 4 + run 4",
    "group 4 + run 4 + run 4",
    "group 3 + run 9",
)


def another(number: int, contract: str) -> Break:
    """The contract of that number, counted from 1, is another one."""
    changed = (*CONTRACTS[: number - 1], contract, *CONTRACTS[number:])
    return frustration(opening__contracts=changed)


TWOS_ARE_NATURAL = frustration(equipment__wild_ranks=frozenset())
NO_ADVANCE = code("match", "due + (seat in score.completed and not score.void)", "due + 0")
ALL_ADVANCE = code("match", "due + (seat in score.completed and not score.void)", "due + 1")
CONTRACT_UNCHECKED = code(
    "_kernel.contracts",
    "return fulfils(self.due[number - 1], melds, self.exact, self.distinct)",
    "return True",
)
FIRST_CONTRACT_FOR_ALL = code(
    "_kernel.steps",
    "contract=deal.contracts[player] if deal.contracts else 0,",
    "contract=1 if deal.contracts else 0,",
)
NO_FURTHER_MELDS = code(
    "_kernel.turn", "return self.opened and not (self.fresh_open and rules.melds_next_turn)", "return False"
)

BREAKS: Breaks = {
    "FRU-MAT-01": (frustration(equipment__packs=3), frustration(equipment__jokers=2)),
    "FRU-MAT-02": (frustration(equipment__players=(2, 6)), frustration(equipment__players=(3, 5))),
    "FRU-OBJ-01": (
        code("policies.match_format", "if due[seat] > total)", "if due[seat] > total + 1)"),
        NO_ADVANCE,
        code("policies.match_format", "if due[seat] > total", "if due[seat] >= total"),
        frustration(opening__contracts=CONTRACTS[:13]),
    ),
    "FRU-DEAL-01": (
        frustration(dealing__hand_size=12),
        BY_PACKETS,
        frustration(dealing__direction="anticlockwise"),
        code("round", "if seat in shown else [UNKNOWN.id] * hands.size(hand)", "if True else []"),
    ),
    "FRU-RANK-01": (
        TWOS_ARE_NATURAL,
        frustration(melding__ace="low", melding__max_run=13),
        code("_kernel.melds", "if low < 1 or low > 13:", "if low < 2 or low > 13:"),
    ),
    "FRU-DEAL-02": (frustration(dealing__upcard=False), UPCARD_TO_STOCK, STOCK_SHORT),
    "FRU-TURN-01": (
        frustration(drawing__discard_use={"meld", "layoff", "swap"}),
        frustration(drawing__allow_return_discard=True),
        frustration(closing__final_discard="optional"),
        NO_CARD_DRAWN,
        DISCARD_KEPT,
        code(
            "_kernel.completion",
            "return bool(left) and not after.owes()",
            "return completable(game, after, memo)",
        ),
        code("_kernel.faults", "if card == turn.banned:", "if False:"),
        code("_kernel.faults", "return faces if turn.banned < 0 else", "return faces if True else"),
    ),
    "FRU-TURN-02": (
        code("engine.positions", 'order[-1] if dealing.starter == "dealer" else order[0]', "order[-1]"),
        frustration(dealing__direction="anticlockwise"),
        frustration(dealing__starter="dealer"),
        SAME_PLAYER,
    ),
    "FRU-SET-01": (
        frustration(melding__set_suits="distinct", melding__set_max=4),
        frustration(melding__set_min=4),
        frustration(melding__set_max=4),
        SHORT_GROUPS,
    ),
    "FRU-RUN-01": (
        frustration(melding__max_run=3),
        frustration(melding__run_min=4),
        ANY_LENGTH_OF_RUN,
        GAPS_IN_RUNS,
    ),
    "FRU-WILD-01": (
        frustration(melding__min_natural=3),
        TWOS_ARE_NATURAL,
        frustration(melding__max_wild=1),
        code("_kernel.rules", "return card == JOKER or (self", "return card == JOKER and (self"),
        code(
            "_kernel.turn",
            "return kinds.without([*turn.due, turn.banned, turn.taken if turn.taken_due else NO_CARD])",
            "return kinds",
        ),
        code("_kernel.wilds", "if kinds.of[card] in seen:", "if False:"),
    ),
    "FRU-WILD-02": (
        code(
            "_kernel.melds",
            "if wilds > naturals or (wilds == naturals and wilds and rules.share != SHARE_HALF):",
            "if wilds > naturals + 1:",
        ),
        together(
            code("_kernel.melds", "if wilds and size - wilds < rules.min_natural:", "if False:"),
            frustration(melding__wild_limit=None),
        ),
        TWOS_ARE_NATURAL,
        frustration(melding__wild_limit="minority"),
        frustration(melding__wild_limit=None),
        frustration(melding__wild_limit_scope="laydown"),
        frustration(melding__adjacent_wilds=False),
        frustration(melding__max_wild=1),
        frustration(melding__min_natural=3),
    ),
    "FRU-ACE-01": (
        frustration(melding__ace="low", melding__max_run=13),
        RUNS_BEYOND_THE_ACE,
        frustration(melding__max_run=13),
        frustration(melding__run_wrap=True),
        code("_kernel.melds", "if low < 1 or low > 13:", "if low < 2 or low > 13:"),
    ),
    "FRU-ACE-02": (
        TWOS_ARE_NATURAL,
        frustration(melding__min_natural=3),
        code(
            "_kernel.faults",
            "elif card != stands_for(code, index) or game.melds.is_wild(card):",
            "elif card != stands_for(code, index):",
        ),
    ),
    "FRU-JRET-01": (
        frustration(table__run_joker="never"),
        frustration(table__recover_twos=False),
        frustration(table__swap_requires_open=False),
        ANY_CARD_SWAPS,
        code(
            "_kernel.faults",
            "elif card != stands_for(code, index) or game.melds.is_wild(card):",
            "elif card != stands_for(code, index):",
        ),
        code("_kernel.faults", "of_kind = rules.recover_twos or code[index + 1] == JOKER", "of_kind = True"),
    ),
    "FRU-JRET-02": (
        frustration(table__recovered_joker="hand"),
        frustration(table__recovered_joker="new_meld"),
        frustration(table__recovered_when="next_action"),
        WILD_NOT_DUE,
        code(
            "_kernel.turn",
            "return kinds.without([*turn.due, turn.banned, turn.taken if turn.taken_due else NO_CARD])",
            "return kinds",
        ),
        code(
            "_kernel.laying",
            "if not completable(game, after, known.memo):\n        return None\n    return Action(SWAP_WILD",
            "return Action(SWAP_WILD",
        ),
    ),
    "FRU-JRET-03": (
        frustration(table__set_joker="either_missing"),
        frustration(table__set_joker="four_only"),
    ),
    "FRU-OPEN-01": (
        code(
            "_kernel.contracts",
            "if sizes[index] == size or (sizes[index] < size and not exact):",
            "if sizes[index] == size:",
        ),
        code(
            "_kernel.faults",
            "    if turn.owes():\n        return 0",
            "    if turn.owes() or (game.contracts is not None and not turn.opened):\n        return 0",
        ),
        frustration(opening__contract_size="exact"),
        frustration(opening__distinct_contract_melds=True),
        CONTRACT_UNCHECKED,
        FIRST_CONTRACT_FOR_ALL,
        frustration(table__layoff_requires_open=False),
        code(
            "policies.contracts",
            "if len(groups) != len(contract.groups) or len(runs) != len(contract.runs):",
            "if True:",
        ),
        code("_kernel.first_lay_downs", "return ONLY_OUT if game.turn.exempts else ILLEGAL", "return LEGAL"),
        frustration(drawing__allow_return_discard=True),
        frustration(melding__max_wild=1),
        code("_kernel.steps", "    free = rules.discard_use == 0\n", "    free = False\n"),
    ),
    "FRU-POST-01": (
        frustration(opening__contract_extras="next_turn"),
        frustration(table__layoff_requires_open=False),
        frustration(table__foreign_melds_after="all_opened"),
        frustration(table__take="opened"),
        NO_LAY_OFF,
        NO_FURTHER_MELDS,
        frustration(closing__final_discard="optional"),
        code("policies.compiled", "extras_next_turn=wait or", "extras_next_turn="),
        frustration(melding__wild_limit_scope="laydown"),
    ),
    "FRU-EXT-01": (
        NO_LAY_OFF,
        frustration(melding__max_run=13),
        frustration(melding__ace="low", melding__max_run=13),
        frustration(melding__run_wrap=True),
    ),
    "FRU-EXT-02": (frustration(melding__set_max=4), NO_LONG_GROUP),
    "FRU-STOCK-01": (
        frustration(drawing__recycle="all"),
        frustration(drawing__recycle="never"),
        frustration(drawing__max_recycles=0),
    ),
    "FRU-END-01": (
        code(
            "_kernel.steps",
            "    if any(hand):\n        return closed(moved, Outcome(-1,",
            "    if len(state.completed) == len(state.hands):\n        return closed(moved, Outcome(-1,",
        ),
        NO_TURN_END,
        ROUND_NOT_CLOSED,
        frustration(table__layoff_requires_open=False),
    ),
    "FRU-END-02": (
        code("_kernel.completion", "game.contracts.end == ALL_COMPLETE_AT_ONCE", "game.contracts.end < 0"),
        frustration(closing__end_when_all_complete="end_of_turn"),
        frustration(closing__end_when_all_complete="never"),
        frustration(scoring__kind="penalty"),
        frustration(closing__final_discard="optional"),
        code("policies.compiled", "_ALL_COMPLETE[", "0 and _ALL_COMPLETE["),
        code(
            "_kernel.completion",
            "return bool(left) and not after.owes()",
            "return completable(game, after, memo)",
        ),
        code(
            "_kernel.steps",
            "    if any(hand):\n        return closed(moved, Outcome(-1,",
            "    if len(state.completed) == len(state.hands):\n        return closed(moved, Outcome(-1,",
        ),
    ),
    "FRU-ADV-01": (
        NO_ADVANCE,
        code("match", "due + (seat in score.completed and not score.void)", "due + (seat == score.winner)"),
    ),
    "FRU-ADV-02": (ALL_ADVANCE, FIRST_CONTRACT_FOR_ALL),
    "FRU-MATCH-01": (
        frustration(match__contract_tie="shared"),
        NO_ADVANCE,
        frustration(opening__contracts=CONTRACTS[:13]),
        code(
            "policies.match_format",
            "return tuple(seat for seat in facts.score.completed if due[seat] > total)",
            "return tuple(seat for seat in sorted(facts.score.completed) if due[seat] > total)",
        ),
        code(
            "policies.match_format",
            'if by_contracts and self.contract_tie == "first_laid" else ()',
            "if by_contracts else ()",
        ),
    ),
    "FRU-C01": (another(1, "group 3 + group 3"), another(1, "group 3 + group 3 + group 4")),
    "FRU-C02": (another(2, "group 3 + run 3"), another(2, "group 4 + run 4")),
    "FRU-C03": (another(3, "group 3 + run 4"), another(3, "group 3 + group 3 + run 5")),
    "FRU-C04": (another(4, "group 4 + group 3"), another(4, "group 4 + group 5")),
    "FRU-C05": (another(5, "run 4 + run 3"), another(5, "run 4 + run 5")),
    "FRU-C06": (
        another(6, "group 3 + group 3 + group 3"),
        another(6, "group 3 + group 3 + group 3 + group 4"),
    ),
    "FRU-C07": (another(7, "group 3 + run 6"), another(7, "group 3 + run 8")),
    "FRU-C08": (another(8, "group 4 + group 4 + group 3"), another(8, "group 4 + group 4 + group 5")),
    "FRU-C09": (another(9, "run 4 + run 4 + run 3"), another(9, "run 4 + run 4 + run 5")),
    "FRU-C10": (another(10, "group 5 + group 4"), another(10, "group 5 + group 6")),
    "FRU-C11": (another(11, "run 5 + run 4"), another(11, "run 5 + run 6")),
    "FRU-C12": (another(12, "group 4 + group 4 + run 3"), another(12, "group 4 + group 4 + run 5")),
    "FRU-C13": (another(13, "group 4 + run 4 + run 3"), another(13, "group 4 + run 4 + run 5")),
    "FRU-C14": (
        another(14, "group 3 + run 8"),
        another(14, "group 3 + run 10"),
        frustration(opening__contracts=CONTRACTS[:13]),
    ),
    "FRU-DEF-01": (frustration(melding__set_suits="distinct", melding__set_max=4),),
}
