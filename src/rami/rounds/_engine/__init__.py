"""The engine of a round: it judges moves, explains refusals and carries out legal moves, for all games alike."""
