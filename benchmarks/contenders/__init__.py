"""The tasks of each contender; each module is imported only in the environment in which its library is installed."""
