"""The conditions under which an option has an effect, as functions of the other options of a game.

An option lists its needs, that is, the codes of the conditions that it depends on. For example, a bonus for gin needs
"knocking", because a game without knocking has no gin. Conflicts and rulebooks also use the functions defined before
`Need`.
"""

from __future__ import annotations

from enum import auto
from fractions import Fraction
from typing import Any

from rami._base.values import MessageEnum
from rami.errors.texts import VALUES
from rami.policies.declaring.values import largest, smallest

from .options import Condition, Settings

__all__ = ["Need"]

_ACE_TO_ACE = 14


def jokers(v: Settings) -> bool:
    """Return whether the game has jokers for some number of players."""
    return largest(v.equipment.jokers) > 0


def wild_rank(v: Settings) -> bool:
    """Return whether the game has a wild rank, fixed or changing from round to round."""
    return bool(v.equipment.wild_ranks) or v.dealing.turned_card == "wild_rank"


def _several_packs(v: Settings) -> bool:
    # Use the smallest number: a rule about second copies must make sense even if two players use only one pack.
    return smallest(v.equipment.packs) > 1


def _wilds(v: Settings) -> bool:
    return jokers(v) or wild_rank(v)


def _table(v: Settings) -> bool:
    return not v.table.concealed


def regroups(v: Settings) -> bool:
    """Return whether players rearrange the whole table."""
    return _table(v) and v.table.regroup is not None


def regroups_unopened(v: Settings) -> bool:
    """Return whether players rearrange the whole table even before they have opened."""
    return regroups(v) and v.opening.minimum == 0 and v.opening.post_open == "same_turn"


def piles(v: Settings) -> bool:
    """Return whether the game has a discard pile, that is, whether turns end with a discard."""
    return v.drawing.turn != "draw_or_play"


def _points_open(v: Settings) -> bool:
    return _table(v) and v.opening.contracts is None


def _knocks(v: Settings) -> bool:
    return v.table.concealed and v.closing.knock_limit is not None


def declares(v: Settings) -> bool:
    """Return whether a hand may be shown only if every card is matched, so that nobody lays off."""
    return _knocks(v) and v.closing.knock_limit == "all_matched"


def demands(v: Settings) -> bool:
    """Return whether a hand must contain certain runs before it can be declared."""
    return declares(v) and (v.closing.declare_runs > 0 or v.closing.declare_pure_runs > 0)


def _minimum(v: Settings) -> bool:
    return _points_open(v) and v.opening.minimum > 0


def _conditions(v: Settings) -> bool:
    return _points_open(v) and (v.opening.minimum > 0 or v.opening.clean is not None)


def _first_turn_limit(v: Settings) -> bool:
    drawing, opening, closing = v.drawing, v.opening, v.closing
    return not (drawing.first_round_discard and opening.first_round_melds and closing.first_round_out)


def _unopened_takes(v: Settings) -> bool:
    """Return whether a rule restricts taking the discard before the opening."""
    return _table(v) and (v.drawing.unopened_discard_use == "never" or v.drawing.discard_use is not None)


def _contracts(v: Settings) -> bool:
    return v.opening.contracts is not None


def group_naturals(v: Settings) -> int:
    """Return the minimum number of natural cards in a group that contains wild cards."""
    own: int | None = v.melding.group_naturals
    return v.melding.min_natural if own is None else own


def smallest_wild_group(v: Settings) -> int:
    """Return the size of the smallest group that can contain a wild card."""
    return max(v.melding.set_min, group_naturals(v) + 1)


def wilds_share_a_four(v: Settings) -> bool:
    """Return whether a group of four can contain more than one wild card."""
    several = Need.WILDS_TO_COUNT.met(v) and Need.SEVERAL_IN_MELD.met(v)
    return bool(several and group_naturals(v) <= 2 and v.melding.wild_limit != "minority")


def _wilds_in_groups(v: Settings) -> bool:
    largest = v.melding.set_max
    allowed = v.melding.max_wild_scope != "only_runs"
    return allowed and (largest is None or smallest_wild_group(v) <= largest)


def _recovery(v: Settings) -> bool:
    return _table(v) and (v.table.run_joker != "never" or v.table.set_joker != "never")


def swaps_happen(v: Settings) -> bool:
    """Return whether a wild card can ever be exchanged for a natural card."""
    return _wilds(v) and _recovery(v)


def _penalties(v: Settings) -> bool:
    return v.scoring.kind == "penalty"


def nets(v: Settings) -> bool:
    """Return whether cards on the table score for the player who laid them."""
    return v.scoring.kind == "net"


def highest_wins(v: Settings) -> bool:
    """Return whether players want points, so that the highest total wins."""
    return v.scoring.kind in ("credit", "net")


def stock_ends(v: Settings) -> bool:
    """Return whether the stock can run out for good."""
    return v.drawing.recycle == "never" or v.drawing.max_recycles is not None or not piles(v)


def _charges(v: Settings) -> bool:
    return _penalties(v) or v.scoring.winner_collects is not None


def at_once_factor(v: Settings) -> bool:
    """Return whether going out all at once multiplies the points of the other players."""
    return any(factor != 1 for factor in v.scoring.all_at_once_factors)


def _last_joker(v: Settings) -> bool:
    return v.closing.final_discard != "forbidden" or v.scoring.joker_finish == "last_card_any"


def _joker_finish(v: Settings) -> bool:
    return v.scoring.joker_finish is not None and jokers(v) and _last_joker(v)


def _factor(v: Settings) -> bool:
    return _charges(v) and (at_once_factor(v) or _joker_finish(v))


def _any_factor(v: Settings) -> bool:
    factors = (v.scoring.joker_finish_any_factor, v.scoring.pairs_factor)
    return (v.scoring.all_at_once_flat is None and _factor(v)) or any(each is not None for each in factors)


def _fractions(v: Settings) -> bool:
    """Return whether a score can be a fraction."""
    # Consider only factors that can apply: an unused 3/2 must not make the rulebook mention rounding.
    factors: list[object] = [
        v.scoring.joker_finish_any_factor,
        v.scoring.pairs_factor,
        v.scoring.pair_loser_factor,
    ]
    if v.scoring.all_at_once_flat is None:
        factors += v.scoring.all_at_once_factors
    if _joker_finish(v):
        factors.append(v.scoring.joker_finish_factor)
    return _charges(v) and any(isinstance(factor, Fraction) for factor in factors)


def pairs_open(v: Settings) -> bool:
    """Return whether a player may open with pairs."""
    return _points_open(v) and v.opening.pairs is not None


def opens(v: Settings) -> bool:
    """Return whether any rule depends on a player having opened."""
    if not _table(v):
        return False
    table, drawing = v.table, v.drawing
    return bool(
        _conditions(v)
        or _contracts(v)
        or pairs_open(v)
        or v.opening.escalates
        or v.opening.post_open != "same_turn"
        or not v.opening.further_melds
        or table.layoff_requires_open
        or table.foreign_melds_after != "own_opening"
        or (regroups(v) and v.opening.minimum > 0)
        or table.take != "off"
        or (swaps_happen(v) and table.swap_requires_open)
        or _unopened_takes(v)
        or (drawing.buy is not None and not drawing.buy_when_down)
        or v.closing.fitting_discard in ("barred_unopened", "by_players")
        or v.scoring.unopened_flat is not None
    )


def upcard_counts(v: Settings) -> bool:
    """Return whether a rule depends on the upcard, apart from its being the first discard."""
    doubles = v.scoring.spade_doubles and v.scoring.kind == "credit"
    by_upcard = v.closing.knock_limit == "upcard" or doubles
    return v.dealing.upcard and (v.drawing.upcard_offer != "none" or (_knocks(v) and by_upcard))


def voids(v: Settings) -> bool:
    """Return whether a round can be void."""
    closing = v.closing
    return bool(
        v.match.turn_cap is not None
        or (closing.void_at is None and closing.stalemate == "void")
        or (_knocks(v) and not declares(v) and (closing.void_at is not None or v.scoring.knock_tie == "void"))
        or (pairs_open(v) and closing.void_all_pairs)
    )


def _need(met: Condition, words: str) -> tuple[Any, str, Condition, bool]:
    return auto(), words, met, False


def _switch(met: Condition) -> tuple[Any, str, Condition, bool]:
    return auto(), "", met, True


def _any_discard(v: Settings) -> bool:
    drawing = v.drawing
    limited = drawing.no_discard_draw_at is not None or not drawing.first_round_discard
    return not limited and not drawing.no_twin_pickup and drawing.wild_discard == "free"


def _faults(v: Settings) -> bool:
    conduct = v.conduct
    priced = (conduct.touch_penalty, conduct.wrong_declaration)
    return conduct.carte or any(price is not None for price in priced)


class Need(MessageEnum):
    """The condition under which an option has an effect.

    Attributes:
        template: what is missing, in words that follow "has no effect without".
        met: the function that tests the options of a game.
        kept: True for a need that works as a switch. While it is off, options that need it have no effect, but are not
            refused, so that a single change can turn it on. The `template` of a switch is empty.
    """

    WILDS = _switch(_wilds)
    TWINS = _need(_several_packs, "more than one pack")
    # With one pack and no wild cards the cards of a group always have different suits, so no rule is needed.
    LARGE_GROUPS = _need(
        lambda v: largest(v.equipment.packs) > 1 or _wilds(v), "more than one pack, or wild cards"
    )
    THREE_PLAYERS = _need(lambda v: v.equipment.players[1] > 2, "more than two players")
    WILD_RANKS = _need(wild_rank, "wild ranks")
    SEVERAL_JOKERS = _switch(lambda v: largest(v.equipment.jokers) > 1)
    # A single joker is always the only wild card of its meld, so there is nothing to count.
    WILDS_TO_COUNT = _switch(lambda v: largest(v.equipment.jokers) > 1 or wild_rank(v))
    SEVERAL_IN_RUN = _need(lambda v: v.melding.max_wild != 1, "more than one wild card in a run")
    SEVERAL_IN_MELD = _switch(lambda v: v.melding.max_wild != 1 or v.melding.max_wild_scope == "run")
    WILD_CAP = _need(lambda v: v.melding.max_wild is not None, "a limit on wild cards")
    WILD_SHARE = _need(lambda v: v.melding.wild_limit is not None, "a limit on the share of wild cards")
    # If groups hold no wild cards, none can be recovered from them (table.set_joker).
    WILDS_IN_GROUPS = _switch(_wilds_in_groups)
    # KAL-JSWAP-04 closes a group of four, which makes no sense if groups may have five cards.
    FOUR_ENDS_GROUP = _need(
        lambda v: v.melding.set_suits == "distinct" and v.melding.set_max == 4, "groups of at most four cards"
    )
    # SCA-RUN-02 is about runs of fourteen cards, so it needs a game that allows them.
    ACE_TO_ACE = _need(
        lambda v: v.melding.max_run == _ACE_TO_ACE and v.melding.ace == "both" and not v.melding.run_wrap,
        "runs from ace to ace",
    )
    BURNT = _switch(lambda v: v.melding.joker_in_run == "burnt")
    # The points of melds count only for openings, or if laid cards score (RUM-SCORE-01).
    MELD_POINTS = _switch(lambda v: _table(v) and (_penalties(v) or nets(v) or _minimum(v)))
    # In Okey every loser pays 2 points, and the numbers on the tiles do not count (OKE-SCORE-02).
    CARDS_COUNT = _switch(lambda v: not declares(v) or v.scoring.unopened_flat is None)
    USUAL_VALUES = _switch(lambda v: v.equipment.values is None)
    ANY_POINTS = _switch(lambda v: v.scoring.kind != "none" or _minimum(v))
    # OKO-WILD-01: only a tile turned up, the indicator, determines the okey.
    TURNED_NATURAL = _need(
        lambda v: v.dealing.turned_card == "natural", "a turned-up card that is out of play"
    )
    INDICATOR = _need(
        lambda v: v.dealing.turned_card == "natural" or v.equipment.faces != "tiles",
        "a turned-up card that is out of play",
    )
    UPCARD = _need(lambda v: v.dealing.upcard, "an upcard")
    NO_OFFER = _need(lambda v: v.drawing.upcard_offer == "none", "a first turn without an offered upcard")
    # GameVelvet restricts taking the discard and laying melds on a first turn; Scala 40 restricts going out.
    FIRST_TURN_LIMIT = _switch(_first_turn_limit)
    # RUM-CALL-01: a caller takes the card, so no rule may forbid the caller to draw it.
    ANY_DISCARD = _need(_any_discard, "a discard pile from which every player may take any card")
    DEEP_TAKES = _need(
        lambda v: v.drawing.discard_depth != 1, "a discard pile from which several cards may be taken at once"
    )
    # In Rummy 500 a separate duty applies to a deeper card (RUM-DRAW-04).
    TOP_ALONE = _switch(lambda v: v.drawing.discard_depth == 1)
    MUST_USE = _need(lambda v: _table(v) and v.drawing.discard_use is not None, "a duty to use the discard")
    UNOPENED_TAKES = _need(_unopened_takes, "a duty to use the discard")
    UNOPENED_PLACES = _need(
        lambda v: v.drawing.unopened_discard_use == "never" or v.opening.post_open == "same_turn",
        "lay-offs in the turn in which a player opens",
    )
    # D-14: a player who has to place the discard cannot discard it, so this option would have no effect.
    FREE_DRAW = _need(
        lambda v: v.table.concealed or v.drawing.discard_use is None,
        ("a discard that need not be used at once"),
    )
    BUYING = _switch(lambda v: v.drawing.buy is not None)
    RECYCLING = _need(lambda v: v.drawing.recycle != "never", "a stock that is renewed")
    RECYCLES = _need(lambda v: v.drawing.max_recycles != 0, "a stock that may be renewed at least once")
    # In Okey and Rummy 500 the stock is never renewed, and the round may continue to its last card.
    STOCK_ENDS = _need(lambda v: stock_ends(v) and v.closing.void_at is None, "a stock that can run out")
    # GIN-VOID-01: the round is void before the stock is empty.
    NO_VOID_STOCK = _need(
        lambda v: v.closing.void_at is None, ("a round that continues until the stock is empty")
    )
    TABLE = _need(_table, "melds on the table")
    STEPS = _need(
        lambda v: _table(v) and not regroups(v), "melds on the table that players change one card at a time"
    )
    REGROUPING = _need(regroups, "a table that is rearranged as a whole")
    PILE = _need(piles, "a discard pile")
    ZERO_SUM = _need(
        lambda v: v.scoring.kind == "credit" and v.scoring.winner_collects == "zero_sum",
        "a winner who scores what the others lose",
    )
    STALEMATE_COUNTS = _need(
        lambda v: v.closing.stalemate == "count_hands", "a rule that counts the hands when nobody can go out"
    )
    HIDDEN = _need(lambda v: v.table.concealed, "melds kept in the hand")
    POINTS_OPEN = _need(_points_open, "an opening measured in points")
    MINIMUM = _need(_minimum, "points needed to open")
    PICKUP = _switch(lambda v: v.opening.pickup_minimum is not None)
    CLEAN = _need(lambda v: _points_open(v) and v.opening.clean is not None, "a clean meld needed to open")
    # An opening can be unclean because of wild cards, because it has no run, or because the discard does not count.
    UNCLEAN = _switch(
        lambda v: v.opening.clean != "run_or_set" or _wilds(v) or not v.drawing.discard_in_clean_run
    )
    CONDITIONS = _need(_conditions, "a condition for opening")
    ADDED_AT_ONCE = _need(
        lambda v: v.opening.post_open == "same_turn", "lay-offs in the turn in which a player opens"
    )
    CONTRACTS = _need(_contracts, "contracts")
    # Frustration meets this need. In Liverpool everybody has the contract of the hand, and points decide the match.
    CONTRACT_RACE = _need(
        lambda v: v.match.end == "contracts" and _contracts(v), "a match that ends with the last contract"
    )
    # Players must be allowed to lay off before they open, as in BAS-OFF-02; otherwise nobody could have done so.
    EARLY_LAYOFFS = _switch(lambda v: _table(v) and not v.table.layoff_requires_open)
    RECOVERY = _need(_recovery, "wild cards that can be recovered")
    GROUP_RECOVERY = _switch(lambda v: _table(v) and v.table.set_joker != "never")
    # VELVET-JRET-03: a joker that returns to the hand need not be placed, so no deadline applies.
    RECOVERED_TO_PLACE = _switch(lambda v: v.table.recovered_joker not in ("hand", None))
    TAKES = _switch(lambda v: v.table.take != "off")
    FINAL_DISCARD = _switch(lambda v: v.closing.final_discard != "forbidden")
    LAST_JOKER = _switch(_last_joker)
    KNOCKING = _need(_knocks, "knocking")
    DECLARING = _need(declares, "a declaration with every card matched")
    # Of the built-in games only gin meets this need: a declared hand has no deadwood, so nobody lays off or undercuts.
    UNMATCHED = _need(lambda v: _knocks(v) and not declares(v), "a knock with unmatched cards")
    # With a limit of 0 every knock is gin, which cannot be undercut or tied.
    DEADWOOD = _switch(lambda v: v.closing.knock_limit != 0)
    SHOWN_MELDS = _switch(lambda v: v.closing.knock_limit != 0 or v.closing.layoff_on_gin)
    # Oklahoma gin meets this need (D-143); no built-in game does.
    LIMIT_BY_UPCARD = _need(lambda v: v.closing.knock_limit == "upcard", "a knock limit set by the upcard")
    # D-146: after the fiftieth card two cards are left.
    VOID_AT_TWO = _need(
        lambda v: v.closing.void_at == 2, "a round that is void with two cards left in the stock"
    )
    PENALTIES = _need(_penalties, "penalty points")
    PAIRS_OPEN = _need(pairs_open, "an opening with pairs")
    # Players open with pairs in 101 Okey, and declare pairs in Okey.
    PAIRS = _need(lambda v: pairs_open(v) or (declares(v) and v.closing.declare_pairs), "pairs")
    EXEMPTION = _switch(lambda v: v.opening.all_at_once_requires == "nothing")
    # Players cannot lay off or recover wild cards before reaching the points of the opening.
    OPENED_PLACES = _need(
        lambda v: (
            v.table.layoff_requires_open and v.table.swap_requires_open and not v.opening.counts_layoffs
        ),
        "melds that only players who have opened may change",
    )
    WINNER_SCORE = _switch(lambda v: v.scoring.winner_score != 0)
    FITTING_FREE = _need(
        lambda v: v.closing.fitting_discard == "free",
        "permission to discard cards that fit melds on the table",
    )
    # This includes games that credit the winner with the sum of the losers' charges (BAS-SCORE-01).
    CHARGES = _need(_charges, "points for the cards left in the hand")
    GOING_OUT = _need(lambda v: _table(v) or declares(v), "rounds that a player wins by going out")
    HAND_POINTS = _need(lambda v: v.scoring.kind != "none", "a score in points")
    CREDITS = _need(lambda v: v.scoring.kind == "credit", "a game in which points are earned")
    DOUBLING = _need(
        lambda v: v.scoring.joker_hand_value == "double", "jokers that double the points of a hand"
    )
    FLAT = _need(
        lambda v: v.scoring.unopened_flat is not None, "a fixed charge for players who have not opened"
    )
    DRY_FLAT = _need(lambda v: v.scoring.dry_flat is not None, "a fixed charge when no loser has laid a meld")
    FACTOR = _need(_factor, "a factor for going out all at once")
    # Touching the discard must be able to cost something.
    TOUCH_PRICE = _need(
        lambda v: v.conduct.touch_penalty == "forbid_all_at_once" or (_charges(v) and at_once_factor(v)),
        "a factor for going out all at once",
    )
    ANY_FACTOR = _need(_any_factor, "a factor that multiplies scores")
    FRACTIONS = _need(_fractions, "scores with fractions")
    NO_FIXED_PRICE = _switch(lambda v: v.scoring.all_at_once_flat is None)
    JOKER_FINISH = _switch(lambda v: v.scoring.joker_finish is not None)
    TARGET = _switch(lambda v: v.match.end in ("until", "first_to_target_wins"))
    ELIMINATION = _switch(lambda v: v.match.end == "elimination")
    BUY_INS = _switch(lambda v: v.match.end == "elimination" and v.match.buy_ins != 0)
    LEADING = _switch(lambda v: v.match.end in ("until", "elimination", "hands"))
    HANDS = _switch(lambda v: v.match.end == "hands")
    SEVERAL_HANDS = _switch(lambda v: v.match.end != "hands" or v.match.hands != 1)
    # D-145: three columns are three races to the target.
    FIRST_TO_TARGET = _need(lambda v: v.match.end == "first_to_target_wins", "a race to a target")
    GAME_BONUS = _need(lambda v: bool(v.match.game_bonus), "a bonus at the end of the match")
    EXPLICIT = _switch(lambda v: v.conduct.mode == "explicit")
    CARTE = _switch(lambda v: v.conduct.carte)
    TOUCHING = _switch(lambda v: v.conduct.touch_penalty is not None and _table(v))
    # D-102: one mode covers "carte", touching the discard and wrong declarations; in a game without these it has no
    # effect.
    FAULTS = _need(_faults, "a fault that players can commit")

    def __init__(self, code: str, template: str, met: Condition, kept: bool) -> None:
        self.met = met
        self.kept = kept


# `errors` is a lower layer and cannot import this module, so pass it the words.
VALUES["wanted"] = {need: need.template for need in Need if not need.kept}
