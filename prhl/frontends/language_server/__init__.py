"""`prhl lsp`, for editors: every feature is a function from a document and a place to plain JSON, and `server` speaks.

Verdicts come from a process that runs the command line itself, so that the editor and the command line never disagree.
"""
