"""How much to look for an attack. Light, since whoever offers the choice needs nothing else of the search."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from prhl.records import dataclass

if TYPE_CHECKING:
    from prhl.search.looking import Shards

BRIEFLY, FEW = 2_000_000, 60  # steps and pairs of inputs, where a first look will do
GLANCE, NEAREST = 200_000, 10  # where it is more likely that there is a proof
THOROUGH = 10  # times the steps, for a claim that says of itself that it is false


@dataclass(frozen=True, slots=True)
class Budget:
    """For one claim: so many pairs of inputs, and so many steps for all of them; None is no end.

    Each pair is given so many steps at most, so that pairs alone bound a search. Seconds are there only if the user
    asked for them.
    """

    pairs: int | None = 300
    steps: int | None = 8_000_000
    seconds: float | None = None
    start: int = 0  # pairs that were tried before
    jobs: int = 1
    shards: "Shards | None" = None  # who measures pairs, in place of `jobs` processes
    progress: Callable[[int], None] | None = None  # told how many pairs were tried; 0 when it is over

    def brief(self) -> "Budget":
        """For a first look: at most the nearest pairs, and few steps."""
        pairs = FEW if self.pairs is None else min(FEW, self.pairs)
        return replace(self, pairs=pairs, steps=BRIEFLY if self.steps is None else min(BRIEFLY, self.steps))

    def glance(self) -> "Budget":
        """For the nearest pairs alone, between two plans for a proof."""
        return replace(self.brief(), pairs=min(NEAREST, self.brief().pairs or 0), steps=GLANCE)

    def thorough(self) -> "Budget":
        """For a claim that is expected to be refuted."""
        return self if self.steps is None else replace(self, steps=THOROUGH * self.steps)
