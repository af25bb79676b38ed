"""From all results to one page and the manifest."""
