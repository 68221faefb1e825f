"""The lengths that types state, of bit strings and of those inside lists and tuples."""

from prhl.logic.build import at_most, both, equal, follows, index, less, number, plus, size
from prhl.logic.terms import Apply, Logical, Quantified, Term, Variable
from prhl.logic.types import INT, Bits, List, Size, Tuple, Type
from prhl.rules.state import Run


def length(size_: Size, run: Run) -> Term:
    """The length of a bit string over the parameters of a run."""
    result: Term = number(0)
    for monomial, coefficient in size_.terms:
        part: Term = number(coefficient)
        for name in monomial:
            part = Apply("mul", (part, Variable(name, run, INT)), INT)
        result = part if result == number(0) else plus(result, part)
    return result


def by_type(value: Term, type_: Type, run: Run, level: int = 0) -> list[Term]:
    """What a type says of the lengths in one of its values, over the parameters of a run."""
    match type_:
        case Bits(known) if known is not None:
            return [equal(size(value), length(known, run))]
        case List(item):
            j = Logical(f"j{level}'", INT)
            inside = both([at_most(number(0), j), less(j, size(value))])
            return [
                Quantified("forall", (j,), follows(inside, part))
                for part in by_type(index(value, j), item, run, level + 1)
            ]
        case Tuple(items):
            return [
                part
                for n, item in enumerate(items)
                for part in by_type(Apply("field", (value, number(n)), item), item, run, level)
            ]
        case _:
            return []
