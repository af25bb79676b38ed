"""From topics to terms, names, representatives and a hierarchy."""
