"""The walk of the prover with a plan for its couplings, and loops whose invariants are sought.

The rules are the prover's own. Only loops are treated otherwise: candidate atoms are filtered by what holds on entry,
then by the body, which is walked again as long as atoms are dropped (Houdini), and the walk goes on with those that are
left. Beside `cost`, each site that costs something has a ghost variable that counts how often it was paid for.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from prhl.finding.atoms import Atom, Head, atoms
from prhl.finding.atoms.base import indicator
from prhl.finding.counters import counters
from prhl.finding.effort import Effort
from prhl.finding.houdini import surviving
from prhl.finding.sinks import mentions
from prhl.finding.strengthening import States, strengthened
from prhl.finding.task import Site, Task, sites
from prhl.finding.ways import Way
from prhl.logic.build import FALSE, TRUE, at_most, choose, number, plus
from prhl.logic.linear import NUMBERS, form
from prhl.logic.terms import Apply, Hole, Quantified, Term, Variable, conjuncts
from prhl.logic.types import INT
from prhl.records import dataclass
from prhl.rules import loop as loops
from prhl.rules import loop_out_of_step
from prhl.rules.draw_with_slack import owe_slack
from prhl.rules.loop import Invariant
from prhl.rules.loop_out_of_step import Move
from prhl.rules.state import Fact, NoValue, Obligation, State
from prhl.rules.termination_by_luck import Round
from prhl.rules.termination_by_variant import owe_end
from prhl.rules.walk import Walk
from prhl.solvers import Limits, Query
from prhl.solvers.batch import Batch
from prhl.solvers.by_z3 import Session
from prhl.typed import core

if TYPE_CHECKING:
    from prhl.finding.prices import Spent

ATOM = "atom "
BRIEF = Limits(rlimit=200_000)

Facts = tuple[Fact, ...]


class Fails(Exception):
    """The plan fails: what could not be shown, the sites that were reached by then, and what else was known."""

    def __init__(self, why: str, obligation: Obligation | None = None, spent: "Spent | None" = None) -> None:
        self.why, self.obligation, self.spent = why, obligation, spent
        self.reached: tuple[int, ...] = ()
        self.scout: Scout | None = None
        self.end: State | None = None
        super().__init__(why)


@dataclass(frozen=True)
class Sought:
    """A loop with its inductive atoms and the state at its head. `entry` and `rounds` have the facts and the goal of
    each atom on entry and after a round of each kind."""

    loop: core.While
    atoms: Mapping[str, Atom]
    named: frozenset[str]  # equalities that hold by one name for both runs
    head: State
    entry: tuple[Facts, Mapping[str, Term]]
    rounds: tuple[tuple[Facts, Mapping[str, Term]], ...]


@dataclass(frozen=True)
class Payment:
    """A site as it was last walked over."""

    node: Site
    before: State
    after: State


@dataclass(frozen=True)
class Currency:
    """A ghost for several sites whose prices are multiples of one: what each of them counts for."""

    ghost: str
    weights: Mapping[int, int]


class Heads(Protocol):
    """States of both runs at the heads of loops, on small inputs: a filter for atoms, on which no proof rests."""

    def break_(self, loop: int, formula: Term) -> bool:
        """Whether the formula is false in some state at the head of a loop."""
        ...


def ghost_of(site: int) -> str:
    return f"#{site}"


class Scout(Walk):
    """One plan, from the inputs to the end."""

    task: Task
    plan: Mapping[int, Way]
    session: Session
    effort: Effort
    currencies: tuple[Currency, ...]

    def prepare(
        self,
        task: Task,
        plan: Mapping[int, Way],
        session: Session,
        effort: Effort,
        currencies: tuple[Currency, ...],
        heads: Heads | None = None,
        deeper: bool = False,
        hasty: bool = False,
    ) -> None:
        self.task, self.plan, self.session, self.effort, self.currencies = task, plan, session, effort, currencies
        self.heads = heads
        self.deeper = deeper  # whether Spacer is asked where atoms are dropped
        self.hasty = hasty  # whether a coupling that cannot be one ends the plan before atoms are dropped
        self.ask = self.follows
        self.answers: dict[tuple[int, Term], tuple[Facts, str]] = {}
        self.taken = 0  # of what the session has taken, as far as it was counted
        self.reached: list[int] = []
        self.since: dict[int, int] = {}  # how much was owed when a site was reached
        self.inside: set[int] = set()  # the sites of the loops that are walked: what holds at their heads rests on all
        self.outer: tuple[str, ...] = ()
        self.found: dict[int, Sought] = {}
        self.payments: dict[int, Payment] = {}

    # ---- questions ---------------------------------------------------------------------------

    def status(self, facts: Facts, goal: Term) -> str:
        key = (id(facts), goal)
        if key not in self.answers:
            self.asked()
            self.answers[key] = (facts, self.session.answer(_query(facts, goal)).status)
        return self.answers[key][1]

    def asked(self) -> None:
        """Counts one more question."""
        before, self.taken = self.taken, self.session.used
        self.effort.ask(self.taken - before)

    def follows(self, facts: Facts, goal: Term) -> bool:
        return self.status(facts, goal) == "valid"

    def sees(self, facts: Facts, goal: Term, counted: bool = True) -> bool:
        """Whether it follows in a few steps; uncounted where it decides only how an annotation is written."""
        key = (id(facts), goal)
        if key not in self.answers:
            if counted:
                self.asked()
            session, before = self.session, self.session.used
            limits, session.limits = session.limits, BRIEF
            status = session.answer(_query(facts, goal)).status
            session.limits = limits
            if not counted:
                self.taken += session.used - before
            if status == "unknown":
                return False
            self.answers[key] = (facts, status)
        return self.answers[key][1] == "valid"

    def batch(
        self,
        facts: Facts,
        goals: Mapping[str, Term],
        tags: Collection[str] = (),
        counted: bool = True,
        doubted: Callable[[str], bool] | None = None,
    ) -> Batch:
        """The goals from the facts, of which those with one of the tags may be used or not; goals that are asked for by
        themselves are `counted`, unless a plan has come through and its proof is made short. What is `doubted` is not
        asked for by itself."""
        self.asked()
        tagged = [(fact.formula, fact.given if fact.given in tags else "") for fact in facts]
        return Batch(self.session, tagged, goals, self.asked if counted else None, doubted)

    def settle(self, since: int) -> None:
        """Everything that is owed from there on follows, or the plan fails."""
        for at, one in enumerate(self.obligations[since:], since):
            if one.missing or not self.follows(one.facts, one.goal):
                self._fail(at, one)

    def refuse(self, since: int) -> None:
        """A map that a model shows not to be injective, with all atoms that are left, is not with fewer of them."""
        for at, one in enumerate(self.obligations[since:], since):
            if one.code == "injective" and self.status(one.facts, one.goal) == "invalid":
                self._fail(at, one)

    def _fail(self, at: int, one: Obligation) -> None:
        self.reached = [site for site in self.reached if site in self.inside or self.since[site] <= at]
        raise Fails(one.code, one)

    # ---- what is paid ------------------------------------------------------------------------

    def take(self, left: core.Statement, right: core.Statement, state: State) -> State:
        match left, right:
            case core.While(), core.While():
                return self.seek(left, right, state)
            case (core.Sample(), core.Sample()) | (core.Call(), core.Call()) | (core.Joint(), core.Joint()):
                assert isinstance(left, core.Sample | core.Call | core.Joint)
                before = state.copy()
                if left.site not in self.reached:
                    self.reached.append(left.site)
                self.since.setdefault(left.site, len(self.obligations))
                after = super().take(left, right, state)
                if self.broken:
                    raise Fails(self.obligations[-1].code, self.obligations[-1])
                if left.site in self.plan:
                    self.pay(left, before, after)
                return after
            case _:
                return super().take(left, right, state)

    def pay(self, node: Site, before: State, after: State) -> None:
        """Counts the payment, if there is one, in the ghosts of the site."""
        condition = paid = self.plan[node.site].paid
        if paid not in (TRUE, FALSE):
            here = before.copy()
            if isinstance(node, core.Sample):
                here.values[node.target, 1] = after.values[node.target, 1]
            condition = here.formula(self.task.fixed(paid))
        weights = [(ghost_of(node.site), 1)]
        weights += [(one.ghost, one.weights[node.site]) for one in self.currencies if node.site in one.weights]
        for ghost, weight in weights:
            old = before.values.get((ghost, 1), number(0))
            now: Term = old
            if condition != FALSE:
                added = number(weight) if condition == TRUE else choose(condition, number(weight), number(0))
                now = self.names.define(after, (ghost, 1), plus(old, added))
            after.values[ghost, 1] = now
        self.payments[node.site] = Payment(node, before, after.copy())

    def ghosts(self, state: State) -> tuple[str, ...]:
        """What counts payments, of sites that may cost something."""
        free = [ghost_of(site) for site, way in self.plan.items() if way.paid == FALSE]
        return tuple([name for name, _ in state.values if name.startswith("#") and name not in free])

    # ---- loops -------------------------------------------------------------------------------

    def seek(self, left: core.While, right: core.While, state: State) -> State:
        inside = [node.site for node in sites(left.body) if node.site in self.plan]
        mine = [ghost_of(site) for site in inside]
        mine += [one.ghost for one in self.currencies if set(inside) & set(one.weights)]
        for ghost in mine:
            state.values.setdefault((ghost, 1), number(0))
        ghosts = self.ghosts(state) if loops.charges(left.body) else ()
        lost = tuple([slack for site in inside if (slack := self.lost(site)) != number(0)])
        earlier, later = self.earlier(inside), self.later(left)
        whose = loop_out_of_step.turns(self, left, right)
        apart = whose is not None
        reached = Head(self.task, left, right, state, self.outer, ghosts, earlier, later, apart, lost)
        pool = {f"{ATOM}{left.site}.{at}": atom for at, atom in enumerate(atoms(reached))}
        formulas = {tag: self.task.fixed(atom.formula) for tag, atom in pool.items()}
        goals = self.readable(state, formulas)

        @cache
        def doubted(tag: str) -> bool:
            return self.heads is not None and self.heads.break_(left.site, pool[tag].formula)

        alive = surviving(self.batch(state.facts, goals, doubted=doubted), list(goals))
        entry, entered, deeper = (state.facts, goals), list(alive), self.deeper and not apart
        own = self.stated(left, right, state, whose is None)
        charged = [one for one in loops.spent(self, left, right) if (lost if one == "slack" else self.spends(inside))]
        owed, since = len(self.obligations), self.names.serial
        outside, self.inside = self.inside, self.inside | set(inside)
        while True:
            del self.obligations[owed:]
            twins = [Invariant(formulas[tag], left.span) for tag in alive if loops.twin(formulas[tag]) is not None]
            named = frozenset([tag for tag in alive if loops.twin(formulas[tag]) is not None])
            head = loops.at_head(self, state, loops.changed(left, right), charged, [*own, *twins])
            for ghost in mine:
                head.values[ghost, 1] = self.names.fresh(ghost, 1, INT)
            for tag in alive:
                if tag not in named:
                    head.know(head.formula(formulas[tag]), None, tag)
            for ghost in ghosts:
                head.know(at_most(number(0), head.values[ghost, 1]))
            if "slack" in charged:
                owe_slack(self, head, left, "at the head of this loop")
            outer, self.outer = self.outer, (*counters(left), *self.outer)
            guards, moves = self.gone(left, right, whose, head)
            self.outer = outer
            if self.hasty:
                self.refuse(owed)
            kept, rounds = list(alive), []
            for move in moves:
                goals = {tag: move.end.formula(formulas[tag]) for tag in alive}
                rounds.append((move.end.facts, goals))
                kept = surviving(self.batch(move.end.facts, goals, pool, doubted=doubted), kept, named)
            if len(kept) < len(alive):
                alive = kept
                continue
            end = moves[0].end
            more, deeper = self.strengthened(reached, (state, head, end), pool, entered, alive) if deeper else [], False
            if not more:
                break
            formulas |= {tag: self.task.fixed(pool[tag].formula) for tag in more}
            entry[1].update(self.readable(state, formulas))
            alive = [*alive, *surviving(self.batch(state.facts, entry[1]), more)]
        for move in moves if "slack" not in charged else ():
            if not self.follows(move.end.facts, at_most(move.end.slack, head.slack)):
                raise Fails("slack")
        if apart:
            loop_out_of_step.owe_ends(self, left, right, since, state, moves)
        elif self.reading.terminating:
            owe_end(self, Round(left, 1, since, state, moves[0].start, moves[0].end, moves[0].drawn))
        self.inside = outside
        self.since.update(dict.fromkeys(inside, owed))
        atoms_ = {tag: pool[tag] for tag in alive if tag in named or not _plain(head.formula(formulas[tag]))}
        self.found[left.site] = Sought(left, atoms_, named, head, entry, tuple(rounds))
        self.settle(owed)
        return loops.left_behind(head, guards, left)

    def gone(
        self, left: core.While, right: core.While, whose: tuple[Term, Term] | None, head: State
    ) -> tuple[tuple[Term, Term], list[Move]]:
        """The guards at the head, and each kind of round from there."""
        if whose is not None:
            return loop_out_of_step.moves(self, left, right, whose, head)
        guards = loops.agreed(self, left, right, head)
        start = loops.entered(head, guards, left)
        walked = loops.gone_round(self, lambda: self.pair(left.body, right.body, start.copy()))
        return guards, [Move(0, start, *walked)]

    def strengthened(
        self, head: Head, states: States, pool: dict[str, Atom], entered: list[str], alive: list[str]
    ) -> list[str]:
        """An atom that a round breaks, and new ones with which it may not."""
        broken = {tag: pool[tag] for tag in entered if tag not in alive}
        found = strengthened(self.session, self.effort, head, states, broken)
        if found is None:
            return []
        new = {f"{ATOM}{head.loop.site}.{len(pool) + at}": atom for at, atom in enumerate(found[1])}
        pool |= new
        return [found[0], *new]

    def later(self, loop: core.While) -> tuple[tuple[core.Sample, Term], ...]:
        """Draws behind a loop, and by how much they are moved."""
        found = []
        for site, way in self.plan.items():
            node = self.task.sites[site]
            if isinstance(node, core.Sample) and way.image is not None and node.span.start >= loop.span.end:
                shift = form(way.image) - form(Variable(node.target, 1, node.distribution.type))
                if shift.parts and not mentions(shift.term, node.target):
                    found.append((node, shift.term))
        return tuple(found)

    def spends(self, inside: Sequence[int]) -> bool:
        return any([self.plan[site].paid != FALSE for site in inside])

    def lost(self, site: int) -> Term:
        """The delta that one payment at a site may leave over: what is stated, or that of a claim that a call cites."""
        way, node = self.plan[site], self.task.sites[site]
        if way.lossy is not None:
            return way.lossy[1]
        claim = next((one for one in self.task.known if one.name == way.claim), None)
        if claim is None or not isinstance(node, core.Call) or len(claim.spends) < 2:
            return number(0)
        return self.task.at_call(node, claim.spends[1])

    def stated(self, left: core.While, right: core.While, state: State, in_step: bool) -> list[Invariant]:
        """What the user wrote, and what the rule adds by itself."""
        said = [i for one in self.annotations(left.site, right.site) for i in one.invariants if not isinstance(i, Hole)]
        own = [Invariant(part, part.span) for one in said for part in conjuncts(one)]
        own += loops.counted(self, left, right, state) if in_step else loops.counted_apart(left, right, state)
        return own + loops.typed(self, left, loops.changed(left, right), state)

    def earlier(self, inside: list[int]) -> dict[str, tuple[Term, ...]]:
        """What was paid for before the loop is bounded by the condition under which it was paid."""
        found: dict[str, tuple[Term, ...]] = {}
        for site, way in self.plan.items():
            target = getattr(self.task.sites[site], "target", "")
            if site not in inside and way.paid not in (TRUE, FALSE) and not mentions(way.paid, target):
                found[ghost_of(site)] = (indicator(way.paid),)
        return found

    def readable(self, state: State, formulas: Mapping[str, Term]) -> dict[str, Term]:
        """The formulas at a state, without those that speak of what has no value there."""
        found = {}
        for tag, formula in formulas.items():
            try:
                found[tag] = state.formula(formula)
            except NoValue:
                continue
        return found


def _query(facts: Facts, goal: Term) -> Query:
    return Query(tuple([fact.formula for fact in facts]), goal)


def _plain(formula: Term) -> bool:
    """Whether it says no more than that something is itself, as of what is one name in both runs."""
    match formula:
        case Apply("le", (Apply("abs", (inner,)), _)) if not form(inner):
            return True
        case Apply("le", (one, other)):
            rest = form(other) - form(one)
            return not rest.parts and rest.constant >= 0
        case Apply("eq", (one, other)):
            return form(one) == form(other) if one.type in NUMBERS else one == other
        case Apply("implies", (_, conclusion)):
            return _plain(conclusion)
        case Apply("or", parts):
            return any([_plain(part) for part in parts])
        case Quantified(body=body):
            return _plain(body)
        case _:
            return False
