"""Real outputs as events: what is seen, with an interval for each draw of continuous noise in it.

A box is such an event, and its probability a sum of products of integrals. Boxes of one slice that meet nowhere are
disjoint events; what lies on their borders has probability 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Any

from prhl.exact.closed.exponential_polynomials import monomials
from prhl.exact.closed.real_densities import Curve, End, Interval
from prhl.exact.closed.symbolic_states import Pattern, Summand
from prhl.exact.closed.symbolic_values import Affine, Drawn
from prhl.numbers import Exact
from prhl.records import dataclass
from prhl.semantics.observation import shown, shown_all

EVERYWHERE: Interval = (None, None)
SEVERAL = 3  # outputs that are named


@dataclass(frozen=True, eq=False)
class Slice:
    """A pattern of which all is known but for its continuous draws, which are the `axes`."""

    number: int
    pattern: Pattern
    seen: tuple[Any, ...]  # the pattern, with texts in place of what other draws are
    axes: tuple[int, ...]
    outputs: tuple[tuple[Any, ...], ...] = ()  # that look like it, and have a probability of their own
    others: bool = False  # there are more of the kind, in other patterns
    fixed: Mapping[int, Any] = field(default_factory=dict)  # the other draws: ranges of integers, or values

    @property
    def whole(self) -> "Box":
        return Box(self, tuple([EVERYWHERE] * len(self.axes)))


@dataclass(frozen=True, eq=False)
class Box:
    """An interval for each axis of a slice."""

    slice: Slice
    extents: tuple[Interval, ...]

    @property
    def at(self) -> tuple[Any, ...]:
        """Its place among others: by slice, then from left to right."""
        ends = [(low is not None, low or 0, high is None, high or 0) for low, high in self.extents]
        return (self.slice.number, *ends)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.slice is other.slice and self.extents == other.extents

    def __hash__(self) -> int:
        return hash((self.slice.number, self.extents))

    def __str__(self) -> str:
        return text_of(self)

    def replaced(self, axis: int, extent: Interval) -> "Box":
        return Box(self.slice, (*self.extents[:axis], extent, *self.extents[axis + 1 :]))


@dataclass(frozen=True)
class Dense:
    """The part of a row that lies on real outputs: for each slice a sum of products of curves, one for each axis."""

    parts: Mapping[int, tuple[Slice, tuple[Summand, ...]]]
    known: dict[Any, Any] = field(default_factory=dict, compare=False)

    @property
    def size(self) -> int:
        """How much there is to compute with."""
        terms = [term for _, summands in self.parts.values() for term in summands]
        return sum([monomials(term.weight) + sum([law.size for law in term.draws]) for term in terms])

    def of(self, number: int) -> tuple[Summand, ...]:
        return self.parts[number][1] if number in self.parts else ()

    def mass(self, box: Box) -> Exact:
        return mass_of(self.of(box.slice.number), box.extents)

    @cached_property
    def total(self) -> Exact:
        return sum([term.total for _, terms in self.parts.values() for term in terms], Fraction(0))


def box_of(seen: tuple[Any, ...]) -> Box | None:
    """The box that a column is, if it is one."""
    return seen[0] if len(seen) == 1 and isinstance(seen[0], Box) else None


def mass_of(terms: Iterable[Summand], extents: tuple[Interval, ...]) -> Exact:
    total: Any = Fraction(0)
    for term in terms:
        mass = term.weight
        for curve, (low, high) in zip(term.draws, extents, strict=True):
            assert isinstance(curve, Curve)
            mass = mass * curve.mass(low, high)
            if mass == 0:
                break
        total = total + mass
    return total  # type: ignore[no-any-return]


def halves(extent: Interval) -> tuple[Interval, Interval]:
    """An interval in two; one that is infinite is cut a good way out."""
    low, high = extent
    if low is not None and high is not None:
        middle = (low + high) / 2
    elif low is not None:
        middle = low + max(Fraction(1), abs(low))
    else:
        middle = Fraction(0) if high is None else high - max(Fraction(1), abs(high))
    return (low, middle), (middle, high)


def tidied(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that lie side by side are one."""
    out = list(boxes)
    merging = True
    while merging:
        merging = False
        for i, first in enumerate(out):
            for j in range(i + 1, len(out)):
                both = _union(first, out[j])
                if both is not None:
                    out[i : i + 1] = [both]
                    del out[j]
                    merging = True
                    break
            if merging:
                break
    return sorted(out, key=lambda box: box.at)


def _union(first: Box, second: Box) -> Box | None:
    if first.slice is not second.slice:
        return None
    different = [at for at, (a, b) in enumerate(zip(first.extents, second.extents, strict=True)) if a != b]
    if len(different) != 1:
        return None
    (low, high), (start, end) = first.extents[different[0]], second.extents[different[0]]
    if high is not None and high == start:
        return first.replaced(different[0], (low, end))
    if end is not None and end == low:
        return first.replaced(different[0], (start, high))
    return None


# ---- for people ------------------------------------------------------------------------------


def text_of(box: Box) -> str:
    """`res <= 0`, `[false, > 1]`, `res[0] > 0 and 1/2 < res[1] - res[0] <= 3`; and what is not meant by it."""
    inside = [shown_all(seen) for seen in box.slice.outputs if contains(box, seen)]
    inside += ["what has a probability of its own"] if box.slice.others or len(inside) > SEVERAL else []
    return _text(box) + (f", other than {', '.join(inside[-SEVERAL:])}" if inside else "")


def contains(box: Box, seen: tuple[Any, ...]) -> bool:
    """Whether an output that looks like the pattern lies in the box, or on its border."""
    extents = dict(zip(box.slice.axes, box.extents, strict=True))
    known: dict[int, Any] = {}
    for leaf, value in _pairs(box.slice.pattern.seen, seen):
        rest, new = value - leaf.constant, []
        for draw, c in leaf.parts:
            if draw in known:
                rest = rest - c * known[draw]
            else:
                new.append((draw, c))
        if not new and rest != 0:
            return False
        for draw, c in new:
            known[draw] = rest * (1 / c)
            low, high = extents.get(draw, EVERYWHERE)
            if (low is not None and known[draw] < low) or (high is not None and known[draw] > high):
                return False
    return True


def _pairs(pattern: Any, seen: Any) -> Iterator[tuple[Affine, Any]]:
    if isinstance(pattern, Affine):
        yield pattern, seen
    elif isinstance(pattern, tuple):
        for part, other in zip(pattern, seen, strict=True):
            yield from _pairs(part, other)


def _text(box: Box) -> str:
    seen, extents = box.slice.seen, dict(zip(box.slice.axes, box.extents, strict=True))
    if len(seen) == 1 and isinstance(seen[0], Affine) and len(seen[0].parts) == 1:
        ((draw, _),) = seen[0].parts
        name = "res" if box.slice.pattern.returns else "leak 1"
        return between(name, _shifted(extents[draw], seen[0]))
    parts = [leaf.parts for leaf in _leaves(seen)]
    if all([len(one) == 1 for one in parts]) and len({draw for one in parts for draw, _ in one}) == len(parts):
        return shown_all(_filled(seen, extents))
    return " and ".join(_said(box, extents)) or "anything of this form"


def between(name: str, extent: tuple[Any, Any]) -> str:
    """An interval of what has a name."""
    low, high = extent
    if low is None and high is None:
        return f"any {name}"
    if low is None:
        return f"{name} <= {high}"
    return f"{name} > {low}" if high is None else f"{low} < {name} <= {high}"


def _alone(extent: tuple[Any, Any]) -> str:
    low, high = extent
    if low is None and high is None:
        return "any"
    if low is None:
        return f"<= {high}"
    return f"> {low}" if high is None else f"{low} to {high}"


def _shifted(extent: Interval, leaf: Affine) -> tuple[Any, Any]:
    """The interval of a form over one draw."""
    ((_, c),) = leaf.parts
    low, high = [None if end is None else end * c + leaf.constant for end in extent]
    return (low, high) if c > 0 else (high, low)


def _filled(seen: Any, extents: Mapping[int, Interval]) -> Any:
    match seen:
        case Affine(_, ((draw, _),)):
            return _alone(_shifted(extents[draw], seen))
        case tuple():
            return tuple([_filled(part, extents) for part in seen])
        case _:
            return seen


def _leaves(seen: Any) -> Iterator[Affine]:
    if isinstance(seen, Affine):
        yield seen
    elif isinstance(seen, tuple):
        for part in seen:
            yield from _leaves(part)


def _said(box: Box, extents: Mapping[int, Interval]) -> Iterator[str]:
    """What is said of each part, one after the other; a draw is what its output is more than those before it."""
    texts: dict[int, str] = {}
    for name, leaf in paths(box.slice):
        if not isinstance(leaf, Affine):
            yield f"{name} = {shown(leaf)}"
            continue
        new = [(draw, c) for draw, c in leaf.parts if draw not in texts]
        if not new:
            yield f"{name} = {_sum([*[_term(k, texts[other]) for other, k in leaf.parts], *_added(leaf.constant)])}"
            continue
        ((draw, c),) = new
        rest = [_term(-k / c, texts[other]) for other, k in leaf.parts if other in texts]
        rest += _added(-leaf.constant)
        texts[draw] = (name if c == 1 else f"({name})/{c}") + "".join(rest)
        if extents[draw] != EVERYWHERE:
            yield between(texts[draw], extents[draw])


def _term(c: Fraction, text: str) -> str:
    """` - x`, ` + 2*(x - y)`."""
    inner = f"({text})" if " " in text else text
    size = "" if abs(c) == 1 else f"{abs(c)}*"
    return f" {'-' if c < 0 else '+'} {size}{inner}"


def _added(constant: Any) -> list[str]:
    """` + 1`, ` - 1/2`, ` + (ln(2) + 1)`; nothing for 0."""
    if constant == 0:
        return []
    if isinstance(constant, int | Fraction):
        return [f" {'-' if constant < 0 else '+'} {abs(constant)}"]
    return [f" + ({constant})"]


def _sum(terms: list[str]) -> str:
    """Terms with their signs, the first one without a plus."""
    text = "".join(terms)
    return text[3:] if text.startswith(" + ") else f"-{text[3:]}"


def paths(slice_: Slice) -> Iterator[tuple[str, Any]]:
    """The parts of what is seen, with names: `res`, `res.0`, `res[2]`, `leak 1`."""
    last = len(slice_.seen) - 1
    for at, part in enumerate(slice_.seen):
        yield from _paths("res" if at == last and slice_.pattern.returns else f"leak {at + 1}", part)


def _paths(name: str, seen: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(seen, tuple):
        for at, part in enumerate(seen[1:]):
            yield from _paths(f"{name}[{at}]" if seen[0] == "[]" else f"{name}.{at}", part)
    else:
        assert not isinstance(seen, Drawn)
        yield name, seen


__all__ = [
    "EVERYWHERE",
    "Box",
    "Dense",
    "End",
    "Slice",
    "box_of",
    "halves",
    "mass_of",
    "paths",
    "text_of",
    "tidied",
]
