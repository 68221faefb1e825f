"""The masses of a distribution at the values of its arguments, as integers over one denominator."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from prhl.distributions import BY_NAME
from prhl.distributions.masses import Boundless, Inner, Masses, NotEnumerable, OnIntegers, windowed, within_limit
from prhl.logic.terms import (
    AllBits,
    Between,
    Constant,
    Distribution,
    DistributionArgument,
    Listed,
    Weighted,
)
from prhl.numbers import Inexact, balls, enclosure
from prhl.numbers.magnitude import length
from prhl.records import dataclass
from prhl.semantics.evaluate import Fault, Undecidable, Value, evaluate
from prhl.source import Span

LARGEST = 1_000_000  # outcomes of one sampling
BITS = 256  # of weights that are rounded
LONG = 4_000_000  # bits of all masses of a table; longer ones are rounded
FAR = 80  # a window on infinite support leaves out less than 2^-80


@dataclass(frozen=True, slots=True)
class Table:
    """Outcomes with integer weights over a total; what is not there (a window, rounding) has at most mass `short`."""

    pairs: list[tuple[Value, int]]
    total: int
    short: Fraction
    window: bool

    @property
    def drawn(self) -> tuple[list[tuple[Value, int]], int, Fraction, bool]:
        return self.pairs, self.total, self.short, self.window


def masses(
    distribution: Distribution,
    values: Sequence[Any],
    limit: int = LARGEST,
    window: bool = False,
    far: int | None = None,
) -> Masses:
    """The outcomes of a distribution whose arguments have these values (nested as the arguments are).

    Infinite support is Boundless, unless a window on it will do.
    """
    legal(distribution, values)
    family = BY_NAME[distribution.name]
    try:
        known = known_values(distribution, values, limit)
        try:
            found = family.masses(known, limit)
        except Boundless:
            if not window or not isinstance(family, OnIntegers):
                raise
            found = windowed(family, known, FAR if far is None else far, LARGEST)
    except NotEnumerable as reason:
        if isinstance(reason, Boundless) and not window:
            raise
        raise Undecidable(str(reason), distribution.span) from None
    except Inexact as reason:
        raise Undecidable(f"{reason} is not computed exactly", distribution.span) from None
    if not found.pairs:
        raise Fault("empty-set", f"{distribution.name} has no outcome here", distribution.span)
    return replace(found, pairs=[(_plain(value), weight) for value, weight in found.pairs])


def is_rational(found: Masses) -> bool:
    return all([isinstance(n, int | Fraction) for n in (found.total, *[weight for _, weight in found.pairs])])


def is_long(found: Masses) -> bool:
    """Rational masses whose common denominator would be too long to compute with."""
    return sum([length(weight) for _, weight in found.pairs if isinstance(weight, int | Fraction)]) > LONG


def exactly(found: Masses) -> Table:
    """Rational masses over one denominator, the least that will do."""
    if isinstance(found.total, int) and all([isinstance(weight, int) for _, weight in found.pairs]):
        common = gcd(found.total, *[weight for _, weight in found.pairs])  # type: ignore[arg-type]  # just looked
        return _table([(value, weight // common) for value, weight in found.pairs], found.total // common, found.window)
    whole = Fraction(found.total)  # type: ignore[arg-type]  # rational, as the weights are
    shares = [Fraction(weight) / whole for _, weight in found.pairs]  # type: ignore[arg-type]
    total = lcm(*[share.denominator for share in shares])
    pairs = [(value, int(share * total)) for (value, _), share in zip(found.pairs, shares, strict=True)]
    return _table(pairs, total, found.window)


def _table(pairs: list[tuple[Value, int]], total: int, window: bool) -> Table:
    return Table(pairs, total, Fraction(total - sum([weight for _, weight in pairs]), total), window)


def rounded(found: Masses) -> Table:
    """Masses rounded down, so that they are never too large; what is lost is small, and known."""
    total = 1 << BITS
    pairs = []
    for value, weight in found.pairs:
        low, _ = balls.enclose(lambda weight=weight: enclosure(weight) / enclosure(found.total), BITS + 64)  # type: ignore[misc]  # called at once
        pairs.append((value, max(0, low * total // 1)))
    return _table(pairs, total, found.window)


def _plain(value: Value) -> Value:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def legal(distribution: Distribution, values: Sequence[Any]) -> None:
    """A Fault where the distribution does not exist at these values."""
    family = BY_NAME[distribution.name]
    arguments = [_constant(a, v, distribution.span) for a, v in zip(distribution.arguments, values, strict=True)]
    for condition in family.conditions(arguments):
        if not evaluate(condition.formula, {}):
            raise Fault(condition.code, condition.message, distribution.span)
    for argument, value in zip(distribution.arguments, values, strict=True):
        if isinstance(argument, Distribution):
            legal(argument, value)


def _constant(argument: DistributionArgument, value: Any, span: Span) -> DistributionArgument:
    """The argument with its values in place of its terms."""
    match argument:
        case Listed(items, type_):
            terms = [Constant(v, t.type, span) for t, v in zip(items, value, strict=True)]
            return Listed(tuple(terms), type_, span)
        case Between(low, high, type_):
            return Between(Constant(value[0], low.type, span), Constant(value[1], high.type, span), type_, span)
        case AllBits(size, type_):
            return AllBits(Constant(value, size.type, span), type_, span)
        case Weighted(items, type_):
            pairs = [
                (Constant(v, t.type, span), Constant(w, p.type, span))
                for (t, p), (v, w) in zip(items, value, strict=True)
            ]
            return Weighted(tuple(pairs), type_, span)
        case Distribution(_, arguments):
            inner = [_constant(a, v, span) for a, v in zip(arguments, value, strict=True)]
            return replace(argument, arguments=tuple(inner))
        case _:
            return Constant(value, argument.type, span)


def known_values(distribution: Distribution, values: Sequence[Any], limit: int = LARGEST) -> list[Any]:
    """The values of its arguments as the family wants them."""
    return [_value(a, v, limit) for a, v in zip(distribution.arguments, values, strict=True)]


def _value(argument: DistributionArgument, value: Any, limit: int) -> Any:
    """What the family wants: sets listed, inner distributions with their family."""
    match argument:
        case Between():
            within_limit(value[1] - value[0] + 1, limit, "the range")
            return range(value[0], value[1] + 1)
        case AllBits():
            within_limit(2 ** min(value, 64), limit, "the set of bit strings")
            return [format(n, f"0{value}b") if value else "" for n in range(2**value)]
        case Distribution():
            inner = [_value(a, v, limit) for a, v in zip(argument.arguments, value, strict=True)]
            return Inner(BY_NAME[argument.name], tuple(inner))
        case _:
            return value
