"""What a program says of its loops by itself, under no claim: for calls that rest on none."""

from dataclasses import replace

from prhl.diagnostics import Diagnostic
from prhl.syntax import ast
from prhl.typed import core
from prhl.typed.claims import ClaimChecker, Given, given_in_program
from prhl.typed.expressions import Elaborator


def loops_of(program: core.TypedProgram) -> dict[tuple[str, int], core.Annotation]:
    """Invariants and variants as a privacy claim that binds nothing reads them; what it cannot read is left out."""
    any_ = ast.Variable("any")
    notion = ast.Notion(ast.Name("noninterference"), ())
    node = ast.Satisfies(ast.Name(""), ast.Name(program.name), notion, any_, ())
    checker = ClaimChecker(node, {program.name: program}, {}, lambda _: None)
    found: dict[tuple[str, int], core.Annotation] = {}
    for site in program.sites:
        if site.kind == "loop":
            written = given_in_program(site)
            parts = [Given(None, (replace(i, formula=part),), ()) for i in written.invariants for part in _parts(i)]
            read = [_read(checker, program, site, given) for given in (*parts, Given(None, (), written.variants))]
            good = [one for one in read if one is not None]
            found[program.name, site.number] = core.Annotation(
                invariants=tuple([i for one in good for i in one.invariants]),
                variants=tuple([v for one in good for v in one.variants]),
            )
    return found


def _parts(invariant: ast.Invariant) -> list[ast.Formula]:
    match ast.strip(invariant.formula):
        case ast.Connective("&&", operands):
            return list(operands)
        case _:
            return [invariant.formula]


def _read(checker: ClaimChecker, program: core.TypedProgram, site: core.Site, given: Given) -> core.Annotation | None:
    mistakes: list[Diagnostic] = []
    checker.elaborate = Elaborator(mistakes.append)
    annotation = checker.annotation(program, site, given)
    return None if mistakes else annotation
