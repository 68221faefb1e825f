"""up-to-bad: what run 1 draws inside of G is paid for by its probability, and forgotten.

Rule.
    D1 and D2 exist, by `existence`
    P && a, a' in support of D1, neither in G, f(a) = f(a')  ==>  a = a'
    P ==> 0 <= e and 0 <= d;  e and d do not mention the sample, G speaks of it and of the state before the draw
    P ==> Pr1[G] + sum over a outside of G of max(0, mass1(a) - exp(e) * mass2(f(a))) <= d
    P ==> slack + d <= delta
    run 1 by itself has no run-time error, and ends where it must
    ---------------------------------------------------------------------------------------------------- [up-to-bad]
    { P }  x :=$ D1  ~[e, d]  x :=$ D2  { P && x{2} = f(x{1}) && !G(x{1}) }

G is what stands after `except`. Of finite lists, and of truncated or clamped integer noise whose numbers are constants,
the sum is taken value by value. Of other noise G is made of ends, such as `x{1} > 10` or `|x{1}| >= t{1}`: then
Pr1[G] is bounded by its tails, and the excess outside of G by all of it.

Why. The relation is `b = f(a)` outside of G and nothing inside. An event S of run 1 has at most Pr1[G] inside of G; for
the rest `lifted-draw` gives `exp(e) * Pr2[f(S \\ G)]` and the excess of it. So `Pr1[S] <= exp(e) * Pr2[R(S)] + d`, and
the theorem goes on with related samples only. What is expected of the forgotten ones is at most 1.

Pitfall. The probability of G in run 2: it has to be paid again, times exp(eps). To let G excuse what no longer is
privacy: a run that divides by zero or never ends inside of G would be missed, since the product does not come there;
so run 1 is walked by itself. A G that mentions what run 2 draws is no event of run 1. And a d for each sample.

Reference. Up to bad: Bellare and Rogaway, EUROCRYPT 2006; as a lifting: Barthe, Espitau, Hsu, Sato and Strub, ICALP
2017.

Owes. `injective`, `price`, `slack`, `no-price`, and for run 1 by itself what its statements owe.
"""

from dataclasses import replace
from fractions import Fraction
from functools import reduce

from prhl.couplings.base import Price
from prhl.couplings.lifting import Lifting, Step, Unpriced, mentions, stopped
from prhl.couplings.pieces import shift_of
from prhl.distributions.base import Tailed
from prhl.distributions.masses import NotEnumerable
from prhl.logic.build import at_most, both, choose, either, equal, follows, negation, number, plus, quotient
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term, argument_terms
from prhl.logic.types import INT, REAL
from prhl.records import dataclass

ENDS = "for this noise `except` is made of ends, such as `x{1} > 10` or `|x{1}| >= t{1}`"
OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


@dataclass(frozen=True, slots=True)
class Chance:
    """At most this probability: as a number, and as terms that are equal, where there are such."""

    figure: Fraction | None
    terms: tuple[Term, Term] | None
    known: tuple[Term, ...] = ()  # what defines the fresh names in the terms


def lifted(lifting: Lifting, step: Step) -> Price:
    """The coupling outside of what is excepted; what is inside counts in full."""
    if step.bad is None or lifting.by_value:
        return lifting.lift(step)
    chance = _chance(step, step.bad)
    base = lifting.lift(replace(step, bad=None))
    nothing = base.enough(number(0))
    free = step.follows(follows(both(base.known), nothing))

    def enough(slack: Term) -> Term:
        ways = []
        for lost in (*(chance.terms or ()), *([] if chance.figure is None else [number(chance.figure)])):
            ways.append(both([at_most(lost, slack), nothing if free else base.enough(plus(slack, lost, -1))]))
        return either(ways)

    least = None if base.charge is None else constant(base.charge)
    charge = None
    if isinstance(least, Fraction) and chance.figure is not None:
        charge = number(least + chance.figure)
    return Price(base.owed, charge, enough, (*base.known, *chance.known))


def _chance(step: Step, bad: Term) -> Chance:
    """Of an event of run 1, from above."""
    sample = step.draw.sample
    if not mentions(bad, sample):
        sure = choose(bad, number(1), number(0))
        return Chance(Fraction(1), (sure, sure))
    match bad:
        case Apply("or", parts):
            return reduce(_of_both, [_chance(step, part) for part in parts])
        case Apply("and", parts):
            inside = _chance(step, next(part for part in parts if mentions(part, sample)))
            fixed = [part for part in parts if not mentions(part, sample)]
            if not fixed or inside.terms is None:
                return inside
            one, two = [choose(both(fixed), term, number(0)) for term in inside.terms]
            return replace(inside, terms=(one, two))
        case Apply("not", (Apply("lt" | "le" | "gt" | "ge" as operator, pair, type_),)):
            return _chance(step, Apply(OPPOSITE[operator], pair, type_))  # type: ignore[arg-type]  # a comparison, too
        case Apply("not", (Apply("and" | "or" as operator, parts, type_),)):
            parts = tuple([negation(part) for part in parts])
            return _chance(step, Apply("or" if operator == "and" else "and", parts, type_))
        case Apply("lt" | "le" | "gt" | "ge" as operator, (left, right)):
            if not mentions(right, sample):
                return _beyond(step, left, operator, right)
            if not mentions(left, sample):
                return _beyond(step, right, MIRRORED[operator], left)
    raise Unpriced(f"the probability of what is excepted is not known: {ENDS}")


def _beyond(step: Step, mine: Term, operator: str, end: Term) -> Chance:
    """Of what compares with an end."""
    match mine:
        case Apply("abs", (inner,)) if operator in ("gt", "ge"):
            low = Apply("neg", (end,), end.type)
            return _of_both(_beyond(step, inner, operator, end), _beyond(step, inner, MIRRORED[operator], low))
    moved = shift_of(mine, step.draw.sample)
    if moved is None or mentions(moved, step.draw.sample):
        raise Unpriced(f"the probability of what is excepted is not known: {ENDS}")
    if not isinstance(step.draw.family, Tailed):
        raise Unpriced(f"there is no rule yet for `except` at {step.draw.first.name}")
    centre = step.draw.family.centre(step.draw.first.arguments)
    return _tail(step, plus(plus(end, moved, -1), centre, -1), operator in ("gt", "ge"), operator in ("gt", "lt"))


def _of_both(one: Chance, two: Chance) -> Chance:
    """Of one event or the other."""
    terms = None
    if one.terms is not None and two.terms is not None:
        terms = plus(one.terms[0], two.terms[0]), plus(one.terms[1], two.terms[1])
    figure = None if one.figure is None or two.figure is None else one.figure + two.figure
    return Chance(figure, terms, (*one.known, *two.known))


def _tail(step: Step, end: Term, upper: bool, strict: bool) -> Chance:
    """The end is seen from the centre; `strict`: it does not belong to the tail."""
    family, scale = step.draw.family, step.draw.argument(0)[0]
    assert isinstance(family, Tailed)
    values, place = [step.known.value(term) for term in argument_terms(step.draw.first)], step.known.value(end)
    figure = None
    if place is not None:
        try:
            figure = family.tail(values, place, upper, strict)
        except (ArithmeticError, NotEnumerable) as reason:
            stopped(reason)
    distance = end if upper else Apply("neg", (end,), end.type)
    if strict and step.draw.first.type == INT:
        distance = plus(distance, number(1))
    plain = Apply("neg", (quotient(distance, scale),), REAL)
    fall = step.draw.fresh("fall", REAL)  # by its name and as it stands: exponents are compared as they are written
    one, two = [family.tail_formula(scale, distance, upper, way) for way in (fall, plain)]
    if one is not None and two is not None:
        return Chance(figure, (one, two), (equal(fall, plain),))
    if figure is None:
        message = f"the tails of {step.draw.first.name} noise are computed for constants only"
        raise Unpriced(message, "write numbers for its scale, its centre and the ends")
    return Chance(figure, None)
