"""The mutation table: each row breaks one rule of the prover in the way that its pitfall describes.

A row is a name, what is broken, and the trap that must then be proved: if no trap noticed, nothing would guard it.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
import z3

from prhl import couplings
from prhl.couplings import (
    concentrated,
    exp_mech,
    finite,
    finite_excess,
    identity,
    ranges,
    restricted,
    shift,
    shift_bound,
    shift_excess,
    truncate,
)
from prhl.distributions import BY_NAME
from prhl.distributions.binomial import Binomial
from prhl.distributions.choice import Choice
from prhl.distributions.laplace import Laplace
from prhl.distributions.uniform import Uniform
from prhl.distributions.uniform_real import UniformReal
from prhl.exact.chains.lucky_loops import LuckyWalk
from prhl.logic.build import TRUE, choose, equal, number, plus, times
from prhl.logic.terms import Apply, subterms
from prhl.logic.types import REAL, List
from prhl.proof import alone, claim_formulas, ending
from prhl.rules import (
    block_reads,
    branch,
    call,
    chance,
    coupled_draw,
    draw_with_slack,
    joint,
    loop,
    motion,
    sample,
    state,
    steady,
    termination_by_luck,
)
from prhl.rules.context import Context, Reading
from prhl.solvers import by_z3, encoded_values, encoding, quantifying
from prhl.typed import core

PROVE = sys.modules["prhl.proof.prove"]  # the name `prhl.proof.prove` is the function
CHECK = sys.modules["prhl.typed.check"]  # and so it is here

Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Mutation:
    name: str
    trap: str
    claim: str
    patch: Patch


def skipped(code: str) -> Patch:
    """The obligations of one code are taken for granted."""
    owe = Context.owe

    def careless(self: Context, at: Any, given: str, *rest: Any, **more: Any) -> None:
        owe(self, at, given, *rest, **more)
        if given == code and self.obligations and self.obligations[-1].code == code:
            self.obligations.pop()

    return lambda monkeypatch: monkeypatch.setattr(Context, "owe", careless)


def replaced(where: Any, name: str, what: Any) -> Patch:
    return lambda monkeypatch: monkeypatch.setattr(where, name, what)


# ---- what is broken, one by one --------------------------------------------------------------


def half_price(self: Any, arguments: Any, distance: Any) -> Any:
    return times(number(Fraction(1, 2)), Apply("div", (distance, arguments[0]), REAL))


def one_name_for_all(self: state.Naming, at: state.State, key: state.Key, value: Any) -> Any:
    """The first name of a long list stands for all that come after it."""
    if not isinstance(value.type, List):
        return DEFINE(self, at, key, value)
    known = {given: name for (given, _), name in self.given.items()}
    return known.get(key[0]) or DEFINE(self, at, key, value)


DEFINE = state.Naming.define


def united_anywhere(at: state.State, part: Any) -> None:
    """Functions are one wherever an equation between them is written."""
    for inner in subterms(part):
        UNITE(at, inner)


UNITE = claim_formulas._unite


def ln_of_anything(self: encoding.Encoder, term: Any, result: Any, bound: Any) -> None:
    """ln(a^n) = n*ln(a), whatever a is."""
    before = len(self.side)
    LN_OF_PARTS(self, term, result, bound)
    self.side[before:] = [one.arg(1) if z3.is_implies(one) else one for one in self.side[before:]]


LN_OF_PARTS = encoding.Encoder.ln_of_parts


def sample_not_seen(*_: Any) -> bool:
    """The sample is found nowhere."""
    return False


def negative_prices(self: Any, unstated: Any) -> Any:
    """The cost and the slack of a step may be negative."""
    owed = len(self.one.context.obligations)
    found = _stated(self, unstated)
    del self.one.context.obligations[owed:]
    return found


_stated = draw_with_slack._Lift.stated


def gaussian_alone(context: Any, statement: Any, run: Any) -> bool:
    """Only Gaussian noise is taken to spend delta in a loop."""
    return isinstance(statement, core.Sample) and couplings.is_gaussian(statement.distribution)


def paid_paths_dropped(self: Any, *given: Any) -> None:
    """Samples of run 1 whose image run 2 cannot draw are forgotten."""
    _charge_by(self, *given)
    second = self.one.draw.second
    self.one.state.know(BY_NAME[second.name].support(second.arguments, self.one.value))


_charge_by = draw_with_slack._Lift.charge_by


def falls_like_the_right(step: Any, moved: Any) -> Any:
    """One-sided noise at the price of a move to the right, whatever the side."""
    return plus(step.cost, shift_excess._loss(step, shift.absolute(moved)), -1)


def delta_of_each(*given: Any, **more: Any) -> Any:
    return Reading(*given, **{**more, "delta": number(Fraction(1, 5))})


def unguarded_join(before: state.State, arms: Any, name: Any) -> state.State:
    after = _joined(before, arms, name)
    for arm in arms:
        after.facts = (*after.facts, *arm.end.facts[arm.known :])
    return after


_joined = state.joined


def cost_kept(*_: Any) -> bool:
    return False


def nothing_assigned(statements: Any) -> list[str]:
    return []


def always_twins(part: Any) -> str | None:
    """Whatever an invariant mentions in both runs is taken to be equal."""
    names = [{t.name for t in loop_subterms(part) if getattr(t, "run", 0) == run} for run in (1, 2)]
    common = sorted(names[0] & names[1])
    return common[0] if common else None


def loop_subterms(part: Any) -> Any:
    return list(subterms(part))


def branches_agree(context: Context, left: Any, right: Any, at: state.State) -> state.State:
    """The guards are assumed to agree, never shown."""
    first = context.names.define(at, ("guard", 1), context.evaluate(at, left.condition, 1))
    second = context.names.define(at, ("guard", 2), context.evaluate(at, right.condition, 2))
    at.know(Apply("iff", (first, second), first.type))
    arms = []
    for condition, block, other in (
        (first, left.then, right.then),
        (Apply("not", (first,), first.type), left.otherwise, right.otherwise),
    ):
        start = at.copy()
        start.know(condition)
        arms.append(state.Arm(condition, len(start.facts), context.pair(block, other, start)))
    return state.joined(at, arms, context.names)


def same_items_without_length(self: Any, left: Any, right: Any, type_: Any, positive: bool, key: Any) -> Any:
    shorter = encoded_values.Items(left.size, right.item, right.total)
    return _same_items(self, left, shorter, type_, positive, key)


_same_items = encoding.Encoder.same_items


def instances_under_a_negation(self: Any, term: Any, positive: bool, bound: Any) -> Any:
    """That not all is so, for: that it is not so at one of the values that occur."""
    if term.kind == "forall" and not positive:
        (name,) = term.variables
        return self.either([self.hold(term.body, False, {**bound, name.name: v}) for v in self.candidates(name.type)])
    return _quantified(self, term, positive, bound)


_quantified = encoding.Encoder.quantified


def every_size(self: Any, types: Any, body: Any) -> Any:
    """Lists as pairs of any number and any entries."""
    if not any([isinstance(type_, List) for type_ in types]):
        return _everywhere(self, types, body)
    self.depth += 1
    chosen = tuple([self.fresh("any", type_) for type_ in types])
    self.depth -= 1
    return z3.ForAll([one.size for one in chosen], body(chosen))


_everywhere = encoding.Encoder.everywhere


def one_name_each(self: Any, key: Any) -> int:
    """Values that exist have one name for all lists around them."""
    return int(self.names.setdefault((key, 1), len(self.names)))


def unknown_is_valid(self: Any, query: Any) -> Any:
    answer = _answer(self, query)
    return replace(answer, status="valid") if answer.status == "unknown" else answer


_answer = by_z3.Session._answer


def integer_division(self: Any, term: Any, bound: Any) -> Any:
    """z3's Int/Int, which rounds, taken for division."""
    if term.operator == "div":
        inner = [a.arguments[0] if getattr(a, "operator", "") == "widen" else a for a in term.arguments]
        values = [self.value(a, bound) for a in inner]
        if all([v.is_int() for v in values]):
            return values[0] / values[1]
    return _apply(self, term, bound)


_apply = encoding.Encoder.apply


def floored_remainder(self: Any, term: Any, bound: Any) -> Any:
    """Python's remainder, which has the sign of the divisor."""
    if term.operator in ("emod", "ediv"):
        above, below = self.numbers(term.arguments, bound)
        remainder = above % below
        python = z3.If(z3.And(below < 0, remainder != 0), remainder + below, remainder)
        return python if term.operator == "emod" else (above - python) / below
    return _apply(self, term, bound)


def unguarded_axioms(encoder: Any) -> list[Any]:
    """ln(a*b) = ln a + ln b and sqrt(x)^2 = x for all numbers."""
    real = z3.RealSort(encoder.context)
    log = z3.Function("ln", real, real)
    out = _axioms(encoder)
    for name, argument, value in encoder.functions.values():
        if name == "sqrt":
            out += [value * value == argument, value >= 0]
        if name == "ln" and z3.is_mul(argument) and argument.num_args() == 2:
            out.append(value == log(argument.arg(0)) + log(argument.arg(1)))
    return out


_axioms = by_z3.axioms


def private_is_shared(prepared: Any) -> state.State:
    found = _start(prepared)
    for (name, run), value in list(found.values.items()):
        if run == 2 and not any([name == n for n, _ in claim_formulas.variables(prepared.relation)]):
            found.values[name, run] = found.values[name, 1]
        del value
    return found


_start = claim_formulas.start


def bounds_assumed(context: Any, left: Any, right: Any, at: state.State) -> list[Any]:
    """`a <= i <= b` of a `for`, simply known, even where a > b."""
    found = _counted(context, left, right, at)
    if found:
        end = at.values[left.counter.bound, 1]
        at.know(Apply("le", (at.values[left.counter.variable, 1], end), TRUE.type))
    return found


_counted = loop.counted


def none_is_identity(context: Any, node: Any, run: int, at: state.State) -> state.State:
    after = _alone(context, node, run, at)
    if run == 2 and (node.target, 1) in after.values:
        after.values[node.target, 2] = after.values[node.target, 1]
    return after


_alone = sample.alone


def one_entry_counts(self: Any, arguments: Any, value: Any, known: Any) -> Any:
    """Equal entries of a Choice are not added up."""
    found: Any = number(0)
    for item, weight in reversed(arguments[0].items):
        found = choose(equal(value, item), weight, found)
    return found


def results_stay_coupled(context: Any, left: Any, right: Any, target: Any, at: state.State) -> state.State:
    """Everything that a joint block computes is taken to be equal in both runs."""
    after = _havocked(context, left, right, target, at)
    for name in loop.assigned([left]):
        after.values[name, 2] = after.values[name, 1]
    return after


_havocked = joint._havocked


def equal_reads_only(context: Any, node: Any, couple: Any, target: str, at: state.State) -> None:
    """The price of a joint block over equal inputs: nothing."""


def symmetric_unasked(prepared: Any, at: state.State) -> Any:
    return TRUE


def no_centres(draw: Any) -> Any:
    """The shift is not seen from the centres."""
    moved, owed = shift.moved_by(draw)
    price = draw.family.loss(draw.first.arguments, shift.absolute(moved))
    return shift.priced((shift.same(draw, 0, "scale"), *owed), price)


def cost_forgotten(at: Any, charge: Any, sign: int = 1) -> Any:
    """The charge of a coupling is not added to the cost; other sums are."""
    return at


def output_not_compared(context: Any, prepared: Any, at: state.State) -> None:
    """Under `pointwise o = e` what is observed is not compared."""


def half_for_all(self: Any, draw: Any) -> Any:
    """The exponential mechanism at half its price, whatever the signs."""
    found = _scores(self, draw)
    half = times(number(Fraction(1, 2)), found.charge.arguments[-1])
    return replace(found, charge=half, enough=lambda cost: Apply("le", (half, cost), TRUE.type))


_scores = exp_mech.Scores.align


def in_either_order(context: Any, cited: Any, *rest: Any) -> None:
    """The arguments of a call may be related the other way round, under a quadruple too."""
    _owe_call(context, replace(cited, claim=replace(cited.claim, post=None)), *rest)


_owe_call = call._owe_all


def chosen_elsewhere(*given: Any) -> Any:
    """A draw that is sunk has the value that is wanted in the branch where its partner is not."""
    lines = _sunk(*given)
    if lines is not None:
        at, branch = next((n, line) for n, line in enumerate(lines) if isinstance(line, core.If))
        drawn, *rest = branch.otherwise
        lines[at] = replace(branch, otherwise=(core.Assign(drawn.target, TRUE, drawn.span), *rest))
    return lines


_sunk = motion.sunk


def but_for_loops(what: Any) -> Any:
    """What a loop reads, or assigns, is nothing."""

    def careless(given: Any) -> Any:
        loops = [one for one in (given if isinstance(given, list) else [given]) if isinstance(one, core.While)]
        return set() if loops else what(given)

    return careless


def past_loops(statement: Any, others: Any, *, loops: bool = False) -> bool:
    return _passes(statement, others, loops=True)


_passes = motion.passes


def whatever_the_chance(drawn: Any, older: Any, edges: Any) -> list[Any]:
    """An outcome may have no chance at all."""
    return [replace(outcome, owed=TRUE) for outcome in _outcomes(drawn, older, edges)]


_outcomes = chance.outcomes


def always(*_: Any) -> bool:
    return True


def not_owed(*_: Any, **__: Any) -> None:
    """Nothing is owed."""


def bounded_by_itself(context: Any, round_: Any, variant: Any) -> Any:
    """Every variant is at most what it is."""
    return True, round_.start.read(variant, round_.run)


def free_of_charge(context: Any, cited: Any, node: Any, couple: Any, arguments: Any, at: Any) -> Any:
    """As if the postcondition of a quadruple held of equal runs."""
    budget = [call._put(given, arguments) for given in cited.claim.budget[:2]]
    return [choose(call._alike(cited.callee, arguments), number(0), amount) for amount in budget]


def moved_to_the_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Geometric noise at the price of both sides, though it does not reach 0."""
    monkeypatch.setattr(concentrated, "BOUNDS_BOTH_SIDES", (*concentrated.BOUNDS_BOTH_SIDES, shift.Shifted()))


def arguments_not_compared(first: Any, second: Any) -> Any:
    """Distributions of one family count as equal."""
    return [] if first.name == second.name else None


def private_arguments_not_compared(context: Any, parameter: Any, *rest: Any) -> None:
    """The identity of a call asks for equal public arguments only."""
    if not parameter.private:
        _owe_same(context, parameter, *rest)


_owe_same = call._owe_same


def any_map_of_equals(draw: Any) -> Any:
    """Equal distributions are coupled for nothing, by whatever map."""
    return TRUE if draw.first == draw.second else _alike(draw)


_alike = identity.alike


def charged_by_value(draw: Any, currency: Any) -> Any:
    """Each value pays for its own ratio."""
    one = finite.Cases().align(draw).charge
    amount = currency.of_square(times(one, one), number(2))
    return concentrated.Price((), amount, lambda cost: TRUE)


TABLE = (
    # every obligation, taken for granted
    Mutation("assertion assumed", "t17_false_assertion", "private", skipped("assertion")),
    Mutation("bare parameters assumed equal", "r13_lengths_not_equal", "secrecy", skipped("bare-equal")),
    Mutation("budget not compared with the cost", "t29_larger_copy", "private", skipped("budget")),
    Mutation("budget may be negative", "t26_negative_budget", "rounds", skipped("budget-negative")),
    Mutation("division by zero allowed", "t09_remainder_of_zero", "private", skipped("division-by-zero")),
    Mutation("empty sets allowed", "t09_empty_range", "private", skipped("empty-set")),
    Mutation("loop guards assumed to agree", "t03_secret_rounds", "private", skipped("guards-agree")),
    Mutation("index out of range allowed", "t09_write_into_empty", "private", skipped("index-out-of-range")),
    Mutation("old entries", "r01_old_entries", "private", replaced(state.Naming, "define", one_name_for_all)),
    Mutation(
        "functions equal on a condition",
        "r37_equal_under_a_condition",
        "same",
        replaced(claim_formulas, "_unite", united_anywhere),
    ),
    Mutation("injectivity dropped", "t01_constant_image", "same", skipped("injective")),
    Mutation("images need not be integers", "t08_half_integer_shift", "private", skipped("integer-image")),
    Mutation("invariant not shown on entry", "r05_entry_not_shown", "private", skipped("invariant-entry")),
    Mutation("invariant not shown to be kept", "t10_cost_kept_at_zero", "free", skipped("invariant-kept")),
    Mutation("leaks not compared", "t30_leak_on_one_side", "private", skipped("leaks-equal")),
    Mutation("lengths of bits not compared", "t09_xor_of_unequal_lengths", "private", skipped("length-mismatch")),
    Mutation("probabilities unchecked", "t09_probability_above_one", "private", skipped("not-a-probability")),
    Mutation("Jacobian ignored", "t02_halved", "same", skipped("not-a-shift")),
    Mutation("ln and sqrt of anything", "t31_ln_of_zero", "log", skipped("not-positive")),
    Mutation("run 2 may end in another output", "t28_rotated_pattern", "free", skipped("output-equal")),
    Mutation("region of outputs unchecked", "r17_region_is_empty", "private", skipped("output-region")),
    Mutation("postcondition not shown", "r18_post_under_none", "larger", skipped("postcondition")),
    Mutation("stated cost believed", "t27_free_of_charge", "free", skipped("price")),
    Mutation("repeated elements allowed", "t09_repeated_element", "private", skipped("repeated-element")),
    Mutation("results not compared", "t03_branch_on_secret", "private", skipped("results-equal")),
    Mutation("parameters of noise not compared", "t07_secret_scale", "private", skipped("same-noise")),
    Mutation("scale may be 0", "t09_scale_zero", "private", skipped("scale-not-positive")),
    Mutation("image may leave the support", "t08_exponential_left", "private", skipped("support")),
    Mutation("loops need not end", "t12_hanging_is_seen", "private", skipped("terminates")),
    Mutation("weights need not add up", "t09_weights_below_one", "private", skipped("weights-not-one")),
    Mutation("arguments of a call not related", "r31_not_related", "doubled", skipped("callee-relation")),
    Mutation("public arguments of a call may differ", "r31_secret_argument", "two", skipped("same-arguments")),
    Mutation("requirements of a callee not shown", "r31_requires_broken", "two", skipped("callee-requires")),
    Mutation("lengths in a call not compared", "r31_other_length", "told", skipped("length-mismatch")),
    # the rules themselves
    Mutation("price halved", "t27_noisy_max_half_price", "private", replaced(Laplace, "loss", half_price)),
    Mutation(
        "shift not seen from the centres",
        "t08_centre_identity",
        "free",
        replaced(shift.Shifted, "align", lambda _, draw: no_centres(draw)),
    ),
    Mutation(
        "half the price of ExpMech for all",
        "r16_half_the_price",
        "private",
        replaced(exp_mech.Scores, "align", half_for_all),
    ),
    Mutation(
        "equal entries of Choice not added up",
        "r11_entry_stands_twice",
        "private",
        replaced(Choice, "mass_term", one_entry_counts),
    ),
    Mutation(
        "sets of different sizes are uniform alike",
        "t07_longer_range",
        "same",
        replaced(Uniform, "as_many", lambda *_: TRUE),
    ),
    Mutation("Gumbel noise moved to the left", "t08_gumbel_left", "private", skipped("shift-bound")),
    Mutation("scales of Gumbel noise not compared", "r09_gumbel_secret_scale", "same", skipped("same-noise")),
    Mutation("intervals squeezed for nothing", "t02_interval_halved", "same", skipped("not-a-shift")),
    Mutation(
        "intervals of different lengths are uniform alike",
        "r13_longer_interval",
        "same",
        replaced(UniformReal, "as_many", lambda *_: TRUE),
    ),
    Mutation(
        "what falls off an interval forgotten",
        "r15_interval_end",
        "near",
        replaced(ranges, "absolute", lambda _: number(0)),
    ),
    Mutation("probabilities in a list need not add up", "t09_list_below_one", "private", skipped("weights-not-one")),
    Mutation("ratios of probabilities in lists believed", "r11_list_ratio", "near", skipped("price")),
    # the identity
    Mutation(
        "arguments of the identity not compared",
        "r09_identity_secret_range",
        "same",
        replaced(identity, "_pairs", arguments_not_compared),
    ),
    Mutation(
        "rates of the identity not compared",
        "r09_poisson_secret_rate",
        "same",
        replaced(identity, "_pairs", arguments_not_compared),
    ),
    Mutation(
        "lengths of the identity not compared",
        "r13_shuffle_longer",
        "same",
        replaced(identity, "_pairs", arguments_not_compared),
    ),
    Mutation(
        "coins that never show heads have mass on some heads",
        "r09_binomial_no_mass",
        "same",
        replaced(Binomial, "reached", lambda *_: TRUE),
    ),
    Mutation(
        "every map taken for the identity",
        "r09_identity_mirrored",
        "same",
        replaced(identity, "alike", any_map_of_equals),
    ),
    Mutation(
        "private arguments of a call not compared, by the identity",
        "r31_identity_private_argument",
        "same",
        replaced(call, "_owe_same", private_arguments_not_compared),
    ),
    Mutation(
        "a callee taken to end, by the identity",
        "r31_identity_without_end",
        "same",
        replaced(alone.ByThemselves, "owe", not_owed),
    ),
    Mutation(
        "charge of a coupling forgotten", "t29_larger_copy", "private", replaced(coupled_draw, "plus", cost_forgotten)
    ),
    Mutation(
        "`couple none` taken for the identity",
        "r12_none_is_not_identity",
        "free",
        replaced(sample, "alone", none_is_identity),
    ),
    Mutation("cost kept at the head of a loop", "t10_rounds_not_counted", "once", replaced(loop, "charges", cost_kept)),
    Mutation(
        "variables kept at the head of a loop",
        "r19_sum_not_in_invariant",
        "private",
        replaced(loop, "assigned", nothing_assigned),
    ),
    Mutation(
        "what an invariant mentions taken for equal",
        "r05_block_forgotten",
        "private",
        replaced(loop, "twin", always_twins),
    ),
    Mutation("bounds of `for` assumed", "t37_loop_not_entered", "private", replaced(loop, "counted", bounds_assumed)),
    Mutation(
        "branch guards assumed to agree", "t03_paired_branches", "private", replaced(branch, "paired", branches_agree)
    ),
    Mutation(
        "facts of one arm known after both",
        "r03_known_in_one_branch",
        "private",
        replaced(branch, "joined", unguarded_join),
    ),
    Mutation(
        "one direction of an asymmetric relation",
        "t06_geometric_one_way",
        "private",
        replaced(PROVE, "symmetric", symmetric_unasked),
    ),
    Mutation(
        "private inputs that the relation does not name taken for equal",
        "t34_second_secret",
        "private",
        replaced(PROVE, "start", private_is_shared),
    ),
    Mutation(
        "observations under `pointwise o = e` not compared",
        "t28_value_beside_pattern",
        "free",
        replaced(ending, "_equal_results", output_not_compared),
    ),
    Mutation(
        "price of a joint block over equal reads",
        "r30_price_over_equal_reads",
        "private",
        replaced(joint, "_charge", equal_reads_only),
    ),
    Mutation(
        "what a joint block reads of a list is read at the position before it",
        "r30_entry_of_a_drawn_position",
        "private",
        replaced(block_reads, "assigned", lambda statements: []),
    ),
    Mutation(
        "what a joint block reads has the length of its type",
        "r30_other_length",
        "read",
        replaced(block_reads, "_owe_lengths", lambda *_: None),
    ),
    Mutation(
        "mass that stays in a joint block forgotten",
        "r34_joint_keeps_mass",
        "same",
        replaced(LuckyWalk, "lose", lambda *_: None),
    ),
    Mutation(
        "all results of a joint block coupled",
        "r30_other_result",
        "private",
        replaced(joint, "_havocked", results_stay_coupled),
    ),
    Mutation("delta of Gaussian noise not counted", "r09_gauss_pure", "pure", skipped("slack")),
    Mutation(
        "Gaussian noise moved by what depends on it",
        "r09_gauss_by_sign",
        "apart",
        replaced(shift_bound, "mentions", sample_not_seen),
    ),
    Mutation(
        "Laplace noise moved by what depends on it, at a slack",
        "r15_shift_by_sign",
        "apart",
        replaced(shift_bound, "mentions", sample_not_seen),
    ),
    Mutation(
        "cost and slack that depend on the sample",
        "r15_cost_by_sample",
        "close",
        replaced(draw_with_slack, "mentions", sample_not_seen),
    ),
    Mutation(
        "slack of finite noise kept at the head of a loop",
        "r15_slack_of_each_round",
        "all",
        replaced(loop, "may_slacken", gaussian_alone),
    ),
    Mutation(
        "negative cost of a step at a slack",
        "r15_negative_cost",
        "free",
        replaced(draw_with_slack._Lift, "stated", negative_prices),
    ),
    Mutation(
        "negative slack", "r15_negative_slack", "pure", replaced(draw_with_slack._Lift, "stated", negative_prices)
    ),
    Mutation("injectivity dropped, at a slack", "r15_two_to_one", "same", skipped("injective")),
    Mutation(
        "loops forgotten where slack pays",
        "r15_hangs_where_slack_pays",
        "small",
        replaced(draw_with_slack._Lift, "charge_by", paid_paths_dropped),
    ),
    Mutation(
        "errors forgotten where slack pays",
        "r15_error_where_slack_pays",
        "small",
        replaced(draw_with_slack._Lift, "charge_by", paid_paths_dropped),
    ),
    Mutation(
        "slack of one output at a time",
        "r15_slack_of_each_output",
        "each",
        replaced(claim_formulas, "Reading", delta_of_each),
    ),
    Mutation(
        "excess without its max",
        "r15_less_pays_for_more",
        "free",
        replaced(finite_excess, "positive", lambda term: term),
    ),
    Mutation("stated slack believed", "r15_less_pays_for_more", "free", skipped("price")),
    Mutation("half-integer shifts at a slack", "r15_half_integer_shift", "near", skipped("integer-image")),
    Mutation(
        "what leaves the range forgotten",
        "r15_lost_at_the_end",
        "near",
        replaced(restricted, "between", lambda *_: Fraction(0)),
    ),
    Mutation(
        "one-sided noise falls off for nothing",
        "r15_falls_off_the_left",
        "near",
        replaced(shift_excess, "_fall", falls_like_the_right),
    ),
    Mutation(
        "ranges of different sizes, at a slack",
        "r15_longer_range",
        "free",
        replaced(ranges, "equal", lambda *_: TRUE),
    ),
    Mutation(
        "what a joint block leaves over forgotten",
        "r15_block_left_over",
        "small",
        replaced(joint, "positive", lambda _: number(0)),
    ),
    Mutation(
        "slack kept at the head of a loop", "t11_slack_of_one_round", "all", replaced(loop, "slackens", cost_kept)
    ),
    Mutation(
        "delta of one output at a time",
        "t05_gauss_one_output",
        "each",
        replaced(claim_formulas, "Reading", delta_of_each),
    ),
    Mutation(
        "delta of a callee not counted", "r31_delta_of_callee", "twice", replaced(call, "owe_slack", lambda *_: None)
    ),
    Mutation(
        "delta of a callee at each output",
        "t05_delta_of_callee_at_each_output",
        "private",
        replaced(claim_formulas, "Reading", delta_of_each),
    ),
    Mutation(
        "quadruples cited in either order",
        "r31_monotone_other_way",
        "ordered",
        replaced(call, "_owe_all", in_either_order),
    ),
    Mutation(
        "leaks of callees forgotten",
        "t30_leak_through_two_calls",
        "private",
        replaced(CHECK._FileChecker, "with_leaks", lambda self, program, *_: program),
    ),
    Mutation(
        "centre of truncated noise not compared",
        "r09_truncated_around_secret",
        "private",
        replaced(truncate, "equal", lambda *_: TRUE),
    ),
    Mutation(
        "draws moved past what reads them",
        "r29_moved_past_a_read",
        "same",
        replaced(motion, "independent", lambda *_: True),
    ),
    Mutation(
        "draws moved past loops that read them",
        "r29_moved_past_a_loop_that_reads",
        "same",
        replaced(motion, "reads", but_for_loops(motion.reads)),
    ),
    Mutation(
        "draws moved past loops that assign them",
        "r29_moved_past_a_loop_that_assigns",
        "target",
        replaced(motion, "assigned", but_for_loops(motion.assigned)),
    ),
    Mutation(
        "draws moved past loops that assign their parameters",
        "r29_moved_past_a_loop_that_assigns",
        "parameter",
        replaced(motion, "assigned", but_for_loops(motion.assigned)),
    ),
    Mutation(
        "draws sunk past loops without end",
        "r29_sunk_past_a_loop_without_end",
        "same",
        replaced(motion, "passes", past_loops),
    ),
    Mutation(
        "draws moved into a branch that they decide",
        "r29_sunk_into_its_guard",
        "same",
        replaced(motion, "reads_of", lambda _: set()),
    ),
    Mutation(
        "draws that are sunk chosen where nobody else draws",
        "r29_sunk_and_read_in_both",
        "same",
        replaced(motion, "sunk", chosen_elsewhere),
    ),
    Mutation("chances may fade", "t12_chance_fades", "together", replaced(steady.Steady, "few", lambda *_: True)),
    Mutation("sizes of sets may grow", "t12_range_widens", "same", replaced(steady.Steady, "few", lambda *_: True)),
    Mutation(
        "outcomes without a chance",
        "t12_coin_never_true",
        "same",
        replaced(termination_by_luck, "outcomes", whatever_the_chance),
    ),
    Mutation(
        "variants without an upper bound",
        "t12_walk_away",
        "same",
        replaced(termination_by_luck, "_bounded", bounded_by_itself),
    ),
    Mutation(
        "bounds that the loop moves", "t12_bound_moves", "private", replaced(steady.Steady, "old", lambda *_: True)
    ),
    Mutation("outcomes chosen when they are seen", "t12_hope_afterwards", "same", replaced(chance, "_before", always)),
    Mutation(
        "outcomes hoped for on every way",
        "t12_hope_of_another_branch",
        "same",
        replaced(termination_by_luck, "_path", lambda *_: []),
    ),
    Mutation(
        "callees of one run need not end", "r31_never_returns", "alone", replaced(alone.ByThemselves, "owe", not_owed)
    ),
    Mutation(
        "callees of one run may divide by zero",
        "r31_alone_divides",
        "near",
        replaced(alone.ByThemselves, "owe", not_owed),
    ),
    Mutation("callees of one run get any argument", "r31_alone_requires", "same", skipped("callee-requires")),
    Mutation("callees of one run get any length", "r31_alone_other_length", "same", skipped("length-mismatch")),
    Mutation("callees of one run may leak", "r31_alone_leaks", "private", skipped("leaks-equal")),
    Mutation(
        "callees under an inequality need not end",
        "r31_within_need_not_end",
        "private",
        replaced(alone.ByThemselves, "owe", not_owed),
    ),
    Mutation(
        "results without a partner forgotten", "r31_lost_results", "private", replaced(call, "_owe_run_1", not_owed)
    ),
    Mutation(
        "calls charged once, whatever parts they see",
        "r24_parts_overlap",
        "parallel",
        replaced(call, "_alike", lambda callee, arguments: equal(arguments[1]["a"], arguments[2]["a"])),
    ),
    Mutation(
        "quadruples for nothing from equal arguments",
        "r31_equal_arguments_other_results",
        "parity",
        replaced(call, "_charges", free_of_charge),
    ),
    Mutation(
        "callees with equal arguments not looked at",
        "r31_equal_arguments_error",
        "private",
        replaced(alone.ByThemselves, "owe", not_owed),
    ),
    # zcdp and rdp
    Mutation(
        "one-sided noise moved, where divergences are counted",
        "t15_merely_injective",
        "concentrated",
        moved_to_the_right,
    ),
    Mutation(
        "shifts by the sample, where divergences are counted",
        "r26_shift_by_sample",
        "concentrated",
        replaced(concentrated, "_fixed", lambda draw: shift.moved_by(draw)[0]),
    ),
    Mutation(
        "Laplace noise moved by the sample, at one order",
        "r27_laplace_by_sample",
        "moved",
        replaced(concentrated, "_fixed", lambda draw: shift.moved_by(draw)[0]),
    ),
    Mutation(
        "charges by the sample, where divergences are counted",
        "r26_charge_by_sample",
        "concentrated",
        replaced(concentrated, "_listed", charged_by_value),
    ),
    Mutation("claims of another order cited", "r27_other_order", "fourth", skipped("cited-claim")),
    Mutation(
        "claims with a delta cited for none",
        "r26_delta_forgotten",
        "concentrated",
        replaced(call, "_not_counted", lambda counted, claim: ""),
    ),
    Mutation("secret sigmas, for nothing", "r26_secret_sigma", "concentrated", skipped("same-noise")),
    Mutation("half an integer, for a quarter", "r26_half_a_step", "concentrated", skipped("integer-image")),
    Mutation("stated rho not checked", "r26_cost_too_small", "concentrated", skipped("price")),
    # the solver
    Mutation("unknown counted as valid", "t23_pell", "private", replaced(by_z3.Session, "_answer", unknown_is_valid)),
    Mutation(
        "universals instantiated under a negation",
        "r37_instance_under_an_arrow",
        "private",
        replaced(encoding.Encoder, "quantified", instances_under_a_negation),
    ),
    Mutation(
        "every number is the size of a list",
        "r37_every_list_has_a_size",
        "private",
        replaced(encoding.Encoder, "everywhere", every_size),
    ),
    Mutation(
        "a witness for all lists",
        "r37_witness_of_each_list",
        "private",
        replaced(encoding.Encoder, "lasting", one_name_each),
    ),
    Mutation(
        "instances of any length",
        "r37_shorter_bits",
        "private",
        replaced(quantifying, "stated_lengths", lambda value, type_: ()),
    ),
    Mutation(
        "ln of powers of anything",
        "t31_ln_of_power",
        "private",
        replaced(encoding.Encoder, "ln_of_parts", ln_of_anything),
    ),
    Mutation(
        "lists compared without their length",
        "t20_longer_answer",
        "private",
        replaced(encoding.Encoder, "same_items", same_items_without_length),
    ),
    Mutation(
        "division of integers rounds",
        "t32_half_is_not_zero",
        "private",
        replaced(encoding.Encoder, "apply", integer_division),
    ),
    Mutation(
        "remainder with the sign of the divisor",
        "t32_negative_divisor",
        "same",
        replaced(encoding.Encoder, "apply", floored_remainder),
    ),
    Mutation(
        "axioms of sqrt without their domain",
        "t31_square_of_root",
        "private",
        replaced(by_z3, "axioms", unguarded_axioms),
    ),
)
