"""A table regrouped as a whole: which tiles of a rack can be laid, with all tiles of the table in melds again."""
