"""How telling a pair of inputs is: only for the order of a search, never for a verdict."""

from fractions import Fraction

from prhl.checks.instance_check import CheckResult
from prhl.numbers.figures import Figure

BETTER = Fraction(1, 100)  # how much more telling a further step must be


def nearness(found: CheckResult) -> Fraction | None:
    """How near a pair comes to breaking the claim; of pairs that do not."""
    if found.status not in ("tight", "loose", "undecided"):
        return None
    if found.share is not None:
        return found.share
    if found.divergence is not None:
        return found.divergence[1].low
    if found.room is not None:
        return -found.room
    return None if found.epsilon is None else found.epsilon.low


def better(score: Fraction) -> Fraction:
    return score + abs(score) * BETTER


def loss(found: CheckResult) -> Fraction | None:
    """What is lost at least, of whatever the claim bounds; None if that is infinite or not known."""
    figure = lost(found)[1]
    return None if figure is None else figure.low


def beats(found: CheckResult, best: CheckResult) -> bool:
    one, other = loss(found), loss(best)
    if other is None:
        return False
    if one is None:
        figure = lost(found)[1]
        return figure is not None and figure.exact == "inf"
    return one > better(other)


def lost(found: CheckResult) -> tuple[str, Figure | None]:
    """The figure that the claim bounds, and its name."""
    if found.divergence is not None:
        return found.divergence
    if found.violation is not None and found.violation.delta:
        return "delta", found.delta
    return "epsilon", found.epsilon
