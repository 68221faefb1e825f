"""Answers that are kept, so that the same question is asked once: in one proof, or in all proofs of one search.

The key of a question is its facts and its goal, with the definitions of the names in them: in another walk over the
product the same name may stand for another term. Names without a definition need none in the key, since a question
quantifies over their values. In a search, a proof that is found counts only when it is proved again without anything
that was kept.
"""

from collections.abc import Callable

from prhl.logic.terms import Term, Variable, subterms
from prhl.solvers.query import Answer, Query

Meant = frozenset[tuple[Variable, Term]]


class Answers:
    """A cache in front of `solve`."""

    def __init__(self, solve: Callable[[Query], Answer]) -> None:
        self.solve = solve
        self.known: dict[tuple[tuple[int, ...], int], Answer] = {}
        self.numbers: dict[tuple[Term, Meant], int] = {}  # of formulas
        self.met: dict[int, tuple[Term, int]] = {}  # those numbers by identity, with the formula that has it

    def __call__(self, query: Query) -> Answer:
        """An answer with a countermodel is not reused where the model is shown: each question shows other terms."""
        key = tuple([self._number(fact) for fact in query.facts]), self._number(query.goal)
        known = self.known.get(key)
        if known is None or (known.status != "valid" and query.shown is not list):
            known = self.known[key] = self.solve(query)
        return known

    def _number(self, term: Term) -> int:
        known = self.met.get(id(term))
        if known is None:
            names = [part for part in subterms(term) if isinstance(part, Variable)]
            meant = frozenset([(name, name.means) for name in names if name.means is not None])
            known = self.met[id(term)] = (term, self.numbers.setdefault((term, meant), len(self.numbers)))
        return known[1]
