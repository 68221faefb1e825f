"""downward: what holds of a loop that counts down is what holds of one that counts up, seen from the other end.

Every atom speaks of a counter that grows: `k < i{1}` once a position has gone by, `0 < i{1}` once there was a round.
Where the counter falls these are `i{1} < k` and `i{1} < size(q{1}) - 1`, and the number of rounds is how far it fell.
If it falls before it is read, a position has gone by at `i{1} <= k`.
"""

from collections.abc import Iterator
from dataclasses import replace

from prhl.finding.atoms.base import Atom, Head
from prhl.logic.build import at_most, number, plus
from prhl.logic.terms import Apply, Quantified, Term, Variable
from prhl.logic.types import INT


def both_ways(head: Head, atom: Atom) -> Iterator[Atom]:
    """The atom, and what it is from the other end."""
    yield atom
    first = head.begun_at(head.counters[0]) if head.falls else None
    if first is None:
        return
    start = head.task.marked(first, 1)
    if atom.most is None:
        yield replace(atom, formula=_turned(head, atom.formula, start))
    elif atom.ghost is not None:
        most = _turned(head, atom.most, start)
        yield replace(atom, formula=at_most(Variable(atom.ghost, 1, INT), most), most=most)


def _turned(head: Head, term: Term, start: Term) -> Term:
    match term:
        case Apply("lt" | "le", (one, other)) if _own(head, one) or _own(head, other):
            if number(0) in (one, other):
                return replace(term, arguments=tuple([start if side == number(0) else side for side in (other, one)]))
            turned = replace(term, arguments=(other, one))
            return _opposite(turned) if head.falls_first else turned
        case Apply("eq", (one, other)) if _own(head, one) or _own(head, other):
            return term
        case Apply("index", _):
            return term
        case Apply(arguments=arguments):
            return replace(term, arguments=tuple([_turned(head, one, start) for one in arguments]))
        case Quantified(body=body):
            return replace(term, body=_turned(head, body, start))
        case Variable() if _own(head, term):
            return plus(start, term, -1)
        case _:
            return term


def _opposite(comparison: Apply) -> Apply:
    """`<` for `<=`, and `<=` for `<`."""
    return replace(comparison, operator="le" if comparison.operator == "lt" else "lt")


def _own(head: Head, term: Term) -> bool:
    return isinstance(term, Variable) and term.name == head.counters[0]
