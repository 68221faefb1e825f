"""Solvers that are loaded with the first question: many a claim has none for them, and z3 takes its time to load."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from prhl.numbers.polynomial_regions import Ask
from prhl.solvers.obvious import obvious
from prhl.solvers.query import Answer, Limits, Query

Q = TypeVar("Q")
A = TypeVar("A")


def when_asked(made: Callable[[], Callable[[Q], A]]) -> Callable[[Q], A]:
    """One that is made with its first question."""
    solver = cache(made)
    return lambda question: solver()(question)


def arithmetic() -> Ask:
    """Systems of polynomials."""

    def made() -> Ask:
        from prhl.solvers.real_arithmetic import Arithmetic

        return Arithmetic()

    return when_asked(made)


def obligations(
    limits: Limits | None, keeps: bool, telling: Callable[[Callable[[Query], Answer]], Callable[[Query], Answer]]
) -> Callable[[Query], Answer]:
    """Obligations of a proof: z3, and where that leaves it open elementary steps. Where what is asked is not to be kept
    (`keeps`), what is obvious needs neither."""

    def made() -> Callable[[Query], Answer]:
        from prhl.solvers import by_sympy
        from prhl.solvers.by_z3 import Session

        return by_sympy.after(Session(limits, keeps).answer)

    solver = when_asked(made)
    return telling(solver if keeps else lambda query: obvious(query) or solver(query))
