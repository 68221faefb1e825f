"""turn: a finite draw is turned into another one, so that what is made of it comes out equal.

A coin that is returned as it is or turned over: `b{2} = (if x{1} = x{2} then b{1} else !b{1})`; a pad: `k{2} = k{1} xor
m{1} xor m{2}`; a rotation: `u{2} = (u{1} + x{1} - x{2}) mod m`, everywhere or only under the conditions of the branch
in which the sum is used, and by a stated inverse of what the sample is multiplied by; of real numbers with what falls
off one end coming in at the other. `answer`: a coin that decides a truth value is drawn so that run 2 decides as run 1
did.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeGuard

from prhl.distributions import family_of
from prhl.distributions.base import Even
from prhl.finding.folding import folded
from prhl.finding.sinks import Sink, clear, mentions
from prhl.finding.ways.base import Draw, Place, Way
from prhl.logic.build import (
    FALSE,
    TRUE,
    at_most,
    both,
    choose,
    either,
    equal,
    iff,
    less,
    negation,
    number,
    plus,
    times,
    unequal,
)
from prhl.logic.linear import Form, form
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Constant, Term, Variable, conjuncts, subterms
from prhl.logic.types import BOOL, INT, Bits


def ways(place: Place) -> Iterator[Way]:
    if not isinstance(place, Draw) or place.moves:
        return
    family = family_of(place.node.distribution)
    if isinstance(family, Even) and family.continuous:  # a finite set of reals has no ends
        yield from _circle(place)
    for one, two in place.sinks:
        if "other" not in (one.kind, two.kind) or "compared" in (one.kind, two.kind):
            continue
        if place.sample.type == BOOL:
            yield from _coin(place, one, two)
            if place.mate is not place.node:
                yield from _pad(place, one, two)
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
            image = choose(equal(first, second), sample, negation(sample))
            yield Way("turn", 0, image, paid)
            yield from _unless_shown(place, image, paid)
    if clear(one.term) and clear(two.term):
        heads = marked(_at(two.term, place.their, TRUE), 2)
        if heads not in (TRUE, FALSE):
            before, tails = [marked(_at(one.term, place.own, side), 1) for side in (TRUE, FALSE)]
            paid = either([negation(iff(before, heads)), iff(before, tails), place.differs])
            yield Way("answer", 3, iff(heads, marked(folded(one.term), 1)), paid)


def _unless_shown(place: Draw, image: Term, paid: Term) -> Iterator[Way]:
    """Not in the branches in which the sample is used as it is."""
    bare = [one.path for one, _ in place.sinks if one.term == place.own and one.path and all(map(clear, one.path))]
    paths = [path for path in dict.fromkeys(bare) if not any([set(other) < set(path) for other in bare])]
    if paths:
        shown = either([both([place.task.marked(part, 1) for part in path]) for path in paths])
        hidden = both([negation(shown), paid])
        yield Way("turn unless shown", 0, choose(shown, place.sample, image), hidden)


def _at(term: Term, coin: Variable, side: Term) -> Term:
    return folded(substitute(term, lambda leaf: side if leaf == coin else None))


def _pad(place: Draw, one: Sink, two: Sink) -> Iterator[Way]:
    """A sample that is alone has no mask."""
    first, second = [given.arguments if _is(given, "xor") else (given,) for given in (one.term, two.term)]
    if first.count(place.own) != 1 or second.count(place.their) != 1 or not (clear(one.term) and clear(two.term)):
        return
    masks = [place.task.marked(part, 1) for part in first if part != place.own]
    masks += [place.task.marked(part, 2) for part in second if part != place.their]
    masks = [part for part in masks if masks.count(part) == 1]  # twice is nothing
    if masks:
        image = Apply("xor", (place.sample, *masks), place.sample.type)
        yield Way("turn", 0, image, place.differs)
        yield from _unless_shown(place, image, place.differs)


def _rotation(place: Draw, one: Sink, two: Sink) -> Iterator[Way]:
    """A sample that is alone is not turned. What is drawn later is taken to be equal."""
    inner = [given.arguments[0] if _is(given, "emod") else given for given in (one.term, two.term)]
    moduli = [given.arguments[1] for given in (one.term, two.term) if _is(given, "emod")]
    forms = form(inner[0]), form(inner[1])
    if moduli and place.mate is place.node:
        yield from _by_an_inverse(place, forms[0], moduli[0])
    slopes = forms[0].of(place.own), forms[1].of(place.their)
    if not moduli or abs(slopes[0]) != 1 or abs(slopes[1]) != 1:
        return
    rests = [f - Form({x: f.of(x)}) for f, x in zip(forms, (place.own, place.their), strict=True)]
    known = [(f.where(clear) + Form({}, f.constant)) * slopes[1] for f in rests]
    by = place.difference(known[0], known[1])
    moved = Form({place.sample: slopes[0] * slopes[1]}) + by
    if moved == Form({place.sample: Fraction(1)}) or not clear(moduli[0]):
        return
    turned = Apply("emod", (moved.term, place.task.marked(moduli[0], 1 if _is(one.term, "emod") else 2)), INT)
    around, rank = place.around(one), 0 if clear(one.term) and clear(two.term) else 1
    yield Way("turn", rank, turned, place.pays(by))
    if around:
        yield Way("turn if", rank, choose(both(around), turned, place.sample), both([*around, place.pays(by)]))


def _by_an_inverse(place: Draw, sum_: Form, modulus: Term) -> Iterator[Way]:
    """Of a sample that is multiplied by a number with an inverse: `requires x*u mod m = 1`, with `a{2} = (a{1} +
    u*(s{1} - s{2})) mod m` for `(s + x*a) mod m`."""
    for part, many in sum_.parts.items():
        factors = part.arguments if _is(part, "mul") else (number(abs(many)), part)
        rest = sum_ - Form({part: many})
        others = [factor for factor in factors if factor != place.own]
        known = all([clear(one) and not mentions(one, place.node.target) for one in (*rest.parts, *others, modulus)])
        if len(factors) != 2 or len(others) != 1 or not known or (_is(part, "mul") and abs(many) != 1):
            continue
        by = place.difference(rest, rest) * Fraction(1 if many > 0 else -1)
        for inverse in _inverses(place.task.left.requires, others[0], modulus) if by else ():
            moved = plus(place.sample, times(place.task.marked(inverse, 1), by.term))
            yield Way("turn", 0, Apply("emod", (moved, place.task.marked(modulus, 1)), INT), place.pays(by))


def _inverses(requires: Iterable[Term], factor: Term, modulus: Term) -> Iterator[Term]:
    """What a factor is multiplied by so that 1 remains, as the program says."""
    for part in [part for formula in requires for part in conjuncts(formula)]:
        match part:
            case Apply("eq", (Apply("emod", (Apply("mul", (one, other)), by)), Constant(1))) if by == modulus:
                yield from [found for this, found in ((one, other), (other, one)) if this == factor]
            case _:
                pass


def _circle(place: Draw) -> Iterator[Way]:
    """A real number between two ends: what is moved over one of them comes in at the other."""
    low, high = [place.task.marked(end, 1) for end in place.node.distribution.arguments if isinstance(end, Term)]
    for met in place.meetings:
        if met.sink.kind == "sum" and met.clear and met.shift:
            moved, length = plus(place.sample, met.shift.term), form(high) - form(low)
            back = choose(at_most(high, moved), (length * Fraction(-1)).term, number(0))
            image = plus(moved, choose(less(moved, low), length.term, back))
            yield Way("turn", 2, image, place.pays(met.shift))


def _is(term: Term, operator: str) -> TypeGuard[Apply]:
    return isinstance(term, Apply) and term.operator == operator
