"""Joint blocks, run by the exact road: what they read, and the rows of their channels."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from prhl.closeness.epsilon_delta import smallest_epsilon
from prhl.exact.listing.engine import Machine, Row
from prhl.logic.terms import Variable
from prhl.rules.joint import Masses, NotPriced, Prices, Read
from prhl.semantics.evaluate import Fault, Undecidable
from prhl.semantics.flat import Assign, FlatProgram, Statement, flatten_block
from prhl.semantics.limits import Exploded, Limits
from prhl.semantics.liveness import leaks, live_before
from prhl.typed import core


@dataclass
class BlockChannels:
    """The joint blocks of a file, as the rule for them asks."""

    programs: Mapping[str, core.TypedProgram]
    limits: Limits

    def reads(self, program: core.TypedProgram, block: core.Joint, target: str) -> list[str]:
        """The variables whose values before the block matter for the target after it, or for its course."""
        return sorted(live_before(self._body(block), frozenset([target])))

    def prices(
        self, program: core.TypedProgram, block: core.Joint, target: str, reads: list[str], values: list[Read]
    ) -> Prices:
        """The largest ratio of the target's two distributions, for each pair of read values."""
        rows, faults = self._rows(program, block, target, reads, values)
        listed = list(rows.values())
        ratios: dict[tuple[Read, Read], Fraction | None] = {}
        for i, first in enumerate(rows):
            for j, second in enumerate(rows):
                ratio = smallest_epsilon(listed, listed, [(i, j)]).ratio
                if not isinstance(ratio, Fraction | None):
                    raise NotPriced(f"a price of the block is ln({ratio}), which is not the logarithm of a rational")
                ratios[first, second] = ratio
        return Prices(ratios, faults)

    def masses(
        self, program: core.TypedProgram, block: core.Joint, target: str, reads: list[str], values: list[Read]
    ) -> Masses:
        """The target's distribution, for each choice of read values."""
        rows, faults = self._rows(program, block, target, reads, values)
        found: dict[Read, dict[Any, Fraction]] = {}
        for read, row in rows.items():
            found[read] = {}
            for outcome in row.weights:
                mass = row.probability(outcome)
                if not isinstance(mass, int | Fraction):
                    raise NotPriced("a probability of the block is not rational")
                found[read][outcome] = Fraction(mass)
        return Masses(found, faults)

    def _rows(
        self, program: core.TypedProgram, block: core.Joint, target: str, reads: list[str], values: list[Read]
    ) -> tuple[dict[Read, Row], dict[Read, str]]:
        machine = Machine(self._flat(program, block, target, reads), self.limits, listed=True)
        rows: dict[Read, Row] = {}
        faults: dict[Read, str] = {}
        for value in values:
            try:
                row = machine.listed({_old(name): given for name, given in zip(reads, value, strict=True)})
            except Fault as fault:
                faults[value] = fault.message
                continue
            except (Undecidable, Exploded) as stopped:
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


def _old(name: str) -> str:
    return f"{name}..before"
