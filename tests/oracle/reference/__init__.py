"""The rules of the rummy family stated a second time, slowly and plainly, from the rule ledger alone."""
