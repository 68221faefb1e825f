"""mirror: run 2 draws from the other end.

`b{2} = !b{1}` for a coin, `n{2} = 7 - n{1}` for a die: where a postcondition asks for opposite results, or, of what a
run compares the sample with, where that differs: `n{2} = (if side{1} = side{2} then n{1} else 7 - n{1})`; or where one
branch counts from one end and the other from the other.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.distributions import family_of
from prhl.distributions.base import Even
from prhl.finding.sinks import Path, clear, mentions
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import TRUE, choose, equal, iff, negation, unequal
from prhl.logic.linear import Form, form
from prhl.logic.terms import Between, Term, Variable, subterms
from prhl.logic.types import BOOL, INT


def ways(place: Place) -> Iterator[Way]:
    turned = _turned(place) if isinstance(place, Draw) else None
    if turned is None or not isinstance(place, Draw):
        return
    if place.task.claim.post is not None:
        yield Way("mirror", 3, turned, TRUE)
    if place.sample.type == INT:
        yield from _by_branch(place, turned)
        for sink, _ in place.sinks:
            for part in dict.fromkeys(subterms(sink.term)) if sink.kind == "other" else ():
                if isinstance(part, Variable) and clear(part) and not mentions(part, place.node.target):
                    one, two = place.task.marked(part, 1), place.task.marked(part, 2)
                    if one != two:
                        yield Way("mirror if", 3, choose(equal(one, two), place.sample, turned), unequal(one, two))


def _by_branch(place: Draw, turned: Term) -> Iterator[Way]:
    """Counted upward under a condition and downward under its negation: turned where these differ."""
    slopes: dict[Path, Fraction] = {}
    for sink, _ in place.sinks:
        if sink.kind == "sum" and len(sink.path) == 1 and clear(sink.path[0]):
            slopes.setdefault(sink.path, form(sink.term).of(place.own))
    for path, slope in slopes.items():
        if slope * slopes.get((negation(path[0]),), Fraction(0)) < 0:
            one, two = place.task.marked(path[0], 1), place.task.marked(path[0], 2)
            if one != two:
                yield Way("mirror by branch", 1, choose(iff(one, two), place.sample, turned), negation(iff(one, two)))


def _turned(place: Draw) -> Term | None:
    distribution = place.node.distribution
    if place.sample.type == BOOL:
        return negation(place.sample)
    match distribution.arguments[0]:
        case Between(low, high) if place.sample.type == INT and isinstance(family_of(distribution), Even):
            ends = (form(low) + form(high)).mapped(lambda part: place.task.marked(part, 1))
            return (ends - Form({place.sample: Fraction(1)})).term
        case _:
            return None
