"""The mutation table of joint blocks with open numbers: each row breaks one condition, and a trap falls to it."""

from fractions import Fraction
from typing import Any

from prhl.checks import open_blocks
from prhl.checks.open_blocks import OpenBlock
from prhl.diagnostics import NotComputed
from prhl.logic.substitution import substitute
from prhl.logic.terms import Variable, conjuncts, subterms
from prhl.numbers import ln
from prhl.numbers.piecewise import at
from prhl.numbers.polynomial_regions import Region
from prhl.rules import block_cases, joint
from prhl.rules.state import State
from prhl.semantics.evaluate import Fault, evaluate
from tests.mutations import Mutation, replaced
from tests.open_mutations import without_equations

OPENED = joint.opened_numbers


def at_a_quarter(ratio: Any, budget: Any, names: Any, region: Region) -> bool:
    """Prices are compared with budgets at one value."""
    quarter = Fraction(1, 4)
    there = at(ratio, [quarter])
    return bool(ln(there) <= evaluate(budget, {(name, 0): quarter for name in names}))


def unread_is_false(self: OpenBlock, numbers: dict[str, Any]) -> bool:
    """A fact that is not computed excludes all values."""
    try:
        return all([evaluate(fact, {(name, 0): v for name, v in numbers.items()}) for fact in self.opened.known])
    except (NotComputed, Fault):
        return False


def facts_by_name(context: Any, types: Any, couple: Any, names: list[str], state: State) -> block_cases.Opened:
    """A fact counts for every later value of the variable."""
    found = OPENED(context, types, couple, names, state)
    parts = [part for fact in state.facts for part in conjuncts(fact.formula)]
    known = []
    for part in parts:
        inside = [leaf for leaf in subterms(part) if isinstance(leaf, Variable)]
        if inside and all([leaf.name.split("@")[0] in names for leaf in inside]):
            known.append(substitute(part, lambda leaf: found.names[leaf.name.split("@")[0]]))  # type: ignore[union-attr]
    return block_cases.Opened(found.names, (*found.known, *known), found.budgets)


TABLE = (
    Mutation(
        "prices of a block compared at one value of an open number",
        "r30_open_part_of_the_range",
        "private",
        replaced(open_blocks, "_is_within", at_a_quarter),
    ),
    Mutation(
        "single values of an open number left out", "r30_open_border", "private",
        replaced(Region, "_found", without_equations),
    ),
    Mutation(
        "single values of a budget left out", "r30_open_one_value", "private",
        replaced(Region, "_found", without_equations),
    ),
    Mutation(
        "a number of the secret taken for an open one", "r30_open_secret_number", "private",
        replaced(joint, "owe_shared", lambda *_: None),
    ),
    Mutation(
        "a number of each run taken for an open one", "r30_open_not_shared", "same",
        replaced(joint, "owe_shared", lambda *_: None),
    ),
    Mutation(
        "errors of a block forgotten", "r30_open_error", "private",
        replaced(joint._Block, "owe_no_fault", lambda _: None),
    ),
    Mutation(
        "facts that are not computed taken for false", "r30_open_unread_fact", "private",
        replaced(OpenBlock, "_possible", unread_is_false),
    ),
    Mutation(
        "facts about earlier values of an open number", "r30_open_earlier_value", "private",
        replaced(joint, "opened_numbers", facts_by_name),
    ),
)  # fmt: skip
