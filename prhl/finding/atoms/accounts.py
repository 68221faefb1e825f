"""accounts: a number of the program keeps count of what is spent.

`cost <= spent{1}` for a number that only grows, and `cost <= eps - left{1}` for one that only shrinks: privacy filters
and adaptive sparse vectors, whose steps cost different amounts, say so themselves. Where noise has the scale `1/e` and
every round halves `e`, all that is ever paid is known beforehand: `cost <= eps - 2*e{1}`. Numbers that steps are made
of stay above 0.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.counters import factor, stride
from prhl.finding.distances import at_distance, distance_price
from prhl.finding.task import sites, terms
from prhl.logic.build import at_most, less, number, plus
from prhl.logic.constants import constant
from prhl.logic.linear import NUMBERS, form, ratio
from prhl.logic.terms import Apply, Ghost, Term, Variable, argument_terms, subterms
from prhl.logic.types import INT, REAL
from prhl.typed import core

COST = Ghost("cost", REAL)


def atoms(head: Head) -> Iterator[Atom]:
    factors = set(_factors(head))
    for name in [name for name in head.names if head.types[name] in NUMBERS and head.types[name] != INT]:
        moved, first, own = stride(head.loop, name), head.first(name), head.variable(name, 1)
        if name in head.twins and name in factors and (first is None or constant(first) != 0):
            yield Atom(less(number(0), own), "above 0")
        if moved is not None and head.ghosts:
            if moved.upward:
                yield Atom(at_most(COST, own), "accounts")
            if first is not None:
                gone = plus(own, first, -1) if moved.upward else plus(first, own, -1)
                yield Atom(at_most(COST, gone), "accounts")
        if first is not None and head.ghosts:
            yield from [Atom(at_most(COST, most), "accounts") for most in _series(head, own, first)]


def _factors(head: Head) -> Iterator[str]:
    """What noise is scaled by in the loop, or numbers are multiplied with or divided by."""
    drawn = [node.distribution for node in sites(head.loop.body) if isinstance(node, core.Sample)]
    scales = [term for one in drawn for argument in one.arguments for term in argument_terms(argument)]
    made = [part for term in terms(head.loop.body) for part in subterms(term)]
    scales += [part for part in made if isinstance(part, Apply) and part.operator in ("mul", "div")]
    yield from [part.name for term in scales for part in subterms(term) if isinstance(part, Variable)]


def _series(head: Head, own: Variable, first: Term) -> Iterator[Term]:
    """What steps cost so far whose price shrinks by a factor with every round."""
    by = factor(head.loop, own.name)
    for node in sites(head.loop.body) if by is not None and by < 1 else ():
        price = distance_price(head.task, node.distribution) if isinstance(node, core.Sample) else None
        for bound in head.task.bounds if price is not None else ():
            assert price is not None
            assert by is not None
            times_ = ratio(at_distance(price, bound), Variable(own.name, 0, own.type))
            if times_ is not None:
                yield ((form(first) - form(own)) * (times_ / (1 - by))).term
