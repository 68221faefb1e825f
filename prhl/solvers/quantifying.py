"""Quantifiers, and equality of lists, which is one: in a form that may be asserted.

What has to be true for all values of a name is instantiated at the positions that are read anywhere (the ground form)
or becomes a quantifier of z3 (the full form); what has to be true for some value gets a fresh constant. Lists, bit
strings and tuples with them are no sorts of z3: what holds of all of them is instantiated, in both forms, at those that
functions are applied to, each under the condition that it is a value of the type (`arguments.py`); in the full form it
counts as left out, since there are others.

Two lists are equal if their sizes are and their elements at every position in range; what their functions say out of
range does not count.
"""

from collections.abc import Callable
from itertools import islice, product
from math import prod
from typing import Any

import z3

from prhl.logic.types import BOOL, INT, REAL, List, Tuple, Type
from prhl.solvers import direct
from prhl.solvers.arguments import Argument, Made, may_be, stated_lengths
from prhl.solvers.encoded_values import Bound, Fields, Items, Key, Unsupported, Value, Values, scalars
from prhl.solvers.lemmas import flat

MOST_TUPLES = 200  # of positions, for quantifiers with several names
SEVERAL = 4  # names for which the first of all tuples would hardly differ from each other


class Quantifying(Values):
    """Equality and quantifiers; what a method returns is to be asserted, as it is or (`positive` is False) denied."""

    # ---- equality ----------------------------------------------------------------------------

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

    def key(self, bound: Bound) -> Key:
        return tuple([value.hash() for value in bound.values() if z3.is_expr(value)])

    def both(self, parts: list[Any]) -> Any:
        return direct.conjunction(parts) if parts else z3.BoolVal(True, self.context)

    def either(self, parts: list[Any]) -> Any:
        return direct.disjunction(parts) if parts else z3.BoolVal(False, self.context)

    # ---- everywhere and somewhere ------------------------------------------------------------

    def everywhere(self, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any]) -> Any:
        """That `body` holds for all values of the types: as a quantifier of z3, or at the values that occur."""
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
        """The instances of a universal at the values that occur. It implies them, so that the assertion is weaker."""
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
        """An argument that occurred in the round before, encoded for this one."""
        bound = {
            name: self.symbol(value.name, value.type) if isinstance(value, Made) else value
            for name, value in argument.bound.items()
        }
        return self.value(argument.term, bound)

    def somewhere(self, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any], key: Key) -> Any:
        """That `body` holds for some values: for fresh constants (Skolemisation)."""
        if self.depth:
            return self.by_z3(z3.Exists, types, body)
        return body(tuple([self.some(type_, key) for type_ in types]))

    def by_z3(self, quantifier: Any, types: tuple[Type, ...], body: Callable[[tuple[Value, ...]], Any]) -> Any:
        unsaid = [type_ for type_ in types if not flat(type_)]
        if unsaid:
            self.leave_out(f"what holds of every {unsaid[0]}")
            return z3.BoolVal(True, self.context)
        chosen = tuple([self.fresh("any", type_) for type_ in types])
        names = [part for value in chosen for part in scalars(value) or []]
        self.depth += 1
        try:
            return quantifier(names, body(chosen))
        except Unsupported as stopped:
            self.leave_out(str(stopped))
            return z3.BoolVal(True, self.context)
        finally:
            self.depth -= 1


def _tuples(ranges: list[list[Value]]) -> list[tuple[Value, ...]]:
    """The first tuples of the product. Of `SEVERAL` names or more, such as the positions of `some_differ`, tuples of
    neighbours in the ranges instead: Skolem constants that were made together are neighbours."""
    if len(ranges) < SEVERAL:
        return list(islice(product(*ranges), MOST_TUPLES))
    shortest = min([len(values) for values in ranges])
    last = max(1, shortest - len(ranges) + 1) if shortest else 0
    return [tuple([values[(first + at) % len(values)] for at, values in enumerate(ranges)]) for first in range(last)]
