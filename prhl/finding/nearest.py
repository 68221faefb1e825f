"""The plan that came furthest, of those that failed: one that lacks budget only, else one that reached most sites."""

from collections.abc import Iterator
from dataclasses import replace

from prhl.finding.effort import Effort, OutOfEffort
from prhl.finding.prices import Spent
from prhl.finding.scout import Fails, Scout
from prhl.finding.writing import Found, Proposal, unfinished
from prhl.logic.build import at_most, number, times
from prhl.logic.terms import Apply
from prhl.proof import Proof
from prhl.rules.state import NoValue
from prhl.source import Source
from prhl.typed import core

MULTIPLES = (2, 4, 16)
QUESTIONS = 60  # that may be asked to write down what failed


class Nearest:
    """The best of the plans that failed so far; of equally good ones the first."""

    def __init__(self) -> None:
        self.best: Fails | None = None
        self.refused: Proposal | None = None  # what was proposed, and the prover did not accept
        self._short = False

    @property
    def short(self) -> bool:
        """Whether the best plan fails by its budget alone."""
        return self.best is not None and self.best.why == "budget"

    def refuse(self, proposal: Proposal, proof: Proof | None) -> None:
        """A proposal that the prover did not accept: the first one is kept, or the first one that is short of budget
        (among other things, perhaps: the prover stops early). A theorem that does not apply is no attempt."""
        if proof is None or proof.theorem:
            return
        if self.refused is None or (proof.short and not self._short):
            self.refused, self._short = proposal, proof.short

    def note(self, failed: Fails) -> None:
        if failed.scout is not None and (self.best is None or _far(failed) > _far(self.best)):
            self.best = failed
            failed.__traceback__ = failed.__context__ = None  # what it was raised in is not kept

    def proposals(self, source: Source, original: core.TypedClaim) -> Iterator[Proposal]:
        """The annotations of the best plan: those that it needs where that is known, else all of them."""
        if self.best is None or self.best.scout is None:
            return
        scout = self.best.scout
        scout.effort = Effort(questions=QUESTIONS)
        try:
            yield from unfinished(source, Found(scout, self.best.end, _afforded(scout, self.best)), original)
        except (OutOfEffort, NoValue, Fails):
            return


def _afforded(scout: Scout, failed: Fails) -> Spent | None:
    """What the plan spends, if it can be shown to be within 2, 4 or 16 times the budget."""
    if failed.spent is None or failed.obligation is None:
        return failed.spent
    match failed.obligation.goal:
        case Apply("le", (cost, limit)):
            for multiple in MULTIPLES:
                goal = at_most(cost, times(number(multiple), limit))
                if scout.follows(failed.obligation.facts, goal):
                    return replace(failed.spent, shown=(*failed.spent.shown, (failed.obligation.facts, goal)))
        case _:
            pass
    return failed.spent


def _far(failed: Fails) -> tuple[bool, int, int]:
    found = 0 if failed.scout is None else len(failed.scout.found)
    return failed.why == "budget", len(failed.reached), found
