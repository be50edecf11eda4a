"""One question: can this turn still be completed?"""
