"""The work of each contender in a round of each task; each module is imported where its library is installed."""
