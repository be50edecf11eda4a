"""Input in other languages: the names of a language are understood, and refusals quote only what was typed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.support.depth import numbers, share_of
from tests.support.refusals import refusal

from rami import Card, Discard, RamiError, Rank, Round, Suit, variants
from rami.cards import parse_cards
from rami.errors import Reason, Violation
from rami.locales import language, languages, name, neutral, read, text
from rami.locales.speaking import MOVE_WORDS, typed_words, unaccented
from rami.notation import parse_turn
from rami.policies import Verdict

CARDS = [Card.from_id(number) for number in range(53)]
GIN = Round.deal(variants.GIN, players=2, seed=7)


@pytest.mark.search(cases=3)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("faces", ["cards", "tiles"])
def test_names_that_are_spoken_are_read(lang: str, faces: str) -> None:
    spoken = language(lang, "tiles" if faces == "tiles" else "cards")
    for card in share_of(CARDS):
        said = name(card, spoken)
        for typed in (said, unaccented(said), said.upper(), said.replace(" ", "  "), spoken.isolated(said)):
            assert read(Card, typed, lang) is card
            assert read(parse_turn, f"discard {typed}", spoken).moves == (Discard(card),)
    assert read(parse_cards, ", ".join(name(card, spoken) for card in CARDS), lang) == tuple(CARDS)


def test_numbers_and_letters_of_ranks_in_names() -> None:
    french = read(parse_cards, "7 de pique, 10 de cœur, V de trèfle, D de coeur", "fr")
    assert french == parse_cards("7♠ T♥ J♣ Q♥")
    assert read(parse_cards, "7 of spades 10 of hearts k of clubs", "en") == parse_cards("7♠ T♥ K♣")
    assert read(parse_cards, "as de pique 2 of hearts", "fr") == parse_cards("A♠ 2♥")


def test_cards_of_a_language_are_written_in_every_way() -> None:
    for typed in ("7P 8P 9P", "7P8P9P", "7p-8p-9p", "P7 P8 P9", "♠7, ♠8 – ♠9", "🂧🂨🂩", "(7P) (8P) (9P)"):
        assert read(parse_cards, typed, "fr") == parse_cards("7♠ 8♠ 9♠")
    assert read(parse_cards, "PV CD KR T10 TT RC", "fr") == parse_cards("J♠ Q♥ K♦ T♣ T♣ K♥")
    assert read(variants.OKEY_101.meld, "12n 13n *", "fr") == variants.OKEY_101.meld("* 12k 13k")
    # the letters of a language are read only where it is asked for
    assert neutral("discard VC", "en") == "discard VC"
    with pytest.raises(RamiError):
        parse_cards("VC")


def test_a_rank_alone_is_no_card() -> None:
    for typed in ("as", "As", "AS"):
        assert refusal(RamiError, read, parse_turn, f"défausse {typed}", "fr").violations[0]["found"] == typed
    assert read(parse_turn, "défausse As", "fr", cards=False).moves == (Discard("A♠"),)


READERS: tuple[Callable[[str], object], ...] = (
    variants.CLASSIC_51.meld,
    variants.CLASSIC_51.readings,
    lambda typed: variants.CLASSIC_51.check_opening([typed]),
    lambda typed: Verdict(False, 0, GIN.explain(typed)),
    GIN.parse,
    parse_turn,
    parse_cards,
)


def quoted(violation: Violation) -> set[str]:
    """Return the typed words that a violation quotes."""
    params = dict(violation.params)
    shown = {str(params[key]) for key in ("found", "recorded") if params.get(key) is not None}
    if violation.code == Reason.UNKNOWN_CARD:
        shown.add(str(params["text"]))
    return {each.removesuffix("…") for each in shown}


@pytest.mark.search(cases=1)
@pytest.mark.parametrize("lang", ["fr", "ar"])
def test_refusals_quote_only_typed_words(lang: str) -> None:
    spoken = language(lang)
    words = [typed for word in MOVE_WORDS for typed in typed_words(spoken, word)]
    words += [name(rank, lang) for rank in Rank] + [name(suit, lang) for suit in Suit]
    words += [name(card, lang) for card in CARDS[::5]] + ["7♠", "RC", "10P", "foo", *"+;()*,"]
    rng, seen = Random(lang), 0
    for _ in numbers(3_000):
        typed = " ".join(rng.choices(words, k=rng.randint(1, 6)))
        for parse in READERS:
            try:
                found = read(parse, typed, lang)
            except RamiError as error:
                violations = error.violations
            else:
                violations = found.violations if isinstance(found, Verdict) else ()
            for violation in violations:
                seen += 1
                for each in quoted(violation):
                    assert each in typed, f"{typed}: {text(violation, lang)}"
    assert seen > 0


def test_of_is_not_from() -> None:
    error = refusal(RamiError, read, variants.CLASSIC_51.meld, "valet de rien", "fr")
    words = [f"«\u00a0{word}\u00a0» n'est pas une carte" for word in ("valet", "de", "rien")]
    assert text(error, "fr") == "\u00a0; ".join(words)
