"""Channels laid out: for people, as JSON, as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from prhl.exact.channel import Channel
from prhl.exact.instances import text
from prhl.exact.observe import shown_all
from prhl.logic.types import Type
from prhl.measures.closeness import Epsilon
from prhl.measures.curve import Corner
from prhl.measures.knowledge import Inner
from prhl.numbers import balls
from prhl.numbers.figures import Figure, abridged, decimal, figure, logarithm, written
from prhl.report.as_json import Json, figure_json
from prhl.report.as_text import Style, figure_text, plain

WIDEST, LONGEST = 10, 24  # outputs and inputs that people are shown


@dataclass(frozen=True)
class Study:
    """A channel with all that was measured on it."""

    program: str
    channel: Channel
    types: dict[str, Type]
    secrets: tuple[str, ...]  # the parameters that vary from row to row
    epsilon: Epsilon | None  # None if no two inputs are related
    epsilon_figure: Figure | None
    total_variation: Fraction | None
    curve: tuple[Corner, ...]
    hyper: tuple[Inner, ...]
    vulnerability: tuple[Fraction, Fraction]  # before and after

    def input_text(self, index: int) -> str:
        row = self.channel.instance.left[index]
        return ", ".join([f"{name} = {text(row[name], self.types[name])}" for name in self.secrets]) or "(no input)"


def as_text(study: Study, style: Style = plain) -> str:
    channel = study.channel
    label = ", ".join([f"{name} = {value}" for name, value in channel.instance.label.items()])
    lines = [style(f"{study.program}" + (f" at {label}" if label else ""), "name")]
    lines += [*_matrix(study), *_missing(study), ""]
    lines += _figures(study) + _hyper(study, style)
    return "\n".join(lines)


def _matrix(study: Study) -> list[str]:
    rows, outputs = study.channel.left, study.channel.outputs
    columns = outputs[:WIDEST]
    table = [["", *[shown_all(seen) for seen in columns]]]
    for index, row in enumerate(rows[:LONGEST]):
        table.append([study.input_text(index), *[_cell(row.probability(seen)) for seen in columns]])
    widths = [max([len(line[at]) for line in table]) for at in range(len(table[0]))]
    lines = []
    for first, *cells in table:
        aligned = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join(["  " + first.ljust(widths[0]), *aligned]).rstrip())
    hidden = []
    if len(rows) > LONGEST:
        hidden.append(f"{len(rows) - LONGEST} more inputs")
    if len(outputs) > WIDEST:
        hidden.append(f"{len(outputs) - WIDEST} more outputs")
    return lines + ([f"  ... and {' and '.join(hidden)}"] if hidden else [])


def _cell(value: Fraction) -> str:
    """Exact where that is short, else a decimal that says that it is cut."""
    exact = written(value)
    if len(exact) <= 12:
        return exact
    return decimal(balls.rounded(value, 6)[0]) + ".."


def _missing(study: Study) -> list[str]:
    most = max([row.missing for row in study.channel.left], default=Fraction(0))
    if not most:
        return []
    return [f"  runs of probability up to {decimal(balls.rounded(Fraction(most), 3)[1])} had not ended"]


def _figures(study: Study) -> list[str]:
    if study.epsilon is None or study.epsilon_figure is None:
        return ["  no two inputs are related"]
    lines = [f"  smallest epsilon    {figure_text(study.epsilon_figure)}"]
    if study.epsilon.pair is not None and study.epsilon.output is not None:
        left, right = [study.input_text(i) for i in study.epsilon.pair]
        lines.append(f"                      at output {shown_all(study.epsilon.output)}, {left} against {right}")
    if study.total_variation is not None:
        lines.append(f"  total variation     {figure_text(figure(study.total_variation))}")
    if study.curve and (len(study.curve) > 1 or study.curve[0].delta):
        lines.append("  delta(eps)          from eps    delta there")
        for corner in study.curve[:WIDEST]:
            start = logarithm(corner.ratio)
            lines.append(f"                      {_short(start.exact):<10}  {figure_text(figure(corner.delta))}")
        if len(study.curve) > WIDEST:
            lines.append(f"                      ... and {len(study.curve) - WIDEST} more corners")
    return lines


def _short(exact: str | None) -> str:
    return abridged(exact or "")


def _hyper(study: Study, style: Style) -> list[str]:
    """As Kuifje prints it: the probability of each posterior, and the posterior over the inputs."""
    before, after = study.vulnerability
    lines = [
        f"  Bayes vulnerability {figure_text(figure(before))} before, {figure_text(figure(after))} after, uniform prior"
    ]
    if not study.hyper or len(study.channel.left) < 2:
        return lines
    lines.append("  hyper-distribution")
    for inner in study.hyper[:WIDEST]:
        head = _six(inner.probability)
        for index, share in list(enumerate(inner.posterior))[:LONGEST]:
            if share:
                lines.append(f"    {head}  {_six(share)}  {study.input_text(index)}")
                head = " " * len(head)
    if len(study.hyper) > WIDEST:
        lines.append(f"    ... and {len(study.hyper) - WIDEST} more posteriors")
    return lines


def _six(value: Fraction) -> str:
    """Six decimals, to nearest: a share, not a figure of privacy."""
    millionths = (2 * value * 10**6 + 1) // 2
    return f"{millionths // 10**6}.{millionths % 10**6:06d}"


# ---- for machines ----------------------------------------------------------------------------


def as_json(studies: Sequence[Study]) -> Json:
    return {"channels": [_study(study) for study in studies]}


def _study(study: Study) -> Json:
    channel = study.channel
    outputs = channel.outputs
    worst: Any = None
    if study.epsilon is not None and study.epsilon.pair is not None:
        worst = {
            "inputs": [_inputs(study, index) for index in study.epsilon.pair],
            "output": None if study.epsilon.output is None else shown_all(study.epsilon.output),
        }
    return {
        "program": study.program,
        "instance": channel.instance.label,
        "inputs": [_inputs(study, index) for index in range(len(channel.left))],
        "outputs": [shown_all(seen) for seen in outputs],
        "rows": [[written(row.probability(seen)) for seen in outputs] for row in channel.left],
        "missing": [written(Fraction(row.missing)) for row in channel.left],
        "epsilon": figure_json(study.epsilon_figure),
        "worst": worst,
        "total_variation": None if study.total_variation is None else figure_json(figure(study.total_variation)),
        "delta_curve": [
            {
                "exp_epsilon": written(corner.ratio),
                "epsilon": figure_json(logarithm(corner.ratio)),
                "delta": figure_json(figure(corner.delta)),
            }
            for corner in study.curve
        ],
        "prior_vulnerability": figure_json(figure(study.vulnerability[0])),
        "posterior_vulnerability": figure_json(figure(study.vulnerability[1])),
        "hyper": [
            {
                "probability": written(inner.probability),
                "posterior": [written(share) for share in inner.posterior],
                "outputs": [shown_all(seen) for seen in inner.outputs],
            }
            for inner in study.hyper
        ],
    }


def _inputs(study: Study, index: int) -> dict[str, str]:
    row = study.channel.instance.left[index]
    return {name: text(row[name], study.types[name]) for name in study.secrets}


def as_csv(studies: Sequence[Study]) -> str:
    """One line for each input and output of positive probability."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["program", "instance", "input", "output", "probability"])
    for study in studies:
        label = ", ".join([f"{name} = {value}" for name, value in study.channel.instance.label.items()])
        for index, row in enumerate(study.channel.left):
            for seen in study.channel.outputs:
                if seen in row.weights:
                    cells = [study.program, label, study.input_text(index), shown_all(seen)]
                    writer.writerow([*cells, written(row.probability(seen))])
    return out.getvalue()
