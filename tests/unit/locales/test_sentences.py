"""Moves, duties, events, scores and refusals as sentences with names, in every language, without words of another."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest
from tests.support.examples import small
from tests.support.messages import messages
from tests.support.presets import SLUGS
from tests.support.refusals import refusal
from tests.support.turn_facts import built
from tests.unit.matches.test_fold import CASES, Case, choose

from rami import (
    Card,
    Cards,
    DrawStock,
    Group,
    Knock,
    LayDown,
    LayOff,
    Match,
    Round,
    Variant,
    variants,
)
from rami.bots import GreedyBot, hint
from rami.cards import UNKNOWN
from rami.cards.moves import MOVE_TYPES, Move, Rearrange, Source
from rami.errors import InvalidMatch, InvalidText, Reason, Violation
from rami.errors.violations import sentence
from rami.locales import language, languages, neutral, read, text, worded
from rami.locales.sentences import EVENT_TYPES
from rami.locales.speaking import MOVE_WORDS
from rami.notation import parse_move, parse_turn
from rami.policies import ScoreLine, ScoreReason
from rami.policies.results.outcomes import KnockKind
from rami.policies.results.scores import RoundScore
from rami.rounds import events as happened
from rami.rounds.hints import Hint
from rami.rounds.setup import Duty, DutyKind, Outcome, Phase, RoundContext, TableMeld, TurnFacts
from rami.sessions.session import Session

NAMES = ("Ana", "Bruno", "Chloé", "Denis")
RUN = TableMeld(0, 1, "5♠ 6♠ 7♠")
WON = RoundScore(False, 0, (ScoreLine(0, 0), ScoreLine(1, 100, (ScoreReason("flat", 100),))))

WORDED: dict[str, str] = {
    "draw": "piocher",
    "take": "prendre la défausse",
    "touch": "toucher la carte de la défausse et la laisser",
    "pass": "passer",
    "fold": "se retirer de la manche",
    "show turned": "montrer votre exemplaire de la carte retournée",
    "arrange 6♠ 6♦ 6♥ | J♠ Q♠ K♠": "arranger la table\xa0: 6♠ 6♦ 6♥ + V♠ D♠ R♠",
    "lay J♠ Q♠ K♠": "poser V♠ D♠ R♠",
    "lay 6♠ 6♦ 6♥ from 0:6♠": "poser 6♠ 6♦ 6♥ (avec 6♠ de la table)",
    "off * > 0": "ajouter un joker à 5♠ 6♠ 7♠",
    "off * > 0 low": "ajouter un joker au début de 5♠ 6♠ 7♠",
    "off 8♠ > 0 high": "ajouter 8♠ à la fin de 5♠ 6♠ 7♠",
    "off 8♠ > 3": "ajouter 8♠ à la combinaison 3",
    "swap K♠ > 0": "échanger R♠ contre le joker de 5♠ 6♠ 7♠",
    "swap K♠ K♥ > 0": "échanger R♠ et R♥ contre le joker de 5♠ 6♠ 7♠",
    "swap K♠ > 0@1": "échanger R♠ contre la carte n° 2 de 5♠ 6♠ 7♠",
    "discard *": "défausser un joker",
    "discard K♠ carte": "défausser R♠ et annoncer «\u00a0carte\u00a0»",
    "discard K♠ silent": "défausser R♠ sans annoncer «\u00a0carte\u00a0»",
    "knock K♠": "frapper en défaussant R♠",
    "knock K♠ with 5♠ 6♠ 7♠ + A♠ A♥ A♦": "frapper en défaussant R♠\u00a0: 5♠ 6♠ 7♠ + A♠ A♥ A♦",
    "knock K♠ with nothing": "frapper en défaussant R♠\u00a0: aucune combinaison",
    "big gin": "faire grand gin",
    "big gin with 5♠ 6♠ 7♠": "faire grand gin\u00a0: 5♠ 6♠ 7♠",
    "end lay-offs": "finir les ajouts",
    "end round": "finir la manche au lieu de piocher",
    "take 4": "prendre 4 cartes du dessus de la défausse",
}
MOVES: dict[Move, str] = {
    **{parse_move(typed): french for typed, french in WORDED.items()},
    Rearrange(["6♠ 6♦ 6♥"], Cards("6♠")): "poser 6♠ et arranger la table\xa0: 6♠ 6♦ 6♥",
    Knock("K♥", (), declares=True): "faire une fausse annonce en défaussant R♥",
}

EVENTS: dict[happened.Event, str] = {
    happened.CardsDealt(2, RoundContext(2, 1), ("7♠", "8♠")): "Manche 2\u00a0: Bruno donne.",
    happened.CardsDealt(
        2, RoundContext(2), ("7♠", "8♠"), Card("K♥")
    ): "Manche 2\u00a0: Ana donne et retourne R♥.",
    happened.TurnBegun(0, 1, Phase.DRAW): "C'est à Ana de jouer.",
    happened.TurnChanged(0): "Ana ne doit plus rien.",
    happened.TurnChanged(
        0, TurnFacts(duties=(Duty("place_taken", "K♥"), Duty("go_out")))
    ): "Ana doit encore poser R♥ et terminer.",
    happened.StockDrawn(1, Card("K♥")): "Bruno pioche R♥.",
    happened.StockDrawn(1, Card("?")): "Bruno pioche une carte.",
    happened.DiscardTaken(1, Card("K♥")): "Bruno prend R♥ à la défausse.",
    happened.DiscardTouched(1, Card("K♥")): "Bruno touche R♥ à la défausse et la laisse.",
    happened.StockRecycled(
        30
    ): "La défausse est mélangée\u00a0: elle forme une nouvelle pioche de 30 cartes.",
    happened.MeldsLaid(
        1, (RUN,), opening=True, points=51, needs="points"
    ): "Bruno ouvre avec 5♠ 6♠ 7♠ (51 points).",
    happened.MeldsLaid(1, (RUN,), opening=True, points=18, needs="melds"): "Bruno ouvre avec 5♠ 6♠ 7♠.",
    happened.MeldsLaid(1, (RUN,), opening=True, points=18): "Bruno pose 5♠ 6♠ 7♠.",
    happened.MeldsLaid(1, (RUN,), opening=True, contract=3): "Bruno pose le contrat 3\u00a0: 5♠ 6♠ 7♠.",
    happened.MeldsLaid(1, (RUN,), (Source("7♠", 2),)): "Bruno pose 5♠ 6♠ 7♠ (avec 7♠ de la table).",
    happened.CardLaidOff(0, Card("7♠"), RUN, "high"): "Ana ajoute 7♠ à 5♠ 6♠.",
    happened.CardLaidOff(0, Card("5♠"), RUN, "low"): "Ana ajoute 5♠ à 6♠ 7♠.",
    happened.WildRecovered(0, Card("6♠"), Card("*"), RUN, 1): "Ana échange 6♠ contre un joker dans 5♠ * 7♠.",
    happened.WildRecovered(
        0, Card("T♥"), Card("*"), TableMeld(0, 1, Group("T♣ T♦ T♥ T♠")), 2, Card("T♣")
    ): "Ana échange 10♥ et 10♣ contre un joker dans 10♦ 10♠ *.",
    happened.BuyInAnswered(0, accepted=True): "Ana rentre dans la partie.",
    happened.BuyInAnswered(1, accepted=False): "Bruno ne rentre pas.",
    happened.CardDiscarded(2, Card("*")): "Chloé défausse un joker.",
    happened.CardDiscarded(
        2, Card("J♠"), announced=True
    ): "Chloé défausse V♠ et annonce «\u00a0carte\u00a0».",
    happened.PenaltyDrawn(0, (Card("J♠"), Card("*"))): "Ana pioche V♠ * en pénalité.",
    happened.PenaltyDrawn(0, (Card("?"),)): "Ana pioche 1 carte en pénalité.",
    happened.UpcardPassed(0): "Ana passe.",
    happened.DiscardForSale(0, 1): "Ana peut prendre une carte de la défausse hors de son tour.",
    happened.DiscardBought(0, Card("7♠"), (Card("K♥"),)): "Ana achète 7♠ et prend aussi R♥.",
    happened.DiscardBought(0, Card("7♠"), (UNKNOWN,)): "Ana achète 7♠ et prend aussi 1 carte de la pioche.",
    happened.DiscardBought(0, Card("7♠")): "Ana achète 7♠.",
    happened.PlayerFolded(0, 20): "Ana se retire de la manche pour 20 points.",
    happened.PlayerFolded(0, 80, True): "Ana fait une fausse annonce et sort de la manche pour 80 points.",
    happened.TableRearranged(0, (Card("6♠"),), ()): "Ana pose 6♠.",
    happened.TableRearranged(0, (Card("6♠"),), (), (Source("6♥", 0),)): "Ana pose 6♠ et réarrange la table.",
    happened.TableRearranged(0, (Card("6♠"),), (), points=30): "Ana ouvre avec 6♠ (30 points).",
    happened.TurnedShown(0, Card("K♥")): "Ana montre R♥, un exemplaire de la carte retournée.",
    happened.HandShown(
        0, KnockKind.PAIRS, None, (TableMeld(0, 0, Group("7♠ 7♠", suits="same")),), Cards()
    ): "Ana annonce en paires, avec 7♠ 7♠.",
    happened.HandShown(0, KnockKind.KNOCK, None, (RUN,), Cards("2♥")): "Ana frappe avec 5♠ 6♠ 7♠.",
    happened.HandShown(0, KnockKind.GIN, None, (RUN,), Cards()): "Ana fait gin avec 5♠ 6♠ 7♠.",
    happened.HandShown(
        0, KnockKind.BIG_GIN, None, (), Cards()
    ): "Ana fait grand gin avec aucune combinaison.",
    happened.RoundEnded(Outcome(winner=1)): "Bruno termine.",
    happened.RoundEnded(Outcome(winner=1, all_at_once=True)): "Bruno termine d'un seul coup.",
    happened.RoundEnded(Outcome(winner=None)): "La manche est nulle\u00a0: personne ne la gagne.",
    happened.RoundEnded(Outcome(winner=None, complete=True)): "Tous les joueurs ont posé leur contrat.",
    happened.RoundEnded(
        Outcome(winner=1, deadwood=(Cards("K♥"), Cards()))
    ): "Cartes hors combinaison\u00a0: Ana (R♥), Bruno (-). Bruno gagne la manche.",
    happened.RoundEnded(
        Outcome(winner=None, deadwood=(Cards("K♥"), Cards("K♠")))
    ): "Cartes hors combinaison\u00a0: Ana (R♥), Bruno (R♠). La manche est finie\u00a0: personne ne marque de points.",
    happened.RoundScored(WON): "Ana\u00a0: 0\nBruno\u00a0: 100 (pas ouvert 100)",
    happened.RoundScored(attrs.evolve(WON, completed=(1, 0))): "Contrats posés par Bruno et Ana.",
    happened.RoundCounted((0, 100), ((0,), (1,)), 1): "Totaux\u00a0: Ana (0), Bruno (100).",
    happened.RoundCounted((0, 0), ((0,), (1,)), 1, (2, 1)): "Prochain contrat\u00a0: Ana (2), Bruno (1).",
    happened.LastRoundAnnounced(1): "Bruno annonce la dernière manche.",
    happened.LastRoundAnnounced(): "Cette manche est la dernière.",
    happened.PlayerLeft(1): "Bruno quitte la partie.",
    happened.MatchEnded((0,)): "Ana gagne la partie.",
    happened.MatchEnded((0, 1, 2)): "Ana, Bruno et Chloé gagnent la partie.",
    happened.TakenBack(3): "Le dernier coup est annulé.",
}


def test_every_move_is_a_sentence() -> None:
    for move, french in MOVES.items():
        assert text(move, "fr", table=[RUN]) == french
        assert not FOREIGN.search(text(move, "fr"))
        assert "{" not in text(move) + text(move, "fr")
    assert {type(move) for move in MOVES} == set(MOVE_TYPES)
    assert text(parse_turn("draw; discard K♠"), "fr") == "piocher, puis défausser R♠"
    assert text(LayDown("J♠ Q♠ K♠", points=30), "fr") == "poser V♠ D♠ R♠ (30 points)"
    assert text(LayOff("Q♣", 2)) == "add Q♣ to meld 2"


def test_every_event_is_a_sentence() -> None:
    for event, french in EVENTS.items():
        assert text(event, "fr", NAMES) == french
        for said in (text(event), text(event, "fr")):
            assert said[0] == said[0].upper() or isinstance(event, happened.RoundScored)
            assert "{" not in said
            assert "…" not in said
    assert {type(event) for event in EVENTS} == set(EVENT_TYPES)
    assert text(happened.TurnBegun(0, 1, Phase.DRAW), "fr") == "C'est au joueur 0 de jouer."
    assert text(happened.TurnBegun(0, 1, Phase.DRAW)) == "It is player 0's turn."


DUTIES = {
    "en": {"place K♥", "go out", "lay 7 more points"},
    "fr": {"poser R♥", "terminer", "poser encore 7 points"},
}


@pytest.mark.parametrize("lang", DUTIES)
def test_every_duty_is_a_sentence(lang: str) -> None:
    said = {text(Duty(kind, Card("K♥"), 7), lang) for kind in DutyKind}
    assert said == DUTIES[lang]


def test_every_refusal_has_names_and_melds_in_it() -> None:
    for code in Reason:
        blanks = re.findall(r"\{(\w+)", code.template)
        params: dict[str, Any] = dict.fromkeys(blanks, "7") | {"player": 1, "by": 0, "meld": 0}
        violation = Violation(code, None, {name: params[name] for name in blanks})
        said = text(violation, "fr", NAMES, [RUN])
        assert ("Bruno" in said) == ("player" in blanks), said
        assert ("Ana" in said) == ("by" in blanks), said
        assert ("5♠ 6♠ 7♠" in said) == ("meld" in blanks), said
        plain = text(violation, "fr")
        assert not re.search(r"\b(de le|à le|de A|le joueur joueur)\b", f"{said} {plain}"), said
        assert text(violation) == sentence(violation)


def test_seats_have_names_and_words_fit_them() -> None:
    wrong = Violation(Reason.NOT_YOUR_TURN, None, {"player": 1, "by": 0})
    assert text(wrong, "fr", NAMES) == "c'est le tour de Bruno, pas d'Ana"
    assert text(wrong, "fr", ("Émile", "Hugo")) == "c'est le tour d'Hugo, pas d'Émile"
    assert text(wrong, "fr", ("", "Bruno")) == "c'est le tour de Bruno, pas du joueur 0"
    assert text(wrong) == str(wrong) == "it is player 1's turn, not player 0's"
    line = ScoreLine(1, 22, (ScoreReason("deadwood", 22, {"player": 0}),))
    assert text(line, "fr", NAMES) == "Bruno\u00a0: 22 (bois mort d'Ana\u00a0: 22)"
    assert text(line) == str(line) == "player 1: 22 (deadwood of player 0: 22)"


def test_values_on_a_screen_have_sentences() -> None:
    hands, table = ["8♠ K♦ 2♣", "3♦ 4♦"], [(0, "5♠ 6♠ 7♠")]
    position = built(variant=variants.CLASSIC_51, hands=hands, table=table, phase="play")
    first, second = position.placements("8♠")[0], position.placements("K♦")[0]
    assert text(first, "fr", table=position.table) == "ajouter 8♠ à 5♠ 6♠ 7♠"
    refused = text(second, "fr", table=position.table)
    assert refused == "ajouter R♦ à 5♠ 6♠ 7♠\u00a0: R♦ ne complète pas 5♠ 6♠ 7♠"
    advice = text(hint(position), "fr", table=position.table)
    assert advice == "Ajouter 8♠ à 5♠ 6♠ 7♠. Une carte de moins dans votre main."
    assert text(Phase.DRAW, "fr") == "pioche"
    assert text(RUN, "fr") == "5♠ 6♠ 7♠"
    assert text(Outcome(winner=1), "fr", NAMES) == "Bruno termine."
    assert text([], "fr") == ""


def test_a_turn_is_one_sentence() -> None:
    events = (
        happened.StockDrawn(0, Card("K♥")),
        happened.TurnChanged(0, TurnFacts(duties=[Duty("go_out")])),
        happened.MeldsLaid(0, (RUN,)),
        happened.CardDiscarded(0, Card("K♥")),
        happened.TurnBegun(1, 1, Phase.DRAW),
        happened.StockDrawn(1, Card("?")),
        happened.StockRecycled(1),
        happened.CardDiscarded(1, Card("2♥")),
    )
    assert text(events, "fr", NAMES).splitlines() == [
        "Ana pioche R♥, pose 5♠ 6♠ 7♠ et défausse R♥.",
        "Bruno pioche une carte.",
        "La défausse est mélangée\u00a0: elle forme une nouvelle pioche de 1 carte.",
        "Bruno défausse 2♥.",
    ]
    arabic = text(events, "ar", NAMES).splitlines()[0].replace("\u2068", "").replace("\u2069", "")
    assert arabic == "Ana يسحب K♥، ويُنزل 5♠ 6♠ 7♠ ويرمي K♥."


def _words(said: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+(?:![rs])?(:[^{}]*)?\}", r" \1 ", said).lower()))


def foreign() -> re.Pattern[str]:
    """Return the words of the English messages that no French message has."""
    french = language("fr")
    english = {word for _, message in messages() for word in _words(message)}
    own = {word for context, message in messages() for word in _words(french.message(context, message))}
    return re.compile(rf"\b({'|'.join(sorted(english - own))})\b", re.IGNORECASE)


FOREIGN = foreign()

PLAYED = {slug: Case(variants.get(slug), 2, 1, 200, "") for slug in SLUGS} | CASES


def test_the_list_of_english_words_finds_them() -> None:
    for word in ("draws", "the", "discards", "player", "opens", "goes", "knock"):
        assert FOREIGN.search(word)


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("name", PLAYED)
def test_the_story_of_a_match_in_french_has_no_english_word(name: str) -> None:
    from random import Random

    case, rng = PLAYED[name], Random(5)
    match = Match.start(case.variant, players=case.players, seed=2)
    for _ in range(300):
        if match.over:
            break
        if match.deciding:
            match = match.buy_in()
        else:
            match = match.next_round() if match.round.over else match.play(choose(rng, match.round))
    for viewer in (None, 0):
        story = text(match.events(viewer), "fr", NAMES)
        assert not FOREIGN.search(story), FOREIGN.search(story)
        for event in match.events(viewer):
            said = text(event, "fr", NAMES)
            assert said
            assert not re.search(r"[{}…]", said)
            assert not FOREIGN.search(said), said


def test_moves_are_read_in_french_words() -> None:
    for english, typed in (
        ("draw", "pioche"),
        ("take", "prend"),
        ("lay 7♠ 8♠ 9♠ from 3:8♠ + K♦ K♥ K♣", "Pose 7P 8P 9P de 3:8P + RK RC RT"),
        ("off Q♣ > 2 low; discard K♥ silent", "ajouter DT > 2 début; jeter RC muet"),
        ("swap 4♠ > 1@3", "échange 4♠ > 1@3"),
        ("off A♠ > 2 high; end lay-offs", "ajoute AP > 2 fin de suite; fin"),
        ("knock K♥ with nothing", "frapper RC avec rien"),
        ("big gin", "grand gin"),
        ("lay 7♠ * * (run 7♠)", "pose 7♠ * * (suite 7♠)"),
        ("discard K♥ carte", "discard K♥ carte"),
    ):
        assert neutral(typed, "fr") == english
        assert neutral(english, "en") == english
    assert all(language("fr").knows("move.word", word) for word in MOVE_WORDS)


def test_moves_are_written_as_they_are_read() -> None:
    for move in small()["Move"]:
        for lang in ("en", "fr"):
            assert neutral(worded(move, lang), lang) == str(move)
    french = worded("lay 7♠ 8♠ 9♠ from 3:8♠; discard K♥ silent", "fr")
    assert french == "pose 7♠ 8♠ 9♠ de 3:8♠; défausse R♥ muet"


CLEAN = variants.CLASSIC_51.with_(opening={"minimum": 0, "all_at_once_requires": "full"})


@pytest.mark.parametrize(
    ("variant", "needs", "says", "why"),
    [
        (variants.CLASSIC_51, "points", "opens with", "You open with"),
        (CLEAN, "melds", "opens with", "You open with these melds"),
        (variants.FRUSTRATION, "melds", "lays contract", "You open with these melds"),
        (variants.BASIC_RUMMY, None, "lays", "You get rid of"),
        (variants.RUMMY_500, None, "lays", "You get rid of"),
    ],
    ids=lambda value: getattr(value, "slug", None),
)
def test_openings_are_mentioned_if_required(variant: Variant, needs: str | None, says: str, why: str) -> None:
    seed, position = 0, Round.deal(variant, players=3, seed=0)
    while True:
        view = position.view(position.player)
        move = GreedyBot().choose(view)
        if isinstance(move, LayDown) and not position.opened[position.player]:
            break
        position = position.play(move)
        if position.over:
            seed += 1
            position = Round.deal(variant, players=3, seed=seed)
    said = text(hint(view))
    assert why in said
    assert ("points" in said) is (needs == "points")
    laid = next(event for event in position.step(move)[1] if isinstance(event, happened.MeldsLaid))
    assert laid.needs == needs
    assert text(laid, "en", NAMES).partition(" ")[2].startswith(says)
    assert ("points" in text(laid)) is (needs == "points")


def test_moves_in_refusals_have_the_words_of_the_language() -> None:
    session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
    for player, move in ((0, "pass"), (1, "pass"), (0, "draw")):
        session = session.play(move, player)
    undo = text(refusal(InvalidMatch, session.undo, by=0), "fr").replace("\u00a0", " ")
    assert undo == "« pioche » ne peut pas être annulé : une carte a été piochée"
    for each in small()["Move"]:
        wrong = Violation(Reason.UNDO_OTHER, None, {"move": each, "player": 1})
        said = text(wrong, "fr", ["Ana", "Bruno"])
        assert said.replace("\u00a0", " ").startswith(f"« {worded(each, 'fr')} » ne peut pas être annulé")
        assert not FOREIGN.search(said), said
        assert text(wrong, "en") == wrong.text
    (unread,) = session.match.round.explain("xx")
    assert "attendait pioche, prends, touche," in text(unread, "fr")


@pytest.mark.parametrize(
    ("typed", "column", "found"),
    [
        ("défausse", 9, None),
        ("pioche; prends avec", 16, "avec"),
        ("pose 7P 8P 9P + 10C 10K 10T; défausse ZZ", 39, "ZZ"),
        ("pose 10P 9P * (suite 10P, jeter", 25, ","),
        ("xx", 1, "xx"),
    ],
)
def test_places_refer_to_the_typed_text(typed: str, column: int, found: str | None) -> None:
    (wrong,) = refusal(InvalidText, read, parse_turn, typed, "fr").violations
    assert (wrong["column"], wrong["found"]) == (column, found)


def test_text_typed_without_french_letters_of_cards() -> None:
    assert read(str, "défausse Dc", "fr", cards=False) == "discard Dc"


@pytest.mark.parametrize("lang", languages())
def test_unknown_codes_and_inconsistent_events_have_texts(lang: str) -> None:
    """A code that is not built in, and events with cards that their melds do not have."""
    for advice in (Hint(DrawStock(), "own_reason"), Hint(DrawStock(), "useless")):
        assert text(advice, lang)
        assert str(advice)
    assert str(Hint(DrawStock(), "own_reason")) == "draw: own reason"
    laid = TableMeld(3, 1, variants.CLASSIC_51.meld("3♠ 4♠ 5♠"))
    for event in (
        happened.CardLaidOff(0, Card("K♥"), laid),
        happened.WildRecovered(0, Card("K♥"), Card("*"), laid, 1),
        happened.WildRecovered(0, Card("4♠"), Card("*"), laid, 9),
        happened.WildRecovered(0, Card("4♠"), Card("*"), laid, 1, Card("K♥")),
    ):
        assert text(event, lang)
