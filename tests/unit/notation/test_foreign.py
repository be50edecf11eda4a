"""Formats of other programs: reading, writing if they can express a value, and refusals with the place of a fault."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.playing import end_of, matches, round_played
from tests.support.refusals import refusal
from tests.support.strategies import many

from rami import Cards, Match, PlayerView, Setup, variants
from rami.errors import InvalidText
from rami.notation.foreign import (
    PbnDeal,
    deal_text,
    log_text,
    parse_deal,
    parse_deals,
    parse_log,
    parse_shorthand,
    shorthand_text,
)

GIN = variants.GIN
CONTRACT_RUMMY = variants.LIVERPOOL.with_(
    name="Contract Rummy",
    slug="contract-rummy",
    equipment={"players": (2, 2), "packs": 1, "jokers": 4},
    dealing={"starter_extra": 1, "upcard": False, "hand_size": 10},
    drawing={
        "starter_turn": "discard_only",
        "buy": None,
        "buy_price": 0,
        "buy_limit": None,
        "buy_when_down": True,
    },
    opening={
        "contracts": ("group 3 + group 3", "group 3 + run 4", "run 4 + run 4", "group 3 + group 3 + group 3"),
        "lay_down_all": False,
    },
    closing={"final_discard": "optional"},
    match={"rounds": {}, "hands": 4, "turn_cap": 60},
)


def fault(tried: Callable[..., object], *given: object) -> tuple[str, object, object]:
    """Return the code of the first violation of a call, its line and its character."""
    first = refusal(InvalidText, tried, *given).violations[0]
    params = dict(first.params)
    return str(first.code), params.get("line"), params.get("column")


# Shorthand


def test_melds_in_shorthand() -> None:
    spellings = {
        "J♠ Q♠ K♠": ("js-k", "j-ks", "JS - KS"),
        "A♥ 2♥ 3♥ 4♥": (" a-4h ",),
        "9♦ T♦": ("9♦-10",),
        "T♣ J♣ Q♣": ("10c-q",),
        "8♣ 8♦ 8♥": ("8", "8c 8d 8h"),
        "T♣": ("T", "10"),
        "J♥ J♦ J♠": ("HJ DJ ♠J",),
        "9♠": ("9s",),
    }
    for cards, texts in spellings.items():
        assert {" ".join(map(str, parse_shorthand(text, "8♣ 8♦ 8♥ T♣"))) for text in texts} == {cards}


def test_invalid_shorthand_is_refused() -> None:
    wrong = {1: ("",), 3: ("  5", "j-k"), 4: ("js-", "js-x", "jh-ks", "ks-j", "ks-k", "qs-a", "js-k 2h")}
    for column, texts in wrong.items():
        for text in texts:
            assert fault(parse_shorthand, text) == ("text_expected", None, column), text
    assert fault(parse_shorthand, "x") == ("unknown_card", None, 1)
    assert fault(parse_shorthand, "9" * 2000) == ("text_too_long", None, None)


@given(st.sampled_from("CDHS"), st.integers(0, 9), st.integers(3, 10), st.booleans())
def test_shorthand_is_read_back(suit: str, low: int, size: int, run: bool) -> None:
    ranks = "A23456789TJQK"
    ranked, suited = (
        [f"{rank}{suit}" for rank in ranks[low : low + size]],
        [f"{ranks[low]}{each}" for each in "CDHS"],
    )
    cards = ranked if run else suited
    meld = GIN.meld(" ".join(cards))
    assert GIN.meld(parse_shorthand(shorthand_text(meld))) == meld


def test_runs_that_end_with_the_ace_are_written_out_and_jokers_never() -> None:
    high = variants.CLASSIC_51.meld("Q♠ K♠ A♠")
    assert shorthand_text(high) == "QS KS AS"
    assert variants.CLASSIC_51.meld(parse_shorthand(shorthand_text(high))) == high
    assert fault(shorthand_text, variants.CLASSIC_51.meld("Q♠ K♠ *"))[0] == "no_jokers"


# Deals


def test_deals_of_files_for_other_games() -> None:
    text = (
        "% PBN 2.1\n"
        '[Event "Avoid leading trump"]\n'
        '[GameOptionsJson "{\\"numDecks\\":2}"]\n'
        '[Deal "N:- QT.QT.K9.JJ - -"]\n'
        '[Play "E"]\n'
        "D9 - - -\n"
        '[Event "Two \\"players\\""]\n'
        '  [Deal "s:AK2.T9.. 3.4.5.67"]\n'
    )
    first, second = parse_deals(text)
    assert (first.event, first.sides) == ("Avoid leading trump", ("N", "E", "S", "W"))
    assert first.hands[1] == Cards("Q♠ T♠ Q♥ T♥ K♦ 9♦ J♣ J♣")
    assert first.hands[0] == Cards("? " * 8)
    assert (second.event, second.sides) == ('Two "players"', ("S", "N"))
    assert second.hands == (Cards("A♠ K♠ 2♠ T♥ 9♥"), Cards("3♠ 4♥ 5♦ 6♣ 7♣"))
    assert parse_deals("no tags") == ()


def test_a_deal_makes_a_position_known_from_one_seat() -> None:
    deal = parse_deal("S:AK2.T98.QJ.76 -")
    view = PlayerView.from_setup(Setup(variant=GIN, hands=deal.hands, discards="5♥"))
    assert (view.hand, view.stock_size) == (deal.hands[0], 52 - 21)


def test_invalid_deals_are_refused() -> None:
    wrong = {
        1: ("", "AK2.T9.. -", "X:AK2.T9.. -", "E:AK2.T9.. -"),
        12: ("S:AK2.T9.. 3.4.5", "S:AK2.T9..  -"),
        16: ("S:AK2.T9.. 3.4.x.",),
    }
    for column, texts in wrong.items():
        for text in texts:
            assert fault(parse_deal, text) == ("text_expected", None, column), text
    assert fault(parse_deal, "S:AK2.T9..") == ("too_small", None, 1)
    assert fault(parse_deal, "S:" + "- " * 9 + "-") == ("too_large", None, 1)


def test_faults_of_a_file_have_their_line() -> None:
    assert fault(parse_deals, '[Event "x"]\n\n[Deal "S:AK.. -"]') == ("text_expected", 3, 10)
    assert fault(parse_deals, "% x\n [Deal N]") == ("text_expected", 2, 2)


naturals = st.lists(st.integers(0, 51), max_size=15).map(Cards.from_ids)


@given(st.integers(2, 6), st.data())
def test_deals_are_read_back(players: int, data: st.DataObject) -> None:
    sides = parse_deal(f"S:{' '.join('-' * players)}").sides
    turn = data.draw(st.integers(0, players - 1))
    known = data.draw(st.lists(naturals.filter(bool), min_size=players, max_size=players))
    most = max(map(len, known))
    hidden = data.draw(st.lists(st.booleans(), min_size=players, max_size=players))
    # Somebody's hand must say how many cards an unknown one has.
    hidden[known.index(max(known, key=len))] = False
    hands = [Cards("? " * most) if secret else hand for hand, secret in zip(known, hidden, strict=True)]
    deal = PbnDeal((*sides[turn:], *sides[:turn]), hands)
    assert parse_deal(deal_text(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal
    (again,) = parse_deals(f'[Event "x"]\n[Deal "{deal_text(deal)}"]')
    assert (again.hands, again.event) == (deal.hands, "x")


def test_pbn_has_no_sign_for_some_cards() -> None:
    assert fault(deal_text, PbnDeal(("S", "N"), ["A♠ *", "K♠"]))[0] == "no_jokers"
    assert fault(deal_text, PbnDeal(("S", "N"), ["A♠ ?", "K♠"]))[0] == "card_unknown"
    assert fault(PbnDeal, ("N", "E"), ["A♠", "K♠"])[0] == "not_one_of"
    assert fault(PbnDeal, ("N",), ["A♠"])[0] == "too_small"


# Logs


def line(event: str, **facts: Any) -> str:
    return json.dumps({"event": event, **facts}, ensure_ascii=False)


def action(player: str, name: str, event: str = "", asked: object = None, **payload: Any) -> str:
    events = [{"type": event, "payload": {"playerId": player, **payload}}] if event else []
    facts = {"actionType": name, "playerId": player, "events": events}
    return line("game_action", **facts, action={"type": name, "payload": {"position": asked}})


def brackets(cards: str) -> list[str]:
    return [f"[{card}]" for card in cards.split()]


def discarded(player: str, card: object) -> str:
    return action(player, "DISCARD", "CARD_DISCARDED", cardId=card)


def drawn(player: str, cards: object) -> str:
    return action(player, "DRAW", "CARD_DRAWN", cardIds=cards, n=1)


def extended(meld: int, event: str = "MELD_EXTENDED", *asked: object) -> str:
    return action("b", "ADD_TO_MELD", event, *asked, cardId="[3♣]", meldIndex=meld)


HANDS = ("2♦ 4♠ 9♦ 7♥ A♦ 🃏 6♠ 5♣ Q♦ J♠", "6♣ 3♦ 9♥ 2♥ 🃏 🃏 K♣ 9♣ J♦ A♠ 10♥")
REST = Cards.from_ids([*range(52), 52, 52, 52, 52]) - Cards(HANDS[0]) - Cards(HANDS[1]) - Cards("3♥ 8♣ 3♣")
DECK = [*brackets(" ".join(map(str, REST))), *brackets("3♣ 8♣ 3♥")]
PLAYERS = [
    {"id": name, "name": name, "startingHand": brackets(hand)} for name, hand in zip("ab", HANDS, strict=True)
]
START = line("game_initial_snapshot", dealerIndex=0, deck=DECK, players=PLAYERS)
PLAYED = [
    line("game_started", gameId="x"),
    action("a", "JOIN", "PLAYER_JOINED"),
    START,
    discarded("b", "[A♠]"),
    action("b", "END_TURN", "TURN_STARTED", playerIndex=0),
    action("a", "DISCARD", "ERROR", message="Must draw a card before discarding"),
    action("a", "TAKE_FROM_DISCARD", "CARD_DRAWN", cardIds=["[A♠]"], n=1, source="discard"),
    discarded("a", "[Q♦]"),
    "",
    drawn("b", ["[3♥]"]),
    action(
        "b",
        "LAY_DOWN",
        "MELD_LAID",
        melds=[{"type": "set", "cards": brackets(cards)} for cards in ("3♦ 3♥ 🃏", "9♣ 9♥ 🃏")],
    ),
    discarded("b", "[10♥]"),
    drawn("a", ["[8♣]"]),
    discarded("a", "[A♦]"),
    drawn("b", ["[3♣]"]),
    extended(0),
    discarded("b", "[K♣]"),
]


def test_a_log_of_contract_rummy_is_played_by_the_rules() -> None:
    match = parse_log("\n".join(PLAYED), CONTRACT_RUMMY)
    assert (match.round.player, match.round.context.dealer, match.round.opened) == (0, 0, (False, True))
    assert [str(item) for item in match.round.table] == ["3♣ 3♦ 3♥ *", "9♣ 9♥ *"]
    assert match.round.hands[1] == Cards("2♥ 6♣ J♦")
    again = parse_log(log_text(match, ["Ana", "Bruno"]), CONTRACT_RUMMY)
    assert again.rounds == match.rounds
    assert again == match


@pytest.mark.parametrize(
    ("number", "text", "code"),
    [
        *((4, text, "text_expected") for text in ("[", "[" * 100_000, "9" * 100_000, "[1]")),
        (4, "{}", "key_missing"),
        (4, '{"event": 3}', "wrong_type"),
        (4, action("b", "DISCARD"), "key_missing"),
        (4, discarded("c", "[A♠]"), "not_one_of"),
        (4, discarded("b", "[X♠]"), "unknown_card"),
        (4, discarded("b", 3), "wrong_type"),
        (4, discarded("b", "[3♠]"), "card_not_held"),
        (4, discarded("a", "[2♦]"), "not_your_turn"),
        (4, action("b", "QUIT", "PLAYER_QUIT"), "not_one_of"),
        (10, drawn("b", ["[4♥]"]), "record_differs"),
        (10, drawn("b", "[4♥]"), "wrong_type"),
        (16, extended(7), "too_large"),
        (16, extended(0, "MELD_EXTENDED", "x"), "not_an_integer"),
        (16, START, "round_not_over"),
        (3, START.replace('"dealerIndex": 0', '"dealerIndex": 2'), "not_a_seat"),
        (3, START.replace('"[2♦]", ', ""), "wrong_count"),
        (3, START.replace("[2♦]", "[A♠]"), "cards_lost"),
        (3, START.replace('"id": "b"', '"id": "a"'), "wrong_count"),
    ],
)
def test_invalid_logs_are_refused_with_the_line(number: int, text: str, code: str) -> None:
    lines = [*PLAYED[: number - 1], text, *PLAYED[number:]]
    column = 1 if code == "text_expected" else None
    assert fault(parse_log, "\n".join(lines), CONTRACT_RUMMY) == (code, number, column)


def test_a_log_without_a_deal_is_refused() -> None:
    assert fault(parse_log, "\n".join(PLAYED[:2]), CONTRACT_RUMMY) == ("no_deal", None, None)


def test_a_log_of_another_dealer_is_refused() -> None:
    rules = CONTRACT_RUMMY.with_(match={"first_dealer": 1})
    assert fault(parse_log, "\n".join(PLAYED), rules) == ("record_differs", 3, None)


@many(20)
@given(st.sampled_from([CONTRACT_RUMMY, variants.CLASSIC_51]), st.integers(0, 500))
def test_matches_are_read_back(variant: Any, seed: int) -> None:
    start = Match.start(variant.with_(match={"turn_cap": 40}), players=2, seed=seed)
    match = end_of(matches(start), 150)
    if not writable(match):
        # Logs have no word for the exchange of a joker, or for discards that become the stock.
        return
    text = log_text(match)
    again = parse_log(text, match.variant)
    assert [steps[1:] for steps in again.rounds] == [steps[1:] for steps in match.rounds]
    assert (again.round.hands, again.round.table) == (match.round.hands, match.round.table)
    assert again.totals == match.totals
    assert log_text(parse_log(log_text(again), match.variant)) == log_text(again)


def writable(match: Match) -> bool:
    try:
        return bool(log_text(match))
    except InvalidText as error:
        return {str(each.code) for each in error.violations} != {"not_writable"}


def test_a_log_has_no_word_for_a_knock_or_a_card_turned_up() -> None:
    plain_gin = GIN.with_(dealing={"upcard": False}, drawing={"upcard_offer": "none"})
    for variant in (plain_gin, variants.BASIC_RUMMY, variants.OKEY):
        match = round_played(Match.start(variant, players=2, seed=1))
        assert fault(log_text, match)[0] == "not_writable"


# Anything


READERS: tuple[Callable[[str], object], ...] = (
    parse_shorthand,
    parse_deal,
    parse_deals,
    lambda text: parse_log(text, CONTRACT_RUMMY),
)


@many(60)
@given(st.integers(0, len(PLAYED) - 1), st.data())
def test_a_damaged_log_is_read_or_refused(place: int, data: st.DataObject) -> None:
    damaged = data.draw(VALUES)
    record = json.loads(PLAYED[place] or "{}")
    key = data.draw(st.sampled_from([*record, "events"]))
    record[key] = damaged
    if key == "events" and isinstance(damaged, dict):
        record[key] = [{"type": "CARD_DRAWN", "payload": damaged}]
    lines = [*PLAYED[:place], json.dumps(record), *PLAYED[place + 1 :]]
    with suppress(InvalidText):
        parse_log("\n".join(lines), CONTRACT_RUMMY)


JSON = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
KEYS = st.sampled_from(
    ["cardIds", "cardId", "melds", "cards", "type", "payload", "meldIndex", "id", "startingHand"]
)
VALUES = st.recursive(JSON, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner))


@pytest.mark.parametrize("read", READERS)
def test_other_values_than_text_are_refused(read: Callable[[Any], object]) -> None:
    assert fault(read, 3)[0] == "not_a_text"
