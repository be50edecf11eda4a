"""Read a Rummikub table and a rack as text, and print the best play and the table after it."""

from rami import variants

TABLE = """
5b 5r 5k 5y
9r 10r 11r
1y 2y 3y *
"""
RACK = "4b 6b 7b 12r 4y 13k"

game = variants.RUMMIKUB
play = game.best_play(TABLE, RACK, "tiles_points")
print("lay", *(card.tile for card in play.laid), f"({play.points} points)")
for meld in play.melds:
    print(" ", *(card.tile for card in meld.cards))
print("left:", *(card.tile for card in play.left))
print(f"{play.broken} of the melds taken apart")

sets = list(game.plays(TABLE, RACK))
print(f"{len(sets)} sets of tiles can be laid; the smallest is", *(card.tile for card in sets[-1]))
