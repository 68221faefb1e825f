"""What an observer learns under a prior: the hyper-distribution.

Each output y leads to a posterior over the inputs, pi(x|y) = pi(x) C[x][y] / P(y); the hyper-distribution says with
which probability each posterior is met. Outputs with the same posterior are one: no aim of an observer tells them
apart.

Where mass is missing it is the hyper-distribution of what is listed, and its probabilities add up to less than 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from prhl.measures.matrix import Matrix, Probability


@dataclass(frozen=True, slots=True)
class Inner:
    """A posterior over the inputs, the probability of meeting it, and the columns of the outputs that lead to it."""

    probability: Probability
    posterior: tuple[Probability, ...]
    columns: tuple[int, ...]


def hyper_distribution(matrix: Matrix, prior: Sequence[Probability]) -> list[Inner]:
    """The most likely posterior first."""
    merged: dict[tuple[Probability, ...], tuple[Probability, list[int]]] = {}
    for at, column in enumerate(matrix.columns):
        joint = [p * c for p, c in zip(prior, column, strict=True)]
        total = sum(joint, Fraction(0))
        if total == 0:
            continue  # the prior rules it out
        posterior = tuple([j / total for j in joint])
        mass, columns = merged.get(posterior, (Fraction(0), []))
        merged[posterior] = (mass + total, [*columns, at])
    inners = [Inner(mass, posterior, tuple(columns)) for posterior, (mass, columns) in merged.items()]
    return sorted(inners, key=lambda inner: (-inner.probability, [-p for p in inner.posterior]))
