"""A shelf: the notions of closeness that a claim may name, in the order of the manual; `WITHIN` is of quadruples."""

from prhl.notions.base import Currency, DivergenceNotion, Notion
from prhl.notions.dp import DP
from prhl.notions.noninterference import NONINTERFERENCE
from prhl.notions.rdp import RDP
from prhl.notions.within import WITHIN
from prhl.notions.zcdp import ZCDP

__all__ = ["BY_NAME", "DP", "NOTIONS", "WITHIN", "ZCDP", "Currency", "DivergenceNotion", "Notion"]

NOTIONS: tuple[Notion, ...] = (DP, ZCDP, RDP, NONINTERFERENCE)

BY_NAME = {notion.name: notion for notion in NOTIONS}
