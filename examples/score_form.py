"""Keep the score of an evening in a web form: `python examples/score_form.py serve`, then http://localhost:8000.

Without `serve` it enters two rounds, corrects the first and prints the sheet. It needs rami and the standard library.
"""

import sys
from html import escape
from pathlib import Path
from urllib.parse import parse_qs
from wsgiref.simple_server import make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from rami import RamiError, variants
from rami.ext import json, svg
from rami.locales import text
from rami.matches import ScoreSheet
from rami.notation.sheets import sheet_text

FILE, LANG = Path("evening.json"), "en"
NEW = ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"])


def entered(sheet: ScoreSheet, form: dict[str, str]) -> ScoreSheet:
    """Return the sheet after what the form asks for."""
    if form["do"] == "undo":
        return sheet.undo()
    if form["do"] == "penalty":
        return sheet.penalty(form["who"], int(form["points"]))
    number = int(form.get("number") or 0) or None
    if not form["who"]:
        return sheet.enter(number=number)  # nobody went out: the round is void
    typed = [form.get(f"left{seat}", "").strip() for seat in range(len(sheet.names))]
    left = [each.removeprefix("no").strip() for each in typed]
    hands = [int(each) if each.isdecimal() else each or None for each in left]
    hands[sheet.seat(form["who"])] = ""
    opened = [not each.startswith("no") for each in typed]
    return sheet.enter(hands, winner=form["who"], opened=opened, number=number)


def page(sheet: ScoreSheet, said: str) -> str:
    """Return the page: the sheet, who deals, and the form."""
    who = "".join(f"<option>{escape(name)}" for name in ("", *sheet.names))
    left = "".join(f"<p>{escape(name)} <input name=left{n}>" for n, name in enumerate(sheet.names))
    buttons = "".join(f"<button name=do value={do}>{do}</button>" for do in ("enter", "undo", "penalty"))
    return (
        f"<!doctype html><meta charset=utf-8><title>Score</title>{svg.score_sheet(sheet, svg.Style(lang=LANG)).svg}"
        f"<p>{escape(sheet_text(sheet, LANG)[-1])} <b>{escape(said)}</b><form method=post>"
        f"<p>Who? <select name=who>{who}</select> {left}<p>Points, or cards as K 3 A *; no: not opened"
        f"<p>Correct round <input name=number> Penalty <input name=points><p>{buttons}</form>"
    )


def application(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Answer a request of WSGI."""
    sheet, said = json.loads(FILE.read_text("utf-8"), ScoreSheet) if FILE.exists() else NEW, ""
    if environ["REQUEST_METHOD"] == "POST":
        body = environ["wsgi.input"].read(min(int(environ["CONTENT_LENGTH"] or 0), 10_000)).decode()
        form = {name: each[0] for name, each in parse_qs(body, keep_blank_values=True).items()}
        try:
            sheet = entered(sheet, form)
            FILE.write_text(json.dumps(sheet), "utf-8")
        except RamiError as error:
            said = text(error, LANG, sheet.names)
        except (KeyError, ValueError):
            said = "a name or a number is missing"
    start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
    return [page(sheet, said).encode()]


if __name__ == "__main__":
    if "serve" in sys.argv:
        make_server("localhost", 8000, application).serve_forever()
    sheet = NEW
    for form in (
        {"do": "enter", "who": "Ben", "left0": "K 3 A *", "left2": "no 35", "number": ""},
        {"do": "enter", "who": "Carl", "left0": "12", "left1": "7", "number": ""},
        {"do": "enter", "who": "Ben", "left0": "K 3", "left2": "no", "number": "1"},
        {"do": "penalty", "who": "Anna", "points": "20"},
    ):
        sheet = entered(sheet, form)
    print("\n".join(sheet_text(sheet)))
