"""A proof as a person would write it: statement by statement, which rule, what it costs, and what had to be shown."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from prhl.diagnostics import shorten
from prhl.logic.build import FALSE, TRUE, number
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term, Variable
from prhl.numbers import balls
from prhl.numbers.figures import decimal
from prhl.proof import Judged, Proof
from prhl.records import dataclass
from prhl.report.edits import told as told_of
from prhl.report.figure_text import Json
from prhl.report.obligations import WRITTEN_BY_USERS, explained, known_facts, owed, readable, rewritten
from prhl.report.state_text import (
    EVERYTHING,
    Ghost,
    Here,
    ghost_text,
    here,
    said_of,
    spent,
    tidy,
    value_of,
    worth,
)
from prhl.rules.state import Obligation, State
from prhl.rules.trace import Step
from prhl.source import Source, Span

LONGEST = 200  # characters of a formula
LONG = 24  # characters of a number

ENDS = {
    "equal-results": "the results are equal, so what is likely in run 1 is as likely in run 2, up to the cost",
    "one-output": "run 1 ends in the output only where run 2 does, so it is as likely in run 2, up to the cost",
    "related-ends": "the two runs end in related memories, so the relation is lifted, up to the cost",
    "advanced-composition": "the results are equal, and so many calls at most were made, as `cost` has counted",
}

CHARGED = (
    "coupled-draw",
    "lifted-draw",
    "up-to-bad",
    "concentrated-draw",
    "call-by-claim",
    "call-by-quadruple",
    "joint-step",
)

# What is true where the obligation with this code is valid.
SENTENCES = {
    "assertion": "what is asserted holds",
    "bare-equal": "what stands without a run mark is equal in both runs",
    "budget": "what was spent is within the budget",
    "budget-negative": "the budget is not negative",
    "callee-relation": "the arguments are related as the cited claim asks",
    "callee-requires": "the arguments are what the callee requires",
    "composed-budget": "the budget is enough for this many calls",
    "cited-claim": "the cited claim is one of the same order",
    "division-by-zero": "the divisor is not 0",
    "empty-set": "the set is not empty",
    "from-budget": "the budget is enough for what follows",
    "from-chain": "steps of the other claim lead from one input to the other",
    "from-relation": "inputs that this claim relates are related as the other one asks",
    "from-shape": "the program works on a sample that is drawn at the stated rate",
    "guards-agree": "the guards agree",
    "index-out-of-range": "the index is in range",
    "injective": "two samples of run 1 with one image are the same",
    "integer-image": "the image is an integer",
    "invariant-entry": "the invariant holds when the loop is reached",
    "invariant-kept": "a round keeps the invariant",
    "joint-block": "what the block reads is what it was priced for",
    "leaks-equal": "both runs leak the same",
    "length-mismatch": "the lengths agree",
    "no-price": "the step has a price",
    "not-a-probability": "the probability lies between 0 and 1",
    "not-a-shift": "the map only moves the noise",
    "not-positive": "the argument is positive",
    "not-supported": "nobody comes here",
    "output-equal": "run 2 ends in the output of run 1",
    "output-region": "the output lies in the stated region",
    "postcondition": "the postcondition holds",
    "price": "what is stated is at least the price, and not negative",
    "repeated-element": "no element stands twice",
    "results-equal": "the results are equal",
    "same-arguments": "the public arguments are equal",
    "same-noise": "the noise is the same in both runs",
    "scale-not-positive": "the scale is positive",
    "shift-bound": "the noise is moved by no more than the price is for",
    "slack": "the delta that was spent is within the budget",
    "support": "run 2 can draw the image",
    "terminates": "the variant is not negative and gets smaller, surely or by luck, so the loop ends",
    "weights-not-one": "the probabilities add up to 1",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words; `runs` are those that take it."""

    line: int
    depth: int
    rule: str
    runs: str
    statement: str
    sayings: tuple["Saying", ...]
    step: Step | None = None  # None: what stands behind a step, or beside all of them

    @property
    def says(self) -> tuple[str, ...]:
        return tuple([saying.text for saying in self.sayings])


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that is said of a step: as text, and what it is made of, for those who write it in another way.

    The terms name variables as they are at the step. `span` is where the first of them was written, if somebody did.
    """

    text: str
    kind: Literal[
        "known", "spent", "coupled", "proposed", "charged", "free", "computed", "ends", "valid", "step", "fails"
    ]
    words: str = ""  # of what was charged its ghost, of what is known its kind, of what is valid what that means
    terms: tuple[Term, ...] = ()
    span: Span | None = None


BESIDES = Told(1, 0, "start", "", "and besides", ())


def annotation_lines(source: Source, proof: Proof) -> list[str]:
    """The annotations of the tool's own, each with the line where it belongs; `source` is the text as it was."""
    lines = [
        f"  line {source.position(span.start)[0]}: {text}" for span, text in told_of(proof.found) or proof.proposed
    ]
    return ["found by the tool:", *lines] if lines else []


def proof_lines(source: Source, proof: Proof, failure: bool = True) -> list[str]:
    """As text, indented by how deep the statements are nested; `failure`: what fails is explained here."""
    lines = []
    for told in told_steps(source, proof, failure):
        indent = "  " * told.depth
        head = (
            told.statement
            if told.rule in ("start", "failed")
            else f"line {told.line}, by {told.rule}: {told.statement}"
        )
        lines.append(f"{indent}{head}{told.runs}")
        lines += [f"{indent}    {text}" for text in told.says]
    return lines


def proof_json(source: Source, proof: Proof) -> list[Json]:
    return [
        {"line": t.line, "depth": t.depth, "rule": t.rule, "statement": t.statement + t.runs, "says": list(t.says)}
        for t in told_steps(source, proof)
    ]


class _Failed(Exception):
    """The proof stops at an obligation that was not shown."""

    def __init__(self, judged: Judged, depth: int) -> None:
        self.judged = judged
        self.depth = depth


def told_steps(source: Source, proof: Proof, failure: bool = True) -> list[Told]:
    """The proof, step by step; if something fails, up to there."""
    teller = _Teller(source, proof)
    try:
        teller.tell(_tree(proof.steps))
        teller.rest()
    except _Failed as failed:
        if teller.told and teller.told[-1] == BESIDES:
            teller.told.pop()
        teller.told.append(_failure(source, failed, failure))
    return teller.told


def _failure(source: Source, failed: _Failed, explain: bool) -> Told:
    one = failed.judged
    line, _ = source.position(one.obligation.place.start)
    aside = f" ({one.obligation.direction})" if one.obligation.direction else ""
    statement = f"here the proof stops: {one.code}, line {line}: {one.obligation.message}{aside}"
    lines = explained(source, one) if explain else []
    return Told(line, failed.depth, "failed", "", statement, tuple([Saying(text, "fails") for text in lines]))


@dataclass(frozen=True, slots=True)
class _Node:
    """A step with those inside it; `twin` is the same assignment in run 2."""

    step: Step
    inside: tuple["_Node", ...]
    twin: Step | None = None


def _tree(steps: Sequence[Step]) -> list[_Node]:
    out: list[_Node] = []
    at = 0
    while at < len(steps):
        step, end = steps[at], at + 1
        while end < len(steps) and steps[end].depth > step.depth:
            end += 1
        first = next((n for n, one in enumerate(out) if _twins(one, step)), None)
        if first is None:
            out.append(_Node(step, tuple(_tree(steps[at + 1 : end]))))
        else:
            out[first] = _Node(out[first].step, (), step)
        at = end
    return out


def _twins(node: _Node, step: Step) -> bool:
    one = node.step
    return (
        node.twin is None
        and one.partner
        and step.partner
        and (one.runs, step.runs) == (1, 2)
        and one.span == step.span
        and one.direction == step.direction
    )


class _Teller:
    """The telling so far."""

    def __init__(self, source: Source, proof: Proof) -> None:
        self.source = source
        self.proof = proof
        self.answers = {id(one.obligation): one for one in proof.judged}
        self.shown: set[int] = set()  # obligations that were told
        self.told: list[Told] = []

    def tell(self, nodes: Sequence[_Node]) -> None:
        for node in nodes:
            self.one(node)

    def one(self, node: _Node) -> None:
        step = node.step
        owed_ = step.owed + (node.twin.owed if node.twin else ())
        inner = {id(o) for child in node.inside for o in child.step.owed + (child.twin.owed if child.twin else ())}
        own = [o for o in owed_ if id(o) not in inner]
        cut = next((n for n, o in enumerate(owed_) if id(o) in inner), len(owed_))
        early = [o for o in own if any([o is other for other in owed_[:cut]])] if node.inside else own
        if node.inside and not inner:  # nothing is owed inside: what a round keeps still comes after it
            early = [o for o in own if o.code not in ("invariant-kept", "terminates")]
        late = [o for o in own if not any([o is other for other in early])]
        line, _ = self.source.position(step.span.start)
        runs = "" if step.runs == 0 or node.twin else f", in run {step.runs} while run {3 - step.runs} waits"
        heading = step.rule == "start" or step.direction.endswith("by itself")
        direction = f" ({step.direction})" if step.direction and step.depth == 0 and heading else ""
        says = tuple(self.says(step))
        told = Told(line, step.depth, step.rule, runs + direction, statement_text(self.source, step), says, step)
        self.told.append(told)
        at = len(self.told) - 1
        self.check(early, at, step.depth)
        self.tell(node.inside)
        if late:
            self.told.append(Told(line, step.depth + 1, step.rule, "", "after the body", ()))
            self.check(late, len(self.told) - 1, step.depth + 1)
        if node.inside and step.after is not None and self.costs(step):
            spent_ = self.spent("spent so far", self.place(step.after, step))
            self.told.append(Told(line, step.depth, step.rule, "", "after it", (spent_,)))

    def says(self, step: Step) -> list[Saying]:
        before = self.place(step.before, step)
        if step.rule == "start":
            nothing = [] if self.proof.theorem else [Saying("spent so far: 0", "spent", terms=(number(0),))]
            return self.known(before) + nothing
        if step.rule in ENDS:
            return [*self.known(before), self.spent("spent in all", before), Saying(ENDS[step.rule], "ends")]
        found: list[Saying] = []
        if step.said is not None:
            found.append(Saying(_one_line(self.source.slice(step.said)), "coupled", span=step.said))
        if step.proposed:
            found.append(Saying(f"{step.proposed}, which the tool proposes", "proposed", step.proposed))
        if step.rule in CHARGED and step.after is not None:
            found += self.charged(step, step.after) + self.computed(step, step.after)
        return found

    def computed(self, step: Step, after: State) -> list[Saying]:
        """What the exact channel of a block says of its prices, for all values of open numbers."""
        place = self.place(after, step)
        facts = [fact for fact in after.facts[len(step.before.facts) :] if fact.given == "computed"]
        texts = {readable(fact.formula, place): fact for fact in facts}
        return [
            Saying(f"for all values: {text}", "computed", "", (rewritten(fact.formula, place),))
            for text, fact in texts.items()
        ]

    def known(self, place: Here) -> list[Saying]:
        return [
            Saying(f"known: {text}", "known", fact.given, (rewritten(fact.formula, place),), fact.span)
            for text, fact in known_facts(self.source, place, EVERYTHING).items()
        ]

    def charged(self, step: Step, after: State) -> list[Saying]:
        place = self.place(after, step)
        found = []
        for name, old, new in (("cost", step.before.cost, after.cost), ("slack", step.before.slack, after.slack)):
            price = _added(old, new, place)
            if price is not None:
                value = value_of(price, place)
                terms = () if value is None else (rewritten(value, place),)
                found.append(Saying(f"charged to {name}: {worth(price, place)}", "charged", name, terms))
        return [*found, self.spent("spent so far", place)] if found else [Saying("it costs nothing", "free")]

    def costs(self, step: Step) -> bool:
        return step.after is not None and step.after.cost != step.before.cost

    def spent(self, words: str, place: Here) -> Saying:
        """The cost and the slack; of what has no value of its own, the facts that were said of it."""
        terms: list[Term] = []
        for spent_ in (place.cost, *([place.slack] if place.slack != number(0) else [])):
            value = value_of(spent_, place)
            said = [fact.formula for fact in said_of(spent_, place)] if value is None else [value]
            terms += [rewritten(term, place) for term in said]
        return Saying(f"{words}: {spent(place)}", "spent", words, tuple(dict.fromkeys(terms)))

    def place(self, state: State, step: Step) -> Here:
        return here(state, step.direction, self.proof.judged)

    def check(self, obligations: Sequence[Obligation], at: int, depth: int) -> None:
        """What had to be shown for the step at this position, each sentence once."""
        for obligation in obligations:
            one = self.answers.get(id(obligation))
            if one is None:
                continue
            self.shown.add(id(obligation))
            if not one.valid:
                raise _Failed(one, depth)
            words, goal = SENTENCES.get(one.code, one.code), obligation.goal
            if goal in (TRUE, FALSE):
                said = Saying(f"valid: {words}", "valid", words)
            else:
                text = f"valid: {words}: {shorten(owed(self.source, obligation), LONGEST)}"
                span = obligation.place if one.code in WRITTEN_BY_USERS else None
                said = Saying(text, "valid", words, (rewritten(goal, obligation),), span)
            if said.text not in self.told[at].says:
                steps = ["z3 left this open; by elementary steps:"] if one.answer.steps else []
                steps += [f"  {line}" for line in one.answer.steps]
                shown = [Saying(f"  {line}", "step") for line in steps]
                self.told[at] = replace(self.told[at], sayings=(*self.told[at].sayings, said, *shown))

    def rest(self) -> None:
        """What no step owes: of a run by itself, or where there were no steps at all."""
        left = [one.obligation for one in self.proof.judged if id(one.obligation) not in self.shown]
        if left:
            self.told.append(BESIDES)
            self.check(left, len(self.told) - 1, 0)


def statement_text(source: Source, step: Step) -> str:
    """The statement without its coupling and its body."""
    if step.rule == "start":
        return "two runs"
    text = source.slice(step.span)
    if step.rule in ENDS:
        return f"return {shorten(text, 60)}" if text and not text.startswith("claim") else "the end"
    if step.said is not None and step.span.start < step.said.start < step.span.end:
        text = text[: step.said.start - step.span.start]
    return shorten(text.split("{\n")[0].strip().split("\n")[0].rstrip("; "), 70)


def price_text(step: Step, place: Here, name: Ghost) -> str:
    """What the step added to a ghost; where that has no name of its own, what is known of the ghost after it."""
    assert step.after is not None
    old, new = (step.before.cost, step.after.cost) if name == "cost" else (step.before.slack, step.after.slack)
    price = _added(old, new, place)
    if step.rule == "call-by-claim" and isinstance(price, Apply) and price.operator == "ite":
        price = price.arguments[-1]  # what it is unless the arguments are equal
    known = None if price is None else constant(price)
    if isinstance(known, Fraction) and len(str(known)) > LONG:
        return decimal(balls.rounded(known)[1])
    return (worth(price, place) if price is not None else "") or ghost_text(new, name, place)


def _added(old: Term, new: Term, place: Here) -> Term | None:
    """What was added, None if nothing."""
    if new == old:
        return None
    value = new
    if isinstance(new, Variable):
        for fact in place.facts:
            match fact.formula:
                case Apply("eq", (Variable(name), term)) if name == new.name and fact.span is None:
                    value = term
    match value:
        case Apply("add", (first, second)) if first == old:
            return tidy(second)
        case _:
            return value if old == number(0) else None


def _one_line(text: str) -> str:
    return shorten(text, LONGEST)
