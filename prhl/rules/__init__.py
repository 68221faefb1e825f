"""The rules of the logic, one a file; `walk` says which of them takes which statements."""
