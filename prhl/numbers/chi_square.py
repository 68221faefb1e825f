"""How surprising counts are beside exact probabilities: Pearson's chi-square statistic and its tail, certified."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.numbers import balls
from prhl.records import dataclass

FEWEST = 5  # draws that a cell is to expect; others are put together


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """The statistic, the degrees of freedom, and brackets of the probability of one as large under the exact law."""

    statistic: Fraction
    freedom: int
    tail: tuple[Fraction, Fraction]


def chi_square(cells: Sequence[tuple[Fraction, int]], draws: int) -> ChiSquare | None:
    """Of cells with their probabilities and counts; the last one is what else there is. None if one cell is left.

    Cells with fewer than 5 expected draws are put together with it. Probabilities may be short by far less than the
    statistic shows.
    """
    kept = [(p, count) for p, count in cells if p * draws >= FEWEST]
    rest = 1 - sum([p for p, _ in kept], Fraction(0)), draws - sum([count for _, count in kept])
    if rest[0] * draws >= FEWEST or (rest[1] and rest[0] > 0):
        kept.append(rest)
    if rest[1] and rest[0] <= 0:
        return ChiSquare(Fraction(draws), 0, (Fraction(0), Fraction(0)))  # what cannot come out came out
    if len(kept) < 2:
        return None
    statistic = sum([(count - p * draws) ** 2 / (p * draws) for p, count in kept], Fraction(0))
    freedom = len(kept) - 1
    half, order = balls.rational(statistic / 2), balls.rational(Fraction(freedom, 2))
    tail = balls.enclose(lambda: half.gamma_upper(order, 1), 128)
    return ChiSquare(statistic, freedom, (max(Fraction(0), tail[0]), min(Fraction(1), tail[1])))
