"""Min-capacity: the most min-entropy leakage that any prior, and any gain, can get out of the channel.

    min-capacity = log2( sum over y of max over x of C[x][y] )

For every prior, V_after = sum_y max_x pi(x) C[x][y] <= max_x pi(x) * sum_y max_x C[x][y], with equality for the
uniform prior; for other gains this is the miracle theorem (Alvim et al., The Science of Quantitative Information
Flow). The sum is exact, and so is the capacity, as log2 of it. It is never below the Shannon capacity: with Q(y) =
max_x C[x][y] / s and s the sum, D(C_x || Q) <= log2(s) for every x.

Missing mass. max(u + v) <= max u + sum v, so the missing runs add at most their mass, summed over inputs; and the sum
is never below 1, nor above the number of inputs.
"""

from fractions import Fraction

from prhl.measures.bounds import Between, exactly
from prhl.measures.matrix import Matrix, Probability


def min_capacity(matrix: Matrix) -> Between:
    """The sum of the largest probabilities of each output; its log2 is the capacity in bits."""
    listed: Probability = sum([max(column) for column in matrix.columns], Fraction(0))
    if matrix.complete:
        return exactly(listed)
    most = listed + sum(matrix.missing, Fraction(0))
    return Between(max(listed, Fraction(1)), min(most, Fraction(len(matrix.rows))))
