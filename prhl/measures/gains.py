"""g-vulnerability and g-leakage: what the output is worth to an observer with a given aim.

A gain table says what each guess w earns if the input is x. The observer takes the guess that is best on average:

    V_before = max over w of sum over x of pi(x) g(w, x)
    V_after  = sum over y of max over w of sum over x of pi(x) C[x][y] g(w, x)

The additive leakage is V_after - V_before, never negative; the multiplicative one is V_after / V_before, for gains
that are not negative. The identity table (1 for the right guess, else 0) gives the Bayes vulnerability. A loss
function is a gain with its sign turned round, its uncertainty -V (thesis, Definitions 4 to 7).

Missing mass. The best value is a maximum of sums, so it is homogeneous and subadditive in the joint probabilities:
max(u + v) <= max u + max v. Hence the missing runs of x add at most pi(x) m(x) max_w g(w, x), and at least that with
min_w in place of max_w; and V_after is never below V_before.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from prhl.measures.bounds import Between, exactly
from prhl.measures.matrix import Matrix, Probability
from prhl.records import dataclass

Gain = tuple[tuple[Fraction, ...], ...]
"""A row for each guess, a column for each input."""

ZERO = Fraction(0)


def identity(size: int) -> Gain:
    """One guess for each input, and 1 if it is right."""
    return tuple([tuple([Fraction(int(w == x)) for x in range(size)]) for w in range(size)])


@dataclass(frozen=True, slots=True)
class Vulnerability:
    before: Probability
    after: Between

    @property
    def additive(self) -> Between:
        return self._each(lambda value: value - self.before)

    @property
    def multiplicative(self) -> Between | None:
        """None where dividing makes no sense: nothing, or less, is gained before."""
        if self.before <= 0:
            return None
        return self._each(lambda value: value / self.before)

    def _each(self, of: Callable[[Any], Any]) -> Between:
        return exactly(of(self.after.low)) if self.after.exact else Between(of(self.after.low), of(self.after.high))


def vulnerability(matrix: Matrix, prior: Sequence[Probability], gain: Gain) -> Vulnerability:
    before = max([_value(prior, guess) for guess in gain])
    listed = ZERO
    earning = [[(at, g) for at, g in enumerate(guess) if g] for guess in gain]
    for column in matrix.weighed(prior):
        listed = listed + max([_earned([(column.joint[at], g) for at, g in guess]) for guess in earning])
    if matrix.complete:
        return Vulnerability(before, exactly(listed))
    lost = [p * m for p, m in zip(prior, matrix.missing, strict=True)]
    each = list(zip(*gain, strict=True))  # the gains of all guesses, for each input
    most = listed + _value(lost, [max(column) for column in each])
    least = listed + _value(lost, [min(column) for column in each])
    return Vulnerability(before, Between(max(before, least), most))


def _value(masses: Sequence[Probability], guess: Sequence[Fraction]) -> Probability:
    """What a guess earns on average."""
    return _earned([(m, g) for m, g in zip(masses, guess, strict=True) if g])


def _earned(parts: Sequence[tuple[Probability, Fraction]]) -> Probability:
    earned = [m if g == 1 else m * g for m, g in parts]
    return earned[0] if len(earned) == 1 else sum(earned, ZERO)
