"""Code that several stages share: topics, neighbours, labels, wording of numbers."""
