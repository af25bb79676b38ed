"""From results to measures."""
