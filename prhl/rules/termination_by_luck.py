"""lucky-rounds: a loop ends with probability 1 if some outcome of its draws makes a bounded variant smaller.

Rule.
    I && b ==> 0 <= v <= U              v is an integer, U is not changed by the loop
    each draw that counts comes out in E with a chance that stays above 0, by `chance`
    { I && b && v = n }  s  { v < n || !b }   for every draw, those that count in their E
    ------------------------------------------------------------------------------------- [lucky-rounds]
    while (b) s  ends with probability 1

Which outcome is hoped for is fixed before the draw. Draws that do not count, and those of loops, calls and joint blocks
inside the body, come out as they like; loops and calls inside must end themselves. Instead of a bound U it is enough
that no round makes v larger. With several `decreases` each has its bound, and they are compared as in `loop-ends`.
Without one, the tool tries whether lucky draws end the loop in one round, and then the variants of `loop-ends`.

Why. Let a round be lucky if each draw that counts, wherever the round comes to it, comes out in its E. Whatever was
before, that has a probability of at least p0, the product of the chances, and p0 > 0 is one number in all rounds. As v
is between 0 and U, the loop ends within U + 1 lucky rounds in a row. So from every head it ends within U + 1 rounds
with a probability of at least q = p0^(U + 1) > 0, and it goes on for k(U + 1) rounds with at most (1 - q)^k, which goes
to 0. All this is about the draws of one run: a coupling says what the other run draws, and takes nothing away from it.

Pitfall. A variant without an upper bound. A walk that goes down with probability 1/3 and up with 2/3, from 1 on, may
always go down, and comes to 0 only half of the time. And a bound that the loop moves along.

Reference. Hart, Sharir and Pnueli, TOPLAS 1983; McIver and Morgan, Abstraction, Refinement and Proof for Probabilistic
Systems, 2005, the rule for loops by variants.

Owes. `terminates`
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product

from prhl.logic.build import TRUE, at_most, both, either, equal, follows, less, negation, number
from prhl.logic.show import show
from prhl.logic.terms import Term, Variable
from prhl.records import dataclass
from prhl.rules.chance import Outcome, outcomes
from prhl.rules.context import Context, Drawn
from prhl.rules.edges import Edges
from prhl.rules.state import NoValue, Run, State
from prhl.rules.steady import Steady
from prhl.typed import core

MOST = 32  # ways to be lucky

Hoped = tuple[tuple[Drawn, Outcome], ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Any round of a loop in one run, from the head, where the guard is true, to its end."""

    node: core.While
    run: Run
    since: int  # names with a larger number are of the loop
    entry: State
    start: State
    end: State
    drawn: tuple[Drawn, ...]

    def smaller(self, variants: Sequence[Term]) -> Term:
        """Lexicographically: some variant is smaller and those before it are as they were."""
        ways: list[Term] = []
        before: list[Term] = []
        for variant in variants:
            old, new = self.start.read(variant, self.run), self.end.read(variant, self.run)
            ways.append(both([*before, less(new, old)]))
            before.append(equal(new, old))
        return either(ways)

    def left(self) -> Term:
        """The loop is left after this round."""
        return negation(self.end.read(self.node.guard, self.run))


@dataclass(frozen=True, slots=True)
class Luck:
    """How the loop ends: by these outcomes, with these variants, each below its bound or never larger than before."""

    hoped: Hoped
    variants: tuple[Term, ...]
    bounds: tuple[Term | None, ...]


@dataclass(frozen=True, slots=True)
class NoLuck:
    """The rule does not apply; says what to try."""

    hint: str


DECREASES = "add `decreases e;` with an integer e that is not negative in the loop and gets smaller in every round"


def tried(context: Context, round_: Round, choices: Sequence[Sequence[Term]]) -> Luck | NoLuck:
    """Each choice of variants with each way to be lucky; no variant: the loop is left after one lucky round."""
    mine = [drawn for drawn in round_.drawn if drawn.run == round_.run]
    if not mine:
        return NoLuck(DECREASES)
    ways = list(islice(_ways(context, round_, mine), MOST))
    unbounded = ""
    for variants in choices:
        hoped = next((way for way in ways if context.ask(round_.end.facts, _goal(round_, variants, way))), None)
        if hoped is None or not all([context.ask(round_.start.facts, _negative(round_, v)) for v in variants]):
            continue
        bounds = [_bounded(context, round_, variant) for variant in variants]
        if all([found for found, _ in bounds]):
            return Luck(hoped, tuple(variants), tuple([bound for _, bound in bounds]))
        unbounded = next(show(v, _unmarked) for v, (found, _) in zip(variants, bounds, strict=True) if not found)
    if unbounded:
        return NoLuck(
            f"with luck a round makes `{unbounded}` smaller, but nothing bounds it from above: add an invariant that "
            "says it is at most something that the loop does not change"
        )
    return NoLuck(_fading(context, round_, mine, choices) or _more(mine))


def _fading(context: Context, round_: Round, mine: Sequence[Drawn], choices: Sequence[Sequence[Term]]) -> str:
    """What to try if a round could be lucky, but with a chance of which nothing is known."""
    for way in islice(_ways(context, round_, mine, likely=False), MOST):
        if context.ask(round_.end.facts, negation(_luck(round_, way))):
            continue  # there is no such round
        if any([context.ask(round_.end.facts, _goal(round_, variants, way)) for variants in choices]):
            doubtful = [drawn for drawn, outcome in way if not _likely(context, drawn, outcome)]
            return (
                f"a lucky outcome of {_named(doubtful)} would do, but nothing shows that its chance stays above one "
                "number in all rounds: add an invariant that says so, such as `p{1} >= 1/10`, or `decreases e;`"
            )
    return ""


def _more(mine: Sequence[Drawn]) -> str:
    less_often = f"or with one that only some outcome of {_named(mine)} makes smaller, and an invariant that bounds it"
    return f"{DECREASES}; {less_often} from above"


def _named(drawn: Sequence[Drawn]) -> str:
    return ", ".join(dict.fromkeys([f"`{one.node.target}`" for one in drawn]))


def owe_luck(context: Context, round_: Round, luck: Luck, hint: str) -> None:
    """Everything that the rule asks for."""
    guard, node = round_.node.guard.span, round_.node

    def owe_at(state: State, goal: Term, message: str) -> None:
        context.owe(state.copy(), "terminates", goal, guard, message, hint, node.span)

    for variant, bound in zip(luck.variants, luck.bounds, strict=True):
        owe_at(round_.start, _negative(round_, variant), "the variant may be negative while the loop goes on")
        message = "the variant may grow without bound"
        if bound is None:
            owe_at(round_.end, _no_larger(round_, variant), message)
        else:
            owe_at(round_.start, at_most(round_.start.read(variant, round_.run), bound), message)
    for drawn, outcome in luck.hoped:
        if outcome.owed != TRUE:
            message = f"what is hoped for of `{drawn.node.target}` may have a chance that fades"
            owe_at(drawn.before, outcome.owed, message)
    goal = _goal(round_, luck.variants, luck.hoped)
    owe_at(round_.end, goal, "a lucky round may neither end the loop nor make the variant smaller")


def _goal(round_: Round, variants: Sequence[Term], hoped: Hoped) -> Term:
    """With luck, the loop is left or the variant is smaller."""
    return follows(_luck(round_, hoped), either([round_.left(), *([round_.smaller(variants)] if variants else [])]))


def _luck(round_: Round, hoped: Hoped) -> Term:
    """Every draw of the round has the outcome that was chosen for it."""
    known = len(round_.start.facts)
    return both([_where_taken(_path(drawn, known), outcome.event) for drawn, outcome in hoped])


def _path(drawn: Drawn, known: int) -> list[Term]:
    """The branches on the way from the head to the draw."""
    return [fact.formula for fact in drawn.before.facts[known:] if fact.given == "branch"]


def _where_taken(path: list[Term], event: Term) -> Term:
    """Only where the path is taken: a round that takes another branch does not come to this draw."""
    return follows(both(path), event) if path else event


def _negative(round_: Round, variant: Term) -> Term:
    return at_most(number(0), round_.start.read(variant, round_.run))


def _no_larger(round_: Round, variant: Term) -> Term:
    old, new = round_.start.read(variant, round_.run), round_.end.read(variant, round_.run)
    return either([round_.left(), at_most(new, old)])


def _bounded(context: Context, round_: Round, variant: Term) -> tuple[bool, Term | None]:
    """Whether the variant is bounded from above, and by what; None: no round makes it larger."""
    if context.ask(round_.end.facts, _no_larger(round_, variant)):
        return True, None
    try:
        also = [round_.entry.read(variant, round_.run)]
    except NoValue:
        also = []
    bound = Steady(round_.since).above(round_.start.facts, also)
    return context.ask(round_.start.facts, at_most(round_.start.read(variant, round_.run), bound)), bound


def _ways(context: Context, round_: Round, mine: Sequence[Drawn], likely: bool = True) -> Iterator[Hoped]:
    """The ways to be lucky: an outcome for every statement that draws and has one; the more is hoped for, the better.

    A statement may be walked several times in one round, by different ways through the branches of both runs.
    """
    edges = Edges([round_.end.read(round_.node.guard, round_.run)], round_.end.facts[len(round_.start.facts) :])
    by_node: dict[int, list[list[tuple[Drawn, Outcome]]]] = {}
    for drawn in mine:
        if drawn.before.facts[: len(round_.start.facts)] == round_.start.facts:
            found = outcomes(drawn, Steady(round_.since), edges.of(drawn.name))
            good = [outcome for outcome in found if not likely or _likely(context, drawn, outcome)]
            by_node.setdefault(id(drawn.node), []).append([(drawn, outcome) for outcome in good])
    groups = [group for group in [_together(places) for places in by_node.values()] if group]
    if not groups:
        return
    alike = [[group[n % len(group)] for group in groups] for n in range(max([len(group) for group in groups]))]
    most = next(n for n in range(MOST, 0, -1) if n == 1 or n ** len(groups) <= 2 * MOST)
    for choice in chain(alike if len(groups) > 1 else [], product(*[group[:most] for group in groups])):
        yield tuple([one for option in choice for one in option])


def _likely(context: Context, drawn: Drawn, outcome: Outcome) -> bool:
    return outcome.owed == TRUE or context.ask(drawn.before.facts, outcome.owed)


def _together(places: Sequence[Sequence[tuple[Drawn, Outcome]]]) -> list[Hoped]:
    """The outcomes that a statement may have wherever it is walked."""
    first, *others = places
    options = []
    for one in first:
        same = [next((two for two in other if two[1].key == one[1].key), None) for other in others]
        if None not in same:
            options.append((one, *[two for two in same if two is not None]))
    return options


def _unmarked(variable: Variable) -> str:
    return variable.name
