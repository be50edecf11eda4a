"""Work in a forked copy of the process, so that it cannot damage the process itself."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable


def forked(work: Callable[[Callable[[bytes], None]], int]) -> tuple[int, bytes]:
    """Do some work in a forked process; return its exit status and the data that it wrote."""
    read, write = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        status = 1
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            with os.fdopen(write, "wb", buffering=0) as out:
                status = work(lambda data: _written(out.write, data))
        except BaseException:  # the parent sees the exit status
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    return os.waitpid(pid, 0)[1], answer


def _written(write: Callable[[bytes], int | None], data: bytes) -> None:
    while data:
        data = data[write(data) or 0 :]
