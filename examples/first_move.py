"""From nothing to a first move: the program of the README."""

from rami import Match, variants

rami51 = variants.CLASSIC_51
print(rami51.check_opening(["7♠ 8♠ 9♠", "8♦ 8♣ 8♥"]))  # may I open with these?

match = Match.start(rami51, players=3, seed=7)  # deal a match for three
view = match.view(match.player)  # all that the player to act may see
print(view.hand)
print(len(view.legal_moves), "legal moves, such as", next(iter(view.legal_moves)))
print(*view.explain("draw"))  # why not?
move = next(iter(view.legal_moves))
match = match.play(move)  # a new value; the old one is unchanged

house = rami51.with_(opening={"minimum": 71})  # a house rule is one line
print(house.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))
