"""How much a search may take: the same on every machine."""

from collections.abc import Callable

from prhl.records import dataclass

LONG = 400_000  # of z3's counter, for a first plan


class OutOfEffort(Exception):
    """The limits of the search are reached."""


class CalledOff(Exception):
    """The search is stopped: the claim was found to be false."""


@dataclass
class Effort:
    """What is left of the limits. When the first plan takes long, `meanwhile` is called once, and the search ends if it
    says that there is no proof."""

    questions: int = 500  # to the solver
    resources: int = 8_000_000  # of z3's counter
    plans: int = 40  # that are walked, and
    choices: int = 5_000  # those that are considered
    meanwhile: Callable[[], bool] | None = None
    taken: int = 0

    def ask(self, used: int) -> None:
        """One more question, after what those before it took."""
        self.questions -= 1
        self.resources -= used
        self.taken += used
        if self.taken > LONG and self.meanwhile is not None:
            asked, self.meanwhile = self.meanwhile, None
            if asked():
                raise CalledOff
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
