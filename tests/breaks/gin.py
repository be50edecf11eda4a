"""Breaks of the rules of Gin."""

from __future__ import annotations

from functools import partial

from tests.breaks.changes import Breaks, code, ignored, preset
from tests.breaks.common import (
    BOTTOM_DRAWN,
    BOTTOM_TAKEN,
    BY_PACKETS,
    DISCARD_KEPT,
    NO_CARD_DRAWN,
    PACK_UNSHUFFLED,
    STOCK_SHORT,
    UPCARD_TO_STOCK,
)

gin = partial(preset, "gin")

NUMBERS_AS_FIVE = code(
    "policies.scoring", "return int(card.rank) if card.rank <= _TEN else court_value", "return 5"
)
NOTHING_LAID_OFF = code(
    "_kernel.knocking", "return knock is not None and (knocked.kind == KNOCK or", "return ("
)
ALWAYS_LAID_OFF = code(
    "_kernel.knocking",
    "return knock is not None and (knocked.kind == KNOCK or (knocked.kind == GIN and knock.lay_off_on_gin))",
    "return True",
)
GIN_IS_A_KNOCK = code("_kernel.steps", "KNOCK if hands.size(hand) else GIN", "KNOCK")
LOSER_WINS = code(
    "_kernel.knocking",
    "return knocked.player if mine < theirs else other",
    "return other if mine < theirs else knocked.player",
)

KING_OF_HEARTS_BARRED = code(
    "_kernel.steps",
    "        old.highest,\n        limit=old.limit,",
    "        old.highest,\n        banned=38,\n        limit=old.limit,",
)

BREAKS: Breaks = {
    "GIN-MAT-01": (gin(equipment__players=(2, 3)), gin(equipment__players=(3, 3))),
    "GIN-MAT-02": (gin(equipment__packs=2), gin(equipment__jokers=2)),
    "GIN-RANK-01": (
        gin(melding__ace="both"),
        gin(melding__max_run=12),
        code("_kernel.melds", "if low < 1 or low > 13:", "if low < 2 or low > 13:"),
        gin(melding__run_min=4),
    ),
    "GIN-VAL-01": (gin(scoring__ace_hand_value=11),),
    "GIN-VAL-02": (NUMBERS_AS_FIVE,),
    "GIN-VAL-03": (gin(equipment__court_value=11),),
    "GIN-DEAL-01": (
        code("policies.match_format", "chosen = _loser(facts)", "chosen = score.winner"),
        gin(match__first_dealer=0),
        gin(match__dealer_rotation="winner"),
        gin(match__dealer_rotation="next"),
        PACK_UNSHUFFLED,
    ),
    "GIN-DEAL-02": (
        gin(dealing__hand_size=11),
        BY_PACKETS,
        code("round", "if seat in shown else [UNKNOWN.id] * hands.size(hand)", "if True else []"),
    ),
    "GIN-DEAL-03": (STOCK_SHORT,),
    "GIN-DEAL-04": (gin(dealing__upcard=False, drawing__upcard_offer="none"), UPCARD_TO_STOCK),
    "GIN-DEAL-05": (
        gin(dealing__starter="dealer"),
        code("round", "hand=Cards.from_ids(own),", "hand=Cards(),"),
    ),
    "GIN-OBJ-01": (gin(closing__knock_limit=9), gin(closing__knock_limit=11), gin(closing__knock_limit=0)),
    "GIN-SET-01": (
        gin(melding__set_min=4),
        code(
            "_kernel.melds",
            "if size < rules.group_min or size > rules.group_max:",
            "if size > rules.group_max:",
        ),
    ),
    "GIN-SET-02": (gin(melding__set_max=3),),
    "GIN-RUN-01": (gin(melding__run_min=4), gin(melding__max_run=3)),
    "GIN-RUN-02": (gin(melding__ace="both"), gin(melding__ace="both", melding__run_wrap=True)),
    "GIN-UPCARD-01": (
        gin(drawing__upcard_offer="none"),
        gin(drawing__upcard_offer="non_dealer"),
        gin(dealing__starter="dealer"),
        code(
            "_kernel.listing", "for code in _OFFERED[known.phase]:", "for code in _OFFERED[known.phase][:1]:"
        ),
        code(
            "engine.phases.draw",
            "        return judge_touch(rules, known)\n    return None",
            "        return judge_touch(rules, known)\n    return judge_stock(rules, known)",
        ),
    ),
    "GIN-UPCARD-02": (
        gin(drawing__upcard_offer="non_dealer"),
        ignored("drawing.upcard_offer"),
        code(
            "_kernel.steps",
            "phase = STOCK if state.turn.player == order[-1] else OFFER",
            "phase = DRAW if state.turn.player == order[-1] else OFFER",
        ),
    ),
    "GIN-TURN-01": (
        code(
            "engine.phases.play",
            "if rules.game.knock is not None and isinstance(move, (LayDown, LayOff, SwapWild)):",
            "if False:",
        ),
    ),
    "GIN-TURN-02": (
        gin(drawing__allow_return_discard=True),
        NO_CARD_DRAWN,
        DISCARD_KEPT,
        code("_kernel.knocking", 'return ["returned_discard"] if card == turn.banned else []', "return []"),
        code("_kernel.faults", "if last and game.knock is not None:", "if False:"),
        KING_OF_HEARTS_BARRED,
    ),
    "GIN-TURN-03": (
        BOTTOM_TAKEN,
        BOTTOM_DRAWN,
        gin(drawing__discard_use={"meld"}),
    ),
    "GIN-KNOCK-01": (
        gin(closing__knock_limit=9),
        gin(closing__knock_limit=11),
        gin(closing__knock_limit=0),
        code(
            "round",
            "if knocked is None or not self._state.face_down or player == knocked.player:",
            "if True:",
        ),
        code(
            "_kernel.knocking",
            "    found.sort()\n    return [Action(KNOCK_CALL",
            "    found.sort(reverse=True)\n    return [Action(KNOCK_CALL",
        ),
        code("_kernel.knocking", "return min(melds for melds", "return max(melds for melds"),
        code(
            "_kernel.steps",
            "    if action.card >= 0:\n        hand = hands.remove(hand, action.card)\n"
            "        discards = discards + hands.ALONE[action.card]",
            "    if action.card >= 0:\n        hand = hands.remove(hand, action.card)",
        ),
        gin(drawing__upcard_offer="none"),
        ignored("closing.knock_limit"),
    ),
    "GIN-KNOCK-02": (
        code(
            "_kernel.faults",
            "    return faces if turn.banned < 0 else faces & ~hands.FACE[turn.banned]",
            "    return 0",
        ),
    ),
    "GIN-LAYOFF-01": (
        gin(closing__layoff_on_gin=True),
        NOTHING_LAID_OFF,
        ALWAYS_LAID_OFF,
        code("_kernel.knocking", "after = (*melds[:place], bigger, *melds[place + 1 :])", "after = melds"),
        code("_kernel.knocking", "if count < best[0]:", "if count > best[0]:"),
        code("_kernel.knocking", "            if owner != knocked.player:\n                continue\n", ""),
        code(
            "_kernel.knocking",
            "melds = tuple(code for _, owner, code in table if owner == knocked.player)",
            "melds = tuple(code for _, owner, code in table)[:2]",
        ),
        gin(closing__settle="moves"),
    ),
    "GIN-SCORE-01": (
        LOSER_WINS,
        code("policies.knock_scores", "-mine)", "0)"),
        code("policies.knock_scores", "        sum(map(value, theirs)),\n", "        0,\n"),
        GIN_IS_A_KNOCK,
        code("_kernel.steps", "KNOCK if hands.size(hand) else GIN", "GIN"),
    ),
    "GIN-SCORE-02": (
        gin(scoring__undercut_bonus=25),
        gin(scoring__knock_tie="knocker"),
        gin(scoring__knock_tie="void"),
        LOSER_WINS,
        code("policies.knock_scores", "-mine)", "0)"),
    ),
    "GIN-SCORE-03": (
        gin(scoring__gin_bonus=20),
        gin(closing__layoff_on_gin=True),
        GIN_IS_A_KNOCK,
        code("_kernel.steps", "KNOCK if hands.size(hand) else GIN", "GIN"),
    ),
    "GIN-SCORE-04": (
        gin(scoring__big_gin_bonus=31),
        code(
            "engine.knocks",
            "    game, card = rules.game, move.discard.id\n    if game.knock is None:",
            "    game, card = rules.game, move.discard.id\n"
            "    if game.knock is None or big_gin_actions(game, turn):",
        ),
        gin(scoring__big_gin_bonus=None),
        code(
            "_kernel.knocking",
            "for melds, left in meld_sets(game, turn.hand, 0) if not hands.size(left))",
            "for melds, left in meld_sets(game, turn.hand, 0) if False)",
        ),
        code(
            "_kernel.knocking",
            "return least > turn.limit + deadwood.dearest",
            "return least == 0",
        ),
    ),
    "GIN-VOID-01": (
        code("_kernel.steps", "stock_size <= game.knock.void_at", "stock_size <= game.knock.void_at + 1"),
        gin(closing__void_at=1),
        gin(closing__void_at=3),
        gin(closing__void_at=None),
        gin(closing__fiftieth_card=True),
        ignored("closing.fiftieth_card"),
        gin(match__dealer_after_void="next"),
        gin(match__turn_cap=10),
    ),
    "GIN-MATCH-01": (
        gin(match__target=101),
        gin(match__target=99),
        gin(match__end="until"),
        gin(match__game_bonus=100),
        gin(match__dealer_rotation="winner"),
        gin(match__columns=3),
        code("policies.match_format", "facts.totals[seat] >= total", "facts.totals[seat] > total"),
        code("policies.columns", "for number in due or still_open[:1]:", "for number in due:"),
        code(
            "policies.columns",
            "due = [number for number in still_open if number < won[score.winner]]",
            "due = still_open",
        ),
        code("match", "_sums(scores, self.players)", "_sums(scores[-1:], self.players)"),
    ),
}
