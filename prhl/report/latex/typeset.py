"""A program as a paper prints it, with the annotations of one claim: a line for each statement, numbered as in the
file.

Statements are those of the typed program; a loop that was a `for` is one again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, assert_never

from prhl.logic.terms import Apply, Term, Variable, conjuncts
from prhl.report.latex.formulas import distribution, inline, kind, term
from prhl.report.latex.letters import name, word
from prhl.source import Source, Span
from prhl.typed import TypedClaim, TypedProgram, core

FOUND = "\\prhlfound{}"


class Line(NamedTuple):
    """LaTeX outside of mathematics, how deep it is nested, and the line of the file, 0 for an annotation."""

    number: int
    depth: int
    text: str


class Typeset:
    """A program under a claim; `found` says of a place whether the tool wrote what stands there."""

    def __init__(self, program: TypedProgram, claim: TypedClaim, source: Source, found: Callable[[Span], bool]) -> None:
        self.program = program
        self.claim = claim
        self.source = source
        self.found = found

    def lines(self) -> list[Line]:
        program = self.program
        private = "\\ (\\mathsf{private})"
        given = [f"{name(p.name)} : {kind(p.type)}{private if p.private else ''}" for p in program.parameters]
        result = "" if program.result_type is None else f" : {kind(program.result_type)}"
        head = f"$\\mathbf{{program}}\\ {word(program.name)}({', '.join(given)}){result}$"
        out = [Line(self._line(program.span), 0, head)]
        out += [Line(0, 1, f"\\textit{{requires}} ${inline(term(one))}$") for one in program.requires]
        out += self._block(program.body, 1)
        if program.result is not None:
            out.append(Line(self._line(program.result.span), 1, f"\\textbf{{return}} ${inline(term(program.result))}$"))
        return out

    def _line(self, span: Span) -> int:
        return self.source.position(span.start)[0]

    def _block(self, statements: Sequence[core.Statement], depth: int) -> list[Line]:
        out: list[Line] = []
        for statement, bound in grouped(statements):
            out.append(Line(self._line(statement.span), depth, head(statement, bound)))
            match statement:
                case core.If(_, then, otherwise):
                    out += self._block(then, depth + 1)
                    if otherwise:
                        out.append(Line(0, depth, "\\textbf{else}"))
                        out += self._block(otherwise, depth + 1)
                case core.While(_, body, counter, site):
                    out += self._said(site, depth + 1)
                    out += self._block(body if counter is None else body[:-1], depth + 1)
                case core.Joint(body, site):
                    out += self._block(body, depth + 1)
                    out += self._said(site, depth + 1)
                case core.Sample(_, _, site) | core.Call(_, _, _, site) | core.Assert(site):
                    out += self._said(site, depth + 1)
                case core.Assign() | core.Leak():
                    pass
                case _:
                    assert_never(statement)
        return out

    def _said(self, site: int, depth: int) -> list[Line]:
        """The annotations of a site: its coupling, and each conjunct of its invariants."""
        said = self.claim.annotations.get((self.program.name, site), core.Annotation())
        out = []
        if said.couple is not None:
            word_ = "couple by" if isinstance(said.couple, core.CoupleBy) else "couple"
            shown = f"\\textit{{{word_}}} {coupling(said.couple, self._target(site))}"
            out.append(Line(0, depth, shown + self._mark(said.couple.span)))
        for word_, terms in (("invariant", said.invariants), ("decreases", said.variants)):
            for one in terms:
                for part in conjuncts(one):
                    out.append(Line(0, depth, f"\\textit{{{word_}}} ${inline(term(part))}$" + self._mark(part.span)))
        for run, when in said.alone:
            shown = f"\\textit{{alone}} ${run}$ \\textit{{when}} ${inline(term(when))}$"
            out.append(Line(0, depth, shown + self._mark(when.span)))
        if said.formula is not None:
            out.append(Line(0, depth, f"${inline(term(said.formula))}$"))
        return out

    def _target(self, site: int) -> str:
        return self.program.sites[site].target or ""

    def _mark(self, span: Span) -> str:
        return FOUND if self.found(span) else ""


def grouped(statements: Sequence[core.Statement]) -> Iterator[tuple[core.Statement, Term | None]]:
    """The statements; those that set up a `for` stand for nothing, and the loop has the value that it counts up to."""
    values: dict[str, Term] = {}
    counters = [s.counter for s in statements if isinstance(s, core.While) and s.counter is not None]
    hidden = {counter.bound for counter in counters}
    for at, statement in enumerate(statements):
        if isinstance(statement, core.Assign) and statement.target in hidden:
            values[statement.target] = statement.value
        elif isinstance(statement, core.Assign) and _counts(statement, statements[at + 1 :]):
            continue
        elif isinstance(statement, core.While) and statement.counter is not None:
            yield statement, values.get(statement.counter.bound)
        else:
            yield statement, None


def _counts(statement: core.Assign, behind: Sequence[core.Statement]) -> bool:
    """Whether this is the first value of the counter of a `for` that comes next."""
    for other in behind[:2]:
        if isinstance(other, core.While):
            counter = other.counter
            return counter is not None and (counter.variable, counter.low) == (statement.target, statement.value)
    return False


def head(statement: core.Statement, bound: Term | None = None) -> str:
    """A statement without what is inside of it."""
    match statement:
        case core.Assign(target, value):
            return f"${_assigned(target, value)}$"
        case core.Sample(target, drawn):
            return f"${name(target)} \\prhldraw {distribution(drawn)}$"
        case core.Call(target, program, arguments):
            given = ", ".join([inline(term(one)) for one in arguments])
            return f"${name(target)} \\prhldraw {word(program)}({given})$"
        case core.If(condition):
            return f"\\textbf{{if}} ${inline(term(condition))}$ \\textbf{{then}}"
        case core.While(guard, _, counter):
            if counter is None or bound is None:
                return f"\\textbf{{while}} ${inline(term(guard))}$ \\textbf{{do}}"
            low, high = inline(term(counter.low)), inline(term(bound))
            return f"\\textbf{{for}} ${low} \\le {name(counter.variable)} < {high}$ \\textbf{{do}}"
        case core.Joint():
            return "\\textbf{joint}"
        case core.Assert():
            return "\\textbf{assert}"
        case core.Leak(value):
            return f"\\textbf{{leak}} ${inline(term(value))}$"
        case _:
            assert_never(statement)


def _assigned(target: str, value: Term) -> str:
    """`a[i] \\gets e` where that was written."""
    shown = name(target)
    match value:
        case Apply("store", (Variable(listed), at, new)) if listed == target:
            return f"{shown}[{inline(term(at))}] \\gets {inline(term(new))}"
        case _:
            return f"{shown} \\gets {inline(term(value))}"


def coupling(found: core.Couple, target: str) -> str:
    """How the two runs draw together, as it is stated."""
    match found:
        case core.CoupleMap(image, cost, _, slack, excepted):
            drawn = target or (image.name if isinstance(image, Variable) else "")  # of a joint block
            text = f"$\\prhlrun{{{name(drawn)}}}{{2}} = {inline(term(image))}$"
            for word_, stated in (("cost", cost), ("slack", slack), ("except", excepted)):
                text += "" if stated is None else f" \\textit{{{word_}}} ${inline(term(stated))}$"
            return text
        case core.CoupleNone():
            return "\\textit{none}"
        case core.CoupleBy(claim):
            return f"${word(claim)}$"
        case core.CoupleHole():
            return "?"
        case _:
            assert_never(found)
