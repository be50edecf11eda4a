"""Write the pickles of this release, and the same values as JSON: ``python -m tests.support.write_pickles``.

The pickles of a published release are never written again.
"""

from __future__ import annotations

import pickle
from pathlib import Path

from tests.support.examples import errors, played, small

from rami import __version__
from rami.ext import json

FOLDER = Path(__file__).parents[1] / "data" / "pickles"
PROTOCOLS = (4, 5)
_MOST = 6


def values() -> dict[str, tuple[object, ...]]:
    """Return values of every kind, by the name of the kind."""
    found = {kind: list(listed) for kind, listed in small().items()}
    for kind, listed in played().items():
        found.setdefault(kind, []).extend(listed[:: max(1, len(listed) // _MOST)][:_MOST])
    found["RamiError"] = list(errors())
    return {kind: tuple(listed) for kind, listed in sorted(found.items())}


def main() -> None:
    """Write the pickles and the JSON file."""
    folder = FOLDER / __version__
    folder.mkdir(parents=True, exist_ok=True)
    for kind, listed in values().items():
        documents = "".join(f"{json.dumps(value)}\n" for value in listed)
        (folder / f"{kind}.jsonl").write_text(documents, encoding="utf-8", newline="\n")
        for protocol in PROTOCOLS:
            (folder / f"{kind}.{protocol}.pickle").write_bytes(pickle.dumps(listed, protocol))


if __name__ == "__main__":
    main()
