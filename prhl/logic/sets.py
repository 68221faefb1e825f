"""Membership in a set, as a formula."""

from typing import assert_never

from prhl.logic.build import at_most, both, either, equal, number, size
from prhl.logic.terms import AllBits, Between, Listed, Set, Term


def member(value: Term, set_: Set) -> Term:
    match set_:
        case Listed(items):
            return either([equal(value, item, set_.span) for item in items])
        case Between(low, high):
            return both([at_most(low, value, set_.span), at_most(value, high, set_.span)])
        case AllBits(length):
            return equal(size(value), length, set_.span)
        case _:
            assert_never(set_)


def inhabited(set_: Set) -> Term:
    """That the set has an element."""
    match set_:
        case Listed(items):
            return either([equal(item, item) for item in items[:1]])
        case Between(low, high):
            return at_most(low, high, set_.span)
        case AllBits(length):
            return at_most(number(0), length, set_.span)
        case _:
            assert_never(set_)
