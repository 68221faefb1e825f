"""One draw of both runs: what is owed and charged for it alike, whatever its price is."""

from prhl.couplings import identity
from prhl.couplings.base import Draw, Price
from prhl.couplings.finite_excess import image_of, mass_of
from prhl.couplings.known_numbers import Known
from prhl.couplings.lifting import Unpriced, mentions
from prhl.distributions import BY_NAME
from prhl.logic.build import TRUE, both, either, equal, less, negation, number, plus
from prhl.logic.terms import Apply, Distribution, Term, Variable, subterms
from prhl.logic.types import INT
from prhl.records import dataclass
from prhl.rules.context import Context
from prhl.rules.state import State
from prhl.source import Span
from prhl.typed import core


@dataclass(frozen=True, slots=True)
class CoupledDraw:
    """Run 1 draws the sample and run 2 its image; what the coupling says is read in the state before the draw."""

    context: Context
    left: core.Sample
    right: core.Sample
    couple: core.CoupleMap
    draw: Draw
    sample: Variable
    value: Term  # the image, as a value of the type that run 2 draws
    state: State

    def read(self, term: Term) -> Term:
        """A term of the coupling."""
        return _seen(self.state, self.left.target, self.sample).formula(term)

    def owe_here(self, code: str, goal: Term, message: str, hint: str = "", at: Span | None = None) -> None:
        """Owed for every sample of run 1."""
        here = _seen(self.state, self.left.target, self.sample)
        here.values[self.right.target, 2] = self.draw.image
        self.context.owe(here, code, goal, at or self.couple.image.span, message, hint, self.left.span)
        self.state.facts = here.facts

    def identity(self, moved: bool) -> Term | None:
        """That this is the identity between equal distributions, where that can be shown; `moved`: whatever the map."""
        goal = identity.alike(self.draw)
        if goal is None or goal == TRUE:
            return goal
        asked = moved or self.draw.image == self.draw.sample
        return goal if asked and self.context.ask(self.state.facts, goal) else None

    # ---- the map -----------------------------------------------------------------------------

    def owe_integer(self) -> None:
        if self.value != self.draw.image:
            message = "the image may not be an integer, and run 2 draws integers"
            self.owe_here("integer-image", equal(self.draw.image, self.value), message, "shift by an integer")

    def owe_support(self) -> None:
        goal = _support(self.draw.second, self.value)
        message = "run 2 may never draw the image of what run 1 drew"
        self.owe_here("support", goal, message, "the image must lie in the support, for every sample of run 1")

    def owe_injective(self) -> None:
        """That two samples of run 1 have two images."""
        name, state = self.left.target, self.state
        other = self.context.names.fresh(f"{name}'", 1, self.draw.first.type)
        at = _seen(state, name, other)
        other_image = at.formula(self.couple.image)
        at.values[name, 1] = self.sample
        at.values[f"{name}'", 1] = other
        at.values[name, 2] = self.draw.image  # for the countermodel: where the two meet
        at.values[f"{name}'", 2] = other_image
        at.know(both([_support(self.draw.first, other), equal(self.draw.image, other_image)]))
        if self.couple.excepted is not None:  # what is excepted has no image
            for sample in (self.sample, other):
                at.know(negation(_seen(state, name, sample).formula(self.couple.excepted)))
        message = "two samples of run 1 may have the same image in run 2"
        hint = "the map must be injective: two different samples of run 1 need different images"
        if any([isinstance(part, Apply) and part.operator == "ite" for part in subterms(self.couple.image)]):
            hint += "; the cases of an `if` must not meet either"
        place = self.couple.image.span
        goal = equal(self.sample, other)
        self.context.owe(at, "injective", goal, place, message, hint, self.left.span, keep=False)

    def owe_onto(self, values: tuple[Term, ...]) -> None:
        """That run 2 draws nothing but images of these values, where the ratios are to be bounded from both sides."""
        here = self.state.copy()
        found = self.context.names.fresh(f"{self.left.target}'", 2, self.draw.second.type)
        here.values[f"{self.left.target}'", 2] = found
        here.know(_support(self.draw.second, found))
        reached = []
        for value in values:
            mass = mass_of(self.draw.first, value, Known())
            reached.append(both([less(number(0), mass), equal(image_of(self.draw, value), found)]))
        message = "run 2 may draw what is the image of nothing, and then the ratios are bounded from one side only"
        hint, place = "the map must reach all that run 2 can draw", self.couple.image.span
        self.context.owe(here, "support", either(reached), place, message, hint, self.left.span, keep=False)

    # ---- the price ---------------------------------------------------------------------------

    def pay(self, price: Price, mapped: bool = True) -> None:
        """What the price asks for, what the map owes unless that follows, and the charge."""
        for owed in price.owed:
            self.owe_here(owed.code, owed.formula, owed.message, owed.hint)
        for fact in price.known:
            self.state.know(fact)
        if mapped:
            self.owe_integer()
            self.owe_support()
            self.owe_injective()
            if price.onto is not None:
                self.owe_onto(price.onto)
        state, charge = self.state, price.charge if self.couple.cost is None else self.stated(self.couple.cost, price)
        assert charge is not None
        state.cost = self.context.names.define(state, ("cost", 1), plus(state.cost, charge))

    def stated(self, cost: Term, price: Price) -> Term:
        """A stated cost is owed to be at least the price; divergences are fixed before the draw."""
        charge = self.read(cost)
        message = "the stated cost may be smaller than the price of this coupling"
        if self.context.reading.currency is not None:
            if mentions(charge, self.sample):
                reason = "what is charged for a draw is fixed before it here, and must not mention the sample"
                raise Unpriced(reason, "state one cost for all samples, or leave it out")
            message += ", in the currency of the claim"
        self.owe_here("price", price.enough(charge), message, "state a larger cost, or leave it out", cost.span)
        return charge

    def end(self) -> State:
        """The state after the draw."""
        couple, state = self.couple, self.state
        if couple.excepted is not None:
            self.context.narrowed = True
            state.know(negation(self.read(couple.excepted)), couple.excepted.span, "except")
        self.context.assign(state, self.left.target, 1, self.sample)
        self.context.assign(state, self.right.target, 2, self.value)
        return state


def begin(
    context: Context,
    nodes: tuple[core.Sample, core.Sample],
    noise: tuple[Distribution, Distribution],
    couple: core.CoupleMap,
    state: State,
) -> CoupledDraw:
    """Run 1 draws; that it lies in the support is known."""
    left, right = nodes
    sample = context.draw(state, left, 1, noise[0])
    image = _seen(state, left.target, sample).formula(couple.image)
    value: Term = image
    if noise[1].type == INT and image.type != INT:
        value = Apply("floor", (image,), INT, couple.image.span)
    draw = Draw(*noise, sample, image, lambda name, type_: context.names.fresh(name, 1, type_))
    return CoupledDraw(context, left, right, couple, draw, sample, value, state)


def _seen(state: State, target: str, drawn: Variable) -> State:
    """The state before the sampling, with what run 1 draws."""
    found = state.copy()
    found.values[target, 1] = drawn
    return found


def _support(distribution: Distribution, value: Term) -> Term:
    return BY_NAME[distribution.name].support(distribution.arguments, value)
