"""chance: an outcome of a draw whose probability stays above one number, in all rounds of a loop.

Rule.
    D(E) is one of finitely many numbers in all rounds, and P ==> D(E) > 0, or P ==> D(E) >= p0 for a p0 > 0 that is one
    number in all rounds
    ---------------------------------------------------------------------------------------------------------- [chance]
    { P }  x :=$ D  comes out in E with a chance that stays above 0

By family: `Flip` gives true and false, by its probability. `Uniform` gives any element of its set, if the size of that
is bounded, and with two elements or more it gives something else than one of them. `Choice` gives each of its entries.
Noise around a centre is above it, and below it, half of the time, whatever its scale. Any other interval or number in
the support has its chance if the interval and all arguments of the distribution take finitely many values in the loop.
Those to try are the places at which a later condition changes.

Why. A value that is made of what is older than the loop is one number in all rounds; if what the loop changes only
decides truth values in it, it is one of finitely many. The least of those that are above 0 is above 0.

Pitfall. A probability that is above 0 in every round, but fades. `c :=$ Flip(1/(i + 2)^2); i := i + 1;` until c is true
goes on for ever with probability (1 - 1/4)(1 - 1/9)(1 - 1/16)... = 1/2. So the bound, too, is one number in all rounds.

Reference. Hart, Sharir and Pnueli, TOPLAS 1983, who ask for such a bound of finite-state programs; McIver and Morgan,
2005.

Owes. Nothing of its own.
"""

from collections.abc import Iterator, Sequence

from prhl.distributions import family_of, has_atoms, is_continuous
from prhl.distributions.base import Chancy, Listing
from prhl.distributions.conditions import integers
from prhl.logic.build import TRUE, at_most, both, equal, less, number, plus
from prhl.logic.terms import Distribution, Term, argument_terms
from prhl.logic.types import INT, REAL, is_number
from prhl.records import dataclass
from prhl.rules.context import Drawn
from prhl.rules.steady import Steady, serial


@dataclass(frozen=True, slots=True)
class Outcome:
    """What may be drawn; if `owed` holds before the draw, its chance stays above 0."""

    key: str
    event: Term
    owed: Term = TRUE


def outcomes(drawn: Drawn, steady: Steady, edges: Sequence[Term]) -> list[Outcome]:
    """Candidates. `edges` are terms at which a condition changes; used if they have a value before the draw."""
    name, facts = drawn.name, drawn.before.facts
    edges = [term for term in edges if _before(drawn, term)]

    def likely(mass: Term) -> Term:
        if steady.few(mass, facts):
            return less(number(0), mass)
        return at_most(steady.below(facts, mass), mass)

    distribution, few = drawn.distribution, _few(drawn, steady)
    family = family_of(distribution)
    if isinstance(family, Chancy) and (isinstance(family, Listing) or not few):
        found = []
        for event in family.likely(distribution.arguments, name, edges):
            parts = [] if event.mass is None else [likely(event.mass)]
            if event.size is not None and not steady.few(event.size, facts):
                parts.append(at_most(event.size, steady.above(facts)))
            parts += [] if event.owed == TRUE else [event.owed]
            found.append(Outcome(event.key, event.event, both(parts)))
        return found
    return list(_intervals(drawn, steady, edges)) if few and is_number(distribution.type) else []


def _few(drawn: Drawn, steady: Steady) -> bool:
    """Whether the distribution is one of finitely many in all rounds."""
    return all([steady.few(term, drawn.before.facts) for term in argument_terms(drawn.distribution)])


def _before(drawn: Drawn, term: Term) -> bool:
    """Whether the term has its value before the draw: an outcome is chosen before, not after what was drawn is seen."""
    return Steady(serial(drawn.name) - 1).same(term)


def _intervals(drawn: Drawn, steady: Steady, edges: Sequence[Term]) -> Iterator[Outcome]:
    """Numbers and intervals of positive mass."""
    name, distribution = drawn.name, drawn.distribution
    integer = distribution.type == INT
    given = [*(integers(edges) if integer else edges), *family_of(distribution).ends(distribution.arguments)]
    known = list(dict.fromkeys([t for t in given if t.type in (INT, REAL) and steady.few(t, drawn.before.facts)]))
    points = [(t, plus(t, number(by))) for t in known for by in (0, 1, -1)]
    if integer or not is_continuous(distribution):
        ranges = [(f"{n}", t, t) for n, (_, t) in enumerate(points)]
    else:
        ranges = [(f"{n} to {m}", s, t) for n, s in enumerate(known) for m, t in enumerate(known) if n != m]
        ranges += [(f"{n}", min_, max_) for n, (min_, max_) in enumerate(_beside(points))]
    solid = has_atoms(distribution)
    for key, low, high in ranges:
        inside = [at_most(low, name), at_most(name, high)] if integer or solid or low == high else []
        event = both(inside or [less(low, name), less(name, high)])
        yield Outcome(key, equal(name, low) if low == high else event, _positive(distribution, low, high))


def _beside(points: Sequence[tuple[Term, Term]]) -> list[tuple[Term, Term]]:
    """From t - 1 to t, and from t to t + 1."""
    return [(t, near) if n % 3 == 1 else (near, t) for n, (t, near) in enumerate(points) if n % 3]


def _positive(distribution: Distribution, low: Term, high: Term) -> Term:
    return both([at_most(low, high), family_of(distribution).reached(distribution.arguments, low, high)])
