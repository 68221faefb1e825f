"""agreeing: a variable is equal in both runs.

`={i, out}`. Of two programs also variables of one type that have different names, `a{1} = b{2}`.
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
