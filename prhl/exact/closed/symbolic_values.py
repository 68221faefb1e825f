"""Values in terms of symbolic draws, and how terms are evaluated over them.

A number that was drawn stays a name with a distribution; sums and multiples of such names are affine forms. Only a
comparison, or an operation that is not affine, asks for more: it raises Split or Resolve, and the evaluation is
repeated in each of the cases. Where continuous noise is compared, equality has probability 0, and is false.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import gcd, isqrt, lcm, prod
from typing import Any

from prhl.exact.closed.discrete_gaussians import Bell
from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.integer_densities import Density
from prhl.exact.closed.real_densities import Curve
from prhl.logic import evaluator as terms
from prhl.logic.operators import OPERATORS
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term, Variable
from prhl.numbers import Number, sign
from prhl.records import dataclass

Value = Any
Linear = tuple[tuple[int, int], ...]
"""A form over draws with coprime integer coefficients, the first positive."""

Range = tuple[int | Fraction | None, int | Fraction | None]
EVERYTHING: Range = (None, None)
MOST_CLASSES = 128  # residue classes that a draw is split into
TURNED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


@dataclass(frozen=True, slots=True)
class Affine:
    """A number: a constant and multiples of draws."""

    constant: Number
    parts: tuple[tuple[int, Fraction], ...]

    def __str__(self) -> str:
        return "an undetermined number"


@dataclass(frozen=True, slots=True)
class Squared:
    """A number: a constant and a multiple of the square of an integer that is not negative, so that it tells that."""

    constant: Number
    factor: Fraction
    base: Affine

    def __str__(self) -> str:
        return "an undetermined square"

    def at(self, base: Value) -> Value:
        """The same of another base."""
        if isinstance(base, Affine):
            return Squared(self.constant, self.factor, base)
        return _plain(self.constant + self.factor * base**2)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw that is no integer, whole."""

    draw: int


@dataclass(frozen=True)
class Listed:
    """The distribution of a draw that is no integer; the masses of merged states need not add up to 1."""

    masses: tuple[tuple[Value, Any], ...]

    @property
    def size(self) -> int:
        return len(self.masses)

    @cached_property
    def total(self) -> Any:
        return sum([mass for _, mass in self.masses], Fraction(0))


Law = Density | Curve | Bell | Listed
Draws = Mapping[int, Law]


class Split(Exception):
    """The value depends on which of the ranges a form lies in."""

    def __init__(self, form: Linear, ranges: list[Range]) -> None:
        self.form, self.ranges = form, ranges


class Classes(Exception):
    """The value depends on which residue class modulo a number a draw lies in."""

    def __init__(self, draw: int, modulus: int) -> None:
        self.draw, self.modulus = draw, modulus


class Resolve(Exception):
    """The value depends on what exactly was drawn."""

    def __init__(self, draws: list[int]) -> None:
        self.draws = draws


def drawn_in(value: Value) -> Iterator[int]:
    """The draws that a value mentions, in their order, perhaps several times."""
    if isinstance(value, Affine):
        for draw, _ in value.parts:
            yield draw
    elif isinstance(value, Squared):
        yield from drawn_in(value.base)
    elif isinstance(value, Drawn):
        yield value.draw
    elif isinstance(value, tuple):
        for part in value:
            yield from drawn_in(part)


def is_open(value: Value) -> bool:
    return next(drawn_in(value), None) is not None


def has_square(value: Value) -> bool:
    return any([has_square(part) for part in value]) if isinstance(value, tuple) else isinstance(value, Squared)


def tells_draws(value: Value, known: set[int]) -> bool:
    """Whether the value determines what was drawn, read from left to right; adds what it tells to `known`."""
    if isinstance(value, tuple):
        return all([tells_draws(part, known) for part in value])
    unknown = {draw for draw in drawn_in(value) if draw not in known}
    known |= unknown
    return len(unknown) <= 1


def mapped(value: Value, images: Mapping[int, Value]) -> Value:
    """The value with other values in place of draws."""
    match value:
        case Affine(constant, parts):
            total: Value = constant
            for draw, c in parts:
                total = plus(total, scaled(images.get(draw, Affine(0, ((draw, Fraction(1)),))), c))
            return total
        case Squared():
            return value.at(mapped(value.base, images))
        case Drawn(draw):
            return images.get(draw, value)
        case tuple():
            return tuple([mapped(part, images) for part in value]) if is_open(value) else value
        case _:
            return value


def plus(left: Value, right: Value) -> Value:
    if isinstance(left, Squared) or isinstance(right, Squared):
        left, right = (left, right) if isinstance(left, Squared) else (right, left)
        if is_open(right):
            raise Resolve(list(dict.fromkeys(drawn_in((left, right)))))
        return replace(left, constant=_plain(left.constant + right))
    if not isinstance(left, Affine):
        if not isinstance(right, Affine):
            return _plain(left + right)
        left, right = right, left
    if not isinstance(right, Affine):
        return Affine(_plain(left.constant + right), left.parts)
    parts = dict(left.parts)
    for draw, c in right.parts:
        parts[draw] = parts.get(draw, Fraction(0)) + c
    return _affine(left.constant + right.constant, parts)


def scaled(value: Value, by: Any) -> Value:
    if not isinstance(value, Affine | Squared):
        return _plain(value * by)
    if not isinstance(by, int | Fraction):
        raise NotClosed("a multiple that is not rational")
    if isinstance(value, Squared):
        return Squared(_plain(value.constant * by), value.factor * by, value.base) if by else 0
    return _affine(value.constant * by, {draw: c * by for draw, c in value.parts})


def _affine(constant: Number, parts: dict[int, Fraction]) -> Value:
    kept = tuple(sorted([(draw, Fraction(c)) for draw, c in parts.items() if c]))
    return Affine(_plain(constant), kept) if kept else _plain(constant)


def _plain(value: Any) -> Any:
    """Whole numbers are ints, as indices must be."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


@dataclass
class Evaluator(terms.Evaluator):
    """The values of terms for one state: of its variables, draws, and what is assumed of forms over two draws."""

    values: Mapping[str, Value]
    draws: Draws
    assumed: Mapping[Linear, Range]

    def name(self, term: Variable | Logical) -> Value:
        return self.values[term.name]

    def formula(self, term: Quantified | Related) -> bool:
        raise NotClosed("a term that programs do not have")

    def operation(self, term: Apply, values: list[Value]) -> Value:
        if any([is_open(value) for value in values]):
            return self.open(term.operator, values, term)
        return super().operation(term, values)

    def truth(self, term: Term) -> bool:
        found = self.value(term)
        if isinstance(found, Drawn):
            raise Resolve([found.draw])
        return bool(found)

    def elements(self, items: Term) -> tuple[Value, ...]:
        found = self.value(items)
        if isinstance(found, Drawn):
            raise Resolve([found.draw])
        assert isinstance(found, tuple)
        return found

    def open(self, operator: str, v: list[Value], term: Apply) -> Value:
        """An operator on values that are not all determined."""
        looked_at = OPERATORS[operator].carries
        if looked_at is not None and all([isinstance(one, tuple) or not is_open(one) for one in v[looked_at]]):
            return super().operation(term, v)
        if operator in ("vadd", "vsub", "vscale"):
            return self.entrywise(term, v)
        items = v[0] if operator in ("least", "greatest", "sum") and isinstance(v[0], tuple) else v
        if any([isinstance(value, Drawn) for value in items]):
            self.resolve(v)
        match operator:
            case "add":
                total = v[0]
                for value in v[1:]:
                    total = plus(total, value)
                return total
            case "neg":
                return scaled(v[0], -1)
            case "mul" if sum([is_open(value) for value in v]) == 1:
                factor: Any = 1
                for value in v:
                    if not is_open(value):
                        factor = factor * value
                return scaled(next(value for value in v if is_open(value)), factor)
            case "mul" if (base := self.twice(v)) is not None:
                return scaled(self.squared(base), prod([value for value in v if not is_open(value)]))
            case "pow" if v[1] == 2 and isinstance(v[0], Affine) and self.is_whole(v[0]):
                return self.squared(v[0])
            case "div" if not is_open(v[1]) and isinstance(v[1], int | Fraction) and v[1] != 0:
                return scaled(v[0], 1 / Fraction(v[1]))
            case "lt" | "le" | "gt" | "ge" | "eq" | "ne" if all([not isinstance(value, tuple) for value in v]):
                return self.compare(operator, v[0], v[1])
            case "abs":
                return v[0] if self.compare("ge", v[0], 0) else scaled(v[0], -1)
            case "min" | "max" | "least" | "greatest":
                best = items[0]
                for item in items[1:]:
                    if self.compare("lt" if operator in ("min", "least") else "gt", item, best):
                        best = item
                return best
            case "sum":
                total = 0
                for value in v[0]:
                    total = plus(total, value)
                return total
            case "floor" | "ceil" if isinstance(v[0], Affine) and self.has_whole_parts(v[0]):
                constant = v[0].constant
                return Affine(constant // 1 if operator == "floor" else -(-constant // 1), v[0].parts)
            case "ediv" | "emod" if isinstance(v[1], int) and v[1] != 0 and self.is_whole(v[0]):
                return self.divided(operator, v[0], v[1])
            case _:
                return self.resolve(v)

    def twice(self, factors: list[Value]) -> Affine | None:
        """The integer of which the undetermined factors are two."""
        found = [value for value in factors if is_open(value)]
        base = found[0]
        return base if len(found) == 2 and base == found[1] and self.is_whole(base) else None

    def squared(self, value: Affine) -> Squared:
        """The square, in terms of the integer or of its negative."""
        return Squared(0, Fraction(1), value if self.compare("ge", value, 0) else scaled(value, -1))

    def has_whole_parts(self, value: Affine) -> bool:
        """Whether it is a constant, perhaps a broken one, and integers that were drawn, with whole coefficients."""
        return all([c.denominator == 1 for _, c in value.parts]) and not self.is_real(value.parts)

    def entrywise(self, term: Apply, v: list[Value]) -> Value:
        """Lists of numbers, added, subtracted or multiplied by a number."""
        if any([isinstance(one, Drawn) for value in v for one in (value if isinstance(value, tuple) else (value,))]):
            return self.resolve(v)
        if term.operator == "vscale":
            if is_open(v[0]):
                return self.resolve(v)
            return tuple([scaled(item, v[0]) for item in v[1]])
        if len(v[0]) != len(v[1]):
            return super().operation(term, v)  # which is a fault
        sign = 1 if term.operator == "vadd" else -1
        return tuple([plus(a, scaled(b, sign)) for a, b in zip(v[0], v[1], strict=True)])

    def is_whole(self, value: Value) -> bool:
        """Whether it is a form over integers that were drawn, with whole coefficients."""
        if not isinstance(value, Affine):
            return False
        whole = isinstance(value.constant, int) and all([c.denominator == 1 for _, c in value.parts])
        return whole and all([isinstance(self.draws[draw], Density) for draw, _ in value.parts])

    def divided(self, operator: str, value: Affine, by: int) -> Value:
        """Euclidean quotient or remainder: known once all coefficients are multiples of the divisor."""
        modulus = abs(by)
        for draw, c in value.parts:
            classes = modulus // gcd(int(c), modulus)
            if classes > 1:
                density = self.draws[draw]
                assert isinstance(density, Density)
                assumed = any([draw == other for form in self.assumed for other, _ in form])
                if assumed or classes > MOST_CLASSES or density.points(classes) is not None:
                    raise Resolve([draw])
                raise Classes(draw, classes)
        if operator == "emod":
            return value.constant % modulus  # type: ignore[operator]  # an int
        quotient = Affine(value.constant // modulus, tuple([(draw, c / modulus) for draw, c in value.parts]))
        return quotient if by > 0 else scaled(quotient, -1)

    def resolve(self, values: list[Value]) -> Value:
        raise Resolve(list(dict.fromkeys([draw for value in values for draw in drawn_in(value)])))

    def compare(self, operator: str, left: Value, right: Value) -> bool:
        """left - right = g*form + c, so that the form is compared with -c/g."""
        if isinstance(left, Squared) or isinstance(right, Squared):
            return self.compare_squares(operator, left, right)
        difference = plus(left, scaled(right, -1))
        if not isinstance(difference, Affine):
            order = sign(difference)
            return {"lt": order < 0, "le": order <= 0, "gt": order > 0, "ge": order >= 0, "eq": order == 0}.get(
                operator, order != 0
            )
        form, g = primitive(difference.parts)
        bound = difference.constant * (-1 / g)
        if g < 0:
            operator = TURNED.get(operator, operator)
        if self.is_real(form):
            return self.compare_reals(operator, form, bound)
        floor, ceiling = bound // 1, -(-bound // 1)
        match operator:
            case "lt":
                return self.below(form, ceiling - 1)
            case "le":
                return self.below(form, floor)
            case "gt":
                return not self.below(form, floor)
            case "ge":
                return not self.below(form, ceiling - 1)
            case _:
                same = floor == ceiling and self.equals(form, floor)
                return same if operator == "eq" else not same

    def compare_squares(self, operator: str, left: Value, right: Value) -> bool:
        """A square is compared with a number where the integer that is squared is compared with a root of it."""
        if not isinstance(left, Squared):
            return self.compare(TURNED.get(operator, operator), right, left)
        if isinstance(right, Squared) and (left.constant, left.factor) == (right.constant, right.factor):
            return self.compare(operator if left.factor > 0 else TURNED.get(operator, operator), left.base, right.base)
        bound = None if is_open(right) else (right - left.constant) / left.factor
        if not isinstance(bound, int | Fraction):
            return self.resolve([left, right])  # type: ignore[no-any-return]  # it raises
        if left.factor < 0:
            operator = TURNED.get(operator, operator)
        root = isqrt(max(0, bound // 1))  # root^2 <= bound < (root + 1)^2, if it is not negative
        exact = root * root == bound
        match operator:
            case "le" | "gt":
                within = bound >= 0 and self.compare("le", left.base, root)
                return within if operator == "le" else not within
            case "lt" | "ge":
                within = bound > 0 and self.compare("lt" if exact else "le", left.base, root)
                return within if operator == "lt" else not within
            case _:
                same = exact and self.compare("eq", left.base, root)
                return same if operator == "eq" else not same

    def is_real(self, form: Iterable[tuple[int, Any]]) -> bool:
        """Whether continuous noise has a part in it."""
        return any([isinstance(self.draws[draw], Curve) for draw, _ in form])

    def compare_reals(self, operator: str, form: Linear, bound: Number) -> bool:
        """Every number has probability 0, so that < and <= are one, and = is false."""
        if operator in ("eq", "ne"):
            return operator == "ne"
        if not isinstance(bound, int | Fraction):
            raise NotClosed("continuous noise is compared with a number that is not rational")
        others = [draw for draw, _ in form if not isinstance(self.draws[draw], Curve)]
        if others:
            raise Resolve(others)
        return self.compare_range(operator, form, bound)

    def compare_range(self, operator: str, form: Linear, bound: int | Fraction) -> bool:
        """An inequality that holds in all of the form's range, or nowhere in it; else Split at the bound."""
        low, high = self.range(form)
        if high is not None and high <= bound:
            found = True
        elif low is not None and low >= bound:
            found = False
        else:
            raise Split(form, [(None, Fraction(bound)), (Fraction(bound), None)])
        return found if operator in ("lt", "le") else not found

    def below(self, form: Linear, bound: int) -> bool:
        low, high = self.range(form)
        if high is not None and high <= bound:
            return True
        if low is not None and low > bound:
            return False
        raise Split(form, [(None, bound), (bound + 1, None)])

    def equals(self, form: Linear, number: int) -> bool:
        low, high = self.range(form)
        if low == high == number:
            return True
        if (low is not None and low > number) or (high is not None and high < number):
            return False
        raise Split(form, [(None, number - 1), (number, number), (number + 1, None)])

    def range(self, form: Linear) -> Range:
        """What is assumed of the form, or follows from where its draws lie."""
        low, high = self.assumed.get(form, EVERYTHING)
        sides: list[int | Fraction | None] = [0, 0]
        for draw, k in form:
            density = self.draws[draw]
            if not isinstance(density, Density | Curve):
                raise NotClosed("a comparison with Gaussian noise")
            ends = (density.low, density.high) if k > 0 else (density.high, density.low)
            sides = [None if s is None or e is None else s + k * e for s, e in zip(sides, ends, strict=True)]
        return intersection((low, high), (sides[0], sides[1]))


def intersection(first: Range, second: Range) -> Range:
    lows = [low for low, _ in (first, second) if low is not None]
    highs = [high for _, high in (first, second) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def primitive(parts: tuple[tuple[int, Fraction], ...]) -> tuple[Linear, Fraction]:
    """Coprime integer coefficients, the first positive, and what they were divided by."""
    scale = lcm(*[c.denominator for _, c in parts])
    numbers = [int(c * scale) for _, c in parts]
    common = gcd(*numbers) * (1 if numbers[0] > 0 else -1)
    return tuple([(draw, n // common) for (draw, _), n in zip(parts, numbers, strict=True)]), Fraction(common, scale)
