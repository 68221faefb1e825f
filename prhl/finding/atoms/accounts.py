"""accounts: a number of the program keeps count of what is spent.

`cost <= spent{1}` for a number that only grows, and `cost <= eps - left{1}` for one that only shrinks: privacy filters
and adaptive sparse vectors, whose steps cost different amounts, say so themselves.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.finding.counters import stride
from prhl.logic.build import at_most, plus
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Ghost
from prhl.logic.types import INT, REAL


def atoms(head: Head) -> Iterator[Atom]:
    if not head.ghosts:
        return
    cost = Ghost("cost", REAL)
    for name in head.names:
        if head.types[name] not in NUMBERS or head.types[name] == INT:
            continue
        moved, first, own = stride(head.loop, name), head.first(name), head.variable(name, 1)
        if moved is None:
            continue
        if moved.upward:
            yield Atom(at_most(cost, own), "accounts")
        if first is not None:
            gone = plus(own, first, -1) if moved.upward else plus(first, own, -1)
            yield Atom(at_most(cost, gone), "accounts")
