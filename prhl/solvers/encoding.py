"""Terms as z3 expressions.

Numbers are Int and Real, never machine numbers. A list is a size and a function from positions to elements; a bit
string is a list of Bools. Lists are equal if their sizes are and their elements in range: what a function says beyond
the size is nobody's business. A read out of range is an unspecified value: of a list that is a name it is one
that belongs to this list, of one that is computed it is a new one at every read.

Everything is encoded in order to be *asserted*: `hold(term, True)` asserts it, `hold(term, False)` its negation.
What has to be true for all values of a name is instantiated at the positions that are read anywhere (the ground form)
or becomes a quantifier of z3 (the full form); what has to be true for some value gets a fresh constant. Lists, bit
strings and tuples with them are no sorts of z3: what holds of all of them is instantiated, in both forms, at those that
functions are applied to, each under the condition that it is a value of the type (`arguments.py`); in the full form it
counts as left out, since there are others.
What cannot be encoded is left out where that makes the assertion weaker, and refused elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any

import z3

from prhl.logic.build import TRUE, comprehension, count, number
from prhl.logic.constants import constant
from prhl.logic.terms import (
    Apply,
    Constant,
    Ghost,
    Hole,
    Logical,
    Quantified,
    Related,
    Term,
    Variable,
    subterms,
    written,
)
from prhl.logic.types import BOOL, INT, REAL, Bits, Function, List, Scalar, Tuple, Type
from prhl.numbers import Log, ln
from prhl.records import dataclass
from prhl.solvers import built, direct, lemmas
from prhl.solvers.aggregates import Aggregate
from prhl.solvers.arguments import (
    MOST_ARGUMENTS,
    NOWHERE,
    Argument,
    Instances,
    Made,
    agreement,
    may_be,
    occurring,
    stated_lengths,
)
from prhl.solvers.direct import Symbols
from prhl.solvers.lemmas import flat
from prhl.solvers.norms import Clipped, Distance, within_norm

MOST_INSTANCES = 24  # positions at which a quantifier is instantiated
MOST_TUPLES = 200  # of positions, for quantifiers with several names
HIGHEST_DEGREE = 4_096  # of powers of powers; z3 multiplies them out
SEVERAL = 4  # names for which the first of all tuples would hardly differ from each other
MOST_ENTRIES = 64  # of a list that stands for a term
LONGEST = 8_000  # bits of a number
MOST_FACTORS = 12  # of a product that z3 is given as one
LARGEST_POWER = 16  # of an exponential that is written out
LARGEST = 60_000  # values built for one query
NORMS = ("l1", "l2", "distance1", "distance2", "norm2", "clip1", "clip2")
OF_LISTS = (*lemmas.WHOLE, *NORMS, "mem", "apply")  # functions of whole lists


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
"""What a value that exists is for: terms by identity, bound values by their hash."""

Bound = Mapping[str, Value]
NOTHING: Bound = {}


class Encoder:
    """One query in the making."""

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
        """A number that no other use has in this question, and that this use has again if it is encoded again."""
        self.uses[key] = self.uses.get(key, 0) + 1
        return self.names.setdefault((key, self.uses[key]), len(self.names))

    def some(self, type_: Type, key: Key) -> Value:
        """A value that exists, to be instantiated at."""
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
        """The positions that the question speaks of by itself, those with a name first."""
        return list({**self.named, **self.spoken}.values())

    @property
    def positions(self) -> list[Any]:
        """Where to instantiate what holds everywhere, the most important first."""
        return list({**self.named, **self.spoken, **self.witnesses, **self.reads, **self.points}.values())

    def occurring(self, most: int | None = None) -> Instances:
        """Where the next question may instantiate."""
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

    # ---- values ------------------------------------------------------------------------------

    def value(self, term: Term, bound: Bound = NOTHING) -> Value:
        lasts = not bound or (isinstance(term, Variable | Constant) and not self.depth)  # whatever is bound
        if lasts:
            known = self.memo.get(id(term))
            if known is not None:
                return known[1]
        self.built += 1
        if self.built > LARGEST:
            raise Unsupported("a formula of this size")
        found = self._value(term, bound)
        if term.type == REAL and direct.is_int(found):
            found = direct.to_real(found)
        if lasts:
            self.memo[id(term)] = (term, found)
        return found

    def _value(self, term: Term, bound: Bound) -> Value:
        match term:
            case Constant(bool() as truth):
                return z3.BoolVal(truth, self.context)
            case Constant(str() as bits):
                return self.literal([z3.BoolVal(bit == "1", self.context) for bit in bits], BOOL)
            case Constant(Fraction() as value):
                return self.number(value, term.type)
            case Variable(means=meant) if meant is not None:
                return self.shared(f"{term.name}!{term.run}", self.value(meant), term.type)
            case Variable(name, run, type_):
                found = self.symbol(f"{name}!{run}", type_)
                if type_ == INT and name.endswith("@"):  # a position that the claim names
                    self.reads[found.get_id()] = found
                    self.named[found.get_id()] = found
                return found
            case Logical(name, type_):
                return bound[name] if name in bound else self.symbol(f"{name}!", type_)
            case Apply():
                return self.apply(term, bound)
            case Quantified():
                return self.truth(term, bound)
            case Ghost() | Hole() | Related():
                raise Unsupported("a ghost or a hole")

    def number(self, value: Fraction | int, type_: Type) -> Any:
        value = Fraction(value)
        if value.numerator.bit_length() + value.denominator.bit_length() > LONGEST:
            raise Unsupported("a number of this length")
        if type_ == INT and value.denominator == 1:
            return self.symbols.integer(value.numerator)
        return z3.RealVal(value, self.context)

    def numbers(self, terms: tuple[Term, ...], bound: Bound, real: bool = False) -> list[Any]:
        values = [self.value(t, bound) for t in terms]
        if real:
            return [direct.to_real(v) if direct.is_int(v) else v for v in values]
        return list(direct.widened(values))

    def apply(self, term: Apply, bound: Bound) -> Value:
        operator, arguments = term.operator, term.arguments
        match operator:
            case "not" | "and" | "or" | "implies" | "iff" | "eq" | "ne" | "distinct" | "lt" | "le" | "gt" | "ge":
                return self.truth(term, bound)
            case "xor" if term.type == BOOL:
                return self.truth(term, bound)
            case "add":
                values = self.numbers(arguments, bound)
                return direct.total(values) if len(values) > 1 else values[0]
            case "neg":
                return -self.value(arguments[0], bound)
            case "mul":
                return self.product(self.numbers(arguments, bound))
            case "div":
                above, below = self.numbers(arguments, bound, real=True)
                return above / below if _degree(below) == 0 else self.nonlinear(above / below)
            case "ediv":
                above, below = self.numbers(arguments, bound)
                return above / below  # of Ints: Euclidean, as SMT-LIB has it
            case "emod":
                above, below = self.numbers(arguments, bound)
                return above % below
            case "pow":
                known = constant(term)
                if isinstance(known, Fraction):
                    return self.number(known, term.type)
                if degree(term) > HIGHEST_DEGREE:
                    raise Unsupported("a power of so high a degree")
                return self.power(arguments, bound)
            case "abs":
                inner = self.value(arguments[0], bound)
                return direct.choice(inner >= 0, inner, -inner)
            case "min" | "max":
                values = self.numbers(arguments, bound)
                result = values[0]
                for value in values[1:]:
                    result = direct.choice((value < result) if operator == "min" else (value > result), value, result)
                return result
            case "floor":
                inner = self.value(arguments[0], bound)
                return inner if direct.is_int(inner) else z3.ToInt(inner)
            case "ceil":
                inner = self.value(arguments[0], bound)
                return inner if direct.is_int(inner) else -z3.ToInt(-inner)
            case "widen":
                return self.widen(self.value(arguments[0], bound), term.type)
            case "exp":
                return self.exp(arguments[0], bound)
            case "ln":
                return self.ln(arguments[0], bound)
            case "sqrt":
                return self.function("sqrt", self.real(arguments[0], bound))
            case "ite":
                return self.choice(term, bound)
            case "tuple":
                return Fields(tuple([self.value(a, bound) for a in arguments]))
            case "field":
                position = arguments[1]
                assert isinstance(position, Constant)
                inner = self.value(arguments[0], bound)
                return inner.items[int(position.value)]
            case "list":
                assert isinstance(term.type, List)
                return self.literal([self.value(a, bound) for a in arguments], term.type.item)
            case "index":
                return self.read(self.value(arguments[0], bound), self.value(arguments[1], bound), term.type)
            case "size":
                return self.size(arguments[0], bound)
            case "concat":
                return self.concatenated([self.value(a, bound) for a in arguments])
            case "store":
                items, at, new = [self.value(a, bound) for a in arguments]
                self.notice(at)
                return Items(items.size, lambda i: self.choose(direct.equal(i, at), new, items.item(i)), False)
            case "xor":
                parts = [self.value(a, bound) for a in arguments]
                return Items(parts[0].size, lambda i: self.parity([part.item(i) for part in parts]), False)
            case "apply":
                return self.applied(term, bound)
            case "sum" | "count" | "least" | "greatest" | "sort":
                return self.aggregate(term, bound)
            case "comprehension":
                return self.comprehension(term, bound)
            case "mem":
                one, listed = arguments
                self.looked_into = True
                return direct.compared("gt", self.value(count(listed, one), bound), self.symbols.integer(0))
            case "vadd" | "vsub":
                one, two = [self.value(a, bound) for a in arguments]
                sign = 1 if operator == "vadd" else -1
                return Items(one.size, lambda i: one.item(i) + sign * two.item(i), False)
            case "vscale":
                factor, items = [self.value(a, bound) for a in arguments]
                return Items(items.size, lambda i: self.nonlinear(factor * items.item(i)), False)
            case "l1" | "l2":
                return self.truth(within_norm(term), bound)
            case "distance1" | "norm2":
                return self.distance(term, bound)
            case "distance2":
                return self.product([self.distance(term, bound)] * 2)
            case "clip1" | "clip2":
                return self.clipped(term, bound)
            case _:
                raise Unsupported(f"`{operator}`")

    def real(self, term: Term, bound: Bound) -> Any:
        value = self.value(term, bound)
        return direct.to_real(value) if direct.is_int(value) else value

    def power(self, arguments: tuple[Term, ...], bound: Bound) -> Any:
        base, exponent = self.value(arguments[0], bound), arguments[1]
        assert isinstance(exponent, Constant)
        return self.product([base] * int(exponent.value)) if exponent.value else self.number(1, INT)

    def product(self, factors: list[Any]) -> Any:
        """A product of one or more numbers; one of many factors by way of names for its parts.

        z3 looks at all parts of a product of variables, of which there are more than it counts as steps.
        """
        if sum([_degree(factor) for factor in factors]) > MOST_FACTORS:
            factors = [self.part(factor) if _degree(factor) > 1 else factor for factor in factors]
        while len(factors) > MOST_FACTORS:
            few = MOST_FACTORS // 2
            factors = [
                self.part(self.nonlinear(_multiplied(factors[n : n + few]))) for n in range(0, len(factors), few)
            ]
        return self.nonlinear(_multiplied(factors))

    def nonlinear(self, value: Any) -> Any:
        """A product or quotient, which is noted if it is one of unknowns."""
        if _degree(value) > 1 or z3.is_div(value):
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

    def parity(self, bits: list[Any]) -> Any:
        result = bits[0]
        for bit in bits[1:]:
            result = z3.Xor(result, bit)
        return result

    def widen(self, value: Value, type_: Type) -> Value:
        match value, type_:
            case Items(size, item, total), List(inner):
                return Items(size, lambda i: self.widen(item(i), inner), total)
            case Fields(items), Tuple(types):
                return Fields(tuple([self.widen(v, t) for v, t in zip(items, types, strict=True)]))
            case _:
                return direct.to_real(value) if type_ == REAL and direct.is_int(value) else value

    # ---- structures --------------------------------------------------------------------------

    def literal(self, items: list[Value], type_: Type) -> Items:
        def item(at: Any) -> Value:
            if not items:
                return self.symbol(f"outside!!{next(self.serial)}", type_, (at,))
            result = items[-1]
            for position in range(len(items) - 2, -1, -1):
                result = self.choose(direct.equal(at, self.symbols.integer(position)), items[position], result)
            return result

        return Items(self.number(len(items), INT), item, False)

    def size(self, items: Term, bound: Bound) -> Any:
        """The size of a list; where names stand for long terms, without what the entries are."""
        if id(items) in self.memo or not any([isinstance(t, Variable) and t.means is not None for t in written(items)]):
            return self.value(items, bound).size
        match items:
            case Variable(means=meant) if meant is not None:
                if id(meant) not in self.sizes:
                    self.sizes[id(meant)] = (meant, self.size(meant, bound))
                return self.sizes[id(meant)][1]
            case Apply("store" | "widen", (inner, *_)):
                return self.size(inner, bound)
            case Apply("concat", parts):
                return z3.Sum([self.size(part, bound) for part in parts])
            case Apply("ite", (condition, yes, no)):
                sizes = self.size(yes, bound), self.size(no, bound)
                return sizes[0] if sizes[0].eq(sizes[1]) else direct.choice(self.truth(condition, bound), *sizes)
            case _:
                return self.value(items, bound).size

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
        """A value with a name: an entry of a list is looked up once at each position.

        A list that is put together from itself again and again has more ways to an entry than can be followed;
        from some position on its entries are values of which nothing is known but that they are the list's.
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

    def withhold(self, what: str) -> None:
        """The solver does not know all about this: what it cannot refute need not be possible."""
        self.untold[what] = None

    def leave_out(self, what: str) -> None:
        """Something is not said, which makes an assertion weaker: what the solver finds possible may not be so."""
        self.left_out.append(what)
        self.weakened = True

    def notice(self, at: Any) -> None:
        """A position to instantiate at."""
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

    def choice(self, term: Apply, bound: Bound) -> Value:
        arguments = term.arguments
        result = self.value(arguments[-1], bound)
        for at in range(len(arguments) - 3, -1, -2):
            result = self.choose(self.truth(arguments[at], bound), self.value(arguments[at + 1], bound), result)
        return result

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

    # ---- truth, where it does not matter on which side ---------------------------------------

    def truth(self, term: Term, bound: Bound) -> Any:
        """A Bool that is true just if the formula is."""
        if not delicate(term):
            return self.hold(term, True, bound)
        if self.depth:
            raise Unsupported("a quantifier inside a value under a quantifier")
        if not bound and term in self.truths:
            return self.truths[term]
        name = self.fresh("truth", BOOL)
        if not bound:
            self.truths[term] = name
        self.side.append(direct.implication(name, self.hold(term, True, bound)))
        self.side.append(direct.implication(direct.negation(name), self.hold(term, False, bound)))
        return name

    # ---- assertions --------------------------------------------------------------------------

    def hold(self, term: Term, positive: bool, bound: Bound = NOTHING) -> Any:
        """The formula, or its negation, to be asserted."""
        match term:
            case Quantified():
                return self.quantified(term, positive, bound)
            case Apply("not", (inner,)):
                return self.hold(inner, not positive, bound)
            case Apply("and" | "or" as operator, arguments):
                parts = [self.hold(a, positive, bound) for a in arguments]
                return direct.conjunction(parts) if (operator == "and") == positive else direct.disjunction(parts)
            case Apply("implies", arguments):
                parts = [self.hold(a, not positive, bound) for a in arguments[:-1]]
                last = self.hold(arguments[-1], positive, bound)
                return direct.disjunction([*parts, last]) if positive else direct.conjunction([*parts, last])
            case Apply("iff" | "xor", arguments) if term.type == BOOL:
                return self.chain(term, arguments, positive, bound)
            case Apply("eq", (left, right)) | Apply("ne", (left, right)):
                return self.equal(term, left, right, (term.operator == "eq") == positive, bound)
            case Apply("distinct", arguments):
                pairs = [(a, b) for n, a in enumerate(arguments) for b in arguments[n + 1 :]]
                parts = [self.equal(term, a, b, not positive, bound) for a, b in pairs]
                return self.both(parts) if positive else self.either(parts)
            case Apply("lt" | "le" | "gt" | "ge" as operator, arguments):
                left, right = self.numbers(arguments, bound)
                found = direct.compared(operator, left, right)
                return found if positive else direct.negation(found)
            case Apply("ite", arguments):
                return self.cases(arguments, positive, bound)
            case _:
                found = self.value(term, bound)
                return found if positive else direct.negation(found)

    def both(self, parts: list[Any]) -> Any:
        return direct.conjunction(parts) if parts else z3.BoolVal(True, self.context)

    def either(self, parts: list[Any]) -> Any:
        return direct.disjunction(parts) if parts else z3.BoolVal(False, self.context)

    def cases(self, arguments: tuple[Term, ...], positive: bool, bound: Bound) -> Any:
        result = self.hold(arguments[-1], positive, bound)
        for at in range(len(arguments) - 3, -1, -2):
            condition = self.truth(arguments[at], bound)
            result = direct.choice(condition, self.hold(arguments[at + 1], positive, bound), result)
        return result

    def chain(self, term: Apply, arguments: tuple[Term, ...], positive: bool, bound: Bound) -> Any:
        """`<=>` and `xor` of any length, from the left."""
        if not any([delicate(a) for a in arguments]):
            values = [self.hold(a, True, bound) for a in arguments]
            result = values[0]
            for value in values[1:]:
                result = z3.Xor(result, value) if term.operator == "xor" else direct.equal(result, value)
            return result if positive else direct.negation(result)
        first, rest = arguments[0], arguments[1:]
        other: Term = rest[0] if len(rest) == 1 else replace(term, arguments=rest)
        alike = (term.operator == "iff") == positive
        return direct.disjunction(
            [
                direct.conjunction([self.hold(first, True, bound), self.hold(other, alike, bound)]),
                direct.conjunction([self.hold(first, False, bound), self.hold(other, not alike, bound)]),
            ]
        )

    def equal(self, term: Apply, left: Term, right: Term, positive: bool, bound: Bound) -> Any:
        if isinstance(left.type, Function):
            return self.one_function(left, right, positive)
        if left.type == BOOL and (delicate(left) or delicate(right)):
            return self.chain(replace(term, operator="iff"), (left, right), positive, bound)
        key = (id(left), id(right), *self.key(bound))
        return self.same(self.value(left, bound), self.value(right, bound), left.type, positive, key)

    def one_function(self, left: Term, right: Term, positive: bool) -> Any:
        if left == right:
            return z3.BoolVal(positive, self.context)
        at, agree = agreement(left, right)

        def body(chosen: tuple[Value, ...]) -> Any:
            return self.hold(agree, positive, {at.name: chosen[0]})

        return (
            self.everywhere((at.type,), body) if positive else self.somewhere((at.type,), body, (id(left), id(right)))
        )

    def key(self, bound: Bound) -> Key:
        return tuple([value.hash() for value in bound.values() if z3.is_expr(value)])

    def same(self, left: Value, right: Value, type_: Type, positive: bool, key: Key) -> Any:
        """That two values are equal, or that they are not."""
        match left, right:
            case Fields(a), Fields(b):
                types = type_.items if isinstance(type_, Tuple) else ()
                parts = [self.same(x, y, t, positive, key) for x, y, t in zip(a, b, types, strict=True)]
                return self.both(parts) if positive else self.either(parts)
            case Items(), Items():
                return self.same_items(left, right, type_, positive, key)
            case _:
                if direct.is_int(left) and direct.is_real(right):
                    left = direct.to_real(left)
                elif direct.is_real(left) and direct.is_int(right):
                    right = direct.to_real(right)
                return direct.equal(left, right) if positive else direct.unequal(left, right)

    def same_items(self, left: Items, right: Items, type_: Type, positive: bool, key: Key) -> Any:
        if left is right:
            return z3.BoolVal(positive, self.context)
        item_type = type_.item if isinstance(type_, List) else BOOL

        def alike(at: Any) -> Any:
            inside = self.symbols.inside(at, left.size)
            if positive:
                return direct.implication(
                    inside, self.same(left.item(at), right.item(at), item_type, True, (*key, at.hash()))
                )
            return direct.conjunction(
                [inside, self.same(left.item(at), right.item(at), item_type, False, (*key, at.hash()))]
            )

        sizes = direct.equal(left.size, right.size)
        if positive:
            return direct.conjunction([sizes, self.everywhere((INT,), lambda chosen: alike(chosen[0]))])
        return direct.disjunction(
            [direct.negation(sizes), self.somewhere((INT,), lambda chosen: alike(chosen[0]), key)]
        )

    def quantified(self, term: Quantified, positive: bool, bound: Bound) -> Any:
        names = [v.name for v in term.variables]
        types = tuple([v.type for v in term.variables])

        def body(chosen: tuple[Value, ...]) -> Any:
            return self.hold(term.body, positive, {**bound, **dict(zip(names, chosen, strict=True))})

        universal = (term.kind == "forall") == positive
        return self.everywhere(types, body) if universal else self.somewhere(types, body, (id(term), *self.key(bound)))

    def everywhere(self, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any]) -> Any:
        """That something holds for all values."""
        self.weakened = True
        if self.full and all([flat(type_) for type_ in types]):
            return self.by_z3(z3.ForAll, types, body)
        if not self.full:
            return self.at_candidates(types, body)
        # where there are lists among them, all numbers for each choice of those that occur
        whole = [at for at, type_ in enumerate(types) if not flat(type_)]
        others = tuple([type_ for type_ in types if flat(type_)])
        self.leave_out(f"what holds of every {types[whole[0]]}")

        def of_lists(chosen: tuple[Value, ...]) -> Any:
            def of_numbers(rest: tuple[Value, ...]) -> Any:
                lists, numbers = iter(chosen), iter(rest)
                return body(tuple([next(lists if at in whole else numbers) for at in range(len(types))]))

            return self.by_z3(z3.ForAll, others, of_numbers) if others else of_numbers(())

        return self.at_candidates(tuple([types[at] for at in whole]), of_lists)

    def at_candidates(self, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any]) -> Any:
        """That something holds for the values that occur, as far as they are of the types."""
        ranges = [self.candidates(type_) for type_ in types]
        chosen = _tuples(ranges)
        self.partial |= any([type_ not in (BOOL, INT) for type_ in types]) or len(chosen) < prod(map(len, ranges))
        self.general += 1
        try:
            return self.both([self.if_fitting(values, types, body) for values in chosen])
        finally:
            self.general -= 1

    def if_fitting(
        self, values: tuple[Value, ...], types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any]
    ) -> Any:
        lengths = [
            (found, stated)
            for value, type_ in zip(values, types, strict=True)
            for found, stated in stated_lengths(value, type_)
        ]
        said = body(values)
        if not lengths:
            return said
        fitting = [direct.equal(found, self.symbols.integer(stated)) for found, stated in lengths]
        return direct.implication(direct.conjunction(fitting), said)

    def candidates(self, type_: Type) -> list[Value]:
        if type_ == BOOL:
            return [z3.BoolVal(truth, self.context) for truth in (False, True)]
        if type_ in (INT, REAL):
            return [one for one in self.instances.positions if direct.is_int(one) == (type_ == INT)]
        return [self.again(one) for one in self.instances.arguments if may_be(one.term.type, type_)]

    def again(self, argument: Argument) -> Value:
        """The value of an argument in this question, as it was asked before."""
        bound = {
            name: self.symbol(value.name, value.type) if isinstance(value, Made) else value
            for name, value in argument.bound.items()
        }
        return self.value(argument.term, bound)

    def somewhere(self, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any], key: Key) -> Any:
        """That something holds for some values."""
        if self.depth:
            return self.by_z3(z3.Exists, types, body)
        return body(tuple([self.some(type_, key) for type_ in types]))

    def by_z3(self, quantifier: Any, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any]) -> Any:
        unsaid = [type_ for type_ in types if not flat(type_)]
        if unsaid:
            self.leave_out(f"what holds of every {unsaid[0]}")
            return z3.BoolVal(True, self.context)
        chosen = tuple([self.fresh("any", type_) for type_ in types])
        names = [part for value in chosen for part in _scalars(value) or []]
        self.depth += 1
        try:
            return quantifier(names, body(chosen))
        except Unsupported as stopped:
            self.leave_out(str(stopped))
            return z3.BoolVal(True, self.context)
        finally:
            self.depth -= 1

    # ---- functions that z3 does not know -----------------------------------------------------

    def function(self, name: str, argument: Any) -> Any:
        self.withhold(f"everything about {name}")
        real = z3.RealSort(self.context)
        result = z3.Function(name, real, real)(argument)
        if not self.depth:
            self.functions[name, argument.get_id()] = (name, argument, result)
        return result

    def exp(self, term: Term, bound: Bound) -> Any:
        """exp turns sums into products, so that z3 sees one unknown for each summand."""
        match term:
            case Apply("widen", (inner,)):
                return self.exp(inner, bound)
            case Apply("neg", (inner,)):
                return self.nonlinear(1 / self.exp(inner, bound))
            case Apply("add", arguments):
                result = self.exp(arguments[0], bound)
                for argument in arguments[1:]:
                    if isinstance(argument, Apply) and argument.operator == "neg":
                        result = result / self.exp(argument.arguments[0], bound)
                    else:
                        result = result * self.exp(argument, bound)
                return self.nonlinear(result)
            case Apply("ite", arguments):
                result = self.exp(arguments[-1], bound)
                for at in range(len(arguments) - 3, -1, -2):
                    result = direct.choice(self.truth(arguments[at], bound), self.exp(arguments[at + 1], bound), result)
                return result
            case Constant(Fraction() as value) if value == 0:
                return self.number(1, REAL)
            case Apply("ln", (inner,)) if isinstance(known := constant(inner), Fraction) and known > 0:
                return self.number(known, REAL)
            case Apply("mul", (Constant(Fraction() as times), rest)) | Apply(
                "mul", (rest, Constant(Fraction() as times))
            ):
                return self.exp_of_multiple(times, rest, bound)
            case Apply("mul", (Apply("widen", (Constant() as times,)), rest)):
                return self.exp(replace(term, arguments=(times, rest)), bound)
            case _:
                return self.function("exp", self.real(term, bound))

    def exp_of_multiple(self, times: Fraction, rest: Term, bound: Bound) -> Any:
        """exp(n*t) = exp(t)^n for a small integer n."""
        if times.denominator != 1 or not 0 < abs(times) <= LARGEST_POWER:
            return self.function("exp", self.number(times, REAL) * self.real(rest, bound))
        result = self.product([self.exp(rest, bound)] * abs(int(times)))
        return result if times > 0 else self.nonlinear(1 / result)

    def ln(self, term: Term, bound: Bound) -> Any:
        match term:
            case Apply("widen", (inner,)):
                return self.ln(inner, bound)
            case Apply("ite", arguments):
                result = self.ln(arguments[-1], bound)
                for at in range(len(arguments) - 3, -1, -2):
                    result = direct.choice(self.truth(arguments[at], bound), self.ln(arguments[at + 1], bound), result)
                return result
            case _ if isinstance(value := constant(term), Fraction) and value > 0:
                return self.ln_of(value)
            case Apply("exp", (inner,)):
                return self.real(inner, bound)  # exp is above 0 everywhere, and ln undoes it
            case _:
                result = self.function("ln", self.real(term, bound))
                if isinstance(term, Apply) and not self.depth:
                    self.ln_of_parts(term, result, bound)
                return result

    def ln_of(self, value: Fraction) -> Any:
        """The logarithm of a rational as a sum over primes, so that equal sums of logarithms are the same."""
        found = ln(value)
        if isinstance(found, int | Fraction):
            return self.number(found, REAL)
        if not isinstance(found, Log):  # it has a large factor
            return self.function("ln", self.number(value, REAL))
        parts = [self.number(found.c * n, REAL) * self.function("ln", self.number(p, REAL)) for p, n in found.form]
        return z3.Sum(parts) if len(parts) > 1 else parts[0]

    def ln_of_parts(self, term: Apply, result: Any, bound: Bound) -> None:
        """ln(a*b) = ln a + ln b, ln(a/b) = ln a - ln b, ln(a^n) = n*ln a, ln(sqrt(a)) = ln(a)/2: for positive a and b.

        Each follows from exp(x + y) = exp(x)*exp(y), as exp is injective: exp(n*ln a) = exp(ln a)^n = a^n.
        PITFALL: a square is positive for negative a, of which ln says nothing.
        """
        if term.operator not in ("mul", "div", "pow", "sqrt"):
            return
        inner = term.arguments[:1] if term.operator == "pow" else term.arguments
        parts = [self.real(a, bound) for a in inner]
        logs = [self.ln(a, bound) for a in inner]
        match term:
            case Apply("mul"):
                value = z3.Sum(logs)
            case Apply("div"):
                value = logs[0] - logs[1]
            case Apply("pow", (_, Constant(Fraction() as times))):
                value = self.number(times, REAL) * logs[0]
            case _:
                value = logs[0] / 2
        self.side.append(direct.implication(z3.And([part > 0 for part in parts]), result == value))

    # ---- functions of whole lists ------------------------------------------------------------

    def applied(self, term: Apply, bound: Bound) -> Value:
        head = term.arguments[0]
        assert isinstance(head, Variable)
        assert isinstance(head.type, Function)
        self.applies = True
        argument = self.value(term.arguments[1], bound)
        name = f"{head.name}!{head.run}()"
        flat = _scalars(argument)
        if not self.depth and not self.general:
            parts = argument.items if isinstance(argument, Fields) else (argument,)
            self.points |= {part.get_id(): part for part in parts if z3.is_arith(part)}
            self.arguments |= {one.key: one for one in occurring(term.arguments[1], bound, self.made)}
        if flat is not None and isinstance(term.type, Scalar):
            return z3.Function(name, *[v.sort() for v in flat], self.sort(term.type))(*flat)
        lists = _lists(argument) if isinstance(term.type, Scalar) else ()
        if not lists:
            return self.opaque(term, name, (argument,), bound)
        # of some lists and some numbers: a function of the numbers for each choice of lists
        flat = [part for value in argument.items if not isinstance(value, Items) for part in _scalars(value) or ()]
        named = f"{name}[{', '.join(lists)}]"
        found = z3.Function(named, *[v.sort() for v in flat], self.sort(term.type))(*flat)
        if not self.depth and not self.general:
            self.alike(term, name, (argument,), found, bound)
        return found

    def aggregate(self, term: Apply, bound: Bound) -> Value:
        """`sum`, `count` and the like: of a list that is built from others part by part, else a value with laws."""
        name = f"{term.operator}({', '.join([a.name for a in term.arguments if isinstance(a, Logical)])})"
        if name in bound:  # in a law
            return bound[name]
        if not bound and term in self.aggregated:
            return self.aggregated[term]
        parts = built.written_out(term)
        found = self.unknown(term, bound) if parts is None else self.value(parts, bound)
        if not bound:
            self.aggregated[term] = found
        return found

    def unknown(self, term: Apply, bound: Bound) -> Value:
        """A function of a list as a value that laws speak of; the same for the same list."""
        if self.depth:
            raise Unsupported(f"`{term.operator}` of a list under a quantifier")
        self.withhold("everything about sums, counts, extremes and orders of lists")
        given = term.arguments if term.operator != "comprehension" else term.arguments[1:2]
        arguments = tuple([self.value(a, bound) for a in given])
        prints = tuple([self.fingerprint(a) for a in arguments])
        known = tuple([part.get_id() for parts in prints for part in parts])
        key = (lemmas.WHOLE.index(term.operator), *[part.hash() for parts in prints for part in parts])
        if self.printing:
            if (term.operator, known) not in self.printed:
                found = self.symbol(f"{term.operator}!!{self.lasting((-1, *key))}", term.type)
                self.printed[term.operator, known] = self.arranged(term, arguments, found, bound)
                self.prints.append(prints)
            return self.printed[term.operator, known]
        if (term.operator, known) not in self.aggregates:
            found = self.symbol(f"{term.operator}!!{self.lasting(key)}", term.type)
            found = self.arranged(term, arguments, found, bound)
            self.aggregates[term.operator, known] = Aggregate(term, arguments, prints, found)
            if len(arguments) > 1 and direct.is_int(arguments[1]):
                self.reads[arguments[1].get_id()] = arguments[1]  # what holds for all values holds for this one
        return self.aggregates[term.operator, known].found

    def arranged(self, term: Apply, arguments: tuple[Value, ...], found: Value, bound: Bound) -> Value:
        """A list that is made of another one, with the size that it has."""
        if term.operator == "sort":
            return Items(arguments[0].size, found.item, True)
        if term.operator == "comprehension":
            own, pairs, _, guard = term.arguments
            assert isinstance(own, Logical)
            many = Apply("sum", (comprehension(own, pairs, number(1), guard),), INT)
            return Items(self.value(many, bound), found.item, True)
        return found

    def fingerprint(self, value: Value) -> tuple[Any, ...]:
        """Expressions that are the same only of the same values; lists are read at a position that nobody else has.

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

    def comprehension(self, term: Apply, bound: Bound) -> Items:
        """`[e for x in a]` has the size of `a`, and at each position the value of e for the element there."""
        own, items, body, guard = term.arguments
        assert isinstance(own, Logical)
        if guard != TRUE:
            return self.kept(term, bound)
        name, given = own.name, self.value(items, bound)
        return Items(given.size, lambda at: self.value(body, {**bound, name: given.item(at)}), False)

    def kept(self, term: Apply, bound: Bound) -> Items:
        """The elements that meet a condition, as a list that laws speak of: those of pairs of a condition and a value,
        in which the condition holds."""
        items = term.arguments[1]
        if isinstance(items, Logical) and (law := f"comprehension({items.name})") in bound:
            return bound[law]  # type: ignore[no-any-return]  # a list
        if not bound and term in self.aggregated:
            return self.aggregated[term]  # type: ignore[no-any-return]  # a list
        found = self.unknown(lemmas.kept(built.pairs(term)), bound)
        if not bound:
            self.aggregated[term] = found
        return found  # type: ignore[no-any-return]  # a list

    def define(self, term: Apply) -> None:
        """A function of a list that is built from others, as a value that laws speak of, too."""
        before = len(self.side)
        try:
            self.side.append(self.unknown(term, NOTHING) == self.value(term))
        except Unsupported:
            del self.side[before:]

    def agree(self, one: Aggregate, other: Apply) -> None:
        """A function of a list that does not look at the order, of the same elements in order: see `comprehensions`."""
        before = len(self.side)
        try:
            self.side.append(self.unknown(other, NOTHING) == one.found)
        except Unsupported:
            del self.side[before:]

    def law(self, law: Term, bound: Bound, limit: Term | None = None) -> Any | None:
        """A law at what its names are bound to, c to the limit; None if it cannot be said."""
        before = len(self.side)
        self.general += 1
        try:
            return self.hold(law, True, bound if limit is None else {**bound, "c": self.value(limit)})
        except Unsupported:
            del self.side[before:]
            return None
        finally:
            self.general -= 1

    def distance(self, term: Apply, bound: Bound) -> Any:
        """The distance of two lists; of multiples by one number it is that multiple."""
        if self.depth:
            raise Unsupported("a distance of lists under a quantifier")
        match term.arguments:
            case (Apply("vscale", (k, a)), Apply("vscale", (l, b))) if k == l:
                inner = self.distance(replace(term, arguments=(a, b)), bound)
                factor = self.value(Apply("abs", (k,), k.type), bound)
                return self.product([direct.to_real(factor) if direct.is_int(factor) else factor, inner])
        one, two = [self.widen(self.value(a, bound), List(REAL)) for a in term.arguments]
        terms = (term.arguments[0], term.arguments[1])
        return self.apart(1 if term.operator == "distance1" else 2, (one, two), terms).found

    def apart(self, power: int, lists: tuple[Items, Items], terms: tuple[Term, Term] | None) -> Distance:
        """The distance of two lists, the same for the same lists."""
        self.withhold("everything about norms")
        prints = [self.fingerprint(one) for one in lists]
        one, two = [tuple([part.get_id() for part in parts]) for parts in prints]
        if (power, one, two) not in self.norms:
            key = (-power, *[part.hash() for parts in prints for part in parts])
            found = self.symbol(f"norm{power}!!{self.lasting(key)}", REAL)
            self.norms[power, one, two] = Distance(power, lists, terms, (one, two), found)
            self.prints.append(prints)
        return self.norms[power, one, two]

    def zeros(self, items: Items) -> Items:
        return Items(items.size, lambda _: self.number(0, REAL), True)

    def clipped(self, term: Apply, bound: Bound) -> Items:
        """A list of which its size and its norm are known, and that it is the same for the same list and bound."""
        if not bound and term in self.aggregated:
            found: Items = self.aggregated[term]
            return found
        items, limit = [self.value(a, bound) for a in term.arguments]
        found = self.opaque(term, f"{term.operator}()", (items, limit), bound)
        self.side.append(found.size == items.size)
        self.clips.append(Clipped(1 if term.operator == "clip1" else 2, found, limit))
        return found

    def opaque(self, term: Apply, name: str, arguments: tuple[Value, ...], bound: Bound) -> Value:
        """A value of which only this is known: equal arguments give equal values."""
        if self.depth:
            raise Unsupported(f"`{name}` of a list under a quantifier")
        if not bound and term in self.aggregated:
            return self.aggregated[term]
        prints = [part for argument in arguments for part in self.fingerprint(argument)]
        key = (name, *[part.get_id() for part in prints])
        if key in self.opaques:
            found = self.opaques[key][1]
        else:
            found = self.symbol(f"{name}!!{self.lasting((id(term), *self.key(bound)))}", term.type)
            self.opaques[key] = (prints, found)  # which keeps them, so that z3 gives their numbers to nothing else
            self.alike(term, name, arguments, found, bound)
        if not bound:
            self.aggregated[term] = found
        return found

    def alike(self, term: Apply, name: str, arguments: tuple[Value, ...], found: Value, bound: Bound) -> None:
        """That equal arguments give equal values, of this and of all before it that z3 does not know it of."""
        types = [a.type for a in term.arguments if not isinstance(a.type, Function)]
        key = (id(term), *self.key(bound))
        for at, (other, given, value) in enumerate(self.applied_to):
            if other == name and not _one_function(found, value):
                differ = [
                    self.same(x, y, t, False, (*key, at)) for x, y, t in zip(arguments, given, types, strict=True)
                ]
                self.side.append(z3.Or([*differ, self.same(found, value, term.type, True, (*key, at))]))
        self.applied_to.append((name, arguments, found))


def _lists(argument: Value) -> tuple[str, ...]:
    """The lists in a tuple of lists with names and of scalars, by their places; none if it is anything else."""
    parts = argument.items if isinstance(argument, Fields) else ()
    lists = [(at, part) for at, part in enumerate(parts) if not z3.is_expr(part)]
    named = [(at, one) for at, one in lists if isinstance(one, Items) and one.name]
    return tuple([f"{at}: {one.name}" for at, one in named]) if len(named) == len(lists) < len(parts) else ()


def _one_function(left: Value, right: Value) -> bool:
    """Whether both are values of one function of z3, which knows what follows from equal arguments."""
    both = z3.is_expr(left) and z3.is_expr(right)
    return bool(both and left.num_args() > 0 and left.decl().eq(right.decl()))


def plain(term: Term) -> bool:
    """Whether a formula is encoded the same way in every question: no quantifiers, no functions of whole lists."""
    if delicate(term):
        return False
    return not any([isinstance(t, Apply) and t.operator in OF_LISTS for t in subterms(term)])


def _multiplied(factors: list[Any]) -> Any:
    result = factors[0]
    for factor in factors[1:]:
        result = result * factor
    return result


def _degree(value: Any) -> int:
    """How many factors a value has."""
    kind = direct.kind(value)
    if kind == z3.Z3_OP_MUL:
        return sum([_degree(part) for part in value.children()])
    return 0 if kind is None and (z3.is_int_value(value) or z3.is_rational_value(value)) else 1


def _scalars(value: Value) -> list[Any] | None:
    match value:
        case Items():
            return None
        case Fields(items):
            parts = [_scalars(item) for item in items]
            return None if None in parts else [v for part in parts if part is not None for v in part]
        case _:
            return [value]


def delicate(term: Term) -> bool:
    """Whether a formula holds quantifiers, spelled out or in the equality of lists."""
    for part in subterms(term):
        match part:
            case Quantified():
                return True
            case Apply("eq" | "ne" | "distinct", (first, *_)) if not flat(first.type):
                return True
            case _:
                pass
    return False


def degree(term: Term) -> int:
    """How many factors a power of powers is made of."""
    match term:
        case Apply("pow", (base, Constant(Fraction() as exponent))):
            return int(exponent) * degree(base)
        case Apply("mul", factors):
            return sum([degree(factor) for factor in factors])
        case Apply("add" | "neg" | "widen" | "div", parts):
            return max([degree(part) for part in parts])
        case _:
            return 1


def _tuples(ranges: list[list[Value]]) -> list[tuple[Value, ...]]:
    """Some of the product, which is never built; of many names, such as the positions of `some_differ`, those tuples
    that stand together in the ranges: witnesses that were named together do."""
    if len(ranges) < SEVERAL:
        return list(islice(product(*ranges), MOST_TUPLES))
    shortest = min([len(values) for values in ranges])
    last = max(1, shortest - len(ranges) + 1) if shortest else 0
    return [tuple([values[(first + at) % len(values)] for at, values in enumerate(ranges)]) for first in range(last)]
