"""The discrete twin of a program as a text: what runs is read from it, and what is claimed of it is judged by it.

On a grid of step g, noise of scale s becomes g times discrete noise of scale s/g. That is the twin as well, for finer
units: what is released lies on the grid where all that is added to the noise does, and only then there is something to
prove, since answers off the grid would be given away by what is left over. The proof of the text decides that.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from prhl.diagnostics import Diagnostic, Rejected, misasked
from prhl.distributions import is_continuous
from prhl.logic.build import number, times
from prhl.logic.show import show
from prhl.logic.terms import (
    AllBits,
    Between,
    Distribution,
    DistributionArgument,
    Listed,
    Term,
    Weighted,
    variables,
)
from prhl.numbers.digits import exactly, plain
from prhl.semantics.flat import flatten
from prhl.semantics.twin import first_continuous, twin_of
from prhl.source import Edit, Source, Span, edited
from prhl.syntax import ast
from prhl.syntax.nesting import deep
from prhl.syntax.parser import parse
from prhl.typed import core

LONGEST = 100_000  # characters of a term


def discrete(file: core.TypedFile, program: str, grid: str | None) -> Source:
    """The file with discrete noise, on a grid if its step is given; Rejected if that changes nothing."""
    source = file.source
    with deep(source):
        new = twin_source(file, None if grid is None else _step(source, grid))
    if new.text == source.text:
        continuous = first_continuous(flatten(file.programs[program], file.programs).body)
        raise misasked(
            source, "not-run", f"`{program}` has no discrete twin", "leave it out" if continuous is None else ""
        )
    return new


def _step(source: Source, given: str) -> Fraction:
    """The distance of two numbers on a grid."""
    try:
        found = exactly(given.replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found <= 0:
        hint = "as in `--grid 1/1000`: noise is drawn in multiples of that"
        raise misasked(source, "bad-input", f"`{given}` is no step of a grid, which is a positive rational", hint)
    return found


def twin_source(file: core.TypedFile, grid: Fraction | None = None) -> Source:
    """The file with discrete noise for continuous noise, where this has a twin, on the integers or on multiples of a
    step; Rejected if it cannot be written."""
    edits: list[Edit] = []
    moved: set[tuple[str, str]] = set()
    for program in file.programs.values():
        for sample in _samples(program.body):
            label = program.sites[sample.site].label
            found = _edits(file.source, sample) if grid is None else _on_grid(file.source, sample, label, grid)
            edits += found
            if found and label is not None and grid is not None:
                moved.add((program.name, label))
    edits += _proof_steps(file, moved)
    edits.sort(key=lambda edit: edit.span.start)
    return Source(file.source.name, edited(file.source.text, edits))


def _proof_steps(file: core.TypedFile, moved: set[tuple[str, str]]) -> Iterator[Edit]:
    """Nothing in the place of what claims say of draws that are on a grid now: it is about another variable."""
    for item in parse(file.source).file.items if moved else ():
        if not isinstance(item, ast.Quadruple | ast.Satisfies):
            continue
        claim = file.called(item.name.text)[0]
        for option in item.options:
            label = ""
            for step in option.steps if isinstance(option, ast.Proof) else ():
                label = label if step.label is None else step.label.text
                if (claim.left, label) in moved or (claim.right, label) in moved:
                    yield Edit(step.span, "")


def _samples(statements: tuple[core.Statement, ...]) -> Iterator[core.Sample]:
    for statement in statements:
        match statement:
            case core.Sample():
                yield statement
            case core.If(_, then, otherwise):
                yield from chain(_samples(then), _samples(otherwise))
            case core.While(body=body) | core.Joint(body=body):
                yield from _samples(body)
            case _:
                pass


def _edits(source: Source, sample: core.Sample) -> list[Edit]:
    if not is_continuous(sample.distribution):
        return []
    found, location = twin_of(sample.distribution)
    edits = [Edit(sample.distribution.span, shown(found))]
    if location is None:
        return edits
    if sample.target in {name for name, _ in variables(location)}:
        message = f"the twin adds the location after the draw, and here the location mentions `{sample.target}`"
        raise Rejected(source, [Diagnostic("not-run", sample.span, message, "draw into another variable")])
    text = f" {sample.target} := {sample.target} + ({show(location, longest=LONGEST)});"
    return [*edits, Edit(Span(sample.span.end, sample.span.end), text)]


def _on_grid(source: Source, sample: core.Sample, label: str | None, grid: Fraction) -> list[Edit]:
    """`z :=$ Laplace(b, l)` as `n :=$ DiscreteLaplace(b/g); z := n*g + l`; how it is coupled is to be found anew."""
    if not is_continuous(sample.distribution):
        return []
    scale, *rest = sample.distribution.arguments
    if not isinstance(scale, Term):
        message = "noise that is truncated or clamped is not put on a grid"
        raise Rejected(source, [Diagnostic("not-run", sample.span, message, "write the discrete noise yourself")])
    finer = replace(sample.distribution, arguments=(times(number(1 / grid), scale), *rest))
    found, location = twin_of(finer)
    if found == finer:
        return []
    name = f"{sample.target}_steps"
    while name in source.text:
        name += "_"
    added = "" if location is None else f" + ({show(location, longest=LONGEST)})"
    labelled = "" if label is None else f"{label}: "
    text = f"{labelled}{name} :=$ {shown(found)}; {sample.target} := {name}*({plain(grid)}){added};"
    return [Edit(sample.span, text)]


def shown(distribution: Distribution) -> str:
    """A distribution as it is written in a program."""
    return f"{distribution.name}({', '.join([_argument(argument) for argument in distribution.arguments])})"


def _argument(argument: DistributionArgument) -> str:
    match argument:
        case Distribution():
            return shown(argument)
        case Listed(items):
            return f"{{{', '.join([_term(item) for item in items])}}}"
        case Between(low, high):
            return f"{_term(low)}..{_term(high)}"
        case AllBits(size):
            return f"bits({_term(size)})"
        case Weighted(items):
            return f"{{{', '.join([f'{_term(value)} @ {_term(weight)}' for value, weight in items])}}}"
        case _:
            return _term(argument)


def _term(term: Term) -> str:
    return show(term, longest=LONGEST)
