"""Words, sentences and characters of texts in any language."""
