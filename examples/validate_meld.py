"""Check melds without dealing a round: print the melds that cards can make and their points, or why they make none."""

from rami import InvalidMeld, variants

classic = variants.CLASSIC_51

for text in ["A♦ A♣ A♥", "Q♥ K♥ A♥", "2♠ 3♠ *", "9♠ 7♠ 8♠", "5♠ 5♦ 5♦", "K♣ A♣ 2♣"]:
    try:
        meld = classic.meld(text)
    except InvalidMeld as error:
        print(f"{text:12} no meld: {'; '.join(violation.text for violation in error.violations)}")
    else:
        print(f"{text:12} {meld.kind} worth {classic.points(meld)}: {meld}")

print("readings of 2♠ 3♠ *:", *(f"[{meld}]" for meld in classic.readings("2♠ 3♠ *")))
