"""agreeing: a variable is equal in both runs.

`={i, out}`. Of two programs also variables of one type that have different names, `a{1} = b{2}`, and one that a single
run changes, to what it is in the other: `={hit}` where run 2 leaves `hit` as it was.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.logic.build import equal
from prhl.logic.terms import Variable


def atoms(head: Head) -> Iterator[Atom]:
    right, two = head.task.right.types, head.task.left is not head.task.right
    for name in head.names:
        for other in head.others:
            if (name == other or two) and head.types[name] == right[other]:
                yield Atom(equal(head.variable(name, 1), Variable(other, 2, right[other])), "agreeing")
    for name in dict.fromkeys([*head.names, *head.others]) if two else ():
        kept = (name in head.names) != (name in head.others) and all([(name, n) in head.state.values for n in (1, 2)])
        if kept and head.task.left.types[name] == right[name]:
            yield Atom(equal(Variable(name, 1, right[name]), Variable(name, 2, right[name])), "agreeing")
