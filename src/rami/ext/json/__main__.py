"""Write the schemas of documents and the effects of events into a folder: ``python -m rami.ext.json FOLDER``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rami.ext.json import KINDS, effects, schema

__all__: list[str] = []


def main(folder: Path) -> None:
    """Write a schema file for each kind, the file `Document.json` for all kinds together, and `effects.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    schemas = {kind: schema(kind) for kind in KINDS}
    for name, data in {**schemas, "Document": schema(), "effects": effects()}.items():
        text = json.dumps(data, ensure_ascii=False, indent=1)
        # The bytes are the same on every system, so that a schema under version control does not change.
        (folder / f"{name}.json").write_text(f"{text}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m rami.ext.json FOLDER")
    main(Path(sys.argv[1]))
