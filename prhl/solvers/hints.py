"""What the quantified facts of a question say of entries of lists, so that laws are used only where they may help.

Nothing here is trusted: a law is true of all lists and bounds, wherever it is used.
"""

from collections.abc import Iterable, Iterator
from dataclasses import field
from fractions import Fraction
from typing import TypeGuard

from prhl.logic.build import number, total
from prhl.logic.terms import Apply, Constant, Logical, Quantified, Run, Term, Variable, children, subterms
from prhl.logic.types import INT, is_number
from prhl.records import dataclass
from prhl.solvers.lemmas import flat

Lists = frozenset[tuple[str, Run]]


@dataclass(slots=True)
class Group:
    """Lists of which something is said together, or by way of others; bounds are ground, as c in `d[j] <= c`."""

    lists: Lists
    shifted: bool = False  # an entry is read at a position beside the one that is spoken of
    uneven: bool = False  # entries are said to be something else than equal to each other
    upper: list[Term] = field(default_factory=list)
    lower: list[Term] = field(default_factory=list)
    apart: list[Term] = field(default_factory=list)  # bounds on the difference of two entries

    def absorb(self, other: "Group") -> None:
        self.lists |= other.lists
        self.shifted |= other.shifted
        self.uneven |= other.uneven
        for mine, given in ((self.upper, other.upper), (self.lower, other.lower), (self.apart, other.apart)):
            mine += [limit for limit in given if limit not in mine]


@dataclass(slots=True)
class Hints:
    groups: list[Group] = field(default_factory=list)  # no list is in two of them
    equal: list[tuple[Term, Term]] = field(default_factory=list)  # lists that are said to be equal
    seen: set[Term] = field(default_factory=set)  # names for terms that were looked into

    def add(self, group: Group) -> None:
        apart = [other for other in self.groups if not other.lists & group.lists]
        for other in self.groups:
            if other.lists & group.lists:
                group.absorb(other)
        self.groups = [*apart, group]

    def about(self, items: Term) -> Group:
        """All that is said of the variables of a list."""
        found = Group(_lists(items))
        for group in self.groups:
            if group.lists & found.lists:
                found.absorb(group)
        return found


def hints(facts: Iterable[Term], goal: Term) -> Hints:
    found = Hints()
    for fact in facts:
        _look(fact, True, frozenset(), found)
    _look(goal, False, frozenset(), found)
    return found


def _lists(term: Term) -> Lists:
    found = [t for t in subterms(term) if isinstance(t, Variable) and t.means is None]
    return frozenset([(t.name, t.run) for t in found if not flat(t.type)])


def _look(term: Term, holds: bool | None, general: frozenset[str], found: Hints) -> None:
    """`holds`: the formula is asserted, or denied, None if only its value counts; `general` names may be anything."""
    match term:
        case Quantified(kind, names, body):
            universal = holds is None or (kind == "forall") == holds
            inside = general | {v.name for v in names} if universal else general
            if inside:
                found.add(Group(_lists(body)))
            _look(body, holds, inside, found)
        case Apply("not", (inner,)):
            _look(inner, None if holds is None else not holds, general, found)
        case Apply("implies", (*conditions, last)):
            for condition in conditions:
                _look(condition, None if holds is None else not holds, general, found)
            _look(last, holds, general, found)
        case Apply("eq", (left, right)) if not flat(left.type):
            found.add(Group(_lists(term), shifted=any([_is_beside(at, general) for _, at in _entries(term)])))
            if not general:
                found.equal.append((left, right))
        case Apply("lt" | "le" | "gt" | "ge" | "eq" | "ne") if general:
            group = Group(_lists(term))
            _compare(term, general, group)
            found.add(group)
        case Variable(means=meant) if meant is not None:
            if term not in found.seen:
                found.seen.add(term)
                _look(meant, None, general, found)
        case _:
            within = holds if isinstance(term, Apply) and term.operator in ("and", "or") else None
            for part in children(term):
                _look(part, within, general, found)


def _compare(term: Apply, general: frozenset[str], group: Group) -> None:
    read: set[Term] = set()
    for items, at in _entries(term):
        if _mentions(at, general):
            read.add(items)
            group.shifted = group.shifted or _is_beside(at, general)
    if read and not (term.operator == "eq" and all([_is_entry(side) for side in term.arguments])):
        group.uneven = True
        if is_number(term.arguments[0].type) and term.operator != "ne":
            _limit(term, general, len(read) == 1, group)


def _entries(term: Term) -> Iterator[tuple[Term, Term]]:
    """The lists and positions at which entries are read; of a row whose size is asked for nothing is."""
    match term:
        case Apply("index", (items, at)):
            yield items, at
        case Apply("size"):
            return
    for part in children(term):
        yield from _entries(part)


def _is_beside(at: Term, general: frozenset[str]) -> bool:
    """Whether a position is not the one that is spoken of, but reckoned from it."""
    return _mentions(at, general) and not isinstance(at, Logical)


def _is_entry(term: Term) -> bool:
    return isinstance(term, Apply) and term.operator == "index"


def _mentions(term: Term, names: frozenset[str]) -> bool:
    return any([isinstance(part, Logical) and part.name in names for part in subterms(term)])


def _limit(term: Apply, general: frozenset[str], alone: bool, group: Group) -> None:
    """Entries go to the left and ground terms to the right: `lo <= d[j]` says that -d[j] is at most -lo."""
    left, right = term.arguments if term.operator in ("lt", "le", "eq") else reversed(term.arguments)
    parts = _summands(left, 1) + _summands(right, -1)
    entries = [(part, sign) for part, sign in parts if _mentions(part, general)]
    limit = _sum([(part, -sign) for part, sign in parts if not _mentions(part, general)])
    if term.operator in ("lt", "gt") and left.type == right.type == INT:
        limit = _sum([(limit, 1), (number(1), -1)])
    if limit == number(0) or any([isinstance(part, Logical) for part in subterms(limit)]):
        return  # of 0 smaller-entries and other-entries say more
    (first, sign), other = entries[0], _negative(limit)
    exact, symmetric = term.operator == "eq", isinstance(first, Apply) and first.operator == "abs"
    if not alone:
        group.apart += [limit, other] if exact else [limit]
    elif exact:
        group.upper.append(limit if sign > 0 else other)
        group.lower.append(limit if sign > 0 else other)
    else:
        group.upper += [limit] if sign > 0 else []
        group.lower += [other] if sign < 0 or symmetric else []


def _summands(term: Term, sign: int) -> list[tuple[Term, int]]:
    match term:
        case Apply("add", arguments):
            return [part for argument in arguments for part in _summands(argument, sign)]
        case Apply("neg", (inner,)):
            return _summands(inner, -sign)
        case Apply("widen", (inner,)):
            return _summands(inner, sign)
        case _:
            return [(term, sign)]


def _sum(parts: list[tuple[Term, int]]) -> Term:
    """The ground parts; constants among them as one number."""
    known = sum([sign * Fraction(part.value) for part, sign in parts if _is_constant(part)], Fraction(0))
    others = [part if sign > 0 else _negative(part) for part, sign in parts if not _is_constant(part)]
    return total([*others, *([number(known)] if known else [])])


def _is_constant(term: Term) -> TypeGuard[Constant]:
    return isinstance(term, Constant) and isinstance(term.value, Fraction)


def _negative(term: Term) -> Term:
    match term:
        case Constant() if _is_constant(term):
            return number(-Fraction(term.value))
        case Apply("neg", (inner,)):
            return inner
        case _:
            return Apply("neg", (term,), term.type)
