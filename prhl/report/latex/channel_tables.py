"""A channel in LaTeX: its matrix, its figures, and delta as a function of epsilon."""

from collections.abc import Sequence

from prhl.closeness.delta_curve import Corner
from prhl.numbers import Exact, balls
from prhl.numbers.figures import decimal, exact_text, written
from prhl.numbers.figures import figure as as_figure
from prhl.report.channels import LONGEST, WIDEST, Study, below, is_bounded, missing_lines
from prhl.report.figure_text import LONGEST as LONGEST_FIGURE
from prhl.report.latex.formulas import MATH, Piece, cases, display, figure, inline, number
from prhl.report.latex.letters import decimals, escaped, label, name, value, word
from prhl.semantics.instances import text
from prhl.semantics.observation import shown_all

LONGEST_CELL = 40  # characters
SPACED = "\\renewcommand{\\arraystretch}{1.4}"


def study_latex(study: Study) -> str:
    """What is seen at a glance; or, if something was asked for, the answers."""
    fixed = ", ".join([f"${label(key)} = {value(text)}$" for key, text in study.channel.instance.label.items()])
    twin = " (discrete twin)" if study.twin else ""
    title = f"\\noindent\\textbf{{Channel}} of ${word(study.program)}${twin}" + (f" at {fixed}" if fixed else "")
    remarks = [f"\\noindent {escaped(line.strip())}." for line in missing_lines(study)]
    if study.measures:
        return "\n\n".join([f"{title}.", *remarks, _table(_measures(study))]) + "\n"
    note = [f"\\noindent {escaped(study.note)}."] if study.note else []
    return "\n\n".join([f"{title}.", _matrix(study), *remarks, *note, _table(_figures(study)), *_curve(study)]) + "\n"


def _matrix(study: Study) -> str:
    rows, outputs = study.channel.left[:LONGEST], study.channel.outputs[:WIDEST]
    lines = [" & ".join(["", *[value(shown_all(seen)) for seen in outputs]]) + " \\\\ \\hline"]
    for index, row in enumerate(rows):
        cells = [_cell(row.probability(seen)) for seen in outputs]
        lines.append(" & ".join([_input(study, index), *cells]) + " \\\\")
    hidden = []
    if len(study.channel.left) > LONGEST:
        hidden.append(f"{len(study.channel.left) - LONGEST} more inputs")
    if len(study.channel.outputs) > WIDEST:
        hidden.append(f"{len(study.channel.outputs) - WIDEST} more outputs")
    columns = f"{{l|{'c' * len(outputs)}}}"
    shown = "\n".join(["\\[", SPACED, f"\\begin{{array}}{columns}", *lines, "\\end{array}", "\\]"])
    return shown + (f"\n\\noindent and {' and '.join(hidden)}." if hidden else "")


def _input(study: Study, index: int) -> str:
    row = study.channel.instance.left[index]
    given = [f"{name(key)} = {value(text(row[key], study.types[key]))}" for key in study.secrets]
    return ",\\ ".join(given) or "\\text{(no input)}"


def _cell(found: Exact) -> str:
    exact = exact_text(found)
    if exact is not None and len(exact) <= LONGEST_CELL:
        return display(number(found))
    return decimals(decimal(balls.rounded(below(found), 6)[0])) + "\\ldots"


def _figures(study: Study) -> list[tuple[str, str]]:
    if study.epsilon is None or study.epsilon_figure is None:
        return [("no two inputs are related", "")]
    rows = [("smallest $\\varepsilon$", f"${figure(study.epsilon_figure)}$")]
    if study.epsilon.pair is not None and study.epsilon.output is not None:
        left, right = [f"${_input(study, index)}$" for index in study.epsilon.pair]
        rows.append(("", f"at output ${value(shown_all(study.epsilon.output))}$, {left} against {right}"))
    if study.total_variation is not None:
        rows.append(("total variation", f"${figure(study.total_variation)}$"))
    if study.guessing is not None:
        before, after = as_figure(study.guessing.before), study.guessing.after.shown()
        shown = [f"${figure(one)}$" for one in (before, after, study.guessing.leakage)]
        rows.append(("Bayes vulnerability", f"{shown[0]} before, {shown[1]} after"))
        rows.append(("min-entropy leakage", f"{shown[2]} bits"))
    return rows


def _measures(study: Study) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for measured in study.measures:
        if measured.why:
            rows.append((escaped(measured.asked), escaped(measured.why)))
        for reading in measured.readings:
            unit = "" if not reading.unit or reading.figure.exact == "inf" else f" {reading.unit}"
            rows.append((escaped(reading.name), f"${figure(reading.figure)}${unit}"))
    return rows


def _table(rows: Sequence[tuple[str, str]]) -> str:
    inside = [f"{first} & {second} \\\\" for first, second in rows]
    return "\n".join(["\\begin{center}", "\\begin{tabular}{@{}ll@{}}", *inside, "\\end{tabular}", "\\end{center}"])


# ---- delta as a function of epsilon ----------------------------------------------------------


def _curve(study: Study) -> list[str]:
    """Piece by piece, where nothing is missing and the pieces are few and short."""
    corners = study.curve
    texts = [written(part) for corner in corners for part in (corner.ratio, corner.above, corner.below)]
    if not corners or len(corners) > WIDEST or is_bounded(study) or max(map(len, texts)) > LONGEST_FIGURE:
        return []
    ends = [_logarithm(corner.ratio) for corner in corners[1:]]
    parts = []
    for at, corner in enumerate(corners):
        above = "" if at == len(ends) else f" < {inline(ends[at])}"
        low = "0" if at == 0 else inline(ends[at - 1])
        parts.append((display(_line(corner)), f"{low} \\le \\varepsilon{above}"))
    return [f"\\[\n\\delta(\\varepsilon) = {cases(parts)}\n\\]"]


def _logarithm(ratio: Exact) -> Piece:
    return MATH.function("ln", number(ratio))


def _line(corner: Corner) -> Piece:
    """above - below * e^eps."""
    if corner.below == 0:
        return number(corner.above)
    slope = MATH.mul([number(-corner.below), MATH.function("exp", MATH.name("eps"))])
    return slope if corner.above == 0 else MATH.add([number(corner.above), slope])
