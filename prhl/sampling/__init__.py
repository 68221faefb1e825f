"""Exact samplers on integers: what `prhl run` draws with, and what an exported module carries along.

Nothing here imports anything but Python's own library, so that the text of these files runs wherever Python does. No
float occurs: a coin is decided by comparing random bits with the digits of its probability, as many as it takes.
"""
