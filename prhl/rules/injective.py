"""That the map of a coupling is injective on what run 1 can draw."""

from prhl.distributions import BY_NAME
from prhl.logic.build import both, equal, negation
from prhl.logic.terms import Apply, Distribution, Term, Variable, subterms
from prhl.rules.context import Context
from prhl.rules.state import State
from prhl.typed import core


def seen(state: State, target: str, drawn: Variable) -> State:
    """The state as a coupling sees it: the one before the sampling, with what run 1 draws."""
    found = state.copy()
    found.values[target, 1] = drawn
    return found


def owe_injective(
    context: Context,
    distribution: Distribution,
    node: core.Sample,
    drawn: Variable,
    image: Term,
    couple: core.CoupleMap,
    state: State,
) -> None:
    other = context.names.fresh(f"{node.target}'", 1, distribution.type)
    at = seen(state, node.target, other)
    other_image = at.formula(couple.image)
    at.values[node.target, 1] = drawn
    at.values[f"{node.target}'", 1] = other
    at.values[node.target, 2] = image  # for the countermodel: where the two meet
    at.values[f"{node.target}'", 2] = other_image
    inside = BY_NAME[distribution.name].support(distribution.arguments, other)
    at.know(both([inside, equal(image, other_image)]))
    if couple.excepted is not None:  # what is excepted has no image
        for sample in (drawn, other):
            at.know(negation(seen(state, node.target, sample).formula(couple.excepted)))
    message = "two samples of run 1 may have the same image in run 2"
    hint = "the map must be injective: two different samples of run 1 need different images"
    if any([isinstance(part, Apply) and part.operator == "ite" for part in subterms(couple.image)]):
        hint += "; the cases of an `if` must not meet either"
    goal = equal(drawn, other)
    context.owe(at, "injective", goal, couple.image.span, message, hint, node.span, keep=False)
