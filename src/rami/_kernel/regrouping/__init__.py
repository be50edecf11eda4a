"""Regroup a whole table: find the rack tiles that can be laid while every table tile remains in a meld."""
