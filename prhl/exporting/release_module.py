"""From a text to a module: its claims judged, its program written as Python, its samplers taken along."""

import builtins
from typing import Any

from prhl import pipeline
from prhl.diagnostics import Diagnostic, NotComputed, Rejected, Stopped, misasked
from prhl.exporting import opendp_measurement, release_helpers
from prhl.exporting.carried_samplers import carried
from prhl.exporting.proved_claims import Told, docstring, told_claims, unproved
from prhl.exporting.python_program import ProgramWriter
from prhl.exporting.ties import refuse_ties
from prhl.records import dataclass
from prhl.running.twin_text import discrete
from prhl.sampling import bracketed, coins, finite_laws, log_concave
from prhl.sampling.random_bits import RandomBits
from prhl.source import Source
from prhl.studies import about_claim
from prhl.syntax.nesting import deep
from prhl.typed.core import TypedFile

ALWAYS = (
    "from collections.abc import Callable, Sequence",
    "from fractions import Fraction",
    "from typing import Any",
)


@dataclass(frozen=True)
class Module:
    text: str
    warnings: tuple[str, ...]


def exported(
    source: Source,
    program: str | None = None,
    target: str = "python",
    claim: str | None = None,
    twin: bool = False,
    anyway: bool = False,
    grid: str | None = None,
) -> Module:
    """Text in, a module out; Rejected, or Stopped if nothing is proved of the program and that is not asked for."""
    file = pipeline.load(source)
    file.called(claim)
    _, name = about_claim(file, program, None)
    if twin or grid is not None:
        source = discrete(file, name, grid)
        file = pipeline.load(source)
    told = told_claims(source, name)
    proved = [one for one in told if one.proved]
    if not proved and not anyway:
        raise unproved(source, name, told)
    warnings = () if proved else (f"NOTHING IS PROVED of `{name}`, and the module says so",)
    chosen = _chosen(source, name, proved, claim) if target == "opendp" else None
    with deep(source):
        try:
            return Module(_module(file, name, told, chosen), warnings)
        except NotComputed as reason:
            said = Diagnostic("not-run", reason.span, reason.message, reason.hint)
            raise Stopped(Rejected(source, [said])) from None


def _chosen(source: Source, program: str, proved: list[Told], claim: str | None) -> Told:
    """The claim that a measurement rests on."""
    found = [one for one in proved if claim in (None, one.claim.name)]
    if len(found) == 1:
        return found[0]
    names = ", ".join([one.claim.name for one in proved])
    if not proved:
        message, hint = f"nothing is proved of `{program}`, so a measurement would have no privacy map", ""
    elif claim is not None:
        message, hint = f"`{claim}` is no claim that is proved of `{program}`", f"there is {names}"
    else:
        message, hint = f"`{program}` has {len(proved)} claims that are proved: {names}", "say which, by --claim"
    raise Stopped(misasked(source, "not-run", message, hint))


def _module(file: TypedFile, name: str, told: list[Told], chosen: Told | None) -> str:
    refuse_ties(file.programs[name], file.programs)
    head = f"{name}, a program of prhl, as {'a measurement of OpenDP' if chosen else 'Python'}."
    writer = ProgramWriter(file.programs, name, _taken() | (opendp_measurement.INSIDE if chosen else set()))
    public = writer.public(
        file.programs[name], f"One draw of `{name}`; BadInput if the claim does not speak of the input."
    )
    made = [public]
    if chosen is not None:
        made.append(opendp_measurement.maker(file.programs[name], chosen.claim, writer))
    found = carried([RandomBits, release_helpers.BadInput, *writer.used])
    imports = sorted({*ALWAYS, *found.imports})
    texts = [f'"""{docstring(file.source, name, told, head)}\n"""', "\n".join(_united(imports)), *found.texts, *made]
    if chosen is not None:
        texts.insert(2, "import opendp.prelude as dp")
    names = [writer.names[name], *(["make_" + writer.names[name]] if chosen else [])]
    return "\n\n\n".join([*texts, f"__all__ = {names}"]) + "\n"


def _united(imports: list[str]) -> list[str]:
    """One line for each module."""
    by_module: dict[str, set[str]] = {}
    for line in imports:
        module, _, names = line.removeprefix("from ").partition(" import ")
        by_module.setdefault(module, set()).update(names.split(", "))
    return [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(by_module.items())]


def _taken() -> set[str]:
    """Names that no variable may have: whatever may stand in the module."""
    rooms: tuple[Any, ...] = (bracketed, coins, finite_laws, log_concave, release_helpers, builtins)
    return {name for room in rooms for name in dir(room)} | {"dp", "Fraction", "RandomBits", "Any", "__all__"}


__all__ = ["Module", "exported"]
