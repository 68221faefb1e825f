"""Functions of whole lists as z3 expressions: function parameters, sums and counts, comprehensions, norms.

z3 has no such functions. Each value is a name, the same for the same list (`Values.fingerprint`), and laws are told of
the lists that occur: `aggregates.py`, `norms.py`.
"""

from dataclasses import replace
from typing import Any

import z3

from prhl.logic.build import TRUE, comprehension, number
from prhl.logic.terms import Apply, Logical, Term, Variable
from prhl.logic.types import INT, REAL, Function, List, Scalar
from prhl.solvers import built, direct, lemmas
from prhl.solvers.aggregates import Aggregate
from prhl.solvers.arguments import occurring
from prhl.solvers.encoded_values import NOTHING, Bound, Fields, Items, Unsupported, Value, scalars
from prhl.solvers.norms import Clipped, Distance
from prhl.solvers.quantifying import Quantifying


class ListFunctions(Quantifying):
    """Functions of lists, each value with a name."""

    # ---- functions that are parameters -------------------------------------------------------

    def applied(self, term: Apply, bound: Bound) -> Value:
        head = term.arguments[0]
        assert isinstance(head, Variable)
        assert isinstance(head.type, Function)
        self.applies = True
        argument = self.value(term.arguments[1], bound)
        name = f"{head.name}!{head.run}()"
        flat = scalars(argument)
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
        flat = [part for value in argument.items if not isinstance(value, Items) for part in scalars(value) or ()]
        named = f"{name}[{', '.join(lists)}]"
        found = z3.Function(named, *[v.sort() for v in flat], self.sort(term.type))(*flat)
        if not self.depth and not self.general:
            self.alike(term, name, (argument,), found, bound)
        return found

    def opaque(self, term: Apply, name: str, arguments: tuple[Value, ...], bound: Bound) -> Value:
        """An uninterpreted function: all that z3 is told of its values is congruence."""
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
        """Congruence for this value and each earlier one of the same function, unless z3 has it by itself."""
        types = [a.type for a in term.arguments if not isinstance(a.type, Function)]
        key = (id(term), *self.key(bound))
        for at, (other, given, value) in enumerate(self.applied_to):
            if other == name and not _one_function(found, value):
                differ = [
                    self.same(x, y, t, False, (*key, at)) for x, y, t in zip(arguments, given, types, strict=True)
                ]
                self.side.append(z3.Or([*differ, self.same(found, value, term.type, True, (*key, at))]))
        self.applied_to.append((name, arguments, found))

    # ---- sums, counts, extremes and orders ---------------------------------------------------

    def aggregate(self, term: Apply, bound: Bound) -> Value:
        """`sum`, `count` and the like: of a list that is built from others in terms of these, else a name with laws."""
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
        """A name for the value of a function at a list, the same for the same list; laws are told of it."""
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
        """The value with its size, which is known, if it is a list: sorted, or the elements that meet a condition."""
        if term.operator == "sort":
            return Items(arguments[0].size, found.item, True)
        if term.operator == "comprehension":
            own, pairs, _, guard = term.arguments
            assert isinstance(own, Logical)
            many = Apply("sum", (comprehension(own, pairs, number(1), guard),), INT)
            return Items(self.value(many, bound), found.item, True)
        return found

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
        """That the value in terms of the parts of the list is also what the laws speak of."""
        before = len(self.side)
        try:
            self.side.append(self.unknown(term, NOTHING) == self.value(term))
        except Unsupported:
            del self.side[before:]

    def agree(self, one: Aggregate, other: Apply) -> None:
        """That a sum, count or extreme is that of the sorted list: order does not matter (see `comprehensions`)."""
        before = len(self.side)
        try:
            self.side.append(self.unknown(other, NOTHING) == one.found)
        except Unsupported:
            del self.side[before:]

    def law(self, law: Term, bound: Bound, limit: Term | None = None) -> Any | None:
        """An instance of a law: its names as bound, and c as the limit. None if it cannot be encoded."""
        before = len(self.side)
        self.general += 1
        try:
            return self.hold(law, True, bound if limit is None else {**bound, "c": self.value(limit)})
        except Unsupported:
            del self.side[before:]
            return None
        finally:
            self.general -= 1

    # ---- norms -------------------------------------------------------------------------------

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

    def clipped(self, term: Apply, bound: Bound) -> Items:
        """A list of the same size, a function of the list and the bound; `norms.py` tells its norm."""
        if not bound and term in self.aggregated:
            found: Items = self.aggregated[term]
            return found
        items, limit = [self.value(a, bound) for a in term.arguments]
        found = self.opaque(term, f"{term.operator}()", (items, limit), bound)
        self.side.append(found.size == items.size)
        self.clips.append(Clipped(1 if term.operator == "clip1" else 2, found, limit))
        return found


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
