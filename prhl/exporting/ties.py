"""Where an exported module might have to order two irrational numbers that are equal: such programs are refused.

A module knows `exp`, `ln` and `sqrt` by brackets, which never tell that two numbers are equal: it would stop with an
error, and that it stops would tell of the data. A number is `SIMPLE` if it is exact, or irrational for sure: such a
function of a rational number, with rational numbers added to it, multiplied with it or divided by it. It is equal to no
rational number that it is ordered beside. Of all other irrational numbers nothing is known here. Where they are made of
public inputs alone, a run may stop for some of these, whatever the data are.
"""

from collections.abc import Iterator, Mapping, Sequence

from prhl.distributions import Kind, Ordering, family_of
from prhl.exporting.python_terms import NotExported
from prhl.logic.terms import Apply, Constant, Distribution, Logical, Term, Variable, argument_terms
from prhl.logic.types import REAL, List, Tuple, Type
from prhl.records import dataclass
from prhl.source import Span
from prhl.typed import core

RATIONAL, SIMPLE, OTHER = range(3)
ORDERING = {"lt", "le", "gt", "ge", "eq", "ne", "min", "max", "abs", "floor", "ceil", "count", "mem", "clip1"}
WITHIN = {"least", "greatest", "sort", "distinct", "l1", "l2"}  # the entries of lists are ordered, or their sums
ADDED = {"add", "mul", "div", "vadd", "vsub", "vscale"}
OPAQUE = {"sum", "pow", "clip1"}
LAZY = {"ite", "and", "or", "implies"}  # what comes first decides whether the rest is looked at


@dataclass(frozen=True, slots=True)
class Known:
    """Of a value, or of the parts of one: how exact it is, and whether it depends on private inputs or on draws."""

    level: int = RATIONAL
    secret: bool = False

    def joined(self, other: "Known") -> "Known":
        return Known(max(self.level, other.level), self.secret or other.secret)


def refuse_ties(program: core.TypedProgram, programs: Mapping[str, core.TypedProgram]) -> None:
    """NotExported where equal numbers may have to be ordered for some data."""
    _Walk(programs).run(program, [Known(secret=p.private) for p in program.parameters], False)


class _Walk:
    def __init__(self, programs: Mapping[str, core.TypedProgram]) -> None:
        self.programs = programs

    def run(self, program: core.TypedProgram, given: Sequence[Known], hidden: bool) -> Known:
        """What comes out; `hidden`: that it is run at all depends on secrets."""
        start = {p.name: one for p, one in zip(program.parameters, given, strict=True)}
        end = self.block(program.body, start, hidden)
        return Known() if program.result is None else self.value(program.result, end, hidden)

    def block(self, statements: Sequence[core.Statement], known: dict[str, Known], hidden: bool) -> dict[str, Known]:
        for statement in statements:
            match statement:
                case core.Assign(target, value):
                    known = {**known, target: self.value(value, known, hidden).joined(Known(secret=hidden))}
                case core.Sample(target):
                    known = {**known, target: Known(self.drawn(statement, known, hidden), True)}
                case core.Call(target, callee, arguments):
                    given = [self.value(one, known, hidden) for one in arguments]
                    found = self.run(self.programs[callee], given, hidden)
                    known = {**known, target: found.joined(Known(secret=hidden))}
                case core.If(condition, then, otherwise):
                    inside = self.value(condition, known, hidden).secret or hidden
                    known = _either(self.block(then, known, inside), self.block(otherwise, known, inside))
                case core.While(guard, body):
                    before: dict[str, Known] = {}
                    while known != before:
                        before, inside = known, self.value(guard, known, hidden).secret or hidden
                        known = _either(known, self.block(body, known, inside))
                case core.Joint(body):
                    known = self.block(body, known, hidden)
                case core.Leak(value):
                    self.value(value, known, hidden)
                case core.Assert():
                    pass
        return known

    def drawn(self, node: core.Sample, known: dict[str, Known], hidden: bool) -> int:
        """How exact what is drawn is."""
        given = [self.value(term, known, hidden) for term in argument_terms(node.distribution)]
        real = _has_reals(node.distribution.type)
        for inner in _nested(node.distribution):
            kinds = [parameter.kind for parameter in family_of(inner).parameters]
            if Kind.END in kinds and real:
                _order(given, hidden, node.span)
            for argument, kind in zip(inner.arguments, kinds, strict=False):
                if kind is Kind.SCORES and isinstance(argument, Term):
                    _order([self.value(argument, known, hidden)] * 2, hidden, node.span)
                elif isinstance(family_of(inner), Ordering) and isinstance(argument, Term):
                    _order([self.value(argument, known, hidden)], hidden, node.span)
        return max([one.level for one in given], default=RATIONAL) if real else RATIONAL

    def value(self, term: Term, known: dict[str, Known], hidden: bool) -> Known:
        match term:
            case Constant():
                return Known()
            case Variable(name) | Logical(name):
                return known.get(name, Known())
            case Apply("comprehension", (Logical(name), items, body, guard)):
                inner = {**known, name: self.value(items, known, hidden)}
                condition = self.value(guard, inner, hidden)
                made = self.value(body, inner, hidden or condition.secret)
                return made.joined(Known(secret=condition.secret or inner[name].secret))
            case Apply(operator, arguments):
                given: list[Known] = []
                for one in arguments:
                    unseen = hidden or (operator in LAZY and any([before.secret for before in given]))
                    given.append(self.value(one, known, unseen))
                return self.applied(str(operator), term, given, hidden)
            case _:
                return Known(OTHER, True)

    def applied(self, operator: str, term: Apply, given: list[Known], hidden: bool) -> Known:
        if operator in ORDERING:
            _order(given, hidden, term.span)
        if operator in WITHIN:
            _order([*given, *given], hidden, term.span)
        secret = any([one.secret for one in given])
        irrational = [one.level for one in given if one.level]
        level = max(irrational, default=RATIONAL)
        if operator in ("exp", "ln", "sqrt"):
            level = OTHER if level else SIMPLE
        elif operator == "clip2":
            _order([*given, *given] if given[0].level else given, hidden, term.span)
            level = OTHER if level else SIMPLE
        elif irrational and (operator in OPAQUE or (operator in ADDED and len(irrational) > 1)):
            level = OTHER
        return Known(level if _has_reals(term.type) else RATIONAL, secret)


def _order(given: Sequence[Known], hidden: bool, place: Span) -> None:
    """That these are told apart, or known to be equal, does not hang on data."""
    irrational = [one for one in given if one.level]
    unclear = len(irrational) > 1 or any([one.level == OTHER for one in irrational])
    if unclear and (hidden or any([one.secret for one in given])):
        message = "numbers made by `exp`, `ln` or `sqrt` are ordered here, and a module cannot tell if they are equal"
        hint = "order rational numbers: for data, stopping with an error would be a release of its own"
        raise NotExported(message, hint, place)


def _nested(distribution: Distribution) -> Iterator[Distribution]:
    """A distribution with those inside of it."""
    yield distribution
    for argument in distribution.arguments:
        if isinstance(argument, Distribution):
            yield from _nested(argument)


def _either(one: dict[str, Known], other: dict[str, Known]) -> dict[str, Known]:
    return {name: one.get(name, Known()).joined(other.get(name, Known())) for name in {**one, **other}}


def _has_reals(type_: Type) -> bool:
    match type_:
        case List(item):
            return _has_reals(item)
        case Tuple(items):
            return any([_has_reals(item) for item in items])
        case _:
            return type_ == REAL
