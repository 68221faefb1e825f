"""Where a distribution over numbers has mass: at a value, or on a range."""

from prhl.logic.build import FALSE, TRUE, at_most, both, either, equal, less, number, size
from prhl.logic.sets import member
from prhl.logic.terms import Apply, Between, Distribution, Listed, Term, Weighted

Bound = Term | None
"""None: not bounded."""


def reached(inner: Distribution, low: Bound, high: Bound) -> Term:
    """That the numbers from low to high, which are in this order, have positive mass."""
    match inner.name, inner.arguments:
        case (("Laplace" | "Gauss"), _):
            return _less(low, high)
        case (("DiscreteLaplace" | "DiscreteGauss"), _):
            return TRUE  # the ends are integers
        case "Exponential", _:
            return both([_less(low, high), _less(number(0), high)])
        case "Geometric", (p,):
            assert isinstance(p, Term)
            return both([_at_most(number(0), high), either([less(p, number(1)), _at_most(low, number(0))])])
        case "ExpMech", (_, scores):
            assert isinstance(scores, Term)
            return both([_at_most(number(0), high), _less(low, size(scores))])
        case "Uniform", (Between(first, last),):
            return both([_at_most(first, high), _at_most(low, last)])
        case "Uniform", (Listed(items),):
            return either([_between(low, item, high) for item in items])
        case "Choice", (Weighted(items),):
            return either([both([_between(low, item, high), less(number(0), weight)]) for item, weight in items])
        case "Truncate", (Distribution() as deeper, least, most):
            assert isinstance(least, Term)
            assert isinstance(most, Term)
            inside = both([_at_most(low, most), _at_most(least, high)])
            return both([inside, reached(deeper, _larger(low, least), _smaller(high, most))])
        case "Clamp", (Distribution() as deeper, least, most):
            assert isinstance(least, Term)
            assert isinstance(most, Term)
            inside = both([_at_most(low, most), _at_most(least, high)])
            return either(
                [
                    both([inside, reached(deeper, _larger(low, least), _smaller(high, most))]),
                    both([_between(low, least, high), reached(deeper, None, least)]),
                    both([_between(low, most, high), reached(deeper, most, None)]),
                ]
            )
        case _:
            return FALSE


def supported(inner: Distribution, value: Term) -> Term:
    """That the value has positive mass or density, or, for `Clamp`, may have."""
    match inner.name, inner.arguments:
        case "Exponential", _:
            return at_most(number(0), value)
        case "Geometric", (p,):
            assert isinstance(p, Term)
            return both([at_most(number(0), value), either([less(p, number(1)), equal(value, number(0))])])
        case "ExpMech", (_, scores):
            assert isinstance(scores, Term)
            return both([at_most(number(0), value), less(value, size(scores))])
        case "Uniform", (Between() | Listed() as domain,):
            return member(value, domain)
        case "Choice", (Weighted(items),):
            return either([both([equal(value, item), less(number(0), weight)]) for item, weight in items])
        case "Truncate", (Distribution() as deeper, _, _):
            return both([_in_range(inner, value), supported(deeper, value)])
        case "Clamp", _:
            return _in_range(inner, value)
        case _:
            return TRUE


def _in_range(inner: Distribution, value: Term) -> Term:
    _, low, high = inner.arguments
    assert isinstance(low, Term)
    assert isinstance(high, Term)
    return _between(low, value, high)


def _less(low: Bound, high: Bound) -> Term:
    return TRUE if low is None or high is None else less(low, high)


def _at_most(low: Bound, high: Bound) -> Term:
    return TRUE if low is None or high is None else at_most(low, high)


def _between(low: Bound, value: Term, high: Bound) -> Term:
    return both([_at_most(low, value), _at_most(value, high)])


def _larger(low: Bound, other: Term) -> Term:
    return other if low is None else Apply("max", (low, other), other.type)


def _smaller(high: Bound, other: Term) -> Term:
    return other if high is None else Apply("min", (high, other), other.type)
