"""Cards as small integers, hands as bit masks, and the shuffle."""
