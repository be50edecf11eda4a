"""Worked examples for a rulebook, computed by rami itself.

The cards come from fixed lists that are instructive in most games: `A♣ 2♣ 3♣` shows where an ace may go, and
`9♠ * * Q♠` shows how many jokers a meld may contain. The rules of the game judge the cards, so an example can never
contradict the sentences around it. If the rules refuse every example of a kind, such as all runs of three in a game
whose runs need four cards, a meld of the smallest allowed size is added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rami.cards import JOKER, Card, Cards, parse_cards
from rami.cards.melds import Meld, Run
from rami.errors import RamiError, Reason, Violation
from rami.locales.rulebooks.values import Example
from rami.locales.sentences import text
from rami.locales.speaking import COLOURS, Language, filled, written
from rami.policies._compiled import copies_of
from rami.policies.answers import Verdict
from rami.policies.declaring.needs import Need, declares, demands, group_naturals, jokers, opens, pairs_open
from rami.policies.declaring.options import Settings, settings_of
from rami.policies.results._tally import facts_of
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
from rami.policies.results.scores import ScoreReason
from rami.policies.results.seats import Seat
from rami.policies.slots.contracts import Contract
from rami.policies.slots.scoring import Scoring
from rami.policies.variant import Variant

EXAMPLES_TITLE = "Examples:"
ROUND_TITLE = "Examples (wild cards as in round 1):"
JOKERS_TITLE = "Examples (* is a joker):"
TILES_TITLE = "Examples ({colours}):"
TILES_AND_JOKERS_TITLE = "Examples ({colours}; * is a joker):"

TEMPLATES: Mapping[str, str] = {
    "group": "a group",
    "run": "a run",
    "group_worth": "a group worth {points} points",
    "run_worth": "a run worth {points} points",
    "with_discard": "with {card} from the discard pile: {verdict}",
    "contract": "for contract {number}: {verdict}",
    "sum": "{sum}: {verdict}",
    "allowed": "allowed",
    "stands": "{what}; {card} stands for {other}",
    "discard": "if you discard {card}, you have {points} points of deadwood",
    "declares": "if you discard {card}, all your other cards are matched",
    "hand": "left in a loser's hand: {score}",
    "unmatched": "unmatched in a loser's hand: {score}",
    "runs_lacking": "in the hand of a loser without the required runs: all cards count, {points} points",
    "opened": "left in the hand of a loser who has opened: {score}",
    "unopened": "left in the hand of a loser who has not opened: {score}",
    "nobody": "left in a loser's hand, when nobody had laid a meld before the last turn: {score}",
    "all_opened": "left in the hand of a loser who has opened, when somebody goes out all at once: {score}",
    "all_unopened": (
        "left in the hand of a loser who has not opened, when somebody goes out all at once: {score}"
    ),
    "all_later": "left in a loser's hand, when somebody goes out all at once: {score}",
    "all_first": (
        "left in a loser's hand, when somebody goes out all at once and nobody else had laid a meld: {score}"
    ),
    "wilds": (
        "left in a loser's hand, when somebody goes out all at once with {wilds:wild card|wild cards}: {score}"
    ),
    "joker": (
        "left in a loser's hand, when somebody goes out all at once with a joker as the last card: {score}"
    ),
    "all_wilds": (
        "left in the hand of a loser who has not opened, when somebody goes out all at once with {wilds} wild "
        "cards: {score}"
    ),
    "all_joker": (
        "left in the hand of a loser who has not opened, when somebody goes out all at once with a joker as "
        "the last card: {score}"
    ),
    "declared": "if you declare with this discard, each of the others scores {score}",
    "declared_pairs": "if you declare in pairs with this discard, each of the others scores {score}",
    "deadwood": "the other player's deadwood {points}",
    "knocker_deadwood": "the knocker's deadwood {points}",
    "knock": "your deadwood and the other player's when you knock: you score {score}",
    "undercut": "your deadwood and the other player's when you knock: the other player scores {score}",
    "gin": "the other player's deadwood when you go gin: you score {score}",
    "big_gin": "the other player's deadwood when you go big gin: you score {score}",
}

_WITHOUT_OPENING: Mapping[str, str] = {
    "opened": "hand",
    "all_opened": "all_later",
    "all_unopened": "all_first",
    "all_wilds": "wilds",
    "all_joker": "joker",
}
"""Templates, each with its replacement in games in which it makes no difference whether a player has opened."""

_NATURAL_MELDS = (
    "7♥ 8♥ 9♥",
    "A♣ 2♣ 3♣",
    "Q♠ K♠ A♠",
    "K♦ A♦ 2♦",
    "5♣ 5♦ 5♠",
    "5♣ 5♦ 5♥ 5♠",
    "5♣ 5♦ 5♦",
    "6♠ 7♠",
)
# The last meld shows whether a meld may hold two jokers, and whether these may be side by side.
_JOKER_MELDS = ("9♠ T♠ *", "9♠ * J♠", "9♣ 9♥ *", "9♠ * * Q♠")
_WITH_WILD_RANK = ("T♥ {0}♣ Q♥", "K♣ K♦ {0}♥", "{0}♣ {0}♦ {0}♥")
_OPENINGS = (
    ("7♠ 8♠ 9♠", "A♦ A♣ A♥"),
    ("7♠ 8♠ 9♠", "7♦ 7♣ 7♥"),
    ("J♠ Q♠ K♠", "9♦ 9♣ 9♥", "T♦ T♣ T♥"),
    ("9♣ 9♦ 9♥", "T♦ T♣ T♥"),
)
_JOKER_OPENINGS = (("9♠ T♠ *", "K♦ K♣ K♥"), ("9♠ T♠ J♠ *", "K♦ K♣ K♥"))
_SMALL_OPENINGS = (("2♣ 3♣ 4♣", "5♦ 5♣ 5♥"), ("A♣ 2♣ 3♣",), ("2♦ 2♣ 2♥",))
_UNCLEAN_OPENINGS = (("9♠ T♠ *",), ("9♦ 9♣ *",))
_RANKS = "A23456789TJQKA"
_HAND = "9♦ K♥ A♠"
# A hand with only one run, which is not enough if a declaration needs two.
_HAND_WITH_A_RUN = f"5♣ 5♦ 5♥ 7♠ 8♠ 9♠ {_HAND}"
# The example for `Variant.knock_discards` has eleven cards, so it works for gin and for games of declarations.
_KNOCKING_HAND = "5♠ 5♥ 6♠ 5♦ 3♠ 6♦ 6♣ 6♥ 4♥ 7♥ 3♦"


def examples(variant: Variant, spoken: Language, section: str) -> Iterator[Example]:
    """Yield the worked examples of a section, except those with cards that the pack lacks."""
    copies = copies_of(variant)
    for example in _examples(variant, spoken, section):
        held = Counter(card.id for cards in example.cards for card in cards)
        # One joker in the pack is enough for examples with several jokers, which the rules may refuse.
        if all(copies[card] >= (1 if card == JOKER.id else count) for card, count in held.items()):
            yield example


def heading(spoken: Language, shown_examples: Iterable[Example], first_round: bool = False) -> str:
    """Return a heading for examples; it explains the letters of tile colours, and the sign of any jokers shown.

    Parameters:
        spoken: the language.
        shown_examples: the examples below the heading.
        first_round: True if the wild cards of the examples are those of the first round only.
    """
    jokers = any(card.is_joker for each in shown_examples for group in each.cards for card in group)
    if not spoken.tiles:
        plain = ROUND_TITLE if first_round else EXAMPLES_TITLE
        return spoken.message("rulebook.example", JOKERS_TITLE if jokers else plain)
    comma = spoken.message("list", ", ")
    colours = comma.join(
        f"{spoken.message('card.colour letter', letter)} {spoken.message('card.colour', colour)}"
        for letter, colour in zip("byrk", COLOURS, strict=True)
    )
    title = TILES_AND_JOKERS_TITLE if jokers else TILES_TITLE
    return filled(spoken, "rulebook.example", title, {"colours": colours})


def _examples(variant: Variant, spoken: Language, section: str) -> Iterator[Example]:
    settings = settings_of(variant)
    if section == "melds":
        yield from _melds(variant, spoken, settings)
    elif section == "opening":
        # Even in a game without openings, the slot may contain a custom policy.
        if variant.table.concealed:
            return
        if settings.met(lambda v: v.opening.contracts is not None):
            yield from _contracts(variant, spoken, settings.opening.contracts or ())
        elif settings.met(lambda v: v.opening.minimum or v.opening.clean) is not False:
            yield from _openings(variant, spoken, settings)
    elif section == "knock":
        yield from _knocks(variant, spoken)
    elif section == "scoring" and isinstance(variant.scoring, Scoring):
        yield from _scores(variant, variant.scoring, spoken)


def _words(spoken: Language, code: str, **params: Any) -> str:
    return filled(spoken, "rulebook.example", TEMPLATES[code], params)


def _parsed(*melds: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(parse_cards(meld)) for meld in melds)


def _cited(violations: Iterable[Violation]) -> tuple[str, ...]:
    return tuple(each.rule for each in violations if each.rule)


def _melds(variant: Variant, spoken: Language, settings: Settings) -> Iterator[Example]:
    tried = [*_NATURAL_MELDS, *(_JOKER_MELDS if jokers(settings) else ())]
    if settings.equipment.wild_ranks:
        wild = _RANKS[min(settings.equipment.wild_ranks) - 1]
        tried += (meld.format(wild) for meld in _WITH_WILD_RANK)
    # The points of a meld matter if an opening needs points.
    with_points = settings.met(lambda v: v.opening.minimum > 0 and not v.table.concealed)
    tried += (meld for meld in _fitting(variant, settings) if not _is_covered(variant, tried, meld))
    short = False
    for cards in tried:
        try:
            # LEB-JOK-01: on an empty table no card is burnt, so a joker in a run is refused as in a first lay-down.
            meld = variant.meld(cards, table=())
        except RamiError as error:
            too_short = any(each.code == Reason.RUN_TOO_SHORT for each in error.violations)
            if too_short and short:
                # In Liverpool, where runs have four cards, one example of three is enough.
                continue
            short = short or too_short
            rules = _cited(error.violations)
            # The example already shows the cards, so the reason need not repeat them.
            again = re.escape(written(spoken, "cards", cards))
            why = re.sub(rf"\s?: {again}$", "", text(error, spoken))
            yield Example(_parsed(cards), why, False, rules)
            continue
        kind = "run" if isinstance(meld, Run) else "group"
        words = (
            _words(spoken, f"{kind}_worth", points=variant.points(meld))
            if with_points
            else _words(spoken, kind)
        )
        for placed in (meld.placed[index] for index in variant.wilds(meld)):
            # In Frustration a two in its own place represents itself, so there is nothing to explain.
            moved = isinstance(placed.stands_for, Card) and placed.stands_for != placed.card
            if moved and not placed.card.is_joker:
                names = {"card": placed.card, "other": placed.stands_for}
                words = _words(
                    spoken, "stands", what=words, **{name: text(each, spoken) for name, each in names.items()}
                )
        yield Example((meld.cards,), words, True)


def _run(settings: Settings, suit: str, naturals: int) -> str:
    """Return the highest run of a suit that has the minimum number of cards, or `naturals` cards if that is more."""
    size = max(settings.melding.run_min, naturals)
    last = len(_RANKS) if settings.melding.ace != "low" else len(_RANKS) - 1
    return " ".join(f"{rank}{suit}" for rank in _RANKS[max(0, last - size) : last])


def _group(settings: Settings, rank: str, naturals: int) -> str:
    return " ".join(
        f"{rank}{'♣♦♥♠'[number % 4]}" for number in range(max(settings.melding.set_min, naturals))
    )


def _fitting(variant: Variant, settings: Settings) -> Iterator[str]:
    """Yield melds of the smallest sizes that the game allows, first without and then with a joker."""
    fewest, in_group = settings.melding.min_natural, group_naturals(settings)
    yield _run(settings, "♥", 3)
    yield _group(settings, "9", 3)
    if jokers(settings):
        yield f"{_run(settings, '♥', fewest)} *".removeprefix("A♥ ")
        yield f"{_group(settings, '9', in_group)} *"


def _is_covered(variant: Variant, tried: list[str], meld: str) -> bool:
    """Return whether the examples already show a meld of this kind, or these cards form no meld."""
    kind = (_kind(variant, meld), "*" in meld)
    return kind[0] is None or any((_kind(variant, each), "*" in each) == kind for each in tried)


def _kind(variant: Variant, cards: str) -> type[Meld] | None:
    try:
        return type(variant.meld(cards, table=()))
    except RamiError:
        return None


def _large_openings(settings: Settings) -> Iterator[tuple[str, ...]]:
    runs = [_run(settings, suit, 3) for suit in "♠♥♦♣"]
    for count in range(1, 5):
        yield (*runs[:count], _group(settings, "T", 3))
        yield tuple(runs[:count])


def openings_to_try(settings: Settings) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Yield melds that may open, common melds first; in games of contracts, the melds of the first contract."""
    contracts = settings.opening.contracts if settings.met(Need.CONTRACTS.met) else None
    if contracts:
        yield _filling(contracts[0])
        return
    for melds in (*_OPENINGS, *_large_openings(settings), _NATURAL_MELDS[:1]):
        yield _parsed(*melds)


def _pairs(settings: Settings) -> list[tuple[str, ...]]:
    """Return the smallest opening with pairs, then a set of pairs that is one pair too small to open."""
    if not settings.met(pairs_open):
        return []
    pairs = tuple(f"{rank}{suit} {rank}{suit}" for suit in "♠♥♦♣" for rank in _RANKS[:-1])
    least = settings.opening.pairs or 1
    return [pairs[:least], *([pairs[: least - 1]] if least > 1 else [])]


def _openings(variant: Variant, spoken: Language, settings: Settings) -> Iterator[Example]:
    tried = [*_OPENINGS, *(_JOKER_OPENINGS if jokers(settings) else ())]
    small = (*_SMALL_OPENINGS, *(_UNCLEAN_OPENINGS if jokers(settings) else ()))
    for wanted, spare in ((True, tuple(_large_openings(settings))), (False, small)):
        if all(variant.check_opening(melds, table=()).ok is not wanted for melds in tried):
            tried += [melds for melds in spare if variant.check_opening(melds, table=()).ok is wanted][:1]
    tried += _pairs(settings)
    refused = Counter[tuple[str, ...]]()
    for melds in tried:
        verdict = variant.check_opening(melds, table=())
        reasons = tuple(each.code for each in verdict.violations)
        refused[reasons] += 1
        # Two examples show the rule; more would only repeat it.
        if reasons and refused[reasons] > 2:
            continue
        judged = _judged(variant, spoken, melds, verdict)
        yield Example(_parsed(*melds), judged, verdict.ok, _cited(verdict.violations))
    if settings.met(lambda v: v.opening.pickup_minimum is not None):
        melds, taken = _OPENINGS[0], Card("A♥")
        verdict = variant.check_opening(melds, drawn_from="discard", taken=taken, table=())
        judged = _judged(variant, spoken, melds, verdict)
        words = _words(spoken, "with_discard", card=text(taken, spoken), verdict=judged)
        yield Example(_parsed(*melds), words, verdict.ok, _cited(verdict.violations))


def _judged(variant: Variant, spoken: Language, melds: tuple[str, ...], verdict: Verdict) -> str:
    """Return a sentence with the points of each meld, their sum, and the verdict on the opening."""
    words = _words(spoken, "allowed") if verdict.ok else text(verdict, spoken)
    try:
        points = [variant.points(meld) for meld in melds]
    except RamiError:
        return words
    # If lay-offs or another kind of opening also count, the sum would explain nothing.
    if sum(points) != verdict.points:
        return words
    return _words(spoken, "sum", sum=f"{' + '.join(map(str, points))} = {sum(points)}", verdict=words)


def _contracts(variant: Variant, spoken: Language, contracts: tuple[Contract, ...]) -> Iterator[Example]:
    # The first contract with both kinds of melds shows the most.
    number = next((place for place, each in enumerate(contracts, 1) if each.groups and each.runs), 1)
    melds = _filling(contracts[number - 1])
    for laid in (melds, melds[:-1], (*melds[:-1], melds[-1][:-1])):
        try:
            verdict = variant.check_opening([" ".join(map(str, meld)) for meld in laid], contract=number)
        except RamiError as error:
            words, allowed = text(error, spoken), False
        else:
            words = _words(spoken, "allowed") if verdict.ok else text(verdict, spoken)
            allowed = verdict.ok
        yield Example(laid, _words(spoken, "contract", number=number, verdict=words), allowed)


def _filling(contract: Contract) -> tuple[tuple[Card, ...], ...]:
    """Return melds that fill a contract; runs have at most 11 cards."""
    groups = [
        tuple(Card.of(13 - place, card % 4) for card in range(size))
        for place, size in enumerate(contract.groups)
    ]
    runs = [
        tuple(Card.of(3 + card, place % 4) for card in range(min(size, 11)))
        for place, size in enumerate(contract.runs)
    ]
    return (*groups, *runs)


def _knocks(variant: Variant, spoken: Language) -> Iterator[Example]:
    # In Three Thirteen, threes are wild only in the round with three cards.
    if variant.dealing.cards_each(variant.players[0]) != len(parse_cards(_KNOCKING_HAND)) - 1:
        return
    try:
        # If the upcard sets the limit, a ten sets the usual one (D-143).
        found = variant.knock_discards(_KNOCKING_HAND, upcard="T♦")
    except RamiError:
        return
    code = "declares" if settings_of(variant).met(declares) else "discard"
    for card, points in list(found.items())[:1]:
        words = _words(spoken, code, card=text(card, spoken), points=points)
        best = variant.best_melds(
            Cards(_KNOCKING_HAND) - Cards(card), "cards" if code == "declares" else "deadwood"
        )
        melds = tuple(meld.cards for meld in best.melds)
        yield Example((*melds, (*best.left, card)), words, True)


def _scores(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    if scoring.winner_collects is not None:
        # If the winner collects, the losers pay as in a game of penalties; only the receiver differs.
        yield from _penalties(variant, attrs.evolve(scoring, kind="penalty", winner_collects=None), spoken)
    elif scoring.kind == "credit":
        yield from _credits(variant, scoring, spoken)
    elif scoring.kind == "penalty" and not settings_of(variant).met(Need.CARDS_COUNT.met):
        yield from _declarations(variant, scoring, spoken)
    elif scoring.kind == "penalty":
        yield from _penalties(variant, scoring, spoken)


def _declarations(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    """Yield examples of what losers pay in games in which cards left in the hand do not count."""
    kinds = [("declared", KnockKind.DECLARATION)]
    if settings_of(variant).met(Need.PAIRS.met):
        kinds.append(("declared_pairs", KnockKind.PAIRS))
    discards = (Card("8♦"), *([JOKER] if jokers(settings_of(variant)) else []))
    none = (Cards(), Cards())
    for code, kind in kinds:
        for card in discards:
            outcome = Outcome(winner=0, final_discard=card, deadwood=none)
            end = facts_of(variant, outcome=outcome, hands=none, knock=KnockFact(0, kind))
            yield Example(((card,),), _words(spoken, code, score=_line(scoring, end, 1, spoken)))


def _penalties(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    settings = settings_of(variant)
    hand = Cards(f"{_HAND} *" if jokers(settings) else _HAND)
    opening = scoring.unopened_flat is not None and settings.met(opens) is not False

    def example(code: str, opened: bool, **facts: Any) -> Example:
        if not opening:
            code = _WITHOUT_OPENING.get(code, code)
        if code == "hand" and settings.met(Need.HIDDEN.met):
            code = "unmatched"
        outcome = Outcome(winner=0, opened_before=facts.pop("before", (True, opened)), **facts)
        seats = (Seat(opened=True), Seat(opened=opened))
        end = facts_of(variant, outcome=outcome, hands=(Cards(), hand), seats=seats)
        score = _line(scoring, end, 1, spoken)
        return Example((tuple(hand),), _words(spoken, code, score=score, wilds=outcome.wilds_placed))

    yield example("opened", True)
    if settings.met(demands):
        yield from _runs_lacking(variant, spoken)
    if opening:
        yield example("unopened", False)
    if scoring.dry_flat is not None:
        yield example("nobody", False, before=(False, False))
    factors = scoring.all_at_once_factors
    at_once: dict[str, Any] = {"all_at_once": True}
    if any(factor != 1 for factor in factors) or scoring.all_at_once_flat is not None:
        yield example("all_opened", True, before=(False, True), **at_once)
        # Without an opening this would repeat the example above, unless the factor depends on the other players.
        if opening or (scoring.double_on != "all_at_once" and scoring.all_at_once_flat is None):
            yield example("all_unopened", False, before=(False, False), **at_once)
        for wilds in range(1, len(factors) if jokers(settings) else 1):
            yield example("all_wilds", False, before=(False, False), wilds_placed=wilds, **at_once)
    if scoring.joker_finish is not None and jokers(settings):
        discarded = settings.met(Need.FINAL_DISCARD.met) is not False
        last: dict[str, Any] = {"final_discard": JOKER} if discarded else {"joker_placed_last": True}
        yield example("all_joker", False, before=(False, False), **last, **at_once)


def _runs_lacking(variant: Variant, spoken: Language) -> Iterator[Example]:
    """Yield an example hand that counts in full although it contains melds, because it lacks required runs."""
    hand = Cards(_HAND_WITH_A_RUN)
    best = variant.best_melds(hand, "cards")
    if best.melds and not variant.best_melds(hand, "deadwood").melds:
        words = _words(spoken, "runs_lacking", points=variant.deadwood(hand))
        yield Example((*(meld.cards for meld in best.melds), tuple(best.left)), words)


def _credits(variant: Variant, scoring: Scoring, spoken: Language) -> Iterator[Example]:
    cases = (
        ("knock", KnockKind.KNOCK, 0, "2♣ 5♦", "K♠ 6♥"),
        ("undercut", KnockKind.KNOCK, 1, "4♣ 5♦", "A♠ 3♥"),
        ("gin", KnockKind.GIN, 0, "", "K♠ 6♥"),
        ("big_gin", KnockKind.BIG_GIN, 0, "", "K♠ 6♥"),
    )
    for code, kind, winner, knocker, other in cases:
        # D-84: None means that the game has no big gin.
        if kind is KnockKind.BIG_GIN and scoring.big_gin_bonus is None:
            continue
        hands = (Cards(knocker), Cards(other))
        outcome = Outcome(winner=winner, deadwood=hands)
        end = facts_of(variant, outcome=outcome, hands=hands, knock=KnockFact(0, kind))
        cards = tuple(tuple(each) for each in hands if each)
        yield Example(cards, _words(spoken, code, score=_line(scoring, end, winner, spoken)))


def _line(scoring: Scoring, end: RoundFacts, seat: int, spoken: Language) -> str:
    """Return a player's points with the steps that lead to them."""
    line = next(each for each in scoring.score(end).lines if each.player == seat)
    why = spoken.message("joint", ", ").join(_reason(reason, seat, spoken) for reason in line.reasons)
    return f"{written(spoken, 'points', line.points)} ({why})"


def _reason(reason: ScoreReason, seat: int, spoken: Language) -> str:
    """Return one step of a score with roles instead of seats; the knocker is seat 0."""
    if reason.code != "deadwood":
        return text(reason, spoken)
    return _words(
        spoken, "knocker_deadwood" if seat else "deadwood", points=written(spoken, "points", reason.points)
    )
