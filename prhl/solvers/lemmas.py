"""What is true of sums, counts, extremes and orders of all lists, each law as a formula.

The lists of a law are `a` and `b`; a sum or count adds up a *weight* for each element: itself, or 1 if it is the value
`v` and else 0. In all of them positions out of range and empty lists are taken care of, so that nothing unspecified is
ever read: the plain evaluator finds each law true of every list (`tests/test_aggregates.py`).
"""

from collections.abc import Callable
from functools import cache
from typing import Literal

from prhl.logic.build import (
    at_most,
    both,
    choose,
    comprehension,
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
from prhl.records import dataclass

OPERATORS = ("sum", "count", "least", "greatest")
ARRANGED = ("sort", "comprehension")  # lists that are made of others
WHOLE = (*OPERATORS, *ARRANGED)

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


# ---- lists that are made of others -----------------------------------------------------------


def _sorted(items: Logical) -> Term:
    return Apply("sort", (items,), items.type)


@cache
def sorted_entries(item: Type) -> Term:
    """sorted-entries: a sorted list rises, and has the elements of the list that was sorted.

    Rule.
        0 <= s <= t < size(a)
        --------------------------------------------------------------------------------- [sorted-entries]
        sort(a)[s] <= sort(a)[t]        sort(a)[t] is an entry of a
        size(sort(a)) = size(a)         a[t] is an entry of sort(a)

    for all positions s and t. How often an element occurs is told by `comprehensions` and `built-lists`:
    `sum(sort(a)) = sum(a)`, and the same for every count.

    Why. Sorting permutes.

    Pitfall. Not strictly: equal elements stand beside each other. And the entry of `sort(a)` at t is that of `a` at
    some position, not at t.

    Reference. Knuth, The Art of Computer Programming, volume 3, chapter 5.

    Owes. Nothing of its own.
    """
    a = Logical("a", List(item))
    s, done = Logical("s", INT), _sorted(a)
    ordered = both([inside(s, a), inside(T, a), at_most(s, T)])
    rises = follows(ordered, at_most(index(done, s), index(done, T)))
    return both(
        [
            Quantified("forall", (s, T), rises),
            _every(a, _is_entry(index(done, T), a)),
            _every(a, _is_entry(index(a, T), done)),
        ]
    )


def _is_entry(value: Term, items: Term) -> Term:
    s = Logical("s", INT)
    return Quantified("exists", (s,), both([inside(s, items), equal(index(items, s), value)]))


@cache
def sorted_close(item: Type, bound: Type) -> Term:
    """sorted-close: what is close entry by entry is so when it is sorted.

    Rule.
        size(a) = size(b)        a[t] - b[t] <= c at every position t
        --------------------------------------------------------------- [sorted-close]
        sort(a)[t] - sort(b)[t] <= c at every position t

    used both ways round, for c = 0 and for the bounds c that quantified facts of the question state. So `all_within`
    is kept by sorting, and the order statistics of answers are as sensitive as the answers.

    Why. The list b has t + 1 entries that are at most `sort(b)[t]`. The entries of a at the same positions are at most
    `sort(b)[t] + c`, and a list with t + 1 such entries has its t-th in order among them.

    Pitfall. The two lists are close position by position before they are sorted, not as sets. And a difference is not
    kept: entries may change places.

    Reference. Dwork and Roth, 2014, section 3.3; order statistics are monotone.

    Owes. Nothing of its own.
    """
    a, b, c = Logical("a", List(item)), Logical("b", List(item)), Logical("c", bound)
    close = _every(a, at_most(plus(index(a, T), index(b, T), -1), c))
    done = _every(a, at_most(plus(index(_sorted(a), T), index(_sorted(b), T), -1), c))
    return follows(both([equal(size(a), size(b)), close]), done)


@cache
def sorted_changed(item: Type, many: int) -> Term:
    """sorted-changed: if m entries change, an order statistic stays between those m places before and after it.

    Rule.
        size(a) = size(b)        a[t] = b[t] at every other position t        m of p1, ..., pn are changed
        ---------------------------------------------------------------------------------------------- [sorted-changed]
        sort(a)[t] <= sort(b)[t + m] for t + m < size(a)

    for positions p1, ..., pn as in `changed-entries`; used both ways round. With m = 0: equal lists are sorted alike.

    Why. The list b has t + m + 1 entries that are at most `sort(b)[t + m]`; all but m of them are entries of a.

    Pitfall. The median is not close to the old one: the next entry in order may be as far away as the range goes. And
    `sort(a)[t]` differs from `sort(b)[t]` at all positions between the old place of an entry and its new one.

    Reference. Nissim, Raskhodnikova and Smith, STOC 2007: the smooth sensitivity of the median.

    Owes. Nothing of its own.
    """
    a, b = Logical("a", List(item)), Logical("b", List(item))
    named = places(many)
    others = _every(a, equal(index(a, T), index(b, T)), named)
    moved = _at_places(a, named, lambda p: choose(unequal(index(a, p), index(b, p)), number(1), number(0)))
    after = plus(T, moved)
    near = follows(less(after, size(a)), at_most(index(_sorted(a), T), index(_sorted(b), after)))
    return follows(both([equal(size(a), size(b)), others]), _every(a, near))


@cache
def sorted_put_in(item: Type) -> Term:
    """sorted-put-in: with an element more, an order statistic lies between the old one there and the one before.

    Rule.
        size(a) = size(b) + 1
        a[t] = b[t] for t < p        a[t + 1] = b[t] for t >= p
        --------------------------------------------------------- [sorted-put-in]
        sort(a)[t] <= sort(b)[t] <= sort(a)[t + 1]

    for all positions t of b; used both ways round. A position p out of range says that the element came in at an end.

    Why. The t + 1 entries of b that are at most `sort(b)[t]` are entries of a. And of the t + 2 entries of a that are
    at most `sort(a)[t + 1]` all but one are entries of b.

    Pitfall. The position at which the element came in is not the one at which it stands in order.

    Reference. Interleaving of order statistics: David and Nagaraja, Order Statistics, 2003.

    Owes. Nothing of its own.
    """
    a, b = Logical("a", List(item)), Logical("b", List(item))
    (p,) = places(1)
    before = follows(less(T, p), equal(index(a, T), index(b, T)))
    after = follows(at_most(p, T), equal(index(a, plus(T, number(1))), index(b, T)))
    low = at_most(index(_sorted(a), T), index(_sorted(b), T))
    high = at_most(index(_sorted(b), T), index(_sorted(a), plus(T, number(1))))
    facts = [equal(size(a), plus(size(b), number(1))), _every(b, both([before, after]))]
    return follows(both(facts), _every(b, both([low, high])))


def kept(items: Term) -> Apply:
    """Of a list of pairs of a condition and a value: the values whose conditions hold, in order."""
    assert isinstance(items.type, List)
    assert isinstance(items.type.item, Tuple)
    p = Logical("p", items.type.item)
    condition, value = [Apply("field", (p, number(n)), items.type.item.items[n]) for n in (0, 1)]
    return comprehension(p, items, value, condition)


def _condition(pair: Term) -> Term:
    return Apply("field", (pair, number(0)), BOOL)


def _value(pair: Term, type_: Type) -> Term:
    return Apply("field", (pair, number(1)), type_)


@cache
def kept_entries(item: Type) -> Term:
    """kept-entries: the list of the elements that meet a condition has these and no others.

    Rule.
        b = [e for x in a if g]
        ---------------------------------------------------------------------------------------- [kept-entries]
        b[t] is the e of an element of a with g        the e of an element of a with g is an entry of b
        size(b) = count(x in a if g)

    Why. By definition.

    Pitfall. At the same position of b stands another element of a in the other run as soon as g differs at one of the
    elements before it. So positions of a say nothing of positions of b.

    Reference. Wadler, Comprehending monads, 1990.

    Owes. Nothing of its own.
    """
    pair = Tuple((BOOL, item))
    a = Logical("a", List(pair))
    b, s = kept(a), Logical("s", INT)
    from_a = both([inside(s, a), _condition(index(a, s)), equal(_value(index(a, s), item), index(b, T))])
    into_b = both([inside(s, b), equal(index(b, s), _value(index(a, T), item))])
    there = Quantified("exists", (s,), from_a)
    here = follows(_condition(index(a, T)), Quantified("exists", (s,), into_b))
    return both([_every(b, there), _every(a, here)])


@cache
def kept_alike(item: Type) -> Term:
    """kept-alike: lists whose conditions agree, and whose values agree where these hold, keep the same.

    Rule.
        size(a) = size(a')        at every position g and g' agree, and e = e' where they hold
        --------------------------------------------------------------------------------------- [kept-alike]
        [e for x in a if g] = [e' for x in a' if g']

    Why. The same elements are kept, in the same order.

    Pitfall. One condition that differs changes all positions behind it, and the size.

    Reference. Wadler, Comprehending monads, 1990.

    Owes. Nothing of its own.
    """
    pair = Tuple((BOOL, item))
    a, b = Logical("a", List(pair)), Logical("b", List(pair))
    one, other = index(a, T), index(b, T)
    alike = equal(_value(one, item), _value(other, item))
    every = _every(a, both([equal(_condition(one), _condition(other)), follows(_condition(one), alike)]))
    return follows(both([equal(size(a), size(b)), every]), equal(kept(a), kept(b)))
