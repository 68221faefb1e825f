"""What a run can still come to show: a list that is only added to begins as it began.

Where an event is asked for, and not all outputs, states that cannot come to it need not be followed. Leaks only grow,
and so does the result if it is a variable that from some statement of the program on is assigned in no other way than
`r := r ++ ...`. So a state goes on only if what it has leaked, and its list, are beginnings of what the event holds.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from prhl.logic.terms import Apply, Term, Variable
from prhl.logic.types import List
from prhl.records import dataclass
from prhl.semantics.evaluate import Value
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.semantics.observation import raw

MOST = 200_000  # beginnings that are kept

Seen = tuple[Any, ...]


@dataclass(frozen=True)
class Toward:
    """The beginnings of what an event holds."""

    name: str | None  # of the list; None: there is none
    lists: frozenset[tuple[Value, ...]]
    adding: frozenset[int]  # the identities of the statements behind which the list is looked at
    leaks: frozenset[Seen] | None  # None: they are not looked at

    def looks(self, statement: Statement) -> bool:
        """Whether a state behind the statement may be one that is given up."""
        return id(statement) in self.adding or (self.leaks is not None and isinstance(statement, Leak))

    def admits(self, statement: Statement, read: Callable[[str], Value], leaks: Seen) -> bool:
        """Whether a state behind such a statement may come to the event."""
        if id(statement) in self.adding:
            assert self.name is not None
            return read(self.name) in self.lists
        return self.leaks is None or leaks in self.leaks


def toward(program: FlatProgram, event: Collection[Seen], whole: bool) -> Toward | None:
    """How to come to an event; None if no state can be told to be on a wrong way.

    `whole`: outputs are told apart by their leaks, too; else the event holds results alone.
    """
    result = program.result
    if sum([_size(seen) for seen in event]) > MOST:
        return None
    leaks: frozenset[Seen] | None = None
    if whole and any([isinstance(one, Leak) for one in _all(program.body)]):
        leaked = [seen if result is None else seen[:-1] for seen in event]
        leaks = frozenset([seen[:end] for seen in leaked for end in range(len(seen) + 1)])
    if isinstance(result, Variable) and isinstance(result.type, List):
        adding = _adding(program.body, result.name)
        if adding:
            whole_lists = [raw(seen[-1], result.type) for seen in event]
            lists = frozenset([one[:end] for one in whole_lists for end in range(len(one) + 1)])
            return Toward(result.name, lists, adding, leaks)
    return None if leaks is None else Toward(None, frozenset(), frozenset(), leaks)


def _size(seen: Any) -> int:
    return 1 + sum([_size(part) for part in seen]) if isinstance(seen, tuple) else 1


def _adding(body: tuple[Statement, ...], name: str) -> frozenset[int]:
    """The statements that add to the list, where none that follows does anything else to it."""
    start = len(body)
    while start > 0 and not any([_sets(one, name) for one in _all((body[start - 1],))]):
        start -= 1
    earlier = {id(one) for one in _all(body[:start])}
    found = [one for one in _all(body[start:]) if isinstance(one, Assign) and one.target == name]
    return frozenset([id(one) for one in found]) - earlier


def _sets(statement: Statement, name: str) -> bool:
    """Whether it gives the variable a value that need not begin with the one it had."""
    match statement:
        case Assign(target, value):
            return target == name and not _adds(value, name)
        case Sample(target):
            return target == name
        case _:
            return False


def _adds(value: Term, name: str) -> bool:
    return (
        isinstance(value, Apply)
        and value.operator == "concat"
        and isinstance(value.arguments[0], Variable)
        and value.arguments[0].name == name
    )


def _all(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        match statement:
            case If(_, then, otherwise):
                yield from _all((*then, *otherwise))
            case While(_, body):
                yield from _all(body)
            case _:
                pass
