"""The mutants that behave like the original code, so that no test can fail, each with the reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from attrs import frozen
from tests.robust.mutation.mutants import Mutant

FILE = Path(__file__).with_name("equivalent.toml")


@frozen
class Equivalents:
    """The known mutants that survive.

    Parameters:
        reasons: the reasons, by function, line before the change and line after it.
    """

    reasons: dict[tuple[str, str, str], str]

    @classmethod
    def read(cls) -> Equivalents:
        """Read the file: tables `[["module.function"]]` with `before`, `after` (one or several) and `why`."""
        reasons: dict[tuple[str, str, str], str] = {}
        for function, entries in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
            for entry in entries:
                after = entry["after"]
                for each in [after] if isinstance(after, str) else after:
                    reasons[function, entry["before"], each] = entry["why"]
        return cls(reasons)

    def why(self, mutant: Mutant) -> str | None:
        """Return the reason why nothing can notice a mutant; None if no reason is known."""
        return self.reasons.get((f"{mutant.module}.{mutant.function}", mutant.before, mutant.after))
