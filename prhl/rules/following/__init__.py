"""Claims that follow from other claims: one file for each theorem."""
