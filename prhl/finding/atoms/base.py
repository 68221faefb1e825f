"""Atoms of invariants, and the head of a loop as the shelf of atoms sees it."""

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property

from prhl.finding.counters import counters, falling, rising
from prhl.finding.sinks import way_to
from prhl.finding.task import Task, fresh
from prhl.logic.build import choose, number
from prhl.logic.linear import NUMBERS
from prhl.logic.terms import Apply, Logical, Term, Variable, conjuncts, subterms
from prhl.logic.types import BOOL, INT, List, Type
from prhl.records import dataclass
from prhl.rules.loop import assigned
from prhl.rules.state import Run, State
from prhl.rules.steady import resolved
from prhl.typed import core

ENTRIES = ("j", "h", "l", "j1")


@dataclass(frozen=True)
class Atom:
    """A formula that may hold at the head in every round.

    With a `ghost` it bounds how often something was paid, by `most`. What is `loose` follows from little and says
    little: it is written down only if the proof fails without it.
    """

    formula: Term
    family: str
    ghost: str | None = None
    most: Term | None = None
    loose: bool = False


@dataclass(frozen=True)
class Head:
    """A loop of run 1, with its partner in run 2, and the state in which it is reached."""

    task: Task
    loop: core.While
    mate: core.While
    state: State
    outer: tuple[str, ...] = ()  # the counters of the loops around it
    ghosts: tuple[str, ...] = ()  # what is paid in it, or before it
    earlier: dict[str, tuple[Term, ...]] = field(default_factory=dict)  # bounds on what was paid before it
    later: tuple[tuple[core.Sample, Term], ...] = ()  # draws behind it, and by how much they are moved
    apart: bool = False  # whether a run may go round alone
    lost: tuple[Term, ...] = ()  # the slack of each site in it that leaves some mass over

    def variable(self, name: str, run: int) -> Variable:
        return Variable(name, run, self.types[name])  # type: ignore[arg-type]

    @cached_property
    def types(self) -> dict[str, Type]:
        return {**self.task.right.types, **self.task.left.types}

    @cached_property
    def names(self) -> list[str]:
        """What a round of run 1 may change, and has a value already."""
        return [name for name in assigned(self.loop.body) if (name, 1) in self.state.values and ".." not in name]

    @cached_property
    def others(self) -> list[str]:
        return [name for name in assigned(self.mate.body) if (name, 2) in self.state.values and ".." not in name]

    @cached_property
    def twins(self) -> list[str]:
        """Variables that the bodies of both loops may change."""
        right = self.task.right.types
        return [name for name in self.names if name in self.others and self.types[name] == right[name]]

    @cached_property
    def entry(self) -> Logical:
        """The bound name in formulas over all entries of a list."""
        return Logical(fresh(self.task.taken, *ENTRIES), INT)

    @cached_property
    def counters(self) -> list[str]:
        """Variables that rise by one each round; if there are none, those that fall by one, else those that rise."""
        kinds = [[name for name in kind(self.loop) if name in self.names] for kind in (counters, falling, rising)]
        return next((found for found in kinds if found), [])

    @property
    def falls(self) -> bool:
        return bool(self.counters) and self.counters[0] in falling(self.loop)

    @property
    def falls_first(self) -> bool:
        """Whether the first statement of a round lowers the counter."""
        first = self.loop.body[0]
        return self.falls and isinstance(first, core.Assign) and first.target == self.counters[0]

    @property
    def counter(self) -> Variable | None:
        """The first counter of the loop, or of the loop around it."""
        found = [*self.counters, *self.outer]
        return Variable(found[0], 1, INT) if found else None

    @cached_property
    def integers(self) -> list[str]:
        return [name for name in self.names if self.types[name] == INT]

    @cached_property
    def moving(self) -> list[str]:
        """Numbers of both runs that are no counters."""
        return [name for name in self.twins if self.types[name] in NUMBERS and name not in self.counters]

    @cached_property
    def truths(self) -> list[str]:
        return [name for name in self.names if self.types[name] == BOOL]

    @cached_property
    def grown(self) -> list[str]:
        return [name for name in self.names if isinstance(self.types[name], List)]

    @cached_property
    def guards(self) -> list[Term]:
        """The conjuncts of the guard that are about more than the end of a list."""
        parts = conjuncts(self.loop.guard)
        sized = [part for part in parts if any([isinstance(t, Apply) and t.operator == "size" for t in subterms(part)])]
        return [self.task.marked(part, 1) for part in parts if part not in sized]

    def first(self, name: str, private: bool = False, run: Run = 1) -> Term | None:
        """The value of a variable on entry, as a term over public inputs, or (`private`) over those of the run."""
        found = resolved(self.state.values[name, run], self.state.facts, lambda part: "@" not in part.name)
        leaves = [part for part in subterms(found) if isinstance(part, Variable)]
        known = all([(part.run == 0 or private) and "@" not in part.name for part in leaves])
        return found if known else None

    def begun_at(self, name: str) -> Term | None:
        """The value of a variable of run 1 on entry: over inputs, or by its last assignment before the loop, if that is
        of nothing that the loop changes."""
        found = self.first(name, private=True)
        blocks = way_to(self.task.left.body, self.loop.site)
        for one in reversed(blocks[-1].statements[: blocks[-1].at] if blocks and found is None else ()):
            if name in assigned([one]):
                steady = isinstance(one, core.Assign) and not mentioned(one.value, assigned([self.loop, one]))
                return self.task.marked(one.value, 1) if steady and isinstance(one, core.Assign) else None
        return found


def indicator(condition: Term) -> Term:
    """1 if the condition holds, else 0."""
    return choose(condition, number(1), number(0))


def mentioned(term: Term, names: Sequence[str]) -> bool:
    return any([isinstance(part, Variable) and part.name in names for part in subterms(term)])
