"""What a claim says, as the statement of a theorem."""

from collections.abc import Sequence

from prhl.logic.operators import TIGHT
from prhl.logic.terms import Related, Run, Variable
from prhl.notions.dp import Dp
from prhl.notions.rdp import Rdp
from prhl.notions.zcdp import Zcdp
from prhl.report.latex.formulas import MATH, chained, display, inline, term, variable, wide
from prhl.report.latex.letters import word
from prhl.typed import TypedClaim, TypedFile, TypedProgram

RUNS: tuple[Run, Run] = (1, 2)


def statement(claim: TypedClaim, file: TypedFile) -> str:
    """In full: for which inputs, and the inequality."""
    left, right = file.programs[claim.left], file.programs[claim.right]
    if claim.post is not None:
        return _quadruple(claim, left, right)
    seen = "observations (the leaks in their order, then the result)" if left.leaks else "results"
    say = f"${word(left.name)}$ {_promise(claim)}. {_inputs(claim, left)}"
    if not claim.notion.figure:
        say += f", and for every set $S$ of {seen}"
    one_way = not claim.budget  # equal probabilities
    shown = f"{say},\n{_displayed(*_inequality(claim, left), '.' if one_way else ',')}"
    return shown if one_way else f"{shown}\nand the same with the two runs exchanged."


def _displayed(first: str, second: str, end: str) -> str:
    """An inequality, on two lines if it is long."""
    if wide(first + second):
        return f"\\begin{{multline*}}\n  {first} \\\\\n  {second}{end}\n\\end{{multline*}}"
    return f"\\[\n  {first} {second}{end}\n\\]"


def _promise(claim: TypedClaim) -> str:
    budget = [inline(term(one)) for one in claim.budget]
    match claim.notion, budget:
        case Dp(), [epsilon]:
            tight = term(claim.budget[0]).inline.level == TIGHT
            return f"is ${epsilon if tight else f'({epsilon})'}$-differentially private"
        case Dp(), [epsilon, delta]:
            return f"is $({epsilon}, {delta})$-differentially private"
        case Zcdp(), [rho]:
            return f"satisfies ${rho}$-zero-concentrated differential privacy"
        case Rdp(), [alpha, epsilon]:
            return f"satisfies $({alpha}, {epsilon})$-R\\'enyi differential privacy"
        case _, []:
            return "satisfies noninterference"
        case other, _:
            return f"satisfies ${word(other.name)}({', '.join(budget)})$"


def _inequality(claim: TypedClaim, program: TypedProgram) -> tuple[str, str]:
    """Its two sides, the second with the sign."""
    runs = [_run(program, run) for run in RUNS]
    first, second = [f"\\Pr[{run} \\in S]" for run in runs]
    if not claim.budget:
        return first, f"= {second}"
    match claim.notion:
        case Zcdp():
            rho = display(MATH.mul([term(claim.budget[0]), MATH.name("alpha")]))
            apart = f"D_{{\\alpha}}({runs[0]} \\,\\Vert\\, {runs[1]})"
            return apart, f"\\le {rho} \\quad\\text{{for every }} \\alpha > 1"
        case Rdp():
            order, epsilon = [term(one) for one in claim.budget]
            return f"D_{{{inline(order)}}}({runs[0]} \\,\\Vert\\, {runs[1]})", f"\\le {display(epsilon)}"
        case _:
            growth = display(MATH.function("exp", term(claim.budget[0])))
            delta = f" + {display(term(claim.budget[1]))}" if len(claim.budget) > 1 else ""
            return first, f"\\le {growth}\\, {second}{delta}"


def _run(program: TypedProgram, run: Run) -> str:
    given = [variable(Variable(p.name, run if p.private else 0, p.type)) for p in program.parameters]
    return f"{word(program.name)}({', '.join(given)})"


def _inputs(claim: TypedClaim, program: TypedProgram) -> str:
    """For which inputs it is said."""
    required = [f"${inline(one)}$" for one in chained(program.requires)]
    say = f"Let {_listed(required)}. For all inputs" if required else "For all inputs"
    private = [p for p in program.parameters if p.private]
    pairs = [" and ".join([f"${variable(Variable(p.name, run, p.type))}$" for run in RUNS]) for p in private]
    say += f" {_listed(pairs)}" if pairs else ""
    relation = claim.relation
    alone = isinstance(relation, Related) and len(private) == 1
    words = _words(relation) if isinstance(relation, Related) and alone else None
    if words is None and not (isinstance(relation, Related) and relation.relation == "any"):
        words = f"with ${inline(term(relation))}$"
    return f"{say} {words}" if words else say


def _words(found: Related) -> str | None:
    """A ready-made relation between the two values of one input."""
    bound = "" if found.bound is None else f"${inline(term(found.bound))}$"
    at = "" if found.at is None else f"${inline(term(found.at))}$"
    match found.relation:
        case "any":
            return ""
        case "within":
            return f"that differ by at most {bound}"
        case "one_differs":
            there = f", and there by at most {bound}" if bound else ""
            return f"of one length that differ in at most one position{f'~{at}' if at else ''}{there}"
        case "all_within":
            return f"of one length whose entries differ by at most {bound} each"
        case "add_remove":
            where = f", that at position~{at}" if at else ""
            return f"of which one is the other with one entry taken out{where}"
        case "some_differ":
            there = f", and there by at most {bound}" if bound else ""
            return f"of one length that differ in at most ${found.most}$ positions{there}"


def _quadruple(claim: TypedClaim, left: TypedProgram, right: TypedProgram) -> str:
    assert claim.post is not None
    budget = [inline(term(one)) for one in claim.budget]
    within = f"_{{{', '.join(budget)}}}" if budget else ""
    required = [f"${inline(one)}$" for one in chained(list(dict.fromkeys([*left.requires, *right.requires])))]
    let = f"Let {_listed(required)}, in each run. " if required else ""
    kind = "an approximate coupling at this budget" if budget else "a coupling"
    judgement = f"{word(left.name)} \\sim{within} {word(right.name)}"
    pre, post = [inline(term(one)) for one in (claim.relation, claim.post)]
    said = f"{let}For all inputs that the precondition relates, there is {kind} of the two final distributions"
    if wide(pre + judgement + post):
        conditions = f"The precondition is ${pre}$, and the postcondition ${post}$."
        return f"{said} of ${judgement}$ in which the postcondition holds. {conditions}"
    shown = f"\\{{\\,{pre}\\,\\}}\\;\\; {judgement} \\;\\;\\{{\\,{post}\\,\\}}"
    return f"{said} in which the postcondition holds:\n\\[\n  {shown}.\n\\]"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
