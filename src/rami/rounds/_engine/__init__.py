"""The engine of a round, the same for all games: it judges moves, explains refusals and carries out legal moves.

To find out why a move is refused, start at `LegalMoves.explain` in `legal`.
"""
