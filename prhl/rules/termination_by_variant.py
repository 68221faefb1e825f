"""loop-ends: a variant shows that the loop ends, whatever is drawn.

Rule.
    I && b ==> 0 <= v                   v is an integer
    { I && b && v = n }  s  { v < n }   for every draw
    --------------------------------------------------- [loop-ends]
    while (b) s  ends

Several `decreases` are compared in the order in which they are written, as words in a dictionary. Without one, simple
variants are tried, such as `b - a` for a guard `a < b`. Where this fails, `lucky-rounds` is tried.

Why. Integers that are not negative cannot get smaller for ever. It is shown for run 1 within the product, where run 1
draws everything that it can; a claim that speaks for both directions has every run as its run 1.

Pitfall. Not to end is no output, so the inequality between probabilities of outputs does not notice it:
`c :=$ Flip(if x then 999/1000 else 1/2); while (!c) { skip; }` ends almost always for one `x` and half of the time for
the other, which an observer who waits can tell apart by a factor of 500. Privacy claims and exact quadruples therefore
owe that runs end.

Reference. Floyd, 1967, for variants; Barthe et al., LICS 2016, for where they are needed.

Owes. `terminates`
"""

from collections.abc import Sequence

from prhl.logic.build import FALSE, at_most, number, plus
from prhl.logic.terms import Apply, Hole, Term, conjuncts
from prhl.logic.types import INT
from prhl.rules import termination_by_luck
from prhl.rules.context import Context
from prhl.rules.termination_by_luck import Round
from prhl.source import NOWHERE, Span


def owe_end(context: Context, round_: Round, *others: Round, lucky: bool = True) -> None:
    """The loop ends with probability 1 in this run; `others` are rounds of another kind, in which the same variant gets
    smaller, if luck does not count."""
    if context.broken:
        return
    given = context.annotation(round_.run, round_.node.site).variants
    written = [v for v in given if not isinstance(v, Hole)]
    simple = _candidates(round_.node.guard)
    for variants in [written] if written else [[candidate] for candidate in simple]:
        if all([_ends(context, one, variants) for one in (round_, *others)]):
            for one in (round_, *others):
                _owe(context, one, variants, termination_by_luck.DECREASES)
            return
    choices = [written] if written else [[], *[[candidate] for candidate in simple]]
    found = (
        termination_by_luck.tried(context, round_, choices)
        if lucky
        else termination_by_luck.NoLuck(termination_by_luck.DECREASES)
    )
    if isinstance(found, termination_by_luck.Luck):
        termination_by_luck.owe_luck(context, round_, found, termination_by_luck.DECREASES)
    elif written:
        for one in (round_, *others):
            _owe(context, one, written, found.hint)
    else:
        message = "nothing shows that this loop ends with probability 1, and not to end would be seen"
        for one in (round_, *others):  # of each kind: there may be no round of the first one
            place, end = one.node.guard.span, one.end.copy()
            context.owe(end, "terminates", FALSE, place, message, found.hint, one.node.span, "program")


def _ends(context: Context, round_: Round, variants: Sequence[Term]) -> bool:
    bounded = all([context.ask(round_.start.facts, _not_negative(round_, variant)) for variant in variants])
    return bounded and context.ask(round_.end.facts, round_.smaller(variants))


def _owe(context: Context, round_: Round, variants: Sequence[Term], hint: str) -> None:
    for variant in variants:
        message = "the variant may be negative while the loop goes on"
        goal = _not_negative(round_, variant)
        context.owe(round_.start.copy(), "terminates", goal, _place(round_, variant), message, hint, round_.node.span)
    message = "one round of the loop may not make the variant smaller"
    goal = round_.smaller(variants)
    context.owe(round_.end.copy(), "terminates", goal, _place(round_, variants[0]), message, hint, round_.node.span)


def _place(round_: Round, variant: Term) -> Span:
    return round_.node.guard.span if variant.span == NOWHERE else variant.span


def _not_negative(round_: Round, variant: Term) -> Term:
    return at_most(number(0), round_.start.read(variant, round_.run))


def _candidates(guard: Term) -> list[Term]:
    """For a guard a < b between integers: b - a; and so on."""
    found: list[Term] = []
    for part in conjuncts(guard):
        match part:
            case Apply("lt" | "le", (low, high)) | Apply("gt" | "ge", (high, low)):
                if low.type == high.type == INT:
                    found.append(plus(high, low, -1))
            case Apply("ne", (one, two)) if one.type == two.type == INT:
                found += [plus(one, two, -1), plus(two, one, -1)]
            case _:
                pass
    return found
