"""The mutation table of norms: Gaussian steps for symbols, lists of draws, and the laws of norms."""

from typing import Any

import pytest

from prhl.couplings import each, gauss, identity
from prhl.couplings.shift_bound import shift_of
from prhl.logic.build import TRUE, at_most, both, equal, follows, size
from prhl.logic.terms import Quantified, conjuncts
from prhl.solvers import norms
from prhl.solvers.lemmas import T, inside
from tests.mutations import Mutation, Patch, replaced, skipped

LINES = gauss.lines


def without(line: int, *parts: int) -> Patch:
    """Some conditions of a line are forgotten."""

    def careless(*given: Any) -> Any:
        lines = list(LINES(*given))
        kept = [part for at, part in enumerate(conjuncts(lines[line])) if at not in parts]
        lines[line] = both(kept)
        return tuple(lines)

    return replaced(gauss, "lines", careless)


def without_its_two(distance: Any, sigma: Any, epsilon: Any, delta: Any) -> Any:
    """The classical line with the logarithm once."""
    classical, other = LINES(distance, sigma, epsilon, delta)
    *signs, enough = conjuncts(classical)
    (_, logs), squares = enough.arguments[0].arguments, enough.arguments[1]
    return both([*signs, at_most(logs, squares)]), other


def alike_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Distributions of one name are equal."""
    monkeypatch.setattr(identity, "alike", lambda draw: TRUE)


def by_sample(step: Any) -> Any:
    """A shift that looks at the sample."""
    return shift_of(step.draw.image, step.draw.sample)


def in_l2(self: Any, norm: Any) -> Any:
    """The distance in l2, whatever is asked for."""
    return DISTANCE(self, "norm2")


def clipped_once() -> Any:
    """Two clipped lists are as far apart as one is long."""
    return follows(equal(size(norms.A), size(norms.B)), at_most(norms.N, norms.C))


def close_by_one(power: int) -> Any:
    """Lists are no further apart than their entries."""
    close = Quantified("forall", (T,), follows(inside(T, norms.A), at_most(norms._gap(norms.A, norms.B, T), norms.C)))
    return follows(close, at_most(norms.N, norms.C))


DISTANCE = each.ListShift.distance

SYMBOLS = (
    Mutation("classical line above 1", "r38_classical_line_at_ten", "private", without(0, 1)),
    Mutation("classical line at no delta", "r38_no_delta", "private", without(0, 2)),
    Mutation("the other root", "r38_root_of_the_other_sign", "private", without(1, 2)),
    Mutation("secret sigma of symbols", "r38_secret_sigma", "same", skipped("same-noise")),
    Mutation("half the noise", "r38_half_the_noise", "private", replaced(gauss, "lines", without_its_two)),
    Mutation("delta of symbols added up", "r38_one_budget_twice", "private", skipped("slack")),
    Mutation("l2 for Laplace", "r09_each_laplace_by_l2", "private", replaced(each.ListShift, "distance", in_l2)),
    Mutation("secret of a list", "r09_each_secret_probability", "same", alike_by_name),
    Mutation("l1 by l2", "r32_l1_from_l2", "private", replaced(norms, "_no_longer", lambda one, two: True)),
    Mutation("clipped once", "r32_clipped_and_replaced", "private", replaced(norms, "clipped_norm", clipped_once)),
    Mutation("entries for lists", "r32_entries_within", "private", replaced(norms, "close_gaps", close_by_one)),
    Mutation("symbols moved by sign", "r38_moved_by_sign", "apart", replaced(gauss, "fixed_shift", by_sample)),
)
