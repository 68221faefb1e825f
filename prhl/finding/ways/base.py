"""Ways to couple a site, and the site as the shelf of ways sees it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product

from prhl.distributions import family_of
from prhl.distributions.base import Bell, Falling, Leaning
from prhl.finding.sinks import Sink, clear, loops_around, mentions, sinks
from prhl.finding.task import Site, Task
from prhl.logic.build import FALSE, TRUE, choose, either, number, plus, unequal
from prhl.logic.constants import constant
from prhl.logic.linear import Form, form
from prhl.logic.terms import Distribution, Term, Variable, argument_terms
from prhl.logic.types import Scalar
from prhl.records import dataclass
from prhl.source import Span
from prhl.typed import core

WRITTEN = "as written"  # the name of the way that the user chose


@dataclass(frozen=True)
class Way:
    """One coupling of a site. `paid` says when it costs something, over the state before the site and the sample."""

    name: str
    rank: int  # the smaller, the sooner it is tried
    image: Term | None = None  # what run 2 draws; None: each run draws by itself, or a claim says it
    paid: Term = FALSE
    claim: str | None = None  # about the callee
    spared: Term | None = None  # when a call costs something, where those with equal arguments are free
    lossy: tuple[Term, Term] | None = None  # the cost and the slack of a payment, if it leaves some mass over
    excepted: Term | None = None  # what is not coupled at all

    @property
    def sparing(self) -> "Way":
        """The same call, free where its arguments are equal."""
        return self if self.spared is None else replace(self, paid=self.spared)

    def couple(self, span: Span) -> core.Couple:
        """As an annotation."""
        if self.claim is not None:
            return core.CoupleBy(self.claim, span)
        if self.image is None:
            return core.CoupleNone(span)
        if self.lossy is None:
            return core.CoupleMap(self.image, None, span)
        cost, slack = self.stated
        return core.CoupleMap(self.image, cost, span, slack, self.excepted)

    @property
    def stated(self) -> tuple[Term, Term]:
        """The cost and the slack that are stated, where it is paid for and where not."""
        assert self.lossy is not None
        always = [self.paid == TRUE or constant(one) == 0 for one in self.lossy]
        cost, slack = [
            one if at else choose(self.paid, one, number(0)) for one, at in zip(self.lossy, always, strict=True)
        ]
        return cost, slack


@dataclass(frozen=True)
class Meeting:
    """A sink that is linear in the sample, and the shift of the sample that makes it equal in both runs.

    Where the sink has opaque parts, the shift makes the rest of it equal.
    """

    sink: Sink
    upward: bool  # whether it grows with the sample
    shift: Form
    clear: bool
    own: Form  # the part of the shift that stands on the sample's side, next to it


@dataclass(frozen=True)
class Place:
    """A site of run 1 with its partner in run 2."""

    task: Task
    node: Site
    mate: Site

    @cached_property
    def loops(self) -> list[core.While]:
        """Those around it, from the outermost to the innermost."""
        return loops_around(self.task.left, self.node.site)


@dataclass(frozen=True)
class Draw(Place):
    """A sampling, and where its sample goes."""

    node: core.Sample
    mate: core.Sample

    @cached_property
    def sample(self) -> Variable:
        return Variable(self.node.target, 1, self.node.distribution.type)

    @cached_property
    def sinks(self) -> list[tuple[Sink, Sink]]:
        """In run 1 and in run 2: each with itself, or of two programs each with each."""
        first = sinks(self.task.left, self.node)
        if self.mate is self.node:
            return [(one, one) for one in first]
        return list(product(first, sinks(self.task.right, self.mate)))

    def around(self, sink: Sink) -> list[Term]:
        """The conditions of the branches around a sink, in run 1, as far as they are known at the draw."""
        return [self.task.marked(one, 1) for one in sink.path if clear(one)]

    @property
    def own(self) -> Variable:
        return Variable(self.node.target, 0, self.node.distribution.type)

    @property
    def their(self) -> Variable:
        return Variable(self.mate.target, 0, self.mate.distribution.type)

    # ---- noise that may be moved -------------------------------------------------------------

    @cached_property
    def moves(self) -> bool:
        """Whether its family is noise that a shift has a price for."""
        return moves(self.node.distribution)

    @cached_property
    def centred(self) -> bool:
        """Whether the noise has a location of its own."""
        return location(self.node.distribution) is not None or location(self.mate.distribution) is not None

    @cached_property
    def free(self) -> Form:
        """The shift that costs nothing: by as much as the locations differ."""
        one, two = location(self.node.distribution), location(self.mate.distribution)
        return self.difference(form(one or number(0)), form(two or number(0))) * Fraction(-1)

    def difference(self, one: Form, two: Form) -> Form:
        """one{1} - two{2}, without what both runs share."""
        marked = self.task.marked
        return one.mapped(lambda part: marked(part, 1)) - two.mapped(lambda part: marked(part, 2))

    def moved(self, shift: Form) -> Term:
        return plus(self.sample, shift.term) if shift else self.sample

    def pays(self, shift: Form) -> Term:
        """When a shift costs something: where it is not the free one."""
        rest = shift - self.free
        if not rest.parts:
            return TRUE if rest.constant else FALSE
        added = rest.added
        taken = added - Form(rest.parts)
        return unequal((added + Form({}, rest.constant)).term, taken.term) if not rest.constant else TRUE

    @cached_property
    def meetings(self) -> list[Meeting]:
        """The sinks that are linear in the sample."""
        return [met for one, two in self.sinks if (met := self._meeting(one, two)) is not None]

    def _meeting(self, one: Sink, two: Sink) -> Meeting | None:
        if one.kind == "other" or one.kind != two.kind:
            return None
        first, second = form(one.term), form(two.term)
        slopes = first.of(self.own), second.of(self.their)
        if not slopes[0] or not slopes[1]:
            return None
        rest = [f - Form({x: f.of(x)}) for f, x in ((first, self.own), (second, self.their))]
        if any([mentions(part, x.name) for f, x in zip(rest, (self.own, self.their), strict=True) for part in f.parts]):
            return None
        known = clear(one.term) and clear(two.term)
        scaled = [f * (1 / slope) for f, slope in zip(rest, slopes, strict=True)]
        if not known:
            scaled = [f.where(clear) + Form({}, f.constant) for f in scaled]
        beside = [f.added for f in scaled]
        return Meeting(one, slopes[0] > 0, self.difference(*scaled), known, self.difference(*beside))

    # ---- other noise -------------------------------------------------------------------------

    @cached_property
    def differs(self) -> Term:
        """When the two runs draw from different distributions."""
        pairs = zip(_terms(self.node.distribution), _terms(self.mate.distribution), strict=False)
        marked = [(self.task.marked(one, 1), self.task.marked(two, 2)) for one, two in pairs]
        apart = [(one, two) for one, two in marked if one != two]
        if any([not isinstance(one.type, Scalar) for one, _ in apart]):
            return TRUE
        return either([unequal(one, two) for one, two in apart])


def _terms(distribution: Distribution) -> Iterator[Term]:
    for argument in distribution.arguments:
        yield from argument_terms(argument)


def moves(distribution: Distribution) -> bool:
    return isinstance(family_of(distribution), Falling | Leaning | Bell)


def location(distribution: Distribution) -> Term | None:
    """Where the noise is centred, if it says so."""
    inner = distribution.arguments[0]
    if isinstance(inner, Distribution):
        return location(inner)
    for parameter, given in zip(family_of(distribution).parameters, distribution.arguments, strict=False):
        if parameter.name == "loc" and isinstance(given, Term):
            return given
    return None
