"""From nothing to the first legal move: the program of the README."""

from rami import Round, variants

classic = variants.CLASSIC_51

print(classic.meld("7♠ 8♠ 9♠"))
print(classic.check_opening(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))

deal = Round.deal(classic, players=4, seed=7, dealer=0)
print(deal.player, deal.phase, deal.hands[deal.player])

move = next(iter(deal.legal_moves))
assert deal.explain(move) == ()
after = deal.play(move)
print(move, "and now player", after.player)
