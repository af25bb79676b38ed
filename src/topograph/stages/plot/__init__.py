"""From results to figures and the explorer."""
