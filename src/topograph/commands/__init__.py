"""Commands other than stages. Each module has `register` and the command's function."""
