"""Which names mean what at a place: in a program, in a formula over one run, in a formula over two."""

from collections.abc import Mapping, Set
from dataclasses import field, replace

from prhl.logic.types import Type
from prhl.records import dataclass

GHOSTS = ("cost", "slack")


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one place.

    In a program and in formulas of one run the variables are those of `left` and carry no mark. In
    relational formulas `left` and `right` are the variables of the two runs, `bare` those that may stand
    without a mark. `assigned` are the locals that surely have a value, None where that is of no concern.
    """

    what: str  # "an invariant", "a coupling": for messages
    left: Mapping[str, Type]
    right: Mapping[str, Type] = field(default_factory=dict)
    bare: Mapping[str, Type] = field(default_factory=dict)
    logical: Mapping[str, Type] = field(default_factory=dict)
    locals: Set[str] = frozenset()
    assigned_left: Set[str] | None = None
    assigned_right: Set[str] | None = None
    result_left: Type | None = None
    result_right: Type | None = None
    sampled: str | None = None  # in a coupling: the variable that run 1 draws
    sampled_right: str | None = None  # and the one that run 2 draws
    relational: bool = False
    formula: bool = False  # quantifiers and ready-made relations are allowed
    ghosts: bool = False
    results: bool = False  # `res` may be mentioned
    holes: bool = False
    programs: Set[str] = frozenset()

    def binding(self, names: Mapping[str, Type]) -> "Scope":
        """The scope under a quantifier."""
        return replace(self, logical={**self.logical, **names})
