"""leaving: both runs leave a loop together, and return the same if they leave it now.

`card{1} = 2 <=> card{2} = 2`, and `card{1} != 2 ==> ...`: loops that draw until something is accepted, where what is
drawn is not equal in both runs.
"""

from collections.abc import Iterator

from prhl.finding.atoms.base import Atom, Head, mentioned
from prhl.finding.folding import opposite
from prhl.finding.sinks import clear, left_with
from prhl.logic.build import equal, follows, iff


def atoms(head: Head) -> Iterator[Atom]:
    task = head.task
    if head.counters or task.left is not task.right or not mentioned(head.loop.guard, head.names):
        return
    first, second = task.marked(head.loop.guard, 1), task.marked(head.mate.guard, 2)
    yield Atom(iff(first, second), "leaving")
    result = left_with(task.left, head.loop)
    if result is not None and clear(result):
        same = equal(task.marked(result, 1), task.marked(result, 2))
        yield Atom(follows(opposite(first), same), "leaving")
