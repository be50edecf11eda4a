"""What a user's type checker must see.  Read by mypy and pyright; it is not a test to run."""

from __future__ import annotations

from typing import assert_type

from rami import Arrangement, Card, Cards, Group, Meld, Run, Variant, Verdict, variants

classic = variants.CLASSIC_51

assert_type(classic, Variant)
assert_type(variants.get("classic-51"), Variant)
assert_type(variants.available(), tuple[str, ...])
assert_type(classic.with_(opening={"minimum": 71}), Variant)
assert_type(classic.with_options({"opening": 71}), Variant)

meld = classic.meld("7♠ 8♠ 9♠")
assert_type(meld, Meld)
if isinstance(meld, Run):
    assert_type(meld, Run)
else:
    assert_type(meld, Group)
assert_type(meld.cards, tuple[Card, ...])
assert_type(classic.readings("2♠ 3♠ *"), tuple[Meld, ...])
assert_type(classic.points(meld), int)
assert_type(classic.check_opening([meld, "A♦ A♣ A♥"]), Verdict)
assert_type(classic.check_opening([meld]).points, int)
assert_type(classic.best_melds("7♠ 8♠ 9♠ K♥"), Arrangement)
assert_type(classic.best_melds("7♠ 8♠ 9♠ K♥").left, Cards)
assert_type(classic.deadwood(Cards("7♠ 8♠ 9♠ K♥")), int)
