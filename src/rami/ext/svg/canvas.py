"""How pictures are made: SVG elements, a `Canvas` that collects them, and the finished `Picture`.

SVG is written as text in which a *role* in braces, such as ``{paper}``, stands for a colour of `style.COLOURS`. A
`Canvas` replaces the roles with the colours of the theme, and collects the shapes that are drawn more than once. All
ids get a prefix made from the content, so that different pictures on a page do not share ids.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from os import PathLike
from pathlib import Path

import attrs

from rami._base.values import Value
from rami.errors import RamiError, reject
from rami.errors.checks import instance
from rami.ext.svg.style import COLOURS, Style

__all__ = ["Picture"]

_MARK = "\x01"
"""A placeholder for the prefix of ids until the content is known; `plain` removes this character from text."""
_PAINT = re.compile(r'(fill|stroke)="\{(\w+)\}"')
_FIRST_TAG = re.compile(r"<(\w+)")
_TAG = re.compile(r"<[^>]*\{\w+\}[^>]*>")
_FAMILY = "ui-sans-serif,system-ui,sans-serif"
_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "{": "&#123;", "}": "&#125;"}
)


@attrs.frozen(repr=False)
class Picture(Value):
    """A finished picture; notebooks display it.

    Parameters:
        svg: the SVG document.
        title: a short description of the picture in words.
        width: the width of the picture in pixels.
        height: the height of the picture in pixels.
    """

    svg: str
    title: str
    width: int
    height: int

    def save(self, path: str | PathLike[str]) -> None:
        """Write the SVG to a file in UTF-8.

        Parameters:
            path: the path of the file.
        """
        # Write bytes, because text mode would change the line endings on Windows.
        Path(path).write_bytes(self.svg.encode())

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture {self.width}x{self.height}: {self.title}>"


class Canvas:
    """An unfinished picture, to which functions add shapes and text."""

    def __init__(self, style: Style) -> None:
        reject(RamiError, instance("style", style, Style))
        self.style = style
        self._parts: list[str] = []
        self._shared: dict[str, str] = {}
        self._used: set[tuple[str, str]] = set()

    def add(self, svg: str) -> None:
        """Draw SVG code, in which a role in braces stands for a colour."""
        self._parts.append(self._painted(svg))

    def add_below(self, svg: str) -> None:
        """Draw SVG code below everything drawn so far."""
        self._parts.insert(0, self._painted(svg))

    def share(self, name: str, svg: str) -> str:
        """Return a reference to a shape; the picture defines the shape once, however often it is drawn."""
        if name not in self._shared:
            self._shared[name] = _FIRST_TAG.sub(rf'<\1 id="{_MARK}{name}"', self._painted(svg), count=1)
        return f"#{_MARK}{name}"

    def text(
        self,
        x: float,
        y: float,
        room: float,
        size: float,
        words: str,
        role: str,
        *,
        end: bool = False,
        bold: bool = False,
    ) -> None:
        """Draw one line of text that begins at x or, with `end`, ends there; it is cut off after `room` units."""
        whole = plain(words)
        part = _fitting(whole, room, size, bold)
        # The width of text is only an estimate, so a nested svg element cuts it off at the edge in any font.
        inner = room if end else 0
        line = element(
            "text",
            self.style.words.language.isolated(_escaped(part)) + ("" if part == whole else self.tip(whole)),
            x=inner,
            y=size,
            text_anchor="end" if end else None,
            font_family=_FAMILY,
            font_size=size,
            font_weight="bold" if bold else None,
            fill=f"{{{role}}}",
        )
        self.add(element("svg", line, x=x - inner, y=y - size, width=room, height=1.4 * size))

    def tip(self, words: str) -> str:
        """Return a `title` element, which browsers show as a tool tip."""
        return f"<title>{_escaped(plain(words))}</title>"

    def finish(self, width: float, height: float, title: str, details: str = "") -> Picture:
        """Return the finished picture, with a title and a description for screen readers."""
        title, details = plain(title), plain(details)
        shapes = "".join(self._shared.values())
        defs = f"<defs>{shapes}</defs>" if shapes else ""
        described = f' aria-describedby="{_MARK}d"' if details else ""
        desc = f'<desc id="{_MARK}d">{_escaped(details)}</desc>' if details else ""
        pixels = round(width * self.style.scale), round(height * self.style.scale)
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
            f' width="{pixels[0]}" height="{pixels[1]}" role="img" lang="{self.style.words.language.code}"'
            f' aria-label="{_escaped(title)}"{described}>'
            f"<title>{_escaped(title)}</title>{desc}{self._rules()}{defs}{''.join(self._parts)}</svg>\n"
        )
        # The prefix is a hash of the content, not a counter, so that the same values give the same text.
        prefix = self.style.prefix or "r" + hashlib.sha256(text.encode()).hexdigest()[:8]
        return Picture(text.replace(_MARK, f"{prefix}-"), title, *pixels)

    def _painted(self, svg: str) -> str:
        return _TAG.sub(lambda found: self._paint_tag(found[0]), svg)

    def _paint_tag(self, tag: str) -> str:
        classes: list[str] = []

        def colour(found: re.Match[str]) -> str:
            kind, role = found[1], found[2]
            light, dark = COLOURS[role]
            # Only a colour that differs between the light and the dark theme needs a class.
            if self.style.theme == "auto" and light != dark:
                self._used.add((kind, role))
                classes.append(_MARK + kind[0] + role)
            # Write light colours as attributes: style sheets override them, and programs without style sheets use them.
            return f'{kind}="{dark if self.style.theme == "dark" else light}"'

        painted = _PAINT.sub(colour, tag)
        if not classes:
            return painted
        end = "/>" if painted.endswith("/>") else ">"
        return f'{painted.removesuffix(end)} class="{" ".join(classes)}"{end}'

    def _rules(self) -> str:
        """Return a style element with the dark colours, which apply if the reader's system prefers them."""
        if not self._used:
            return ""
        rules = "".join(
            f".{_MARK}{kind[0]}{role}{{{kind}:{COLOURS[role][1]}}}" for kind, role in sorted(self._used)
        )
        return f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>"


def element(tag: str, content: str | None = None, **attributes: float | str | None) -> str:
    """Return an SVG element; underscores in attribute names become hyphens, and attributes of None are left out.

    >>> element("path", d="M0 0H9", stroke="{red}", stroke_width=0.5)
    '<path d="M0 0H9" stroke="{red}" stroke-width=".5"/>'
    """
    written = "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{content}</{tag}>"


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    rx: float,
    fill: str,
    content: str | None = None,
    **lines: float | str | None,
) -> str:
    """Return a rectangle with rounded corners."""
    return element("rect", content, x=x, y=y, width=width, height=height, rx=rx, fill=fill, **lines)


def circle(x: float, y: float, radius: float, fill: str, stroke: str | None = None) -> str:
    """Return a circle, with a thick outline if a stroke colour is given."""
    width = None if stroke is None else 5
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=width)


def number(value: float) -> str:
    """Return a number with at most three decimals, as short as possible and the same on every platform.

    >>> number(3.0), number(0.12345), number(-0.0001)
    ('3', '.123', '0')
    """
    # A thousandth of a unit is far below a pixel, and platforms may differ in the last bits of a float.
    digits = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits.removeprefix("0") or "0"


def plain(words: str) -> str:
    r"""Return text on one line, with U+FFFD for each character that SVG forbids.

    >>> plain("a\tb\x00")
    'a b\ufffd'
    """
    return "".join(_allowed(sign) for sign in words)


def _allowed(sign: str) -> str:
    if sign.isspace():
        return " "
    code = ord(sign)
    # XML forbids control characters, surrogates, U+FFFE and U+FFFF, and the last two code points of each plane are not
    # characters.
    return "\ufffd" if unicodedata.category(sign) in ("Cc", "Cs") or code & 0xFFFE == 0xFFFE else sign


def _escaped(words: str) -> str:
    return words.translate(_ENTITIES)


def _fitting(words: str, room: float, size: float, bold: bool) -> str:
    """Return the text if it fits in any font; otherwise cut it and add an ellipsis."""
    each = size * (0.6 if bold else 0.56)
    used = 0.0
    for index, sign in enumerate(words):
        wide = unicodedata.east_asian_width(sign) in ("W", "F")
        # Combining marks add no width to the letter before them, and East Asian characters are square.
        used += 0 if unicodedata.combining(sign) else size if wide else each
        if used > room:
            # Drop one more letter to make room for the ellipsis.
            return words[: max(index - 1, 1)].rstrip() + "…"
    return words
