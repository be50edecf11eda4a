MYPY: bool

# true for mypy, and so for mypyc, alone: other checkers see Python's int
if MYPY:  # noqa: PYI002
    from mypy_extensions import i64 as i64
else:
    i64 = int
