"""turn: a finite draw is turned into another one, so that what is made of it comes out equal.

A coin that is returned as it is or turned over: `b{2} = (if x{1} = x{2} then b{1} else !b{1})`; a pad: `k{2} = k{1} xor
m{1} xor m{2}`; a rotation: `u{2} = (u{1} + x{1} - x{2}) mod m`. `answer`: a coin that decides a truth value is drawn so
that run 2 decides as run 1 did.
"""

from collections.abc import Iterator
from fractions import Fraction

from prhl.finding.sinks import Sink, clear, mentions
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import FALSE, TRUE, choose, either, equal, iff, negation, plus, unequal
from prhl.logic.linear import Form, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Term, Variable, subterms
from prhl.logic.types import BOOL, INT, Bits


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or place.moves:
        return
    for one, two in place.sinks:
        if one.kind != "other" or two.kind != "other":
            continue
        if place.sample.type == BOOL:
            yield from _coin(place, one, two)
        elif isinstance(place.sample.type, Bits):
            yield from _pad(place, one, two)
        elif place.sample.type == INT:
            yield from _rotation(place, one, two)


def _coin(place: Draw, one: Sink, two: Sink) -> Iterator[Way]:
    if one.term.type != BOOL or two.term.type != BOOL:
        return
    marked, sample = place.task.marked, place.sample
    for part in dict.fromkeys(subterms(one.term)):
        if part.type != BOOL or mentions(part, place.node.target) or not clear(part):
            continue
        first, second = marked(part, 1), marked(part, 2)
        plain = isinstance(part, Variable) or (isinstance(part, Apply) and part.operator in ("index", "field"))
        if first != second and plain:
            turned = unequal(first, second)
            paid = turned if place.differs == FALSE else either([turned, place.differs])
            yield Way("turn", 0, choose(equal(first, second), sample, negation(sample)), paid)
    if clear(one.term) and clear(two.term):
        heads = marked(_folded(substitute(two.term, lambda leaf: TRUE if leaf == place.their else None)), 2)
        if heads not in (TRUE, FALSE):
            yield Way("answer", 3, iff(heads, marked(one.term, 1)), TRUE)


def _pad(place: Draw, one: Sink, two: Sink) -> Iterator[Way]:
    match one.term, two.term:
        case Apply("xor", first), Apply("xor", second) if place.own in first and place.their in second:
            masks = [place.task.marked(part, 1) for part in first if part != place.own]
            masks += [place.task.marked(part, 2) for part in second if part != place.their]
            masks = [part for part in masks if masks.count(part) == 1]  # twice is nothing
            if clear(one.term) and clear(two.term):
                yield Way("turn", 0, Apply("xor", (place.sample, *masks), place.sample.type), place.differs)
        case _:
            pass


def _rotation(place: Draw, one: Sink, two: Sink) -> Iterator[Way]:
    match one.term, two.term:
        case Apply("emod", (first, modulus)), Apply("emod", (second, _)) if clear(one.term) and clear(two.term):
            forms = form(first), form(second)
            slopes = forms[0].of(place.own), forms[1].of(place.their)
            if abs(slopes[0]) != 1 or slopes[0] != slopes[1]:
                return
            rests = [f - Form({x: f.of(x)}) for f, x in zip(forms, (place.own, place.their), strict=True)]
            by = place.difference(rests[0] * Fraction(slopes[0]), rests[1] * Fraction(slopes[0]))
            turned = Apply("emod", (plus(place.sample, by.term), place.task.marked(modulus, 1)), INT)
            yield Way("turn", 0, turned, place.pays(by))
        case _:
            pass


def _folded(term: Term) -> Term:
    """With what `true` makes plain folded."""
    match term:
        case Apply("ite", (condition, yes, no)):
            asked = _folded(condition)
            if asked in (TRUE, FALSE):
                return _folded(yes if asked == TRUE else no)
        case Apply("eq" | "iff", (one, other)):
            sides = _folded(one), _folded(other)
            if TRUE in sides:
                return sides[1] if sides[0] == TRUE else sides[0]
        case Apply("xor", (one, other)):
            sides = _folded(one), _folded(other)
            if TRUE in sides:
                return negation(sides[1] if sides[0] == TRUE else sides[0])
        case Apply("not", (inner,)):
            found = _folded(inner)
            if found in (TRUE, FALSE):
                return FALSE if found == TRUE else TRUE
        case Apply("or", parts):
            if TRUE in [_folded(part) for part in parts]:
                return TRUE
        case Apply("and", parts):
            rest = [part for part in map(_folded, parts) if part != TRUE]
            return TRUE if not rest else FALSE if FALSE in rest else Apply("and", tuple(rest), BOOL)
        case _:
            pass
    return term
