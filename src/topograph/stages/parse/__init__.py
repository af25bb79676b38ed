"""From files to clean documents, each record accounted for."""
