"""The discrete twin of a program: its continuous noise replaced by noise on the integers of the same scale.

Laplace becomes DiscreteLaplace, Gauss DiscreteGauss, and Exponential(b) Geometric(1 - exp(-1/b)), which falls by the
same factor from one integer to the next. The twin is another program: what holds of it need not hold of the original,
so that its figures are labelled wherever they are shown and decide nothing. Noise without a twin stays as it is.
"""

from dataclasses import replace

from prhl.distributions import Twinned, family_of, is_continuous
from prhl.logic.build import plus
from prhl.logic.substitution import rename
from prhl.logic.terms import Distribution, Term, Variable, variables
from prhl.logic.types import REAL
from prhl.semantics.flat import Assign, FlatProgram, If, Sample, Statement, While


def twin(program: FlatProgram) -> FlatProgram | None:
    """None if the program has no continuous noise."""
    body = _block(program.body)
    return None if body == program.body else replace(program, body=body)


def first_continuous(statements: tuple[Statement, ...]) -> Sample | None:
    """The first sampling of continuous noise, if there is one."""
    for statement in statements:
        match statement:
            case Sample(_, distribution) if is_continuous(distribution):
                return statement
            case If(_, then, otherwise):
                found = first_continuous(then) or first_continuous(otherwise)
            case While(_, body):
                found = first_continuous(body)
            case _:
                found = None
        if found is not None:
            return found
    return None


def _block(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple([part for statement in statements for part in _statement(statement)])


def _statement(statement: Statement) -> list[Statement]:
    match statement:
        case Sample(target, distribution, span) if is_continuous(distribution):
            found, location = twin_of(distribution)
            drawn = Sample(target, found, span)
            if location is None:
                return [drawn]
            old, new = Variable(f"{target}#before", 0, REAL), Variable(target, 0, REAL)
            moved = Assign(target, plus(new, rename(location, {target: old.name})), span)
            if target not in {name for name, _ in variables(location)}:
                return [drawn, moved]
            return [Assign(old.name, new, span), drawn, moved]  # `z :=$ Laplace(b, z)`: the location is the old z
        case If(condition, then, otherwise, span):
            return [If(condition, _block(then), _block(otherwise), span)]
        case While(guard, body, span):
            return [While(guard, _block(body), span)]
        case _:
            return [statement]


def twin_of(distribution: Distribution) -> tuple[Distribution, Term | None]:
    """The twin, and the location, which is added afterwards: it need not be an integer."""
    inner = distribution.arguments[0]
    if isinstance(inner, Distribution):
        found, location = twin_of(inner)
        if location is not None:
            found = replace(found, arguments=(*found.arguments, location))
        return replace(distribution, arguments=(found, *distribution.arguments[1:])), None
    family = family_of(distribution)
    return family.twin(distribution) if isinstance(family, Twinned) else (distribution, None)
