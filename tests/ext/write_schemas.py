"""Writes the published JSON Schemas: ``python tests/ext/write_schemas.py`` from the root of the repository."""

from __future__ import annotations

import json
from pathlib import Path

from rami.ext.json import KINDS, schema

FOLDER = Path(__file__).parents[2] / "src" / "rami" / "ext" / "json" / "schemas"


def texts() -> dict[str, str]:
    """The schemas by the names of their files."""
    return {f"{kind}.json": json.dumps(schema(kind), ensure_ascii=False, indent=1) + "\n" for kind in KINDS}


def main() -> None:
    """Write them, and remove those of kinds that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
