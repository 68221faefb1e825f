"""agreeing: a variable is equal in both runs.

`={i, out}`. Of two programs with different names, variables of one type that have no namesake.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head
from prhl.logic.build import equal
from prhl.logic.terms import Variable


def atoms(head: Head) -> Iterator[Atom]:
    right = head.task.right.types
    for name in head.names:
        for other in head.others:
            alone = name not in head.others and other not in head.names
            if (name == other or alone) and head.types[name] == right[other]:
                yield Atom(equal(head.variable(name, 1), Variable(other, 2, right[other])), "agreeing")
