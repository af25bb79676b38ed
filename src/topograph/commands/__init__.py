"""Commands that are not stages, one module each with `register` and the command's function."""
