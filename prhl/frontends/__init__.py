"""Doors to the pipeline, nothing more."""
