"""Arrays of integers of any size, as flat lists: the entries in the order of their indices, the last axis fastest."""

from collections.abc import Collection, Sequence
from itertools import accumulate
from math import prod
from operator import mul


def marginal(entries: Sequence[int], sizes: Sequence[int], axis: int) -> list[int]:
    """The sums along an axis, which goes."""
    inner = prod(sizes[axis + 1 :])
    block = sizes[axis] * inner
    return [
        sum(entries[at : start + block : inner])
        for start in range(0, len(entries), block)
        for at in range(start, start + inner)
    ]


def positions(sizes: Sequence[int], strides: Sequence[int]) -> list[int]:
    """Where each entry of an array is found in another that has these strides; 0 for an axis that it does not have."""
    found = [0]
    for size, stride in zip(sizes, strides, strict=True):
        steps = [i * stride for i in range(size)]
        found = [at + step for at in found for step in steps]
    return found


def strides(sizes: Sequence[int]) -> list[int]:
    """How far apart neighbours along each axis are."""
    return list(accumulate(reversed(sizes[1:]), mul, initial=1))[::-1] if sizes else []


def spread(sizes: Sequence[int], axes: Collection[int]) -> list[int]:
    """Where each entry of an array is found in one that has some of its axes only."""
    steps = iter(strides([size for axis, size in enumerate(sizes) if axis in axes]))
    return positions(sizes, [next(steps) if axis in axes else 0 for axis in range(len(sizes))])


def transposed(entries: Sequence[int], sizes: Sequence[int], order: Sequence[int]) -> Sequence[int]:
    """The array with its axes in another order."""
    if list(order) == sorted(order):
        return entries
    steps = strides(sizes)
    return [entries[at] for at in positions([sizes[axis] for axis in order], [steps[axis] for axis in order])]
