"""Equalities between values of exp: as functions of an open parameter they may differ, and agree at one value of it.

exp(eps) = 2 is false as a function of eps, and true at ln(2). All other
comparisons have one answer for every eps, or are refused (see `prhl.numbers.opened`); so a parameter is left open only
in programs without such equalities.
"""

from collections.abc import Iterable, Iterator

from prhl.distributions import family_of
from prhl.distributions.uniform import Uniform
from prhl.logic.terms import Apply, Listed, Logical, Term, Weighted, argument_terms, subterms
from prhl.logic.types import BOOL
from prhl.semantics.flat import Assign, FlatProgram, If, Leak, Sample, Statement, While
from prhl.typed.core import TypedClaim


def has_delicate_equality(claim: TypedClaim, programs: Iterable[FlatProgram], requires: Iterable[Term]) -> bool:
    """Whether numbers made by exp are tested for equality anywhere."""
    if any([_compares(term, frozenset()) for term in (*requires, claim.relation, *claim.budget)]):
        return True
    for program in programs:
        made = _made_by_exp(program)
        if any([_compares(term, made) for term in _terms(program.body)]):
            return True
        if program.result is not None and _compares(program.result, made):
            return True
    return False


def _compares(term: Term, made: frozenset[str]) -> bool:
    equalities = []
    for part in subterms(term):
        match part:
            case Apply("eq" | "ne" | "count" | "distinct" | "mem"):
                equalities.append(part)
            case Apply("comprehension", (Logical(name), items, *_)) if _is_made(items, made):
                made |= {name}  # its elements are what was made
            case _:
                pass
    return any([_is_made(argument, made) for equality in equalities for argument in equality.arguments])


def _is_made(term: Term, made: frozenset[str]) -> bool:
    """Whether exp, or a variable that was made by it, is in the term."""
    parts = subterms(term)
    return any([t.operator == "exp" if isinstance(t, Apply) else getattr(t, "name", "") in made for t in parts])


def _made_by_exp(program: FlatProgram) -> frozenset[str]:
    """The variables that may hold what exp made, wherever that came from."""
    made: frozenset[str] = frozenset()
    while True:
        found = frozenset([name for name, term in _assigned(program.body) if _is_made(term, made)])
        if found == made:
            return made
        made = found


def _assigned(statements: tuple[Statement, ...]) -> Iterator[tuple[str, Term]]:
    for statement in statements_of(statements):
        if isinstance(statement, Assign):
            yield statement.target, statement.value
        elif isinstance(statement, Sample):
            for argument in statement.distribution.arguments:
                if isinstance(argument, Listed | Weighted):
                    items = [item[0] if isinstance(item, tuple) else item for item in argument.items]
                    yield from [(statement.target, item) for item in items]


def _terms(statements: tuple[Statement, ...]) -> Iterator[Term]:
    for statement in statements_of(statements):
        match statement:
            case Assign(_, value) | Leak(value):
                yield value
            case If(condition):
                yield condition
            case While(guard):
                yield guard
            case Sample():
                terms = tuple(arguments_of(statement))
                yield from terms
                if isinstance(family_of(statement.distribution), Uniform):  # whose elements must be different
                    yield Apply("distinct", terms, BOOL)


def arguments_of(sample: Sample) -> list[Term]:
    return [term for argument in sample.distribution.arguments for term in argument_terms(argument)]


def statements_of(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """All of them, the inner ones too."""
    for statement in statements:
        yield statement
        match statement:
            case If(_, then, otherwise):
                yield from statements_of(then)
                yield from statements_of(otherwise)
            case While(_, body):
                yield from statements_of(body)
            case _:
                pass
