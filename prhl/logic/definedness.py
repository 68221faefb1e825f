"""What an expression owes before it may be evaluated: divisors that are not 0, indices in range, and the like.

`&&`, `||`, `==>` and `if` look no further than they must, so what stands behind them is owed only where they
get there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from prhl.logic.build import both, follows, negation
from prhl.logic.operators import OPERATORS
from prhl.logic.terms import Apply, Quantified, Term


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


def _own(term: Apply) -> Iterator[Need]:
    if (owed := OPERATORS[term.operator].owed) is not None:
        for formula in owed.formulas(term.arguments):
            yield Need(formula, owed.code, owed.may_fail, term)
