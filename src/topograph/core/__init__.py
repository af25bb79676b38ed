"""What several stages share: topics, neighbours, labels, types of columns."""
