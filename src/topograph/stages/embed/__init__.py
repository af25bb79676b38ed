"""From documents to vectors."""
