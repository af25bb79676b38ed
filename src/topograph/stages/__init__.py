"""The eight stages, one package each. No stage imports another."""
