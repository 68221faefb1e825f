"""noninterference: equal distributions, which is a budget of 0 in every notion."""

from prhl.notions.base import Notion

NONINTERFERENCE = Notion("noninterference", (), 0, "what is observed is distributed alike in both runs")
