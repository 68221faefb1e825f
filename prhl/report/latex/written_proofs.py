"""A claim, how it ended, and why, for a paper: the statement, the program with its annotations, and the proof.

The proof is the one that `--explain` tells, step by step; assignments that owe nothing are left out.
"""

from collections.abc import Callable, Iterator, Sequence

from prhl.checks.instance_check import CheckResult
from prhl.checks.witness import Broken, Witness, all_digits
from prhl.logic.constants import constant
from prhl.logic.terms import Apply, Term, conjuncts
from prhl.proof import Proof
from prhl.report.claim_text import MOST_FAILED, MOST_OUTCOMES, runs_of
from prhl.report.latex.formulas import MATH, display, figure, inline, number, term, wide
from prhl.report.latex.letters import decimals, escaped, label, name, prose, typed, value
from prhl.report.latex.statements import statement
from prhl.report.latex.typeset import FOUND, Line, Typeset, coupling, grouped, head
from prhl.report.proofs import ENDS, Saying, Told, told_steps
from prhl.source import NOWHERE, Edit, Source, Span
from prhl.typed import TypedClaim, TypedFile, core
from prhl.verdict import ClaimResult, Proved, Refuted, Unknown

COUPLED = (
    "We run the program twice and couple what the two runs draw; lines are those of the program. What is said to be"
    " shown at a line was given to the solver as a formula, with all that is known there, and found valid."
)
SHORT = 30  # characters of a probability, or of a figure in a table, that is written as a fraction
LONGEST = 700  # characters of a formula
WIDE_LABEL = 32  # letters of an instance in a table
ENUMERATED = (
    "There are finitely many private inputs, and the distribution of what is observed is computed exactly for each"
)
EVERY, OPENED = "every", ", with the open parameters as symbols: what is said holds for all their values."


def claim_latex(source: Source, result: ClaimResult, file: TypedFile) -> list[str]:
    """The statement, the programs, and paragraphs on how it ended and why; `latex.laid_out` puts them together."""
    proof = result.proof
    source, file = proof.text(source), proof.file or file
    claim = file.called(result.name)[0]
    programs = _programs(claim, file, source, proof.found)
    parts = [f"{_heading(result)} {statement(claim, file)}", programs, *_because(result, claim, file, source)]
    if result.assumptions:
        parts.append(
            f"The proof rests on claims that are assumed: {', '.join([typed(n) for n in result.assumptions])}."
        )
    if result.alarm:
        parts.append(f"\\textbf{{The two roads contradict each other:}} {escaped(result.alarm)}.")
    return parts


def _heading(result: ClaimResult) -> str:
    match result.verdict:
        case Proved():
            return f"\\noindent\\textbf{{Theorem}} ({typed(result.name)})\\textbf{{.}}"
        case Refuted():
            return f"\\noindent\\textbf{{Claim}} ({typed(result.name)}), \\textbf{{which is false.}}"
        case Unknown(_, by):
            left_open = "which is assumed" if by == "assumption" else "which is not decided"
            return f"\\noindent\\textbf{{Claim}} ({typed(result.name)}), \\textbf{{{left_open}.}}"


def _programs(claim: TypedClaim, file: TypedFile, source: Source, edits: Sequence[Edit]) -> str:
    found = places_of(edits)
    lines: list[Line] = []
    for program in dict.fromkeys([claim.left, claim.right]):
        lines += Typeset(file.programs[program], claim, source, found).lines()
    shown = block(lines)
    return (
        f"{shown}\n\\noindent {FOUND} found by \\texttt{{prhl}}\\par\\smallskip"
        if any([FOUND in line.text for line in lines])
        else shown
    )


def places_of(edits: Sequence[Edit]) -> Callable[[Span], bool]:
    """Whether something stands in what was inserted, by its place in the text with the edits."""
    ranges, moved = [], 0
    for edit in edits:
        start = edit.span.start + moved
        ranges.append((start, start + len(edit.text)))
        moved += len(edit.text) - (edit.span.end - edit.span.start)
    return lambda span: any([start <= span.start and span.end <= end for start, end in ranges])


def block(lines: Sequence[Line]) -> str:
    """Numbered lines that hang by their depth."""
    inside = [f"\\prhlline{{{line.number or ''}}}{{{line.depth}}}{{{line.text}}}" for line in lines]
    return "\n".join(["\\begin{prhllines}", *inside, "\\end{prhllines}"])


# ---- why -------------------------------------------------------------------------------------


def _because(result: ClaimResult, claim: TypedClaim, file: TypedFile, source: Source) -> Iterator[str]:
    verdict, evidence = result.verdict, result.evidence
    match verdict:
        case Refuted(witness):
            yield f"\\noindent\\textit{{Refutation.}} {_witness(witness, claim)}"
        case Proved(by):
            if by == "enumeration":
                checks = evidence.checks or evidence.whole or ()
                is_open = any([EVERY in check.instance.values() for check in checks])
                yield f"\\noindent\\textit{{Proof.}} {ENUMERATED}{OPENED if is_open else '.'}"
                yield _table(checks)
                yield "\\prhlqed"
                return
            if result.proof.steps:
                yield _proof(result.proof, claim, file, source)
        case Unknown(reason):
            yield from _open(result, reason)
    if result.checks:
        yield "\\noindent Measured exactly:"
        yield _table(result.checks)


def _open(result: ClaimResult, reason: str) -> Iterator[str]:
    if reason:
        yield f"\\noindent {prose(reason[:1].upper() + reason[1:])}."
    failed = [] if result.verdict.by else result.failed
    for judged in failed[:MOST_FAILED]:
        yield f"\\noindent Not shown: {typed(judged.code)}, {prose(judged.obligation.message)}."


def _proof(proof: Proof, claim: TypedClaim, file: TypedFile, source: Source) -> str:
    teller = _Teller(proof, claim, file)
    if proof.theorem:
        following = claim.following
        names = [] if following is None else [typed(name) for name in following.claims]
        other = f" from the {'claim' if len(names) == 1 else 'claims'} {' and '.join(names)}" if names else ""
        opening = f"By \\textsl{{{escaped(proof.theorem)}}}{other}."
    else:
        opening = COUPLED
        if claim.post is None and proof.directions == 1:
            opening += " The relation between the inputs is symmetric, so that one direction is enough."
    lines = [line for told in told_steps(source, proof) if (line := teller.line(told)) is not None]
    return f"\\noindent\\textit{{Proof.}} {opening}\n{block(lines)}\n\\prhlqed"


class _Teller:
    """The steps of a proof as lines; formulas that somebody wrote are shown as they were written."""

    def __init__(self, proof: Proof, claim: TypedClaim, file: TypedFile) -> None:
        self.written: dict[Span, Term] = {}
        self.heads: dict[Span, str] = {}
        self.couplings: dict[Span, str] = {}
        programs = [file.programs[name] for name in dict.fromkeys([claim.left, claim.right])]
        said = [claim.relation, *([] if claim.post is None else [claim.post])]
        for program in programs:
            said += program.requires
            self._look(program.body, said)
        for (program_name, site), annotation in claim.annotations.items():
            said += [
                *annotation.invariants,
                *annotation.variants,
                *[when for _, when in annotation.alone],
                *([annotation.formula] if annotation.formula else []),
            ]
            if annotation.couple is not None:
                target = file.programs[program_name].sites[site].target or ""
                self.couplings[annotation.couple.span] = coupling(annotation.couple, target)
        for formula in said:
            parts = (formula, *conjuncts(formula))
            self.written |= {part.span: part for part in parts if part.span != NOWHERE}

    def _look(self, statements: Sequence[core.Statement], said: list[Term]) -> None:
        for statement_, bound in grouped(statements):
            self.heads[statement_.span] = head(statement_, bound)
            match statement_:
                case core.If(condition, then, otherwise):
                    said.append(condition)
                    self._look((*then, *otherwise), said)
                case core.While(guard, body, counter):
                    said += [guard] if counter is None else []
                    self._look(body, said)
                case core.Joint(body):
                    self._look(body, said)
                case _:
                    pass

    def line(self, told: Told) -> Line | None:
        """None: there is nothing to say of it."""
        parts = [*self._says(told.sayings)]
        if told.rule == "assignment" and not parts:
            return None
        return Line(
            0 if told.rule in ("start", "failed") else told.line, told.depth, " ".join([self._head(told), *parts])
        )

    def _head(self, told: Told) -> str:
        aside = escaped(told.runs)
        if told.rule in ("start", "failed"):
            return f"{prose(told.statement[:1].upper() + told.statement[1:])}{aside}."
        by = f"by \\textsl{{{escaped(told.rule)}}}"
        if told.step is None:
            return f"{escaped(told.statement[:1].upper() + told.statement[1:])}, {by}."
        if told.rule in ENDS:
            return f"{escaped(told.statement.split(' ')[0].capitalize())}, {by}."
        shown = self.heads.get(told.step.span, typed(told.statement))
        return f"{shown}, {by}{aside}."

    def _says(self, sayings: Sequence[Saying]) -> Iterator[str]:
        shown: dict[str, list[str]] = {}  # what it means, and the formulas
        steps: list[str] = []
        for saying in sayings:
            formulas = [_shown(one) for one in self._terms(saying)]
            match saying.kind:
                case "coupled":
                    given = self.couplings.get(saying.span) if saying.span is not None else None
                    yield f"Coupled by {given}." if given else f"{typed(saying.text)}."
                case "proposed":
                    yield f"{typed(saying.words)}, which the tool proposes{FOUND}."
                case "charged" if formulas:
                    yield f"It charges {formulas[0]} to \\textsf{{{saying.words}}}."
                case "free":
                    yield "It costs nothing."
                case "computed":
                    yield f"For all values, {', '.join(formulas)}."
                case "spent" if formulas and saying.words:
                    yield f"{saying.words.capitalize()}: {', '.join(formulas)}."
                case "ends":
                    yield f"{prose(saying.text[:1].upper() + saying.text[1:])}."
                case "valid":
                    found = shown.setdefault(saying.words, [])
                    found += [one for one in formulas if one not in found]
                case "step":
                    steps.append(f"\\newline {escaped(saying.text.strip())}")
                case "fails":
                    yield f"\\newline {escaped(saying.text)}"
                case _:  # what is known stands above
                    pass
        if shown:
            each = [
                prose(words) + (f", {', '.join(formulas)}" if formulas else "") for words, formulas in shown.items()
            ]
            yield f"Shown: {'; '.join(each)}."
        yield from steps

    def _terms(self, saying: Saying) -> list[Term]:
        terms = list(saying.terms)
        if saying.span is not None and saying.span in self.written and terms:
            terms[0] = self.written[saying.span]
        return [one for one in terms if not (saying.kind == "valid" and _evident(one))]


def _shown(formula: Term) -> str:
    found = inline(term(formula))
    return f"${found}$" if len(found) <= LONGEST else "(a long formula)"


def _evident(formula: Term) -> bool:
    """`0 <= 0`, `x = x`: nothing that a reader has to be shown."""
    match formula:
        case Apply("eq", (left, right)) if left == right:
            return True
        case _:
            return constant(formula) is True


# ---- figures ---------------------------------------------------------------------------------


def _witness(witness: Witness, claim: TypedClaim) -> str:
    """Two inputs, an event, both probabilities, the inequality that they break."""
    runs = [
        ", ".join([f"$\\prhlrun{{{name(key)}}}{{{run}}} = {value(text)}$" for key, text in given.items()]) or "no input"
        for run, given in enumerate(witness.inputs, 1)
    ]
    event, short = _event(runs_of(witness.event)), max(map(len, witness.probabilities)) <= SHORT
    first, second = [value(one) for one in witness.probabilities] if short else [decimals(d) for d in witness.decimals]
    least, most = ("", "") if witness.exact and short else ("at least ", "at most ")
    text = f"Take {runs[0]} in run~1, and {runs[1]} in run~2, and the event {event}. "
    if witness.order is not None:
        told = f"Take {runs[0]} in run~1, and {runs[1]} in run~2. To see which of the events {event} happened"
        return f"{told} tells the two apart: {escaped(witness.inequality)}."
    if witness.image is None:
        text += f"It has probability {least}${first}$ in run~1 and {most}${second}$ in run~2"
    else:
        image = _event(witness.image) if witness.image else "nothing"
        text += f"It has probability {least}${first}$ in run~1, and is related only to {image}, of probability"
        text += f" {most}${second}$ in run~2"
    if short and witness.exact:
        text += f", a ratio of ${value(witness.ratio)}$"
    if witness.broken is None:
        return f"{text}: {escaped(witness.inequality)}."
    return f"{text}, and\n{_inequality(witness, witness.broken, short)}{_ways(witness)}"


def _inequality(witness: Witness, broken: Broken, short: bool) -> str:
    """In fractions where they are short, else in decimals: of run 1 rounded down, of run 2 up."""
    growth = f"{display(MATH.function('exp', number(broken.epsilon)))} \\cdot " if broken.epsilon != 0 else ""
    added = f" + {display(number(broken.delta))}" if broken.delta else ""
    if broken.exact and short:
        above, below = display(number(broken.above)), display(number(broken.below))
        allowed = ""
        if broken.allowed is not None and (growth or added):  # else it stands there already
            allowed = f" = {display(number(broken.allowed))}"
        return f"\\[\n  {above} > {growth}{below}{added}{allowed}.\n\\]"
    shown = f"\\[\n  {decimals(witness.decimals[0])} > {growth}{decimals(witness.decimals[1])}{added}"
    if broken.exact or broken.allowed is None:
        return f"{shown}.\n\\]"
    return f"{shown},\n\\]\nwhere the right-hand side is at most ${decimals(all_digits(broken.allowed))}$."


def _ways(witness: Witness) -> str:
    """How the two probabilities come about, if all ways are listed."""
    if witness.ways is None or any([ways.over or ways.others or not ways.listed for ways in witness.ways]):
        return ""
    runs = []
    for run, ways in enumerate(witness.ways, 1):
        each = []
        for way in ways.listed:
            product = " \\cdot ".join([value(factor) for factor in way.factors])
            draws = ", ".join([f"${name(key)} = {value(text)}$" for key, text in way.draws])
            each.append(f"${product or '1'}$" + (f" by {draws}" if draws else ""))
        runs.append(f"in run~{run} it is {', and '.join(each)}")
    return f"\nThe probability of the event comes about by what is drawn: {'; '.join(runs)}."


def _event(outcomes: Sequence[str]) -> str:
    shown = ", ".join([value(one) for one in outcomes[:MOST_OUTCOMES]])
    more = f" and {len(outcomes) - MOST_OUTCOMES} more" if len(outcomes) > MOST_OUTCOMES else ""
    return f"$\\{{{shown}\\}}${more}"


def _fixed(key: str, text: str) -> str:
    return f"every ${label(key)}$" if text == EVERY else f"${label(key)} = {value(text)}$"


def _table(checks: Sequence[CheckResult]) -> str:
    """A line for each instance: its figures and how they stand to the claim."""
    rows = []
    extra = next((check.divergence[0] for check in checks if check.divergence is not None), "")
    for check in checks:
        instance = ", ".join([_fixed(key, text) for key, text in check.instance.items()]) or "all inputs"
        aside = f" ({check.kind})" if check.kind else " (discrete twin)" if check.twin else ""
        figures = [check.epsilon, check.delta, *([check.divergence and check.divergence[1]] if extra else [])]
        cells = ["--" if found is None else f"${figure(found, SHORT)}$" for found in figures]
        rows.append(" & ".join([instance + aside, *cells, check.status]))
    heads = ["instance", "$\\varepsilon$", "$\\delta$", *([typed(extra)] if extra else []), ""]
    first = "p{.45\\linewidth}" if any([wide(row.split(" & ")[0], WIDE_LABEL) for row in rows]) else "l"
    return "\n".join(
        [
            "\\begin{center}",
            f"\\begin{{tabular}}{{{first}{'c' * (len(heads) - 2)}l}}",
            f"{' & '.join(heads)} \\\\ \\hline",
            *[f"{row} \\\\" for row in rows],
            "\\end{tabular}",
            "\\end{center}",
        ]
    )
