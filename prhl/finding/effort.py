"""How much a search may take: the same on every machine."""

from dataclasses import dataclass


class OutOfEffort(Exception):
    """The search has taken what it may."""


@dataclass
class Effort:
    """What is left: questions to the solver, plans that are followed, and plans that are looked at."""

    questions: int = 400
    plans: int = 40
    choices: int = 5_000

    def ask(self) -> None:
        self.questions -= 1
        self._check()

    def follow(self) -> None:
        self.plans -= 1
        self._check()

    def consider(self) -> None:
        self.choices -= 1
        self._check()

    def _check(self) -> None:
        if min(self.questions, self.plans, self.choices) < 0:
            raise OutOfEffort
