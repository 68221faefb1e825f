"""What z3 is told of remainders by a divisor that is no constant: congruences between polynomials.

Modulo m, `x mod m` is congruent to x, and a multiple of m to 0. So for `m != 0`, with polynomials over the integers:
`p(y mod m) mod m = p(y) mod m`, and `(p + m*q) mod m = p mod m`; where `(c*y) mod m = r` is known,
`(p + c*y*q) mod m = (p + r*q) mod m`, which is how the inverse u of 3 is used, `3*u mod m = 1`. And if
`p mod m = q mod m`, p and q are equal unless they are m or more apart. z3 knows what a remainder is, but finds the
multiple only for divisors that are numbers.
PITFALL: a factor that is no integer, and another divisor: `(1 + (5 mod 3)) mod 2` is 1, and `6 mod 2` is 0.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from prhl.logic.build import both, equal, follows, less, number, unequal
from prhl.logic.constants import constant
from prhl.logic.show import show
from prhl.logic.terms import Apply, Constant, Term, Variable, conjuncts
from prhl.logic.types import INT

MOST = 16  # laws in one question, and
LONGEST = 32  # products in one sum

Polynomial = Mapping[tuple[Term, ...], int]
"""Products of integers, each sorted, with their coefficients; none of them is 0."""


def congruences(facts: Sequence[Term], goal: Term) -> list[Term]:
    """The laws about the remainders of the goal, by what is written there or named by a fact, and about those that are
    equal by a fact."""
    parts = [part for fact in facts for part in conjuncts(fact)]
    found = [law for part in parts for law in _apart(part)]
    todo = [one for one in dict.fromkeys(_remainders(goal)) if constant(one.arguments[1]) is None]
    known = [(name, inner) for part in parts for name, inner in _named(part)] if todo else []
    seen = set(todo)
    while todo and len(found) < MOST:
        outer = todo.pop(0)
        for law, simpler in _laws(outer, known):
            found.append(law)
            if simpler not in seen:
                seen.add(simpler)
                todo.append(simpler)
    return found[:MOST]


def _laws(outer: Apply, known: Sequence[tuple[Term, Apply]]) -> Iterator[tuple[Term, Apply]]:
    """What the remainder is equal to, by each remainder inside of it, by what is known, and without multiples."""
    whole, divisor = outer.arguments
    total = _polynomial(whole)
    if total is None:
        return
    exists = unequal(divisor, number(0))
    inside = dict.fromkeys([factor for factors in total for factor in factors])
    written = [(one, one) for one in inside if isinstance(one, Apply) and one.operator == "emod"]
    for name, inner in [*written, *known]:
        if (other := _replaced(total, name, inner)) is not None:
            simpler = Apply("emod", (_term(other), divisor), INT)
            premises = [exists, equal(inner.arguments[1], divisor), equal(name, inner)]
            yield follows(both(premises), equal(outer, simpler)), simpler
    rest = {factors: many for factors, many in total.items() if divisor not in factors}
    if len(rest) < len(total):
        simpler = Apply("emod", (_term(rest), divisor), INT)
        yield follows(exists, equal(outer, simpler)), simpler


def _replaced(total: Polynomial, name: Term, inner: Apply) -> Polynomial | None:
    """The sum with what a remainder is taken of for its name; or, if that is a number, with the number for a product of
    which it is the remainder. None if neither is in it."""
    old, new = _polynomial(name), _polynomial(inner.arguments[0])
    if isinstance(name, Constant):
        old, new = new, old
    if old is None or new is None or len(old) != 1 or () in old:
        return None
    ((product_, many),) = old.items()
    out: dict[tuple[Term, ...], int] = {}
    changed = False
    for factors, times in total.items():
        others = _without(factors, product_)
        if others is None or times % many:
            _add(out, {factors: times})
        else:
            changed = True
            _add(out, {_sorted((*others, *more)): times // many * part for more, part in new.items()})
    return out if changed and len(out) <= LONGEST else None


def _without(factors: tuple[Term, ...], some: tuple[Term, ...]) -> tuple[Term, ...] | None:
    """The other factors, if these are among them."""
    rest = list(factors)
    for one in some:
        if one not in rest:
            return None
        rest.remove(one)
    return tuple(rest)


def _apart(fact: Term) -> Iterator[Term]:
    """Of equal remainders by one divisor: that what they are of is equal, unless it is far apart."""
    match fact:
        case Apply("eq", (Apply("emod", (one, divisor)), Apply("emod", (two, other)))) if divisor == other:
            left, right = _polynomial(one), _polynomial(two)
            if left is None or right is None or constant(divisor) is not None:
                return
            difference = dict(left)
            _add(difference, {factors: -many for factors, many in right.items()})
            apart = _term(difference)
            near = both([less(Apply("neg", (divisor,), INT), apart), less(apart, divisor), fact])
            yield follows(near, equal(apart, number(0)))
        case _:
            pass


def _remainders(term: Term) -> Iterator[Apply]:
    """The remainders of integers outside of quantifiers, which bind what is in them."""
    todo = [term]
    while todo:
        one = todo.pop()
        if isinstance(one, Apply):
            if one.operator == "emod":
                yield one
            todo += one.arguments


def _named(fact: Term) -> Iterator[tuple[Term, Apply]]:
    """A name for a remainder, or a number that it is."""
    match fact:
        case Apply("eq", (Variable() as name, Apply("emod") as inner)):
            yield name, inner
        case Apply("eq", (Apply("emod") as inner, Constant() as value)):
            yield value, inner
        case _:
            pass


# ---- polynomials -----------------------------------------------------------------------------


def _polynomial(term: Term) -> Polynomial | None:
    """An integer as a sum of products; None if it is too long, or has a factor that is no integer."""
    match term:
        case Constant(Fraction() as value):
            return ({(): int(value)} if value else {}) if value.denominator == 1 else None
        case Apply("add", arguments):
            out: dict[tuple[Term, ...], int] = {}
            for one in arguments:
                if (part := _polynomial(one)) is None:
                    return None
                _add(out, part)
            return out if len(out) <= LONGEST else None
        case Apply("neg", (inner,)):
            part = _polynomial(inner)
            return None if part is None else {factors: -many for factors, many in part.items()}
        case Apply("mul", arguments):
            whole: Polynomial | None = {(): 1}
            for one in arguments:
                part = _polynomial(one)
                whole = None if whole is None or part is None else _product(whole, part)
            return whole
        case Apply("field", (Apply("tuple", entries), Constant(Fraction() as at))):
            return _polynomial(entries[int(at)])
        case _:
            return {(term,): 1} if term.type == INT else None


def _product(one: Polynomial, other: Polynomial) -> Polynomial | None:
    if len(one) * len(other) > LONGEST:
        return None
    out: dict[tuple[Term, ...], int] = {}
    for (left, a), (right, b) in product(one.items(), other.items()):
        _add(out, {_sorted((*left, *right)): a * b})
    return out


def _sorted(factors: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(sorted(factors, key=show))


def _add(out: dict[tuple[Term, ...], int], more: Polynomial) -> None:
    for factors, many in more.items():
        out[factors] = out.get(factors, 0) + many
        if not out[factors]:
            del out[factors]


def _term(polynomial: Polynomial) -> Term:
    parts: list[Term] = []
    for factors, many in polynomial.items():
        whole = factors if many == 1 and factors else (number(many), *factors)
        parts.append(whole[0] if len(whole) == 1 else Apply("mul", whole, INT))
    if not parts:
        return number(0)
    return parts[0] if len(parts) == 1 else Apply("add", tuple(parts), INT)
