"""Small changes of a pair of inputs, for climbing from one attack to a more telling one."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from prhl.logic.types import BOOL, INT, REAL, Bits, List, Tuple, Type
from prhl.search.space import Candidate, Space
from prhl.search.values import Pair
from prhl.semantics.evaluate import Value

FAR = 4  # a step that opens a gap
LONGEST = 8  # elements of a list


def neighbours(space: Space, candidate: Candidate) -> Iterator[Candidate]:
    """Candidates that differ a little, in one parameter, each once; public parameters stay as they are."""
    types = {p.name: p.type for program in (space.left, space.right) for p in program.parameters if p.private}
    seen = {candidate.key, candidate.key[::-1]}
    for name, type_ in types.items():
        for left, right in _changed(name, type_, candidate):
            found = space.candidate({**candidate.left, **left}, {**candidate.right, **right})
            if found is not None and found.key not in seen:
                seen |= {found.key, found.key[::-1] if space.private_form else found.key}
                yield found


def _changed(name: str, type_: Type, candidate: Candidate) -> Iterator[tuple[Mapping[str, Value], Mapping[str, Value]]]:
    if name in candidate.left and name in candidate.right:
        for left, right in moves(type_, (candidate.left[name], candidate.right[name])):
            yield {name: left}, {name: right}
    elif name in candidate.left:
        yield from [({name: value}, {}) for value, _ in moves(type_, (candidate.left[name], candidate.left[name]))]
    else:
        yield from [({}, {name: value}) for _, value in moves(type_, (candidate.right[name], candidate.right[name]))]


def moves(type_: Type, pair: Pair) -> Iterator[Pair]:
    left, right = pair
    match type_:
        case List(item):
            yield from _list_moves(item, left, right)
        case Tuple(parts):
            for at, part in enumerate(parts):
                for one, other in moves(part, (left[at], right[at])):
                    yield (*left[:at], one, *left[at + 1 :]), (*right[:at], other, *right[at + 1 :])
        case Bits():
            yield from [(_flipped(left, at), right) for at in range(len(left))]
            yield from [(left, _flipped(right, at)) for at in range(len(right))]
        case _ if type_ == BOOL:
            yield from [(not left, right), (left, not right), (not left, not right)]
        case _ if type_ in (INT, REAL):
            for step in (1, -1, FAR, -FAR):
                yield left + step, right + step
            for step in (1, -1):
                yield from [(left + step, right), (left, right + step)]
            if left != right:
                yield right, left
            if type_ == REAL:
                yield left + Fraction(1, 2), right + Fraction(1, 2)
        case _:
            return


def _flipped(bits: str, at: int) -> str:
    return bits[:at] + ("0" if bits[at] == "1" else "1") + bits[at + 1 :]


def _list_moves(item: Type, left: tuple[Value, ...], right: tuple[Value, ...]) -> Iterator[Pair]:
    if len(left) == len(right):
        for both in _aligned(item, tuple(zip(left, right, strict=True))):
            yield tuple([a for a, _ in both]), tuple([b for _, b in both])
        return
    shorter = min(len(left), len(right))
    for at in range(shorter + 1):
        if left[:at] == right[:at] and max(len(left), len(right)) < LONGEST:
            for value in (*left[:1], *right[:1]):
                yield (*left[:at], value, *left[at:]), (*right[:at], value, *right[at:])
    for at in range(shorter):
        yield (*left[:at], *left[at + 1 :]), (*right[:at], *right[at + 1 :])
        for one, other in moves(item, (left[at], right[at])):
            yield (*left[:at], one, *left[at + 1 :]), (*right[:at], other, *right[at + 1 :])


def _aligned(item: Type, both: tuple[Pair, ...]) -> Iterator[tuple[Pair, ...]]:
    """A further element first, then all equal elements together, then one at a time."""
    for at in range(len(both) if len(both) < LONGEST else 0):
        if at == 0 or both[at] != both[at - 1]:
            yield (*both[:at], both[at], *both[at:])
            if both[at][0] != both[at][1]:
                yield (*both[:at], (both[at][0], both[at][0]), *both[at:])
    for pair in dict.fromkeys(both):
        if both.count(pair) > 1:
            for moved in moves(item, pair):
                yield tuple([moved if one == pair else one for one in both])
    for at, pair in enumerate(both):
        for moved in moves(item, pair):
            yield (*both[:at], moved, *both[at + 1 :])
    for at in range(len(both)):
        yield (*both[:at], *both[at + 1 :])
