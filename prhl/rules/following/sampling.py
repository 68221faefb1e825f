"""secret-sample: a program that is run on a random sample of a list, and the sample stays secret.

Rule.
    the claim `R` says: P satisfies dp(e1, d1) when ADJ1, and it is proved or assumed
    S draws `Flip(q)` for each entry of d, and puts those for which it is true into a list s, in their order
    S calls P once, on s, which P takes for private, and on public values
    S returns what P returns, or a function of that and of public values
    ADJ ==> add_remove(d)
    for all lists a, b made of entries of d with add_remove(a, b): what P requires holds of both, and ADJ1 relates them
    1 + q*(exp(e1) - 1) <= exp(e)  and  q*d1 <= d
    --------------------------------------------------------------------------- [secret-sample]
    S satisfies dp(e, d) when ADJ from R sampled q

The program has just this shape: `s := []; for i in 0 .. size(d) { b :=$ Flip(q); if (b) { s := s ++ [d[i]]; } }`, then
the call, then the result. Nothing else may be drawn, kept or leaked.

Why. One list has an entry x more. For each sample t of the others that list shows P(t) with probability 1 - q and
P(t, x) with probability q, and the other list shows P(t). P is close on these two, so that with E = exp(e1)
`(1 - q)*Pr[P(t) in Z] + q*Pr[P(t, x) in Z] <= (1 + q*(E - 1))*Pr[P(t) in Z] + q*d1`. The other way round it is the
same, as `(1 + q*(E - 1))*(1 - q + q/E) >= 1`. On the average over t this holds of the two lists.

Pitfall. Lists of one size that differ in an entry, `one_differs(d)`: then samples with the entry and without it are
compared with each other, of which a claim about `one_differs` says nothing. A program that returns 0 for the empty list
and randomized response for [x] satisfies dp(ln 3) there, and a sample with q = 1/2 of [x] still has the ratio 3. A
sample that is shown: with probability q everything is as with the whole list. A rate that depends on the data. A
callee that takes the sample for public: its claim compares equal samples only.

Reference. Li, Qardaji and Su, ASIACCS 2012, theorem 1; Balle, Barthe and Gaboardi, NeurIPS 2018, theorem 8.

Owes. `from-shape`, `from-relation`, `from-budget`, `callee-requires`, `length-mismatch`, `callee-relation`,
`not-a-probability`, `cited-claim`, `not-supported`
"""

from prhl.distributions import family_of
from prhl.distributions.flip import Flip
from prhl.logic.build import at_most, both, choose, equal, follows, index, less, number, plus, size, times, widen
from prhl.logic.relations import unfold
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Logical, Quantified, Related, Term, Variable, argument_terms, conjuncts, variables
from prhl.logic.types import INT, REAL, List
from prhl.notions import DP
from prhl.records import dataclass
from prhl.rules.following.base import ZERO, Case, Inputs, positioned, put, related
from prhl.rules.lengths import by_type
from prhl.rules.state import Run, State
from prhl.typed import core

ONE = number(1)
HINT = "write `s := []; for i in 0 .. size(d) { b :=$ Flip(q); if (b) { s := s ++ [d[i]]; } }`, then `y :=$ P(s, ...)`"


@dataclass(frozen=True, slots=True)
class _Shape:
    """A program that calls another one on a sample."""

    items: core.Parameter
    rate: Term
    call: core.Call
    position: int  # of the sample among the arguments


def sampled(case: Case) -> None:
    shape = _shape(case.program)
    if isinstance(shape, str):
        case.context.lack(
            case.state,
            "from-shape",
            case.place,
            f"`{case.program.name}` is no program that works on a sample: {shape}",
            HINT,
        )
        return
    if shape.call.program != case.cited.callee.name:
        message = f"`{case.program.name}` gives its sample to another program than `{case.cited.callee.name}`"
        case.context.lack(
            case.state, "from-shape", case.place, message, "cite a claim about the program that is given the sample"
        )
        return
    if not _taken_as_private(case, shape):
        message = f"`{case.cited.callee.name}` takes the sample for public, and its claim speaks of equal ones only"
        case.context.lack(case.state, "from-shape", case.place, message, "make that parameter `private`")
        return
    rate = _owe_rate(case, shape)
    arguments = _arguments(case, shape)
    _owe_result(case, shape)
    _owe_relation(case, shape)
    _owe_callee(case, shape, arguments)
    _owe_numbers(case, rate, arguments)


# ---- the shape -------------------------------------------------------------------------------


def _shape(program: core.TypedProgram) -> _Shape | str:
    """The parts of a program of the shape, or what is not as it should be."""
    public = {p.name for p in program.parameters if not p.private}
    match program.body:
        case (
            core.Assign(sample, Apply("list", ())),
            core.Assign(counter, low),
            core.Assign(end, Apply("size", (Variable(name),))),
            core.While() as loop,
            core.Call() as call,
        ):
            pass
        case _:
            return "it is to sample a list and to call a program on the sample, and to do nothing else"
    items = next((p for p in program.parameters if p.name == name and p.private), None)
    if items is None or low != number(0) or loop.counter is None:
        return "the loop goes over all of a private list"
    if (loop.counter.variable, loop.counter.bound) != (counter, end):
        return "the loop goes over all of a private list"
    rate = _kept(loop.body, sample, items.name, counter)
    if rate is None:
        return "a round of the loop draws `Flip(q)` and appends an entry if that is true, and does nothing else"
    if not _names(rate) <= public:
        return "the rate speaks of public parameters only"
    positions = [at for at, given in enumerate(call.arguments) if _is(given, sample)]
    others = [given for given in call.arguments if not _is(given, sample)]
    if len(positions) != 1 or any([not _names(given) <= public for given in others]):
        return "it calls a program on the sample, and on public values beside that"
    if program.result is None or not _names(program.result) <= public | {call.target}:
        return "it returns what was returned to it, or a function of that and of public values"
    return _Shape(items, rate, call, positions[0])


def _kept(body: tuple[core.Statement, ...], sample: str, items: str, counter: str) -> Term | None:
    """The rate, if a round keeps each entry by a coin of its own."""
    match body:
        case (
            core.Sample(coin, drawn),
            core.If(Variable(asked), (core.Assign(target, appended),), ()),
            core.Assign(step),
        ) if isinstance(family_of(drawn), Flip) and asked == coin and target == sample and step == counter:
            pass
        case _:
            return None
    if len({coin, sample, counter}) < 3:
        return None
    match appended:
        case Apply("concat", (Variable(before), Apply("list", (Apply("index", (Variable(read), Variable(at))),)))):
            good = (before, read, at) == (sample, items, counter)
            return argument_terms(drawn.arguments[0])[0] if good else None
        case _:
            return None


def _is(term: Term, name: str) -> bool:
    return isinstance(term, Variable) and term.name == name


def _names(term: Term) -> set[str]:
    return {name for name, _ in variables(term)}


# ---- what is owed ----------------------------------------------------------------------------


def _taken_as_private(case: Case, shape: _Shape) -> bool:
    return case.cited.callee.parameters[shape.position].private


def _owe_rate(case: Case, shape: _Shape) -> Term:
    """It is a probability, and the one that the claim states."""
    context, state = case.context, case.state
    drawn = context.evaluate(state, shape.rate, 1)
    message, hint = "the rate may not lie between 0 and 1", "add a `requires`, such as `requires 0 <= q <= 1;`"
    legal = both([at_most(ZERO, drawn), at_most(drawn, ONE)])
    context.owe(state, "not-a-probability", legal, shape.rate.span, message, hint, blames="program")
    assert case.following.rate is not None
    stated = state.formula(case.following.rate)
    message = "the stated rate may be another one than that of the coin"
    context.owe(state, "from-shape", equal(drawn, stated), case.place, message, HINT, shape.rate.span, "claim")
    return drawn


def _arguments(case: Case, shape: _Shape) -> dict[str, Term]:
    """What the callee is given beside the sample; it is the same in both runs."""
    found: dict[str, Term] = {}
    for at, (parameter, given) in enumerate(zip(case.cited.callee.parameters, shape.call.arguments, strict=True)):
        if at != shape.position:
            found[parameter.name] = widen(case.context.evaluate(case.state, given, 1), parameter.type)
    return found


def _owe_result(case: Case, shape: _Shape) -> None:
    """The function of what was returned has a value."""
    state, result = case.state.copy(), case.program.result
    assert result is not None
    target = shape.call.target
    state.values[target, 1] = case.context.names.fresh(target, 1, case.program.types[target])
    case.context.owe_defined(state, result, 1)


def _owe_relation(case: Case, shape: _Shape) -> None:
    name, type_ = shape.items.name, shape.items.type
    left, right = Variable(name, 1, type_), Variable(name, 2, type_)
    ways = [unfold(Related("add_remove", left, right, None))]
    for bound in case.claim.relation_names:
        if bound.type == INT:
            spelled = unfold(Related("add_remove", left, right, None, bound))
            fixed = Variable(f"{bound.name}@", 0, INT, bound.span)
            ways.append(substitute(spelled, lambda leaf, b=bound, f=fixed: f if leaf == b else None))  # type: ignore[misc]
    goal = Apply("or", tuple([case.state.formula(way) for way in ways]), ways[0].type)
    message = f"the two lists may differ in another way than by one entry more or less of `{name}`"
    hint = "a secret sample is for `add_remove`; for lists of one size it says nothing"
    place = case.claim.relation.span
    case.context.owe(case.state, "from-relation", goal, place, message, hint, case.place, "claim")


def _owe_callee(case: Case, shape: _Shape, arguments: dict[str, Term]) -> None:
    """Of all samples that differ by one entry: the callee takes them, and the claim relates them."""
    callee, state = case.cited.callee, case.state.copy()
    parameter = callee.parameters[shape.position]
    samples = {run: case.context.names.fresh(parameter.name, run, parameter.type) for run in (1, 2)}
    place = case.context.names.fresh("at", 1, INT)
    at = Logical("at'", INT)
    apart = unfold(Related("add_remove", samples[1], samples[2], None, at))
    state.know(substitute(apart, lambda leaf: place if leaf == at else None))
    inputs = {run: {**arguments, parameter.name: samples[run]} for run in (1, 2)}
    run: Run
    for run in (1, 2):
        _know_entries(case, shape, samples[run], state)
    for run in (1, 2):
        for formula in callee.requires:
            for part in conjuncts(formula):
                message = f"a sample may break what `{callee.name}` requires"
                goal = put(part, inputs, run)
                hint = "a sample may be of any size, and has the entries of the list"
                case.context.owe(state, "callee-requires", goal, shape.call.span, message, hint, part.span, "program")
        _owe_lengths(case, shape, inputs, run, state)
    claim = case.cited.claim
    message = f"samples that differ by one entry may not be related as `{claim.name}` asks"
    goal = related(*positioned(claim, {parameter.name: place}), inputs)
    hint = "cite a claim for `add_remove`"
    case.context.owe(state, "callee-relation", goal, case.place, message, hint, claim.relation.span, "claim")


def _owe_lengths(case: Case, shape: _Shape, inputs: Inputs, run: Run, state: State) -> None:
    """What the callee's types say of the lengths of bit strings."""
    for parameter in case.cited.callee.parameters:
        for part in by_type(Variable(parameter.name, run, parameter.type), parameter.type, run):
            message = f"`{parameter.name}` of `{case.cited.callee.name}` may be given bit strings of another length"
            goal, hint = put(part, inputs, run), "the lengths must be those of its type, at these arguments"
            case.context.owe(state, "length-mismatch", goal, shape.call.span, message, hint, parameter.span, "program")


def _know_entries(case: Case, shape: _Shape, sample: Variable, state: State) -> None:
    """Every entry of a sample is one of the longer list, which has all entries of both."""
    first, second = state.values[shape.items.name, 1], state.values[shape.items.name, 2]
    where = case.context.names.fresh("from", 1, List(INT))
    j = Logical("j'", INT)
    inside = both([at_most(ZERO, j), less(j, size(sample))])
    longer = less(size(second), size(first))
    for items, condition in ((first, longer), (second, Apply("not", (longer,), longer.type))):
        position = index(where, j)
        same = equal(index(sample, j), index(items, position))
        taken = both([at_most(ZERO, position), less(position, size(items)), same])
        every = Quantified("forall", (j,), follows(inside, taken))
        state.know(follows(condition, every))
    state.know(at_most(size(sample), choose(longer, size(first), size(second))))


def _owe_numbers(case: Case, rate: Term, arguments: dict[str, Term]) -> None:
    name = case.cited.claim.name
    given, wanted = case.cited.claim.notion, case.claim.notion
    if not given.parameters:  # equal distributions
        return
    if not given == wanted == DP:
        message = f"no theorem leads from `{given.name}` on a sample to `{wanted.name}`"
        case.context.lack(case.state, "not-supported", case.place, message, "a secret sample is for `dp`")
        return
    inputs = {1: arguments, 2: arguments}
    epsilon, delta = (*[put(part, inputs) for part in case.cited.claim.budget], ZERO)[:2]
    budget, slack = (*case.budget, ZERO)[:2]
    grown = plus(ONE, times(rate, plus(Apply("exp", (epsilon,), REAL), ONE, -1)))
    message = f"epsilon may be less than ln(1 + q*(exp(eps) - 1)) with the epsilon of `{name}`"
    case.owe_budget(grown, Apply("exp", (budget,), REAL), message)
    case.owe_budget(times(rate, delta), slack, f"delta may be less than q times that of `{name}`")
