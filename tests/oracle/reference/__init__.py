"""The reference: a second, slow and simple implementation of the rules, written only from the rule ledger."""
