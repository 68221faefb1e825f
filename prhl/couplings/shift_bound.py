"""The shift of a coupling: a term that does not mention the sample, and a constant bound on it."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from prhl.couplings.known_numbers import closed_value
from prhl.couplings.lifting import Step, Unpriced, mentions
from prhl.couplings.pieces import shift_of
from prhl.distributions.base import Bell, Falling
from prhl.logic.build import absolute, at_most, equal, number, plus, quotient, times
from prhl.logic.linear import Form, Monomial, form, monomial
from prhl.logic.terms import Apply, Constant, Logical, Term, subterms
from prhl.records import dataclass

MULTIPLES = (1, 2, 3, 4)
LARGEST = 1_000  # of a bound that is tried
MOST_TERMS = 12  # bounds that are symbols


@dataclass(frozen=True, slots=True)
class Moved:
    """By how much the noise is moved, and a bound on that; `exactly` where it is one number."""

    shift: Term
    bound: Fraction
    exactly: Fraction | None = None

    @property
    def owed(self) -> Term:
        if self.exactly is not None:
            return equal(self.shift, number(self.exactly))
        return at_most(absolute(self.shift), number(self.bound))

    @property
    def ends(self) -> tuple[Fraction, ...]:
        """The shifts that are furthest from 0."""
        return (-self.bound, self.bound) if self.exactly is None else (self.exactly,)

    @property
    def integers(self) -> range:
        """The integers among the shifts."""
        if self.exactly is not None:
            whole = self.exactly.denominator == 1
            return range(int(self.exactly), int(self.exactly) + 1) if whole else range(0)
        reach = self.bound.numerator // self.bound.denominator
        return range(-reach, reach + 1)


def fixed_shift(step: Step, centred: bool = True) -> Term:
    """The shift, seen from the centres of the noise if asked for; nothing in it depends on the sample."""
    draw = step.draw
    shift = shift_of(draw.image, draw.sample)
    if shift is None or mentions(shift, draw.sample):
        message = "this noise is moved by something that does not mention the sample, not even in a condition"
        raise Unpriced(message, "write `couple x{2} = x{1} + s`, with s made of what was known before the draw")
    if centred:
        assert isinstance(draw.family, Falling | Bell)
        centre, other = draw.family.centre(draw.first.arguments), draw.family.centre(draw.second.arguments)
        if centre != other:
            shift = plus(shift, plus(other, centre, -1), -1)
    return shift


def bounded(step: Step, shift: Term) -> Moved:
    """The shift with the smallest bound that can be shown among those that the facts suggest."""
    known = step.known.value(shift)
    if isinstance(known, int | Fraction):
        return Moved(shift, abs(Fraction(known)), Fraction(known))
    candidates = _candidates(step.known.facts)
    low, high = 0, len(candidates)
    while low < high:  # what is bounded by one is bounded by all larger ones
        middle = (low + high) // 2
        if step.follows(Moved(shift, candidates[middle]).owed):
            high = middle
        else:
            low = middle + 1
    if low == len(candidates):
        message = "no constant bound on the shift can be shown, and this noise has a price only for a bounded shift"
        raise Unpriced(message, "bound the difference by a constant: in the relation, by an invariant or an assertion")
    return Moved(shift, candidates[low])


def least_bound(step: Step, shift: Term) -> Term:
    """A term that is shown to bound the shift: where all of it is divided by one term a number divided by that, else a
    number, else what distances are compared with, else |s| itself."""
    parts = _over(shift)
    if parts is not None:
        with suppress(Unpriced):
            share = quotient(number(bounded(step, parts[0]).bound), parts[1])
            if step.follows(at_most(absolute(shift), share)):
                return share
    try:
        move = bounded(step, shift)
        return number(move.bound)
    except Unpriced:
        pass
    for term in _compared(step.known.facts):
        if step.follows(at_most(absolute(shift), term)):
            return term
    return absolute(shift)


def _over(shift: Term) -> tuple[Term, Term] | None:
    """What is divided, and by what, where all parts of a sum are divided by the same."""
    products = [(monomial(part), many) for part, many in form(shift).parts.items()]
    below = [{(part, power) for part, power in one.powers.items() if power < 0} for one, _ in products]
    shared = dict(set.intersection(*below)) if below and not form(shift).constant else {}
    if not shared:
        return None
    above = Form({})
    for one, many in products:
        rest = {part: power for part, power in one.powers.items() if part not in shared}
        above += Form({replace(one, powers=rest).term: many})
    return above.term, Monomial(Fraction(1), {part: -power for part, power in shared.items()}).term


def _compared(facts: Iterable[Term]) -> list[Term]:
    """What distances are at most, in the facts, and twice that."""
    found: dict[Term, None] = {}
    for part in [part for fact in facts for part in subterms(fact)]:
        match part:
            case Apply("le" | "lt", (Apply("abs"), bound)) if not [
                t for t in subterms(bound) if isinstance(t, Logical)
            ]:
                found[bound] = None
            case Apply("l2", (_, _, bound)) if not _bound_by_a_quantifier(bound):
                found[bound] = None
            case _:
                pass
    return [*found, *[times(number(2), bound) for bound in found]][:MOST_TERMS]


def _bound_by_a_quantifier(term: Term) -> bool:
    return any([isinstance(part, Logical) for part in subterms(term)])


def _candidates(facts: Iterable[Term]) -> list[Fraction]:
    """The numbers in the facts, and small multiples of them."""
    found = {Fraction(0), Fraction(1)}
    for fact in facts:
        for part in subterms(fact):
            value = closed_value(part) if isinstance(part, Constant) or _is_quotient(part) else None
            if isinstance(value, int | Fraction):
                found.add(abs(Fraction(value)))
    return sorted({n * k for n in found for k in MULTIPLES if n * k <= LARGEST})


def _is_quotient(term: Term) -> bool:
    """`1/2`, as it is written."""
    return isinstance(term, Apply) and term.operator == "div"
