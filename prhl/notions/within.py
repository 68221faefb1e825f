"""What a quadruple promises of its postcondition: an epsilon and a delta, in the direction as written."""

from prhl.notions.base import Notion


class Within(Notion):
    def shown(self, budget: str) -> str:
        return f"within ({budget})"


WITHIN = Within("within", ("eps", "delta"), 0, "Pr1[S] <= exp(eps) Pr2[T] + delta for what the postcondition relates")
