"""u + v*exp(eps) with its order decided: what flows are made of where exp(eps) is irrational."""

from prhl.numbers.exp_epsilon import Exponential
from prhl.numbers.logs import Exact, over, sign
from prhl.records import dataclass


@dataclass(frozen=True, slots=True)
class Mixed:
    u: Exact
    v: Exact
    exponential: Exponential

    def __add__(self, other: "Mixed | Exact") -> "Mixed":
        if isinstance(other, Mixed):
            return Mixed(self.u + other.u, self.v + other.v, self.exponential)
        return Mixed(self.u + other, self.v, self.exponential)

    __radd__ = __add__

    def __neg__(self) -> "Mixed":
        return Mixed(-self.u, -self.v, self.exponential)

    def __sub__(self, other: "Mixed | Exact") -> "Mixed":
        return self + (-other)

    def __rsub__(self, other: Exact) -> "Mixed":
        return -self + other

    def sign(self) -> int:
        """Of u + v*E: E lies on one side of -u/v."""
        if self.v == 0:
            return sign(self.u)
        order = self.exponential.compare(over(-self.u, self.v))  # the sign of -u/v - E
        return -order if self.v > 0 else order

    def __lt__(self, other: "Mixed | Exact") -> bool:
        return (self - other).sign() < 0

    def __gt__(self, other: "Mixed | Exact") -> bool:
        return (self - other).sign() > 0
