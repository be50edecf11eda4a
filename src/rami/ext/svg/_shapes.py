"""The outlines of suits, ranks, court figures, the joker and the back of a card; they need no font.

A card is 100 units wide and 140 high. A suit fills a square of 100 units around its centre. A rank consists of strokes
in a box that is 100 units high. Shapes are SVG code in which a word in braces, such as ``{red}``, stands for a colour
of `style.COLOURS`; ``{ink}`` is the colour of the suit.
"""

from __future__ import annotations

from collections.abc import Mapping

WIDTH, HEIGHT = 100, 140

SUITS: tuple[str, str, str, str] = (
    (
        "M0-48A23 23 0 0 1 17-9.5A23 23 0 1 1 5 22C6 33 10 40 17 46H-17C-10 40-6 33-5 22A23 23 0 1 1-17-9.5A23 23 0 0 1"
        " 0-48Z"
    ),
    "M0-49Q15-22 38 0Q15 22 0 49Q-15 22-38 0Q-15-22 0-49Z",
    "M0 47C-9 31-46 10-46-17C-46-34-35-44-23-44C-12-44-4-37 0-26C4-37 12-44 23-44C35-44 46-34 46-17C46 10 9 31 0 47Z",
    (
        "M0-48C9-32 45-11 45 14C45 28 35 37 24 37C15 37 8 33 4 26C5 35 9 42 15 46H-15C-9 42-5 35-4 26C-8 33-15 37-24 37"
        "C-35 37-45 28-45 14C-45-11-9-32 0-48Z"
    ),
)
"""The outlines of the suits: clubs, diamonds, hearts, spades."""


GLYPHS: Mapping[str, tuple[int, str]] = {
    "1": (40, "M4 16L24 0V100"),
    "A": (72, "M4 100L36 0L68 100M15 66H57"),
    "2": (66, "M5 29C5 11 17 0 33 0C50 0 61 11 61 27C61 46 42 62 6 100H63"),
    "3": (66, "M8 0H60L31 39C50 39 62 50 62 68C62 87 49 100 31 100C17 100 7 93 3 81"),
    "4": (70, "M52 100V0L3 71H67"),
    "5": (66, "M59 0H14L9 46C15 40 23 37 32 37C50 37 62 49 62 68C62 87 48 100 30 100C17 100 7 94 3 83"),
    "6": (
        66,
        "M53 1C27 10 4 38 4 69C4 88 16 100 33 100C50 100 62 88 62 69C62 51 50 40 34 40C19 40 7 50 4 66",
    ),
    "7": (64, "M3 0H61C44 26 30 62 27 100"),
    "8": (
        66,
        (
            "M33 46C19 46 9 37 9 23C9 9 19 0 33 0C47 0 57 9 57 23C57 37 47 46 33 46C16 46 4 56 4 73C4 89 16 100 33 100"
            "C50 100 62 89 62 73C62 56 50 46 33 46Z"
        ),
    ),
    "9": (66, "M13 99C39 90 62 62 62 31C62 12 50 0 33 0C16 0 4 12 4 31C4 49 16 60 32 60C47 60 59 50 62 34"),
    "T": (84, "M3 16L20 0V100M61 0C47 0 41 18 41 50C41 82 47 100 61 100C75 100 81 82 81 50C81 18 75 0 61 0Z"),
    "J": (54, "M50 0V70C50 90 41 100 27 100C13 100 5 92 3 79"),
    "Q": (76, "M38 0C17 0 4 19 4 50C4 81 17 100 38 100C59 100 72 81 72 50C72 19 59 0 38 0ZM46 74L74 105"),
    "K": (68, "M7 0V100M62 0L7 62M27 42L66 100"),
    "O": (76, "M38 0C17 0 4 19 4 50C4 81 17 100 38 100C59 100 72 81 72 50C72 19 59 0 38 0Z"),
    "Y": (70, "M3 0L35 48L67 0M35 48V100"),
    "E": (62, "M60 0H7V100H60M7 48H50"),
    "V": (70, "M3 0L35 100L67 0"),
    "D": (68, "M7 0V100H27C51 100 64 82 64 50C64 18 51 0 27 0Z"),
    "R": (68, "M7 100V0H36C53 0 63 11 63 28C63 45 53 55 36 55H7M36 55L65 100"),
}
"""The width and the strokes of each sign. V, D and R are the French letters for J, Q and K; O, E and Y spell the words
on jokers; 1 is for tiles.
"""

# As on printed cards, the pips in the middle column are placed between the rows of the side columns.
_ROWS = {
    2: ((), (27, 113)),
    3: ((), (27, 70, 113)),
    4: ((27, 113), ()),
    5: ((27, 113), (70,)),
    6: ((27, 70, 113), ()),
    7: ((27, 70, 113), (48.5,)),
    8: ((27, 70, 113), (48.5, 91.5)),
    9: ((27, 55.7, 84.3, 113), (70,)),
    10: ((27, 55.7, 84.3, 113), (41.3, 98.7)),
}
"""The y coordinates of the pips of a rank: first in both side columns, then in the middle column."""


def _pips(sides: tuple[float, ...], middle: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    places = [*((x, y) for y in sides for x in (35, 65)), *((50, y) for y in middle)]
    return tuple(sorted(places, key=lambda place: (place[1], place[0])))


PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {rank: _pips(*rows) for rank, rows in _ROWS.items()}
"""The coordinates of the pips of a rank; pips in the lower half are drawn upside down."""

_ROBE = (
    '<path d="M25 70V61C31 54 41 51 50 51C59 51 69 54 75 61V70Z" fill="{ink}"/>'
    '<path d="M42 51.5L50 66L58 51.5L62 53L52 70H48L38 53Z" fill="{gold}"/>'
)
_NECK = '<path d="M46 44H54V53C54 56 46 56 46 53Z" fill="{skin}"/>'
_HEAD = '<ellipse cx="50" cy="39" rx="8.5" ry="10" fill="{skin}"/>'
_EYES = (
    '<path d="M46.5 38.4V39.2M53.5 38.4V39.2" stroke="{line}" stroke-width="1.6" stroke-linecap="round"/>'
    '<path d="M48 44.2Q50 45.4 52 44.2" fill="none" stroke="{line}" stroke-linecap="round"/>'
)

# Some programs draw nothing for a line of length 0, so a dot is a stroke of length .01 with round ends.
COURTS: Mapping[int, str] = {
    11: (
        '<path d="M39 33C36 41 38 47 40 49H60C62 47 64 41 61 33Z" fill="{hair}"/>'
        f"{_ROBE}{_NECK}{_HEAD}{_EYES}"
        '<path d="M40 36C39 33 43 30 50 30C57 30 61 33 60 36C57 33 43 33 40 36Z" fill="{hair}"/>'
        '<path d="M37 33C36 25 45 21 55 23C61 24 64 28 63 33C55 29 45 29 37 33Z" fill="{ink}"/>'
        '<path d="M37 33C45 29 55 29 63 33" fill="none" stroke="{gold}" stroke-width="2" stroke-linecap="round"/>'
        '<path d="M58 29C63 27 66 23 66 18C61 19 57 23 56 28Z" fill="{gold}"/>'
    ),
    12: (
        '<path d="M50 26C41 26 38 33 38 40C38 48 36 53 33 57C40 61 60 61 67 57C64 53 62 48 62 40C62 33 59 26 50 26Z"'
        ' fill="{hair}"/>'
        f"{_ROBE}{_NECK}{_HEAD}{_EYES}"
        '<path d="M41 39C41 32 45 30 50 30C55 30 59 32 59 39C57 35 54 33 50 33C46 33 43 35 41 39Z" fill="{hair}"/>'
        '<path d="M42 31L39 22L45.5 26L50 20L54.5 26L61 22L58 31Q50 28 42 31Z" fill="{gold}"/>'
        '<path d="M39 21.5h.01M50 19h.01M61 21.5h.01" stroke="{ink}" stroke-width="4" stroke-linecap="round"/>'
        '<path d="M44 54h.01M47 57.5h.01M53 57.5h.01M56 54h.01" stroke="{paper}" stroke-width="2"'
        ' stroke-linecap="round"/>'
    ),
    13: (
        '<path d="M39 33C35 41 37 49 39 51H61C63 49 65 41 61 33Z" fill="{hair}"/>'
        f"{_ROBE}{_NECK}{_HEAD}{_EYES}"
        '<path d="M41.5 40C41 53 46 59 50 61C54 59 59 53 58.5 40C57 43 55 42.5 53 41.5Q50 43.5 47 41.5'
        'C45 42.5 43 43 41.5 40ZM47.5 45Q50 47 52.5 45Q50 44 47.5 45Z" fill="{hair}" fill-rule="evenodd"/>'
        '<path d="M39 32L36 19L43.5 25L50 16L56.5 25L64 19L61 32Q50 28 39 32Z" fill="{gold}"/>'
        '<path d="M40.5 29.5Q50 25.5 59.5 29.5" fill="none" stroke="{ink}" stroke-width="1.8"/>'
        '<path d="M50 22.5l2 2.5-2 2.5-2-2.5Z" fill="{ink}"/>'
    ),
}
"""The upper halves of the jack, queen and king; the lower half is the same shape upside down."""

JESTER = (
    '<path d="M30 108L34 122L42 114L50 124L58 114L66 122L70 108Q50 100 30 108Z" fill="{gold}"/>'
    '<path d="M33 84H67C67 102 60 112 50 112C40 112 33 102 33 84Z" fill="{skin}"/>'
    '<path d="M26 76C22 70 15 69 10 72C14 55 30 46 42 54C44 44 48 38 50 36V86H31Z" fill="{one}"/>'
    '<path d="M74 76C78 70 85 69 90 72C86 55 70 46 58 54C56 44 52 38 50 36V86H69Z" fill="{two}"/>'
    '<path d="M29 78Q50 70 71 78L69 88Q50 80 31 88Z" fill="{gold}"/>'
    '<path d="M10 74h.01M90 74h.01M50 33h.01" stroke="{gold}" stroke-width="8" stroke-linecap="round"/>'
    '<path d="M43.5 93v1.5M56.5 93v1.5" stroke="{line}" stroke-width="2.4" stroke-linecap="round"/>'
    '<path d="M42 101Q50 108 58 101" fill="none" stroke="{line}" stroke-width="1.8" stroke-linecap="round"/>'
)


# Compute the ends of the lines, because a clip path would need a separate id in each picture.
def _lattice(left: int, top: int, right: int, bottom: int, step: int) -> str:
    """Return diagonal lines, in both directions, inside a rectangle."""
    found: list[str] = []
    for offset in range(left - bottom + step // 2, right - top, step):
        low, high = max(left, top + offset), min(right, bottom + offset)
        if low < high:
            found.append(f"M{low} {low - offset}L{high} {high - offset}")
            found.append(f"M{left + right - low} {low - offset}L{left + right - high} {high - offset}")
    return "".join(found)


BACK = (
    '<rect x="6" y="6" width="88" height="128" rx="5" fill="{back}"/>'
    '<path d="' + _lattice(10, 10, 90, 130, 10) + '" fill="none" stroke="{weave}" stroke-width="1.2"/>'
    '<rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="{weave}" stroke-width="2"/>'
    '<path d="M50 46L68 70L50 94L32 70Z" fill="{back}" stroke="{weave}" stroke-width="2"/>'
    '<path d="M50 57L60 70L50 83L40 70Z" fill="{weave}"/>'
)
