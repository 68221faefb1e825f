"""Maximum flow from a source through a left and a right side, in exact arithmetic (Dinic's algorithm).

The number of steps is bounded by the size of the network alone, so that capacities may be any exact numbers that can be
added, subtracted and ordered.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from prhl.records import dataclass

Amount = Any
"""An exact number: int, Fraction, or Mixed."""


@dataclass(frozen=True)
class Flow:
    """How much goes from each left to each right node, what arrives, and the left side of a smallest cut."""

    through: dict[tuple[int, int], Amount]
    value: Amount
    cut: frozenset[int]  # left nodes that the source still reaches


def maximum_flow(left: Sequence[Amount], right: Sequence[Amount], edges: Mapping[int, Sequence[int]]) -> Flow:
    """Left node i takes at most left[i] from the source, right node j gives at most right[j] to the sink."""
    network = _Network(left, right, edges)
    while network.levels():
        network.block()
    return network.flow()


class _Network:
    """Nodes: 0 the source, then the left ones, then the right ones, then the sink. Inner edges have no limit."""

    def __init__(self, left: Sequence[Amount], right: Sequence[Amount], edges: Mapping[int, Sequence[int]]) -> None:
        self.lefts, self.rights = len(left), len(right)
        self.sink = self.lefts + self.rights + 1
        self.given, self.taken = list(left), list(right)  # what is left of the capacities
        self.edges = {i: list(edges.get(i, ())) for i in range(self.lefts)}
        self.back: dict[int, list[int]] = {j: [] for j in range(self.rights)}
        for i, targets in self.edges.items():
            for j in targets:
                self.back[j].append(i)
        self.through: dict[tuple[int, int], Amount] = {}
        self.left_level: list[int] = []
        self.right_level: list[int] = []

    def levels(self) -> bool:
        """Distances from the source; whether the sink can be reached."""
        self.left_level = [-1] * self.lefts
        self.right_level = [-1] * self.rights
        queue: list[tuple[bool, int]] = []
        for i in range(self.lefts):
            if self.given[i] > 0:
                self.left_level[i] = 1
                queue.append((True, i))
        reached = False
        at = 0
        while at < len(queue):
            is_left, node = queue[at]
            at += 1
            if is_left:
                for j in self.edges[node]:
                    if self.right_level[j] < 0:
                        self.right_level[j] = self.left_level[node] + 1
                        queue.append((False, j))
            else:
                reached = reached or self.taken[node] > 0
                for i in self.back[node]:
                    if self.left_level[i] < 0 and self.through.get((i, node), 0) > 0:
                        self.left_level[i] = self.right_level[node] + 1
                        queue.append((True, i))
        return reached

    def block(self) -> None:
        """Pushes along shortest ways until none is left."""
        next_edge = {(True, i): 0 for i in range(self.lefts)} | {(False, j): 0 for j in range(self.rights)}
        for start in range(self.lefts):
            while self.given[start] > 0 and self.left_level[start] == 1:
                way = self.way(start, next_edge)
                if way is None:
                    break
                self.push(way)

    def way(self, start: int, next_edge: dict[tuple[bool, int], int]) -> list[int] | None:
        """left, right, left, right, ...: a shortest way to a right node with room, or None."""
        path = [start]
        while path:
            on_left = len(path) % 2 == 1
            node = path[-1]
            if not on_left and self.taken[node] > 0:
                return path
            targets = self.edges[node] if on_left else self.back[node]
            level = self.left_level[node] if on_left else self.right_level[node]
            at = next_edge[on_left, node]
            while at < len(targets):
                other = targets[at]
                fits = (
                    self.right_level[other] == level + 1
                    if on_left
                    else self.left_level[other] == level + 1 and self.through.get((other, node), 0) > 0
                )
                if fits:
                    break
                at += 1
            next_edge[on_left, node] = at
            if at < len(targets):
                path.append(targets[at])
            else:
                path.pop()
                if path:
                    # that edge leads nowhere
                    before = path[-1]
                    next_edge[len(path) % 2 == 1, before] += 1
        return None

    def push(self, path: list[int]) -> None:
        room = self.given[path[0]]
        if self.taken[path[-1]] < room:
            room = self.taken[path[-1]]
        for at in range(1, len(path) - 1, 2):  # from a right node back to a left one
            backward = self.through[path[at + 1], path[at]]
            if backward < room:
                room = backward
        self.given[path[0]] = self.given[path[0]] - room
        self.taken[path[-1]] = self.taken[path[-1]] - room
        for at in range(len(path) - 1):
            if at % 2 == 0:
                key = (path[at], path[at + 1])
                self.through[key] = self.through.get(key, 0) + room
            else:
                key = (path[at + 1], path[at])
                self.through[key] = self.through[key] - room

    def flow(self) -> Flow:
        """After the last search: the left nodes that were reached are the cut's."""
        total: Amount = 0
        through = {edge: amount for edge, amount in self.through.items() if amount > 0}
        for amount in through.values():
            total = total + amount
        cut = frozenset([i for i in range(self.lefts) if self.left_level[i] >= 0])
        return Flow(through, total, cut)
