"""From vectors to neighbours, the map, and the spaces that clustering reads."""
