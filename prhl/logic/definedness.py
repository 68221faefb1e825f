"""What an expression owes before it may be evaluated: divisors that are not 0, indices in range, and the like.

`&&`, `||`, `==>` and `if` look no further than they must, so what stands behind them is owed only where they
get there.
"""

from collections.abc import Iterator

from prhl.logic.build import TRUE, at_most, both, follows, index, less, negation, number, size
from prhl.logic.operators import OPERATORS
from prhl.logic.substitution import put_in
from prhl.logic.terms import Apply, Logical, Quantified, Term
from prhl.logic.types import INT
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Need:
    """A condition for the value of a part of the expression to exist."""

    formula: Term
    code: str
    message: str
    place: Term


def needs(term: Term) -> Iterator[Need]:
    """What the term needs, innermost first, so that each may be proved with those before it known."""
    match term:
        case Apply("ite", arguments):
            passed: list[Term] = []
            for at in range(0, len(arguments) - 1, 2):
                yield from _under(passed, needs(arguments[at]))
                yield from _under([*passed, arguments[at]], needs(arguments[at + 1]))
                passed.append(negation(arguments[at]))
            yield from _under(passed, needs(arguments[-1]))
        case Apply("and" | "or" | "implies" as operator, arguments):
            for at, argument in enumerate(arguments):
                before = arguments[:at]
                reached = [negation(b) for b in before] if operator == "or" else list(before)
                yield from _under(reached, needs(argument))
        case Apply("comprehension", (Logical(name), items, body, guard)):
            yield from needs(items)
            yield from _of_each(name, items, needs(guard))
            yield from _of_each(name, items, _under([guard] if guard != TRUE else [], needs(body)))
        case Apply(_, arguments):
            for argument in arguments:
                yield from needs(argument)
            yield from _own(term)
        case Quantified(_, _, body) if any(True for _ in needs(body)):
            raise AssertionError("programs have no quantifiers")
        case _:
            pass


def _under(conditions: list[Term], inner: Iterator[Need]) -> Iterator[Need]:
    if not conditions:
        yield from inner
        return
    for need in inner:
        yield Need(follows(both(conditions), need.formula), need.code, need.message, need.place)


def _of_each(name: str, items: Term, inner: Iterator[Need]) -> Iterator[Need]:
    """What is needed for every element of a list."""
    at = Logical("at'", INT)
    for need in inner:
        inside = both([at_most(number(0), at), less(at, size(items))])
        fact = follows(inside, put_in(need.formula, name, index(items, at)))
        yield Need(Quantified("forall", (at,), fact, need.formula.span), need.code, need.message, need.place)


def _own(term: Apply) -> Iterator[Need]:
    if (owed := OPERATORS[term.operator].owed) is not None:
        for formula in owed.formulas(term.arguments):
            yield Need(formula, owed.code, owed.may_fail, term)
