"""Write the rulebook of every built-in game in every language, with pictures of its examples."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path

from _traceability import pages_of_rules

from rami import Card, rulebook, variants
from rami.ext import svg
from rami.ext.svg import Style
from rami.locales import language, languages

PAGES = Path(__file__).parent / "rulebook"


def write_rulebooks() -> None:
    """Write the pages and pictures that have changed."""
    (PAGES / "pictures").mkdir(exist_ok=True)
    for slug in variants.available():
        for lang in languages():
            name = slug if lang == "en" else f"{slug}-{lang}"
            variant = variants.get(slug)
            book = rulebook(variant, lang)
            faces = variant.equipment.faces
            style = Style(card_width=42, faces="simple" if faces == "cards" else faces, lang=lang)
            drawn = {
                example.cards: "".join(_picture(group, style) for group in example.cards)
                for section in book.sections
                for example in section.examples
            }
            _write(PAGES / f"{name}.md", _linked(book.markdown(draw=drawn.__getitem__, ids=True), book.rules))
    _write(PAGES / "pictures" / "games.txt", "\n".join(_games()))


def _games() -> Iterator[str]:
    """Yield a table with a link to each rulebook, and the entries of the sidebar."""
    others = [lang for lang in languages() if lang != "en"]
    slugs = sorted(variants.available(), key=lambda slug: variants.get(slug).name)
    yield (
        "| game | players | "
        + " | ".join(language(each).message("language", "English") for each in others)
        + " |"
    )
    yield "|---" * (2 + len(others)) + "|"
    for slug in slugs:
        variant = variants.get(slug)
        least, most = variant.equipment.players
        links = (f"{{doc}}`{slug}-{lang}`" for lang in others)
        players = str(least) if least == most else f"{least} to {most}"
        yield f"| {{doc}}`{variant.name} <{slug}>` | {players} | " + " | ".join(links) + " |"
    for lang in ("", *(f"-{each}" for each in others)):
        yield "\n```{toctree}\n:hidden:\n"
        yield from (f"{slug}{lang}" for slug in slugs)
        yield "```"
    yield ""


def _linked(text: str, rules: Collection[str]) -> str:
    """Return a page in which each rule ID is a link to its entry in the pages that trace the rules."""
    if not rules:
        return text
    longest_first = sorted(rules, key=len, reverse=True)
    pages = pages_of_rules()

    def link(found: re.Match[str]) -> str:
        return f'<a href="{pages[found[0]]}#{found[0]}">{found[0]}</a>'

    return re.sub(rf"\b(?:{'|'.join(longest_first)})\b(?!-)", link, text)


def _picture(cards: tuple[Card, ...], style: Style) -> str:
    """Return Markdown that shows some cards, and draw the picture next to the page."""
    picture = svg.melds((), style, left=cards)
    name = f"pictures/{sha256(picture.svg.encode()).hexdigest()[:16]}.svg"
    _write(PAGES / name, picture.svg)
    return f"![{picture.title}]({name}) "


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
