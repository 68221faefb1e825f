"""How much a search may take, in questions to the solver: the same on every machine."""

from dataclasses import dataclass


class OutOfEffort(Exception):
    """The search has taken what it may."""


@dataclass
class Effort:
    """Questions and plans that are left."""

    questions: int = 4_000
    plans: int = 60

    def ask(self, questions: int = 1) -> None:
        self.questions -= questions
        if self.questions < 0:
            raise OutOfEffort

    def follow(self) -> None:
        self.plans -= 1
        if self.plans < 0:
            raise OutOfEffort
