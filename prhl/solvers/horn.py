"""Invariants of a loop by Spacer, z3's engine for Horn clauses: it proposes, nothing is proved by it.

A loop is a transition relation over some numbers and truth values, its state. Entries of lists, products and whatever
else is not linear are uninterpreted, up to congruence. So what Spacer answers is an invariant of an abstraction whose
facts may be too few or read too weakly, and has to be tried by the prover. Each question has a context and a limit of
steps of its own, so that the answer depends on nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import z3

from prhl.logic.build import absolute, at_most, both, either, equal, follows, iff, less, negation, number
from prhl.logic.linear import Form
from prhl.logic.terms import Term, Variable, subterms
from prhl.logic.types import BOOL, INT
from prhl.records import dataclass
from prhl.solvers import direct
from prhl.solvers.batch import Batch
from prhl.solvers.by_z3 import Session

_SORTS = (z3.Z3_INT_SORT, z3.Z3_REAL_SORT, z3.Z3_BOOL_SORT)
_OPAQUE = (z3.Z3_OP_MOD, z3.Z3_OP_REM, z3.Z3_OP_IDIV, z3.Z3_OP_POWER, z3.Z3_OP_UNINTERPRETED)
_COMPARED = {z3.Z3_OP_LE: (1, False), z3.Z3_OP_LT: (1, True), z3.Z3_OP_GE: (-1, False), z3.Z3_OP_GT: (-1, True)}


class _Beyond(Exception):
    """Outside of the fragment that is translated for Spacer, or back from its answers."""


@dataclass(frozen=True)
class Place:
    """A place of the walk: the facts there, and the values of the state."""

    facts: Sequence[Term]
    values: Sequence[Term]


class Loop:
    """A loop as Horn clauses: entry, one round, goal. Answers speak of `names`, one for each part of the state."""

    def __init__(self, session: Session, names: Sequence[Term], entry: Place, head: Place, end: Place) -> None:
        self.session, self.names = session, names
        self.used = 0  # of z3's resource counter, by all questions so far
        now, then = [[Variable(f"{one}#{at}", 0, n.type) for at, n in enumerate(names)] for one in ("now", "then")]
        self.now, self.then = [[self._symbol(one) for one in some] for some in (now, then)]
        self.head = [*head.facts, *_are(now, head.values)]
        self.entry = self._said([*entry.facts, *_are(now, entry.values)])
        self.round = self._said([*end.facts, *_are(now, head.values), *_are(then, end.values)])

    def invariant(self, goal: Term, steps: int) -> list[Term] | None:
        """Formulas that hold on entry, that a round keeps, and from which the goal follows at the head; None if there
        are none, or none is found with so many steps."""
        context = z3.Context()
        solver = z3.SolverFor("HORN", ctx=context)
        solver.set("rlimit", steps)
        holds = z3.Function("holds", *[one.sort() for one in self.now], z3.BoolSort(self.session.context))
        before, after = holds(*self.now), holds(*self.then)
        broken = self._said([*self.head, negation(goal)])
        never = z3.BoolVal(False, self.session.context)
        for given, then in ((self.entry, before), ([before, *self.round], after), ([before, *broken], never)):
            free = {one.get_id(): one for part in (*given, then) for one in _constants(part)}
            clause = z3.Implies(direct.conjunction(given), then) if given else then
            solver.add((z3.ForAll(list(free.values()), clause) if free else clause).translate(context))
        try:
            found = solver.check()
        except z3.Z3Exception:  # it meets what it does not know
            return None
        told = solver.statistics()
        self.used += next((told.get_key_value(key) for key in told.keys() if key == "rlimit count"), 0)  # noqa: SIM118
        if found != z3.sat:
            return None
        answer = solver.model()[holds.translate(context)]
        whole = answer.else_value() if isinstance(answer, z3.FuncInterp) else answer
        return [] if whole is None else _tidy(self._clauses(whole))

    # ---- what is asked -----------------------------------------------------------------------

    def _symbol(self, variable: Variable) -> Any:
        return self.session.symbols.constant(f"{variable.name}!{variable.run}", variable.type)  # type: ignore[arg-type]

    def _said(self, facts: Sequence[Term]) -> list[Any]:
        """What is linear of it; what is not is a name for some value."""
        opaque: dict[int, tuple[Any, Any]] = {}
        said = []
        for one in Batch(self.session, [(fact, "") for fact in facts], {}).said:
            try:
                said.append(_linear(one, opaque))
            except _Beyond:
                continue
        return [*said, *_congruent(list(opaque.values()))]

    # ---- what is answered --------------------------------------------------------------------

    def _clauses(self, found: Any) -> "Iterator[_Clause]":
        for part in found.children() if z3.is_and(found) else [found]:
            try:
                yield self._clause(part)
            except _Beyond:
                continue

    def _clause(self, found: Any) -> "_Clause":
        parts = found.children() if z3.is_or(found) else [found]
        denied = [one.children()[0] for one in parts if z3.is_not(one)]
        said = [self._literal(one, True) for one in parts if not z3.is_not(one)]
        if not said:  # one of them is what is concluded
            *denied, last = denied
            said = [self._literal(last, False)]
        return _Clause(self._ordered([self._literal(one, True) for one in denied]), self._ordered(said))

    def _ordered(self, literals: "Sequence[_Literal]") -> "tuple[_Literal, ...]":
        """As the state has its names: z3 has them in an order that differs from one machine's build to another's."""

        def place(literal: "_Literal") -> tuple[list[int], str]:
            parts = [part for part, _ in literal.parts] if isinstance(literal, _Bound) else subterms(literal)
            return [self.names.index(one) for one in parts if one in self.names], repr(literal)

        return tuple(sorted(literals, key=place))

    def _literal(self, found: Any, positive: bool) -> "_Literal":
        kind = found.decl().kind() if z3.is_app(found) else 0
        if kind in _COMPARED:
            sign, strict = _COMPARED[kind]
            one, other = [self._number(part) for part in found.children()]
            apart = (one - other) * Fraction(sign if positive else -sign)
            return _at_most(apart, strict if positive else not strict, self.names)
        truth = self._truth(found)
        return truth if positive else negation(truth)

    def _truth(self, found: Any) -> Term:
        if z3.is_var(found):
            truth: Term = self.names[z3.get_var_index(found)]
            return truth
        parts = found.children()
        if z3.is_not(found):
            return _written(self._literal(parts[0], False))
        if z3.is_and(found) or z3.is_or(found):
            read = [_written(self._literal(one, True)) for one in parts]
            return both(read) if z3.is_and(found) else either(read)
        if z3.is_eq(found) and z3.is_bool(parts[0]):
            return iff(*[_written(self._literal(one, True)) for one in parts])
        if z3.is_eq(found):
            one, other = [self._number(part) for part in parts]
            return _at_most(one - other, False, self.names).written(equal)
        raise _Beyond

    def _number(self, found: Any) -> Form:
        if z3.is_var(found):
            return Form({self.names[z3.get_var_index(found)]: Fraction(1)})
        if z3.is_int_value(found) or z3.is_rational_value(found):
            return Form({}, Fraction(str(found)))
        parts = found.children()
        if z3.is_add(found):
            return sum([self._number(one) for one in parts], Form({}))
        if z3.is_mul(found) and len(parts) == 2 and not (factor := self._number(parts[0])).parts:
            return self._number(parts[1]) * factor.constant
        if z3.is_to_real(found):
            return self._number(parts[0])
        raise _Beyond


def _are(state: Sequence[Variable], values: Sequence[Term]) -> list[Term]:
    return [
        iff(one, value) if one.type == BOOL else equal(one, value) for one, value in zip(state, values, strict=True)
    ]


def _constants(said: Any) -> Iterator[Any]:
    stack, seen = [said], set()
    while stack:
        one = stack.pop()
        if one.get_id() not in seen:
            seen.add(one.get_id())
            stack += one.children()
            if z3.is_const(one) and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                yield one


def _linear(said: Any, opaque: dict[int, tuple[Any, Any]]) -> Any:
    """The same with names for what is not linear."""
    if not z3.is_app(said) or said.sort_kind() not in _SORTS:
        raise _Beyond
    given = said.children()
    if not given:
        return said
    parts = [_linear(one, opaque) for one in given]
    kind = said.decl().kind()
    open_ = [one for one in parts if not _numeral(one)]
    product = (kind == z3.Z3_OP_MUL and len(open_) > 1) or (kind == z3.Z3_OP_DIV and not _numeral(parts[1]))
    made = said.decl()(*parts)
    if kind not in _OPAQUE and not product:
        return made
    return opaque.setdefault(made.get_id(), (made, z3.Const(f"value of {made.sexpr()}", made.sort())))[1]


def _numeral(said: Any) -> bool:
    inner = said.children()[0] if z3.is_to_real(said) else said
    return bool(z3.is_int_value(inner) or z3.is_rational_value(inner))


def _congruent(opaque: Sequence[tuple[Any, Any]]) -> list[Any]:
    """What is made of equal things is equal."""
    out = []
    for (one, name), (other, its) in combinations(opaque, 2):
        if one.decl().eq(other.decl()):
            pairs = zip(one.children(), other.children(), strict=True)
            out.append(z3.Implies(direct.conjunction([a == b for a, b in pairs]), name == its))
    return out


# ---- how an answer is written ----------------------------------------------------------------


@dataclass(frozen=True)
class _Bound:
    """A sum without a constant is at most a number, or less."""

    parts: tuple[tuple[Term, Fraction], ...]
    most: Fraction
    strict: bool

    @property
    def other_way(self) -> tuple[tuple[Term, Fraction], ...]:
        return tuple([(part, -q) for part, q in self.parts])

    def written(self, relation: Callable[[Term, Term], Term]) -> Term:
        """What is taken away stands on the other side, unless a number would stand beside it."""
        form = Form(dict(self.parts))
        added = form.added
        taken = added - form
        if not added:
            return relation(number(-self.most), taken.term)
        if taken and self.most <= 0:
            return relation((added + Form({}, -self.most)).term, taken.term)
        return relation(form.term, number(self.most))


_Literal = _Bound | Term


@dataclass(frozen=True)
class _Clause:
    """Where all of `given` hold one of `said` does."""

    given: tuple[_Literal, ...]
    said: tuple[_Literal, ...]

    def implied(self, conclusion: Term) -> Term:
        return follows(both([_written(one) for one in self.given]), conclusion) if self.given else conclusion


def _at_most(apart: Form, strict: bool, order: Sequence[Term]) -> _Bound:
    """That a sum is at most 0, or less, with 1 as its smallest coefficient; of integers, with a bound that is one."""
    apart = apart * (1 / min([abs(q) for q in apart.parts.values()], default=Fraction(1)))
    if strict and all([part.type == INT and q.denominator == 1 for part, q in apart.parts.items()]):
        apart, strict = apart + Form({}, Fraction(1)), False
    parts = sorted(apart.parts.items(), key=lambda one: order.index(one[0]))
    return _Bound(tuple(parts), -apart.constant, strict)


def _written(literal: _Literal) -> Term:
    if not isinstance(literal, _Bound):
        return literal
    if literal.most == -1 and not literal.strict and all([part.type == INT for part, _ in literal.parts]):
        return replace(literal, most=Fraction(0)).written(less)
    return literal.written(less if literal.strict else at_most)


def _tidy(clauses: Iterable[_Clause]) -> list[Term]:
    """Bounds from both sides are written as one: an equality, or how far something is from 0."""
    left = list(dict.fromkeys(clauses))
    out = []
    while left:
        one = left.pop(0)
        bound = one.said[0] if len(one.said) == 1 else None
        whole = None
        if isinstance(bound, _Bound) and not bound.strict:
            for most, relation in ((-bound.most, equal), (bound.most, _within)):
                mirrored = _Clause(one.given, (_Bound(bound.other_way, most, strict=False),))
                if whole is None and mirrored in left:
                    left.remove(mirrored)
                    first = bound if bound.parts[0][1] > 0 else _Bound(bound.other_way, most, strict=False)
                    whole = first.written(relation)
        out.append(one.implied(whole if whole is not None else either([_written(literal) for literal in one.said])))
    return out


def _within(value: Term, most: Term) -> Term:
    return at_most(absolute(value), most)
