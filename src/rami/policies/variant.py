"""`Variant`: one rummy game, as a value made of policies.

The engine knows no game by name: it reads every rule from the ten policies of a variant, one for each slot
such as `melding` or `scoring`. `with_` changes options, `differences` lists the changes, and `for_round`
fixes the options that depend on the round of the match or on the number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Any, Never, cast

import attrs

from rami._base.values import changed_fields
from rami.cards import Card, Cards, CardsLike
from rami.errors import InvalidSetup, InvalidVariant, Reason, Violation, checks, reject
from rami.policies._compiled import first_met
from rami.policies._fast_paths import FastPaths
from rami.policies._table_queries import TableQueries
from rami.policies._validity import changed, problems_of
from rami.policies.declaring.conflicts import stock_left
from rami.policies.declaring.fields import Policy
from rami.policies.declaring.ledger import Ledger
from rami.policies.declaring.options import (
    SLOTS,
    Slots,
    field_names,
    policies_of,
    settings_of,
    unknown_option,
)
from rami.policies.declaring.overrides import (
    ClosingOptions,
    ConductOptions,
    DealingOptions,
    DrawingOptions,
    EquipmentOptions,
    MatchOptions,
    MeldingOptions,
    OpeningOptions,
    ScoringOptions,
    TableOptions,
)
from rami.policies.declaring.protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from rami.policies.outline import Outline, outline_of
from rami.policies.results._match_rounds import depends_on_round, hands_of, in_round, rounds_of
from rami.policies.results._tally import check_end, scored
from rami.policies.results.outcomes import KnockFact, KnockKind, Outcome, RoundFacts, reported_hands
from rami.policies.results.scores import RoundScore
from rami.policies.results.seats import Seat
from rami.policies.slots.conduct import Conduct
from rami.policies.slots.contracts import contracts_by_hand
from rami.policies.slots.dealing import Dealing
from rami.policies.slots.drawing import Drawing
from rami.policies.slots.equipment import Equipment, player_faults
from rami.policies.slots.melding import Melding
from rami.policies.slots.table import TablePlay

__all__ = ["Variant"]

_USUAL = 4


@attrs.frozen(kw_only=True, repr=False, cache_hash=True)
class Variant(TableQueries):
    """A rummy game: a name and ten policies.

    A variant is a value: it is frozen, hashable and picklable, and equals any variant with equal parts. The slots
    opening, closing, scoring and match also accept a custom policy: any frozen, hashable object with the methods of the
    protocol `OpeningPolicy`, `ClosingPolicy`, `ScoringPolicy` or `MatchPolicy`.

    Parameters:
        name: the name shown to people.
        slug: the name in files and on command lines, made of lower-case letters, digits and hyphens.
        version: a number that increases when the rules of the game change.
        equipment: the players, packs, jokers and wild ranks.
        dealing: the hand size, the starter, the direction of play.
        drawing: the stock and the discard pile.
        melding: the groups, the runs, their wild cards and their values.
        opening: the conditions for opening.
        table: lay-offs, recovered wild cards, and cards taken out of melds.
        closing: going out.
        scoring: the score of a round.
        match: the end of a match, the dealers, the winners.
        conduct: announcements and penalties.
        ledger: the written rules of the game, which equality ignores.

    Raises:
        InvalidVariant: some parts are not allowed, or contradict each other; the error lists every problem.

    >>> from rami.policies import Opening, Variant
    >>> Variant(name="House", slug="house", opening=Opening(minimum=71))
    <Variant house, version 1>
    """

    def __attrs_post_init__(self) -> None:
        reject(InvalidVariant, problems_of(self))
        # The class is frozen, so bypass its `__setattr__`. Equality, hash and pickle ignore this cache.
        object.__setattr__(self, "_fast", FastPaths(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # Every pickled round, view or match contains its variant, so `restored` shares one object among them.
        facts: list[tuple[str, object]] = []
        options: list[tuple[str, Changes]] = []
        for each in attrs.fields(Variant):
            part = getattr(self, each.name)
            if type(part) is _OWN_PARTS.get(each.name):
                # Only the changed options are pickled, which keeps pickled views small.
                if changes := changed_fields(part):
                    options.append((each.name, changes))
            elif part != each.default:
                facts.append((each.name, part))
        return restored, (type(self), tuple(facts), tuple(options))

    def __repr__(self) -> str:
        return f"<Variant {self.slug}, version {self.version}>"

    def __str__(self) -> str:
        return self.name

    @property
    def players(self) -> tuple[int, int]:
        """The minimum and maximum numbers of players for whom enough stock is left after the deal.

        >>> from rami import variants
        >>> (
        ...     variants.CLASSIC_51.players,
        ...     variants.CLASSIC_51.with_(dealing={"hand_size": 30}).players,
        ... )
        ((2, 7), (2, 3))
        """
        lo, hi = self.equipment.players
        enough = takewhile(
            lambda number: stock_left(self, number) >= self.dealing.min_stock, range(lo, hi + 1)
        )
        # This is never empty, because a variant whose deal is too large for its minimum number of players is refused.
        return lo, max(enough)

    @property
    def usual_players(self) -> int:
        """The default number of players: four, or the allowed number nearest to four."""
        lo, hi = self.players
        return min(max(_USUAL, lo), hi)

    def for_round(
        self, players: int | None = None, *, number: int | None = None, turned: Card | str | None = None
    ) -> Variant:
        """Return the variant for one round, with a fixed value for each option that depends on the round.

        Parameters:
            players: the number of players; None if it is not known yet.
            number: the number of the round in the match, from 1, for games whose `match.rounds` changes the
                rules from round to round; None if it is not known yet.
            turned: the card that the deal turned up to make its rank wild (IND-WILD-02); a joker makes the
                aces wild (IND-WILD-03). None if no card has been turned up.

        Returns:
            A variant with the options of that round, the packs, jokers and discard rules for that number of players,
            and that wild rank; this variant itself if none of its options depend on the round.

        Raises:
            InvalidSetup: `players` or `number` is not an integer.
            InvalidCards: `turned` is not a card.

        >>> from rami import variants
        >>> house = variants.FRUSTRATION.with_(
        ...     equipment={"wild_ranks": ()}, dealing={"turned_card": "wild_rank"}
        ... )
        >>> house.for_round(turned="6♥").wilds("5♣ 5♥ 6♦")
        (2,)
        >>> third = variants.THREE_THIRTEEN.for_round(2, number=3)
        >>> third.dealing.hand_size, third.equipment.packs, third.wilds("6♦ 6♥ 5♣")
        (5, 1, (2,))
        """
        for field, value in (("players", players), ("number", number)):
            reject(InvalidSetup, () if value is None else checks.integer(field, value))
        if turned is None and not depends_on_round(self.equipment, self.closing, self.match):
            return self
        # IND-WILD-03: a joker, which has no rank, makes the aces wild.
        rank = 0 if turned is None else int(Card(turned).rank or 1)
        found = _for_round(self, players, number, rank)
        # The cached variant may have another ledger, because equal variants can differ in it.
        return found if found.ledger == self.ledger else attrs.evolve(found, ledger=self.ledger)

    def outline(
        self, players: int | None = None, *, number: int | None = None, turned: Card | str | None = None
    ) -> Outline:
        """Return the facts that a client needs to draw the game without knowing its rules.

        Parameters:
            players: the number of players; None for `usual_players`.
            number: the number of the round, as in `for_round`.
            turned: the card turned up, as in `for_round`.

        Raises:
            InvalidSetup: the game is not for that many players, or `number` is not an integer.
            InvalidCards: `turned` is not a card.

        >>> from rami import variants
        >>> found = variants.INDIAN_13.outline(3, turned="6♥")
        >>> found.melds, found.packs, str(found.wilds)
        ('declared', 2, '6♣ 6♦ 6♥ 6♠ *')
        """
        seats = self.usual_players if players is None else players
        reject(InvalidSetup, player_faults(self.equipment, seats))
        return outline_of(self.for_round(seats, number=number, turned=turned), self.players, seats)

    def settings(self) -> dict[str, object]:
        """Return the value of every option, keyed by "slot.field".

        Of a custom policy, the result has only the attributes whose names are names of options.

        >>> from rami import variants
        >>> variants.CLASSIC_51.settings()["opening.minimum"]
        51
        """
        return settings_of(self).known()

    def differences(self, parent: Variant) -> dict[str, object]:
        """Map each option ("slot.field") that differs from the value in `parent` to its value in this variant.

        If the two policies of a slot differ in class, the whole policy is listed under the name of the slot.

        Parameters:
            parent: the variant to compare with, whether or not this variant was made from it.

        Returns:
            The changes that make `parent` play like this variant.

        >>> from rami import variants
        >>> house = variants.CLASSIC_51.with_(opening={"minimum": 71})
        >>> house.differences(variants.CLASSIC_51)
        {'opening.minimum': 71}
        """
        reject(InvalidVariant, checks.instance("parent", parent, Variant))
        found: dict[str, object] = {}
        for slot, policy in SLOTS.items():
            mine: Any = getattr(self, slot)
            theirs: Any = getattr(parent, slot)
            if mine == theirs:
                continue
            if type(mine) is type(theirs) and isinstance(mine, policy):
                for name in field_names(type(cast("Policy", mine))):
                    value = getattr(mine, name)
                    if value != getattr(theirs, name):
                        found[f"{slot}.{name}"] = value
            else:
                found[slot] = mine
        by_hand = rounds_of(self.match)
        # An option set by name in `with_` holds in every round, so list `match.rounds` as well.
        if "match" not in found and any(name in found for name, _ in by_hand):
            found["match.rounds"] = by_hand
        return found

    def score(
        self,
        hands: Iterable[CardsLike | None] | RoundFacts,
        *,
        winner: int | None = None,
        knocker: int | None = None,
        opened: Iterable[bool] | None = None,
        all_at_once: bool = False,
        number: int = 1,
        last: bool = False,
    ) -> RoundScore:
        """Score a round played anywhere, such as at a real table, from the cards left in the hands.

        `RoundFacts` has a field for everything else that can happen in a round; pass it instead of the hands.
        If a turned-up card decides which cards are wild, call `score` of the variant that `for_round`
        returns, as in the last example.

        Parameters:
            hands: the cards of each player, in seat order; the winner has none. After a knock, give both
                hands as they were before melds were shown, without the discard: the library finds the melds and
                lay-offs that leave the least deadwood. None or "?" means an unknown hand, which is allowed if its cards
                do not count.
            winner: the player who went out; None if nobody did, as after a knock or in a void round.
            knocker: the player who knocked or declared, in games with knocking; the library works out who scores.
            opened: True for each player who has opened, in seat order; by default every player has.
            all_at_once: True if the winner had not opened before the last turn.
            number: the number of the round in the match, for games whose rules change from round to round or
                whose last round counts more.
            last: True if the round was announced as the last.

        Returns:
            A line for each player, with the reasons that add up to the points.

        Raises:
            InvalidCards: part of a hand is not a card.
            InvalidSetup: no round of this game can end with these facts; the error lists everything that is wrong.

        >>> from rami import variants
        >>> print(
        ...     variants.CLASSIC_51.score(
        ...         ["", "9♦ K♥", "A♠ *"], winner=0, opened=[True, True, False]
        ...     )
        ... )
        player 0: 0 (went out 0)
        player 1: 19 (9♦ 9, K♥ 10)
        player 2: 100 (not opened 100)
        >>> print(
        ...     variants.GIN.score(["4♠ 5♠ 6♠ 9♣ 9♦ 9♥ A♣ A♦ 2♣ 3♦", "7♠ 8♠ K♥ Q♥"], knocker=0)
        ... )
        player 0: 13 (deadwood of player 1: 20, own deadwood -7)
        player 1: 0
        >>> variants.OKEY_101.score(
        ...     ["", "5♥", "?", "?"], winner=0, opened=[True, True, False, False]
        ... ).points(2)
        202
        >>> variants.CLASSIC_51.score(["", "9♦ K♥"], winner=5)
        Traceback (most recent call last):
        rami.errors.violations.InvalidSetup: winner = 5 is not a seat: there are 2 seats, numbered from 0
        >>> hands = [
        ...     "7♠ 8♠ 9♠ 4♦ 5♦ 6♦ 7♦ K♥ K♦ 3♥ 2♠ 2♥ 2♦",
        ...     "9♣ T♣ J♣ 6♣ 6♥ 8♣ Q♦ Q♠ 2♣ 3♣ 5♥ 9♥ A♠",
        ... ]
        >>> variants.INDIAN_13.for_round(2, turned="3♣").score(hands, knocker=0).points(1)
        -38
        """
        if isinstance(hands, RoundFacts):
            beside = {"winner": winner, "knocker": knocker, "opened": opened}
            twice = [name for name, fact in beside.items() if fact is not None]
            twice += ["all_at_once"] if all_at_once else []
            if twice:
                raise InvalidSetup(Violation(Reason.FACTS_TWICE, None, {"fields": twice}))
            facts = hands
        else:
            facts = _reported(reported_hands(hands), winner, knocker, opened, all_at_once)
        # If each round has its own rules, the match has no rounds beyond these.
        own_hands = hands_with_rules(self)
        most = own_hands if own_hands > 1 else None
        is_number = not any(checks.integer("number", number, 1, most))
        # If the number is wrong, find the other faults by the variant's general rules, and report all of them together.
        rules = self.for_round(len(facts.hands), number=number) if is_number else self
        return scored(rules, check_end(rules, facts, number, last, most))

    def with_(
        self,
        *,
        name: str | None = None,
        slug: str | None = None,
        version: int | None = None,
        equipment: Equipment | EquipmentOptions | None = None,
        dealing: Dealing | DealingOptions | None = None,
        drawing: Drawing | DrawingOptions | None = None,
        melding: Melding | MeldingOptions | None = None,
        opening: OpeningPolicy | OpeningOptions | None = None,
        table: TablePlay | TableOptions | None = None,
        closing: ClosingPolicy | ClosingOptions | None = None,
        scoring: ScoringPolicy | ScoringOptions | None = None,
        match: MatchPolicy | MatchOptions | None = None,
        conduct: Conduct | ConductOptions | None = None,
        ledger: Ledger | None = None,
        **unknown: Never,
    ) -> Variant:
        """Return a copy of this variant with some options changed.

        Name, slug and version are kept unless you pass them; `differences(parent)` lists the changes. If
        `match.rounds` sets an option for each round, a value given here holds in every round, unless you pass
        `match.rounds` too.

        Parameters:
            name: another name.
            slug: another slug.
            version: another version.
            equipment: a dictionary of options to change, or a whole policy.
            dealing: options or a policy, as in `equipment`.
            drawing: options or a policy, as in `equipment`.
            melding: options or a policy, as in `equipment`.
            opening: options or a policy, as in `equipment`; the policy may be a custom one.
            table: options or a policy, as in `equipment`.
            closing: options or a policy, as in `opening`.
            scoring: options or a policy, as in `opening`.
            match: options or a policy, as in `opening`.
            conduct: options or a policy, as in `equipment`.
            ledger: other written rules.
            unknown: any other keyword, which is reported as an unknown option.

        Returns:
            The changed variant.

        Raises:
            InvalidVariant: a name is unknown, a value is reserved or not allowed, or options contradict each
                other; the error lists every problem.

        >>> from rami import variants
        >>> house = variants.CLASSIC_51.with_(
        ...     name="House", opening={"minimum": 71}, equipment={"jokers": 2}
        ... )
        >>> house.settings()["opening.minimum"], house.equipment.jokers
        (71, 2)
        """
        facts = {"name": name, "slug": slug, "version": version, "ledger": ledger}
        slots: dict[str, object] = {
            "equipment": equipment,
            "dealing": dealing,
            "drawing": drawing,
            "melding": melding,
            "opening": opening,
            "table": table,
            "closing": closing,
            "scoring": scoring,
            "match": match,
            "conduct": conduct,
        }
        known = [*facts, *slots]
        problems = [unknown_option(each, known) for each in unknown]
        given = {key: value for key, value in facts.items() if value is not None}
        return changed(
            self, given, {slot: change for slot, change in slots.items() if change is not None}, problems
        )


Changes = tuple[tuple[str, object], ...]
_OWN_PARTS: Mapping[str, type[Any]] = {**SLOTS, "ledger": Ledger}


@lru_cache(maxsize=256)
def restored(cls: type[Variant], facts: Changes, options: tuple[tuple[str, Changes], ...]) -> Variant:
    """Check and return the variant of a pickle; equal pickles return the same object.

    Parameters:
        cls: the class.
        facts: the name, slug, version and custom policies, as (name, value) pairs.
        options: for each slot with changed options, the slot and these options as (name, value) pairs.
    """
    parts: dict[str, Any] = {name: _OWN_PARTS[name](**dict(changes)) for name, changes in options}
    parts.update(facts)
    made = cls(**parts)
    return cast("Variant", first_met(made, made.ledger))


def _reported(
    hands: tuple[Cards, ...],
    winner: int | None,
    knocker: int | None,
    opened: Iterable[bool] | None,
    all_at_once: bool,
) -> RoundFacts:
    """Return the facts of a round from the few that people report."""
    seats = (("winner", winner), ("knocker", knocker))
    wrong = [
        fault for name, seat in seats if seat is not None for fault in checks.seat(name, seat, len(hands))
    ]
    wrong += checks.flag("all_at_once", all_at_once)
    if opened is not None:
        opened = checks.tupled(opened)
        wrong += checks.members("opened", opened, checks.flag, len(hands))
    reject(InvalidSetup, wrong)
    return RoundFacts(
        outcome=Outcome(winner=winner, all_at_once=all_at_once),
        hands=hands,
        seats=() if opened is None else [Seat(opened=flag) for flag in opened],
        # The kind is provisional: the cards decide later whether the player had gin, big gin or a declaration.
        knock=None if knocker is None else KnockFact(knocker, KnockKind.KNOCK),
    )


@lru_cache(maxsize=1024)
def _for_round(variant: Variant, players: int | None, number: int | None, rank: int) -> Variant:
    """Return the variant for a round; `rank` is 0 if no card has been turned up yet."""
    policies = policies_of(variant)
    found = in_round(policies, players, number, rank)
    return variant if found == policies else attrs.evolve(variant, **found)


def hands_with_rules(variant: Slots) -> int:
    """Return the number of rounds in a match that have their own rules or contracts, at least 1."""
    return max(hands_of(rounds_of(variant.match)), contracts_by_hand(variant.opening))
