"""Coverage-guided fuzzing with atheris: ``python -m tests.robust.fuzz.run --seconds 60 [TARGET ...]``.

Each target runs in its own process, which starts with the inputs of the corpus. An input is added to the corpus if it
fails, takes more than `SLOWEST` seconds, or needs more than `MEMORY` megabytes. The tests then try it in every run.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
SLOWEST = 20
MEMORY = 1024
LONGEST = 20_000


def target(name: str, directories: list[str], seconds: int, seed: int, prefix: str) -> None:
    """Fuzz one target in this process, and never return."""
    # Some versions of Python have no atheris, and it announces every module that it instruments.
    atheris = import_module("atheris")
    with redirect_stderr(StringIO()), atheris.instrument_imports(include=["rami"]):
        from tests.robust.fuzz.targets import fuzzed, text_of
    from tests.robust.fuzz.edits import mutated

    kept = [text_of(path.read_bytes()) for path in sorted(Path(directories[-1]).iterdir())]

    def changed(data: bytes, most: int, number: int) -> bytes:
        """Change the data, half the time as the fuzzer does, and half the time by words and lines."""
        rng = random.Random(number)
        if rng.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        return mutated(text_of(data), rng, kept).encode("utf-8", "replace")[:most]

    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-max_len={LONGEST}",
        f"-timeout={SLOWEST}",
        f"-rss_limit_mb={MEMORY}",
        f"-artifact_prefix={prefix}",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup([name, *options, *directories], lambda data: fuzzed(name, data), custom_mutator=changed)
    atheris.Fuzz()


def main(arguments: list[str] | None = None) -> int:
    """Fuzz the targets one after another; return 1 if one of them failed."""
    names = sorted(path.name for path in CORPUS.iterdir())
    parser = argparse.ArgumentParser(
        prog="python -m tests.robust.fuzz.run", description="Fuzz the parsers with atheris."
    )
    parser.add_argument(
        "names", nargs="*", default=names, help=f"of {', '.join(names)}; all of them by default"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="for all of them together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", type=Path, help="where to keep the inputs that reach something new")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if find_spec("atheris") is None:
        print("NOT FUZZED BY ATHERIS: it is not installed; it has no wheel for every Python and machine")
        return 0
    seconds = max(1, int(given.seconds / len(given.names)))
    if given.one:
        directories = [str(given.found), str(CORPUS / given.one)]
        target(given.one, directories, seconds, given.seed, f"{CORPUS / given.one}/")
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        for name in given.names:
            found = (given.found or Path(temporary)) / name
            found.mkdir(parents=True, exist_ok=True)
            print(f"{name}: {seconds} seconds", flush=True)
            command = [sys.executable, "-m", "tests.robust.fuzz.run", "--one", name, "--found", str(found)]
            command += ["--seconds", str(seconds), "--seed", str(given.seed), name]
            if subprocess.run(command, check=False).returncode:
                failed.append(name)
    if failed:
        print(f"FAILED: {', '.join(failed)}; the inputs are in {CORPUS}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
