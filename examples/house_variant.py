"""Define a house variant with its own name, and run the check that every variant has to pass."""

from rami import variants
from rami.testing import CheckFailed, check_variant

family = variants.CLASSIC_51.with_(
    name="Family Rami",
    slug="family-rami",
    equipment={"jokers": 6},
    opening={"minimum": 30, "clean": None},
    table={"take": "off", "recovered_joker": "hand"},
)

print(f"{family} differs from {variants.CLASSIC_51}:")
for option, value in family.differences(variants.CLASSIC_51).items():
    print(f"  {option} = {value!r}")

try:
    print(check_variant(family, rounds=2, turn_cap=15, seed=7))
except CheckFailed as failure:
    print("not sound:", failure)
