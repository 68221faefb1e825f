"""What z3 is told of remainders by a divisor that is no constant: a remainder inside of another one may be left out.

For `m != 0`, `(x + c*(y mod m)) mod m = (x + c*y) mod m`, c an integer: they differ by a multiple of m. z3 knows what a
remainder is, but finds the multiple only for divisors that are numbers. PITFALL: a factor that is no integer, and
another divisor: `(1 + (5 mod 3)) mod 2` is 1, and `6 mod 2` is 0.
"""

from collections.abc import Iterator, Sequence

from prhl.logic.build import both, equal, follows, number, unequal
from prhl.logic.constants import constant
from prhl.logic.linear import Form, form
from prhl.logic.terms import Apply, Term, Variable, conjuncts
from prhl.logic.types import INT

MOST = 16  # laws in one question


def congruences(facts: Sequence[Term], goal: Term) -> list[Term]:
    """The laws about the remainders of the goal, whose inner remainders are written there or named by a fact."""
    todo = [one for one in dict.fromkeys(_remainders(goal)) if constant(one.arguments[1]) is None]
    if not todo:
        return []
    named = [_named(part) for fact in facts for part in conjuncts(fact)]
    known = {name: inner for one in named if one is not None for name, inner in [one]}
    seen, found = set(todo), list[Term]()
    while todo and len(found) < MOST:
        outer = todo.pop(0)
        for law, simpler in _laws(outer, known):
            found.append(law)
            if simpler not in seen:
                seen.add(simpler)
                todo.append(simpler)
    return found[:MOST]


def _laws(outer: Apply, known: dict[Variable, Apply]) -> Iterator[tuple[Term, Apply]]:
    """For each remainder inside of it: that it may be left out, and what the whole is then."""
    whole, divisor = outer.arguments
    total = form(whole)
    for part in total.parts:
        inner = part if isinstance(part, Apply) and part.operator == "emod" else None
        inner = known.get(part) if isinstance(part, Variable) else inner
        factor = total.of(part)
        if inner is None or factor.denominator != 1:
            continue
        rest = total - Form({part: factor}) + form(inner.arguments[0]) * factor
        simpler = Apply("emod", (rest.term, divisor), INT)
        premises = [unequal(divisor, number(0)), equal(inner.arguments[1], divisor), equal(part, inner)]
        yield follows(both(premises), equal(outer, simpler)), simpler


def _remainders(term: Term) -> Iterator[Apply]:
    """The remainders of integers outside of quantifiers, which bind what is in them."""
    todo = [term]
    while todo:
        one = todo.pop()
        if isinstance(one, Apply):
            if one.operator == "emod":
                yield one
            todo += one.arguments


def _named(fact: Term) -> tuple[Variable, Apply] | None:
    """A name for a remainder."""
    match fact:
        case Apply("eq", (Variable() as name, Apply("emod") as inner)):
            return name, inner
        case _:
            return None
