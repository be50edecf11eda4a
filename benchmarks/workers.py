"""Contenders as processes; only one of them works at a time."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Self, cast

ROOT = Path(__file__).parents[1]
Answer = Mapping[str, Any]


class WorkerFailed(Exception):
    """Raised if the process of a contender has ended or could not start."""


class Worker:
    """The process of a contender, which runs in the Python environment with its library.

    Parameters:
        contender: the name of a module of `benchmarks.contenders`.
        python: the path of the interpreter that runs the process.
    """

    def __init__(self, contender: str, python: str | os.PathLike[str]) -> None:
        self._command = [os.fspath(python), "-m", "benchmarks.worker", contender]
        self._process: subprocess.Popen[str] | None = None
        self.about: Answer = {}
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        about = self._answer(None)
        assert about is not None  # without a limit there is either an answer or an exception
        self.about = about

    def ask(self, question: Mapping[str, object], limit: float | None = None) -> Answer | None:
        """Return the answer to a request, or None after `limit` seconds; the next request then starts a new process."""
        if self._process is None:
            self._start()
        assert self._process is not None
        self._pipe(self._process.stdin).write(json.dumps(question) + "\n")
        answer = self._answer(limit)
        if answer is None:
            self.close()
        return answer

    def _answer(self, limit: float | None) -> Answer | None:
        assert self._process is not None
        pipe = self._pipe(self._process.stdout)
        # A query cannot be interrupted from outside, so end the process once the limit has passed.
        if limit is not None and not select.select([pipe], [], [], limit)[0]:
            return None
        line = pipe.readline()
        if not line:
            # The process has ended, so the reason is the last thing it wrote to standard error.
            error = self._pipe(self._process.stderr).read()
            self.close()
            raise WorkerFailed(error.strip().rpartition("\n")[2] or "it ended without a word")
        return cast("Answer", json.loads(line))

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._process.kill()
        with contextlib.suppress(OSError):
            self._process.communicate()
        self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
