"""A report of the results in Markdown that can also be read on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.rows import CHESS_IMPORT, LARGEST_ROUND, LONGEST_IMPORT

Results = Mapping[str, Any]
REACHED = {True: "yes", False: "**no**", None: "not measured"}


def text(results: Results) -> str:
    """Return the report with all measured parts."""
    parts = {
        "table": rates,
        "memory": memory,
        "streams": streams,
        "imports": imports,
        "moves": moves,
        "cores": cores,
        "curves": curves,
        "positions": positions,
    }
    lines = [about(results)]
    for name, part in parts.items():
        if name in results:
            lines.append(f"\n## {TITLES[name]}\n\n{part(results)}")
    return "\n".join(lines)


TITLES = {
    "table": "Comparison with the peers",
    "memory": "Memory",
    "streams": "Memory of many lay-downs",
    "imports": "Import",
    "moves": "A move",
    "cores": "Cores",
    "curves": "Growth",
    "positions": "Hard positions",
}


def about(results: Results) -> str:
    """Return the description of the machine and the versions of the contenders."""
    machine, lines = results["machine"], list[str]()
    lines.append(
        f"{machine['implementation']} {machine['python']}, {machine['system']} {machine['architecture']}, "
        f"{machine['processors']} processors; medians of {results['rounds']} alternating rounds, lowest and "
        "highest in brackets."
    )
    peers = [
        f"{name} {version}"
        for contender in results["contenders"].values()
        for name, version in contender["versions"].items()
    ]
    if peers:
        lines.append(f"Peers: {', '.join(peers)}.")
    lines += [f"Not measured: {key} ({why})." for key, why in results["not measured"].items()]
    return "\n".join(lines)


def rates(results: Results) -> str:
    """Return the table of rates, the table of goals, and a list of the rows in which another library is faster."""
    names = {key: contender["title"] for key, contender in results["contenders"].items()}
    lines = list(_head("what, per second", "contender", "rate", "as multiple of rami, pure"))
    for row in results["table"]:
        title = row["title"]
        pure = row["rates"].get("pure", {}).get("median")
        for key, rate in row["rates"].items():
            times = f"{rate['median'] / pure:.3g}" if pure else ""
            lines.append(_row(title, names.get(key, key), _rate(rate), times))
            title = ""
        for quoted in row["quoted"]:
            words = (
                f"{quoted['title']}: quoted as {_number(quoted['times'])} x {names[quoted['of']]}, not run"
            )
            times = _number(quoted["rate"] / pure) if pure else ""
            lines.append(_row("", words, f"{_number(quoted['rate'])}", times))
        lines += [_row(title, names.get(key, key), "missing", "") for key in row["missing"]]
    lines += ["", *goals(results), "", *faster_peers(results, names)]
    return "\n".join(lines)


def goals(results: Results) -> Iterator[str]:
    """Yield the table of goals."""
    yield from _head("what", "build", "goal", "needs", "measured", "reached")
    for row in results["table"]:
        for goal in row["goals"]:
            against = results["contenders"].get(goal["against"], {}).get("title", goal["against"])
            ratio = goal["ratio"]
            yield _row(
                row["title"],
                goal["build"],
                goal["words"],
                f"{goal['times']:.3g} x {against}",
                "" if ratio is None else f"{ratio['median']:.3g} ({ratio['low']:.3g} to {ratio['high']:.3g})",
                REACHED[goal["reached"]],
            )


def faster_peers(results: Results, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a list of the rows in which another library is faster than rami."""
    ahead: list[str] = []
    for row in results["table"]:
        found = {names.get(key, key): rate["median"] for key, rate in row["rates"].items()}
        found |= {f"{each['title']} (quoted)": each["rate"] for each in row["quoted"]}
        for build in (names[key] for key in ("pure", "compiled") if key in row["rates"]):
            others = [
                f"{name} {_number(rate / found[build])} x"
                for name, rate in found.items()
                if rate > found[build] and not name.startswith("rami")
            ]
            if others:
                ahead.append(f"- {row['title']}, compared with {build}: {', '.join(others)}")
    yield "Where a peer is faster:\n" if ahead else "No peer is faster in any row."
    yield from ahead


def memory(results: Results) -> str:
    """Return a table of the memory that a round takes."""
    lines = list(_head("memory of a position, while 100 are kept", *_titles(results, results["memory"])))
    told = results["memory"]
    for slug in dict.fromkeys(slug for values in told.values() for slug in values):
        cells = (f"{values[slug]['median']:,.0f} bytes" if slug in values else "" for values in told.values())
        lines.append(_row(slug, *cells))
    worst = [
        max(value["median"] for value in told[key].values()) for key in ("pure", "compiled") if key in told
    ]
    if worst:
        reached = REACHED[max(worst) < LARGEST_ROUND]
        lines.append(f"\nGoal: under {LARGEST_ROUND:,} bytes in every variant (reached: {reached}).")
    return "\n".join(lines)


def streams(results: Results) -> str:
    """Return a table of the memory in use while the lay-downs of a hand are listed one after another."""
    told = results["streams"]
    lines = list(_head("peak memory, by hard hand", "lay-downs", *_titles(results, told)))
    any_build = next(iter(told.values()))
    for name in dict.fromkeys(key.rpartition(" ")[0] for key in any_build):
        peaks = (f"{values[f'{name} peak']['median'] / 1000:,.0f} KB" for values in told.values())
        lines.append(_row(f"`{name}`", f"{any_build[f'{name} lay-downs']['median']:,.0f}", *peaks))
    return "\n".join(lines)


def imports(results: Results) -> str:
    """Return a table of import times in milliseconds."""
    told = results["imports"]
    names = {
        "pure": "rami, pure",
        "compiled": "rami, compiled",
        "chess": "python-chess",
        "attrs": "attrs alone",
    }
    lines = list(_head("import, in a new process", "milliseconds"))
    lines += [
        _row(
            names[key],
            f"{1000 * each['median']:.1f} ({1000 * each['low']:.1f} to {1000 * each['high']:.1f})",
        )
        for key, each in told.items()
    ]
    lines.append("")
    for key in ("pure", "compiled"):
        if key in told:
            took = told[key]["median"]
            words = f"Goals, {key}: under {1000 * LONGEST_IMPORT:.0f} ms (reached: {REACHED[took < LONGEST_IMPORT]})"
            if "chess" in told:
                most = LONGEST_IMPORT / CHESS_IMPORT
                ratio = took / told["chess"]["median"]
                words += f" and {most:.2f} x python-chess (it takes {ratio:.2f} x; reached: {REACHED[ratio <= most]})"
            lines.append(f"{words}.\n")
    return "\n".join(lines).rstrip()


def moves(results: Results) -> str:
    """Return tables of the time of each query about a move in random rounds, by contender and game."""
    lines: list[str] = []
    for key, told in results["moves"].items():
        questions = list(dict.fromkeys(name.split()[1] for name in told))
        title = _titles(results, [key])[0]
        lines += ["", *_head(f"{title}: microseconds, median / exceeded once in a thousand", *questions)]
        for game in dict.fromkeys(name.split()[0] for name in told):
            cells = [
                f"{_micro(told[f'{game} {each} median'])} / {_micro(told[f'{game} {each} rare'])}"
                for each in questions
            ]
            lines.append(_row(game, *cells))
    return "\n".join(lines).lstrip()


def _micro(seconds: Mapping[str, float]) -> str:
    return f"{1e6 * seconds['median']:,.0f}"


def cores(results: Results) -> str:
    """Return a table of simulated rounds per second, by the number of workers."""
    told = results["cores"]
    lines = list(_head("rounds per second", *_titles(results, told)))
    for name in dict.fromkeys(name for values in told.values() for name in values):
        alone = f"{name.partition(':')[0]}: no executor"
        cells = [
            f"{_rate(values[name])}, {values[name]['median'] / values[alone]['median']:.2f} x"
            for values in told.values()
        ]
        lines.append(_row(name, *cells))
    return "\n".join(lines)


def curves(results: Results) -> str:
    """Return tables of the time of queries by the size of positions."""
    lines: list[str] = []
    for name, told in results["curves"].items():
        heads = [f"{title}: {what}" for title in _titles(results, told) for what in QUESTIONS]
        lines += ["", *_head(f"microseconds, by {name}", *heads)]
        for size in dict.fromkeys(key.split()[0] for values in told.values() for key in values):
            cells = [
                f"{1e6 * values[f'{size} {what}']['median']:,.0f}"
                for values in told.values()
                for what in QUESTIONS
            ]
            lines.append(_row(size, *cells))
    return "\n".join(lines).lstrip()


QUESTIONS = ("first move", "list", "explain")


def positions(results: Results) -> str:
    """Return a table of the times of the hard positions."""
    told = results["positions"]
    limit = f"> {1000 * told['limit']:,.0f}"
    builds = list(next(iter(told["found"].values())))
    asked = {"first move": "first move", "list": "list", "list after it": "next list", "explain": "explain"}
    heads = [f"{title}: {what}" for title in _titles(results, builds) for what in asked.values()]
    lines = list(_head("milliseconds", *heads))
    for name, by_build in told["found"].items():
        cells: list[str] = []
        for build in builds:
            for what in asked:
                value = by_build[build].get(what, "")
                cells.append(limit if value is None else f"{1000 * value:,.2f}" if value != "" else "")
        lines.append(_row(f"`{name}`", *cells))
    lines.append(
        "\nThe *next list* is the list after a take or a lay-down, or 0 if neither is legal. If a query took too "
        "long, no further queries were made about that position."
    )
    return "\n".join(lines)


def _titles(results: Results, keys: Sequence[str] | Mapping[str, object]) -> list[str]:
    return [results["contenders"].get(key, {}).get("title", key) for key in keys]


def _rate(rate: Mapping[str, float]) -> str:
    return f"{_number(rate['median'])} ({_number(rate['low'])} to {_number(rate['high'])})"


def _number(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def _head(*names: str) -> Iterator[str]:
    yield _row(*names)
    yield _row("---", *("---:" if at else "---" for at in range(len(names) - 1)))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
