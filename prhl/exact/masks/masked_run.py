"""The law of a program for all inputs at once, where uniform draws hide what differs between them.

The program is walked with its inputs left opaque (`uniform_forms`). Uniform draws from a group stay undetermined, and
others are listed. A draw whose value is asked for (a condition, a comparison, a bit of it) is taken value by value if
it has few. A condition on the inputs is taken both ways, with what was assumed; a class of inputs is one choice of all
assumptions, be it possible or not. At the end `joint` computes the law of what each class observes. If all classes have
one law, it is the law of every input; otherwise there is no answer.

Nor is there one where an operator could fail on some input (a division, an index), or a loop takes too many rounds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from prhl.diagnostics import NotComputed
from prhl.distributions import BY_NAME
from prhl.distributions.base import Even
from prhl.distributions.masses import Masses
from prhl.exact.masks.uniform_forms import (
    TRUTH,
    Form,
    Generator,
    Group,
    Opaque,
    as_integer,
    assumed,
    forms_in,
    joint,
    modulo,
    single,
    substituted,
    total,
)
from prhl.logic.evaluator import Evaluator
from prhl.logic.operators import OPERATORS, Value
from prhl.logic.terms import AllBits, Apply, Between, Logical, Quantified, Related, Term, Variable
from prhl.logic.types import BOOL, INT, REAL, Bits, Tuple, Type
from prhl.numbers import divide
from prhl.records import dataclass
from prhl.semantics.draw_tables import legal, masses
from prhl.semantics.flat import FlatProgram, Sample
from prhl.semantics.limits import Meter
from prhl.semantics.observation import observed
from prhl.semantics.program_walk import Live, Walk, arguments_of
from prhl.source import Span

FEW = 64  # values of a draw that are taken one by one
ROUNDS = 200  # of a loop
CLASSES = 64  # of inputs
LISTED = 256  # outcomes of a draw that is no generator

Law = Mapping[Any, Any]
"""What is observed, by its law, to its weight."""


class _Asked(Exception):
    """The value of a draw, or of a condition on the inputs, is asked for."""

    def __init__(self, what: Generator | Form) -> None:
        self.what = what
        super().__init__(what)


@dataclass(frozen=True, slots=True)
class _State:
    """The variables that still matter, sorted by name, what was leaked, with its type (`true` is not 1), what is
    assumed of the inputs, how many generators there were, and the weight."""

    variables: tuple[tuple[str, Value], ...]
    leaks: tuple[tuple[Value, Type], ...]
    assumptions: frozenset[tuple[Form, bool]]
    drawn: int
    weight: Any

    def keeping(self, live: Live, target: str = "", value: Value = None) -> "_State":
        """With a variable set, and without those that are not live."""
        variables = {**dict(self.variables), target: value}
        return replace(self, variables=tuple(sorted([pair for pair in variables.items() if pair[0] in live])))


def law_of_all(program: FlatProgram, known: Mapping[str, Value], results: bool, meter: Meter) -> Law:
    """The law of what is observed (with `results`, of the result alone), the same for every input that has the values
    that are `known`; NotComputed, OutOfSteps or Fault if there is none, or if it is not found."""
    inputs = {p.name: known[p.name] if p.name in known else _input(p.name, p.type, known) for p in program.parameters}
    start = _State(tuple(sorted(inputs.items())), (), frozenset(), 0, Fraction(1))
    domain = _Masks(meter)
    ended = Walk(domain).run(program, start)
    found: list[tuple[frozenset[tuple[Form, bool]], Any, Any]] = []
    for state in ended:
        for case, value in domain.cases(state, lambda s: () if program.result is None else (_seen(s, program.result),)):
            seen = value if results else (*[_observed(*leak) for leak in case.leaks], *value)
            found.append((case.assumptions, seen, case.weight))
    forms = sorted({form for assumptions, _, _ in found for form, _ in assumptions}, key=repr)
    if 2 ** len(forms) > CLASSES:
        raise NotComputed("many conditions on the inputs")
    meter.spend(len(found) * 2 ** len(forms))
    laws = [_law(found, set(zip(forms, truths, strict=True))) for truths in product((False, True), repeat=len(forms))]
    return _one_of(laws)


def _one_of(laws: list[Law]) -> Law:
    """The one law of all classes of inputs."""
    if any([law != laws[0] for law in laws]):
        raise NotComputed("classes of inputs that have different laws")
    return laws[0]


def _law(found: Iterable[tuple[frozenset[tuple[Form, bool]], Any, Any]], chosen: set[tuple[Form, bool]]) -> Law:
    """Of one class of inputs."""
    law: dict[Any, Any] = {}
    for assumptions, seen, weight in found:
        if assumptions <= chosen:
            told = joint(seen)
            law[told] = law.get(told, 0) + weight
    return law


def _input(name: str, type_: Type, known: Mapping[str, Value]) -> Value:
    match type_:
        case Bits(size) if size is not None and all([n in known for monomial, _ in size.terms for n in monomial]):
            length = sum([c * prod([known[n] for n in monomial]) for monomial, c in size.terms])
            if length > 0:
                return single(Opaque(name), Group("xor", length))
            raise NotComputed("no bits")
        case Tuple(items):
            return tuple([_input(f"{name}.{at}", item, known) for at, item in enumerate(items)])
        case _ if type_ == BOOL:
            return single(Opaque(name), TRUTH)
        case _ if type_ in (INT, REAL):
            return single(Opaque(name), None)
        case _:
            raise NotComputed(f"an input of type {type_}")


def _seen(state: _State, term: Term) -> Any:
    """Texts and marks for what is known, forms for what is not."""
    return _observed(_Reader(state).value(term), term.type)


def _observed(value: Value, type_: Type) -> Any:
    if not any(True for _ in forms_in(value)):
        return observed(value, type_)
    if isinstance(value, Form):
        return value
    types = type_.items if isinstance(type_, Tuple) else [type_.item] * len(value)  # type: ignore[union-attr]  # a list
    mark = "()" if isinstance(type_, Tuple) else "[]"
    return (mark, *[_observed(part, item) for part, item in zip(value, types, strict=True)])


class _Masks:
    """The domain."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter

    def cases(self, state: _State, compute: Callable[[_State], Value]) -> Iterator[tuple[_State, Value]]:
        """A value, in the parts of the state in which it can be told."""
        self.meter.spend(1)
        try:
            value = compute(state)
        except _Asked as asked:
            for part in _parts(state, asked.what):
                yield from self.cases(part, compute)
        else:
            yield state, value

    def assign(self, state: _State, target: str, value: Term, live: Live) -> Iterator[_State]:
        for case, found in self.cases(state, lambda s: _Reader(s).value(value)):
            yield case.keeping(live, target, found)

    def draw(self, state: _State, sample: Sample, live: Live) -> Iterator[_State]:
        distribution = sample.distribution

        def arguments(given: _State) -> tuple[Any, ...]:
            values = arguments_of(distribution, _Reader(given).value)
            for form in forms_in(values):
                raise _Asked(_first_draw(form) or form)
            return values

        for case, values in self.cases(state, arguments):
            generator = _generator(sample, values, case.drawn)
            if generator is None:
                table = masses(distribution, values, LISTED)
                self.meter.spend(len(table.pairs))
                generator = Generator(case.drawn, TRUTH) if _is_fair(table) else None
            if generator is not None:
                form = single(generator, generator.group)
                yield replace(case.keeping(live, sample.target, form), drawn=case.drawn + 1)
                continue
            for value, weight in table.pairs:
                lighter = case.weight * divide(weight, table.total)
                yield replace(case.keeping(live, sample.target, value), weight=lighter)

    def leak(self, state: _State, value: Term, live: Live) -> Iterator[_State]:
        for case, leaked in self.cases(state, lambda s: _Reader(s).value(value)):
            yield replace(case.keeping(live), leaks=(*case.leaks, (leaked, value.type)))

    def split(self, state: _State, condition: Term, live: Mapping[bool, Live]) -> Iterator[tuple[bool, _State]]:
        for case, truth in self.cases(state, lambda s: _Reader(s).truth(condition)):
            yield truth, case.keeping(live[truth])

    def merge(self, states: list[_State]) -> list[_State]:
        found: dict[_State, Any] = {}
        for state in states:
            alike = replace(state, weight=0)
            found[alike] = found[alike] + state.weight if alike in found else state.weight
        return [replace(state, weight=weight) for state, weight in found.items()]

    def count(self, states: list[_State]) -> None:
        self.meter.spend(len(states))

    def rounds(self, place: Span) -> Callable[[list[_State]], list[_State]]:
        left = ROUNDS

        def entering(states: list[_State]) -> list[_State]:
            nonlocal left
            left -= 1
            if left < 0:
                raise NotComputed("many rounds", span=place)
            self.meter.spend(len(states))
            return states

        return entering


def _generator(sample: Sample, values: tuple[Any, ...], number: int) -> Generator | None:
    """The draw as a generator, if it is one from all bit strings of a length or from a range, each with the same
    probability."""
    distribution = sample.distribution
    family = BY_NAME[distribution.name]
    if not isinstance(family, Even) or family.continuous:
        return None
    legal(distribution, values)
    match distribution.arguments[0], values[0]:
        case AllBits(), length if length > 0:
            return Generator(number, Group("xor", length))
        case Between(), (low, high):
            return Generator(number, None, low, high - low + 1)
        case _:
            return None


def _is_fair(table: Masses) -> bool:
    """Whether it is a coin, with sides that are equally likely."""
    sides = dict(table.pairs)
    return len(table.pairs) == 2 and set(sides) == {False, True} and sides[True] == sides[False] and _are_truths(sides)


def _are_truths(values: Iterable[Value]) -> bool:
    return all([isinstance(value, bool) for value in values])


def _parts(state: _State, what: Generator | Form) -> Iterator[_State]:
    """The state for each value of a draw, or for each truth value of a condition on the inputs."""
    if isinstance(what, Form):
        form, _ = assumed(what)
        if what.group != TRUTH or form in dict(state.assumptions):  # as an element that may be drawn
            raise NotComputed("the value of an input is asked for")
        for truth in (False, True):
            yield replace(state, assumptions=state.assumptions | {(form, truth)})
        return
    if what.count > FEW:
        raise NotComputed("the value of a draw with many values is asked for")
    weight = state.weight * Fraction(1, what.count)
    for value in what.values:
        variables = tuple([(name, substituted(one, what, value)) for name, one in state.variables])
        leaks = substituted(state.leaks, what, value)
        yield replace(state, variables=variables, leaks=leaks, weight=weight)


def _first_draw(form: Form) -> Generator | None:
    return min(form.generators, key=lambda drawn: drawn.number, default=None)


def _length(value: Value) -> int:
    """Of a bit string."""
    if not isinstance(value, Form):
        return len(value)
    assert value.group is not None
    return value.group.size


class _Reader(Evaluator):
    """Values of terms with forms in them."""

    def __init__(self, state: _State) -> None:
        self.memory = dict(state.variables)
        self.assumptions = dict(state.assumptions)

    def name(self, term: Variable | Logical) -> Value:
        return self.memory[term.name]

    def formula(self, term: Quantified | Related) -> bool:
        raise NotComputed("a formula in a program", span=term.span)

    def truth(self, term: Term) -> bool:
        value = self.value(term)
        if not isinstance(value, Form):
            return bool(value)
        drawn = _first_draw(value)
        if drawn is not None:
            raise _Asked(drawn)
        form, negated = assumed(value)
        if form not in self.assumptions:
            raise _Asked(value)
        return self.assumptions[form] != negated

    def operation(self, term: Apply, values: list[Value]) -> Value:
        if not any(True for _ in forms_in(tuple(values))):
            return super().operation(term, values)
        found = self.in_group(term, values)
        if found is not None:
            return found
        row = OPERATORS[term.operator]
        if row.carries is not None:
            if not any([isinstance(value, Form) for value in values[row.carries]]):
                return super().operation(term, values)
            if term.operator == "size":
                return _length(values[0])
        drawn = [one for form in forms_in(tuple(values)) for one in form.generators]
        if drawn:
            raise _Asked(min(drawn, key=lambda one: one.number))
        defined = row.owed is None or (
            term.operator == "index"
            and isinstance(values[0], Form)
            and isinstance(values[1], int)
            and 0 <= values[1] < _length(values[0])
        )
        if not defined or term.type not in (BOOL, INT, REAL):
            raise NotComputed(f"`{term.operator}` on the inputs", span=term.span)
        return single(Opaque(term.operator, tuple(values)), TRUTH if term.type == BOOL else None)

    def in_group(self, term: Apply, values: list[Value]) -> Value | None:
        """Sums and what goes with them; None where an operator is something else."""
        match term.operator:
            case "xor" if term.type == BOOL:
                return total(TRUTH, [(value, 1) for value in values])
            case "xor":
                lengths = {_length(value) for value in values}
                if len(lengths) > 1:
                    raise NotComputed("bit strings of different lengths", span=term.span)
                return total(Group("xor", lengths.pop()), [(value, 1) for value in values])
            case "not":
                return total(TRUTH, [(values[0], 1), (True, 1)])
            case "eq" | "ne" | "iff" if len(values) == 2 and term.arguments[0].type == BOOL:
                return total(TRUTH, [(values[0], 1), (values[1], 1), (term.operator != "ne", 1)])
            case "add":
                return total(None, [(as_integer(value), 1) for value in values])
            case "neg":
                return total(None, [(as_integer(values[0]), -1)])
            case "mul" if sum([isinstance(value, Form) for value in values]) == 1:
                plain = [value for value in values if not isinstance(value, Form)]
                if all([isinstance(value, int | Fraction) for value in plain]):
                    form = next(value for value in values if isinstance(value, Form))
                    return total(None, [(as_integer(form), prod(plain))])
            case "emod" if isinstance(values[0], Form) and isinstance(values[1], int) and values[1] > 0:
                integer = as_integer(values[0])
                return modulo(integer, values[1])
            case "widen":
                return values[0]
            case _:
                pass
        return None
