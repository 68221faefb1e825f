"""Min-entropy leakage: by how much seeing the output helps to guess the input in one try.

    leakage = log2( V_after / V_before )
    V_before = max over x of pi(x),   V_after = sum over y of max over x of pi(x) C[x][y]

V is the Bayes vulnerability, the chance of the best guess, and 1 - V the Bayes risk. The quotient is exact, and so is
the leakage, as log2 of it. For two inputs of prior 1/2 each, V_after = (1 + TV)/2 <= E/(1 + E) under
epsilon-differential privacy, E = exp(epsilon): randomized response attains it.

Pitfall: under a skewed prior the leakage may be 0 although the rows differ: the best guess stays the same whatever is
seen.

Missing mass. As in `gains`, where this is the gain of guessing right: the missing runs add between 0 and their mass.
"""

from collections.abc import Sequence

from prhl.measures.bounds import Between, log2_shown
from prhl.measures.gains import identity, vulnerability
from prhl.measures.matrix import Matrix, Probability
from prhl.numbers.figures import Figure
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Guessing:
    """Bayes vulnerability before and after, and the leakage in bits."""

    before: Probability
    after: Between
    leakage: Figure


def guessing(matrix: Matrix, prior: Sequence[Probability]) -> Guessing:
    found = vulnerability(matrix, prior, identity(len(matrix.rows)))
    before = max(prior)
    return Guessing(before, found.after, found.after.shown(lambda value: log2_shown(value / before)))
