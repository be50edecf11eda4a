"""A `Variant`: one game of the family, as a value made of policies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, Never

import attrs

from rami._pickling import by_fields
from rami.cards import Card, Cards, CardsLike
from rami.errors import InvalidCards, InvalidVariant
from rami.melds import Meld, MeldLike
from rami.policies import questions
from rami.policies._changing import changed, class_of, problems_of
from rami.policies._faults import copy_violations
from rami.policies._rule_ids import RuleIds
from rami.policies._slots import Slots
from rami.policies.answers import Arrangement, KnockDiscards, Verdict
from rami.policies.conduct import Conduct
from rami.policies.conflicts import conflicts
from rami.policies.dealing import Dealing
from rami.policies.drawing import Drawing
from rami.policies.equipment import Equipment
from rami.policies.melding import Melding
from rami.policies.options import (
    SLOTS,
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
    field_names,
    unknown_option,
)
from rami.policies.protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from rami.policies.table import TablePlay
from rami.policies.view import Settings

if TYPE_CHECKING:
    from rami.moves import LayDown

__all__ = ["Variant", "settings_of"]


class _Asked(Slots):
    """What answers questions to a variant is kept with it."""

    __slots__ = ("_answers",)

    _answers: questions.Answers


@attrs.frozen(kw_only=True, repr=False, cache_hash=True)
class Variant(_Asked):
    """One game of the family: a name and ten policies.

    A variant is a value: frozen, hashable, picklable, equal to another with equal parts.  The slots opening,
    closing, scoring and match also accept a user's own frozen, hashable object with the methods of the protocols
    `OpeningPolicy`, `ClosingPolicy`, `ScoringPolicy` and `MatchPolicy`.

    Parameters:
        name: the name shown to people.
        slug: the name in files and on command lines: lower case letters, digits and hyphens.
        version: grows when the rules behind the slug change.
        equipment: players, packs, jokers, wild ranks.
        dealing: hand size, starter, direction.
        drawing: stock and discard pile.
        melding: groups, runs, wild cards and values.
        opening: the first lay-down.
        table: lay-offs, recovered wild cards, cards taken out of melds.
        closing: going out.
        scoring: the score of a round.
        match: the end of a match, dealers, winners.
        conduct: announcements.
        rule_ids: which ledger rule stands behind which reason code, as a mapping or as pairs.
        rules: the written rules of the game, each with the options ("slot.field") or modules of rami that carry it
            out, joined by blanks; as a mapping or as pairs.

    Raises:
        InvalidVariant: for parts that are not allowed, or that do not go together; all problems at once.

    >>> from rami.policies import Opening, Variant
    >>> Variant(name="House", slug="house", opening=Opening(minimum=71))
    Variant(name='House', slug='house', opening=Opening(minimum=71))
    """

    def __attrs_post_init__(self) -> None:
        problems = problems_of(self) or list(conflicts(settings_of(self)))
        if problems:
            raise InvalidVariant(*problems)
        object.__setattr__(self, "_answers", questions.Answers(self))

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return by_fields(self)

    def __repr__(self) -> str:
        changed = [
            f"{attribute.name}={getattr(self, attribute.name)!r}"
            for attribute in attrs.fields(Variant)
            if getattr(self, attribute.name) != _default(attribute)
        ]
        return f"Variant({', '.join(changed)})"

    def __str__(self) -> str:
        return self.name

    def settings(self) -> dict[str, object]:
        """Every option of this variant as "slot.field" and its value.

        A user's own policy contributes the attributes that are named like an option and hold an allowed value.

        >>> from rami import variants
        >>> variants.CLASSIC_51.settings()["opening.minimum"]
        51
        """
        return settings_of(self).known()

    def differences(self, parent: Variant) -> dict[str, object]:
        """What distinguishes this variant from `parent`: "slot.field" and the value here.

        A slot whose policy has another class on either side is listed as a whole, under the name of the slot.

        Parameters:
            parent: the variant to compare with.

        Returns:
            What `parent` has to change to play like this variant.

        >>> from rami import variants
        >>> house = variants.CLASSIC_51.with_(opening={"minimum": 71})
        >>> house.differences(variants.CLASSIC_51)
        {'opening.minimum': 71}
        """
        found: dict[str, object] = {}
        for slot, policy in SLOTS.items():
            mine: Any = getattr(self, slot)
            theirs: Any = getattr(parent, slot)
            if mine == theirs:
                continue
            if type(mine) is type(theirs) and isinstance(mine, policy):
                for name in field_names(class_of(mine)):
                    value = getattr(mine, name)
                    if value != getattr(theirs, name):
                        found[f"{slot}.{name}"] = value
            else:
                found[slot] = mine
        return found

    def rules_behind(self, option: str) -> tuple[str, ...]:
        """The written rules that an option carries out in this game.

        Parameters:
            option: "slot.field".

        >>> from rami import variants
        >>> variants.GIN.rules_behind("closing.knock_limit")
        ('GIN-KNOCK-01', 'GIN-KNOCK-02', 'GIN-OBJ-01')
        """
        return tuple(rule for rule, places in self.rules if option in places.split())

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
        rule_ids: RuleIds | None = None,
        rules: RuleIds | None = None,
        **unknown: Never,
    ) -> Variant:
        """A variant like this one, with some options changed.

        Name, slug and version stay unless they are given; `differences` tells what was changed.

        Parameters:
            name: another name.
            slug: another slug.
            version: another version.
            equipment: options to change, as a dictionary, or a whole policy; likewise for the other slots.
            dealing: see `equipment`.
            drawing: see `equipment`.
            melding: see `equipment`.
            opening: see `equipment`; or a user's own policy.
            table: see `equipment`.
            closing: see `opening`.
            scoring: see `opening`.
            match: see `opening`.
            conduct: see `equipment`.
            rule_ids: other rule IDs, in place of the present ones.
            rules: other written rules, in place of the present ones.
            unknown: nothing; every other name is reported as unknown.

        Returns:
            The changed variant.

        Raises:
            InvalidVariant: for unknown names, for values that are not allowed or reserved, and for combinations that
                contradict each other; all that can be told at once.

        >>> from rami import variants
        >>> house = variants.CLASSIC_51.with_(name="House", opening={"minimum": 71}, equipment={"jokers": 2})
        >>> house.settings()["opening.minimum"], house.equipment.jokers
        (71, 2)
        """
        facts = {"name": name, "slug": slug, "version": version, "rule_ids": rule_ids, "rules": rules}
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

    def meld(self, cards: MeldLike, *, table: questions.TableLike | None = None) -> Meld:
        """The meld that these cards form in this game.

        Naturals may come in any order; where a wild card could stand in several places, the order given decides.

        Parameters:
            cards: text, cards, or a `Group` or `Run` to check.
            table: the melds on the table, for games in which a new meld depends on them (LEB-JOK-01); without it,
                nothing is asked about the table.

        Returns:
            A `Group` or a `Run` that this game allows.

        Raises:
            InvalidCards: for text that is no card, and for more copies than the pack holds.
            InvalidMeld: with every reason why the cards are no meld (R51-SET-01, R51-RUN-01, R51-ACE-01, R51-JOK-02).

        >>> from rami import variants
        >>> v = variants.CLASSIC_51
        >>> print(v.meld("9♠ 7♠ 8♠"))
        7♠ 8♠ 9♠
        >>> v.meld("7♠ 7♠ 7♥")
        Traceback (most recent call last):
        rami.errors.InvalidMeld: the suits of a group must differ: 7♠ 7♠ 7♥ [R51-SET-01]
        """
        return questions.meld(self, cards, table=table)

    def wilds(self, meld: MeldLike) -> tuple[int, ...]:
        """The indexes of the cards of a meld that are wild in this game.

        Parameters:
            meld: a meld, or cards as for `meld`.

        Raises:
            InvalidCards: as `meld`, for cards.
            InvalidMeld: as `meld`, for cards.

        >>> from rami import variants
        >>> variants.FRUSTRATION.wilds("A♠ 2♠ 3♠ *"), variants.RAMI_500.wilds("A♠ 2♠ 3♠ *")
        ((1, 3), (3,))
        """
        return questions.wilds(self, meld)

    def readings(self, cards: CardsLike, *, table: questions.TableLike | None = None) -> tuple[Meld, ...]:
        """Every meld that these cards form in this game, whatever their order.

        Parameters:
            cards: text or cards.
            table: as for `meld`.

        Returns:
            The legal readings in canonical order; () if there is none (R51-JOK-01, R51-JRET-EX1).

        Raises:
            InvalidCards: for text that is no card, and for more copies than the pack holds.

        >>> from rami import variants
        >>> [str(meld) for meld in variants.CLASSIC_51.readings("2♠ 3♠ *")]
        ['* 2♠ 3♠', '2♠ 3♠ *']
        """
        return questions.readings(self, cards, table=table)

    def points(self, meld: MeldLike) -> int:
        """What a meld is worth on the table (R51-VAL-01 to R51-VAL-04).

        Parameters:
            meld: a meld, or cards as for `meld`.

        Raises:
            InvalidCards: as `meld`.
            InvalidMeld: as `meld`.

        >>> from rami import variants
        >>> v = variants.CLASSIC_51
        >>> v.points(v.meld("A♦ A♣ A♥"))
        33
        >>> v.points("A♠ 2♠ 3♠"), v.points("Q♠ K♠ A♠")
        (6, 31)
        """
        return questions.points(self, meld)

    def check_opening(
        self,
        melds: Iterable[MeldLike],
        *,
        drawn_from: Literal["stock", "discard"] | None = None,
        taken: Card | str | None = None,
        first_turn: bool = False,
        layoffs: questions.LayOffs = (),
        highest_before: int = 0,
        contract: int | None = None,
        table: questions.TableLike | None = None,
    ) -> Verdict:
        """Whether these melds, laid together, open (R51-OPEN-01 to R51-OPEN-06).

        A `Round` knows the rest: the hand, the table and the duties of the turn.

        Parameters:
            melds: the new melds.
            drawn_from: where the card of this turn came from, if that matters.
            taken: the card taken from the discard pile.
            first_turn: whether it is the player's first turn of the round.
            layoffs: pairs (card, table meld) of own cards laid off in the same turn.
            highest_before: worth of the highest opening of the round so far.
            contract: the number of the contract that is due, from 1; needed in a game of contracts (FRU-OPEN-01).
            table: the melds on the table, as for `meld`.

        Returns:
            The verdict, with the points that count and every violation.

        Raises:
            RamiError: if `contract` is not the number of a contract, or is given where there are none.

        >>> from rami import variants
        >>> variants.CLASSIC_51.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"])
        Verdict(ok=True, points=57, violations=())
        >>> print(variants.CLASSIC_51.check_opening(["7♠ 8♠ 9♠", "7♦ 7♣ 7♥"]))
        the opening is worth 45 points, 51 are needed [R51-OPEN-01]
        """
        return questions.check_opening(
            self,
            melds,
            drawn_from=drawn_from,
            taken=taken,
            first_turn=first_turn,
            layoffs=layoffs,
            highest_before=highest_before,
            contract=contract,
            table=table,
        )

    def openings(
        self,
        cards: CardsLike,
        *,
        drawn_from: Literal["stock", "discard"] | None = None,
        taken: Card | str | None = None,
        first_turn: bool = False,
        highest_before: int = 0,
        contract: int | None = None,
        table: questions.TableLike | None = None,
    ) -> Iterator[LayDown]:
        """The openings that a hand allows, lazily, in canonical order and without duplicates.

        Parameters:
            cards: the hand.
            drawn_from: where the card of this turn came from, if that matters.
            taken: the card of the hand that was taken from the discard pile.
            first_turn: whether it is the player's first turn of the round.
            highest_before: worth of the highest opening of the round so far.
            contract: the number of the contract that is due, from 1; needed in a game of contracts (FRU-OPEN-01).
            table: the melds on the table, as for `meld`.

        Returns:
            An iterator of lay-downs with their melds and points (R51-OPEN-01).

        Raises:
            InvalidCards: for text that is no card, and for more copies than the pack holds.
            RamiError: for facts of a wrong kind; if `contract` is none, or is given where there are none.

        >>> from rami import variants
        >>> for opening in variants.CLASSIC_51.openings("9♠ 8♠ 7♠ A♦ A♣ A♥ K♥"):
        ...     print(" | ".join(map(str, opening.melds)), opening.points)
        7♠ 8♠ 9♠ | A♣ A♦ A♥ 57
        """
        if (
            taken is None
            and contract is None
            and table is None
            and not (drawn_from or first_turn or highest_before)
        ):
            usual = self._answers.usual_openings
            if usual is not None:
                hand = cards if type(cards) is Cards else Cards(cards)
                try:
                    return usual.of(hand.ids)
                except (IndexError, ValueError):
                    raise InvalidCards(*copy_violations(self, hand.ids)) from None
        return questions.openings(
            self,
            cards,
            drawn_from=drawn_from,
            taken=taken,
            first_turn=first_turn,
            highest_before=highest_before,
            contract=contract,
            table=table,
        )

    def best_melds(self, cards: CardsLike, objective: questions.Objective = "points") -> Arrangement:
        """The best way to arrange cards into melds.

        Parameters:
            cards: the cards to arrange.
            objective: "points" for the most points in melds, "deadwood" for the fewest points left in hand, "cards"
                for the most cards in melds.

        Returns:
            The melds, the cards left, and the points of both.

        Raises:
            InvalidCards: for text that is no card, and for more copies than the pack holds.

        >>> from rami import variants
        >>> print(variants.CLASSIC_51.best_melds("7♠ 8♠ 9♠ K♥"))
        7♠ 8♠ 9♠ (24 points), left: K♥ (10)
        """
        hand = cards if type(cards) is Cards else Cards(cards)
        questions.check_objective(objective)
        best = self._answers.best[objective]
        try:
            return best(hand)
        except (IndexError, ValueError):
            raise InvalidCards(*copy_violations(self, hand.ids)) from None

    def deadwood(self, cards: CardsLike) -> int:
        """The points left in hand after the best melds (R51-SCORE-01).

        Factors of the score are not in it, such as the doubling for a joker left in hand (VELVET-SCORE-02).

        Parameters:
            cards: the cards of a hand.

        Raises:
            InvalidCards: for text that is no card, and for more copies than the pack holds.

        >>> from rami import variants
        >>> variants.CLASSIC_51.deadwood("7♠ 8♠ 9♠ K♥ A♣")
        21
        """
        if type(cards) is Cards:
            least = self._answers.least_deadwood(cards)
            if least >= 0:
                return least
        return questions.deadwood(self, cards)

    def deadwoods(self, many: Iterable[CardsLike] | Iterable[int]) -> tuple[int, ...]:
        """The deadwood of many hands in one call, at the speed of the kernel for masks in a list.

        Parameters:
            many: the hands, each as cards, or each as a mask: one number with the bit `Card.id` set for each card
                (see `Cards.mask`).

        Returns:
            What `deadwood` answers for each hand, in the same order.

        Raises:
            InvalidCards: for text that is no card, for a number that is no mask, and for more copies than the pack
                holds.

        >>> from rami import Cards, variants
        >>> variants.GIN.deadwoods(["7♠ 8♠ 9♠ K♥ A♣", "7♠ 8♠ T♠"])
        (11, 25)
        >>> variants.GIN.deadwoods([Cards("7♠ 8♠ 9♠ K♥ A♣").mask, 0])
        (11, 0)
        """
        return questions.deadwoods(self, many)

    def knock_discards(
        self, cards: CardsLike, *, taken: Card | str | None = None, upcard: Card | str | None = None
    ) -> KnockDiscards:
        """The cards of a hand whose discard allows a knock (GIN-KNOCK-01).

        Parameters:
            cards: the hand after the draw.
            taken: the card just taken from the discard pile, which may not go back where the rules say so.
            upcard: the first upcard, needed where it sets the limit.

        Returns:
            A mapping from each card, in card order, to the least deadwood that its discard leaves; empty where
            nobody knocks.

        Raises:
            InvalidCards: for text that is no card, and for more copies than the pack holds.
            RamiError: if the upcard is needed and not given.

        >>> from rami import variants
        >>> hand = "5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d"
        >>> print(variants.GIN.knock_discards(hand))
        7♥ (10)
        """
        return questions.knock_discards(self, cards, taken=taken, upcard=upcard)


def settings_of(variant: Variant) -> Settings:
    """Return the options of a variant as conditions read them."""
    return Settings({slot: getattr(variant, slot) for slot in SLOTS})


def _default(attribute: attrs.Attribute[Any]) -> object:
    default: Any = attribute.default
    return default.factory() if hasattr(default, "factory") else default
