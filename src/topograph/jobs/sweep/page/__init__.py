"""The page of a sweep: template, style and scripts."""
