"""Keep the score of an evening in a web form: `python examples/score_form.py serve`, then http://localhost:8000."""

import sys
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl
from wsgiref.simple_server import make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from rami import RamiError, variants
from rami.ext import json, svg
from rami.locales import text
from rami.matches import ScoreSheet
from rami.notation.sheets import sheet_text

FILE, NEW = Path("evening.json"), ScoreSheet(variants.RAMI_500, ["Anna", "Ben", "Carl"])


def application(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Carry out a request from the form; return a page with the sheet, the next dealer and the form."""
    sheet, said = json.loads(FILE.read_text("utf-8"), ScoreSheet) if FILE.exists() else NEW, ""
    body = environ["wsgi.input"].read(min(int(environ.get("CONTENT_LENGTH") or 0), 10_000))
    form = dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    try:
        if form.get("do") == "enter":
            left = [form.get(f"left{seat}", "") for seat in range(len(sheet.names))]
            number = int(form.get("number") or 0) or None
            sheet = sheet.enter_typed(left, winner=form["who"] or None, number=number)
        elif form:
            sheet = sheet.undo() if form["do"] == "undo" else sheet.penalty(form["who"], int(form["points"]))
        FILE.write_text(json.dumps(sheet), "utf-8")
    except RamiError as error:
        said = text(error, "en", sheet.names)
    except (KeyError, ValueError):
        said = "a name or a number is missing"
    who = "".join(f"<option>{escape(name)}" for name in ("", *sheet.names))
    fields = "".join(f"<p>{escape(name)} <input name=left{seat}>" for seat, name in enumerate(sheet.names))
    buttons = "".join(f"<button name=do value={do}>{do}</button>" for do in ("enter", "undo", "penalty"))
    page = f"""<!doctype html><meta charset=utf-8><title>Score</title>{svg.score_sheet(sheet).svg}
        <p>{escape(sheet_text(sheet)[-1])} <b>{escape(said)}</b>
        <form method=post><p>Who? <select name=who>{who}</select>{fields}<p>Points, or cards as K 3 A *; no: not opened
        <p>Correct round <input name=number> Penalty <input name=points><p>{buttons}</form>"""
    start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
    return [page.encode()]


if "serve" in sys.argv:
    make_server("localhost", 8000, application).serve_forever()
elif __name__ == "__main__":
    print("\n".join(sheet_text(NEW.enter_typed(["K 3 A *", "", "no 35"], winner="Ben"))))
