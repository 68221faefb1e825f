"""Figures of a channel."""
