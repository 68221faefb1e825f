"""What a joint block reads: values of a finite range, entries of lists among them, and numbers that are left open."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from prhl.logic.build import at_most, both, equal, number
from prhl.logic.show import show
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Constant, Term, Variable, conjuncts, subterms, variables
from prhl.logic.types import BOOL, INT, REAL, Bits, Tuple, Type
from prhl.rules.block_cases import NotPriced, Opened
from prhl.rules.context import Context
from prhl.rules.lengths import by_type
from prhl.rules.loop import assigned
from prhl.rules.state import Run, State
from prhl.typed import core

WIDEST = 64  # values of one variable
RUNS: tuple[Run, Run] = (1, 2)

MOST_BUDGETS = 8
COMPARED = frozenset(
    {"add", "mul", "div", "pow", "neg", "exp", "widen", "eq", "ne", "lt", "le", "gt", "ge", "not", "or"}
)
EVALUATED = COMPARED | {"ite", "max", "min", "abs", "ln"}


def copied(program: core.TypedProgram, block: core.Joint) -> tuple[core.TypedProgram, core.Joint, dict[str, Term]]:
    """The block with variables for what it reads of lists and the like, as if they were assigned before it; and what
    each stands for. No part of that is assigned in the block, so that it is one value all along."""
    types, own = program.types, frozenset(assigned(block.body))
    copies: dict[Term, Variable] = {}

    def is_scalar(type_: Type) -> bool:
        return type_ in (INT, REAL) or _finite(type_) is not None

    def put(term: Term) -> Term:
        if not isinstance(term, Apply):
            return term
        names = {name for name, _ in variables(term)}
        if is_scalar(term.type) and not names & own and not all([is_scalar(types[name]) for name in names]):
            name, taken = show(term), {*types, *[one.name for one in copies.values()]}
            while name in taken:  # what is cut short, or a number and the same as a real
                name += "'"
            return copies.setdefault(term, Variable(name, 0, term.type))
        if term.operator == "comprehension":  # the name that it binds has no value before the block
            return term
        return replace(term, arguments=tuple([put(part) for part in term.arguments]))

    def through(statements: Iterable[core.Statement]) -> tuple[core.Statement, ...]:
        return tuple([rewritten(statement) for statement in statements])

    def rewritten(statement: core.Statement) -> core.Statement:
        match statement:
            case core.Assign(_, value):
                return replace(statement, value=put(value))
            case core.If(condition, then, otherwise):
                return replace(statement, condition=put(condition), then=through(then), otherwise=through(otherwise))
            case core.While(guard=guard, body=body):
                return replace(statement, guard=put(guard), body=through(body))
            case _:
                return statement

    block = replace(block, body=through(block.body))
    given = {variable.name: term for term, variable in copies.items()}
    known = {**program.locals, **{variable.name: variable.type for variable in copies.values()}}
    return replace(program, locals=known), block, given


def domain(context: Context, node: core.Joint, name: str, type_: Type, state: State) -> list[Any] | None:
    """The values that a variable may have before the block, in either run; None if it is left open."""
    found = _finite(type_)
    if found is not None:
        _owe_lengths(context, node, name, type_, state)
        return found
    if type_ == REAL:
        return None
    if type_ != INT:
        raise NotPriced(f"the block reads `{name}`, whose type {type_} has infinitely many values")
    try:
        low, high = _common_range(context, name, state)
    except NotPriced:
        if state.values[name, 1] == state.values[name, 2]:
            return None
        raise
    for run in RUNS:
        value = state.values[name, run]
        goal = both([at_most(number(low), value), at_most(value, number(high))])
        message = f"`{name}`, which the block reads, may lie outside of {low}..{high}"
        context.owe(state, "joint-block", goal, node.span, message, "", None, "program")
    return list(range(low, high + 1))


def _common_range(context: Context, name: str, state: State) -> tuple[int, int]:
    """Constant bounds of an integer in both runs, not far apart."""
    ends = [_range(context, state.values[name, run], state) for run in (1, 2)]
    low, high = min([end[0] for end in ends]), max([end[1] for end in ends])
    if high - low >= WIDEST:
        raise NotPriced(f"the block reads `{name}`, which has {high - low + 1} values; at most {WIDEST} are priced")
    return low, high


def owe_shared(context: Context, node: core.Joint, names: list[str], state: State) -> None:
    """That numbers which are left open are the same in both runs, whatever they are."""
    for name in [name for name in names if state.values[name, 1] != state.values[name, 2]]:
        message = f"`{name}`, which the block reads, may be another number in each run"
        hint = "a block is priced for every value of a number that both runs share"
        goal = equal(state.values[name, 1], state.values[name, 2])
        context.owe(state, "joint-block", goal, node.span, message, hint, None, "program")


def opened_numbers(
    context: Context, types: Mapping[str, Type], couple: core.CoupleMap, names: list[str], state: State
) -> Opened:
    """Numbers that are left open, and what is said here about their values in both runs, which are owed to be equal."""
    named = {name: Variable(name, 0, types[name]) for name in names}
    called = {value: named[name] for (name, _), value in state.values.items() if name in named and _is_plain(value)}

    def about(terms: Iterable[Term], operators: frozenset[str]) -> tuple[Term, ...]:
        """Those that speak of the open numbers alone, by some operators."""
        kept = [
            term
            for term in dict.fromkeys(terms)
            if all([leaf in called or _is_applied(leaf, operators) for leaf in subterms(term)])
        ]
        return tuple([substitute(term, lambda leaf: called.get(leaf)) for term in kept])

    known = [part for fact in state.facts for part in conjuncts(fact.formula)]
    stated = [context.reading.epsilon, *([] if couple.cost is None else [couple.cost])]
    budgets = [part for term in stated for part in _parts(state.formula(term))]
    return Opened(named, about(known, COMPARED), about(budgets, EVALUATED)[:MOST_BUDGETS])


def _parts(term: Term) -> Iterator[Term]:
    """A number, and the numbers that it may be, or that it is made of."""
    yield term
    match term:
        case Apply("ite", arguments):
            values = (*arguments[1::2], arguments[-1])
        case Apply("max" | "min" | "add" | "mul", arguments):
            values = arguments
        case _:
            values = ()
    for value in values:
        yield from _parts(value)


def _is_plain(value: Term) -> bool:
    """Whether it is a name, and not one for another term."""
    return isinstance(value, Variable) and value.means is None


def _is_applied(term: Term, operators: frozenset[str]) -> bool:
    return isinstance(term, Constant) or (isinstance(term, Apply) and term.operator in operators)


def _owe_lengths(context: Context, node: core.Joint, name: str, type_: Type, state: State) -> None:
    """That bit strings are as long as the type says: a callee may have returned others."""
    run: Run
    for run in (1, 2):
        for goal in by_type(state.values[name, run], type_, run):
            message = f"`{name}`, which the block reads, may hold bit strings of another length than its type says"
            context.owe(state, "joint-block", goal, node.span, message, "", None, "program")


def _finite(type_: Type) -> list[Any] | None:
    match type_:
        case Bits(size) if size is not None and (length := size.number()) is not None and 0 <= length <= 5:
            return [format(n, f"0{length}b") if length else "" for n in range(2**length)]
        case Tuple(items):
            parts = [_finite(item) for item in items]
            return None if None in parts else list(product(*[p for p in parts if p is not None]))
        case _ if type_ == BOOL:
            return [False, True]
        case _:
            return None


def _range(context: Context, value: Term, state: State) -> tuple[int, int]:
    """Constant bounds of a number that follow from what is known; the candidates are the numbers in the facts."""
    numbers = {
        int(part.value)
        for fact in state.facts
        for part in subterms(fact.formula)
        if isinstance(part, Constant) and isinstance(part.value, Fraction) and part.value.denominator == 1
    }
    near = sorted({n + d for n in numbers for d in (-1, 0, 1) if abs(n) < 10**6})
    low = next((n for n in reversed(near) if context.ask(state.facts, at_most(number(n), value))), None)
    high = next((n for n in near if context.ask(state.facts, at_most(value, number(n)))), None)
    if low is None or high is None:
        raise NotPriced("what the block reads has no range that could be shown; `requires 0 <= x && x <= 3;` gives one")
    return low, max(low, high)
