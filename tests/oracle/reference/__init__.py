"""The reference: a second, slow and simple implementation of the rules, which was written only from the rule ledger."""
