"""Endless collections by price: what costs less comes first, and every part of a composed thing gets its turn.

The price of a thing made of parts is the sum of the parts' prices, so that at each price all ways to spend it are
there: a longer list with small numbers beside a shorter one with larger numbers. Nothing starves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Tiers(Generic[T]):
    """`at(price)` is what has just this price, each once; from `last` on there is nothing more, if it is known."""

    def __init__(self, make: Callable[[int], Iterable[T]], last: int | None = None) -> None:
        self.make, self.last = make, last
        self.known: dict[int, tuple[T, ...]] = {}

    def at(self, price: int) -> tuple[T, ...]:
        if price < 0 or (self.last is not None and price > self.last):
            return ()
        if price not in self.known:
            self.known[price] = tuple(dict.fromkeys(self.make(price)))
        return self.known[price]


def listed(tiers: Sequence[Sequence[T]]) -> Tiers[T]:
    """Finitely many things, by price."""
    return Tiers(lambda price: tiers[price], len(tiers) - 1)


NOTHING: Tiers[Any] = listed(())


def mapped(tiers: Tiers[T], change: Callable[[T], Any]) -> Tiers[Any]:
    return Tiers(lambda price: [change(one) for one in tiers.at(price)], tiers.last)


def filtered(tiers: Tiers[T], holds: Callable[[T], bool]) -> Tiers[T]:
    return Tiers(lambda price: [one for one in tiers.at(price) if holds(one)], tiers.last)


def dearer(tiers: Tiers[T], by: int) -> Tiers[T]:
    if tiers.last == -1:
        return NOTHING
    return Tiers(lambda price: tiers.at(price - by), None if tiers.last is None else tiers.last + by)


def either(*parts: Tiers[T]) -> Tiers[T]:
    lasts = [part.last for part in parts]
    return Tiers(
        lambda price: [one for part in parts for one in part.at(price)],
        None if None in lasts else max([last for last in lasts if last is not None], default=-1),
    )


def together(parts: Sequence[Tiers[Any]]) -> Tiers[tuple[Any, ...]]:
    """One of each, as tuples; of no parts there is just the empty tuple, for nothing."""
    found: Tiers[tuple[Any, ...]] = listed([[()]])
    for part in parts:
        found = _joined(found, part)
    return found


def _joined(front: Tiers[tuple[Any, ...]], back: Tiers[Any]) -> Tiers[tuple[Any, ...]]:
    def make(price: int) -> Iterator[tuple[Any, ...]]:
        for share in range(price + 1):
            for ahead in front.at(share):
                for last in back.at(price - share):
                    yield (*ahead, last)

    if -1 in (front.last, back.last):
        return NOTHING
    return Tiers(make, None if front.last is None or back.last is None else front.last + back.last)


def runs(items: Tiers[T]) -> Tiers[tuple[T, ...]]:
    """Lists with at least one element: the price of a run of equal elements is that of one and its length less one.

    A second run costs one more, every further run two. So long lists with few changes are cheap: most attacks look so.
    """
    known: dict[tuple[int, bool], list[tuple[T, ...]]] = {}

    def made(price: int, first: bool) -> list[tuple[T, ...]]:
        if (price, first) not in known:
            known[price, first] = list(_starting(price, 1 if first else 2))
        return known[price, first]

    def _starting(price: int, change: int) -> Iterator[tuple[T, ...]]:
        for spent in (price, *range(price - change + 1)):
            for longer in range(spent + 1):
                for item in items.at(spent - longer):
                    run = (item,) * (longer + 1)
                    if spent == price:
                        yield run
                    else:
                        yield from [(*run, *rest) for rest in made(price - spent - change, False) if rest[0] != item]

    return Tiers(lambda price: made(price, True), None if items.last != -1 else -1)


def ranked(values: Sequence[T], ranks: Sequence[int], rest: int) -> Tiers[T]:
    """So many values at price 0, 1, .. and from then on `rest` at each."""
    tiers: list[list[T]] = []
    at = 0
    while at < len(values):
        count = ranks[len(tiers)] if len(tiers) < len(ranks) else rest
        tiers.append(list(values[at : at + count]))
        at += count
    return listed(tiers)
