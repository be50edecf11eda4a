"""Regroup a whole table: find the rack tiles that can be laid while every tile of the table stays in a meld."""
