"""for-all-values: a claim over finitely many private inputs, decided for all values of its open numbers at once.

Rule.  Let the private inputs be finitely many, and let public numbers x be open. On a region of their values on which
`requires`, every guard, every condition of a distribution, the support of every draw and the relation have one answer
each, all masses are quotients of polynomials in x and in exp(-x/n), and so is the growth E = exp(eps) of the budget.
There a pure claim says that Pr1(o) - E Pr2(o) <= 0 for all related inputs and all outputs o; with a delta, that the sum
of those that are positive is at most delta. The regions make up all values, single points among them, and the claim is
proved if it holds on each, refuted if it is broken at a rational value.

Why.  A computation on a region stops at a comparison that has several answers there, and is run anew on the parts on
which it has one (`prhl.numbers.varying`); so it divides by nothing that vanishes, and cancels no factor that does. Owed
on each region that `requires` allows: no run-time error, a budget that is defined, eps >= 0, delta >= 0. Where eps
stands beside exp(-eps), the two are independent numbers with some inequalities between them: that proves and never
refutes. What is broken is computed anew by the ordinary road at a rational value, an integer for an int.

Pitfall.  `if (p = 1/2) { return x; }` breaks a claim at one point, and ln((1 - p)/p) is undefined at p = 0: cut points
are regions by themselves. A mass that vanishes at a point takes its output out of the support there.

Reference.  Barthe, Chadha, Jagannath, Sistla, Viswanathan, Deciding differential privacy for programs with finite
inputs and outputs, LICS 2020.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from prhl.checks.instance_check import NOTHING_RELATED, Budget, CheckResult, Status, budget_of, compares_results, last
from prhl.checks.laboratory import Laboratory
from prhl.checks.open_excess import excess, more_at_example, sign_somewhere
from prhl.checks.witness import Disagreement
from prhl.diagnostics import NotComputed
from prhl.exact import Channel, channel, related_pairs, relating, weighted
from prhl.logic.terms import Apply, Term, Variable, conjuncts, variables
from prhl.logic.types import INT
from prhl.numbers import sign
from prhl.numbers.line_cells import LineCell, line
from prhl.numbers.open_quotients import Growth, growth
from prhl.numbers.polynomial_regions import Ask, Region, whole
from prhl.numbers.varying import Symbols, Varying, everywhere
from prhl.records import dataclass
from prhl.semantics.all_inputs import all_inputs, open_numbers
from prhl.semantics.evaluate import Fault
from prhl.semantics.instances import Inputs, Instance, instances, shared_by, size_names, text
from prhl.semantics.limits import Meter, OutOfSteps
from prhl.semantics.twin import first_continuous
from prhl.typed.core import Check, TypedClaim, TypedProgram

STEPS = 100_000  # states and outcomes of draws, on all regions
PAIRS = 200_000  # outputs of related pairs that are compared, on one region
MOST_REGIONS = 400
MOST_UNDECIDED = 3
MOST_OPEN = 4
TRIED = 3  # values of a region at which what is broken is computed anew

Masses = dict[tuple[Any, ...], Any]
Kind = Literal["nothing", "holds", "broken", "error", "undefined", "not shown", "undecided"]
KINDS: tuple[Kind, ...] = ("broken", "error", "undefined", "not shown", "undecided")  # the first that there is counts


@dataclass(frozen=True, slots=True)
class Finding:
    """What is so at every value of a region; without `exact` a bound stood in for the budget."""

    kind: Kind
    reason: str = ""
    tight: bool = False
    exact: bool = True
    result: CheckResult | None = None  # of a single value, by the ordinary road


NOTHING = Finding("nothing")


class Broken(Exception):
    """The claim is refuted at a value: the others need not be looked at."""

    def __init__(self, result: CheckResult) -> None:
        super().__init__()
        self.result = result


def decided_for_all(
    laboratory: Laboratory, claim: TypedClaim, ask: Ask, check: Check | None = None
) -> list[CheckResult] | None:
    """The result for all values of the open numbers, on all inputs or on those of a `check`; None if there are no open
    numbers, or if it is not decided in this way."""
    names = _open(laboratory, claim, {item.parameter for item in check.items} if check is not None else set())
    if names is None:
        return None
    decision = _Decision(laboratory, claim, names, ask, check)
    try:
        return list(decision.results())
    except Broken as broken:
        return [broken.result]
    except (NotComputed, OutOfSteps):
        return None


def all_checks(laboratory: Laboratory, claim: TypedClaim, ask: Ask) -> Iterator[CheckResult]:
    """The instances of all checks; one that leaves numbers open is decided for all of their values, if it can be."""
    for check in claim.checks:
        results = list(laboratory.results(claim, check))
        if all([one.status == "not enumerable" and one.stopped is None for one in results]):
            results = decided_for_all(laboratory, claim, ask, check) or results
        yield from results


def _open(laboratory: Laboratory, claim: TypedClaim, stated: set[str]) -> dict[str, bool] | None:
    """The open numbers, and whether they are ints; None if the claim is none that is decided here."""
    programs = [laboratory.file.programs[name] for name in (claim.left, claim.right)]
    if claim.notion.figure or (claim.post is not None and not compares_results(claim.post)):
        return None
    numbers = [p for program in programs for p in open_numbers(program) if p.name not in stated]
    found = {p.name: p.type == INT for p in numbers}
    if not found or len(found) > MOST_OPEN:
        return None
    if any([size_names(p.type) & found.keys() for program in programs for p in program.parameters]):
        return None  # symbolic sizes are for proofs
    if any([first_continuous(laboratory.flat(name).body) for name in (claim.left, claim.right)]):
        return None
    if claim.post is not None and not _shared(claim, programs, set(found)):
        return None
    return found


def _shared(claim: TypedClaim, programs: list[TypedProgram], names: set[str]) -> bool:
    """Whether a quadruple makes the open numbers equal in both runs, and mentions nothing else without a run."""
    both = names & {p.name for p in programs[0].parameters} & {p.name for p in programs[1].parameters}
    equal = {name for part in conjuncts(claim.relation) for name in _made_equal(part)}
    used = [claim.relation, *claim.budget, *([] if claim.post is None else [claim.post])]
    bare = {name for term in used for name, run in variables(term) if run == 0}
    public = {p.name for program in programs for p in program.parameters if not p.private}
    return both <= equal and names <= public and bare <= names and all([_of(t) <= names for t in claim.budget])


def _made_equal(part: Term) -> set[str]:
    match part:
        case Apply("eq", (Variable(name, one), Variable(other, two))) if name == other and {one, two} == {1, 2}:
            return {name}
        case _:
            return set()


def _of(term: Term) -> set[str]:
    return {name for name, _ in variables(term)}


class _Decision:
    """One claim on all regions."""

    def __init__(
        self, laboratory: Laboratory, claim: TypedClaim, names: dict[str, bool], ask: Ask, check: Check | None
    ) -> None:
        self.laboratory, self.claim, self.ask, self.check = laboratory, claim, ask, check
        self.programs = (laboratory.file.programs[claim.left], laboratory.file.programs[claim.right])
        self.flat = (laboratory.flat(claim.left), laboratory.flat(claim.right))
        self.symbols = Symbols(tuple(names), (0,) * len(names), tuple(names.values()))
        self.meter = Meter(STEPS)
        self.undecided = 0  # regions

    def results(self) -> Iterator[CheckResult]:
        """What is broken or not decided, or that it holds for all values."""
        label = dict.fromkeys(self.symbols.names, "every")
        found = list(everywhere(self._whole, self.symbols, self._noted, MOST_REGIONS))
        findings = [self._confirmed(region, finding) for region, finding in found]
        findings = [one for one in findings if one.kind != "nothing"]
        for kind in KINDS:
            some = [one for one in findings if one.kind == kind]
            if some and kind == "undecided":
                raise NotComputed(some[0].reason)
            if some:
                shown = [one.result for one in some if one.result is not None]
                status: Status = "error" if kind == "error" else "undecided"
                yield shown[0] if shown else CheckResult(label, status, reason=some[0].reason, span=self.claim.span)
                return
        if not findings:
            yield CheckResult(label, "undecided", reason=NOTHING_RELATED)
            return
        tight = all([one.tight for one in findings])
        reason = f"exact for every {', '.join(label)}" + (": tight at each" if tight else "")
        yield CheckResult(label, "tight" if tight else "loose", reason=reason)

    def _whole(self, symbols: Symbols) -> LineCell | Region:
        return line(symbols, self.ask) if len(symbols.names) == 1 else whole(symbols, self.ask)

    # ---- on one region ---------------------------------------------------------------------------

    def _noted(self, region: Any) -> Finding:
        """What is found on a region; when several are undecided, the others are not looked at."""
        found = self._finding(region)
        if found.kind == "broken" and found.result is not None and found.result.witness is not None:
            raise Broken(found.result)
        self.undecided += found.kind == "undecided"
        if self.undecided >= MOST_UNDECIDED:
            raise OutOfSteps
        return found

    def _finding(self, region: Any) -> Finding:
        values = {name: region.value(at) for at, name in enumerate(self.symbols.names)}
        try:
            if not any([isinstance(value, Varying) for value in values.values()]):
                return self._at(values)
            findings = [self._measured(instance, region) for instance in self._instances(values)]
        except Fault as fault:
            return Finding("error", fault.message)
        except NotComputed as reason:
            return Finding("undecided", reason.message)
        return _worst(findings)

    def _instances(self, values: Inputs) -> Iterator[Instance]:
        """All inputs, or those of the `check`, at values of the open numbers, which may be symbols."""
        left, right = self.programs
        if self.check is not None:
            shared = shared_by(self.claim, left, right)
            for instance in instances(left, right, self.check, values, shared):
                if instance.left and instance.right:
                    yield replace(instance, label={**instance.label, **self._label(values)})
            return
        if self.claim.post is not None:
            rows, others = all_inputs(left, values), all_inputs(right, values)
            if rows and others:
                yield Instance(self._label(values), values, rows, others)
            return
        public = [p for p in left.parameters if not p.private]
        groups: dict[tuple[object, ...], list[Inputs]] = {}
        for row in all_inputs(left, values):
            groups.setdefault(tuple([row[p.name] for p in public if p.name not in values]), []).append(row)
        for rows in groups.values():
            chosen = {p.name: rows[0][p.name] for p in public}
            yield Instance(self._label(chosen), chosen, rows, rows)

    def _label(self, values: Inputs) -> dict[str, str]:
        types = {p.name: p.type for program in self.programs for p in program.parameters}
        return {name: "every" if isinstance(v, Varying) else text(v, types[name]) for name, v in values.items()}

    def _measured(self, instance: Instance, region: Any) -> Finding:
        claim = self.claim
        rows, others = self._run(instance)
        if claim.post is not None:
            rows, others = [_results(row) for row in rows], [_results(row) for row in others]
        pairs = self._pairs(instance)
        if sum([len(rows[i]) for i, _ in pairs]) > PAIRS:
            raise NotComputed("too many pairs")
        unsound, tight = self._unsound(instance, pairs), False
        budgets = [self._budget(instance, instance.left[i], instance.right[j]) for i, j in pairs]
        found = zip(pairs, budgets, strict=True)
        stated = [(i, j, budget, growth(budget.epsilon)) for (i, j), budget in found if isinstance(budget, Budget)]
        if any([_exceeds_at_example(rows[i], others[j], grown, b.delta, region) for i, j, b, grown in stated]):
            return Finding("broken")
        for i, j, budget, grown in stated:
            side = _excess(rows[i], others[j], grown, budget.delta, region)
            if side > 0:
                return Finding("broken", exact=grown.exact)
            tight = tight or (side == 0 and grown.exact)
        if unsound:
            return Finding("undefined", unsound)
        return Finding("holds", tight=tight) if pairs else NOTHING

    def _run(self, instance: Instance) -> tuple[list[Masses], list[Masses]]:
        """The rows of all inputs, related or not: no run may stop with an error."""
        rows = [weighted(self.flat[0], row, self.meter) for row in instance.left]
        if self.claim.post is None:
            return rows, rows
        return rows, [weighted(self.flat[1], row, self.meter) for row in instance.right]

    def _pairs(self, instance: Instance) -> list[tuple[int, int]]:
        frame = Channel(instance, [], [])
        self.meter.spend(relating(self.claim.relation, self.claim.relation_names, frame) // 5)
        pairs = related_pairs(self.claim.relation, self.claim.relation_names, frame)
        if self.claim.post is None:  # privacy speaks for both directions
            pairs = sorted({*pairs, *[(j, i) for i, j in pairs]})
        return pairs

    def _unsound(self, instance: Instance, pairs: list[tuple[int, int]]) -> str:
        """What is wrong with the budgets of the pairs. Where none are related, a budget that does not depend on private
        inputs must be one all the same."""
        if not pairs and all([_of(term) <= instance.public.keys() for term in self.claim.budget]):
            return _wrong(self._budget(instance, {}, {}))
        budgets = [self._budget(instance, instance.left[i], instance.right[j]) for i, j in pairs]
        return next(filter(None, map(_wrong, budgets)), "")

    def _budget(self, instance: Instance, left: Inputs, right: Inputs) -> Budget | str:
        """For two inputs; why not, where it is not defined."""
        try:
            return budget_of(self.claim, instance.public, (left, right))
        except Fault as fault:
            return f"the budget: {fault.message}"

    # ---- at single values ------------------------------------------------------------------------

    def _at(self, values: Inputs) -> Finding:
        """By the ordinary road."""
        return _worst([self._measured_at(instance) for instance in self._instances(values)])

    def _measured_at(self, instance: Instance) -> Finding:
        pairs = self._pairs(instance)
        where = ", ".join([f"{name} = {value}" for name, value in instance.label.items()])
        unsound = self._unsound(instance, pairs)
        reason = f"{unsound}, at {where}"
        undefined = Finding("undefined", reason, result=CheckResult(instance.label, "undecided", reason=reason))
        if not pairs:
            self._run(instance)
            return undefined if unsound else NOTHING
        first, second = self.laboratory.machines_of(self.claim, None)
        found = self.laboratory.result(self.claim, instance, lambda: channel(first, second, instance), None)
        match found.status:
            case "violated":
                return Finding("broken", result=found)
            case "error":
                return Finding("error", found.reason, result=found)
            case _ if unsound:
                return undefined
            case "tight" | "loose" if found.complete:
                return Finding("holds", tight=found.status == "tight")
            case _:
                return Finding("undecided", f"at {where}: {found.reason or 'not every run is known to end'}")

    def _confirmed(self, region: Any, finding: Finding) -> Finding:
        """What is found on a region, shown at a value in it."""
        if finding.kind in ("nothing", "holds", "undecided") or finding.result is not None:
            return finding
        for values in _examples(region):
            try:
                shown = self._at(dict(zip(self.symbols.names, values, strict=True)))
            except (NotComputed, Fault, OutOfSteps):
                continue
            if shown.kind == finding.kind:
                return shown
            if finding.kind == "broken" and shown.kind == "holds" and finding.exact and isinstance(region, LineCell):
                where = ", ".join([f"{n} = {v}" for n, v in zip(self.symbols.names, values, strict=True)])
                raise Disagreement(f"a claim is broken at {where} among all values, and holds at it alone")
        where = f"for {region}"
        if finding.kind == "broken":
            return Finding("not shown", f"it may be broken {where}, and no rational value shows it")
        return replace(finding, reason=f"{finding.reason}, {where}")


def _worst(findings: list[Finding]) -> Finding:
    for kind in KINDS:
        for one in findings:
            if one.kind == kind:
                return one
    held = [one for one in findings if one.kind == "holds"]
    return replace(held[0], tight=all([one.tight for one in held])) if held else NOTHING


def _results(row: Masses) -> Masses:
    found: Masses = {}
    for seen, mass in row.items():
        found[last(seen)] = found.get(last(seen), 0) + mass
    return found


def _wrong(budget: Budget | str) -> str:
    if isinstance(budget, str):
        return budget
    if sign(budget.epsilon) < 0:
        return f"the budget: {budget.epsilon} is negative"
    return f"the budget: delta = {budget.delta} is negative" if sign(budget.delta) < 0 else ""


def _exceeds_at_example(p: Masses, q: Masses, grown: Growth, delta: Any, region: Any) -> bool:
    """Whether a pure budget is exceeded by an output at the value that stands for the region: quick to see."""
    pure = not isinstance(delta, Varying) and delta == 0 and grown.exact
    return pure and any([more_at_example(mass, q.get(seen, 0), grown, region) for seen, mass in p.items()])


def _excess(p: Masses, q: Masses, grown: Growth, delta: Any, region: Any) -> int:
    """The sign of the excess of p over E q + delta, on the worst event."""
    if not isinstance(delta, Varying) and delta == 0:
        return max([excess(mass, q.get(seen, 0), grown, region) for seen, mass in p.items()], default=-1)
    total: Any = -delta
    factor = grown.number
    for seen, mass in p.items():
        apart = mass - factor * q.get(seen, 0)
        if sign(apart) > 0:
            total = total + apart
    return sign_somewhere(total, region)


def _examples(region: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(region, LineCell):
        found = region.example()
        if found is not None:
            yield (_plain(found),)
        return
    whole = region.symbols.whole
    tried = 0
    for values in region.examples():
        if all([value.denominator == 1 for value, is_whole in zip(values, whole, strict=True) if is_whole]):
            yield tuple([_plain(value) for value in values])
            tried += 1
        if tried >= TRIED:
            return


def _plain(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
