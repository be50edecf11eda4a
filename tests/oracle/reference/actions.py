"""Single actions of the play phase, with the states to which they lead.

Every function returns the next states; if there are none, the action is illegal. The module `turn` decides whether the
turn can still be completed. D-151: an action leads to two states if placing a joker could fulfil either of two duties.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from .burnt import may_be_laid, may_lie
from .cards import JOKER, copies, order, plain, without
from .facts import OnTable, State, Turn, reaches_deep, sorted_table, tracks_help, tracks_wilds
from .gather import Loose, MeldName, Source, contract_sets, meld_sets, plans
from .melds import (
    Meld,
    canonical,
    card_values,
    in_order,
    is_clean_run,
    is_four_group,
    is_run,
    is_wild,
    kind,
    named_card,
    stands_for,
    wild_at,
    wilds_of,
)
from .openings import Verdict, verdict
from .rules import Rules


def may_end(turn: Turn, state: State, out: bool) -> bool:
    """Return whether no duty is open (R51-LAY-02, D-13, D-36, D-41, D-47). `out`: the hand ends with this turn."""
    missing_waived = out and turn.rules.all_at_once_requires == "nothing" and not turn.opened_before
    return (
        not state.due
        and not state.recovered
        and (out or not state.go_out)
        and (state.missing == 0 or missing_waived)
    )


def settled(turn: Turn, state: State) -> list[State]:
    """Return the state, unless it placed the last card against the rules (D-42, D-54)."""
    if state.hand:
        return [state]
    if stays(turn):
        return []
    if turn.rules.final_discard == "required" or not may_end(turn, state, True):
        return []
    return [state]


def stays(turn: Turn) -> bool:
    """Return whether the player may not go out in this turn.

    SCA-OUT-02: Nobody ends the round before all have played one turn. D-102: After touching the discard and leaving
    it, nobody goes out all at once.
    """
    early = turn.first_turn and not turn.rules.first_round_out
    at_once = not turn.opened_before and not turn.placed_before
    return early or (turn.touched and at_once and turn.rules.touch_penalty == "forbid_all_at_once")


def fits(turn: Turn, state: State, face: str) -> bool:
    """Return whether some player could lay the card off now (SCA-DISC-02, SCA-DISC-06)."""
    there = [entry.cards for entry in state.table]
    return any(
        may_lie(longer, place, there, turn.pile, turn.rules)
        for cards in there
        for at in ("low", "high", None)
        for longer, place in extended(cards, face, at, turn.rules)
    )


def charge(turn: Turn, state: State, face: str) -> int:
    """Return the charge for the discard, at most once; not for the last card (OKO-DISC-02 to OKO-DISC-05)."""
    wild = turn.rules.wild_discard_charge if is_wild(face, turn.rules) else None
    fitting = turn.rules.fitting_discard_charge if fits(turn, state, face) else None
    return max(wild or 0, fitting or 0) if len(state.hand) > 1 else 0


def is_kept_back(turn: Turn, state: State, face: str) -> bool:
    """Return whether the card fits the table, while another may be discarded (SCA-DISC-02 to SCA-DISC-06)."""
    if turn.keeps_fitting == "free" or (turn.keeps_fitting == "barred_unopened" and state.opened):
        return False
    if len(state.hand) == 1 or not fits(turn, state, face):
        return False
    return any(other != turn.banned and not fits(turn, state, other) for other in state.hand)


def can_discard(turn: Turn, state: State, face: str) -> bool:
    """Return whether this card may end the turn (R51-DISC-01, D-13, D-54, D-112, D-116)."""
    if is_kept_back(turn, state, face) or (stays(turn) and len(state.hand) == 1):
        return False
    if face not in state.hand or face == turn.banned or state.over:
        return False
    out = len(state.hand) == 1
    if out and turn.rules.final_discard == "forbidden":
        return False
    if out and face == JOKER and turn.rules.joker_finish_forbidden:
        return False
    return may_end(turn, state, out)


def waits_for_joker(turn: Turn, state: State) -> bool:
    """Return whether the very next action must place a recovered joker (R51-JSWAP-02, D-47)."""
    return bool(state.recovered) and turn.rules.recovered_when == "next_action"


def waits_for_next_turn(turn: Turn, state: State) -> bool:
    """Return whether the rest of an opening turn allows only new melds, as lay-offs and swaps wait (D-37)."""
    return state.opened and not turn.opened_before and turn.rules.post_open == "next_turn"


def has_table_rights(turn: Turn, state: State) -> bool:
    """Return whether an opening, if need be of an earlier turn, gives access to the table (D-37, D-44, D-45, D-50)."""
    return state.opened and not waits_for_next_turn(turn, state)


def placed(turn: Turn, state: State, faces: Iterable[str], way: str) -> list[State]:
    """Return the states after own cards entered an ``opening``, ``meld``, ``layoff`` or ``swap``, with the duties left.

    D-11, D-12, D-47, D-110, D-111, D-151.
    """
    faces = tuple(map(plain, faces))
    rules = turn.rules
    left = without(state.hand, faces)
    if left is None:
        return []
    joker_last = not left and JOKER in faces and rules.joker_finish == "last_card_any"
    state = state._replace(hand=left, joker_last=joker_last)
    ways = rules.discard_use or {"meld", "layoff", "swap"}
    # RUM-DRAW-04: Before opening, too, a player may use it anywhere.
    is_use = way == "opening" or ((state.opened or reaches_deep(rules)) and way in ways)
    uses_taken = state.due and turn.taken in faces and is_use
    settling_ways = {"opening", "meld"} | (
        {"layoff"} if rules.recovered_joker == "meld_or_layoff" else set[str]()
    )
    if not state.recovered or way not in settling_ways:
        return [state._replace(due=state.due and not uses_taken)]
    if not uses_taken or turn.taken not in state.recovered:
        due = state.due and not uses_taken
        return [state._replace(due=due, recovered=less(state.recovered, faces))]
    others = [face for face in faces if face != turn.taken]
    owed = state.recovered.count(turn.taken)
    both = min(faces.count(turn.taken), owed + 1)
    return [
        state._replace(
            due=state.due and not taken,
            recovered=less(state.recovered, [*others, *[turn.taken] * (both - taken)]),
        )
        for taken in (1, 0)
        if 0 <= both - taken <= owed
    ]


def less(owed: tuple[str, ...], faces: Iterable[str]) -> tuple[str, ...]:
    """Return the duties left once these faces are on the table."""
    left = list(owed)
    for face in faces:
        if face in left:
            left.remove(face)
    return tuple(left)


def prompt(turn: Turn, before: State, after: Iterable[State]) -> list[State]:
    """Return the states that have placed whatever the next action had to place (R51-JSWAP-02, D-47)."""
    if waits_for_card(turn, before):
        return [each for each in after if not each.due]
    if not waits_for_joker(turn, before):
        return list(after)
    return [each for each in after if len(each.recovered) < len(before.recovered)]


def waits_for_card(turn: Turn, state: State) -> bool:
    """Return whether the very next action must place the lowest of the discards taken (RUM-DRAW-04)."""
    return state.due and reaches_deep(turn.rules)


def leads_on(turn: Turn, state: State, cards: Meld, end: str) -> bool:
    """Return whether hand cards may extend the same end, one by one, up to the card taken (RUM-DRAW-07)."""
    for face in set(state.hand):
        for longer, _ in extended(cards, face, end, turn.rules):
            left = without(state.hand, (face,))
            assert left is not None
            if face == turn.taken or leads_on(turn, state._replace(hand=left), longer, end):
                return True
    return False


def add_meld(turn: Turn, state: State, cards: Meld, wilds: int) -> State:
    counted = wilds if tracks_wilds(turn.rules) else 0
    fresh = OnTable(turn.player, canonical(cards, turn.rules), tracks_help(turn.rules), counted)
    laid = state.laid + 1 if turn.rules.melds_a_turn is not None else 0
    return state._replace(table=sorted_table((*state.table, fresh)), laid=laid)


def may_lay(turn: Turn, state: State, melds: int) -> bool:
    """Return whether the limit on the new melds of a turn allows these (BAS-LAY-01)."""
    return turn.rules.melds_a_turn is None or state.laid + melds <= turn.rules.melds_a_turn


def change_meld(turn: Turn, state: State, index: int, cards: Meld, wilds: int) -> State:
    """Return the state with these cards in a table meld, and `wilds` more or fewer jokers of this turn (D-153)."""
    entry = state.table[index]
    counted = max(0, entry.wilds + wilds) if tracks_wilds(turn.rules) else 0
    rest = state.table[:index] + state.table[index + 1 :]
    table = sorted_table((*rest, OnTable(entry.owner, cards, entry.new, counted)))
    return state._replace(table=table, helped=state.helped or is_help(turn, entry))


def is_help(turn: Turn, entry: OnTable) -> bool:
    """Return whether a lay-off, swap or take here counts as help: the meld is from before the turn (D-57, D-117)."""
    return tracks_help(turn.rules) and not entry.new


def judge_opening(turn: Turn, state: State, melds: tuple[Meld, ...]) -> list[Verdict]:
    """Return the verdict on an opening, or one for each way to leave out the melds of recovered jokers (D-48)."""
    used = sum(copies(cards, JOKER) for cards in melds)
    recovered = min(used, len(state.recovered))
    spare = False
    if turn.taken is not None and turn.rules.unopened_discard_use == "any_same_turn":
        spare = state.hand.count(turn.taken) > sum(copies(cards, turn.taken) for cards in melds)

    def judged(kept: tuple[Meld, ...]) -> Verdict:
        return verdict(
            kept,
            turn.rules,
            taken=turn.taken,
            highest=turn.highest,
            highest_pairs=turn.highest_pairs,
            first_turn=turn.first_turn,
            spare=spare,
            table=[entry.cards for entry in state.table],
            pile=turn.pile,
            contract=turn.contract,
            left=len(state.hand) - sum(map(len, melds)),
        )

    whole = judged(melds)
    if recovered == 0 or "meld" in whole.faults:
        return [whole]
    found: list[Verdict] = []
    for size in range(len(melds) + 1):
        for chosen in combinations(range(len(melds)), size):
            if sum(copies(melds[index], JOKER) for index in chosen) >= recovered:
                part = judged(tuple(cards for index, cards in enumerate(melds) if index not in chosen))
                faults = (part.faults - {"taken"}) | (whole.faults & {"taken", "burnt"})
                found.append(part._replace(faults=faults))
    return found


def open_with(turn: Turn, state: State, melds: tuple[Meld, ...]) -> list[State]:
    """Return the states after the single lay-down that opens (D-40), perhaps exempt by going out this turn (D-41)."""
    if state.opened or turn.discard_only or not may_lay(turn, state, len(melds)):
        return []
    verdicts = judge_opening(turn, state, melds)
    return [each for judged in verdicts for each in opened(turn, state, melds, judged)]


def opened(turn: Turn, state: State, melds: tuple[Meld, ...], judged: Verdict) -> list[State]:
    """Return the states after an opening with this verdict (R51-OPEN-01, R51-OPEN-06, R51-RSEC-02, D-36, D-41)."""
    rules = turn.rules
    faults = judged.faults - ({"taken"} if not state.due else set[str]())
    if faults & {"empty", "meld", "first_turn", "burnt", "contract", "pairs"}:
        return []
    missing = 0
    if "points" in faults and rules.counts_layoffs:
        missing = judged.required - judged.points
        faults = faults - {"points"}
    if faults and rules.all_at_once_requires == "full":
        return []
    if "points" in faults and rules.all_at_once_requires == "points":
        return []
    follow = placed(turn, state, [each for cards in melds for each in cards], "opening")
    paired = bool(melds) and kind(melds[0], rules) == "pair"
    brought = judged.points if rules.escalates and not paired else 0
    results: list[State] = []
    for each in prompt(turn, state, follow):
        for cards in melds:
            each = add_meld(turn, each, cards, copies(cards, JOKER))
        each = each._replace(
            opened=True, go_out=bool(faults), missing=missing, brought=brought, paired=paired
        )
        results += completed(turn, settled(turn, each))
    return results


def completed(turn: Turn, states: list[State]) -> list[State]:
    """Return the states, or after the last contract the ends of the hand with no duty open (FRU-END-02, D-95)."""
    last = turn.contract is not None and turn.others_opened
    if not last or turn.rules.end_when_all_complete != "at_once":
        return states
    return [each._replace(over=True) for each in states if may_end(turn, each, False)]


def waits_for_extras(turn: Turn, state: State) -> bool:
    """Return whether the turn of the contract allows nothing else (D-92)."""
    later = turn.contract is not None and turn.rules.contract_extras == "next_turn"
    return later and state.opened and not turn.opened_before


@lru_cache(maxsize=100_000)
def cut(cards: Meld, gone: frozenset[int], rules: Rules) -> tuple[Meld, ...] | None:
    """Return the remainders of a table meld without the places `gone`, or None (D-51, D-52, D-125, D-147)."""
    if any(is_wild(cards[place], rules) for place in gone) and not rules.take_joker:
        return None
    if kind(cards, rules, False) == "group":
        rest = tuple(each for place, each in enumerate(cards) if place not in gone)
        return (rest,) if kind(rest, rules, False) == "group" else None
    pieces: list[list[str]] = [[]]
    for place, each in enumerate(cards):
        if place in gone:
            pieces.append([])
        else:
            pieces[-1].append(each)
    left = tuple(tuple(piece) for piece in pieces if piece)
    if not left or any(kind(piece, rules, False) != "run" for piece in left):
        return None
    if rules.take_positions == "ends" and len(left) > 1:
        return None
    return left


def shared(entry: OnTable, pieces: Iterable[Meld]) -> list[OnTable]:
    """Return the pieces of a meld with its jokers that were placed in this turn."""
    left, wilds = list[OnTable](), entry.wilds
    for piece in pieces:
        stay = min(wilds, piece.count(JOKER))
        left.append(OnTable(entry.owner, piece, entry.new, stay))
        wilds -= stay
    return left


def lay(
    turn: Turn, state: State, cards: Meld, own: tuple[str, ...], sources: tuple[Source, ...]
) -> list[State]:
    """Lay a meld after the opening, perhaps with cards out of table melds (R51-LAY-01, R51-TAKE-01)."""
    rules = turn.rules
    if not state.opened or turn.discard_only or kind(cards, rules) is None or waits_for_extras(turn, state):
        return []
    if not rules.further_melds:  # LIV-DOWN-04
        return []
    if not may_lay_kind(turn, state, kind(cards, rules)):
        return []
    if (turn.first_turn and not rules.first_round_melds) or not may_lay(turn, state, 1):
        return []
    if not may_be_laid(cards, [entry.cards for entry in state.table], turn.pile, rules):
        return []
    may_take = rules.take == "opened" and has_table_rights(turn, state)
    if sources and (not may_take or len(own) < rules.take_min_hand_cards):
        return []
    table = list(state.table)
    helped = state.helped
    taken = 0
    for name in {name for name, _ in sources}:
        entry, _ = name
        if rules.take_from == "not_owner" and entry.owner == turn.player:
            return []
        pieces = cut(entry.cards, frozenset(place for meld, place in sources if meld == name), rules)
        if pieces is None:
            return []
        table.remove(entry)
        left = shared(entry, pieces)
        table += left
        taken += entry.wilds - sum(each.wilds for each in left)
        helped = helped or is_help(turn, entry)
    after = state._replace(helped=helped)
    follow = placed(turn, after._replace(table=sorted_table(table)), own, "meld")
    results: list[State] = []
    for each in prompt(turn, state, follow):
        added = add_meld(turn, each, cards, copies(own, JOKER) + taken)
        if turn.opened_before and not sources and each.recovered == state.recovered:
            # D-19: New melds of the hand pay what an opened player owes for the discard.
            added = added._replace(missing=max(0, state.missing - sum(card_values(cards, rules))))
        results += settled(turn, added)
    return results


def may_lay_kind(turn: Turn, state: State, what: str | None) -> bool:
    """Return whether the kind of meld is allowed: after an opening with pairs only pairs (OKO-LAY-02, OKO-LAY-03)."""
    if what == "pair":
        return state.paired or (turn.others_paired and turn.rules.pairs_by_others == "after_pairs")
    return not state.paired


def keeps_off(turn: Turn, state: State, entry: OnTable) -> bool:
    """Return whether a player who goes out without the points of an opening may not use the meld (OKO-OPEN-05)."""
    return turn.rules.all_at_once_alone and state.go_out and not entry.new


@lru_cache(maxsize=200_000)
def extended(cards: Meld, face: str, at: str | None, rules: Rules) -> tuple[tuple[Meld, int], ...]:
    """Return the melds of a lay-off, each with the place of the new card (R51-LAYOFF-01, D-25, D-32)."""
    if kind(cards, rules, False) == "pair":  # OKO-LAYOFF-04
        return ()
    if kind(cards, rules, False) == "group":
        longer = in_order(map(plain, (*cards, face)), rules)
        fits = face != named_card(cards) and at is None and kind(longer, rules, False) == "group"
        return ((longer, longer.index(face)),) if fits else ()
    found: list[tuple[Meld, int]] = []
    for end in ("low", "high"):
        longer = (face, *cards) if end == "low" else (*cards, face)
        if at in (None, end) and kind(longer, rules, False) == "run":
            found.append((longer, 0 if end == "low" else len(cards)))
    return tuple(found)


def lay_off(turn: Turn, state: State, face: str, index: int, at: str | None) -> list[State]:
    """Add one hand card to a table meld; with `at` None only one end may fit.

    R51-LAYOFF-01, R51-OPEN-05, R51-JOK-03, D-31, D-36, D-37, D-44.
    """
    rules = turn.rules
    if turn.discard_only or waits_for_next_turn(turn, state) or waits_for_extras(turn, state):
        return []
    if rules.layoff_requires_open and not state.opened:
        return []
    if state.paired and rules.pair_layoffs is not None and state.added >= rules.pair_layoffs:
        return []
    if keeps_off(turn, state, state.table[index]):
        return []
    owner, cards, *_ = state.table[index]
    foreign = owner != turn.player
    if foreign and rules.foreign_melds_after == "all_opened" and not (state.opened and turn.others_opened):
        return []
    closed = foreign and not rules.joker_on_foreign_clean_run and is_clean_run(cards, rules)
    there = [entry.cards for entry in state.table]
    outcomes = [
        (longer, place)
        for longer, place in extended(cards, face, at, rules)
        if may_lie(longer, place, there, turn.pile, rules)
        and not (closed and wild_at(longer, place, True, rules))
    ]
    if len(outcomes) != 1:
        return []
    longer, place = outcomes[0]
    points = card_values(longer, rules)[place]
    results: list[State] = []
    follow = placed(turn, state, [face], "layoff")
    end = "high" if place else "low"
    if waits_for_card(turn, state) and face != turn.taken and kind(cards, rules, False) == "run":
        follow = [each for each in follow if leads_on(turn, each, longer, end)]
    else:
        follow = prompt(turn, state, follow)
    for each in follow:
        changed = change_meld(turn, each, index, longer, 1 if face == JOKER else 0)
        own_card = each.recovered == state.recovered
        if rules.counts_layoffs and own_card and state.missing > 0:
            kept = state.brought + points if rules.escalates else 0
            changed = changed._replace(missing=max(0, state.missing - points), brought=kept)
        if state.paired and rules.pair_layoffs is not None:
            changed = changed._replace(added=state.added + 1)
        results += settled(turn, changed)
    return results


def may_free(cards: Meld, given: int, rules: Rules) -> bool:
    """Return whether so many cards may free a joker of that meld (D-32, D-46, KAL-JSWAP-02 to KAL-JSWAP-05)."""
    if kind(cards, rules, False) in ("run", "pair"):
        return given == 1 and rules.run_joker == "exact"
    wilds = len(wilds_of(cards, False, rules))
    if rules.set_joker == "never":
        return False
    if is_four_group(cards, rules):
        return given == 1 and not (rules.closed_four_set and wilds == 1)
    if rules.set_joker == "both_at_once":
        return given == 2 and wilds == 1
    return given == 1 and rules.set_joker in ("either_missing", "named")


def swap(turn: Turn, state: State, index: int, place: int, faces: tuple[str, ...]) -> list[State]:
    """Put the represented card in a joker's place and take the joker (R51-JSWAP-01, R51-JRET-01, D-46).

    In some games both cards that a group of three lacks enter it in one action (KAL-JSWAP-03).
    """
    rules = turn.rules
    if turn.discard_only or waits_for_joker(turn, state) or rules.recovered_joker is None:
        return []
    if (
        waits_for_next_turn(turn, state)
        or waits_for_extras(turn, state)
        or (rules.swap_requires_open and not state.opened)
    ):
        return []
    if keeps_off(turn, state, state.table[index]):
        return []
    cards = state.table[index].cards
    if not 0 <= place < len(cards) or not wild_at(cards, place, is_run(cards, rules), rules):
        return []
    wild_faces = {JOKER} if rules.natural_wilds else {each for each in faces if is_wild(each, rules)}
    if wild_faces & set(faces) or len(set(faces)) < len(faces):
        return []
    if plain(cards[place]) != JOKER and not rules.recover_wild_ranks:
        return []
    if not set(faces) <= stands_for(cards, place, rules) or not may_free(cards, len(faces), rules):
        return []
    if any(state.hand.count(each) < 1 for each in faces):
        return []
    freed = canonical((*cards[:place], *faces, *cards[place + 1 :]), rules)
    if kind(freed, rules, False) is None:
        return []
    results: list[State] = []
    for each in placed(turn, state, faces, "swap"):
        if waits_for_card(turn, each):
            continue
        each = change_meld(turn, each, index, freed, -1)
        wild = plain(cards[place])
        held = tuple(sorted((*each.hand, wild), key=order))
        duty = () if rules.recovered_joker == "hand" else (wild,)
        recovered = tuple(sorted((*each.recovered, *duty)))
        results.append(each._replace(hand=held, recovered=recovered))
    return results


def loose_cards(turn: Turn, state: State) -> Loose:
    """Return the table cards that a new meld of this player might take (D-50, D-52)."""
    rules = turn.rules
    if rules.take != "opened" or not has_table_rights(turn, state):
        return ()
    found: list[tuple[str, MeldName, int]] = []
    for index, entry in enumerate(state.table):
        cards = entry.cards
        shortest = rules.run_min if kind(cards, rules, False) == "run" else rules.set_min
        if len(cards) <= shortest or (rules.take_from == "not_owner" and entry.owner == turn.player):
            continue
        name = entry, state.table[:index].count(entry)
        for place, face in enumerate(cards):
            if not is_wild(face, rules) or rules.take_joker:
                found.append((face, name, place))
    return tuple(found)


def following(turn: Turn, state: State) -> Iterator[State]:
    """Yield every state after one action other than the discard."""
    if not state.hand or turn.discard_only or state.over:
        return
    if not state.opened:
        sets = meld_sets(state.hand, turn.rules)
        if turn.contract is not None:
            sets = contract_sets(state.hand, turn.contract, turn.rules)
        for melds in sets:
            yield from open_with(turn, state, melds)
    else:
        for cards, own, sources in plans(state.hand, loose_cards(turn, state), turn.rules):
            yield from lay(turn, state, cards, own, sources)
    faces = sorted(set(state.hand), key=order)
    for index, entry in enumerate(state.table):
        for face in faces:
            for at in (None,) if kind(entry.cards, turn.rules, False) == "group" else ("low", "high"):
                yield from lay_off(turn, state, face, index, at)
            for place, each in enumerate(entry.cards):
                if is_wild(each, turn.rules):
                    yield from swap(turn, state, index, place, (face,))
        for two in combinations(faces, 2) if turn.rules.set_joker == "both_at_once" else ():
            for place in range(len(entry.cards)):
                yield from swap(turn, state, index, place, two)
