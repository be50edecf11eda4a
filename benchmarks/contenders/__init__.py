"""The tasks of each contender. A module is imported only in the environment in which its library is installed."""
