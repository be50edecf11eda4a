"""Games with tiles: cards are called by colours and numbers, and read back."""

from __future__ import annotations

import pickle

import pytest

from rami import Card, Cards, Discard, Match, RamiError, Round, variants
from rami.locales import language, name, read, text, worded
from rami.rulebooks import rulebook
from rami.tiles import in_tiles

ENGLISH, FRENCH = language("en", "tiles"), language("fr", "tiles")


def test_names_and_letters() -> None:
    assert (name("Q♠", ENGLISH), name("Q♠", FRENCH)) == ("black 12", "12 noir")
    assert (name("*", ENGLISH), name("?", FRENCH)) == ("okey", name("?", "fr"))
    assert [text(Card(card), FRENCH) for card in ("A♦", "T♣", "J♥", "K♠", "*")] == [
        "1j",
        "10b",
        "11r",
        "13n",
        "*",
    ]
    assert text(Cards("A♦ 2♦ *"), ENGLISH) == "1y 2y *"
    assert text(Discard("*"), FRENCH) == "défausser un okey"
    assert text(Discard("Q♠"), "fr") == "défausser D♠"
    assert language(FRENCH) is FRENCH
    assert language("fr") is not FRENCH
    again = pickle.loads(pickle.dumps(FRENCH))
    assert (again.code, again.tiles) == ("fr", True)


@pytest.mark.parametrize("spoken", [ENGLISH, FRENCH], ids=repr)
def test_written_values_are_read_back(spoken: object) -> None:
    position = Round.deal(variants.OKEY, players=3, seed=4)
    for move in position.legal_moves:
        typed = worded(move, spoken)  # type: ignore[arg-type]
        assert read(position.parse, typed, spoken) == move  # type: ignore[arg-type]
    for card in map(Card.from_id, range(53)):
        assert Card.parse(text(card, spoken), french=spoken is FRENCH) is card  # type: ignore[arg-type]


def test_a_story_and_a_refusal() -> None:
    match = Match.start(variants.OKEY, players=2, seed=1)
    story = text(match.events(0), FRENCH, names=("Ana", "Bo"))
    turned = match.round.setup.turned
    assert turned is not None
    assert story == f"Manche 1\u00a0: Bo donne. Retournée à côté de la pioche\u00a0: {text(turned, FRENCH)}."
    with pytest.raises(RamiError) as caught:
        variants.OKEY.meld("12k 13k 1k 2k")
    assert text(caught.value, ENGLISH).endswith("12k 13k 1k 2k")


def test_a_position_in_lines_and_a_rulebook() -> None:
    view = Round.deal(variants.OKEY, players=2, seed=1).view(1)
    assert in_tiles("7♠ 8♥ *") == "7k 8r *"
    assert not set("♣♦♥♠") & set(str(view))
    assert view.turned is not None
    assert f"Turned up beside the stock: {view.turned.tile}" in str(view)
    assert "♠" in str(Round.deal(variants.GIN, seed=1).view(0))
    assert "12n 13n 1n" in str(rulebook(variants.OKEY, "fr"))
    cards = variants.OKEY.with_(equipment={"faces": "cards"})
    assert "D♠ R♠ A♠" in str(rulebook(cards, "fr"))
    assert "♠" in str(Round.deal(cards, players=2, seed=1).view(1))
