"""A channel with open parameters in LaTeX: the matrix with them in it, and each figure piece by piece."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from prhl.measures.bounds import log2_of
from prhl.numbers.algebraic import Point
from prhl.numbers.open_quotients import OpenLog, OpenQuotient
from prhl.numbers.piecewise import Conditions, Interval
from prhl.numbers.written_forms import has_form
from prhl.report.channels import LONGEST, WIDEST
from prhl.report.latex.channel_tables import SPACED
from prhl.report.latex.formulas import MATH, cases, display, inline, number, wide
from prhl.report.latex.letters import assignments, escaped, label, name, polynomial, value, word
from prhl.report.open_channels import OpenFigure, OpenStudy, Scale, cuts, shared_conditions, without
from prhl.semantics.observation import shown_all

SYMBOLS = {"epsilon": "\\varepsilon", "delta": "\\delta"}


def open_study_latex(study: OpenStudy) -> str:
    names = ", ".join([name(one) for one in study.names])
    given = "".join([f", ${label(key)} = {value(text)}$" for key, text in study.instance.items()])
    common = shared_conditions(study)
    allowed = " with " + ", ".join([f"${polynomial(one)}$" for one in common]) if common else ""
    parts = [f"\\noindent\\textbf{{Channel}} of ${word(study.program)}$ for every ${names}${allowed}{given}."]
    if not study.asked:
        for piece in study.matrix.pieces:
            several = len(study.matrix.pieces) > 1
            parts += [f"\\noindent For ${where_latex(piece.where, common)}$:"] if several else []
            parts.append(_matrix(study, *piece.value))
    parts += [_figure(figure, names, common) for figure in study.figures]
    for point in cuts(study):
        if not has_form(point):
            equation = point.equation.replace("x", study.names[0])
            parts.append(f"\\noindent ${point_latex(point)}$ is a root of ${polynomial(equation)}$.")
    return "\n\n".join(parts) + "\n"


def _matrix(study: OpenStudy, inputs: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    outputs = study.outputs[:WIDEST]
    lines = [" & ".join(["", *[value(shown_all(seen)) for seen in outputs]]) + " \\\\ \\hline"]
    for given, row in list(zip(inputs, rows, strict=True))[:LONGEST]:
        cells = [display(number(mass)) for mass in row[:WIDEST]]
        lines.append(" & ".join([assignments(given), *cells]) + " \\\\")
    hidden = [f"{len(inputs) - LONGEST} more inputs"] if len(inputs) > LONGEST else []
    hidden += [f"{len(study.outputs) - WIDEST} more outputs"] if len(study.outputs) > WIDEST else []
    columns = f"{{l|{'c' * len(outputs)}}}"
    shown = "\n".join(["\\[", SPACED, f"\\begin{{array}}{columns}", *lines, "\\end{array}", "\\]"])
    return shown + (f"\n\\noindent and {' and '.join(hidden)}." if hidden else "")


def _figure(figure: OpenFigure, names: str, common: tuple[str, ...]) -> str:
    if figure.function.why:
        return f"\\noindent {escaped(figure.title)}: not computed, {escaped(figure.function.why)}."
    symbol = SYMBOLS.get(figure.name)
    head = f"\\text{{{escaped(figure.title)}}}" if symbol is None else f"{symbol}({names})"
    pieces = figure.function.pieces
    parts = [(display_of(piece.value, figure.scale), where_latex(piece.where, common)) for piece in pieces]
    if len(parts) == 1:
        where = f" \\quad\\text{{for }} {parts[0][1]}" if parts[0][1] else ""
        return f"\\[\n{head} = {parts[0][0]}{where}\n\\]"
    if any([wide(shown + where) for shown, where in parts]):
        each = [f"${shown}$ if ${where}$" for shown, where in parts]
        return f"\\noindent ${head}$ is {'; '.join(each)}."
    return f"\\[\n{head} = {cases(parts)}\n\\]"


def display_of(found: Any, scale: Scale) -> str:
    """The value of a piece, or its logarithm."""
    if found is None:
        return "\\infty"
    if not scale.log:
        return display(number(found))
    if scale.log == "log2":
        whole = log2_of(found)
        return display(MATH.function("log2", number(found))) if whole is None else str(whole)
    if isinstance(found, OpenQuotient):
        return display(number(OpenLog(found, Fraction(1, scale.over), Fraction(0))))
    if found == 1:
        return "0"
    whole_log = MATH.function("ln", number(found))
    return display(whole_log if scale.over == 1 else MATH.div(whole_log, number(scale.over)))


def where_latex(where: Interval | Conditions, common: tuple[str, ...] = ()) -> str:
    """Where a piece holds, without the conditions that hold everywhere."""
    if isinstance(where, Conditions):
        where = without(where, common)
        if not all(where.any_of):
            return ""
        parts = [" \\land ".join([polynomial(one) for one in part]) for part in where.any_of]
        return " \\text{ or } ".join(parts) or "\\text{every value}"
    symbol = name(where.name)
    if where.low is not None and where.low is where.high:
        return f"{symbol} = {point_latex(where.low)}"
    below, above = ["\\le" if has else "<" for has in (where.has_low, where.has_high)]
    low = "" if where.low is None else f"{point_latex(where.low)} {below} "
    high = "" if where.high is None else f" {above} {point_latex(where.high)}"
    return f"{low}{symbol}{high}" if low or high else f"\\text{{every }} {symbol}"


def point_latex(point: Point) -> str:
    """A cut exactly, or its first decimals."""
    return inline(number(point)) if has_form(point) else str(point).removesuffix("..") + "\\ldots"
