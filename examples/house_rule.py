"""Change two rules of a game in one line, and print why rami refuses impossible rules."""

from rami import variants
from rami.errors import InvalidVariant

classic = variants.CLASSIC_51
house = classic.with_(opening={"minimum": 71}, closing={"final_discard": "optional"})

melds = ["7♠ 8♠ 9♠", "A♦ A♣ A♥"]
print("classic:", classic.check_opening(melds))
print("house:  ", house.check_opening(melds))

try:
    classic.with_(opening={"minimum": -1}, drawing={"discard_use": ()})
except InvalidVariant as error:
    for violation in error.violations:
        print("refused:", violation)
