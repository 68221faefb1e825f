"""Linear forms over uniform draws and unknown values in a group, such as a message xor a one-time pad.

A `Form` is an element of a group G: a sum of symbols with coefficients, and a constant. Bit strings of one length are a
group under `xor`, truth values are, and the integers modulo m are under addition. A symbol is a `Generator`, one
uniform draw from G, or an `Opaque`, a number, string or truth value that is a function of the inputs and of nothing
that is drawn. Integers that are not reduced yet are forms over no group.

`joint` tells the law of several forms y = A g + b that are observed together, g being the generators and b what is
opaque or constant in each. Elimination goes through the y in order: with the help of the forms before it each y loses
the generators that these were chosen for. Then either some generator that is left has a coefficient that is a unit of
the ring, and y is chosen for it; or no generator is left.

Why it is right. Call the y that are chosen for a generator free. The generators are mapped to the free y, eliminated,
by a matrix that is triangular in the chosen generators, with units on its diagonal. So this is a surjective
homomorphism of G^n to G^r. Its fibres are the cosets of its kernel, which are equally large; so the free y are uniform
and independent, whatever b is. Any other y is a combination of free ones plus an element that no draw is in. If no
opaque symbol is left in that, it is a constant, and the law of all the y is a function of the combinations and of the
constants alone, the same for all inputs. Else the law is not told here.

A draw from a range of M integers is uniform modulo each m that divides M; but only one modulus of it is ever used.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Any, Literal

from prhl.diagnostics import NotComputed
from prhl.logic.operators import Value
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """`xor`: bit strings of length `size`; `truth`: truth values; `mod`: the integers modulo `size`."""

    kind: Literal["xor", "truth", "mod"]
    size: int

    @property
    def order(self) -> int:
        """What a coefficient is reduced by."""
        return self.size if self.kind == "mod" else 2

    @property
    def zero(self) -> Value:
        return "0" * self.size if self.kind == "xor" else 0 if self.kind == "mod" else False

    def plus(self, first: Value, second: Value, times: int = 1) -> Value:
        """first + times*second."""
        match self.kind:
            case "mod":
                return (first + times * second) % self.size
            case "truth":
                return (first + times * second) % 2 == 1
            case "xor":
                return first if times % 2 == 0 else "".join(["01"[a != b] for a, b in zip(first, second, strict=True)])


TRUTH = Group("truth", 2)


@dataclass(frozen=True, slots=True)
class Generator:
    """A uniform draw: the n-th of its run. From `group`, or from the `size` integers from `low` on."""

    number: int
    group: Group | None
    low: int = 0
    size: int = 0

    @property
    def count(self) -> int:
        """Of its values."""
        if self.group is None:
            return self.size
        return 2**self.group.size if self.group.kind == "xor" else 2

    @property
    def values(self) -> Sequence[Value]:
        if self.group is None:
            return range(self.low, self.low + self.size)
        if self.group.kind == "truth":
            return (False, True)
        return [format(n, f"0{self.group.size}b") for n in range(self.count)]


@dataclass(frozen=True, slots=True)
class Opaque:
    """An input, or an operator on values in which nothing is drawn; its value is not known."""

    name: str
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Residue:
    """An element of a group modulo m as the integer from 0 to m - 1 that it is."""

    form: "Form"


Symbol = Generator | Opaque | Residue


@dataclass(frozen=True, slots=True)
class Form:
    """The sum of its terms and of a constant, in a group; over the integers, or the reals, if that is None."""

    group: Group | None
    terms: frozenset[tuple[Symbol, Any]]
    constant: Value

    @property
    def generators(self) -> Iterator[Generator]:
        for symbol, _ in self.terms:
            if isinstance(symbol, Generator):
                yield symbol
            elif isinstance(symbol, Residue):
                yield from symbol.form.generators


def single(symbol: Symbol, group: Group | None) -> Form:
    return Form(group, frozenset([(symbol, 1)]), 0 if group is None else group.zero)


def total(group: Group | None, parts: Sequence[tuple[Any, Any]]) -> Value:
    """The sum of multiples of forms and constants of one group; a constant if no symbol is left."""
    terms: dict[Symbol, Any] = {}
    constant: Value = 0 if group is None else group.zero
    for part, times in parts:
        added = part.constant if isinstance(part, Form) else part
        constant = constant + times * added if group is None else group.plus(constant, added, times)
        for symbol, coefficient in part.terms if isinstance(part, Form) else ():
            found = terms.get(symbol, 0) + times * coefficient
            terms[symbol] = found if group is None else found % group.order
    kept = frozenset([(symbol, coefficient) for symbol, coefficient in terms.items() if coefficient != 0])
    return Form(group, kept, constant) if kept else constant


def as_integer(value: Value) -> Value:
    """A number over the integers: a residue becomes a symbol."""
    if isinstance(value, Form) and value.group is not None:
        return single(Residue(value), None)
    return value


def modulo(value: Form, m: int) -> Value | None:
    """The remainder of an integer form; None if it is no uniform draw modulo m that is added to something."""
    group = Group("mod", m)
    parts: list[tuple[Any, Any]] = [(value.constant, 1)]
    for symbol, coefficient in value.terms:
        if isinstance(symbol, Residue) and symbol.form.group is not None and symbol.form.group.size % m == 0:
            inner = symbol.form
            parts.append((Form(group, inner.terms, inner.constant), coefficient))
        elif isinstance(symbol, Opaque) or (isinstance(symbol, Generator) and symbol.size % m == 0):
            parts.append((single(symbol, group), coefficient))
        else:
            return None
    return total(group, parts)


def substituted(value: Value, generator: Generator, by: Value) -> Value:
    """A value with one draw known."""
    if isinstance(value, tuple):
        return tuple([substituted(part, generator, by) for part in value])
    if not isinstance(value, Form) or generator not in value.generators:
        return value
    parts: list[tuple[Any, Any]] = [(value.constant, 1)]
    for symbol, coefficient in value.terms:
        if isinstance(symbol, Residue):
            known = substituted(symbol.form, generator, by)
            parts.append((single(Residue(known), None) if isinstance(known, Form) else known, coefficient))
        else:
            parts.append((by if symbol == generator else single(symbol, value.group), coefficient))
    return total(value.group, parts)


def forms_in(value: Value) -> Iterator[Form]:
    if isinstance(value, Form):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from forms_in(part)


# ---- what is observed together -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """An observed form by its law: free, or a combination of free ones, by their places, and a constant."""

    group: Group
    first: int | None  # of the integers that it takes, if it is a draw from a range as it is
    combination: frozenset[tuple[int, int]] | None  # None: free
    constant: Value


@dataclass(frozen=True, slots=True)
class _Pivot:
    generator: Generator
    row: Form  # with the coefficient 1 for the generator
    told: Mapping[int, int]  # the same as a combination of free forms


class _Joint:
    def __init__(self) -> None:
        self.pivots: list[_Pivot] = []
        self.moduli: dict[Generator, int] = {}
        self.place = 0

    def tell(self, value: Value) -> Value:
        """A value that is observed next, with its forms told."""
        if isinstance(value, tuple):
            return tuple([self.tell(part) for part in value])
        if not isinstance(value, Form):
            return value
        form, first = _in_group(value)
        group = form.group
        assert group is not None
        for drawn in form.generators:
            self.reduce(drawn, group)
        place, self.place = self.place, self.place + 1
        told: dict[int, int] = {place: 1}
        rest: Value = form
        for pivot in self.pivots:
            times = dict(rest.terms).get(pivot.generator, 0) if isinstance(rest, Form) else 0
            if times:
                rest = total(group, [(rest, 1), (pivot.row, -times)])
                for at, coefficient in pivot.told.items():
                    told[at] = (told.get(at, 0) - times * coefficient) % group.order
        left = [(s, c) for s, c in rest.terms if isinstance(s, Generator)] if isinstance(rest, Form) else []
        units = [(s, c) for s, c in left if gcd(c, group.order) == 1]
        if units:
            generator, coefficient = min(units, key=lambda pair: pair[0].number)
            inverse = pow(coefficient, -1, group.order)
            row = total(group, [(rest, inverse)])
            self.pivots.append(_Pivot(generator, row, {at: c * inverse % group.order for at, c in told.items()}))
            return Told(group, first, None, None)
        if isinstance(rest, Form):
            reason = "a multiple of a draw" if left else "what is observed depends on the inputs"
            raise NotComputed(reason)
        del told[place]
        return Told(group, first, frozenset([(at, -c % group.order) for at, c in told.items() if c]), rest)

    def reduce(self, drawn: Generator, group: Group) -> None:
        """A draw is an element of one group."""
        if self.moduli.setdefault(drawn, group.size) != group.size:
            raise NotComputed("a draw that is reduced by several moduli")


def _in_group(value: Form) -> tuple[Form, int | None]:
    """A form that is observed, as an element of a group, and the first of the integers that it stands for if it is a
    draw from a range as it is: the draw is a function of its residue then."""
    if value.group is not None:
        return value, None
    match list(value.terms):
        case [(Residue(form), 1)] if value.constant == 0:
            return form, None
        case [(Generator() as drawn, 1)] if drawn.group is None and isinstance(value.constant, int):
            return Form(Group("mod", drawn.size), value.terms, value.constant % drawn.size), drawn.low + value.constant
        case _:
            raise NotComputed("a number that is no uniform draw from a group")


def joint(values: Value) -> Value:
    """The law of values that are observed together: plain ones as they are, forms as `Told`; NotComputed if it is not
    known to be the same for all inputs."""
    return _Joint().tell(values)


def assumed(form: Form) -> tuple[Form, bool]:
    """A truth value in which nothing is drawn, up to negation: the form without a constant, and the constant."""
    return replace(form, constant=False), form.constant
