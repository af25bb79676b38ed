"""From spaces to topics: many fits, one consensus."""
