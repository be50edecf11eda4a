"""Plots of the results as SVG, in colours that are legible on both light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

PURE, COMPILED, PEER = "#e8912d", "#3b8eea", "#8a8f98"
COLOURS = {"pure": PURE, "compiled": COMPILED}
STYLE = (
    "<style>svg:root{color:#24292f}"
    "@media(prefers-color-scheme:dark){svg:root{color:#e6edf3}}"
    ".rami-plot text{fill:currentColor;font:13px sans-serif}"
    ".rami-plot .title{font-weight:bold}"
    ".rami-plot .small{font-size:11px;opacity:.8}.rami-plot .grid{stroke:currentColor;opacity:.15}</style>"
)
WIDTH, BAR, LABEL = 760, 16, 190
SHORTEST = 0.2
"""The length of the shortest bar in a row, in decades of the logarithmic scale."""
DASHES = {"first move": "2 3", "list": "", "explain": "7 4"}


def drawn(results: Mapping[str, Any]) -> dict[str, str]:
    """Return the plots of the measured parts, by name."""
    plots = {"table": ("rates", rates), "curves": ("growth", growth)}
    return {name: draw(results) for part, (name, draw) in plots.items() if part in results}


def rates(results: Mapping[str, Any]) -> str:
    """Return a plot with a bar for each contender in each row, on a logarithmic scale."""
    names = {key: contender["title"] for key, contender in results["contenders"].items()}
    parts: list[str] = []
    y = 24
    shown: list[tuple[Mapping[str, Any], list[tuple[str, float, str]]]] = []
    for row in results["table"]:
        bars = [(names.get(key, key), rate["median"], key) for key, rate in row["rates"].items()]
        bars += [(f"{each['title']} (quoted)", each["rate"], "") for each in row["quoted"]]
        if bars:
            shown.append((row, bars))
    # A decade has the same length in all rows, so that rows can be compared.
    decades = max(math.log10(max(_rates(bars)) / min(_rates(bars))) for _, bars in shown)
    scale = (WIDTH - LABEL - 90) / (decades + SHORTEST)
    for row, bars in shown:
        parts.append(f'<text x="4" y="{y}" class="title">{escape(row["title"].replace("`", ""))}</text>')
        parts.append(
            f'<text x="{WIDTH - 4}" y="{y}" text-anchor="end" class="small">{row["unit"]} per second</text>'
        )
        y += 8
        least = min(_rates(bars))
        for title, rate, key in sorted(bars, key=lambda bar: -bar[1]):
            length = scale * (math.log10(rate / least) + SHORTEST)
            colour = COLOURS.get(key, PEER)
            parts.append(
                f'<text x="{LABEL - 6}" y="{y + 12}" text-anchor="end" class="small">{escape(title)}</text>'
            )
            # Rates that are quoted instead of measured have faint bars.
            faint = "" if key else ' fill-opacity=".45"'
            parts.append(
                f'<rect x="{LABEL}" y="{y}" width="{length:.1f}" height="{BAR - 3}" fill="{colour}"{faint}/>'
            )
            parts.append(
                f'<text x="{LABEL + length + 5:.1f}" y="{y + 12}" class="small">{_number(rate)}</text>'
            )
            y += BAR
        y += 26
    return _svg(WIDTH, y, "Rates of rami and its peers, bars on a logarithmic scale", parts)


def _rates(bars: Sequence[tuple[str, float, str]]) -> list[float]:
    return [rate for _, rate, _ in bars]


def growth(results: Mapping[str, Any]) -> str:
    """Return a plot of the time of queries against the size of positions, with a panel for each curve."""
    width, height, gap, per_row = 250, 210, 16, 3
    bottom = height * math.ceil(len(results["curves"]) / per_row)
    parts: list[str] = []
    everything = [
        value["median"]
        for told in results["curves"].values()
        for values in told.values()
        for value in values.values()
    ]
    # All panels have the same scale, so that curves can be compared.
    low, high = math.floor(math.log10(min(everything))), math.ceil(math.log10(max(everything)))
    for panel, (name, told) in enumerate(results["curves"].items()):
        row, column = divmod(panel, per_row)
        left, top = 52 + column * (width + gap), 30 + row * height
        parts += _panel(left, top, width - 30, height - 60, name, told, (low, high), ticks=not column)
    legend = 52.0
    for key, colour in COLOURS.items():
        for what, dash in DASHES.items():
            parts.append(_line([(legend, bottom + 14), (legend + 26, bottom + 14)], colour, dash))
            parts.append(f'<text x="{legend + 30}" y="{bottom + 18}" class="small">{key}, {what}</text>')
            legend += 40 + 6.2 * len(f"{key}, {what}")
    return _svg(52 + per_row * (width + gap), bottom + 30, "Time of a question as positions grow", parts)


def _panel(
    left: float,
    top: float,
    width: float,
    height: float,
    name: str,
    told: Mapping[str, Mapping[str, Any]],
    decades: tuple[int, int],
    *,
    ticks: bool,
) -> Iterator[str]:
    low, high = decades
    sizes = sorted({int(key.split()[0]) for values in told.values() for key in values})

    def place(size: int, seconds: float) -> tuple[float, float]:
        x = left + width * (size - sizes[0]) / max(1, sizes[-1] - sizes[0])
        return x, top + height * (high - math.log10(seconds)) / (high - low)

    yield f'<text x="{left}" y="{top - 10}" class="title">{escape(name)}</text>'
    for decade in range(low, high + 1):
        y = place(sizes[0], 10.0**decade)[1]
        yield f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" class="grid"/>'
        if ticks:
            yield f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" class="small">{_time(decade)}</text>'
    for size in sizes:
        x = place(size, 1.0)[0]
        yield f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle" class="small">{size}</text>'
    for key, values in told.items():
        for what, dash in DASHES.items():
            points = [place(size, values[f"{size} {what}"]["median"]) for size in sizes]
            yield _line(points, COLOURS[key], dash)


def _line(points: Sequence[tuple[float, float]], colour: str, dash: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rami-plot" viewBox="0 0 {width} {height}" role="img" '
        f'style="max-width:100%;height:auto" width="{width}"><title>{title}</title>{STYLE}'
    )
    return "\n".join((head, *parts, "</svg>")) + "\n"


def _number(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def _time(decade: int) -> str:
    for unit, power in (("s", 0), ("ms", -3), ("µs", -6)):
        if decade >= power:
            return f"{10 ** (decade - power)} {unit}"
    return f"{10 ** (decade + 9)} ns"
