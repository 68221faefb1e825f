"""Text to syntax tree and back: grammar, parser, messages, formatter."""
