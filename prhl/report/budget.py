"""Where the budget goes, for people and for machines."""

from collections.abc import Sequence
from fractions import Fraction

from prhl.checks.instance_check import CheckResult
from prhl.diagnostics import counted, shorten
from prhl.logic.show import show
from prhl.proof import Proof
from prhl.proof.spending import Charge, Spending
from prhl.records import dataclass
from prhl.report.channels import Study
from prhl.report.edits import edit_lines, told
from prhl.report.figure_text import Json, figure_json, figure_text
from prhl.report.proofs import annotation_lines, price_text, statement_text
from prhl.report.state_text import here
from prhl.report.style import Style, plain
from prhl.source import Source
from prhl.typed.core import TypedClaim
from prhl.verdict import instance_text

BAR = 24  # characters of the whole budget
LONGEST = 60  # characters of a price

COMPOSED = {
    "coupled-draw": "what the draws charge adds up",
    "lifted-draw": "what the draws charge adds up, epsilon to epsilon and delta to delta",
    "up-to-bad": "a draw up to bad charges the probability of what is excepted, and what is left over outside of it",
    "concentrated-draw": "what the draws charge adds up, divergence to divergence",
    "joint-step": "a joint block charges the exact price of its channel",
    "call-by-quadruple": "calls of two programs charge what the quadruple has after `within`",
    "call-by-claim": "a call charges the budget of the claim that it cites",
    "loop-in-step": "a loop charges what its invariant says of `cost` where it is left",
    "loop-out-of-step": "a loop charges what its invariant says of `cost` where it is left",
    "advanced-composition": "calls are counted, and the claim is what advanced composition gives for their number",
    "weaker-claim": "a weaker claim costs nothing",
    "other-notion": "what is promised in one notion is read in another",
    "group-privacy": "every step is charged, and multiplies the deltas of those after it; rho grows with the square",
    "secret-sample": "a secret sample weakens what the callee charges",
}


@dataclass(frozen=True)
class Account:
    """A claim, what its proof spends, and what was measured."""

    claim: TypedClaim
    proof: Proof
    spending: Spending
    studies: tuple[Study, ...] = ()
    unmeasured: str = ""  # why nothing was measured

    @property
    def rules(self) -> list[str]:
        """How the charges make up the whole."""
        theorem = self.proof.theorem if self.claim.composed is None else "advanced-composition"
        used = dict.fromkeys([*[charge.step.rule for charge in self.spending.charges], theorem])
        if self.claim.composed is not None:
            used.pop("call-by-claim", None)  # it charges 1
        return [COMPOSED[rule] for rule in used if rule in COMPOSED]

    @property
    def apart(self) -> set[str]:
        """The ghosts of which no inputs are charged all that the statements charge at most."""
        spent = {ghost: part for ghost, part in self.spending.in_all.items() if part is not None}
        charges = self.spending.charges
        return {g for g, part in spent.items() if sum([c.part or 0 for c in charges if c.ghost == g]) > part}


@dataclass(frozen=True)
class Smallest:
    """A claim with the smallest budget of a family that it was proved with, that proof, and what was measured."""

    claim: TypedClaim
    budget: str | None
    proof: Proof
    checks: tuple[CheckResult, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A charge in words; one inside of another statement is made each time that it is reached."""

    line: int
    depth: int
    statement: str
    ghost: str
    price: str
    part: Fraction | None

    @property
    def share(self) -> str:
        if self.depth:
            return "each time"
        return "" if self.part is None else "nothing" if self.part == 0 else f"{'all' if self.part == 1 else self.part}"


def items(source: Source, account: Account) -> list[Item]:
    return [_item(account.proof.text(source), account, charge) for charge in account.spending.charges]


def _item(source: Source, account: Account, charge: Charge) -> Item:
    step = charge.step
    assert step.after is not None
    line, _ = source.position(step.span.start)
    if step.rule == "branch":
        price = "what the branch that is taken charges"
    else:
        price = price_text(step, here(step.after, step.direction, account.proof.judged), charge.ghost)
    return Item(line, step.depth, statement_text(source, step), charge.ghost, shorten(price, LONGEST), charge.part)


def as_text(source: Source, account: Account, style: Style = plain) -> str:
    claim = account.claim
    lines = [f"claim {style(claim.name, 'name')} of {claim.program}: {promised(claim)}"]
    found = items(source, account)
    if not account.proof.complete:
        failed = counted(sum([not one.valid for one in account.proof.judged]), "obligation")
        told = "this is what it would spend" if found or claim.following else "no proof was found"
        lines.append(style(f"  not proved ({failed} not shown): {told}", "bad"))
    else:
        lines += [f"  {text}" for text in annotation_lines(source, account.proof)]
    if claim.following is not None:
        lines.append(f"  line {source.position(claim.following.span.start)[0]}: {source.slice(claim.following.span)}")
    elif not found and account.proof.complete:
        lines.append("  nothing is charged")
    table = [("line", "statement", "charged", "at most, of the budget")]
    table += [(str(i.line), "  " * i.depth + i.statement, _priced(i), _bar(i)) for i in found]
    widths = [max([len(row[at]) for row in table]) for at in range(3)]
    if found:
        for number, statement, price, share in table:
            row = f"  {number:>{widths[0]}}  {statement:<{widths[1]}}  {price:<{widths[2]}}  {share}"
            lines.append(row.rstrip())
    lines += [f"  {text}" for text in left_over(account)]
    lines += [f"  {text}" for text in account.rules]
    lines += [f"  {text}" for text in measured(account)]
    return "\n".join(lines)


def _priced(item: Item) -> str:
    return item.price if item.ghost == "cost" else f"{item.price} of delta"


def _bar(item: Item) -> str:
    if item.depth or not item.part:
        return item.share
    return f"{item.share:<7}{'#' * max(1, round(item.part * BAR))}"


def promised(claim: TypedClaim) -> str:
    """`dp(eps)`, or `within (eps, delta)`."""
    budget = ", ".join([show(part) for part in claim.budget])
    return shorten(claim.notion.shown(budget), LONGEST)


def left_over(account: Account) -> list[str]:
    """What the proof leaves of the claim."""
    said = []
    for ghost, part in account.spending.in_all.items():
        name = account.claim.notion.counted if ghost == "cost" else "delta"
        name = name if account.claim.composed is None else "the number of calls"
        if part is None and account.claim.following is not None:
            continue  # the theorem compares something else than this
        if part is None:
            said.append(f"{name}: that it is enough is not shown")
        elif part == 0:
            said.append(f"{name}: nothing is spent")
        elif part == 1:
            said.append(f"{name}: all of it is spent")
        else:
            said.append(f"{name}: at most {part} of it is spent, {1 - part} is left")
        if ghost in account.apart:
            said.append("together the lines charge less than their parts add up to")
    return said


def measured(account: Account) -> list[str]:
    """The exact figures of the instances beside what is claimed."""
    if account.unmeasured:
        return [f"not measured: {account.unmeasured}"]
    lines = []
    for study in account.studies:
        label = ", ".join([f"{name} = {value}" for name, value in study.channel.instance.label.items()])
        if study.epsilon_figure is not None:
            delta = "" if study.delta_there is None else f", at the claimed one delta {figure_text(study.delta_there)}"
            found = f"smallest epsilon {figure_text(study.epsilon_figure)}{delta}"
            lines.append(f"measured at {label or 'its inputs'}: {found}")
    return lines


def smallest_text(source: Source, one: Smallest, style: Style = plain) -> str:
    lines = [f"claim {style(one.claim.name, 'name')} of {one.claim.program}: {promised(one.claim)}"]
    if one.budget is None:
        lines.append(style("  no budget of the family was found to be enough", "bad"))
    else:
        lines.append(f"  proved with {style(one.budget, 'good')}, and with no smaller budget that was tried")
        lines += [f"    {text}" for text in edit_lines(source, one.proof.found)]
    for check in one.checks:
        if check.epsilon is not None:
            where, least = instance_text(check.instance), figure_text(check.epsilon)
            lines.append(f"  measured at {where}: smallest epsilon {least}")
    return "\n".join(lines)


def smallest_json(source: Source, found: Sequence[Smallest]) -> Json:
    return {
        "file": source.name,
        "claims": [
            {
                "name": one.claim.name,
                "program": one.claim.program,
                "claimed": show(one.claim.spends[0]),
                "smallest": one.budget,
                "found": [text for _, text in told(one.proof.found)] if one.budget is not None else [],
                "measured": [
                    {"instance": check.instance, "epsilon": figure_json(check.epsilon)}
                    for check in one.checks
                    if check.epsilon is not None
                ],
            }
            for one in found
        ],
    }


def as_json(source: Source, accounts: Sequence[Account]) -> Json:
    return {"file": source.name, "claims": [_claim(source, account) for account in accounts]}


def _claim(source: Source, account: Account) -> Json:
    in_all = {g: None if part is None else str(part) for g, part in account.spending.in_all.items()}
    return {
        "name": account.claim.name,
        "program": account.claim.program,
        "proved": account.proof.complete,
        "found": bool(account.proof.found),
        "charges": [
            {
                "line": item.line,
                "depth": item.depth,
                "statement": item.statement,
                "ghost": item.ghost,
                "price": item.price,
                "part": None if item.part is None else str(item.part),
            }
            for item in items(source, account)
        ],
        "spent": in_all,
        "rules": account.rules,
        "measured": [
            {"instance": study.channel.instance.label, "epsilon": figure_json(study.epsilon_figure)}
            | ({} if study.delta_there is None else {"delta": figure_json(study.delta_there)})
            for study in account.studies
        ],
    }
