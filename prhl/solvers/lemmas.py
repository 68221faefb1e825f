"""What is true of sums, counts and extremes of all lists, each law as a formula.

The lists of a law are `a` and `b`; a sum or count adds up a *weight* for each element: itself, or 1 if it is the value
`v` and else 0. In all of them positions out of range and empty lists are taken care of, so that nothing unspecified is
ever read: the plain evaluator finds each law true of every list (`tests/test_aggregates.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from prhl.logic.build import (
    at_most,
    both,
    choose,
    equal,
    follows,
    index,
    less,
    number,
    plus,
    size,
    times,
    total,
    unequal,
)
from prhl.logic.terms import Apply, Logical, Quantified, Term
from prhl.logic.types import BOOL, INT, List, Scalar, Tuple, Type

OPERATORS = ("sum", "count", "least", "greatest")

T = Logical("t", INT)
"""The position that a law speaks of in general."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is added up over a list whose elements have this type."""

    operator: Literal["sum", "count"]
    item: Type

    @property
    def lists(self) -> tuple[Logical, Logical]:
        return Logical("a", List(self.item)), Logical("b", List(self.item))

    @property
    def values(self) -> tuple[Logical, Logical]:
        """The values that are counted in the one list and in the other."""
        return Logical("v", self.item), Logical("u", self.item)

    def of(self, at: Literal[0, 1]) -> Term:
        """The sum or count of the first or second list."""
        if self.operator == "count":
            return Apply("count", (self.lists[at], self.values[at]), INT)
        return Apply("sum", (self.lists[at],), self.item)

    def weight(self, element: Term) -> Term:
        if self.operator == "count":
            return choose(equal(element, self.values[0]), number(1), number(0))
        return element

    def alike(self, one: Term, other: Term) -> Term:
        """That two elements count the same; of lists in a list it is asked that they are the same."""
        return equal(self.weight(one), self.weight(other)) if flat(self.item) else equal(one, other)

    @property
    def same_value(self) -> list[Term]:
        return [equal(*self.values)] if self.operator == "count" else []

    @property
    def difference(self) -> Term:
        return plus(self.of(0), self.of(1), -1)

    def gap(self, at: Term) -> Term:
        """By how much the weights at a position differ."""
        a, b = self.lists
        return plus(self.weight(index(a, at)), self.weight(index(b, at)), -1)


def flat(type_: Type) -> bool:
    """Whether values are equal just if a few scalars are."""
    match type_:
        case Scalar():
            return True
        case Tuple(items):
            return all([flat(item) for item in items])
        case _:
            return False


def places(many: int) -> list[Logical]:
    return [Logical(f"p{n}", INT) for n in range(many)]


def inside(at: Term, items: Term) -> Term:
    return both([at_most(number(0), at), less(at, size(items))])


def _every(items: Term, fact: Term, apart_from: list[Logical] | None = None) -> Term:
    """That something holds at all positions t of a list but some."""
    others = [unequal(T, p) for p in apart_from or []]
    return Quantified("forall", (T,), follows(both([inside(T, items), *others]), fact))


def _at_places(items: Term, many: list[Logical], part: Callable[[Term], Term]) -> Term:
    """The parts at those of the positions that lie in the list, each position once."""
    parts = []
    for n, p in enumerate(many):
        first = [unequal(p, before) for before in many[:n]]
        parts.append(choose(both([inside(p, items), *first]), part(p), number(0)))
    return total(parts)


# ---- two lists -------------------------------------------------------------------------------


@cache
def changed_entries(measure: Measure, many: int) -> Term:
    """changed-entries: lists that differ at some positions only have sums that differ by what differs there.

    Rule.
        size(a) = size(b)        a[t] = b[t] at every other position t
        --------------------------------------------------------------- [changed-entries]
        sum(a) - sum(b) = (a[p1] - b[p1]) + ... + (a[pn] - b[pn])

    for positions p1, ..., pn; one that is out of range, or that stands there already, adds nothing. For `count(a, v)`
    an element is 1 if it is `v` and else 0: entries that are counted alike need not be equal. With no positions at all
    this says that equal lists have equal sums.

    Why. Subtract the two sums term by term. At other positions the difference is 0; each of the p1, ..., pn in range
    has its own, once.

    Pitfall. If p1 and p2 are the same position, its difference must not be counted twice. And one element that differs
    bounds nothing: of `one_differs(d)` without a bound only the count is within 1.

    Reference. Reed and Pierce, ICFP 2010: a sum is as sensitive as its elements together. Here the difference is exact.

    Owes. Nothing of its own.
    """
    a, b = measure.lists
    named = places(many)
    others = _every(a, measure.alike(index(a, T), index(b, T)), named)
    conclusion = equal(measure.difference, _at_places(a, named, measure.gap))
    return follows(both([equal(size(a), size(b)), *measure.same_value, others]), conclusion)


@cache
def smaller_entries(measure: Measure, many: int) -> Term:
    """smaller-entries: what is smaller everywhere has the smaller sum.

    Rule.
        size(a) = size(b)        a[t] <= b[t] at every other position t
        ---------------------------------------------------------------- [smaller-entries]
        sum(a) - sum(b) <= (a[p1] - b[p1]) + ... + (a[pn] - b[pn])

    for positions p1, ..., pn as in `changed-entries`, and for `count` with the same weights; used both ways round.

    Why. Subtract the sums term by term: at other positions the difference is at most 0.

    Pitfall. The direction. From `a[t] <= b[t]` alone nothing bounds `sum(b) - sum(a)`.

    Reference. Addition is monotone.

    Owes. Nothing of its own.
    """
    a, b = measure.lists
    named = places(many)
    others = _every(a, at_most(measure.weight(index(a, T)), measure.weight(index(b, T))), named)
    conclusion = at_most(measure.difference, _at_places(a, named, measure.gap))
    return follows(both([equal(size(a), size(b)), *measure.same_value, others]), conclusion)


@cache
def close_entries(measure: Measure, bound: Type) -> Term:
    """close-entries: entries that are all within c have sums within size times c.

    Rule.
        size(a) = size(b)        a[t] - b[t] <= c at every position t
        -------------------------------------------------------------- [close-entries]
        sum(a) - sum(b) <= size(a)*c

    used both ways round, for the bounds c that quantified facts of the question state.

    Why. There are `size(a)` differences, each at most c. If there are none, both sides are 0.

    Pitfall. The factor `size(a)`: under `all_within(q, 1)` the sum moves by the number of queries, not by 1.

    Reference. Dwork and Roth, 2014, section 3.3: the sensitivity of many queries is that of one, times their number.

    Owes. Nothing of its own.
    """
    a, b = measure.lists
    c = Logical("c", bound)
    conclusion = at_most(measure.difference, times(size(a), c))
    return follows(
        both([equal(size(a), size(b)), *measure.same_value, _every(a, at_most(measure.gap(T), c))]), conclusion
    )


@cache
def entry_put_in(measure: Measure) -> Term:
    """entry-put-in: an element more adds itself to the sum.

    Rule.
        size(a) = size(b) + 1        0 <= p < size(a)
        a[t] = b[t] for t < p        a[t + 1] = b[t] for t >= p
        --------------------------------------------------------- [entry-put-in]
        sum(a) - sum(b) = a[p]

    and for a count, which grows by 1 if `a[p]` is counted and else by 0; used both ways round.

    Why. Without its element at p, a is b element by element, so the two sums have the same terms but for `a[p]`.

    Pitfall. The element that comes may be anything: `add_remove(d)` bounds the count, but a sum only together with a
    bound on the elements.

    Reference. Dwork and Roth, 2014, section 3.3: counting queries have sensitivity 1.

    Owes. Nothing of its own.
    """
    a, b = measure.lists
    (p,) = places(1)
    before = follows(less(T, p), measure.alike(index(a, T), index(b, T)))
    after = follows(at_most(p, T), measure.alike(index(a, plus(T, number(1))), index(b, T)))
    facts = [
        equal(size(a), plus(size(b), number(1))),
        inside(p, a),
        *measure.same_value,
        _every(b, both([before, after])),
    ]
    return follows(both(facts), equal(measure.difference, measure.weight(index(a, p))))


# ---- one list --------------------------------------------------------------------------------


@cache
def other_entries(measure: Measure, many: int, relation: Literal["eq", "le", "ge"]) -> Term:
    """other-entries: a sum is that of some entries if all others are 0.

    Rule.
        a[t] <= 0 at every other position t
        ------------------------------------ [other-entries]
        sum(a) <= a[p1] + ... + a[pn]

    for positions p1, ..., pn as in `changed-entries`, and with `>=` or `=` for both `<=`; a count has weights instead
    of elements. With no other positions this adds up a list of known size, and the empty list: `sum([]) = 0`.

    Why. The other terms of the sum add at most 0.

    Pitfall. A position that is out of range, or that is named twice, is no term of the sum.

    Reference. Addition is monotone.

    Owes. Nothing of its own.
    """
    a, _ = measure.lists
    named = places(many)
    part = measure.weight(index(a, T))
    others = _every(a, Apply(relation, (part, number(0)), BOOL), named)
    here = _at_places(a, named, lambda p: measure.weight(index(a, p)))
    return follows(others, Apply(relation, (measure.of(0), here), BOOL))


@cache
def bounded_entries(item: Type, bound: Type, relation: Literal["le", "ge"]) -> Term:
    """bounded-entries: entries that are all at most c have a sum of at most size times c.

    Rule.
        a[t] <= c at every position t
        ------------------------------ [bounded-entries]
        sum(a) <= size(a)*c

    and with `>=` for both `<=`, for the bounds c that quantified facts of the question state.

    Why. There are `size(a)` terms, each at most c.

    Pitfall. A bound on the entries bounds the sum only together with the size, which is private unless it is said to be
    public.

    Reference. Addition is monotone.

    Owes. Nothing of its own.
    """
    measure = Measure("sum", item)
    a, _ = measure.lists
    c = Logical("c", bound)
    every = _every(a, Apply(relation, (index(a, T), c), BOOL))
    return follows(every, Apply(relation, (measure.of(0), times(size(a), c)), BOOL))


@cache
def counted_entries(item: Type, many: int) -> Term:
    """counted-entries: a count is at least what is seen of it, and leaves out what is seen to be something else.

    Rule.
        h of the positions p1, ..., pn hold v        m of them hold something else
        ----------------------------------------------------------------------------- [counted-entries]
        h <= count(a, v) <= size(a) - m

    where a position out of range, or one that stands there already, holds nothing. In particular
    `0 <= count(a, v) <= size(a)`.

    Why. Each position of the list adds 1 to the count or to the rest, and both have `size(a)` together.

    Pitfall. A position that is named twice holds one element, not two.

    Reference. A count is the size of a set of positions.

    Owes. Nothing of its own.
    """
    measure = Measure("count", item)
    a, _ = measure.lists
    v, _ = measure.values
    named = places(many)
    seen = _at_places(a, named, lambda p: choose(equal(index(a, p), v), number(1), number(0)))
    missed = _at_places(a, named, lambda p: choose(equal(index(a, p), v), number(0), number(1)))
    return both([at_most(seen, measure.of(0)), at_most(measure.of(0), plus(size(a), missed, -1))])


@cache
def counted_everywhere(item: Type, many: int) -> Term:
    """counted-everywhere: a list that holds v everywhere but at some positions has that many less of it.

    Rule.
        a[t] = v at every other position t        m of p1, ..., pn hold something else
        ------------------------------------------------------------------------------ [counted-everywhere]
        count(a, v) >= size(a) - m

    where positions are as in `counted-entries`, which has the other inequality.

    Why. Every position that does not hold v is one of the m.

    Pitfall. The premise is needed for all of the list: `a[0] = v` says nothing of the rest.

    Reference. A count is the size of a set of positions.

    Owes. Nothing of its own.
    """
    measure = Measure("count", item)
    a, _ = measure.lists
    v, _ = measure.values
    named = places(many)
    missed = _at_places(a, named, lambda p: choose(equal(index(a, p), v), number(0), number(1)))
    return follows(_every(a, equal(index(a, T), v), named), at_most(plus(size(a), missed, -1), measure.of(0)))


@cache
def counted_values(item: Type, many: int) -> Term:
    """counted-values: different values are counted at different positions.

    Rule.
        v1, ..., vn are different
        ---------------------------------------------- [counted-values]
        count(a, v1) + ... + count(a, vn) <= size(a)

    A value that stands there already adds nothing.

    Why. No position holds two values, so the counts add up to the size of one set of positions of a.

    Pitfall. Without the premise it fails: `count(a, 0) + count(a, x)` is twice the size for x = 0 and a list of zeros.

    Reference. Histograms have disjoint bins: Dwork and Roth, 2014, section 3.3.

    Owes. Nothing of its own.
    """
    a = Logical("a", List(item))
    values = [Logical(f"v{n}", item) for n in range(many)]
    parts = []
    for n, v in enumerate(values):
        new = both([unequal(v, before) for before in values[:n]])
        parts.append(choose(new, Apply("count", (a, v), INT), number(0)))
    return at_most(total(parts), size(a))


@cache
def extreme_entry(operator: Literal["least", "greatest"], item: Type) -> Term:
    """extreme-entry: the maximum is an entry, and no entry exceeds it.

    Rule.
        size(a) > 0
        -------------------------------------------------------------------------------- [extreme-entry]
        a[w] = max(a) at some position w        a[t] <= max(a) at every position t

    and for the minimum with `>=`. Two lists whose entries are within c have maxima within c: where one has its maximum,
    the other has an entry that is at most c smaller.

    Why. A finite list that is not empty has a greatest element.

    Pitfall. The empty list has none: its `max` is owed not to be asked for in a program, and is some value of which
    nothing is known in a formula.

    Reference. The maximum of 1-sensitive answers is 1-sensitive: Dwork and Roth, 2014, section 3.3.

    Owes. Nothing of its own.
    """
    a = Logical("a", List(item))
    extreme = Apply(operator, (a,), item)
    there = Quantified("exists", (T,), both([inside(T, a), equal(index(a, T), extreme)]))
    beyond = at_most(index(a, T), extreme) if operator == "greatest" else at_most(extreme, index(a, T))
    return both([follows(less(number(0), size(a)), there), _every(a, beyond)])


@cache
def mean_entry(operator: Literal["least", "greatest"], item: Type) -> Term:
    """mean-entry: the mean lies between the minimum and the maximum.

    Rule.
        size(a) > 0
        ------------------------------------------------ [mean-entry]
        size(a)*min(a) <= sum(a) <= size(a)*max(a)

    Why. Each of the `size(a)` terms lies between the two.

    Pitfall. This bounds the mean of one run. The means of two runs are close if the entries are, or if one of many
    entries changes; if one comes or goes, both the sum and the size move, and nothing is said.

    Reference. Addition is monotone.

    Owes. Nothing of its own.
    """
    a = Logical("a", List(item))
    sum_, extreme = Apply("sum", (a,), item), times(size(a), Apply(operator, (a,), item))
    fact = at_most(sum_, extreme) if operator == "greatest" else at_most(extreme, sum_)
    return follows(less(number(0), size(a)), fact)
