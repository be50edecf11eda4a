r"""Commitments: publish a hash of the seed before the deal, to prove afterwards that nobody changed the seed.

The commitment to a seed is ``SHA-256(b"rami commitment 1\0" + seed)`` in lower-case hexadecimal digits, with the seed
as 32 bytes, most significant byte first. It hides the seed only if nobody can guess it, so take 256 random bits, for
instance from ``secrets.randbits(256)``.
"""

from __future__ import annotations

from hashlib import sha256

from rami._kernel.cards.shuffle import SEED_LIMIT
from rami.errors import InvalidMatch, Reason, Violation, reject
from rami.errors.checks import integer

__all__ = ["check_commitment", "commitment"]

# The prefix makes this hash differ from any other hash of the seed; its number leaves room for another scheme later.
_PREFIX = b"rami commitment 1\0"


def commitment(seed: int) -> str:
    """Return the hash that commits a server to a seed.

    Parameters:
        seed: 0 to 2**256 - 1; the seed of a match.

    Returns:
        64 hexadecimal digits.

    Raises:
        InvalidMatch: the seed is out of range.

    >>> commitment(7)
    '958f6fe46f211316edbc3c8f124022bae0ca5d1a35604f4af8c550f14b41ac91'
    """
    reject(InvalidMatch, integer("seed", seed))
    if not 0 <= seed < SEED_LIMIT:
        raise InvalidMatch(Violation(Reason.SEED_RANGE))
    return sha256(_PREFIX + seed.to_bytes(32, "big")).hexdigest()


def check_commitment(published: str, seed: int) -> None:
    """Check a seed against the commitment that a server published.

    Parameters:
        published: the commitment published before the deal.
        seed: the seed that the server has revealed.

    Raises:
        InvalidMatch: the commitment belongs to another seed, or the seed is out of range.

    >>> check_commitment(commitment(7), 7)
    >>> check_commitment(commitment(7), 8)
    Traceback (most recent call last):
    rami.errors.violations.InvalidMatch: the commitment does not match this seed
    """
    # The seed is no longer secret, so the comparison need not take constant time.
    if commitment(seed) != published:
        raise InvalidMatch(Violation(Reason.COMMITMENT_DIFFERS))
