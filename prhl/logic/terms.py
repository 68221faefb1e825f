"""Typed terms: expressions of one run and formulas over two, with every name resolved and every type known.

This is what both roads read; nothing here remembers how the user spelled it, except its place.
Chains are flat here too: `sum`, `product`, `and`, `or` and the like take any number of arguments.
"""

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from typing import Literal

from prhl.logic.types import BOOL, List, Tuple, Type
from prhl.records import dataclass
from prhl.source import Span, here

Run = Literal[0, 1, 2]
"""0: the one run that a program speaks of, or an input that is the same in both."""

Value = bool | Fraction | str
"""Constants: truth values, numbers, and bit strings as texts of 0 and 1."""


@dataclass(frozen=True, slots=True)
class Constant:
    value: Value
    type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Variable:
    """A program variable; `res` is the result.

    `means`: the name stands for this term, and for nothing else anywhere. To whoever asks what is in a term, or puts
    other terms into it, the name is the term; it is written and encoded once, however often it occurs.
    """

    name: str
    run: Run
    type: Type
    span: Span = here()
    means: "Term | None" = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Logical:
    """A name bound by a quantifier, by `at`, by `exists` in the relation, or by `pointwise`."""

    name: str
    type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Ghost:
    name: Literal["cost", "slack"]
    type: Type
    span: Span = here()


Operator = Literal[
    # numbers: n-ary sums and products; the rest as written
    "add", "mul", "div", "ediv", "emod", "pow", "neg",
    "abs", "exp", "ln", "sqrt", "floor", "ceil", "min", "max",
    # truth; `xor` is for bits too
    "not", "and", "or", "implies", "iff", "xor",
    "eq", "ne", "lt", "le", "gt", "ge", "distinct",
    # structure
    "ite", "list", "tuple", "index", "field", "concat", "store", "size", "sum", "count", "least", "greatest",
    "comprehension", "mem", "sort", "apply", "widen",
    # lists of numbers, entry by entry, and their norms
    "vadd", "vsub", "vscale", "l1", "l2", "distance1", "distance2", "norm2", "clip1", "clip2",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator on its arguments.

    `pow` and `field` take a constant as their second argument; `apply` the function parameter as its first;
    `ite` takes conditions and values in turn and a last value; `least` and `greatest` are of a list.
    `widen` reads an int (inside lists and tuples too) as a real. `distance1` and `distance2` are the sums of
    |a[i] - b[i]| and of (a[i] - b[i])^2.
    `comprehension` takes a name, a list, a value and a condition: the values, in order, for the elements of the list
    that meet the condition. The name, a `Logical`, is bound in the value and the condition, not in the list.
    """

    operator: Operator
    arguments: tuple["Term", ...]
    type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Quantified:
    kind: Literal["forall", "exists"]
    variables: tuple[Logical, ...]
    body: "Term"
    span: Span = here()

    @property
    def type(self) -> Type:
        return BOOL


@dataclass(frozen=True, slots=True)
class Related:
    """A ready-made relation between a variable of run 1 and the same of run 2."""

    relation: Literal["any", "one_differs", "all_within", "add_remove", "within", "some_differ"]
    left: "Variable | None"
    right: "Variable | None"
    bound: "Term | None"
    at: Logical | None = None
    span: Span = here()
    most: int = 0  # positions, of `some_differ`

    @property
    def type(self) -> Type:
        return BOOL


@dataclass(frozen=True, slots=True)
class Hole:
    """`?`: an annotation that is still missing."""

    type: Type
    span: Span = here()


Term = Constant | Variable | Logical | Ghost | Apply | Quantified | Related | Hole


def children(term: Term) -> tuple[Term, ...]:
    match term:
        case Apply(_, arguments):
            return arguments
        case Quantified(_, _, body):
            return (body,)
        case Related():
            return tuple([t for t in (term.left, term.right, term.bound) if t is not None])
        case _:
            return ()


def carried(term: Term, type_: Type) -> list[tuple[int, Type]]:
    """The arguments whose values are, or are part of, a value of this type: their positions, and their types then."""
    match term, type_:
        case Apply("tuple", parts), Tuple(types) if len(parts) == len(types):
            return list(enumerate(types))
        case Apply("list", parts), List(item):
            return [(n, item) for n in range(len(parts))]
        case Apply("concat" | "widen", parts), _:
            return [(n, type_) for n in range(len(parts))]
        case Apply("ite", parts), _:
            return [(n, type_) for n in (*range(1, len(parts), 2), len(parts) - 1)]
        case _:
            return []


def subterms(term: Term) -> Iterator[Term]:
    """The term and everything in it, outermost first; inside of what a name stands for once."""
    todo: list[Term] = [term]
    seen: set[Variable] = set()
    while todo:
        at = todo.pop()
        yield at
        if not isinstance(at, Variable):
            todo.extend(reversed(children(at)))
        elif at.means is not None and at not in seen:
            seen.add(at)
            todo.append(at.means)


def written(term: Term) -> Iterator[Term]:
    """The term and everything that is written in it: names are names, whatever they stand for."""
    todo: list[Term] = [term]
    while todo:
        at = todo.pop()
        yield at
        todo.extend(reversed(children(at)))


def spelled_out(term: Term) -> Term:
    """What a name stands for, if it stands for a term."""
    while isinstance(term, Variable) and term.means is not None:
        term = term.means
    return term


def conjuncts(formula: Term) -> list[Term]:
    """The parts of a conjunction, each with its place."""
    if isinstance(formula, Apply) and formula.operator == "and":
        return [part for argument in formula.arguments for part in conjuncts(argument)]
    return [formula]


def free_names(term: Term) -> set[str]:
    """The logical names that stand in a term and that nothing in it binds."""
    match term:
        case Logical(name):
            return {name}
        case Apply("comprehension", (Logical(name), items, *inside)):
            return free_names(items) | (set().union(*[free_names(part) for part in inside]) - {name})
        case Quantified(_, names, body):
            return free_names(body) - {v.name for v in names}
        case _:
            return set().union(*[free_names(part) for part in children(term)])


def variables(term: Term) -> set[tuple[str, Run]]:
    return {(t.name, t.run) for t in subterms(term) if isinstance(t, Variable) and t.means is None}


# ---- sets, the arguments of distributions and regions of checks ------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """`{a, b, c}`."""

    items: tuple[Term, ...]
    item_type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Between:
    """`lo..hi`, both included."""

    low: Term
    high: Term
    item_type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class AllBits:
    """`bits(n)` or `{0, 1}^n`."""

    size: Term
    item_type: Type
    span: Span = here()


@dataclass(frozen=True, slots=True)
class Weighted:
    """`{a @ p, b @ r}`."""

    items: tuple[tuple[Term, Term], ...]
    item_type: Type
    span: Span = here()


Set = Listed | Between | AllBits


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution of the shelf, at its arguments; `type` is that of its samples."""

    name: str
    arguments: tuple["Term | Set | Weighted | Distribution", ...]
    type: Type
    span: Span = here()


DistributionArgument = Term | Set | Weighted | Distribution


def argument_terms(argument: DistributionArgument) -> list[Term]:
    """The terms that an argument evaluates."""
    match argument:
        case Listed(items):
            return list(items)
        case Between(low, high):
            return [low, high]
        case AllBits(size):
            return [size]
        case Weighted(items):
            return [term for pair in items for term in pair]
        case Distribution():
            return [term for inner in argument.arguments for term in argument_terms(inner)]
        case _:
            return [argument]
