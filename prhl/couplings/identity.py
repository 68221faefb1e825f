"""identity: draws from equal distributions are equal, for nothing, whatever the family and the currency.

Rule.
    P ==> D{1} and D{2} are of one family, with equal arguments
    P ==> f(a) = a, for every sample a
    ------------------------------------------------------------ [identity]
    { P }  x :=$ D  ~[0]  x :=$ D  { x{2} = x{1} }

Of `Truncate` and `Clamp` the distributions inside are compared too. It is asked before what the family offers. A
stated `cost` or `slack` is charged instead, as long as it is not negative.

Why. A distribution is a function of its arguments, so that both runs draw with the same masses, and the ratio of equal
masses is 1. No excess is left over at any epsilon, and every divergence is 0.

Pitfall. A name that is the same in both runs and has two values, such as a scale that depends on the secret:
`x :=$ Gauss(if s then 1000 else 1)` tells the secret almost surely, whatever the map. And a map that is the
identity on some samples only: it has to be for all samples of run 1.

Reference. Barthe, Gregoire and Zanella Beguelin, POPL 2009, the rule for random assignments with the identity.

Owes. `same-noise`
"""

from itertools import zip_longest

from prhl.couplings.base import Draw, Owed, Price, priced
from prhl.couplings.lifting import Step
from prhl.logic.build import TRUE, both, equal, number
from prhl.logic.terms import Distribution, DistributionArgument, Term, argument_terms
from prhl.records import dataclass


def alike(draw: Draw) -> Term | None:
    """That the distributions are equal and the image is the sample; None if they are written in different forms."""
    pairs = _pairs(draw.first, draw.second)
    if pairs is None:
        return None
    return both([equal(one, other) for one, other in [(draw.image, draw.sample), *pairs] if one != other])


def _pairs(first: Distribution, second: Distribution) -> list[tuple[Term, Term]] | None:
    """The terms that must be equal for the distributions to be."""
    if first.name != second.name or first.type != second.type:
        return None
    found: list[tuple[Term, Term]] = []
    for one, other in zip_longest(first.arguments, second.arguments):
        if isinstance(one, Distribution) and isinstance(other, Distribution):
            inner = _pairs(one, other)
        elif one is None or other is None or _form(one) != _form(other):
            return None
        else:
            mine, theirs = argument_terms(one), argument_terms(other)
            inner = list(zip(mine, theirs, strict=True)) if len(mine) == len(theirs) else None
        if inner is None:
            return None
        found += inner
    return found


def _form(argument: DistributionArgument) -> type:
    """A number, however it is written, or a set of one kind."""
    return object if isinstance(argument, Term) else type(argument)


def owed(goal: Term) -> tuple[Owed, ...]:
    message = "the two runs may draw from different distributions, and the identity is free between equal ones only"
    return () if goal == TRUE else (Owed("same-noise", goal, message, "make the arguments the same in both runs"),)


def price(goal: Term) -> Price:
    """Where the goal says that the distributions are equal and the image is the sample."""
    return priced(owed(goal), number(0))


@dataclass(frozen=True)
class Equal:
    """The same at a slack: nothing is left over, at any epsilon."""

    goal: Term
    by_value = False

    def lift(self, step: Step) -> Price:
        return price(self.goal)
