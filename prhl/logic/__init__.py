"""Types, terms and formulas over two memories."""
