"""What a person decides about topics: the file, its template, which topic is which."""
