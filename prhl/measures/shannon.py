"""Shannon entropy: how many bits the input is worth before and after the output is seen.

    H(X)   = sum over x of pi(x) log2(1/pi(x))
    H(X|Y) = sum over y of P(y) H(X | Y = y)
    I(X;Y) = H(X) - H(X|Y)

The mutual information I(X;Y) is 0 if and only if all rows that the prior can choose are equal; that is decided
exactly. Other values are irrational as a rule: short ones are written with log2, decimals are certified.

Pitfall: a small mutual information does not mean that guessing is hard; it averages. See `min_entropy`.

Missing mass. Let B be 1 on runs of the missing part, of probability m in all. Then

    H(X|Y,B) <= H(X|Y) <= H(X,B|Y) = H(B|Y) + H(X|Y,B) <= H(B) + H(X|Y,B)

and H(X|Y,B) is what the listed part contributes, plus what the missing part does: between 0, where every input has
outputs of its own, and m H(X | B = 1), where the output says nothing more.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from prhl.measures.logsums import LogSum, entropy, logsum
from prhl.measures.matrix import Matrix, Probability
from prhl.numbers.figures import Figure
from prhl.records import dataclass

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Shannon:
    """In bits."""

    prior: Figure
    posterior: Figure
    information: Figure


def shannon(matrix: Matrix, prior: Sequence[Probability]) -> Shannon:
    before, listed = entropy(prior), _listed(matrix, prior)
    if matrix.complete:
        after = _shown(matrix, listed, lambda: _rough_listed(matrix, prior))
        told = _shown(matrix, information(matrix, prior), lambda: _rough_information(matrix, prior))
        return Shannon(before.shown(), after, told)
    most = listed + _unlisted(matrix, prior)
    low, high = listed.bracket()[0], min(most.bracket()[1], before.bracket()[1])
    least = max(ZERO, (before - most).bracket()[0])
    return Shannon(before.shown(), Figure(None, low, high), Figure(None, least, (before - listed).bracket()[1]))


def _shown(matrix: Matrix, found: LogSum, rough: Callable[[], LogSum]) -> Figure:
    """A sum of terms that are not negative; if it is not written out, by the same number with few logarithms. That one
    is not 0, so that its digits are found, since the sum has a term."""
    if matrix.is_rational or found.is_short:
        return found.shown()
    return Figure(None, *rough().bracket())


def information(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """I(X;Y) of a complete matrix: the sum of pi(x) C(x, y) log2(C(x, y)/P(y)), which is 0 term by term if it is 0."""
    terms = []
    for column, weighed in zip(matrix.columns, matrix.weighed(prior), strict=True):
        terms += [(j, c / weighed.total) for j, c in zip(weighed.joint, column, strict=True) if j != 0]
    return logsum(terms)


def _rough_information(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """The same number, for decimals alone: the sum of pi(x) C(x, y) log2(C(x, y)) minus that of P(y) log2(P(y))."""
    terms: list[tuple[Probability, Probability]] = []
    for column, weighed in zip(matrix.columns, matrix.weighed(prior), strict=True):
        terms += [(j, c) for j, c in zip(weighed.joint, column, strict=True) if j != 0]
        terms += [(-weighed.total, weighed.total)] if weighed.total != 0 else []
    return LogSum(ZERO, tuple(terms))


def least_information(matrix: Matrix, prior: Sequence[Probability]) -> Fraction:
    """A decimal that I(X;Y) is not below, for any completion."""
    if matrix.complete:
        found = (information if matrix.is_rational else _rough_information)(matrix, prior)
        return max(ZERO, found.bracket()[0])
    most = _listed(matrix, prior) + _unlisted(matrix, prior)
    return max(ZERO, (entropy(prior) - most).bracket()[0])


def _listed(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """What the listed outputs contribute to H(X|Y)."""
    terms = []
    for column in matrix.weighed(prior):
        terms += [(j, column.total / j) for j in column.joint if j != 0]
    return logsum(terms)


def _rough_listed(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """The same number, for decimals alone: the sum of P(y) log2(P(y)) minus that of the joint probabilities."""
    terms: list[tuple[Probability, Probability]] = []
    for column in matrix.weighed(prior):
        terms += [(column.total, column.total)] if column.total != 0 else []
        terms += [(-j, j) for j in column.joint if j != 0]
    return LogSum(ZERO, tuple(terms))


def _unlisted(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """H(B) + m H(X | B = 1): the most that the missing runs add to it."""
    lost = [p * m for p, m in zip(prior, matrix.missing, strict=True)]
    total = sum(lost, ZERO)
    return entropy([total, 1 - total]) + entropy(lost)
