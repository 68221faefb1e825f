"""The walk over the product: which rule takes which statements."""

from collections.abc import Sequence
from typing import assert_never

from prhl.logic.build import negation
from prhl.logic.constants import constant
from prhl.records import dataclass
from prhl.rules import advanced, assign, branch, call, joint, loop, loop_out_of_step, motion, observe, sample
from prhl.rules.context import Context
from prhl.rules.state import Run, State
from prhl.rules.trace import recorded
from prhl.typed import core


@dataclass
class Walk(Context):
    """Both runs of one program, or of two, statement by statement; `single`: one run without a partner."""

    single: bool = False
    rounds: int = 200  # of loops that may be unrolled

    def alone(self, statements: Sequence[core.Statement], run: Run, state: State) -> State:
        for statement in statements:
            state = self.step_alone(statement, run, state)
        return state

    def step_alone(self, statement: core.Statement, run: Run, state: State, partner: bool = False) -> State:
        return recorded(self, statement, run, state, lambda: self.take_alone(statement, run, state), None, partner)

    def take_alone(self, statement: core.Statement, run: Run, state: State) -> State:
        """One statement of one run."""
        self.refuse_draw(statement, state)
        match statement:
            case core.Assign():
                return assign.assign(self, statement, run, state)
            case core.Sample():
                return sample.alone(self, statement, run, state)
            case core.If():
                return branch.alone(self, statement, run, state)
            case core.While():
                return loop.alone(self, statement, run, state)
            case core.Leak():
                return observe.leak_alone(self, statement, run, state)
            case core.Assert():
                return state if self.single else observe.assertion_alone(self, statement, state)
            case core.Joint(body):
                return self.alone(body, run, state)
            case core.Call():
                return call.alone(self, statement, run, state)
            case _:
                assert_never(statement)

    def pair(self, left: Sequence[core.Statement], right: Sequence[core.Statement], state: State) -> State:
        """Statements of one kind go together; assignments need no partner, and what finds none runs alone.

        Any pairing is sound; a clumsy one only proves less. In two different programs statements may be moved first.
        """
        first, second = list(left), list(right)
        while first or second:
            moved = None if self.left is self.right else self.moved(first, second, state)
            if moved is not None:
                first, second = moved
                continue
            if first and isinstance(first[0], core.Assign):
                state = self.step_alone(first.pop(0), 1, state, partner=True)
            elif second and isinstance(second[0], core.Assign):
                state = self.step_alone(second.pop(0), 2, state, partner=True)
            elif first and second and self.fit(first[0], second[0]):
                state = self.step(first.pop(0), second.pop(0), state)
            elif first and (not second or not self.waits(first[0], second)):
                state = self.step_alone(first.pop(0), 1, state)
            else:
                state = self.step_alone(second.pop(0), 2, state)
        return state

    def moved(
        self, first: list[core.Statement], second: list[core.Statement], state: State
    ) -> tuple[list[core.Statement], list[core.Statement]] | None:
        """The two programs after one step of code motion; None if there is nothing to move."""
        if not first or not second or self.fit(first[0], second[0]):
            return self.unrolled(first, second, state)
        if self.waits(first[0], second):  # else it runs alone, and what comes after it may speak of it
            if (forward := motion.brought(second, first, lambda one, other: self.fit(other, one))) is not None:
                return first, forward
            if (forward := motion.brought(first, second, self.fit)) is not None:
                return forward, second
        if (inside := motion.sunk(first, second, self.fit)) is not None:
            return inside, second
        if (inside := motion.sunk(second, first, lambda one, other: self.fit(other, one))) is not None:
            return first, inside
        return self.unrolled(first, second, state)

    def unrolled(
        self, first: list[core.Statement], second: list[core.Statement], state: State
    ) -> tuple[list[core.Statement], list[core.Statement]] | None:
        """A loop without a partner: one round of it, if its guard is true; nothing, if it is false."""
        for run, mine, others in ((1, first, second), (2, second, first)):
            loop_ = mine[0] if mine else None
            if not isinstance(loop_, core.While) or any([isinstance(other, core.While) for other in others]):
                continue
            rest = self.one_round(loop_, 1 if run == 1 else 2, state)
            if rest is not None:
                return ([*rest, *mine[1:]], second) if run == 1 else (first, [*rest, *mine[1:]])
        return None

    def one_round(self, node: core.While, run: Run, state: State) -> list[core.Statement] | None:
        """What the loop comes to if its guard is known.

        Facts that contradict themselves, as something owed and not proved may, make every guard true, for ever: where
        it is false as well nothing is unrolled.
        """
        guard = state.read(node.guard, run)
        for goal, rest in ((guard, [*node.body, node]), (negation(guard), [])):
            if self.rounds > 0 and self.ask(state.facts, goal):
                if rest and constant(guard) is None and self.ask(state.facts, negation(guard)):
                    return None
                self.rounds -= 1
                self.owe_defined(state, node.guard, run)
                message = "the loop is unrolled here, but its guard may be otherwise"
                self.owe(state, "guards-agree", goal, node.guard.span, message, "", node.span, "program")
                return list(rest)
        return None

    def fit(self, left: core.Statement, right: core.Statement) -> bool:
        """Whether the two go together: the same statement, or two of one kind and label; draws of one family."""
        if left is right:
            return True
        if type(left) is not type(right) or self.label(left, 1) != self.label(right, 2):
            return False
        if isinstance(left, core.Sample) and isinstance(right, core.Sample) and self.label(left, 1) is None:
            return left.distribution.name == right.distribution.name
        return True

    def waits(self, statement: core.Statement, others: Sequence[core.Statement]) -> bool:
        """Whether a partner for the statement of run 1 comes later in run 2."""
        return any([self.fit(statement, other) for other in others])

    def label(self, statement: core.Statement, run: Run) -> str | None:
        site = getattr(statement, "site", None)
        return None if site is None else self.program(run).sites[site].label

    def refuse_draw(self, statement: core.Statement, state: State) -> None:
        """What a program must not draw by itself, where calls are counted."""
        if isinstance(statement, core.Sample | core.Joint):
            advanced.refuse(self, state, statement.span, "here the program draws by itself")

    def step(self, left: core.Statement, right: core.Statement, state: State) -> State:
        return recorded(self, left, 0, state, lambda: self.take(left, right, state), right)

    def take(self, left: core.Statement, right: core.Statement, state: State) -> State:
        """Two statements that go together."""
        self.refuse_draw(left, state)
        match left, right:
            case core.Sample(), core.Sample():
                return sample.coupled(self, left, right, state)
            case core.If(), core.If():
                return branch.paired(self, left, right, state)
            case core.While(), core.While():
                whose = loop_out_of_step.turns(self, left, right)
                if whose is not None:
                    return loop_out_of_step.paired(self, left, right, whose, state)
                return loop.paired(self, left, right, state)
            case core.Leak(), core.Leak():
                return observe.leak_paired(self, left, right, state)
            case core.Assert(), core.Assert():
                return observe.assertion_paired(self, left, right, state)
            case core.Joint(), core.Joint():
                if isinstance(self.annotation(1, left.site).couple, core.CoupleNone):
                    return self.alone(right.body, 2, self.alone(left.body, 1, state))
                return joint.paired(self, left, right, state)
            case core.Call(), core.Call():
                return call.paired(self, left, right, state)
            case _:
                raise AssertionError(left)
