"""The program of the README: choose a game, start a match and make the first move."""

from rami import Match, variants

rami51 = variants.CLASSIC_51
print(rami51.check_opening(["7♠ 8♠ 9♠", "8♦ 8♣ 8♥"]))  # may I open with these?
house = rami51.with_(opening={"minimum": 45})  # a house rule is one line
print(house.check_opening(["7♠ 8♠ 9♠", "8♦ 8♣ 8♥"]))

match = Match.start(rami51, players=3, seed=7)
view = match.view(match.player)  # only what that player is allowed to see
print(view.hand)  # T is a ten
print(*list(view.legal_moves)[:4], "...", sep=", ")
print(*view.explain("draw"))  # why not?
match = match.play("discard A♣")  # a new match; the old one is unchanged
