"""Uniform(S): every element of the finite set S with the same probability.

S is `{a, b, c}` without repetition, `lo..hi` (both included), `bits(n)` or `{0,1}^n`.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from prhl.distributions.base import Bound, Condition, Kind, Likely, Parameter, Stretch, Valuation
from prhl.distributions.conditions import ENTRIES, FEW, between, chosen, differs, integers, is_one_of, met, up_to
from prhl.distributions.masses import Masses, NotEnumerable, Value
from prhl.logic.build import FALSE, TRUE, at_most, both, either, equal, less, number, plus, quotient
from prhl.logic.build import size as size_of
from prhl.logic.constants import constant
from prhl.logic.sets import member
from prhl.logic.terms import AllBits, Apply, Between, Constant, DistributionArgument, Listed, Term, Variable
from prhl.logic.types import BOOL, Type
from prhl.sampling.finite_laws import Even, Law, Span, Strings

LONGEST = 64  # bits of a string in run 2


class Uniform:
    name = "Uniform"
    also = ("unif",)
    parameters = (Parameter("S", Kind.SET),)
    continuous = False

    def sample_type(self, arguments: Sequence[DistributionArgument]) -> Type:
        domain = arguments[0]
        assert isinstance(domain, Listed | Between | AllBits)
        return domain.item_type

    def conditions(self, arguments: Sequence[DistributionArgument]) -> tuple[Condition, ...]:
        match arguments[0]:
            case Listed(()):
                return (Condition(FALSE, "empty-set", "the set of Uniform is empty"),)
            case Listed(items):
                distinct = Apply("distinct", items, BOOL, arguments[0].span)
                return (Condition(distinct, "repeated-element", "the set of Uniform lists an element twice"),)
            case Between(low, high):
                return (Condition(at_most(low, high), "empty-set", "the range of Uniform is empty"),)
            case AllBits(size):
                return (Condition(at_most(number(0), size), "empty-set", "bits(n) needs n >= 0"),)
            case other:
                raise AssertionError(other)

    def support(self, arguments: Sequence[DistributionArgument], value: Term) -> Term:
        domain = arguments[0]
        assert isinstance(domain, Listed | Between | AllBits)
        return member(value, domain)

    def reached(self, arguments: Sequence[DistributionArgument], low: Bound, high: Bound) -> Term:
        match arguments[0]:
            case Between(first, last):
                return both([up_to(first, high), up_to(low, last)])
            case Listed(items):
                return either([between(low, item, high) for item in items])
            case _:
                return FALSE

    def ends(self, arguments: Sequence[DistributionArgument]) -> list[Term]:
        return [number(0)]

    def as_many(self, arguments: Sequence[DistributionArgument], others: Sequence[DistributionArgument]) -> Term:
        match arguments[0], others[0]:
            case Listed(items), Listed(other_items):
                return TRUE if len(items) == len(other_items) else FALSE
            case Between(low, high), Between(other_low, other_high):
                return equal(plus(high, low, -1), plus(other_high, other_low, -1))
            case AllBits(size), AllBits(other):
                return equal(size, other)
            case _:
                return FALSE

    def stretch(self, arguments: Sequence[DistributionArgument]) -> Stretch | None:
        match arguments[0]:
            case Between(low, high):
                return Stretch(low, plus(plus(high, low, -1), number(1)))
            case _:
                return None

    def value_terms(self, arguments: Sequence[DistributionArgument], known: Valuation) -> list[Term]:
        match arguments[0]:
            case Listed(items):
                return list(items)
            case Between(low, high):
                first, last = known(low), known(high)
                if isinstance(first, Fraction) and isinstance(last, Fraction) and last - first < FEW:
                    return [number(n) for n in range(int(first), int(last) + 1)]
                reason = "a range is drawn from value by value if its ends are constants"
            case AllBits(length, item_type):
                n = known(length)
                if isinstance(n, Fraction) and n >= 0 and 2**n <= FEW:
                    return [Constant("".join(digits), item_type) for digits in product("01", repeat=int(n))]
                reason = "bit strings are drawn value by value if their length is constant"
            case other:
                raise AssertionError(other)
        raise NotEnumerable(f"{reason}, at most {FEW} values")

    def mass_term(self, arguments: Sequence[DistributionArgument], value: Term, known: Valuation) -> Term:
        match arguments[0]:
            case Listed(items):  # no element stands twice, by `existence`
                return chosen(met(value, items), number(Fraction(1, len(items))), number(0))
            case Between(low, high):
                inside = both([at_most(low, value), at_most(value, high)])
                count = plus(plus(high, low, -1), number(1))
                size = constant(count)
                each = quotient(number(1), number(size) if isinstance(size, Fraction) else count)
                return chosen(inside, each, number(0))
            case AllBits(length):
                n = known(length)
                if isinstance(n, Fraction) and 0 <= n <= LONGEST:
                    return chosen(equal(size_of(value), length), number(Fraction(1, 2 ** int(n))), number(0))
                raise NotEnumerable("bit strings must have a constant length here")
            case other:
                raise AssertionError(other)

    def likely(
        self, arguments: Sequence[DistributionArgument], sample: Variable, edges: Sequence[Term]
    ) -> list[Likely]:
        """Each element, if the size of the set is bounded; and with two elements or more, another than a given one."""
        alike = [t for t in edges if t.type == sample.type]
        match arguments[0]:
            case Listed(items) as domain:
                entries = [Likely(f"entry {n}", equal(sample, item)) for n, item in enumerate(items[:ENTRIES])]
                found = is_one_of(sample, alike, [member(t, domain) for t in alike], None)
                return entries + found + (differs(sample, alike, TRUE) if len(items) > 1 else [])
            case Between(low, high):
                others = list(integers(edges))
                values = [low, high, *others]
                inside = [both([at_most(low, t), at_most(t, high)]) for t in values]
                return is_one_of(sample, values, inside, plus(high, low, -1)) + differs(sample, others, less(low, high))
            case AllBits(length):
                as_long = [equal(size_of(t), length) for t in alike]
                return is_one_of(sample, alike, as_long, length) + differs(sample, alike, less(number(0), length))
            case other:
                raise AssertionError(other)

    def law(self, arguments: Sequence[DistributionArgument]) -> Callable[..., Law]:
        match arguments[0]:
            case Listed():
                return Even
            case Between():
                return Span
            case _:
                return Strings

    def masses(self, values: Sequence[Value], limit: int) -> Masses:
        return Masses([(value, 1) for value in values[0]], len(values[0]))
