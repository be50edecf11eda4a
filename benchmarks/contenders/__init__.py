"""What each contender does in a round of each task; each module is imported where its library is installed."""
