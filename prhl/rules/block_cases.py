"""What the rule for joint blocks asks of the exact road: rows for values that are read, in cases of open numbers."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, Protocol

from prhl.logic.terms import Term, Variable
from prhl.records import dataclass
from prhl.typed import core

Read = tuple[Any, ...]


class NotPriced(Exception):
    """The block has no price, and why."""


Ratios = tuple[Term, ...] | None
Wanted = Literal["ratios", "masses"]


@dataclass(frozen=True)
class Opened:
    """Numbers that the block reads and that may have any value, the same in both runs; and, about them alone, facts,
    and budgets that its prices may be within."""

    names: Mapping[str, Variable]
    known: tuple[Term, ...] = ()
    budgets: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Case:
    """What a block draws where a condition on its open numbers holds, in terms of these; ratios or masses as wanted.

    For the values read in run 1 and in run 2: ratios of the two rows, the largest among them unless it is 1; None is
    infinite. For the values read: how likely each outcome is. For each ratio: budgets that its logarithm is within.
    """

    condition: Term
    faults: Mapping[Read, str]  # run-time errors of the block
    ratios: Mapping[tuple[Read, Read], Ratios] = field(default_factory=dict)
    rows: Mapping[Read, Mapping[Any, Term]] = field(default_factory=dict)
    within: Mapping[Term, tuple[Term, ...]] = field(default_factory=dict)


class Blocks(Protocol):
    """The exact rows of joint blocks; handed in by `pipeline`, since `rules` does not import `exact`."""

    def reads(self, program: core.TypedProgram, block: core.Joint, target: str) -> list[str]: ...

    def cases(
        self,
        program: core.TypedProgram,
        block: core.Joint,
        target: str,
        reads: list[str],
        values: list[Read],
        opened: Opened,
        wanted: Wanted,
    ) -> list[Case]: ...
