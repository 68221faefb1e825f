"""Small values of every type, cheapest first: alone, and in pairs as the relations of the language want them."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal

from prhl.logic.types import BOOL, INT, REAL, Bits, List, Tuple, Type
from prhl.numbers import Number, ln
from prhl.records import dataclass
from prhl.search.tiers import NOTHING, Tiers, dearer, either, filtered, listed, mapped, ranked, runs, together
from prhl.semantics.evaluate import Value

Pair = tuple[Value, Value]
Allowed = Callable[[Value], bool]
Kind = Literal["free", "equal", "within", "all_within", "one_differs", "add_remove", "some_differ"]

MOST_BITS = 10  # of strings that are all tried
LONGEST_BITS, ENDS = 4_096, 4  # of those of which some are, and how many of their bits vary
MOST_NUMBERS = 400
HALF = Fraction(1, 2)
# 8 is there for its distance to the others: some attacks need a gap between two numbers
PRIVATE: tuple[Number, ...] = (0, 1, -1, 2, 8, 3, -2, -8, 4, 5, -3, 6, 16, 7, -4, 10)
HALVES: tuple[Number, ...] = (HALF, -HALF, Fraction(3, 2))
PUBLIC_INT: tuple[Number, ...] = (0, 1, 2, 3, -1, 4, 5, 8, -2, 6, 7, 10)
POSITIVE: tuple[Number, ...] = (
    1, HALF, 2, ln(2), Fraction(1, 4), 0, 4, Fraction(3, 4), 3, Fraction(1, 8), Fraction(1, 3), Fraction(1, 10), 8,
    ln(3), Fraction(9, 10), Fraction(1, 100), 10,
)  # fmt: skip
SIGNED: tuple[Number, ...] = (0, 1, -1, HALF, 2, -HALF, -2, 3, Fraction(1, 4), 4)


@dataclass(frozen=True, slots=True)
class Bond:
    """How the values of a parameter in the two runs hang together; `bound` is how far apart numbers may be."""

    kind: Kind = "free"
    bound: Number | None = None


FREE, EQUAL = Bond(), Bond("equal")


@dataclass(frozen=True)
class Habit:
    """What is known of a parameter beside its type: the numbers that `requires` allows, and some worth a try."""

    allowed: Allowed = lambda _: True
    seeds: tuple[Number, ...] = ()
    shortest: int = 0  # of a list
    public: bool = False


ANYTHING = Habit()


# ---- numbers ---------------------------------------------------------------------------------


def numbers(type_: Type, habit: Habit) -> Tiers[Value]:
    """Numbers that are allowed; public ones cost more, since each makes a search of its own."""
    seeds = tuple([n for n in habit.seeds if type_ == REAL or isinstance(n, int)])
    if habit.public and type_ == INT:
        first = PUBLIC_INT
    elif habit.public:
        first = SIGNED if habit.allowed(-1) and habit.allowed(0) else POSITIVE
    else:
        first = PRIVATE[:8] + (HALVES if type_ == REAL else ()) + seeds + PRIVATE[8:]
    if habit.public:
        first += seeds
    found: list[Value] = []
    for number in (*first, *_further(seeds)):
        if number not in found and habit.allowed(number):
            found.append(number)
        if len(found) >= MOST_NUMBERS:
            break
    if habit.public:
        return ranked(found, (1, 0, 2, 1, 2), 2)
    return ranked(found, (1, 1, 2, 2), 2)


def _further(seeds: tuple[Number, ...]) -> Iterator[Number]:
    """Ever larger numbers, and those around the seeds."""
    for step in range(1, 2 * MOST_NUMBERS):
        yield from (5 + step, -5 - step)
        for seed in seeds:
            yield from (seed + step, seed - step)


def steps(type_: Type, bound: Number | None) -> Tiers[Value]:
    """What may be added to a number in run 2: as much as is allowed first."""
    if bound is None:
        return listed([[1], [0, -1], [2, -2], [8, -8], [3, -3], [16, -16]])
    if bound < 0:
        return NOTHING
    most: Number = bound // 1 if type_ == INT else bound
    if most == 0:
        return listed([[0]])
    less: list[Value] = [1, -1] if most > 1 else []
    halves: list[Value] = [most / 2, most / -2] if type_ == REAL and isinstance(most, int | Fraction) else []
    if type_ == REAL and isinstance(most, int):
        halves = [Fraction(most, 2), Fraction(-most, 2)]
    return listed([[most], [0, -most], less, halves])


# ---- values of one run -----------------------------------------------------------------------


def singles(type_: Type, sizes: Callable[[Bits], int | None], habit: Habit = ANYTHING) -> Tiers[Value]:
    """Values of a type; `sizes` tells the lengths of bit strings."""
    match type_:
        case List(item):
            inner = singles(item, sizes, Habit(public=False, seeds=habit.seeds))
            return mapped(either(runs(inner), dearer(listed([[()]]), 2)), lambda items: _stretched(items, habit))
        case Tuple(parts):
            return together([singles(part, sizes) for part in parts])
        case Bits():
            return _bits(sizes(type_))
        case _ if type_ == BOOL:
            return listed([[False], [True]])
        case _ if type_ in (INT, REAL):
            return numbers(type_, habit)
        case _:
            return NOTHING


def _bits(length: int | None) -> Tiers[Value]:
    """All strings of this length; of a long one some, with its first and last bits in all ways."""
    if length is None or not 0 <= length <= LONGEST_BITS:
        return NOTHING
    if length > MOST_BITS:
        ends = [format(n, f"0{ENDS}b") for n in range(2**ENDS)]
        texts = [end[:2] + fill * (length - ENDS) + end[2:] for end in ends for fill in "01"]
    else:
        texts = [format(n, f"0{length}b") if length else "" for n in range(2**length)]
    return ranked(texts, (1, 1, 2), 4)


def _stretched(items: tuple[Value, ...], habit: Habit) -> tuple[Value, ...]:
    """A list as long as `requires` wants it, by repeating its end."""
    missing = habit.shortest - len(items)
    return (*items, *items[-1:] * missing) if missing > 0 else items


# ---- values of two runs ----------------------------------------------------------------------


def pairs(type_: Type, bond: Bond, sizes: Callable[[Bits, int], int | None], habit: Habit = ANYTHING) -> Tiers[Pair]:
    """Values of both runs, as the bond wants them; what a formula says beyond it is for others to test."""

    def alone(inner: Type, run: int = 1) -> Tiers[Value]:
        return singles(inner, lambda bits: sizes(bits, run), Habit(seeds=habit.seeds))

    if bond.kind == "equal":
        return mapped(singles(type_, lambda bits: sizes(bits, 1), habit), lambda value: (value, value))
    match type_:
        case List(item):
            return _lists(item, bond, sizes, habit, alone(item))
        case Tuple(parts):
            found = together([pairs(part, FREE, sizes) for part in parts])
            return mapped(found, lambda both: (tuple([a for a, _ in both]), tuple([b for _, b in both])))
        case Bits():
            return together([alone(type_, 1), alone(type_, 2)])
        case _ if type_ == BOOL:
            return listed([[(False, True)], [(True, False), (False, False), (True, True)]])
        case _ if type_ in (INT, REAL):
            moved = together([numbers(type_, habit), steps(type_, bond.bound)])
            found = mapped(moved, lambda both: (both[0], both[0] + both[1]))
            return filtered(found, lambda pair: habit.allowed(pair[1]))
        case _:
            return NOTHING


def _lists(
    item: Type, bond: Bond, sizes: Callable[[Bits, int], int | None], habit: Habit, alone: Tiers[Value]
) -> Tiers[Pair]:
    inner = Habit(seeds=habit.seeds)
    apart = pairs(item, Bond("within", bond.bound), sizes, inner)
    longest = _inserted(alone)
    if bond.kind == "add_remove":
        return mapped(longest, lambda pair: pair)
    if bond.kind == "one_differs":
        return mapped(_one_differs(alone, apart), lambda both: _unzipped(both, habit.shortest))
    aligned = mapped(runs(apart), lambda both: _unzipped(both, habit.shortest))
    if bond.kind == "all_within":
        return aligned
    other = mapped(together([either(runs(alone), listed([[()]])), runs(alone)]), tuple)
    one = mapped(_one_differs(alone, apart), lambda both: _unzipped(both, habit.shortest))
    return either(aligned, one, dearer(longest, 1), dearer(listed([[((), ())]]), 2), dearer(other, 3))


def _around(alone: Tiers[Value]) -> Tiers[tuple[Value, ...]]:
    """What stands before or after a place in a list: nothing, or a list that costs one more."""
    return either(listed([[()]]), dearer(runs(alone), 1))


def _one_differs(alone: Tiers[Value], apart: Tiers[Pair]) -> Tiers[tuple[Pair, ...]]:
    differing = filtered(apart, lambda pair: pair[0] != pair[1])
    found = together([differing, _around(alone), _around(alone)])
    return mapped(found, lambda parts: (*_same(parts[2]), parts[0], *_same(parts[1])))


def _same(values: Sequence[Value]) -> list[Pair]:
    return [(value, value) for value in values]


def _inserted(alone: Tiers[Value]) -> Tiers[Pair]:
    """A list and the same with one more element, in both orders."""
    found = together([alone, _around(alone), _around(alone)])
    longer = mapped(found, lambda parts: ((*parts[2], *parts[1]), (*parts[2], parts[0], *parts[1])))
    return either(longer, dearer(mapped(longer, lambda pair: (pair[1], pair[0])), 1))


def _unzipped(both: tuple[Pair, ...], shortest: int) -> Pair:
    """Two lists from a list of pairs, stretched by pairs that a relation between all positions keeps."""
    missing = shortest - len(both)
    if missing > 0 and both:
        last: Any = both[-1]
        filler = last if len(set(both)) == 1 and len(both) > 1 else (last[0], last[0])
        both = (*both, *[filler] * missing)
    return tuple([a for a, _ in both]), tuple([b for _, b in both])
