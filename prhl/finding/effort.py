"""How much a search may take: the same on every machine."""

from prhl.records import dataclass


class OutOfEffort(Exception):
    """The search has taken what it may."""


@dataclass
class Effort:
    """What is left: questions to the solver, what it may take for them, plans that are followed, and looked at."""

    questions: int = 500
    resources: int = 8_000_000  # of z3's counter
    plans: int = 40
    choices: int = 5_000

    def ask(self, used: int) -> None:
        """One more question, after what those before it took."""
        self.questions -= 1
        self.resources -= used
        self._check()

    def follow(self) -> None:
        self.plans -= 1
        self._check()

    def consider(self) -> None:
        self.choices -= 1
        self._check()

    def _check(self) -> None:
        if min(self.questions, self.resources, self.plans, self.choices) < 0:
            raise OutOfEffort
