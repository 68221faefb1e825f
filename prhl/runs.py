"""`prhl run`: a program drawn from, at given inputs, with exact samplers, beside the exact law if that is asked for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from prhl import pipeline
from prhl.diagnostics import Diagnostic, NotComputed, Rejected, Stopped, misasked
from prhl.records import dataclass
from prhl.report.run_text import Drawn, Judged
from prhl.running.drawn_counts import compared
from prhl.running.inputs import Unfit, from_csv, from_json, inputs_for
from prhl.running.interpreter import Interpreter
from prhl.running.twin_text import discrete
from prhl.sampling.random_bits import RandomBits
from prhl.sampling.seeded_bits import seeded
from prhl.semantics.evaluate import Fault, Undecidable, evaluate
from prhl.semantics.flat import flatten
from prhl.semantics.instances import text
from prhl.source import Source
from prhl.studies import about_claim, stated
from prhl.syntax.nesting import deep
from prhl.typed.core import TypedFile, TypedProgram


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: how often, with which seed (None: the operating system's bits), beside the exact law, the
    twin of a program with continuous noise, or its noise on the multiples of a number."""

    draws: int = 1
    seed: str | None = None
    compare: bool = False
    twin: bool = False
    grid: str | None = None


ONCE = Wanted()


def run(
    source: Source,
    program: str | None,
    given: Sequence[str] = (),
    values: Mapping[str, Any] | None = None,
    wanted: Wanted = ONCE,
) -> Drawn:
    """Text in, draws out; Rejected, or Stopped if a run fails. Inputs are texts as `--input` has them, or values."""
    file = pipeline.load(source)
    _, name = about_claim(file, program, None)
    judged: tuple[Judged, ...] | None = None
    if wanted.twin or wanted.grid is not None:
        new = discrete(file, name, wanted.grid)
        judged = tuple(_judged(new, name))
        source, file = new, pipeline.load(new)
    typed = file.programs[name]
    inputs = _inputs(file, typed, given, values or {})
    flat = _flat(file, name)
    bits = RandomBits() if wanted.seed is None else seeded(wanted.seed)
    with deep(source), _running(source):
        interpreter = Interpreter(flat, bits)
        outputs = tuple([interpreter.run(inputs) for _ in range(wanted.draws)])
    shown = {p.name: text(inputs[p.name], p.type) for p in typed.parameters}
    twin = source.text if judged else None
    found = Drawn(name, shown, outputs, dict(Counter(outputs)), wanted.seed, judged, twin, grid=wanted.grid)
    if not wanted.compare:
        return found
    try:
        return replace(found, beside=compared(flat, inputs, found.counts))
    except (NotComputed, Fault) as reason:
        return replace(found, unmeasured=reason.message)


def _flat(file: TypedFile, name: str) -> Any:
    return flatten(file.programs[name], file.programs)


def _judged(source: Source, name: str) -> list[Judged]:
    """The claims about a program, as they end after a brief attack: what is not proved is not promised."""
    report = pipeline.verify(source, search=pipeline.SEARCH.glance(), find=True)
    if report.fault is not None or not report.claims:
        return []
    return [Judged(one.name, one.verdict.word) for one in report.claims if one.program == name]


class _running:  # noqa: N801 - as a context
    """What stops a run, as a message with its place."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, Fault):
            raise Stopped(Rejected(self.source, [Diagnostic(error.code, error.span, error.message)])) from None
        if isinstance(error, NotComputed):
            said = Diagnostic("not-run", error.span, error.message, error.hint)
            raise Stopped(Rejected(self.source, [said])) from None


# ---- inputs ----------------------------------------------------------------------------------


def _inputs(file: TypedFile, program: TypedProgram, given: Sequence[str], values: Mapping[str, Any]) -> dict[str, Any]:
    """`d=[1, 0]` by the grammar, `d=@ages.csv:age`, `d=@d.json` and `@all.json` from files; then plain values."""
    found: dict[str, Any] = {}
    texts: list[str] = []
    try:
        for one in given:
            name, sign, rest = one.partition("=")
            if one.startswith("@"):
                whole = _read(one[1:])
                if not isinstance(whole, dict):
                    raise Unfit(f"{one[1:]} is to be an object with a value for each parameter")
                found |= whole
            elif sign and rest.strip().startswith("@"):
                found[name.strip()] = _read(rest.strip()[1:])
            else:
                texts.append(one)
        found |= _stated(file, program, texts) if texts else {}
        return inputs_for(program, {**found, **values})
    except Unfit as wrong:
        raise misasked(file.source, "bad-input", wrong.message, wrong.hint) from None


def _stated(file: TypedFile, program: TypedProgram, texts: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in stated(file, program.name, program.name, texts, "--input").items:
        if item.path or not isinstance(item.values, tuple):
            raise Unfit("an input is one value", "as in `--input 'd=[1, 0, 1]'` or `--set eps=1/2`")
        try:
            found[item.parameter] = evaluate(item.values[0], {(name, 0): value for name, value in found.items()})
        except (Fault, Undecidable) as reason:
            raise Unfit(f"`{item.parameter}` has no value: {reason.message}") from None
        except KeyError as unknown:
            raise Unfit(f"the value of `{item.parameter}` mentions `{unknown.args[0][0]}`, which comes later") from None
    return found


def _read(place: str) -> Any:
    """`ages.csv`, `ages.csv:age` or `inputs.json`."""
    path, colon, column = place.rpartition(":")
    if not colon or Path(place).exists():
        path, column = place, ""
    try:
        content = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise Unfit(f"{path} cannot be read: {reason}") from None
    if path.lower().endswith(".csv"):
        return from_csv(content, path, column or None)
    whole = from_json(content, path)
    if not column:
        return whole
    if not isinstance(whole, dict) or column not in whole:
        raise Unfit(f"{path} has no `{column}`")
    return whole[column]


__all__ = ["Drawn", "Wanted", "run"]
