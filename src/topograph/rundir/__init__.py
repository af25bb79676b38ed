"""A run's folder: the contract of its files, and how they are read, written and sealed."""
