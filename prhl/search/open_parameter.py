"""One instance for every eps: instead of trying 1/4, 1/2, 1 and 2, ask at which values a claim is broken."""

from collections.abc import Mapping

from prhl.checks import open_instances
from prhl.checks.laboratory import Laboratory
from prhl.checks.open_checks import at_example
from prhl.checks.open_checks import ranges as ranges_of
from prhl.checks.parameter_ranges import Range, Ranges
from prhl.semantics.flat import flatten
from prhl.semantics.instances import Instance
from prhl.typed.core import TypedClaim, TypedProgram

__all__ = ["Range", "Ranges", "at_example", "parameter", "ranges"]


def parameter(claim: TypedClaim, programs: Mapping[str, TypedProgram]) -> str | None:
    """The public real parameter for all of whose values a claim may be decided at once, if there is one."""
    left, right = [flatten(programs[name], programs) for name in (claim.left, claim.right)]
    return open_instances.parameter(claim, (left, right))


def ranges(laboratory: Laboratory, claim: TypedClaim, instance: Instance) -> Ranges | None:
    """The values of the parameter at which the claim is broken on the inputs of an instance, exactly; None if that is
    not known. It does not matter what value the parameter has in the instance."""
    try:
        return ranges_of(laboratory, claim, instance)
    except open_instances.NotForEvery:
        return None
