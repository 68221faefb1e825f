"""The values of terms in a memory, and of formulas over two: the plain reading of the language that everything faster
is compared with.

Memory maps (name, run) to values; logical names have run -1. In a program an undefined operation is a run-time
error, a Fault. In a formula it has an unspecified value: such a formula is Undecidable here.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from prhl.logic.evaluator import Evaluator, Fault, Undecidable
from prhl.logic.operators import Value
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term, Variable, free_names
from prhl.logic.types import BOOL, INT, Bits, Type

__all__ = ["Fault", "Undecidable", "Value", "evaluate"]

Memory = Mapping[tuple[str, int], Value]

LOGICAL = -1
WIDEST = 1_000_000  # values of one quantified variable


def evaluate(term: Term, memory: Memory) -> Value:
    return _Reader(memory).value(term)


class _Reader(Evaluator):
    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def name(self, term: Variable | Logical) -> Value:
        return self.memory[term.name, LOGICAL if isinstance(term, Logical) else term.run]

    def binding(self, name: str, value: Value) -> "_Reader":
        return _Reader({**self.memory, (name, LOGICAL): value})  # where quantifiers look, too

    def formula(self, term: Quantified | Related) -> bool:
        if isinstance(term, Related):
            return related(term, self.memory)
        found = any(evaluate(term.body, m) == (term.kind == "exists") for m in _choices(term, self.memory))
        return found if term.kind == "exists" else not found


# ---- relations between two inputs ------------------------------------------------------------


def related(term: Related, memory: Memory) -> bool:
    if term.relation == "any":
        return True
    assert term.left is not None
    assert term.right is not None
    left, right = evaluate(term.left, memory), evaluate(term.right, memory)
    bound = None if term.bound is None else evaluate(term.bound, memory)
    if term.relation == "within":
        return bool(abs(left - right) <= bound)
    if term.relation == "all_within":
        return len(left) == len(right) and all([abs(a - b) <= bound for a, b in zip(left, right, strict=True)])
    if term.relation == "some_differ":
        return _some_differ(left, right, term.most, bound)
    at = None if term.at is None else memory.get((term.at.name, LOGICAL))
    positions = positions_of(term, memory)
    return bool(positions) if at is None else at in positions


def _some_differ(left: Value, right: Value, most: int, bound: Value | None) -> bool:
    if len(left) != len(right) or (bound is not None and bound < 0 and left):
        return False
    differ = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    return len(differ) <= most and (bound is None or all([abs(a - b) <= bound for a, b in differ]))


def positions_of(term: Related, memory: Memory) -> list[int]:
    """The positions that `at` may name for two related lists; none if they are not related."""
    assert term.left is not None
    assert term.right is not None
    left, right = evaluate(term.left, memory), evaluate(term.right, memory)
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    if term.relation == "add_remove":
        if len(longer) != len(shorter) + 1:
            return []
        return [k for k in range(len(longer)) if longer[:k] + longer[k + 1 :] == shorter]
    if len(left) != len(right):
        return []
    differ = [k for k in range(len(left)) if left[k] != right[k]]
    bound = None if term.bound is None else evaluate(term.bound, memory)
    if len(differ) > 1 or (differ and bound is not None and abs(left[differ[0]] - right[differ[0]]) > bound):
        return []
    if bound is not None and bound < 0 and left:
        return []
    return differ or list(range(max(1, len(left))))


# ---- quantifiers -----------------------------------------------------------------------------


def _choices(term: Quantified, memory: Memory) -> Iterable[Memory]:
    """The memories with every value that can matter for the bound names."""
    names = [v.name for v in term.variables]
    # `forall i. lo <= i < hi ==> F`: outside the bounds the formula is true; `exists` alike, false.
    body = term.body
    facts: list[Term] = [body]
    if term.kind == "forall":
        facts = list(body.arguments[:-1]) if isinstance(body, Apply) and body.operator == "implies" else []
    ranges: list[Sequence[Value]] = []
    for variable in term.variables:
        values = domain(variable.type)
        ranges.append(_bounded(variable, facts, memory, set(names)) if values is None else values)
    if prod([len(values) for values in ranges]) > WIDEST:
        raise Undecidable(f"{', '.join(names)} have more than {WIDEST:,} values together", term.span)
    for chosen in product(*ranges):
        yield {**memory, **{(name, LOGICAL): value for name, value in zip(names, chosen, strict=True)}}


def domain(type_: Type) -> list[Value] | None:
    """All values of a small finite type whose size is known."""
    if type_ == BOOL:
        return [False, True]
    if isinstance(type_, Bits) and type_.size is not None and (size := type_.size.number()) is not None and size <= 16:
        return [format(n, f"0{size}b") if size else "" for n in range(2**size)]
    return None


def _bounded(variable: Logical, facts: list[Term], memory: Memory, bound_names: set[str]) -> range:
    """The integers between the bounds that the facts set."""
    if variable.type != INT:
        raise Undecidable(f"`{variable.name}` ranges over all of {variable.type}", variable.span)
    low: int | None = None
    high: int | None = None
    for fact in _conjuncts(facts):
        match fact:
            case Apply("le" | "lt" | "ge" | "gt" | "eq" as sign, (left, right)):
                for this, other, flip in ((left, right, False), (right, left, True)):
                    if not (isinstance(this, Logical) and this.name == variable.name):
                        continue
                    names = free_names(other)
                    if names & bound_names or any([(name, LOGICAL) not in memory for name in names]):
                        continue  # a name that is bound further in has no value yet
                    value = evaluate(other, memory)
                    upper = sign in ("le", "lt") if not flip else sign in ("ge", "gt")
                    lower = sign in ("ge", "gt") if not flip else sign in ("le", "lt")
                    strict = sign in ("lt", "gt")
                    if upper or sign == "eq":
                        top = -(-value // 1) - 1 if strict else value // 1
                        high = top if high is None else min(high, top)
                    if lower or sign == "eq":
                        bottom = value // 1 + 1 if strict else -(-value // 1)
                        low = bottom if low is None else max(low, bottom)
            case Related(_, left_list, right_list, _, Logical(name)) if name == variable.name:
                # `at k`: a position of the longer list, 0 if that is empty
                assert left_list is not None
                assert right_list is not None
                longest = max(len(evaluate(left_list, memory)), len(evaluate(right_list, memory)))
                low, high = max(0, low or 0), max(0, longest - 1) if high is None else min(high, max(0, longest - 1))
            case _:
                pass
    if low is None or high is None:
        message = f"`{variable.name}` ranges over all integers; bound it, as in `0 <= {variable.name} < n ==> ...`"
        raise Undecidable(message, variable.span)
    if high - low > WIDEST:
        raise Undecidable(f"`{variable.name}` has more than {WIDEST:,} values", variable.span)
    return range(low, high + 1)


def _conjuncts(facts: list[Term]) -> Iterable[Term]:
    for fact in facts:
        if isinstance(fact, Apply) and fact.operator == "and":
            yield from _conjuncts(list(fact.arguments))
        elif isinstance(fact, Quantified) and fact.kind == "exists":
            yield from _conjuncts([fact.body])
        else:
            yield fact
