"""Values as z3 expressions: names, numbers, lists and tuples.

Numbers are Int and Real, never machine numbers. A list is a size and a function from positions to elements; a bit
string is a list of Bools. A read out of range is an unspecified value: if the list is a name, the value of its function
there; if it is computed, a fresh constant at every read.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import z3

from prhl.logic.terms import Term
from prhl.logic.types import BOOL, INT, REAL, Bits, List, Scalar, Tuple, Type
from prhl.records import dataclass
from prhl.solvers import direct
from prhl.solvers.aggregates import Aggregate
from prhl.solvers.arguments import MOST_ARGUMENTS, NOWHERE, Argument, Instances, Made
from prhl.solvers.direct import Symbols
from prhl.solvers.norms import Clipped, Distance

MOST_ENTRIES = 64  # of a list that stands for a term
LONGEST = 8_000  # bits of a number
MOST_FACTORS = 12  # of a product that z3 is given as one
LARGEST = 60_000  # values built for one query


class Unsupported(Exception):
    """Something that this encoding cannot say."""


@dataclass(frozen=True, slots=True)
class Items:
    """A list or bit string; `total`: its reads out of range belong to it; `name`: of one that is a constant of z3."""

    size: Any
    item: Callable[[Any], "Value"]
    total: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """A tuple."""

    items: tuple["Value", ...]


Value = Any  # a z3 expression, Items or Fields

Key = tuple[int, ...]
"""What a Skolem constant stands for: terms by identity, bound values by their hash."""

Bound = Mapping[str, Value]
NOTHING: Bound = {}


class Values(ABC):
    """The state of one question: its names, what quantifiers may be instantiated at, and its side conditions.

    What is here works on values alone. Where a value needs a term, subclasses encode it: see `encoding.Encoder`.
    """

    @abstractmethod
    def value(self, term: Term, bound: Bound = NOTHING) -> Value: ...

    @abstractmethod
    def truth(self, term: Term, bound: Bound) -> Any: ...

    @abstractmethod
    def hold(self, term: Term, positive: bool, bound: Bound = NOTHING) -> Any: ...

    def __init__(
        self,
        symbols: Symbols,
        serial: Iterator[int],
        names: dict[tuple[Key, int], int],
        instances: Instances = NOWHERE,
        full: bool = False,
    ) -> None:
        self.symbols = symbols
        self.context = symbols.context
        self.serial = serial  # for fresh names, and
        self.names = names  # those of values that exist: both are shared by the questions of a claim
        self.uses: dict[Key, int] = {}
        self.instances = instances
        self.full = full
        self.side: list[Any] = []  # what goes with the names that came up
        self.reads: dict[int, Any] = {}  # positions that are read, by identity
        self.named: dict[int, Any] = {}  # those of them that the claim names or a fact says to exist, and
        self.spoken: dict[int, Any] = {}  # those that are read outside of quantifiers, and
        self.witnesses: dict[int, Any] = {}  # those at which a law or a fact that holds everywhere speaks of one
        self.points: dict[int, Any] = {}  # numbers that functions are applied to, outside of quantifiers, and
        self.arguments: dict[object, Argument] = {}  # lists, bit strings and tuples
        self.made: dict[int, tuple[Value, Made]] = {}  # such values that exist, by identity
        self.general = 0  # how deep inside what holds everywhere, and is said here of some positions
        self.weakened = False  # whether something was instantiated or left out
        self.partial = False  # whether something that holds everywhere was instantiated at some values only
        self.untold: dict[str, None] = {}  # of what z3 knows only some properties: its models may be wrong
        self.left_out: list[str] = []  # what could not be said, and so was not
        self.unsaid: list[Term] = []  # the facts of which something was left out
        self.applies = False  # whether a function parameter occurs
        self.functions: dict[tuple[str, int], tuple[str, Any, Any]] = {}  # exp, ln, sqrt: by name and argument
        self.opaques: dict[tuple[str | int, ...], tuple[list[Any], Value]] = {}  # their values, by name and fingerprint
        self.applied_to: list[tuple[str, tuple[Value, ...], Any]] = []  # function parameters, of lists
        self.aggregates: dict[tuple[str, Key], Aggregate] = {}  # sums, counts and extremes of lists
        self.prints: list[Any] = []  # expressions whose identity is somewhere a key
        self.looked_into = False  # whether `mem` occurs
        self.norms: dict[tuple[int, Key, Key], Distance] = {}  # distances of lists
        self.clips: list[Clipped] = []  # lists that are clipped to a norm
        self.memo: dict[int, tuple[Term, Value]] = {}
        self.parts: dict[int, tuple[Any, Any]] = {}  # of products, with their names
        self.products: dict[int, Any] = {}  # of what is not a number, and quotients, by identity
        self.sizes: dict[int, tuple[Term, Any]] = {}
        self.aggregated: dict[Term, Value] = {}
        self.truths: dict[Term, Any] = {}
        self.built = 0
        self.depth = 0  # of names bound by z3 quantifiers
        self.printing = 0  # how many lists are read at a position that nobody else has
        self.printed: dict[tuple[str, Key], Any] = {}  # sums and the like that occur there only

    # ---- names -------------------------------------------------------------------------------

    def fresh(self, what: str, type_: Type) -> Value:
        return self.symbol(f"{what}!!{next(self.serial)}", type_)

    def lasting(self, key: Key) -> int:
        """A number for a Skolem constant: one for each use of the key in a question, and the same one whenever that is
        encoded again, so that rounds of instantiation speak of the same constants."""
        self.uses[key] = self.uses.get(key, 0) + 1
        return self.names.setdefault((key, self.uses[key]), len(self.names))

    def some(self, type_: Type, key: Key) -> Value:
        """A Skolem constant. What holds of all values is instantiated at it, too."""
        name = f"some!!{self.lasting(key)}"
        found = self.symbol(name, type_)
        if type_ == INT:
            self.reads[found.get_id()] = found
            (self.witnesses if self.general else self.named)[found.get_id()] = found
        elif not isinstance(type_, Scalar):
            self.made[id(found)] = (found, Made(name, type_))
        return found

    @property
    def places(self) -> list[Any]:
        """Positions that the question itself reads, outside of instances of quantifiers; those with a name first."""
        return list({**self.named, **self.spoken}.values())

    @property
    def positions(self) -> list[Any]:
        """The integers and reals at which to instantiate quantifiers, the most important first."""
        return list({**self.named, **self.spoken, **self.witnesses, **self.reads, **self.points}.values())

    def occurring(self, most: int | None = None) -> Instances:
        """The values at which the next round may instantiate quantifiers."""
        return Instances(tuple(self.positions[:most]), tuple(self.arguments.values())[:MOST_ARGUMENTS])

    def symbol(self, name: str, type_: Type, at: tuple[Any, ...] = ()) -> Value:
        """The value of a name, at positions inside it."""
        match type_:
            case Scalar():
                self.sort(type_)
                return self.symbols.entry(name, type_, at) if at else self.symbols.constant(name, type_)
            case List(item):
                size = self.symbol(f"{name}.size", INT, at)
                own = "" if at else name
                return Items(self.not_negative(size), lambda i: self.symbol(f"{name}.at", item, (*at, i)), True, own)
            case Bits():
                size = self.symbol(f"{name}.size", INT, at)
                own = "" if at else name
                return Items(self.not_negative(size), lambda i: self.symbol(f"{name}.at", BOOL, (*at, i)), True, own)
            case Tuple(items):
                return Fields(tuple([self.symbol(f"{name}.{n}", item, at) for n, item in enumerate(items)]))
            case _:
                raise Unsupported(f"a value of type {type_}")

    def not_negative(self, size: Any) -> Any:
        if not self.depth:
            self.side.append(direct.compared("ge", size, self.symbols.integer(0)))
        return size

    def sort(self, type_: Type) -> Any:
        if type_ not in self.symbols.sorts:
            raise Unsupported(f"a value of type {type_}")
        return self.symbols.sorts[type_]

    # ---- numbers -----------------------------------------------------------------------------

    def number(self, value: Fraction | int, type_: Type) -> Any:
        value = Fraction(value)
        if value.numerator.bit_length() + value.denominator.bit_length() > LONGEST:
            raise Unsupported("a number of this length")
        if type_ == INT and value.denominator == 1:
            return self.symbols.integer(value.numerator)
        return z3.RealVal(value, self.context)

    def product(self, factors: list[Any]) -> Any:
        """A product of one or more numbers; one of many factors by way of names for its parts.

        z3 looks at all parts of a product of variables, of which there are more than it counts as steps.
        """
        if sum([factors_in(factor) for factor in factors]) > MOST_FACTORS:
            factors = [self.part(factor) if factors_in(factor) > 1 else factor for factor in factors]
        while len(factors) > MOST_FACTORS:
            few = MOST_FACTORS // 2
            factors = [
                self.part(self.nonlinear(_multiplied(factors[n : n + few]))) for n in range(0, len(factors), few)
            ]
        return self.nonlinear(_multiplied(factors))

    def nonlinear(self, value: Any) -> Any:
        """A product or quotient; noted if it is not linear, since such have a share of z3's steps (`nonlinear.py`)."""
        if factors_in(value) > 1 or z3.is_div(value):
            self.products[value.get_id()] = value
        return value

    def part(self, whole: Any) -> Any:
        """A name for a product; the same for the same factors."""
        if self.depth:
            raise Unsupported("a product of so many factors under a quantifier")
        if whole.get_id() not in self.parts:
            name = self.fresh("part", INT if direct.is_int(whole) else REAL)
            self.side.append(name == whole)
            self.parts[whole.get_id()] = (whole, name)
        return self.parts[whole.get_id()][1]

    def widen(self, value: Value, type_: Type) -> Value:
        match value, type_:
            case Items(size, item, total), List(inner):
                return Items(size, lambda i: self.widen(item(i), inner), total)
            case Fields(items), Tuple(types):
                return Fields(tuple([self.widen(v, t) for v, t in zip(items, types, strict=True)]))
            case _:
                return direct.to_real(value) if type_ == REAL and direct.is_int(value) else value

    def function(self, name: str, argument: Any) -> Any:
        self.withhold(f"everything about {name}")
        real = z3.RealSort(self.context)
        result = z3.Function(name, real, real)(argument)
        if not self.depth:
            self.functions[name, argument.get_id()] = (name, argument, result)
        return result

    # ---- lists, bit strings and tuples -------------------------------------------------------

    def literal(self, items: list[Value], type_: Type) -> Items:
        def item(at: Any) -> Value:
            if not items:
                return self.symbol(f"outside!!{next(self.serial)}", type_, (at,))
            result = items[-1]
            for position in range(len(items) - 2, -1, -1):
                result = self.choose(direct.equal(at, self.symbols.integer(position)), items[position], result)
            return result

        return Items(self.number(len(items), INT), item, False)

    def concatenated(self, parts: list[Items]) -> Items:
        result = parts[0]
        for part in parts[1:]:
            result = self._after(result, part)
        return result

    def _after(self, first: Items, second: Items) -> Items:
        def item(at: Any) -> Value:
            return self.choose(direct.compared("lt", at, first.size), first.item(at), second.item(at - first.size))

        return Items(first.size + second.size, item, False)

    def shared(self, name: str, value: Value, type_: Type) -> Value:
        """A value in which the entry of a list at a position is encoded once.

        In a list that is built from itself again and again the paths to an entry may be exponentially many. So after
        `MOST_ENTRIES` positions the entry at a further one is unspecified, but for being a function of the position.
        """
        match value:
            case Items(size, item, total):
                item_type = type_.item if isinstance(type_, List) else BOOL
                known: dict[int, tuple[Any, Value]] = {}

                def entry(at: Any) -> Value:
                    if at.get_id() not in known:
                        if len(known) < MOST_ENTRIES:
                            found = self.shared(f"{name}.at", item(at), item_type)
                        else:
                            self.withhold("every entry of a list that is put together of very many parts")
                            found = self.symbol(f"{name}.at", item_type, (at,))
                        known[at.get_id()] = (at, found)
                    return known[at.get_id()][1]

                return Items(size, entry, total)
            case Fields(items) if isinstance(type_, Tuple):
                parts = [self.shared(f"{name}.{n}", v, type_.items[n]) for n, v in enumerate(items)]
                return Fields(tuple(parts))
            case _:
                return value

    def notice(self, at: Any) -> None:
        """Notes a position, at which the next round instantiates quantifiers."""
        if not self.depth and not self.printing:
            self.reads[at.get_id()] = at
            if not self.general:
                self.spoken[at.get_id()] = at

    def read(self, items: Items, at: Any, type_: Type) -> Value:
        self.notice(at)
        if items.total:
            return items.item(at)
        outside = self.symbol(f"outside!!{next(self.serial)}", type_, (at,))
        return self.choose(self.symbols.inside(at, items.size), items.item(at), outside)

    def choose(self, condition: Any, yes: Value, no: Value) -> Value:
        self.built += 1
        if self.built > LARGEST:
            raise Unsupported("a formula of this size")
        match yes, no:
            case Items(), Items():
                return Items(
                    direct.choice(condition, yes.size, no.size),
                    lambda i: self.choose(condition, yes.item(i), no.item(i)),
                    yes.total and no.total,
                )
            case Fields(a), Fields(b):
                return Fields(tuple([self.choose(condition, x, y) for x, y in zip(a, b, strict=True)]))
            case _:
                return direct.choice(condition, yes, no)

    def zeros(self, items: Items) -> Items:
        return Items(items.size, lambda _: self.number(0, REAL), True)

    def fingerprint(self, value: Value) -> tuple[Any, ...]:
        """Expressions that determine a value: the same only of the same values. Of a list, its size and its entry at a
        fresh variable position.

        PITFALL: a list in a list is read at another position than the outer one, also where it is read in order to tell
        which sum an entry is: else the diagonal of a table could not be told from a row. The position is a part of what
        is found: `sum(r)` beside a row r and `sum(y for x in r)` inside of it, y being the entry of r there, read the
        same entries of r at the same position, which is any in the first and the one of y in the second.
        """
        match value:
            case Items(size, item):
                at = z3.Int(f"anywhere!!{self.printing}", self.context)
                self.printing += 1
                try:
                    return (at, size, *self.fingerprint(item(at)))
                finally:
                    self.printing -= 1
            case Fields(items):
                return tuple([part for item in items for part in self.fingerprint(item)])
            case _:
                return (value,)

    def parity(self, bits: list[Any]) -> Any:
        result = bits[0]
        for bit in bits[1:]:
            result = z3.Xor(result, bit)
        return result

    # ---- what the solver is not told ---------------------------------------------------------

    def withhold(self, what: str) -> None:
        """z3 has an incomplete theory of this: a model that it finds may be none. Proofs are not affected."""
        self.untold[what] = None

    def leave_out(self, what: str) -> None:
        """Part of an assertion is dropped, which makes it weaker: a model that z3 finds may be none."""
        self.left_out.append(what)
        self.weakened = True


def scalars(value: Value) -> list[Any] | None:
    match value:
        case Items():
            return None
        case Fields(items):
            parts = [scalars(item) for item in items]
            return None if None in parts else [v for part in parts if part is not None for v in part]
        case _:
            return [value]


def _multiplied(factors: list[Any]) -> Any:
    result = factors[0]
    for factor in factors[1:]:
        result = result * factor
    return result


def factors_in(value: Any) -> int:
    """How many factors a value has."""
    kind = direct.kind(value)
    if kind == z3.Z3_OP_MUL:
        return sum([factors_in(part) for part in value.children()])
    return 0 if kind is None and (z3.is_int_value(value) or z3.is_rational_value(value)) else 1
