"""From syntax to meaning: names, types, and what belongs where. All mistakes are reported, not only the first."""

from prhl.typed.check import check
from prhl.typed.core import TypedClaim, TypedFile, TypedProgram

__all__ = ["TypedClaim", "TypedFile", "TypedProgram", "check"]
