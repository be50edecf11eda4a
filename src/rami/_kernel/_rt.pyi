from collections.abc import Callable
from typing import TypeAlias, TypeVar

_T = TypeVar("_T")

MYPY: bool

# MYPY is true only for mypy, and so for mypyc; other type checkers see Python's int.
if MYPY:  # noqa: PYI002
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64: TypeAlias = int  # noqa: PYI042  # mypyc's own name
    def mypyc_attr(
        *, acyclic: bool = ..., free_list_len: int = ..., allow_interpreted_subclasses: bool = ...
    ) -> Callable[[type[_T]], type[_T]]: ...
