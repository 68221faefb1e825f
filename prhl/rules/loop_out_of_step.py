"""loop-out-of-step: a loop in which now one run goes round alone, now the other, and else both.

Rule.
    P ==> I                                                     on entry
    I && (b{1} || b{2}) && A1         ==>  b{1}                 run 1 goes alone, and can
    I && (b{1} || b{2}) && !A1 && A2  ==>  b{2}                 run 2 goes alone, and can
    I && (b{1} || b{2}) && !A1 && !A2 ==>  b{1} && b{2}         both go
    { I && b{1} && A1 }                      s1  ~[0]  -   { I }
    { I && b{2} && !A1 && A2 }               -   ~[0]  s2  { I }    and this makes a variant of run 2 smaller
    { I && b{1} && b{2} && !A1 && !A2 }      s1  ~[c]  s2  { I with cost + c for cost }
    -------------------------------------------------------------------------------------------- [loop-out-of-step]
    { P }  while (b) alone 1 when A1; alone 2 when A2; s1  ~  while (b) ... s2  { I && !b{1} && !b{2} }

At the head everything that either body changes is arbitrary but for the invariant, as in `loop-in-step`; of a `for` the
tool adds the bounds of `i` in each run, and not that the two are equal. In a round that one run goes alone every
coupling is ignored: what it draws is anything in the support, and nothing is charged. It shows nothing there. The
variant is the `decreases` of the loop, read in run 2, an integer that is not negative where run 2 goes alone and that
every such round makes smaller, whatever is drawn. That run 1 ends is shown of its rounds, alone or not. Under
`add_remove(d) at k` the usual lines are `alone 1 when size(d{1}) > size(d{2}) && i{1} = k` and its mirror image: the
run that has the record reads it while the other waits, and from there on the two are one round apart.

Why. By induction on the rounds n within which run 1 leaves, and for each n on the variant. A round of run 1, alone or
with run 2, makes n smaller; if n is 0 and run 1 has not left, it counts for nothing. A round of run 2 alone makes the
variant smaller: the inequality holds for each of its outcomes, and so on average, since their masses add up to 1. Where
neither guard holds it is what comes after the loop. Then n grows.

Pitfall. A run 2 that goes alone for ever: `skip` against `while (true) alone 2 when true; { skip; }` would be
`1 <= exp(eps) * 0`. A variant that gets smaller without end, such as `y` in `y := y/2`. To take what a coupling says of
a draw that only one run makes: `x :=$ Uniform(1 .. N) couple x{2} = x{1} except x{1} = t{1} slack 1/N` in a round of
run 2 alone says nothing, since run 1 draws nothing. To let a run go alone that has left the loop.

Reference. Asynchronous rules for loops: Barthe, Gregoire, Hsu and Strub, POPL 2017; Benton, POPL 2004.

Owes. `invariant-entry`, `invariant-kept`, `guards-agree`, `missing-invariant`, `slack`, `terminates`, `not-supported`
"""

from collections.abc import Sequence

from prhl.logic.build import both, either, follows, negation
from prhl.logic.terms import Term
from prhl.records import dataclass
from prhl.rules import loop
from prhl.rules.context import Context, Drawn
from prhl.rules.draw_with_slack import owe_slack
from prhl.rules.state import Run, State
from prhl.rules.termination_by_luck import Round
from prhl.rules.termination_by_variant import owe_end
from prhl.rules.trace import Runs
from prhl.typed import core


@dataclass(frozen=True, slots=True)
class Move:
    """What may happen at the head: one run goes a round, or both (0) do; the state before it, and after."""

    runs: Runs
    start: State
    end: State
    drawn: tuple[Drawn, ...]


def turns(context: Context, left: core.While, right: core.While) -> tuple[Term, Term] | None:
    """When run 1 goes alone, and when run 2 does; None for a loop in step. What the first program says counts."""
    said = context.annotation(1, left.site).alone or context.annotation(2, right.site).alone
    if not said:
        return None
    first, second = [either([when for run, when in said if run == mine]) for mine in (1, 2)]
    return first, second


def paired(context: Context, left: core.While, right: core.While, whose: tuple[Term, Term], state: State) -> State:
    if context.reading.uses:
        message = "advanced composition counts calls of both runs, and here one of them may go round alone"
        context.lack(state, "not-supported", left.guard.span, message, "leave the `alone` lines out")
    parts = loop.invariants(context, left, right, state, in_step=False)
    loop.owe_each(context, state, parts, "invariant-entry")
    since = context.names.serial
    charged = loop.spent(context, left, right)
    head = loop.at_head(context, state, loop.changed(left, right), charged, parts)
    if "slack" in charged:
        owe_slack(context, head, left, "at the head of this loop")
    guards, found = moves(context, left, right, whose, head)
    owe_ends(context, left, right, since, state, found)
    for move in found:
        loop.owe_each(context, move.end, parts, "invariant-kept", start=move.start)
    return loop.left_behind(head, guards, left)


def moves(
    context: Context, left: core.While, right: core.While, whose: tuple[Term, Term], head: State
) -> tuple[tuple[Term, Term], list[Move]]:
    """The guards at the head, and the three ways to go on from there; that each run can go its way is owed."""
    first, second = context.evaluate(head, left.guard, 1), context.evaluate(head, right.guard, 2)
    one, two = head.formula(whose[0]), head.formula(whose[1])
    ways: list[tuple[Runs, list[Term], Term, str]] = [
        (1, [one], first, "run 1 is to go alone here, but it may have left the loop"),
        (2, [negation(one), two], second, "run 2 is to go alone here, but it may have left the loop"),
        (0, [negation(one), negation(two)], both([first, second]), "both runs are to go, but one may have left"),
    ]
    found = []
    going = head.copy()
    going.know(either([first, second]), left.guard.span, "guard")
    for runs, when, can, message in ways:
        hint = "an `alone` line that says which run goes on by itself there, or one more invariant"
        goal = follows(both(when), can)
        context.owe(going.copy(), "guards-agree", goal, left.guard.span, message, hint, left.span)
        start = going.copy()
        start.know(both([*when, can]), left.guard.span, "guard")
        found.append(_gone(context, left, right, runs, start))
    return (first, second), found


def _gone(context: Context, left: core.While, right: core.While, runs: Runs, start: State) -> Move:
    def walk() -> State:
        if runs == 0:
            return context.pair(left.body, right.body, start.copy())
        return context.alone(left.body if runs == 1 else right.body, runs, start.copy())

    return Move(runs, start, *loop.gone_round(context, walk))


def owe_ends(
    context: Context, left: core.While, right: core.While, since: int, entry: State, found: Sequence[Move]
) -> None:
    """Run 2 goes alone only so often before something else happens; and run 1 ends, where that is needed."""

    def rounds(node: core.While, run: Run, *of: Runs) -> list[Round]:
        return [Round(node, run, since, entry, m.start, m.end, m.drawn) for m in found if m.runs in of]

    owe_end(context, rounds(right, 2, 2)[0], lucky=False)
    if context.reading.terminating:
        owe_end(context, *rounds(left, 1, 0, 1), lucky=False)
