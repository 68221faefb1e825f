"""Programs that compare Gaussian noise, with certified integrals: noisy maximum, and comparisons of draws one by one.

The walk is that over symbolic draws (`closed/symbolic_run`): a draw that is compared with another one and not used
later becomes a factor of its density. Only the densities are others: enclosed ones (`taylor_curves`), and the weights
of states are balls. Nothing real may be released. What comes out are lower bounds of all probabilities, off by far less
than 10^-20; from above each is at most what the lower bounds of the others leave.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

from prhl.distributions import family_of, is_continuous
from prhl.distributions.base import Measured, Restricting
from prhl.exact.bounds.taylor_curves import PRECISION, Mass, bell
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.symbolic_run import Symbolic
from prhl.exact.closed.symbolic_states import State, pattern_of
from prhl.exact.closed.symbolic_values import Law, is_open
from prhl.logic.terms import Distribution
from prhl.numbers import Inexact, balls, enclosure
from prhl.numbers.noise import UNIT, gauss
from prhl.semantics.evaluate import Value
from prhl.semantics.flat import FlatProgram
from prhl.semantics.limits import Meter

Seen = tuple[Any, ...]


def integrated(
    program: FlatProgram, inputs: Mapping[str, Value], meter: Meter
) -> tuple[dict[Seen, int], dict[Seen, int]]:
    """Lower and upper bounds on the probabilities of all outputs, over 2^120; or NotClosed."""
    try:
        masses = balls.at(PRECISION, lambda: _Integrating(meter).masses(program, inputs))  # type: ignore[arg-type, return-value]
    except Inexact as reason:
        raise NotClosed(str(reason)) from None
    low = {seen: max(0, lowest * UNIT // 1) for seen, lowest in masses.items()}  # type: ignore[attr-defined]
    left = UNIT - sum(low.values())
    return low, {seen: weight + left for seen, weight in low.items()}


class _Integrating(Symbolic):
    """States with enclosed densities."""

    def masses(self, program: FlatProgram, inputs: Mapping[str, Value]) -> dict[Seen, Fraction]:
        """A lower bound for every output."""
        found: dict[Seen, Any] = {}
        for state in self.ends(program, State(dict(inputs), (), Fraction(1), {})):
            if state.draws or state.pending or is_open(tuple(state.values.values())):
                raise NotClosed("a real number is released, or an operation on Gaussian noise")
            pattern, term = pattern_of(state, program.result_type)
            found[pattern.seen] = found.get(pattern.seen, Mass(enclosure(0))) + term.weight
        if self.walked.lost:
            raise NotClosed("a loop is never left by some runs")
        return {seen: balls.enclose(lambda mass=mass: mass.ball, PRECISION)[0] for seen, mass in found.items()}  # type: ignore[misc]

    def ways(self, distribution: Distribution, values: tuple[Any, ...]) -> list[Law]:
        if not is_continuous(distribution):
            return super().ways(distribution, values)
        family = family_of(distribution)
        if isinstance(family, Restricting) or not isinstance(family, Measured):
            raise NotClosed("noise other than Gaussian")
        noise = family.noise(values)
        if noise.function is not gauss:
            raise NotClosed("noise other than Gaussian")
        key = (id(distribution), values)
        if key not in self.laws:
            self.laws[key] = [bell(noise)]
        return self.laws[key]

    def unit(self, state: State, without: Any) -> NoReturn:
        raise NotClosed("a loop that ends by luck")
