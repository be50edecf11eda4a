"""Write the rulebook of a variant from its policies.

Each option that has an effect in the game gets a sentence, with the written rules behind it. The rulebook leaves out
options without an effect (`needs`). It also leaves out sentences that others imply (`OBVIOUS`) and quiet sentences,
unless a written rule would then go unmentioned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import groupby
from typing import Any, cast

import attrs

from rami import variants
from rami.cards import Card
from rami.errors import InvalidVariant, RamiError, UnknownVariant, reject
from rami.errors.checks import flag, instance
from rami.locales.rulebooks._box import BOXED, box
from rami.locales.rulebooks._examples import examples, heading
from rami.locales.rulebooks._sections import (
    AIM,
    BOOK,
    CHOICES,
    FIXED,
    MERGED,
    OBVIOUS,
    OFTEN_CHANGED,
    SECTIONS,
    STEPS,
    TITLES,
    UNSAID,
    is_variation,
)
from rami.locales.rulebooks._wording import worded
from rami.locales.rulebooks._worked import worked
from rami.locales.rulebooks.values import Rulebook, Section, Sentence
from rami.locales.sentences import text
from rami.locales.speaking import Language, LanguageLike, filled, language, written
from rami.policies.declaring.conflicts import meanings
from rami.policies.declaring.fields import Option, options_of
from rami.policies.declaring.needs import Need
from rami.policies.declaring.options import CALLBACKS, SLOTS, Settings, field_of, names, settings_of
from rami.policies.results._match_rounds import are_pairs, hands_of
from rami.policies.slots.contracts import Contract
from rami.policies.variant import Variant

__all__ = ["rulebook"]

TITLE = "The rules of {name}"
COLUMNS = ("contract", "melds", "cards")
CONTRACT = "Contract {number}: {contract} ({cards} cards)."
ROUND = "Round {number}: {rules}"
TWO_ROUNDS = "Rounds {number} and {last}: {rules}"
ROUNDS_ALIKE = "Rounds {number} to {last}: {rules}"
LATER_ROUNDS = "From round {number} on: {rules}"
OWN = "This part of the game has its own rules: {name}."
SEPARATE = "Each line is a separate choice, and replaces any rule above that it contradicts."
EITHER = "{values:or}"

CONTRACTS = field_of(names.opening.contracts)
FIRST_DEALER = field_of(names.match.first_dealer)
HANDS = field_of(names.match.hands)
ROUNDS = field_of(names.match.rounds)

# The rules FRU-C01 to FRU-C14. The rows LIV-CON-01 to LIV-CON-07 are cited together, with the list.
_NUMBER_OF_CONTRACT = re.compile(r"-C0*(\d+)$")


def rulebook(variant: Variant, lang: LanguageLike = "en", *, agreed: bool = True) -> Rulebook:
    """Write the rules of a game from its policies, with a sentence for each option that has an effect.

    A custom policy contributes the options that it shares with the built-in class of its slot, and the sentences that
    its method `describe` returns for the code of a language. Without that method, a sentence names the class of the
    policy. If a house variant changes an option of its game, the option's sentence cites only rules that leave the
    value to the players.

    Parameters:
        variant: the game, a built-in one or a house variant.
        lang: the code of the language, such as "fr", or a `Language`.
        agreed: False to leave out the section on the choices that the written rules leave to the players.

    Returns:
        The sections in the order of play. `str` gives plain text, and `Rulebook.markdown` gives Markdown. Each sentence
        has the IDs of the written rules that it states; they are printed only on request.

    Raises:
        InvalidVariant: `variant` is not a variant.
        RamiError: there is no such language, or `agreed` is not a bool.

    >>> from rami import variants
    >>> house = variants.CLASSIC_51.with_(name="House", opening={"minimum": 71})
    >>> print(rulebook(house).about("opening.minimum")[0].text.partition(". ")[0])
    Your opening (the first melds that you lay) must be worth at least 71 points
    >>> print(rulebook(house, "fr").about("equipment.packs")[0].text)
    On mélange ensemble 2 jeux de 52 cartes.
    """
    reject(InvalidVariant, instance("variant", variant, Variant))
    spoken = language(lang, variant.equipment.faces)
    reject(RamiError, flag("agreed", agreed))
    return _Writer(variant, spoken).book(agreed)


@cache
def _option(name: str) -> Option:
    slot, _, field = name.partition(".")
    return options_of(SLOTS[slot])[field]


def _rules_by_source(variant: Variant) -> dict[str, list[str]]:
    """Return the written rules behind each option or module."""
    found: dict[str, list[str]] = {}
    for rule, places in variant.ledger.rules:
        for place in dict.fromkeys(places.split()):
            found.setdefault(place, []).append(rule)
    return found


def _origin(variant: Variant) -> Variant | None:
    """Return the game whose written rules a variant follows, or None."""
    with suppress(UnknownVariant):
        return variants.get(variant.ledger.game)
    return None


def _numbered(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """Number the sentences that describe the steps of a turn."""
    step = 0
    for each in sentences:
        if STEPS.isdisjoint(each.sources):
            yield each
        else:
            step += 1
            yield attrs.evolve(each, step=step)


class _Writer:
    def __init__(self, variant: Variant, spoken: Language) -> None:
        self.variant = variant
        self.spoken = spoken
        self.settings = settings_of(variant)
        self.players = variant.players
        # D-01: with large hands, fewer people can play than the option says, so the rulebook gives the number that can.
        self.values = {**self.settings.known(), field_of(names.equipment.players): self.players}
        # If the match has fewer rounds than contracts, the last contracts are never due.
        if self.settings.met(lambda v: v.opening.contract_due == "round"):
            self.values[CONTRACTS] = self._contracts_due()[: self._last_round]
        # The rules about mistakes are the same whether a program or the players watch over the table.
        self.needs = meanings(self.settings, ignoring=frozenset({Need.EXPLICIT}))
        self.behind = _rules_by_source(variant)
        self.readings = {rule: frozenset(read.split()) for rule, read in variant.ledger.readings}
        # A house variant keeps its game's IDs, but its changed options must not cite them.
        origin = _origin(variant)
        self.original = settings_of(origin or variant)
        self.written: Mapping[str, Any] = self.original.known() if origin else {}
        self.inherited = frozenset(origin.ledger.rules if origin else ())
        changing = () if origin == variant else BOOK
        self.changed = frozenset(name for name in changing if self._changed(name))

    def book(self, agreed: bool) -> Rulebook:
        chosen = self._chosen()
        sections: list[Section] = []
        for code, listed in SECTIONS.items():
            if code == "variations" and not agreed:
                continue
            sentences = [*self._own_sentences(code)]
            sentences += _numbered(self._sentence(name) for name in listed if name in chosen)
            table: tuple[tuple[str, ...], ...] = ()
            if code == "contracts":
                sentences += self._contracts()
                table = tuple(self._table_of_contracts(sentences))
            if code == "hands":
                sentences += self._hands()
            if code == "variations":
                offered = [*self._variations()]
                if len(offered) > 1:
                    sentences.append(Sentence(filled(self.spoken, "rulebook.sentence", SEPARATE, {})))
                sentences += offered
            shown_examples = tuple(examples(self.variant, self.spoken, code))
            if code == "example":
                shown_examples = worked(self.variant, self.spoken)
            if sentences or shown_examples:
                title = self.spoken.message("rulebook.section", worded(code, TITLES[code], self.settings))
                first_round = code == "melds" and field_of(names.equipment.wild_ranks) in self._by_hand
                above = heading(self.spoken, shown_examples, first_round) if sentences else ""
                sections.append(Section(code, title, tuple(sentences), shown_examples, above, table))
        name = self.spoken.message("rulebook.name", self.variant.name)
        title = filled(self.spoken, "rulebook.title", TITLE, {"name": name})
        # One text for each of the 52 natural cards, the joker and the unknown card.
        letters = tuple(text(Card.from_id(number), self.spoken) for number in range(54))
        at_a_glance = tuple(box(self.variant, self.settings, self.spoken))
        return Rulebook(title, self.spoken.code, self.variant.slug, tuple(sections), letters, at_a_glance)

    def _chosen(self) -> set[str]:
        """Return the sentences of this game: those of all options with an effect, except obvious ones."""
        listed = [
            name for name in BOOK if (name in FIXED or name in self.values) and self._means_something(name)
        ]
        chosen = {
            name for name in listed if not self._quiet(name) or name in self.changed
        } - self._by_hand.keys()
        # Keep an obvious sentence if no other one states its written rule.
        sentence = {rule for name in chosen for rule in self._rules(name)}
        for rule, places in self.variant.ledger.rules:
            if is_variation(rule):
                continue
            carried = (place for place in places.split() if place in listed and place not in self.changed)
            needed = next(carried, None)
            if rule not in sentence and needed is not None and needed not in self._by_hand:
                chosen.add(needed)
                sentence.update(self._rules(needed))
        return chosen

    def _quiet(self, name: str) -> bool:
        if name in FIXED:
            return FIXED[name].quiet
        implied = name in OBVIOUS and bool(self.settings.met(OBVIOUS[name]))
        return implied or _option(name).is_quiet(self.values[name])

    def _means_something(self, name: str) -> bool:
        if name in FIXED:
            return self.settings.met(FIXED[name].applies) is not False
        omitted = name in UNSAID and self.settings.met(UNSAID[name])
        return self.needs[name] is None and not omitted

    def _changed(self, name: str) -> bool:
        """Return whether an option or sentence differs from the game's written rules."""
        if name in FIXED:
            return bool(self.written) and self._fixed(name, self.settings) != self._fixed(name, self.original)
        # With a custom policy, here or in the original game, there is nothing to compare.
        if name not in self.written or name not in self.values:
            return False
        mine, theirs = self.values[name], self.written[name]
        return bool(
            mine != theirs
            or self._template(name, mine, self.settings) != self._template(name, theirs, self.original)
        )

    def _fixed(self, name: str, settings: Settings) -> str:
        return worded(name, FIXED[name].text, settings)

    def _template(self, name: str, value: object, settings: Settings) -> str:
        return worded(name, _option(name).template(value), settings.with_value(name, value))

    def _sources(self, name: str) -> tuple[str, ...]:
        if name in FIXED:
            return (name, *FIXED[name].sources)
        if name in MERGED:
            other, applies = MERGED[name]
            return (name, other) if self.settings.met(applies) else (name,)
        return (name,)

    def _rules(self, name: str) -> tuple[str, ...]:
        if name == "rulebook.aim":
            aims = (rule for rule, _ in self.variant.ledger.rules if rule.endswith(AIM))
            return tuple(rule for rule in aims if not (name in self.changed and self._is_inherited(rule)))
        sources = self._sources(name)
        # A sentence printed because an option was changed cites the rules that leave that option open.
        changed = [source for source in sources if source not in FIXED and source in self.changed]
        stale = name in FIXED and name in self.changed
        found = (rule for source in changed or sources for rule in self._rules_that_agree(source))
        return tuple(dict.fromkeys(rule for rule in found if not (stale and self._is_inherited(rule))))

    def _is_inherited(self, rule: str) -> bool:
        """Return whether a rule of the variant belongs to the original game."""
        return any(
            (each, places) in self.inherited for each, places in self.variant.ledger.rules if each == rule
        )

    def _rules_that_agree(self, source: str) -> Iterator[str]:
        """Yield the written rules of an option that agree with its value."""
        agreed = source in self.values and self.values[source] in _option(source).agreed
        for rule in self.behind.get(source, ()):
            # The aim and each contract have separate sentences, which cite these rules.
            if rule.endswith(AIM) or (source == CONTRACTS and _NUMBER_OF_CONTRACT.search(rule)):
                continue
            # VELVET-MATCH-01 offers 101, 201 and 501, so a match to 201 still follows the rule.
            left_open = agreed and rule in self._rules_left_open(source)
            stale = source in self.changed and self._is_inherited(rule)
            if left_open or not (is_variation(rule) or stale):
                yield rule

    def _rules_left_open(self, option: str) -> tuple[str, ...]:
        """Return the written rules that let the players choose the option's value."""
        behind = self.behind.get(option, ())
        choices = [rule for rule in behind if CHOICES.get(rule) == option]
        # If a rule without a choice stands beside them, that rule says what holds in this game.
        settled = len(choices) < len(behind)
        return tuple(rule for rule in behind if is_variation(rule) or (rule in choices and not settled))

    def _sentence(self, name: str) -> Sentence:
        if name in FIXED:
            sentence = self.spoken.message("rulebook.sentence", self._fixed(name, self.settings))
        else:
            sentence = self._text(name, self.values[name])
        rules, sources = self._rules(name), self._sources(name)
        readings = tuple(
            rule for rule in rules if not self.readings.get(rule, frozenset()).isdisjoint(sources)
        )
        boxed = name in BOXED and bool(self.settings.met(BOXED[name]))
        return Sentence(sentence, rules, sources, readings, boxed=boxed)

    def _text(self, name: str, value: object) -> str:
        # People count seats from one.
        counted = value + 1 if name == FIRST_DEALER and isinstance(value, int) else value
        return _option(name).spoken(
            name,
            counted,
            partial(filled, self.spoken),
            partial(written, self.spoken, name.partition(".")[2]),
            self.players,
            lambda texts: self._template(name, value if texts is counted else texts, self.settings),
        )

    def _variations(self) -> Iterator[Sentence]:
        """Yield the choices that the written rules leave to the players, in book order."""
        for name in BOOK:
            agreed = _option(name).agreed if name in self.values else ()
            changed = (rule for rule in self.behind.get(name, ()) if OFTEN_CHANGED.get(rule) == name)
            rules = self._rules_left_open(name) or tuple(changed)
            values = agreed if rules and self._means_something(name) else ()
            texts = [self._text(name, value) for value in values if self.values[name] != value]
            for offered in self._joined(texts):
                yield Sentence(offered, rules, (name,))

    def _joined(self, texts: list[str]) -> list[str]:
        """Join sentences that differ in one number, as in "The target is 500 or 1000 points."."""
        parts = [re.split(r"(\d+)", each) for each in texts]
        if len({len(each) for each in parts}) != 1:
            return texts
        places = [tuple(dict.fromkeys(place)) for place in zip(*parts, strict=True)]
        if [place[0].isdigit() for place in places if len(place) > 1] != [True]:
            return texts
        return [
            "".join(filled(self.spoken, "rulebook.sentence", EITHER, {"values": place}) for place in places)
        ]

    def _contracts_due(self) -> tuple[Contract, ...]:
        return cast("tuple[Contract, ...]", self.values.get(CONTRACTS) or ())

    def _table_of_contracts(self, sentences: list[Sentence]) -> Iterator[tuple[str, ...]]:
        """Yield the contracts as table rows, headings first; nothing without contracts."""
        if sentences:
            yield tuple(self.spoken.message("rulebook.contracts", words) for words in COLUMNS)
        for number, contract in enumerate(self._contracts_due(), 1):
            yield str(number), text(contract, self.spoken), str(contract.cards)

    @property
    def _last_round(self) -> int | None:
        """The number of rounds of a match with a fixed number of rounds; None for other matches."""
        by_number = self.settings.met(lambda v: v.match.end == "hands")
        return cast("int | None", self.values.get(HANDS)) if by_number else None

    @property
    def _by_hand(self) -> dict[str, tuple[object, ...]]:
        """The options that change from round to round, with their values."""
        rounds = self.values.get(ROUNDS, ())
        return dict(rounds) if are_pairs(rounds) else {}

    def _hands(self) -> Iterator[Sentence]:
        """Yield what changes from round to round; similar consecutive rounds share a sentence."""
        changing = self._by_hand
        texts: list[str] = []
        for number in range(hands_of(tuple(changing.items())) if changing else 0):
            # An option that has fewer values than the match has rounds keeps its last value.
            values = ((name, changing[name]) for name in BOOK if name in changing)
            texts.append(
                " ".join(self._text(name, each[min(number, len(each) - 1)]) for name, each in values)
            )
        texts = texts[: self._last_round]
        rules = tuple(dict.fromkeys(rule for name in changing for rule in self._rules(name)))
        number = 0
        for words, alike in groupby(texts):
            first, number = number + 1, number + len(list(alike))
            # The last values apply to all later rounds.
            ends = number < len(texts) or self._last_round is not None
            if number == len(texts):
                number = self._last_round or number
            params = {"number": first, "last": number, "rules": words}
            template = ROUND if first == number else TWO_ROUNDS if first + 1 == number else ROUNDS_ALIKE
            template = template if ends else LATER_ROUNDS
            yield Sentence(filled(self.spoken, "rulebook.sentence", template, params), rules, tuple(changing))

    def _contracts(self) -> Iterator[Sentence]:
        rules: dict[int, list[str]] = {}
        for rule in self.behind.get(CONTRACTS, ()):
            found = _NUMBER_OF_CONTRACT.search(rule)
            if found is not None:
                rules.setdefault(int(found[1]), []).append(rule)
        listed = self.written.get(CONTRACTS) or ()
        for number, contract in enumerate(self._contracts_due(), 1):
            same = not self.written or (number <= len(listed) and listed[number - 1] == contract)
            params = {"number": number, "contract": text(contract, self.spoken), "cards": contract.cards}
            sentence = filled(self.spoken, "rulebook.sentence", CONTRACT, params)
            yield Sentence(sentence, tuple(rules.get(number, ()) if same else ()), (CONTRACTS,))

    def _own_sentences(self, section: str) -> Iterator[Sentence]:
        """Yield a custom policy's own sentences, each in the section named after its slot."""
        if section not in CALLBACKS:
            return
        policy = getattr(self.variant, section)
        if type(policy) is SLOTS[section]:
            return
        describe = getattr(policy, "describe", None)
        if callable(describe):
            texts = describe(self.spoken.code)
            # A string is iterable too, and would print one letter per line.
            texts = [texts] if isinstance(texts, str) else list(cast("Iterable[object]", texts))
        else:
            texts = [filled(self.spoken, "rulebook.sentence", OWN, {"name": type(policy).__name__})]
        rules = tuple(self.behind.get(section, ()))
        yield from (Sentence(str(each), rules, (section,)) for each in texts)
