"""From files to clean documents, with an audit of every record."""
