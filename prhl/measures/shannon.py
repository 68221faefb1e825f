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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from prhl.measures.logsums import LogSum, entropy, logsum
from prhl.measures.matrix import Matrix, Probability
from prhl.numbers.figures import Figure

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
        return Shannon(before.shown(), listed.shown(), information(matrix, prior).shown())
    most = listed + _unlisted(matrix, prior)
    low, high = listed.bracket()[0], min(most.bracket()[1], before.bracket()[1])
    least = max(ZERO, (before - most).bracket()[0])
    return Shannon(before.shown(), Figure(None, low, high), Figure(None, least, (before - listed).bracket()[1]))


def information(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """I(X;Y) of a complete matrix: the sum of pi(x) C(x, y) log2(C(x, y)/P(y)), which is 0 term by term if it is 0."""
    terms = []
    for column in matrix.columns:
        total = sum([p * c for p, c in zip(prior, column, strict=True)], ZERO)
        terms += [(p * c, c / total) for p, c in zip(prior, column, strict=True) if p != 0 and c != 0]
    return logsum(terms)


def least_information(matrix: Matrix, prior: Sequence[Probability]) -> Fraction:
    """A decimal that I(X;Y) is not below, for any completion."""
    if matrix.complete:
        return max(ZERO, information(matrix, prior).bracket()[0])
    most = _listed(matrix, prior) + _unlisted(matrix, prior)
    return max(ZERO, (entropy(prior) - most).bracket()[0])


def _listed(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """What the listed outputs contribute to H(X|Y)."""
    terms = []
    for column in matrix.columns:
        joint = [p * c for p, c in zip(prior, column, strict=True) if p != 0 and c != 0]
        total = sum(joint, ZERO)
        terms += [(j, total / j) for j in joint]
    return logsum(terms)


def _unlisted(matrix: Matrix, prior: Sequence[Probability]) -> LogSum:
    """H(B) + m H(X | B = 1): the most that the missing runs add to it."""
    lost = [p * m for p, m in zip(prior, matrix.missing, strict=True)]
    total = sum(lost, ZERO)
    return entropy([total, 1 - total]) + entropy(lost)
