"""Rows whose outcomes are listed one by one: the engine and the function that it generates."""
