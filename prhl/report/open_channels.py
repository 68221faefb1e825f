"""Channels with open parameters laid out: the matrix with the parameters in it, and figures piece by piece."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from prhl.measures.bounds import log2_of
from prhl.numbers.algebraic import Point
from prhl.numbers.figures import Figure
from prhl.numbers.open_quotients import OpenLog, OpenQuotient
from prhl.numbers.piecewise import Conditions, Interval, Piece, Piecewise, cut_figure
from prhl.records import dataclass
from prhl.report.channels import LONGEST, WIDEST
from prhl.report.figure_text import Json, figure_json
from prhl.report.style import Style, plain
from prhl.semantics.observation import shown_all

WIDE = 100  # characters of a table


@dataclass(frozen=True)
class Scale:
    """A number as it is, or its logarithm, divided by an integer."""

    log: Literal["", "ln", "log2"] = ""
    over: int = 1


AS_IT_IS, LN, LOG2 = Scale(), Scale("ln"), Scale("log2")


@dataclass(frozen=True)
class OpenFigure:
    """A function of the open parameters: `name` is how it is asked for; it is its pieces on a scale."""

    name: str
    title: str
    function: Piecewise
    scale: Scale = AS_IT_IS


@dataclass(frozen=True)
class OpenStudy:
    """A channel in which parameters are open, with what was computed on it.

    A piece of the matrix is a pair: the inputs as texts, and a row of masses for each, in the order of `outputs`.
    """

    program: str
    names: tuple[str, ...]
    instance: dict[str, str]
    outputs: tuple[Any, ...]
    matrix: Piecewise
    figures: tuple[OpenFigure, ...]
    asked: bool = False  # figures alone


def as_text(study: OpenStudy, style: Style = plain) -> str:
    label = "".join([f", {name} = {value}" for name, value in study.instance.items()])
    common = shared_conditions(study)
    allowed = f" with {' && '.join(common)}" if common else ""
    lines = [style(f"{study.program} for every {', '.join(study.names)}{allowed}{label}", "name")]
    if not study.asked:
        for piece in study.matrix.pieces:
            lines += [
                *([f"  {_where_text(piece.where, common)}"] if len(study.matrix.pieces) > 1 else []),
                *_table(study, piece),
            ]
        lines.append("")
    for figure in study.figures:
        lines += _figure_lines(figure, common)
    roots = [point for point in cuts(study) if point.equation]
    lines += [f"  {point} is a root of {_equation(point, study)}" for point in roots]
    return "\n".join(lines)


def _table(study: OpenStudy, piece: Piece) -> list[str]:
    inputs, rows = piece.value
    table = [["", *[shown_all(seen) for seen in study.outputs[:WIDEST]]]]
    table += [[given, *[str(mass) for mass in row[:WIDEST]]] for given, row in zip(inputs, rows, strict=True)][:LONGEST]
    widths = [max([len(line[at]) for line in table]) for at in range(len(table[0]))]
    lines = _list(table) if sum(widths) > WIDE else []
    for first, *cells in table if not lines else ():
        aligned = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join(["  " + first.ljust(widths[0]), *aligned]).rstrip())
    hidden = [f"{len(inputs) - LONGEST} more inputs"] if len(inputs) > LONGEST else []
    hidden += [f"{len(study.outputs) - WIDEST} more outputs"] if len(study.outputs) > WIDEST else []
    return lines + ([f"  ... and {' and '.join(hidden)}"] if hidden else [])


def _list(table: list[list[str]]) -> list[str]:
    """A table that is too wide, entry by entry."""
    outputs = table[0][1:]
    width = max([len(output) for output in outputs])
    lines = []
    for given, *cells in table[1:]:
        lines.append(f"  {given}")
        lines += [f"    {output:<{width}}  {cell}" for output, cell in zip(outputs, cells, strict=True) if cell != "0"]
    return lines


def shared_conditions(study: OpenStudy) -> tuple[str, ...]:
    """The conditions on several open numbers that are part of every piece."""
    pieces = [piece for one in (study.matrix, *[f.function for f in study.figures]) for piece in one.pieces]
    parts = [part for piece in pieces if isinstance(piece.where, Conditions) for part in piece.where.any_of]
    return tuple([text for text in parts[0] if all([text in part for part in parts])]) if parts else ()


def _where_text(where: Interval | Conditions, common: tuple[str, ...]) -> str:
    """Without the common conditions."""
    if isinstance(where, Interval):
        return f"for {where}"
    rest = without(where, common)
    return f"for {rest}" if all(rest.any_of) else ""


def without(where: Conditions, common: tuple[str, ...]) -> Conditions:
    return Conditions(tuple([tuple([text for text in part if text not in common]) for part in where.any_of]))


def _figure_lines(figure: OpenFigure, common: tuple[str, ...]) -> list[str]:
    if figure.function.why:
        return [f"  {figure.title:<20}not computed: {figure.function.why}"]
    unit = " bits" if figure.scale.log == "log2" else ""
    texts = [value_text(piece.value, figure.scale) + unit for piece in figure.function.pieces]
    width = max([len(text) for text in texts], default=0)
    lines = []
    for at, (text, piece) in enumerate(zip(texts, figure.function.pieces, strict=True)):
        where = _where_text(piece.where, common)
        lines.append(f"  {figure.title if at == 0 else '':<20}{text:<{width}}  {where}".rstrip())
    return lines


def value_text(value: Any, scale: Scale) -> str:
    """As a user would write it; ln of a quotient that is exp of something is that."""
    if value is None:
        return "infinite"
    if not scale.log:
        return str(value)
    if scale.log == "log2":
        whole = log2_of(value)
        return f"log2({value})" if whole is None else str(whole)
    if isinstance(value, OpenQuotient):
        return str(OpenLog(value, Fraction(1, scale.over), Fraction(0)))
    return "0" if value == 1 else f"ln({value})" + ("" if scale.over == 1 else f"/{scale.over}")


def cuts(study: OpenStudy) -> list[Point]:
    """The ends of all pieces, each once."""
    functions = [study.matrix, *[figure.function for figure in study.figures]]
    ends = [end for one in functions for piece in one.pieces for end in _ends(piece.where)]
    return list({str(end): end for end in ends}.values())


def _ends(where: Interval | Conditions) -> list[Point]:
    return [end for end in (where.low, where.high) if end is not None] if isinstance(where, Interval) else []


def _equation(point: Point, study: OpenStudy) -> str:
    return point.equation.replace("x", study.names[0]) if len(study.names) == 1 else point.equation


# ---- for machines ----------------------------------------------------------------------------


def as_json(studies: Sequence[OpenStudy]) -> Json:
    return {"channels": [_study(study) for study in studies]}


def _study(study: OpenStudy) -> Json:
    return {
        "program": study.program,
        "open": list(study.names),
        "instance": study.instance,
        "outputs": [shown_all(seen) for seen in study.outputs],
        "matrix": [
            {
                "where": _where(piece.where),
                "inputs": list(piece.value[0]),
                "rows": [[str(mass) for mass in row] for row in piece.value[1]],
            }
            for piece in study.matrix.pieces
        ],
        "figures": {figure.name: _figure(figure) for figure in study.figures},
    }


def _figure(figure: OpenFigure) -> Json:
    if figure.function.why:
        return {"pieces": [], "reason": figure.function.why}
    pieces = [
        {
            "where": _where(piece.where),
            "exact": "inf" if piece.value is None else value_text(piece.value, figure.scale),
        }
        for piece in figure.function.pieces
    ]
    return {"pieces": pieces}


def _where(where: Interval | Conditions) -> Json:
    if isinstance(where, Conditions):
        return {"text": str(where), "any_of": [list(parts) for parts in where.any_of]}
    return {
        "text": str(where),
        "low": _cut(where.low),
        "high": _cut(where.high),
        "has_low": where.has_low,
        "has_high": where.has_high,
    }


def _cut(point: Point | None) -> Json | None:
    if point is None:
        return None
    figure: Figure = cut_figure(point)
    return {**(figure_json(figure) or {}), **({"root_of": point.equation} if point.equation else {})}
