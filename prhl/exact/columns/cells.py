"""Channels of infinitely many outputs as finite ones: outputs whose columns are proportional are joined to one.

If two columns of a channel are proportional, both outputs lead to the same posterior for every prior. To join them
changes no likelihood ratio, so no epsilon, delta, divergence or leakage. On a range where all rows fall at one rate
all columns are proportional; so the tails of geometric noise are a column each, with their whole mass. Independent
parts of an output are cut into cells one by one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from itertools import product
from math import isqrt, prod
from typing import Any

from prhl.exact.closed.discrete_gaussians import BITS, Bell, outside, window
from prhl.exact.closed.exponential_polynomials import Terms, mirrored, plus, times
from prhl.exact.closed.integer_densities import Density, NotClosed, listed, ranges_of
from prhl.exact.closed.symbolic_states import Pattern, Patterns, Summand
from prhl.exact.closed.symbolic_values import Affine, Drawn, Law, Listed, Squared, is_open, tells_draws
from prhl.exact.columns.boxes import Dense
from prhl.exact.columns.one_of_many import Singles, inner
from prhl.exact.columns.overlap import apart, may_meet
from prhl.exact.columns.slices import Sliced, dense, real_draws
from prhl.logic.types import Bits, List, Scalar, Tuple, Type
from prhl.numbers import Exact, Quotient, Real, balls, enclosure
from prhl.records import dataclass
from prhl.semantics.observation import observed, raw, shown_all

MOST_COLUMNS = 4_096  # that are listed one by one
MOST_JOINED = 20_000  # of which proportional ones are joined
MOST_WORK = 200_000  # for that, in terms of their masses
MOST_POINTS = 2_000
REACHES = (16, 32, 64, 128, 256, 512, 1_024, 1_536)  # integers of a tail that are listed
NEGLIGIBLE = Fraction(1, 2**BITS)

Seen = tuple[Any, ...]
Extent = tuple[int | None, int | None]
Tails = tuple[tuple[Fraction, int, int], ...]
Tail = tuple[int, int, int]
"""A pattern, a side (1 is right, -1 is left), and where the tail starts; on the left as seen in a mirror."""
Bells = tuple[Pattern, tuple[tuple[int, Fraction], ...]]
"""What is seen, and of each draw in it, all of them discrete Gaussians, the centre m and the c of exp(-c (t - m)^2)."""
Joined = tuple[tuple[Any, ...], tuple[int, ...], bool]


@dataclass(frozen=True, slots=True)
class Cell:
    """A set of outputs: which it is, and how it is shown."""

    at: tuple[int, ...]
    text: str = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Axis:
    """One draw of a pattern, cut into cells; each with the mass of every density there."""

    extents: list[Any]  # (low, high), or the value of a draw that is no integer
    masses: dict[int, list[Exact]]  # by the identity of the density
    short: Mapping[int, Fraction] = field(default_factory=dict)  # what a density has outside all cells, at most
    beyond: tuple[Extent, ...] = ()  # infinite ranges outside all cells, on which columns are not proportional

    def cell_of(self, value: Any) -> int | None:
        for at, extent in enumerate(self.extents):
            if extent == value or (
                isinstance(value, int)
                and isinstance(extent, tuple)
                and (extent[0] is None or extent[0] <= value)
                and (extent[1] is None or value <= extent[1])
            ):
                return at
        return None


@dataclass(frozen=True)
class Columns:
    """The columns of some rows: what each output is counted under, and the weights of each row."""

    rows: list[dict[Seen, Exact]]
    classify: Callable[[Seen], Seen]
    missing: list[Fraction]  # of each row: what lies outside windows on Gaussian noise, at most
    tails: list[dict[int, Tails]]  # of each row and pattern: how its Gaussian noise falls
    dense: list[Dense | None]  # of each row: what lies on real outputs
    beyond: list[dict[Tail, Terms]]  # of each row: its masses on the ranges of integers that are outside all cells
    bells: list[Bells | None]  # of each row: the discrete Gaussians that it consists of, if it does
    singles: Singles


def columns(found: Sequence[Patterns]) -> Columns:
    """The rows over common columns; NotClosed where there are no finitely many."""
    patterns = list(dict.fromkeys([pattern for row in found for pattern in row.terms]))
    opened = [p for p in patterns if is_open(p.seen)]
    plain = [p for p in patterns if not is_open(p.seen)]
    terms: dict[Pattern, list[list[Summand]]] = {p: [list(row.terms.get(p, ())) for row in found] for p in opened}
    reals = {pattern: real_draws(terms[pattern]) for pattern in opened}
    apart(opened, reals)
    if not all([tells_draws(p.seen, set()) for p in opened]):
        raise NotClosed("an output that does not tell its draws")
    rows: list[dict[Seen, Exact]] = [{} for _ in found]
    countable = [pattern for pattern in opened if not reals[pattern]]
    for pattern in plain:
        home = next(((p, draws) for p in countable if (draws := instance_of(p, pattern.seen)) is not None), None)
        for at, row in enumerate(found):
            for term in row.terms.get(pattern, ()):
                if home is None:
                    rows[at][pattern.seen] = rows[at].get(pattern.seen, Fraction(0)) + term.weight
                else:
                    types = dict(home[0].types)
                    points = tuple([_point(value, draw in types) for draw, value in enumerate(home[1])])
                    terms[home[0]][at].append(Summand(term.weight, points))
    placed: list[Callable[[Seen], Seen | None]] = []
    missing = [Fraction(0) for _ in found]
    tails: list[dict[int, Tails]] = [{} for _ in found]
    beyond: list[dict[Tail, Terms]] = [{} for _ in found]
    several: dict[Seen, tuple[int, tuple[Any, ...]]] = {}
    for number, pattern in enumerate(countable):
        axes = _axes(pattern, terms[pattern])
        placed.append(_cut(number, pattern, axes, terms[pattern], rows, several))
        for at, summands in enumerate(terms[pattern]):
            missing[at] += sum([_short(term, axes) for term in summands], Fraction(0))
            if summands:
                tails[at][number] = _tails(summands)
                beyond[at] |= _beyond(number, summands, axes)

    def classify(seen: Seen) -> Seen:
        for place in placed:
            cell = place(seen)
            if cell is not None:
                return cell
        return seen

    slices = [
        replace(part, **_neighbours(pattern, patterns))
        for pattern in opened
        if reals[pattern]
        for part in _sliced(pattern, terms[pattern], reals[pattern])
    ]
    singles = Singles([(pattern, terms[pattern]) for pattern in countable], several)
    bells = list(map(_bells, found))
    return Columns(rows, classify, missing, tails, dense(slices, rows, len(countable)), beyond, bells, singles)


def _axes(pattern: Pattern, terms: list[list[Summand]]) -> list[Axis]:
    width = len(next(term for row in terms for term in row).draws)
    return [_axis(pattern, terms, at) for at in range(width)]


def _axis(pattern: Pattern, terms: list[list[Summand]], at: int) -> Axis:
    return axis([term.draws[at] for row in terms for term in row], pattern, at)


def _neighbours(pattern: Pattern, patterns: list[Pattern]) -> dict[str, Any]:
    """Atoms: outputs that match a pattern with continuous noise, but have a positive probability."""
    alike = [p for p in patterns if p != pattern and may_meet(p.seen, pattern.seen)]
    return {
        "outputs": tuple([p.seen for p in alike if not is_open(p.seen)]),
        "others": any([is_open(p.seen) for p in alike]),
    }


def _sliced(pattern: Pattern, terms: list[list[Summand]], reals: frozenset[int]) -> Iterator[Sliced]:
    """A pattern with continuous draws, for each choice of cells for its other draws."""
    width = len(next(term for row in terms for term in row).draws)
    others = {at: _axis(pattern, terms, at) for at in range(width) if at not in reals}
    if any([isinstance(term.draws[at], Bell) for row in terms for term in row for at in others]):
        raise NotClosed("Gaussian noise beside other noise")
    if prod([len(one.extents) for one in others.values()]) > MOST_COLUMNS:
        raise NotClosed("there are too many columns")
    types = dict(pattern.types)
    for chosen in product(*[range(len(one.extents)) for one in others.values()]):
        cells = dict(zip(others, chosen, strict=True))
        extents = {at: others[at].extents[i] for at, i in cells.items()}
        rows = []
        for row in terms:
            kept = []
            for term in row:
                weight = term.weight
                for at, i in cells.items():
                    weight = weight * others[at].masses[id(term.draws[at])][i]
                if weight != 0:
                    kept.append(Summand(weight, tuple([term.draws[at] for at in sorted(reals)])))
            rows.append(tuple(kept))
        filled = _filled(pattern.seen, extents, types)
        yield Sliced(pattern, filled, tuple(sorted(reals)), tuple(rows), fixed=extents)


def _short(term: Summand, axes: list[Axis]) -> Fraction:
    """At most what is outside in one draw or another."""
    lost = sum([one.short.get(id(draw), Fraction(0)) for one, draw in zip(axes, term.draws, strict=True)], Fraction(0))
    return lost and lost * balls.enclose(lambda: enclosure(term.weight), 64)[1]


def _beyond(number: int, summands: list[Summand], axes: list[Axis]) -> dict[Tail, Terms]:
    """The masses of one draw where its range is infinite and has no cells."""
    if not any([one.beyond for one in axes]):
        return {}
    if len(axes) != 1:
        raise NotClosed("masses that fall at several rates, of several draws")
    found: dict[Tail, Terms] = {}
    for term in summands:
        (law,) = term.draws
        assert isinstance(law, Density)
        for low, high in axes[0].beyond:
            side, start = (1, low) if high is None else (-1, -high)
            assert start is not None
            (part,) = law.within(low, high).parts or (None,)
            if part is not None:
                terms = times(part.terms if side > 0 else mirrored(part.terms), term.weight)
                found[number, side, start] = plus(found.get((number, side, start)), terms)
    return found


def _tails(summands: list[Summand]) -> Tails:
    """For each draw that is Gaussian how slowly it falls, and the least and the greatest centre of what falls so."""
    found = []
    for same in zip(*[term.draws for term in summands], strict=True):
        bells = [draw for draw in same if isinstance(draw, Bell)]
        if bells:
            slowest = min([bell.falling for bell in bells])
            wide = [bell.centres for bell in bells if bell.falling == slowest]
            found.append((slowest, min([low for low, _ in wide]), max([high for _, high in wide])))
    return tuple(found)


def _bells(row: Patterns) -> Bells | None:
    """None where anything but single discrete Gaussians is in the row."""
    ((pattern, terms), *others) = row.terms.items()
    if others or len(terms) != 1 or terms[0].weight != 1 or not terms[0].draws:
        return None
    found = []
    for law in terms[0].draws:
        if not isinstance(law, Bell) or law.norms or len(law.parts) != 1 or law.parts[0][1] != 1:
            return None
        found.append((law.parts[0][0], law.falling))
    return pattern, tuple(found)


def _point(value: Any, in_list: bool) -> Law:
    return Listed(((value, Fraction(1)),)) if in_list else listed([(value, Fraction(1))])


def _cut(
    number: int,
    pattern: Pattern,
    axes: list[Axis],
    terms: list[list[Summand]],
    rows: list[dict[Seen, Exact]],
    of_many: dict[Seen, tuple[int, tuple[Any, ...]]],
) -> Callable[[Seen], Seen | None]:
    """Adds the columns of a pattern to the rows, and the draws of one output of those that hold many; tells in which of
    them an output is."""
    if prod([len(one.extents) for one in axes]) <= MOST_COLUMNS:
        for at in product(*[range(len(one.extents)) for one in axes]):
            extents = [one.extents[i] for one, i in zip(axes, at, strict=True)]
            cell = Cell((number, *at), shown_all(_filled(pattern.seen, extents, dict(pattern.types))))
            for row, summands in zip(rows, terms, strict=True):
                weight = _mass(summands, axes, at)
                if weight != 0:
                    row[(cell,)] = weight

        def place(seen: Seen) -> Seen | None:
            where = _where(pattern, axes, seen)
            return None if where is None else (Cell((number, *where), ""),)

        return place
    joined = _joined(axes, terms)
    names: dict[tuple[Any, ...], Cell] = {}
    for order, (key, (vector, first, several)) in enumerate(joined.items()):
        extents = [one.extents[i] for one, i in zip(axes, first, strict=True)]
        text = shown_all(_filled(pattern.seen, extents, dict(pattern.types)))
        names[key] = Cell((number, order), f"{text} and all like it" if several else text)
        if several:
            of_many[names[key],] = number, tuple([inner(extent) for extent in extents])
        weights = iter(vector)
        for row, summands in zip(rows, terms, strict=True):
            total: Any = Fraction(0)
            for _ in summands:
                total = total + next(weights)
            if total != 0:
                row[(names[key],)] = total

    def place_joined(seen: Seen) -> Seen | None:
        where = _where(pattern, axes, seen)
        if where is None:
            return None
        return (names[_direction(_vector(axes, terms, where))],)

    return place_joined


def _mass(summands: list[Summand], axes: list[Axis], at: tuple[int, ...]) -> Exact:
    total: Any = Fraction(0)
    for term in summands:
        mass = term.weight
        for axis_, i, density in zip(axes, at, term.draws, strict=True):
            mass = mass * axis_.masses[id(density)][i]
        total = total + mass
    return total  # type: ignore[no-any-return]


def _vector(axes: list[Axis], terms: list[list[Summand]], at: tuple[int, ...]) -> tuple[Exact, ...]:
    return tuple([_mass([term], axes, at) for row in terms for term in row])


def _direction(vector: tuple[Any, ...], alive: Sequence[bool] | None = None) -> tuple[Any, ...]:
    """The vector up to a factor; `alive` are the entries that are not 0."""
    alive = [v != 0 for v in vector] if alive is None else alive
    first = next((v for v, lives in zip(vector, alive, strict=True) if lives), None)
    return tuple([v / first for v in vector]) if first is not None else vector


def _joined(axes: list[Axis], terms: list[list[Summand]]) -> dict[tuple[Any, ...], Joined]:
    """Columns by the direction of their vectors: the sum of what is joined, one of it, and whether it is several.

    A vector has an entry for every summand of every row. Proportional vectors stay so whatever both are multiplied
    with, so that they are joined draw by draw. A product is 0 only if a factor is, which is looked at once for each.
    """
    summands = [term for row in terms for term in row]
    start = tuple([term.weight for term in summands])
    found: dict[tuple[Any, ...], Joined] = {_direction(start): (start, (), False)}
    alive = {key: tuple([v != 0 for v in start]) for key in found}
    work = 0
    for at, one in enumerate(axes):
        factors = [one.masses[id(term.draws[at])] for term in summands]
        positive = [[f != 0 for f in mine] for mine in factors]
        wider: dict[tuple[Any, ...], Joined] = {}
        lives: dict[tuple[Any, ...], tuple[bool, ...]] = {}
        for before, (vector, first, several) in found.items():
            for i in range(len(one.extents)):
                still = tuple([v and p[i] for v, p in zip(alive[before], positive, strict=True)])
                if not any(still):
                    continue
                image = tuple([v * f[i] for v, f in zip(vector, factors, strict=True)])
                work += sum([_length(v) for v in image])
                if work > MOST_WORK or len(wider) > MOST_JOINED:
                    raise NotClosed("there are too many columns")
                key = _direction(image, still)
                if key in wider:
                    other, earlier, _ = wider[key]
                    wider[key] = (tuple([a + b for a, b in zip(other, image, strict=True)]), earlier, True)
                else:
                    wider[key], lives[key] = (image, (*first, i), several), still
        found, alive = wider, lives
    return found


def _length(number: Exact) -> int:
    """About what it costs to compute with: the terms of its polynomials."""
    return len(number.over) + len(number.under) if isinstance(number, Quotient) else 1


# ---- cells of one draw -----------------------------------------------------------------------


def axis(densities: list[Law], pattern: Pattern, at: int) -> Axis:
    distinct = {id(density): density for density in densities}
    if any([isinstance(density, Listed) for density in densities]):
        values: dict[Any, None] = {}
        for density in distinct.values():
            assert isinstance(density, Listed)
            values.update(dict.fromkeys([value for value, _ in density.masses]))
        extents: list[Any] = list(values)
        masses: dict[int, list[Exact]] = {}
        for key, density in distinct.items():
            assert isinstance(density, Listed)
            known = dict(density.masses)
            masses[key] = [known.get(value, Fraction(0)) for value in extents]
        return Axis(extents, masses)
    bells = {key: density for key, density in distinct.items() if isinstance(density, Bell)}
    if bells:
        return _window(bells, len(distinct))
    whole = {key: density for key, density in distinct.items() if isinstance(density, Density)}
    cut: list[Extent] = []
    beyond: list[Extent] = []
    for low, high, level in _extents(list(whole.values())):
        (cut if level else beyond).append((low, high))
    masses = {key: [_mass_on(density, extent) for extent in cut] for key, density in whole.items()}
    short = {key: _lost(density, beyond) for key, density in whole.items()} if beyond else {}
    return Axis(cut, masses, short, tuple(beyond))


def _mass_on(density: Density, extent: Extent) -> Exact:
    low, high = extent
    return density.at(low) if low is not None and low == high else density.within(low, high).total


def _lost(density: Density, beyond: list[Extent]) -> Fraction:
    """A bound on what it has on these ranges."""
    lost: Any = sum([density.within(*extent).total for extent in beyond], Fraction(0))
    return lost if isinstance(lost, Fraction) else balls.enclose(lambda: enclosure(lost), 256)[1]


def _window(bells: dict[int, Bell], count: int) -> Axis:
    """Gaussian noise is listed integer by integer, as far as it matters."""
    if len(bells) != count or len({len(bell.norms) for bell in bells.values()}) > 1:
        raise NotClosed("Gaussian noise beside other noise")
    alike = [[bell for bell in bells.values() if bell.falling == c] for c in {bell.falling for bell in bells.values()}]
    ends = [window(same) for same in alike]
    low, high = min([first for first, _ in ends]), max([last for _, last in ends])
    if high - low > MOST_POINTS:
        raise NotClosed("Gaussian noise that is too wide")
    masses = {key: [bell.at(t) for t in range(low, high + 1)] for key, bell in bells.items()}
    short = {key: outside(bell, masses[key]) for key, bell in bells.items()}
    return Axis([(t, t) for t in range(low, high + 1)], masses, short)


def _extents(densities: list[Density]) -> Iterator[tuple[int | None, int | None, bool]]:
    """Ranges on which all densities fall at one rate or are proportional, and single integers elsewhere; what is left
    of an infinite range behind so many integers that it hardly matters (False)."""
    for low, high, terms in ranges_of(densities):
        present = [one for one in terms if one]
        if not present:
            continue
        keys = {key for one in present for key in one}
        if (low is not None and low == high) or (len(keys) == 1 and next(iter(keys))[1] == 0):
            yield low, high, True
        elif low is not None and high is not None and high - low < MOST_POINTS:
            yield from [(t, t, True) for t in range(low, high + 1)]
        elif all([_proportional(present[0], one) for one in present[1:]]):
            yield low, high, True
        elif low is not None and high is None:
            end = low + _reach(densities, low, 1)
            yield from [(t, t, True) for t in range(low, end)]
            yield end, None, False
        elif high is not None and low is None:
            end = high - _reach(densities, high, -1)
            yield from [(t, t, True) for t in range(end + 1, high + 1)]
            yield None, end, False
        else:
            raise NotClosed("masses that fall at several rates")


def _proportional(one: Terms, other: Terms) -> bool:
    """Whether one is a multiple of the other at every integer."""
    key = next(iter(one))
    return one.keys() == other.keys() and all([c * other[key] == other[at] * one[key] for at, c in one.items()])


def _reach(densities: list[Density], start: int, side: int) -> int:
    """How many integers of a tail are listed, so that less than 2^-BITS is left of it, if they are not too many."""
    for reach in REACHES:
        end = start + side * reach
        left = [density.within(*((end, None) if side > 0 else (None, end))).total for density in densities]
        if all([mass < NEGLIGIBLE for mass in left]):
            return reach
    return REACHES[-1]


# ---- patterns and outputs --------------------------------------------------------------------


def _filled(seen: Any, extents: list[Any] | dict[int, Any], types: dict[int, Any]) -> Any:
    """The pattern with the texts of cells in the places of its forms; continuous draws, which have none, stay."""
    match seen:
        case Affine(constant, parts):
            if isinstance(extents, dict) and not any([draw in extents for draw, _ in parts]):
                return seen
            if isinstance(extents, dict) and any([draw not in extents for draw, _ in parts]):
                raise NotClosed("continuous noise is added to other noise")
            return _text(constant, [(c, extents[draw]) for draw, c in parts])
        case Squared(constant, factor, base):
            return _square_text(constant, factor, _ends(base.constant, [(c, extents[draw]) for draw, c in base.parts]))
        case Drawn(draw):
            return observed(extents[draw], types[draw])
        case tuple():
            return tuple([_filled(part, extents, types) for part in seen])
        case _:
            return seen


def _text(constant: Any, parts: list[tuple[Fraction, Extent]]) -> str:
    """`3`, `>= 4`, `-2..5`: the least and the greatest value that the form takes."""
    return _between(*_ends(constant, parts))


def _square_text(constant: Any, factor: Fraction, ends: tuple[Any, Any]) -> str:
    """The same of squares of integers that are not negative."""
    found = [None if end is None else constant + factor * end**2 for end in ends]
    return _between(*(found if factor > 0 else reversed(found)))


def _ends(constant: Any, parts: list[tuple[Fraction, Extent]]) -> tuple[Any, Any]:
    low: Any = constant
    high: Any = constant
    for c, extent in parts:
        first, last = extent if c > 0 else extent[::-1]
        low = None if low is None or first is None else low + c * first
        high = None if high is None or last is None else high + c * last
    return low, high


def _between(low: Any, high: Any) -> str:
    if low is None or high is None:
        return "any" if low is None and high is None else f">= {low}" if high is None else f"<= {high}"
    return str(low) if low == high else f"{low}..{high}"


def _where(pattern: Pattern, axes: list[Axis], seen: Seen) -> tuple[int, ...] | None:
    draws = instance_of(pattern, seen)
    if draws is None:
        return None
    at = [one.cell_of(value) for one, value in zip(axes, draws, strict=True)]
    return None if any([i is None for i in at]) else tuple(at)  # type: ignore[arg-type]  # just looked


def instance_of(pattern: Pattern, seen: Seen) -> tuple[Any, ...] | None:
    """The draws of a pattern that give this output; None if none do."""
    known: dict[int, Any] = {}
    if not _solved(pattern.seen, seen, known, dict(pattern.types)):
        return None
    return tuple([known[at] for at in range(len(known))])


def _solved(pattern: Any, seen: Any, known: dict[int, Any], types: dict[int, Any]) -> bool:
    match pattern:
        case Affine(constant, parts):
            if isinstance(seen, str | tuple):
                return False
            rest, unknown = seen - constant, []
            for draw, c in parts:
                if draw in known:
                    rest = rest - c * known[draw]
                else:
                    unknown.append((draw, c))
            if not unknown:
                return bool(rest == 0)
            if len(unknown) > 1:
                raise NotClosed("an output that does not tell its draws")
            draw, c = unknown[0]
            value = rest * (1 / c)
            if isinstance(value, Real):
                raise NotClosed("an output that may be an integer")
            if not isinstance(value, int | Fraction) or Fraction(value).denominator != 1:
                return False
            known[draw] = int(value)
            return True
        case Squared(constant, factor, base):
            square = None if isinstance(seen, str | tuple) else (seen - constant) * (1 / factor)
            if isinstance(square, Real):
                raise NotClosed("an output that may be a square")
            if not isinstance(square, int | Fraction) or square < 0 or isqrt(square // 1) ** 2 != square:
                return False
            return _solved(base, isqrt(square // 1), known, types)
        case Drawn(draw):
            if not _is_of(seen, types[draw]):
                return False
            value = raw(seen, types[draw])
            if draw in known:
                return bool(known[draw] == value)
            known[draw] = value
            return True
        case tuple():
            return (
                isinstance(seen, tuple)
                and len(seen) == len(pattern)
                # from left to right, and no further than it fits: what comes later is solved with what came before
                and all(_solved(p, s, known, types) for p, s in zip(pattern, seen, strict=True))
            )
        case _:
            return bool(pattern == seen)


def _is_of(seen: Any, type_: Type) -> bool:
    """Whether a value of the type is seen like this; what is leaked at one place need not be of one type."""
    match type_:
        case Scalar("bool"):
            return seen in ("true", "false")
        case Bits():
            return isinstance(seen, str) and seen.startswith("0b")
        case List(item):
            return isinstance(seen, tuple) and seen[0] == "[]" and all([_is_of(s, item) for s in seen[1:]])
        case Tuple(items):
            return (
                isinstance(seen, tuple)
                and seen[0] == "()"
                and len(seen) == len(items) + 1
                and all([_is_of(s, item) for s, item in zip(seen[1:], items, strict=True)])
            )
        case _:
            return not isinstance(seen, str | tuple)
