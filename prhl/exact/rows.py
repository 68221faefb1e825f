"""A row of a channel: the distribution of what is observed for one input, in the form in which it is known.

    Listed     outputs one by one, with exact weights; some mass may be missing
    Closed     columns of a closed form: infinitely many outputs, those with proportional columns as one
    Tapering   the same, with tails that fall at several rates, or not quite at one: as long lists and a rest
    Density    the same, with a density on real outputs
    Enclosed   lower and upper bounds of the columns, from runs on grids of continuous noise
    Normal     one normal distribution, which formulas answer for better than the bounds of its columns
    Normals    several numbers that are normally distributed together: one in the direction in which two rows differ

Each answers for itself: the probability of an event (`mass`, and `ceiling` from above), the supremum of its ratio to
another row (`ratio`, exp of the smallest epsilon), and how much of it exceeds a multiple of another (`excess`, delta).
Where mass is missing the answers are bounds, and say so. Rows that are compared have the same columns (`channel`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import Any, TypeGuard

from prhl.exact.bounds import two_widths
from prhl.exact.bounds.gaussian_vector import Vector
from prhl.exact.bounds.released_gaussian import Released, Worst, worst
from prhl.exact.closed.exponential_polynomials import Terms, monomials
from prhl.exact.columns.boxes import Dense, box_of, tidied
from prhl.exact.columns.cells import Bells, Tail, Tails
from prhl.exact.ratios.density_ratio import closer, excess, peak
from prhl.exact.ratios.tail_ratio import tail_ratio
from prhl.numbers import Exact, Exponential, Inexact, Quotient, over
from prhl.numbers.figures import tiny
from prhl.numbers.products import exceeds, exceeds_at
from prhl.records import dataclass

Seen = tuple[Any, ...]
ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Ratio:
    """The supremum of p/q, attained at an output or approached near it, at least 1; None is infinite.

    If it is not `exact`, a lower bound; `most` is then an upper bound, if there is any.
    """

    value: Exact | None
    output: Seen | None = None
    exact: bool = True
    most: Exact | None = None

    @property
    def top(self) -> Exact | None:
        """An upper bound, or None."""
        return self.value if self.exact else self.most

    def exceeds(self, other: "Ratio") -> bool:
        return other.value is not None and (self.value is None or self.value > other.value)

    def larger(self, other: "Ratio") -> "Ratio":
        """The larger of two suprema, with an upper bound of both."""
        best, rest = (other, self) if other.exceeds(self) else (self, other)
        if (best.exact and rest.exact) or best.value is None:
            return replace(best, exact=best.exact and rest.exact)
        if best.top is None or rest.top is None:
            return replace(best, exact=False, most=None)
        most = max(best.top, rest.top)
        return replace(best, exact=best.exact and most == best.value, most=most)


@dataclass(frozen=True, slots=True)
class Excess:
    """p(event) and q(event) for the event where p > E q.

    The largest p(S) - E q(S) lies between above - below*E - slack[0]*E and above - below*E + slack[1].
    """

    above: Exact
    below: Exact
    event: tuple[Seen, ...]
    slack: tuple[Fraction, Fraction] = (ZERO, ZERO)


Shares = dict[int, tuple[Quotient, Exact]]
"""By the identity of a weight, which is kept alive here: what it is over one total, for all rows of that total."""


@dataclass(frozen=True)
class Row:
    """Weights of columns over `total`: lower bounds, at most `missing` in sum below the probabilities.

    `ended` is false if runs that had not ended are among what is missing.
    """

    weights: dict[Seen, Exact]
    total: Exact
    missing: Fraction = ZERO
    ended: bool = True
    shares: Shares = field(default_factory=dict, compare=False, repr=False, kw_only=True)

    @property
    def size(self) -> int:
        """How much there is to compute with: the monomials of weights and densities."""
        return sum([monomials(weight) for weight in self.weights.values()])

    @property
    def complete(self) -> bool:
        """Whether every run is known to end: none was left in a loop, none was outside a window."""
        return self.ended

    @property
    def exact(self) -> bool:
        """Whether its figures are exact."""
        return not self.missing

    @property
    def has_reals(self) -> bool:
        """Whether real numbers are among the outputs, of which the columns are intervals."""
        return False

    def probability(self, seen: Seen) -> Exact:
        """Of one column, as it is listed."""
        weight = self.weights.get(seen, 0)
        if not isinstance(weight, Quotient):
            return over(weight, self.total)
        known = self.shares.get(id(weight))
        if known is None:
            known = self.shares[id(weight)] = (weight, over(weight, self.total))
        return known[1]

    def mass(self, event: Iterable[Seen]) -> Exact:
        """The probability of an event, or a lower bound."""
        return over(sum([self.weights.get(seen, 0) for seen in event]), self.total)

    def ceiling(self, event: Iterable[Seen]) -> Exact:
        """An upper bound of the probability of an event: what is missing may be all in it."""
        return self.mass(event) + self.missing

    def slack(self, event: Sequence[Seen]) -> Fraction:
        """How much more than its mass an event may have."""
        return self.missing

    def results(self) -> "Row":
        """The marginal on what is seen last, which is the result."""
        weights: dict[Seen, Exact] = {}
        for seen, weight in self.weights.items():
            weights[seen[-1:]] = weights.get(seen[-1:], 0) + weight
        return replace(self, weights=weights)

    def by_columns(self) -> "Row":
        """What its columns alone tell."""
        return self

    def ratio(self, other: "Row") -> Ratio:
        """The largest p(y)/q(y); what is missing of q may be at any output, so its mass is added to q(y).

        Then no completion of q has less than p(S)/(q(S) + missing) for any event S, and if p is known in full none has
        more than what is listed, since what q lacks can only lower the ratio.
        """
        above: Exact = 0
        below: Exact = 1
        output = None
        exact = not (self.missing or other.missing or self.is_coarse or other.is_coarse)
        scale, spare = other.missing.denominator, other.missing.numerator * other.total
        for seen, weight in self.listed():
            if exact:
                most = other.weights.get(seen, 0)
            elif weight > 0 and other.never(seen):
                return Ratio(None, seen)
            else:  # over the denominator of what is missing
                weight, most = weight * scale, other.highest(seen, scale, spare)
            if most == 0:
                return Ratio(None, seen)
            if exceeds(weight, below, above, most):
                above, below, output = weight, most, seen
        found = over(above * other.total, below * self.total)
        value = found if found > 1 else Fraction(1)
        return Ratio(value, output) if exact else self._between(other, value, output)

    def _between(self, other: "Row", least: Exact, output: Seen | None) -> Ratio:
        """Bounds where mass is missing: the largest p(S)/(q(S) + missing), by Dinkelbach's iteration from a lower one,
        in which S is where p is more than that multiple of q."""
        listed = [(w * other.total, other.weights.get(seen, 0) * self.total) for seen, w in self.listed()]
        spare = other.missing * other.total * self.total
        try:
            while event := [(p, q) for p, q in listed if p > least * q]:
                better = over(sum([p for p, _ in event]), sum([q for _, q in event]) + spare)
                if not better > least:
                    break
                least = better
        except Inexact:  # what was found so far is a bound as well
            pass
        if self.missing or self.is_coarse or any([q == 0 for _, q in listed]):
            return Ratio(least, output, False)
        return Ratio(least, output, False, max([Fraction(1), *[over(p, q) for p, q in listed]]))

    def excess(self, other: "Row", growth: Exponential) -> Excess:
        """What exceeds E q, column by column, E = exp(eps)."""
        event: list[Seen] = []
        above: Exact = 0
        below: Exact = 0
        for seen, weight in self.listed():
            least = other.weights.get(seen, 0)
            # p(y) > E q(y), with p = weight/total and q = least/other.total
            if least == 0 or exceeds_at(growth, weight, other.total, least, self.total):
                event.append(seen)
                above += weight
                below += least
        # a column that is an interval tells less than the reals in it
        more = Fraction(1) if self.is_coarse or other.is_coarse else self.missing
        return Excess(over(above, self.total), over(below, other.total), tuple(event), (other.slack(event), more))

    def never(self, seen: Seen) -> bool:
        """Whether an output is known to have probability 0, although mass is missing."""
        return False

    def near(self, other: "Row", output: Seen, factor: Any) -> Seen | None:
        """An event near an output at which the supremum of the ratio is approached: there the row has more than the
        factor times the other. None if none is found."""
        return None

    def listed(self) -> Iterable[tuple[Seen, Exact]]:
        """The columns that stand for themselves."""
        return self.weights.items()

    def highest(self, seen: Seen, scale: int, spare: Exact) -> Exact:
        """An upper bound of a weight, times the denominator of what is missing; `spare` is all of that."""
        return self.weights.get(seen, 0) * scale + spare

    @property
    def is_coarse(self) -> bool:
        """Whether nothing is known of real outputs beyond the intervals that stand for them."""
        return False


@dataclass(frozen=True)
class Listed(Row):
    """Every outcome by itself; `cut` if runs outside a window on infinite support are missing, and `alike` if these end
    without an error because those inside do.

    `supported` if its outputs are all that any run shows: then what is missing was rounded away from these alone. Of an
    output that is listed with the weight 0 nothing is known.
    """

    cut: bool = False
    supported: bool = False
    alike: bool = False

    @property
    def complete(self) -> bool:
        return self.ended and (not self.cut or self.alike)

    def never(self, seen: Seen) -> bool:
        return self.supported and seen not in self.weights

    def ceiling(self, event: Iterable[Seen]) -> Exact:
        event = list(event)
        return super().ceiling(event) - self.missing + self.slack(event)

    def slack(self, event: Sequence[Seen]) -> Fraction:
        return ZERO if all([self.never(seen) for seen in event]) else self.missing


@dataclass(frozen=True)
class Closed(Row):
    """A closed form; what is missing lies outside windows on Gaussian noise, which falls as `tails` says."""

    tails: Mapping[int, Tails] = field(default_factory=dict)  # of each pattern
    bells: Bells | None = None  # the discrete Gaussians that it consists of, if it does

    @property
    def exact(self) -> bool:
        return not self.missing and not any(self.tails.values())

    def ratio(self, other: Row) -> Ratio:
        return Ratio(None) if isinstance(other, Closed) and self.outreaches(other) else super().ratio(other)

    def shifts(self, other: Row) -> list[tuple[int, Fraction]] | None:
        """If both rows are discrete Gaussians of the same widths, how far each of these is moved, and its c of
        exp(-c t^2)."""
        if self.bells is None or not isinstance(other, Closed) or other.bells is None:
            return None
        (seen, mine), (pattern, theirs) = self.bells, other.bells
        if seen != pattern or [c for _, c in mine] != [c for _, c in theirs]:
            return None
        return [(n - m, c) for (m, c), (n, _) in zip(mine, theirs, strict=True)]

    def outreaches(self, other: "Closed") -> bool:
        """Whether its Gaussian tails fall so much slower on some side that no ratio to the other row is a bound."""
        for pattern, mine in self.tails.items():
            for (c, low, high), (d, least, most) in zip(mine, other.tails.get(pattern, ()), strict=False):
                if c < d or (c == d and (low < least or high > most)):
                    return True
        return False


@dataclass(frozen=True, kw_only=True)
class Tapering(Closed):
    """A closed form in which the integers of a tail tell different things: it is listed as far as it matters, and the
    rest is missing. But the masses there are known, so that a ratio is exact."""

    beyond: Mapping[Tail, Terms]

    def ratio(self, other: Row) -> Ratio:
        """The larger of what is listed, which is known in full, and of the suprema on the tails."""
        assert isinstance(other, Tapering)
        if other is self:
            return Ratio(Fraction(1))
        found = Closed(self.weights, self.total).ratio(Closed(other.weights, other.total))
        for tail, terms in self.beyond.items():
            if found.value is None:
                break
            top, exact = tail_ratio(terms, other.beyond.get(tail, {}), tail[2])
            if top is None:
                return Ratio(None)
            found = found.larger(Ratio(top, None, exact))
        return found


@dataclass(frozen=True, kw_only=True)
class Density(Closed):
    """A closed form with densities on real outputs, of which the weights tell no more than boxes."""

    dense: Dense

    @property
    def size(self) -> int:
        return super().size + self.dense.size

    @property
    def has_reals(self) -> bool:
        return True

    def listed(self) -> Iterator[tuple[Seen, Exact]]:
        return ((seen, weight) for seen, weight in self.weights.items() if box_of(seen) is None)

    def mass(self, event: Iterable[Seen]) -> Exact:
        """Of outputs, and of boxes that do not overlap."""
        total: Exact = 0
        inside: Exact = 0
        for seen in event:
            box = box_of(seen)
            if box is None:
                total = total + self.weights.get(seen, 0)
            else:
                inside = inside + self.dense.mass(box)
        return over(total, self.total) + inside

    def ratio(self, other: Row) -> Ratio:
        """The larger of what is listed and the supremum of the ratio of the densities."""
        found = super().ratio(other)
        assert isinstance(other, Density)
        if found.value is None:
            return found
        top = peak(self.dense, other.dense)
        output = None if top.box is None else (top.box,)
        if top.low is None:
            return Ratio(None, output)
        dense = Ratio(top.low, output, top.exact, None if top.exact else top.high)
        return found.larger(dense)

    def excess(self, other: Row, growth: Exponential) -> Excess:
        found = super().excess(other, growth)
        assert isinstance(other, Density)
        factor = growth.value
        if not isinstance(factor, int | Fraction | Quotient):
            raise Inexact(f"exp({growth.eps}) is not computed with exactly")
        more = excess(self.dense, other.dense, factor)
        return Excess(
            found.above + more.above,
            found.below + more.below,
            (*found.event, *[(box,) for box in tidied(more.boxes)]),
            (found.slack[0], found.slack[1] + more.more),
        )

    def near(self, other: Row, output: Seen, factor: Any) -> Seen | None:
        box = box_of(output)
        if box is None or not isinstance(other, Density) or not isinstance(factor, int | Fraction | Quotient):
            return None
        found = closer(self.dense, other.dense, box, factor)
        return None if found is None else (found,)


@dataclass(frozen=True, kw_only=True)
class Enclosed(Row):
    """Certified bounds: `weights` from below, `most` from above."""

    most: Mapping[Seen, int]
    unit: Fraction | None = None  # of the intervals that stand for reals among the outputs, if there are any
    whole: bool = False  # its columns are all that is shown

    @property
    def complete(self) -> bool:
        return False

    @property
    def exact(self) -> bool:
        return False

    @property
    def has_reals(self) -> bool:
        return self.is_coarse

    @property
    def is_coarse(self) -> bool:
        return self.unit is not None

    def ratio(self, other: Row) -> Ratio:
        """From above, where all outputs are known, it is the largest of upper bounds over lower ones."""
        found = super().ratio(other)
        known = self.whole and isinstance(other, Enclosed) and not found.exact and found.value is not None
        if not known or any([not other.weights.get(seen, 0) for seen in self.most]):
            return found
        ratios = [over(most * other.total, other.weights[seen] * self.total) for seen, most in self.most.items()]
        return replace(found, most=max([Fraction(1), *ratios]))

    def ceiling(self, event: Iterable[Seen]) -> Exact:
        event = list(event)
        widest = super().ceiling(event)
        if not all([seen in self.most for seen in event]):
            return widest
        return min(widest, over(sum([self.most[seen] for seen in event]), self.total))

    def slack(self, event: Sequence[Seen]) -> Fraction:
        return min(self.missing, Fraction(self.ceiling(event) - self.mass(event)))

    def highest(self, seen: Seen, scale: int, spare: Exact) -> Exact:
        found = super().highest(seen, scale, spare)
        return min(found, self.most[seen] * scale) if seen in self.most else found


@dataclass(frozen=True, kw_only=True)
class Gaussian(Enclosed, ABC):
    """Real outputs that are normally distributed, which formulas answer for better than the bounds of columns."""

    @property
    def exact(self) -> bool:
        return True

    @abstractmethod
    def facing(self, other: Row) -> tuple[Released, Released] | None:
        """Two normal distributions of one number that are as close as the rows are; None if no output of one is one of
        the other. Of rows that resemble each other."""

    @abstractmethod
    def about(self, event: Sequence[Seen]) -> Released | None:
        """The normal distribution of the number that an event speaks of, if it speaks of one."""

    @abstractmethod
    def resembles(self, other: Row) -> bool:
        """Whether the two are normal distributions whose figures have formulas."""

    def mass(self, event: Iterable[Seen]) -> Exact:
        event = list(event)
        known = self.about(event)
        return super().mass(event) if known is None else sum([known.mass(seen)[0] for seen in event], ZERO)

    def ceiling(self, event: Iterable[Seen]) -> Exact:
        event = list(event)
        known = self.about(event)
        if known is None:
            return super().ceiling(event)
        return min(Fraction(1), sum([known.mass(seen)[1] for seen in event], ZERO))

    def by_columns(self) -> Enclosed:
        return Enclosed(self.weights, self.total, self.missing, self.ended, most=self.most, unit=self.unit)

    def ratio(self, other: Row) -> Ratio:
        """No epsilon is enough with delta 0, unless the two are the same, or one is narrower than the other."""
        if not self.resembles(other):
            return super().ratio(other)
        pair = self.facing(other)
        if pair is None:
            return Ratio(None)
        first, second = pair
        if first.is_as_wide_as(second):
            return Ratio(Fraction(1) if first.centre == second.centre else None)
        if two_widths.is_wider(first, second):
            return Ratio(None)
        top = two_widths.supremum(first, second)
        return Ratio(Fraction(1), None, False) if top is None else Ratio(top)

    def excess(self, other: Row, growth: Exponential) -> Excess:
        """The worst event, and the formula as an upper bound."""
        if not self.resembles(other):
            return super().excess(other, growth)
        if growth.huge:
            return Excess(ZERO, ZERO, (), (ZERO, Fraction(1)))
        pair = self.facing(other)
        if pair is None:
            return Excess(Fraction(1), ZERO, ())
        first, second = pair
        found: Worst
        if not first.is_as_wide_as(second):
            found = two_widths.worst(first, second, growth)
        elif first.centre != second.centre:
            found = worst(first, second, growth)
        else:  # one and the same distribution: nothing exceeds, or everything where eps is negative
            mass = Fraction(growth.compare(1) > 0)
            return Excess(mass, mass, (first.seen,) if mass else ())
        low, high = found.below
        shown = found.above - low * growth.enclosing[1]  # at most what above - below*E is
        return Excess(found.above, low, found.event, (high - low, max(ZERO, found.most - shown)))


@dataclass(frozen=True, kw_only=True)
class Normal(Gaussian):
    """One normal distribution; formulas enclose the probability of an interval, however far out it lies."""

    normal: Released

    def about(self, event: Sequence[Seen]) -> Released | None:
        return self.normal if self.normal.knows(event) else None

    def resembles(self, other: Row) -> bool:
        return isinstance(other, Normal) and self.normal.resembles(other.normal)

    def facing(self, other: Row) -> tuple[Released, Released]:
        assert isinstance(other, Normal)
        return self.normal, other.normal

    def results(self) -> Row:
        found = super().results()
        last = self.normal.last()
        return found.by_columns() if last is None else replace(found, normal=last)  # type: ignore[call-arg]  # a Normal


@dataclass(frozen=True, kw_only=True)
class Normals(Gaussian):
    """Several numbers that are normally distributed together."""

    normal: Vector

    def about(self, event: Sequence[Seen]) -> Released | None:
        return self.normal.faces(event)

    def resembles(self, other: Row) -> bool:
        return isinstance(other, Normals) and self.normal.resembles(other.normal)

    def facing(self, other: Row) -> tuple[Released, Released] | None:
        assert isinstance(other, Normals)
        return self.normal.facing(other.normal)

    def results(self) -> Row:
        return self if len(self.normal.seen) == 1 else super().results().by_columns()


def all_normal(rows: Sequence[Row]) -> TypeGuard[Sequence[Gaussian]]:
    """Whether the rows are normal distributions whose figures have formulas."""
    first = rows[0]
    return isinstance(first, Gaussian) and all([first.resembles(row) for row in rows])


def over_one_column(rows: Sequence[Row]) -> list[Row] | None:
    """Rows whose columns are cut differently, with everything as one column, since formulas know more than columns do;
    None if there are none for some of them."""
    if not all_normal(rows):
        return None
    out: list[Row] = []
    for row in rows:
        everything: Seen = row.normal.seen  # type: ignore[attr-defined]  # both kinds have one
        total = int(row.total)  # type: ignore[arg-type]  # a power of 2
        out.append(replace(row, weights={everything: total}, missing=ZERO, most={everything: total}, unit=Fraction(1)))
    return out


def what_is_missing(rows: Sequence[Row]) -> str:
    """What makes the figures of these rows bounds, if anything."""
    missing = max([row.missing for row in rows], default=ZERO)
    if not missing or all([isinstance(row, Gaussian) for row in rows]):
        return ""
    if all([isinstance(row, Enclosed) and row.whole for row in rows]):
        return f"bounds: integrals are enclosed, up to a probability of {tiny(missing)}"
    if any([isinstance(row, Enclosed) for row in rows]):
        return f"bounds: comparisons of continuous noise that cells leave open have probability up to {tiny(missing)}"
    if all([row.ended for row in rows]):
        return f"bounds: outcomes of probability up to {tiny(missing)} are left out or rounded away"
    return f"runs of probability up to {tiny(missing)} had not ended"
