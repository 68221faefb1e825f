"""What came out of many runs, counted, and what was to come out: the exact law of that program at that input."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from prhl.exact import Seen, enumerated, in_order
from prhl.numbers import balls, enclosure
from prhl.numbers.chi_square import ChiSquare, chi_square
from prhl.records import dataclass
from prhl.semantics.evaluate import Value
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import Limits, Meter

FAR = 80  # what lies outside of a window has mass below 2^-80


@dataclass(frozen=True)
class Comparison:
    """The exact probabilities, each with a rational just below it, and how the counts stand to them."""

    masses: dict[Seen, Any]
    below: dict[Seen, Fraction]
    missing: Fraction
    test: ChiSquare | None


def compared(program: FlatProgram, inputs: Mapping[str, Value], counts: Mapping[Seen, int]) -> Comparison:
    """NotComputed if the law is not, or a Fault."""
    limits = Limits()
    row = enumerated(program, dict(inputs), limits, FAR, Meter(limits.steps))
    masses = {seen: row.probability(seen) for seen in row.weights}
    below = {seen: balls.enclose(lambda value=value: enclosure(value), 128)[0] for seen, value in masses.items()}  # type: ignore[misc]
    test = chi_square([(below[seen], counts.get(seen, 0)) for seen in below], sum(counts.values()))
    return Comparison(masses, below, row.missing, test)


def ordered(seen: Mapping[Seen, Any]) -> list[Seen]:
    return in_order(list(seen))
