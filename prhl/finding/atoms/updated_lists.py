"""updated lists: entries that the loop has replaced are equal in both runs, the others are as they were.

`forall j. 0 <= j && j < i{1} ==> a{1}[j] = a{2}[j]`, for lists that come into the loop as inputs.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.logic.build import at_most, both, equal, follows, index, less, number, size
from prhl.logic.terms import Logical, Quantified, Variable
from prhl.logic.types import INT, List


def atoms(head: Head) -> Iterator[Atom]:
    i = head.counter
    for name in head.twins:
        first = head.state.values[name, 1]
        if i is None or not isinstance(head.types[name], List) or not isinstance(first, Variable) or "@" in first.name:
            continue
        now = [head.variable(name, run) for run in (1, 2)]
        before = [Variable(first.name, run, first.type) for run in (1, 2)]
        yield from [Atom(equal(size(a), size(h)), "same size") for a, h in zip(now, before, strict=True)]
        j = Logical("j", INT)
        done = both([at_most(number(0), j), less(j, i)])
        yield Atom(Quantified("forall", (j,), follows(done, equal(index(now[0], j), index(now[1], j)))), "done")
        left = both([at_most(i, j), less(j, size(before[0]))])
        kept = both([equal(index(a, j), index(h, j)) for a, h in zip(now, before, strict=True)])
        yield Atom(Quantified("forall", (j,), follows(left, kept)), "to do")
