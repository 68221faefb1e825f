"""Questions that need no solver: constants decide them, what is asked stands among the facts, or simple values show
that the facts do not contradict each other."""

from prhl.logic.constants import Closed, Open, constant
from prhl.logic.operators import Value
from prhl.logic.terms import Apply, Logical, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, List, Tuple, Type
from prhl.solvers.query import Answer, Query

LONGEST = 1_000  # bits


def obvious(query: Query) -> Answer | None:
    """The answer, or None where a solver must be asked."""
    if _plain(query.goal) or query.goal in query.facts:
        return Answer("valid")
    if constant(query.goal) is not False:
        return None
    if all([constant(fact) is True for fact in query.facts]):
        return Answer("invalid")  # from what is always true nothing false follows
    if query.shown is list and any([_hold(query.facts, number) for number in (0, 1)]):
        return Answer("invalid")  # nor from facts that some values make true; no countermodel is wanted
    return None


def _plain(goal: Term) -> bool:
    """Whether the goal is true whatever its names stand for."""
    if constant(goal) is True:
        return True
    return isinstance(goal, Apply) and goal.operator == "eq" and goal.arguments[0] == goal.arguments[1]


def _hold(facts: tuple[Term, ...], number: int) -> bool:
    simple = _Simple(number)
    return all([simple.known(fact) is True for fact in facts])


class _Simple(Closed):
    """Names stand for the simplest values there are: one number, false bits, no elements."""

    def __init__(self, number: int) -> None:
        self.simplest = number

    def name(self, term: Variable | Logical) -> Value:
        if isinstance(term, Variable) and term.means is not None:
            return self.value(term.means)
        return self.of(term.type)

    def of(self, type_: Type) -> Value:
        match type_:
            case Bits(size) if size is not None and (length := size.number()) is not None and 0 <= length <= LONGEST:
                return "0" * length
            case List():
                return ()
            case Tuple(items):
                return tuple([self.of(item) for item in items])
            case _ if type_ == BOOL:
                return bool(self.simplest)
            case _ if type_ in (INT, REAL):
                return self.simplest
            case _:
                raise Open
