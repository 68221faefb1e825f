"""The exact road: from a typed program to its channel, without rounding."""
