"""Joint blocks, run by the exact road: what they read, and the rows of their channels."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from prhl.checks.open_blocks import OpenBlock
from prhl.closeness.epsilon_delta import smallest_epsilon
from prhl.diagnostics import NotComputed
from prhl.exact import Machine, Row
from prhl.logic.build import TRUE, number
from prhl.logic.terms import Constant, Term, Variable
from prhl.logic.types import REAL
from prhl.numbers.polynomial_regions import Ask
from prhl.records import dataclass
from prhl.rules.block_cases import Case, NotPriced, Opened, Ratios, Read, Wanted
from prhl.semantics.evaluate import Fault, Value
from prhl.semantics.flat import Assign, FlatProgram, Statement, flatten_block
from prhl.semantics.limits import Limits, Meter
from prhl.semantics.liveness import leaks, live_before
from prhl.typed import core


@dataclass
class BlockChannels:
    """The joint blocks of a file, as the rule for them asks."""

    programs: Mapping[str, core.TypedProgram]
    limits: Limits
    ask: Ask

    def reads(self, program: core.TypedProgram, block: core.Joint, target: str) -> list[str]:
        """The variables whose values before the block matter for the target after it, or for its course."""
        return sorted(live_before(self._body(block), frozenset([target])))

    def cases(
        self,
        program: core.TypedProgram,
        block: core.Joint,
        target: str,
        reads: list[str],
        values: list[Read],
        opened: Opened,
        wanted: Wanted,
    ) -> list[Case]:
        """The target's distributions for the values that are read, one case if no number is left open."""
        flat = self._flat(program, block, target, [*reads, *opened.names])
        if opened.names:
            given = OpenBlock(flat, lambda read, numbers: _inputs(reads, read, numbers), values, opened, self.ask)
            return given.cases(wanted)
        rows, faults = self._rows(flat, reads, values)
        if wanted == "ratios":
            return [Case(TRUE, faults, _ratios(rows))]
        return [Case(TRUE, faults, rows={read: _masses(row) for read, row in rows.items()})]

    def _rows(self, flat: FlatProgram, reads: list[str], values: list[Read]) -> tuple[dict[Read, Row], dict[Read, str]]:
        machine = Machine(flat, self.limits, listed=True)
        meter = Meter(self.limits.steps)  # for all values together
        rows: dict[Read, Row] = {}
        faults: dict[Read, str] = {}
        for value in values:
            try:
                row = machine.listed(_inputs(reads, value, {}), meter)
            except Fault as fault:
                faults[value] = fault.message
                continue
            except NotComputed as stopped:
                raise NotPriced(f"the block is not enumerable: {stopped.message}") from None
            if row.missing:
                reason = "its outcomes are not finitely many" if row.ended else "it may not end"
                raise NotPriced(f"the block is no sampling step that can be priced: {reason}")
            rows[value] = row
        return rows, faults

    def _body(self, block: core.Joint) -> tuple[Statement, ...]:
        body = flatten_block(block.body, self.programs)
        if any([leaks(statement) for statement in body]):
            raise NotPriced("a joint block cannot leak")
        return body

    def _flat(self, program: core.TypedProgram, block: core.Joint, target: str, reads: list[str]) -> FlatProgram:
        """The block as a program of what it reads; it may assign that, and parameters cannot be assigned."""
        types = program.types
        parameters = tuple([core.Parameter(_old(name), types[name], False, block.span) for name in reads])
        copies = tuple([Assign(name, Variable(_old(name), 0, types[name]), block.span) for name in reads])
        result = Variable(target, 0, types[target])
        body = (*copies, *self._body(block))
        return FlatProgram(f"a block of {program.name}", parameters, body, result, False, block.span)


def _ratios(rows: Mapping[Read, Row]) -> dict[tuple[Read, Read], Ratios]:
    listed = list(rows.values())
    found: dict[tuple[Read, Read], Ratios] = {}
    for i, first in enumerate(rows):
        for j, second in enumerate(rows):
            ratio = smallest_epsilon(listed, listed, [(i, j)]).ratio
            if not isinstance(ratio, Fraction | None):
                raise NotPriced(f"a price of the block is ln({ratio}), which is not the logarithm of a rational")
            found[first, second] = None if ratio is None else () if ratio == 1 else (Constant(ratio, REAL),)
    return found


def _masses(row: Row) -> dict[Any, Term]:
    found: dict[Any, Term] = {}
    for outcome in row.weights:
        mass = row.probability(outcome)
        if not isinstance(mass, int | Fraction):
            raise NotPriced("a probability of the block is not rational")
        found[outcome] = number(Fraction(mass))
    return found


def _inputs(reads: list[str], values: Read, numbers: Mapping[str, Value]) -> dict[str, Value]:
    return {_old(name): given for name, given in (*zip(reads, values, strict=True), *numbers.items())}


def _old(name: str) -> str:
    return f"{name}..before"
