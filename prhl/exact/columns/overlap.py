"""Whether two patterns can describe the same output: then they must not be counted apart.

Where integers are drawn, two patterns meet if some choice of the draws gives the same output. Continuous noise is
different: the outputs of a pattern are a flat (a point, a line, a plane, ...) among all outputs, with a density on it.
Of two different flats the smaller one, or what they have in common, has probability 0 under the other pattern;
so that only patterns with one and the same flat meet.
"""

from fractions import Fraction
from math import gcd, lcm
from typing import Any

from prhl.exact.closed.exponential_polynomials import NotClosed
from prhl.exact.closed.symbolic_states import Pattern
from prhl.exact.closed.symbolic_values import Affine, Drawn, Squared, is_open

Row = tuple[Fraction, ...]


def apart(patterns: list[Pattern], reals: dict[Pattern, frozenset[int]]) -> None:
    """Different patterns must not describe the same output; `reals` are the continuous draws of each."""
    for i, first in enumerate(patterns):
        for second in patterns[i + 1 :]:
            if _meet(first, second, reals):
                raise NotClosed("two ways to the same output, of different forms")


def _meet(first: Pattern, second: Pattern, reals: dict[Pattern, frozenset[int]]) -> bool:
    if not may_meet(first.seen, second.seen):
        return False
    if bool(reals[first]) != bool(reals[second]):
        return False  # the outputs of one are countable, and have probability 0 under the other
    if not reals[first]:
        return not _of_other_classes(first.seen, second.seen)
    pairs = leaves_of(first.seen, second.seen) or []
    if any(
        [_others(leaf, real) for pair in pairs for leaf, real in zip(pair, (reals[first], reals[second]), strict=True)]
    ):
        return True
    return flat([one for one, _ in pairs]) == flat([other for _, other in pairs])


def _of_other_classes(first: Any, second: Any) -> bool:
    """Whether two integers that are seen differ by what no integers make up for: 2*t + 3*u and 6*t + 1/2, say."""
    for one, other in leaves_of(first, second) or []:
        if isinstance(one, Affine) and isinstance(other, Affine):
            factors = [c for _, c in (*one.parts, *other.parts)]
            scale = lcm(*[c.denominator for c in factors])
            step = Fraction(gcd(*[int(c * scale) for c in factors]), scale)
            apart = one.constant - other.constant
            if isinstance(apart, int | Fraction) and (Fraction(apart) / step).denominator != 1:
                return True
    return False


def _others(leaf: Any, real: frozenset[int]) -> bool:
    """Whether draws that are no reals are in it."""
    if isinstance(leaf, Affine):
        return any([draw not in real for draw, _ in leaf.parts])
    return isinstance(leaf, Drawn | Squared)


def leaves_of(first: Any, second: Any) -> list[tuple[Any, Any]] | None:
    """The places where one of two patterns is undetermined; None if they differ elsewhere, or in their shapes."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        if len(first) != len(second):
            return None
        out: list[tuple[Any, Any]] = []
        for a, b in zip(first, second, strict=True):
            inside = leaves_of(a, b)
            if inside is None:
                return None
            out += inside
        return out
    if isinstance(first, str | tuple) or isinstance(second, str | tuple):
        return [] if isinstance(first, str) and first == second else None
    if is_open(first) or is_open(second):
        return [(first, second)]
    return [] if first == second else None


def flat(leaves: list[Any]) -> tuple[tuple[Row, ...], Row]:
    """The outputs of a pattern: its directions in reduced form, and a point that is 0 where a direction begins."""
    draws = sorted({draw for leaf in leaves if isinstance(leaf, Affine) for draw, _ in leaf.parts})
    columns = []
    for draw in draws:
        columns.append(
            [dict(leaf.parts).get(draw, Fraction(0)) if isinstance(leaf, Affine) else Fraction(0) for leaf in leaves]
        )
    point = [_rational(leaf.constant if isinstance(leaf, Affine) else leaf) for leaf in leaves]
    done: list[list[Fraction]] = []
    for place in range(len(leaves)):
        column = next((c for c in columns if c[place] != 0), None)
        if column is None:
            continue
        columns.remove(column)
        unit = [x / column[place] for x in column]
        columns = [_without(c, unit, place) for c in columns]
        done = [*[_without(c, unit, place) for c in done], unit]
        point = _without(point, unit, place)
    return tuple([tuple(c) for c in done]), tuple(point)


def _without(row: list[Fraction], unit: list[Fraction], place: int) -> list[Fraction]:
    return [x - row[place] * u for x, u in zip(row, unit, strict=True)]


def _rational(number: Any) -> Fraction:
    if not isinstance(number, int | Fraction):
        raise NotClosed("outputs that are not rational")
    return Fraction(number)


def may_meet(first: Any, second: Any) -> bool:
    if isinstance(first, Drawn) or isinstance(second, Drawn):
        return True
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all([may_meet(a, b) for a, b in zip(first, second, strict=True)])
    if isinstance(first, tuple) or isinstance(second, tuple):
        return False
    if isinstance(first, Affine) and isinstance(second, Affine):
        whole = all([c.denominator == 1 for form in (first, second) for _, c in form.parts])
        apart = first.constant - second.constant
        return not (whole and isinstance(apart, Fraction) and apart.denominator != 1)
    if isinstance(first, Affine | Squared) or isinstance(second, Affine | Squared):
        return True
    return bool(first == second)
