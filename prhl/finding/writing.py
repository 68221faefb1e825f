"""What was found, in the words and the layout that a person would use, as edits of the text.

Of the inductive atoms at the head of a loop those are written that obligations depend on, in the loop and after it,
with the bounds on payments, and in turn those that they need to be inductive. If the prover does not accept these
alone, all are written.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from prhl.finding.paired_draws import added
from prhl.finding.placing import NotPlaced, option_place, placed
from prhl.finding.prices import Spent, price
from prhl.finding.scout import ATOM, Fails, Scout, Sought, ghost_of
from prhl.finding.sinks import loops_around
from prhl.finding.task import Site, Task, sites
from prhl.finding.task import loops as loops_of
from prhl.finding.ways import WRITTEN, Way
from prhl.logic.build import FALSE, TRUE, at_most, choose, equal, number, times, total
from prhl.logic.constants import constant
from prhl.logic.linear import NUMBERS, Form, form, monomial
from prhl.logic.show import show
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Ghost, Hole, Related, Term, Variable, conjuncts, subterms, variables
from prhl.logic.types import INT, REAL
from prhl.records import dataclass
from prhl.rules import loop as loops
from prhl.rules.state import Fact, NoValue, State
from prhl.solvers.batch import Batch
from prhl.source import Edit, Source, Span
from prhl.syntax.parser import Parsed, parse
from prhl.typed import core

LONGEST = 100_000  # characters of a formula: found annotations are not cut
ONE = Fraction(1)


Proposal = tuple[Edit, ...]
"""What may make a proof: what to write where, in the order of the text."""

Chosen = Mapping[int, Sequence[str]]
"""The atoms that are written down, by the site of their loop."""


@dataclass(frozen=True)
class Found:
    """The walk of a plan, the state at its end and what is spent; None if the walk failed before."""

    scout: Scout
    end: State | None
    spent: Spent | None


def proposals(source: Source, found: Found, original: core.TypedClaim) -> Iterator[Proposal]:
    """What is needed, then all that is not loose, then all that holds; at last with the price of every draw stated, so
    that the prover need not multiply several prices at once."""
    task = found.scout.task
    parsed = parse(source)
    ends = _ends(parsed, task, task.programs[original.left])
    couplings = _couplings(parsed, found, ends)
    seen: list[Proposal] = []
    for choose_ in (_needed, _firm, _all):
        proposal = _proposal(parsed, found, original, ends, [*couplings], choose_(found))
        if proposal not in seen:
            seen.append(proposal)
            yield proposal
    try:
        priced = {site: _stated(found.scout, site, way) for site, way in _priced(found)}
    except Fails:  # a payment has no price
        return
    if len(priced) > 1:
        yield _proposal(parsed, found, original, ends, _couplings(parsed, found, ends, priced), _needed(found))


def _priced(found: Found) -> Iterator[tuple[int, Way]]:
    """Draws whose price may be stated, and is not."""
    for site, way in found.scout.plan.items() if found.spent is not None and not found.spent.stated else ():
        paid = way.image is not None and way.paid != FALSE and way.lossy is None and way.name != WRITTEN
        if paid and site in found.scout.payments and isinstance(found.scout.task.sites[site], core.Sample):
            yield site, way


def unfinished(source: Source, found: Found, original: core.TypedClaim) -> Iterator[Proposal]:
    """What a plan that failed would write: what is needed, if it came to the budget, and all that is not loose."""
    parsed = parse(source)
    task = found.scout.task
    ends = _ends(parsed, task, task.programs[original.left])
    couplings = _couplings(parsed, found, ends)
    for choose_ in (_needed, _firm) if found.spent is not None else (_firm,):
        yield _proposal(parsed, found, original, ends, [*couplings], choose_(found))


def _proposal(
    parsed: Parsed, found: Found, original: core.TypedClaim, ends: Mapping[int, int], edits: list[Edit], chosen: Chosen
) -> Proposal:
    task = found.scout.task
    for site, sought in found.scout.found.items():
        said = task.claim.annotations.get((task.left.name, site), core.Annotation())
        written = {part for one in said.invariants for part in conjuncts(one)}
        new = [tag for tag in chosen[site] if sought.atoms[tag].formula not in written]
        lines = [*_invariants(sought, new), *_costs(found, sought, chosen[site])]
        if said.alone and not original.annotations.get((task.left.name, site), core.Annotation()).alone:
            turns = [f"alone {run} when {_text(when)};" for run, when in said.alone]
            edits += [_inserted(ends[site], text) for text in turns]
        for hole in [one for one in said.invariants if isinstance(one, Hole)]:
            edits.append(_filled(hole.span, "invariant", lines.pop(0) if lines else "true", ";"))
        edits += [_inserted(ends[site], f"invariant {line};") for line in lines]
    named = _named_positions(task, original, parsed, " ".join([edit.text for edit in edits]))
    with suppress(NotPlaced):  # else it is a proof all the same, with annotations that are every claim's
        edits = placed(edits, parsed, task, original, ends)
    return _spaced(parsed.source.text, sorted([*named, *_labels(task), *edits], key=lambda edit: edit.span.start))


def _spaced(text: str, edits: list[Edit]) -> Proposal:
    """What is inserted is set off from what stands before it."""
    out: list[Edit] = []
    for edit in edits:
        at = edit.span.start
        last = out[-1].text[-1] if out and out[-1].span == edit.span else text[at - 1 : at]
        inserted = edit.span.start == edit.span.end and not last.isspace()
        out.append(replace(edit, text=f" {edit.text}") if inserted else edit)
    return tuple(out)


def _ends(parsed: Parsed, task: Task, original: core.TypedProgram) -> dict[int, int]:
    """Where an annotation of a site is inserted: before the `;` of a statement, before the body of a loop."""
    opened: list[int] = []
    matching: dict[int, int] = {}
    for token in parsed.tokens:
        if token.type in ("LBRACE", "SAME"):
            opened.append(token.start_pos or 0)
        elif token.type == "RBRACE":
            matching[token.end_pos or 0] = opened.pop()
    found = {site: node.span.end - 1 for site, node in task.sites.items() if site < len(original.sites)}
    return found | {loop.site: matching[loop.span.end] for loop in loops_of(task.left.body)}


def _text(term: Term) -> str:
    return show(term, longest=LONGEST)


# ---- the claim and the couplings -------------------------------------------------------------


def _named_positions(task: Task, original: core.TypedClaim, parsed: Parsed, said: str) -> list[Edit]:
    """`at k`, and `pointwise o`, where the claim has none and what is said speaks of them."""
    had = {part.span for part in subterms(original.relation) if isinstance(part, Related) and part.at is not None}
    out = []
    for part in subterms(task.claim.relation):
        if not isinstance(part, Related) or part.at is None or part.span in had:
            continue
        if re.search(rf"\b{part.at.name}\b", said):
            out.append(_inserted(part.span.end, f"at {part.at.name}"))
    pointwise = task.claim.pointwise
    if pointwise is not None and original.pointwise is None:
        by = "" if pointwise.equals is None else f" = {_text(pointwise.equals[0])}"
        out.append(_inserted(option_place(parsed, original.name), f"pointwise {pointwise.output.name}{by}"))
    return out


def _inserted(at: int, text: str) -> Edit:
    return Edit(Span(at, at), text)


def _labels(task: Task) -> list[Edit]:
    pairs = [(one, task.programs[one.name]) for one in (task.left, task.right)]
    return [_inserted(at, f"{label}: ") for one, old in pairs for at, label in added(one, old)]


def _couplings(
    parsed: Parsed, found: Found, ends: Mapping[int, int], priced: Mapping[int, Term] | None = None
) -> list[Edit]:
    """With prices that are to be stated, by sites."""
    out = []
    priced = priced or {}
    scout = found.scout
    for site, way in scout.plan.items():
        node = scout.task.sites[site]
        written = scout.task.said(site).couple
        if isinstance(written, core.CoupleMap | core.CoupleHole) and isinstance(written.cost, Hole):
            out.append(_filled(written.cost.span, "cost", _text(_stated(scout, site, way))))
        if way.name == WRITTEN:
            continue
        if isinstance(written, core.CoupleHole):
            stated = found.spent if written.cost is None else None
            most = priced.get(site) if written.cost is None else None
            out.append(_filled(_hole(parsed, written.span), "couple", _couple(scout, node, way, stated, most)))
            continue
        said = f"couple {_couple(scout, node, way, found.spent, priced.get(site))}"
        if site in ends:
            out.append(_inserted(ends[site], said))
        elif way.image is not None:  # a block that was not there
            out += [_inserted(node.span.start, "joint { "), _inserted(node.span.end, f" }} {said};")]
    return out


def _filled(hole: Span, word: str, text: str, end: str = "") -> Edit:
    """What stands for a `?`, which people are told with its keyword."""
    return Edit(hole, text, ((hole, f"{word} {text}{end}"),))


def _hole(parsed: Parsed, span: Span) -> Span:
    """What stands for a coupling that is left open: its `?`, or `z{2} = ?`."""
    inside = [one for one in parsed.tokens if span.start <= (one.start_pos or 0) < span.end]
    last = next(at for at, one in enumerate(inside) if one == "?")
    while last + 1 < len(inside) and inside[last + 1] == ")":
        last += 1
    return Span(inside[1].start_pos or 0, inside[last].end_pos or 0)


def _stated(scout: Scout, site: int, way: Way) -> Term:
    """The price of a coupling, in a loop for the rounds in which it costs something."""
    most = price(scout, site)
    always = way.paid == TRUE or constant(most) == 0 or not loops_around(scout.task.left, site)
    return most if always else choose(way.paid, most, number(0))


def _couple(scout: Scout, node: Site, way: Way, spent: Spent | None, most: Term | None) -> str:
    if way.claim is not None:
        return f"by {way.claim}"
    if way.image is None:
        return "none"
    if isinstance(node, core.Joint):
        assert isinstance(way.image, Variable)
        return f"{way.image.name}{{2}} = {_text(way.image)}{_lost(way)}"
    image = way.image
    if node.site in scout.payments and isinstance(node, core.Sample):
        image = _polished(scout, node, image)
    said = f"{scout.task.drawn(node)}{{2}} = {_text(image)}"
    if spent is not None and spent.stated and way.lossy is None and ghost_of(node.site) in spent.units:
        most = spent.units[ghost_of(node.site)]
    if most is not None:
        said += f" cost {_text(most)}"
    return said + _lost(way)


def _lost(way: Way) -> str:
    """What is stated of a coupling that leaves some mass over."""
    if way.lossy is None:
        return ""
    cost, slack = way.stated
    bad = "" if way.excepted is None else f" except {_text(way.excepted)}"
    return f" cost {_text(cost)}{bad} slack {_text(slack)}"


def _polished(scout: Scout, node: core.Sample, image: Term) -> Term:
    """The image with what is equal in both runs written once, and known differences as numbers."""
    before, task = scout.payments[node.site].before, scout.task

    def same(one: Term, other: Term) -> bool:
        try:
            first, second = before.formula(task.fixed(one)), before.formula(task.fixed(other))
        except NoValue:
            return False
        return first == second or scout.sees(before.facts, equal(first, second), counted=False)

    second = {part for part in subterms(image) if isinstance(part, Variable) and part.run == 2}
    alike = {part for part in second if part.name != node.target and same(replace(part, run=1), part)}
    image = substitute(image, lambda leaf: replace(leaf, run=1) if leaf in alike else None)

    def numbers(sum_: Form) -> Form:
        for part in list(sum_.parts):
            twin = replace(part, run=1) if isinstance(part, Variable) and part.run == 2 else None
            if twin is None or sum_.of(twin) != -sum_.of(part):
                continue
            for bound in (form(one) * sign for one in task.bounds for sign in (ONE, -ONE)):
                if same((Form({twin: ONE}) + bound).term, part):
                    sum_ = sum_ - Form({part: sum_.of(part), twin: sum_.of(twin)}) + bound * sum_.of(part)
                    break
        return sum_

    def go(term: Term) -> Term:
        if isinstance(term, Apply) and term.operator == "ite":
            last = len(term.arguments) - 1
            parts = [go(one) if n % 2 or n == last else one for n, one in enumerate(term.arguments)]
            if len(parts) == 3 and isinstance(parts[0], Apply) and parts[0].operator == "eq":
                one, other = parts[0].arguments
                parts = [parts[0], parts[1], parts[1] if one == other else parts[2]]
            return choose(*parts) if len(parts) == 3 else Apply("ite", tuple(parts), term.type)
        if term.type not in NUMBERS:
            return term
        return numbers(form(term)).mapped(lambda part: go(part) if part != term else part).term

    return go(image)


# ---- invariants ------------------------------------------------------------------------------


def _all(found: Found) -> Chosen:
    return {site: list(sought.atoms) for site, sought in found.scout.found.items()}


def _firm(found: Found) -> Chosen:
    """All but what is loose."""
    return {
        site: [tag for tag, atom in sought.atoms.items() if not atom.loose]
        for site, sought in found.scout.found.items()
    }


@dataclass
class _Use:
    """A goal with the atoms that it needs: of what is owed, or of an atom that has to be kept."""

    owner: str | None
    needs: list[str]
    batch: Batch | None = None  # None: it is not known which other atoms would do
    here: Sequence[str] = ()  # the atoms that it may use


def _needed(found: Found) -> Chosen:
    """What is owed, with what keeps that true on entry and from round to round; then less of it, as long as that will
    do: what one goal needs may follow from what the others do."""
    scout = found.scout
    tags = {tag for sought in scout.found.values() for tag in sought.atoms}
    wanted: dict[str, None] = {}
    uses: list[_Use] = []
    owed = [(one.facts, one.goal) for one in scout.obligations]
    for facts, goal in (*owed, *(() if found.spent is None else found.spent.shown)):
        use = _use(scout, None, facts, goal, tags)
        if use is None:  # it is not known which: all of them, but for loose ones
            firm = [tag for one in scout.found.values() for tag, atom in one.atoms.items() if not atom.loose]
            use = _Use(None, firm)
        uses.append(use)
        wanted.update(dict.fromkeys(use.needs))
    named = {tag for sought in scout.found.values() for tag in sought.named}
    wanted.update(dict.fromkeys(sorted(named)))
    todo = list(wanted)
    while todo:
        tag = todo.pop()
        sought = next(one for one in scout.found.values() if tag in one.atoms)
        for facts, goals in (sought.entry, *sought.rounds):
            use = _use(scout, tag, facts, goals[tag], tags)
            for more in use.needs if use is not None else ():
                if more not in wanted:
                    wanted[more] = None
                    todo.append(more)
            uses += [use] if use is not None else []
    left = _fewer(set(wanted), uses, named)
    return {site: [tag for tag in sought.atoms if tag in left] for site, sought in scout.found.items()}


def _fewer(wanted: set[str], uses: list[_Use], kept: Collection[str]) -> set[str]:
    """The atoms without those that can be spared, one after the other: every goal that needs it has others that do."""
    for tag in sorted(wanted - set(kept)):
        rest = wanted - {tag}
        mine = [use for use in uses if tag in use.needs and (use.owner is None or use.owner in rest)]
        others: list[list[str]] = []
        for use in mine:
            using = [one for one in use.here if one in rest]
            instead = use.batch.core("goal", using, brief=True) if use.batch is not None else None
            if instead is None:
                break
            others.append(instead)
        else:
            wanted = rest
            for use, instead in zip(mine, others, strict=True):
                use.needs = instead
    return wanted


def _use(scout: Scout, owner: str | None, facts: tuple[Fact, ...], goal: Term, tags: Collection[str]) -> _Use | None:
    """The atoms that a goal needs; None if the solver does not see that it follows."""
    atoms = {fact.given: fact.formula for fact in facts if fact.given.startswith(ATOM)}
    spoken = {one for formula in atoms.values() for one, _ in variables(formula)}
    here = [tag for tag in atoms if tag in tags]
    if not here or not spoken & _resolved(goal, facts):
        return _Use(owner, [])
    batch = scout.batch(facts, {"goal": goal}, atoms, counted=False)
    needs = batch.core("goal", here)
    return None if needs is None else _Use(owner, needs, batch, here)


def _resolved(goal: Term, facts: tuple[Fact, ...]) -> set[str]:
    """The names in a goal, and in what defines them."""
    defined: dict[str, set[str]] = {}
    for fact in facts:
        match fact.formula:
            case Apply("eq", (Variable(name), value)):
                defined[name] = {one for one, _ in variables(value)}
            case _:
                pass
    todo, found = {one for one, _ in variables(goal)}, set[str]()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo |= defined.get(name, set())
    return found


def _invariants(sought: Sought, chosen: Sequence[str]) -> list[str]:
    """Equalities of variables in one line, where counters lie in another, and each of the others in its own."""
    atoms = [sought.atoms[tag] for tag in chosen if sought.atoms[tag].ghost is None]
    counter = None if sought.loop.counter is None else sought.loop.counter.variable  # of a `for` that is known
    alike = [name for name in [loops.twin(atom.formula) for atom in atoms] if name not in (None, counter)]
    counted = [atom.formula for atom in atoms if atom.family == "counting" and not atom.loose]
    rest = [a.formula for a in atoms if loops.twin(a.formula) is None and a.formula not in counted]
    lines = [f"={{{', '.join(map(str, alike))}}}"] if alike else []
    lines += [" && ".join(dict.fromkeys([_text(one) for one in counted]))] if counted else []
    return list(dict.fromkeys([*lines, *[_text(one) for one in rest]]))


def _costs(found: Found, sought: Sought, chosen: Sequence[str]) -> list[str]:
    """`cost <= ...`, if something is paid in the loop: the price of each ghost, as often as it is paid at most."""
    scout, parts = found.scout, []
    if found.spent is None:
        return []
    inside = [node.site for node in sites(sought.loop.body) if node.site in scout.plan]
    paid = [site for site in inside if scout.plan[site].paid != FALSE]
    if all([found.spent.units.get(ghost_of(site)) == number(0) for site in paid]):  # none, or for nothing
        return []
    if not found.spent.units and any([sought.atoms[tag].family == "accounts" for tag in chosen]):
        return []
    for ghost, unit in found.spent.units.items():
        bounds = {tag: atom.most for tag, atom in sought.atoms.items() if atom.ghost == ghost and atom.most is not None}
        if (ghost, 1) not in sought.head.values or not bounds:
            continue
        least = _least(scout, sought.head, [bounds[tag] for tag in chosen if tag in bounds] or list(bounds.values()))
        most = least[0] if len(least) == 1 else Apply("min", tuple(least), INT)
        if number(0) not in (most, unit):
            parts.append(_paid(unit, most))
    return [_text(at_most(Ghost("cost", REAL), form(total(parts)).term))] if parts else []


def _least(scout: Scout, head: State, bounds: list[Term]) -> list[Term]:
    """The bounds that no other one makes superfluous, by what is known at the head; of equal ones the shortest."""
    values = {bound: head.formula(scout.task.fixed(bound)) for bound in bounds}
    left = sorted(values, key=lambda bound: len(list(subterms(bound))))
    for bound in list(left):
        if bound in left:
            for other in [one for one in left if one is not bound]:
                if scout.follows(head.facts, at_most(values[bound], values[other])):
                    left.remove(other)
    return left


def _paid(unit: Term, most: Term) -> Term:
    match most:
        case _ if most == number(1):
            return monomial(unit).term
        case Apply("ite", (condition, one, zero)) if (one, zero) == (number(1), number(0)):
            return choose(condition, monomial(unit).term, number(0))
        case _:
            return monomial(times(most, unit)).term
