"""What an observer learns under a prior: the hyper-distribution, and the vulnerability of the secret to one guess.

The prior vulnerability is the chance to guess the input blindly, the largest prior probability; the posterior one is
the chance after seeing the output, the sum over outputs of the largest joint probability.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from prhl.measures.closeness import Row, Seen


@dataclass(frozen=True, slots=True)
class Inner:
    """A posterior over the inputs, the probability of meeting it, and the outputs that lead to it."""

    probability: Fraction
    posterior: tuple[Fraction, ...]
    outputs: tuple[Seen, ...]


def uniform_prior(size: int) -> list[Fraction]:
    return [Fraction(1, size)] * size


def hyper_distribution(rows: Sequence[Row], prior: Sequence[Fraction]) -> list[Inner]:
    """Outputs with the same posterior are one; the most likely first."""
    merged: dict[tuple[Fraction, ...], tuple[Fraction, list[Seen]]] = {}
    for seen in {seen: None for row in rows for seen in row.weights}:
        joint = [p * Fraction(row.weights.get(seen, 0), row.total) for p, row in zip(prior, rows, strict=True)]
        total = sum(joint, Fraction(0))
        posterior = tuple([j / total for j in joint])
        mass, outputs = merged.get(posterior, (Fraction(0), []))
        merged[posterior] = (mass + total, [*outputs, seen])
    inners = [Inner(mass, posterior, tuple(outputs)) for posterior, (mass, outputs) in merged.items()]
    return sorted(inners, key=lambda inner: (-inner.probability, [-p for p in inner.posterior]))


def prior_vulnerability(prior: Sequence[Fraction]) -> Fraction:
    return max(prior)


def posterior_vulnerability(rows: Sequence[Row], prior: Sequence[Fraction]) -> Fraction:
    total = Fraction(0)
    for seen in {seen: None for row in rows for seen in row.weights}:
        total += max([p * Fraction(row.weights.get(seen, 0), row.total) for p, row in zip(prior, rows, strict=True)])
    return total
