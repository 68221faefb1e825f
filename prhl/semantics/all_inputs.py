"""The inputs of a program, where they are finitely many: by their types, or by what `requires` says of them."""

from collections.abc import Collection
from itertools import product
from math import prod

from prhl.diagnostics import NotComputed
from prhl.logic.terms import Apply, Variable, variables
from prhl.logic.types import BOOL, INT, REAL, Bits, List, Tuple, Type
from prhl.semantics.evaluate import Value, evaluate
from prhl.semantics.instances import Bounds, Inputs, bounds, entry_bounds, size_names
from prhl.typed.core import Parameter, TypedProgram

MOST = 400  # inputs of one program
OPEN: Bounds = (None, None)
TOO_MANY = "there are infinitely many inputs, or too many"


def all_inputs(program: TypedProgram, given: Inputs | None = None, only: Collection[str] | None = None) -> list[Inputs]:
    """Every input that meets `requires`, or NotComputed; parameters that are `given` have the one value. With `only`,
    the values of these parameters in such inputs, and maybe others."""
    given = given or {}
    limits = {
        p.name: (entry_bounds if isinstance(p.type, List) else bounds)(program, Variable(p.name, 0, p.type))
        for p in program.parameters
    }
    sizes = {
        p.name: bounds(program, Apply("size", (Variable(p.name, 0, p.type),), INT))
        for p in program.parameters
        if isinstance(p.type, List)
    }
    names = [p.name for p in program.parameters if only is None or p.name in only]
    waiting = [p for p in program.parameters if p.name not in given and p.name in names]
    found: list[Inputs] = [{name: value for name, value in given.items() if name in limits}]
    while waiting:
        # the lengths of bit strings are known after the parameters that they mention
        known = found[0].keys() if found else set()
        ready = next((p for p in waiting if size_names(p.type) <= known), None)
        if ready is None or not found:
            break
        waiting.remove(ready)
        wider: list[Inputs] = []
        for row in found:
            for value in _values(ready.type, limits[ready.name], sizes.get(ready.name, OPEN), row):
                wider.append({**row, ready.name: value})
                if len(wider) > 50 * MOST:
                    raise NotComputed(TOO_MANY)
        found = wider
    rows = [{name: row[name] for name in names} for row in found if len(row) == len(names)]
    kept = [row for row in rows if _meets(program, row)]
    if len(kept) > MOST:
        raise NotComputed(TOO_MANY)
    return kept


def open_numbers(program: TypedProgram) -> tuple[Parameter, ...]:
    """The public numbers that have infinitely many values, or too many."""
    found = []
    for p in program.parameters:
        if p.private or p.type not in (INT, REAL):
            continue
        low, high = bounds(program, Variable(p.name, 0, p.type)) if p.type == INT else OPEN
        if low is None or high is None or high - low > MOST:
            found.append(p)
    return tuple(found)


def _meets(program: TypedProgram, row: Inputs) -> bool:
    """Whether a row meets what `requires` says of these parameters alone."""
    memory = {(name, 0): value for name, value in row.items()}
    return all([evaluate(formula, memory) for formula in program.requires if variables(formula) <= memory.keys()])


def _values(type_: Type, bounds: Bounds, sizes: Bounds, row: Inputs) -> list[Value]:
    """`bounds` are on a number, or on the entries of a list."""
    match type_:
        case Bits(size) if size is not None:
            length = sum([c * prod([row[n] for n in monomial]) for monomial, c in size.terms])
            if length > 12:
                raise NotComputed(TOO_MANY)
            return [format(n, f"0{length}b") if length else "" for n in range(2**length)] if length >= 0 else []
        case Tuple(items):
            return list(product(*[_values(item, OPEN, OPEN, row) for item in items]))
        case List(item):
            low, high = sizes
            if high is None or high > 12:
                raise NotComputed(TOO_MANY)
            each = _values(item, bounds, OPEN, row)
            lists: list[Value] = []
            for length in range(max(0, low or 0), high + 1):
                if len(each) ** length > 20 * MOST:
                    raise NotComputed(TOO_MANY)
                lists += list(product(each, repeat=length))
            return lists
        case _ if type_ == BOOL:
            return [False, True]
        case _ if type_ == INT:
            low, high = bounds
            if low is None or high is None or high - low > MOST:
                raise NotComputed(TOO_MANY)
            return list(range(low, high + 1))
        case _:
            raise NotComputed(TOO_MANY)
