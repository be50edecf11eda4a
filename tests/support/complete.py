"""A check that violations have all parameters of their sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable
from string import Formatter

from rami.errors import Violation
from rami.errors.violations import template_of


def check_complete(violations: Iterable[Violation]) -> None:
    """Check that each violation has a plain value for every blank in its sentence; a refused value may be None."""
    for each in violations:
        given = dict(each.params)
        assert json.loads(json.dumps(given)).keys() == given.keys()
        check_complete(each.because)
        for _, name, _, _ in Formatter().parse(template_of(each.code, given) or ""):
            if name is not None:
                assert name in given, (each, name)
                assert given[name] is not None or name == "value", (each, name)
