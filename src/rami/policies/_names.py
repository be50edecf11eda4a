"""The names of a variant: for people, for files, and the version of its rules."""

from __future__ import annotations

from typing import TypeGuard

LONGEST_NAME = 100
LARGEST_VERSION = 2**53 - 1
"""The largest integer that every reader of JSON keeps exactly."""


def is_name(value: object) -> bool:
    """Whether a value is a name that people can read."""
    return (
        isinstance(value, str)
        and 1 <= len(value) <= LONGEST_NAME
        and value.isprintable()
        and bool(value.strip())
    )


def is_slug(value: object) -> bool:
    """Whether a value is a name for files and command lines."""
    if (
        not isinstance(value, str)
        or len(value) > LONGEST_NAME
        or not value.isascii()
        or value != value.lower()
    ):
        return False
    return all(part.isalnum() for part in value.split("-"))


def is_version(value: object) -> TypeGuard[int]:
    """Whether a value is a version number."""
    return type(value) is int and 1 <= value <= LARGEST_VERSION
