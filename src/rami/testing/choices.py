"""The values that each option can take, found in the types of `Variant.with_`, and variants made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
