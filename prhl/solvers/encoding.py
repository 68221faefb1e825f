"""Terms as z3 expressions.

What values are is said in `encoded_values.py`. Everything is encoded in order to be *asserted*: `hold(term, True)`
asserts it, `hold(term, False)` its negation, so that what must be true for all values (`quantifying.py`) may be
asserted in a weaker form: at some of them. What cannot be encoded is left out where that makes the assertion weaker,
and refused elsewhere: an answer `unsat` is then one about the question as it was asked, too.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import z3

from prhl.logic.build import count
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
from prhl.logic.types import BOOL, INT, REAL, Function, List
from prhl.solvers import direct, lemmas
from prhl.solvers.arguments import agreement
from prhl.solvers.elementary_encoding import ElementaryFunctions
from prhl.solvers.encoded_values import LARGEST, NOTHING, Bound, Fields, Items, Unsupported, Value, factors_in
from prhl.solvers.lemmas import flat
from prhl.solvers.list_encoding import ListFunctions
from prhl.solvers.norms import within_norm

HIGHEST_DEGREE = 4_096  # of powers of powers; z3 multiplies them out
NORMS = ("l1", "l2", "distance1", "distance2", "norm2", "clip1", "clip2")
OF_LISTS = (*lemmas.WHOLE, *NORMS, "mem", "apply")  # functions of whole lists


class Encoder(ElementaryFunctions, ListFunctions):
    """Encodes the terms of one question."""

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
                return above / below if factors_in(below) == 0 else self.nonlinear(above / below)
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

    def power(self, arguments: tuple[Term, ...], bound: Bound) -> Any:
        base, exponent = self.value(arguments[0], bound), arguments[1]
        assert isinstance(exponent, Constant)
        return self.product([base] * int(exponent.value)) if exponent.value else self.number(1, INT)

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

    def choice(self, term: Apply, bound: Bound) -> Value:
        arguments = term.arguments
        result = self.value(arguments[-1], bound)
        for at in range(len(arguments) - 3, -1, -2):
            result = self.choose(self.truth(arguments[at], bound), self.value(arguments[at + 1], bound), result)
        return result

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

    def quantified(self, term: Quantified, positive: bool, bound: Bound) -> Any:
        names = [v.name for v in term.variables]
        types = tuple([v.type for v in term.variables])

        def body(chosen: tuple[Value, ...]) -> Any:
            return self.hold(term.body, positive, {**bound, **dict(zip(names, chosen, strict=True))})

        universal = (term.kind == "forall") == positive
        return self.everywhere(types, body) if universal else self.somewhere(types, body, (id(term), *self.key(bound)))


def plain(term: Term) -> bool:
    """Whether a formula is encoded the same way in every question: no quantifiers, no functions of whole lists."""
    if delicate(term):
        return False
    return not any([isinstance(t, Apply) and t.operator in OF_LISTS for t in subterms(term)])


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
