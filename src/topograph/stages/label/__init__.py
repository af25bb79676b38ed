"""The stage `label`: terms, names, representatives and a hierarchy of topics."""
