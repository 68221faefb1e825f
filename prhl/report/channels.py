"""Channels laid out: for people, as JSON, as CSV."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from prhl.checks.instance_check import Budget
from prhl.closeness.delta_curve import Corner
from prhl.closeness.epsilon_delta import Epsilon
from prhl.exact import Channel
from prhl.logic.types import Type
from prhl.measures.knowledge import Inner
from prhl.measures.matrix import uniform_prior
from prhl.measures.min_entropy import Guessing
from prhl.measures.shelf import Measured, Reading
from prhl.numbers import Exact, Quotient, balls
from prhl.numbers.figures import Figure, abridged, decimal, figure, logarithm, written
from prhl.records import dataclass
from prhl.report.figure_text import Json, figure_json, figure_text
from prhl.report.style import Style, plain
from prhl.semantics.instances import text
from prhl.semantics.observation import shown_all

WIDEST, LONGEST = 10, 24  # outputs and inputs that people are shown
HALF = 32  # characters of each end of a long input
LONG = 40  # characters of a corner of the curve
TINY = Fraction(1, 10**12)  # missing mass below is given as a power of ten


@dataclass(frozen=True)
class Study:
    """A channel with all that was measured on it."""

    program: str
    channel: Channel
    types: dict[str, Type]
    secrets: tuple[str, ...]  # the parameters that vary from row to row
    epsilon: Epsilon | None  # None if no two inputs are related
    epsilon_figure: Figure | None
    total_variation: Figure | None
    curve: tuple[Corner, ...]
    hyper: tuple[Inner, ...]
    guessing: Guessing | None  # None if there is no input
    min_capacity: Figure | None
    prior: tuple[Fraction, ...] | None = None  # if one was given
    measures: tuple[Measured, ...] = ()  # what was asked for
    claimed: Budget | None = None  # by the claim whose relation this is
    twin: bool = False  # of the discrete twin of the program
    note: str = ""  # what is to be known of the columns
    delta_there: Figure | None = None  # the smallest at the claimed epsilon, if the claim has a delta

    @property
    def title(self) -> str:
        return f"{self.program} (discrete twin)" if self.twin else self.program

    def to_sympy(self) -> Any:
        """The matrix as a `sympy.Matrix`: a row for each input, a column for each output, exact."""
        from prhl.numbers.as_sympy import matrix_to_sympy

        outputs = self.channel.outputs
        return matrix_to_sympy([[row.probability(seen) for seen in outputs] for row in self.channel.left])

    def input_text(self, index: int) -> str:
        row = self.channel.instance.left[index]
        return ", ".join([f"{name} = {text(row[name], self.types[name])}" for name in self.secrets]) or "(no input)"


def as_text(study: Study, style: Style = plain) -> str:
    """What is seen at a glance; or, if something was asked for, the answers."""
    channel = study.channel
    label = ", ".join([f"{name} = {value}" for name, value in channel.instance.label.items()])
    lines = [style(f"{study.title}" + (f" at {label}" if label else ""), "name")]
    if study.measures:
        return "\n".join([*lines, *missing_lines(study), *_measures(study)])
    lines += [*_matrix(study), *missing_lines(study), *([f"  {study.note}"] if study.note else []), ""]
    lines += _figures(study) + _knowledge(study)
    return "\n".join(lines)


def _measures(study: Study) -> list[str]:
    """A line for each number, and one for the pair of inputs that attains it, unless it is the one just named."""
    said: list[tuple[str, str]] = []
    shown = None
    for measured in study.measures:
        if measured.why:
            said.append((measured.asked, measured.why))
        for reading in measured.readings:
            said.append((reading.name, figure_text(reading.figure) + _unit(reading)))
            if measured.pair is not None and measured.pair != shown:
                shown = measured.pair
                said.append(("", " against ".join([_input(study, index) for index in measured.pair])))
    width = max([len(name) for name, _ in said])
    return [f"  {name:<{width}}  {figure}" for name, figure in said]


def _input(study: Study, index: int) -> str:
    """An input, its middle left out where it is long."""
    text = study.input_text(index)
    return text if len(text) <= 2 * HALF else f"{text[:HALF]}...{text[-HALF:]}"


def _unit(reading: Reading) -> str:
    """`1 bit`, `2 bits`; what is infinite or has no unit stands alone."""
    if not reading.unit or reading.figure.exact == "inf":
        return ""
    return f" {reading.unit[:-1] if reading.figure.exact == '1' else reading.unit}"


def _matrix(study: Study) -> list[str]:
    rows, outputs = study.channel.left, study.channel.outputs
    columns = outputs[:WIDEST]
    table = [["", *[shown_all(seen) for seen in columns]]]
    for index, row in enumerate(rows[:LONGEST]):
        table.append([_input(study, index), *[_cell(row.probability(seen)) for seen in columns]])
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


def _cell(value: Exact) -> str:
    """Exact where that is short, else a decimal that says that it is cut."""
    exact = written(value)
    return exact if len(exact) <= 12 else decimal(balls.rounded(below(value), 6)[0]) + ".."


def below(value: Exact) -> Fraction:
    """A number just below, or itself."""
    return balls.bracket(value.enclosure, 12)[0] if isinstance(value, Quotient) else Fraction(value)


def _most_missing(study: Study) -> Fraction:
    return max([Fraction(row.missing) for row in study.channel.left], default=Fraction(0))


def _power(value: Fraction) -> int:
    """The k for which 10^-k is at least the value, and 10^-(k + 1) less."""
    power = 0
    while value * 10 ** (power + 1) <= 1:
        power += 1
    return power


def is_bounded(study: Study) -> bool:
    """Whether mass is missing, so that what is listed bounds the figures."""
    return bool(_most_missing(study))


def missing_lines(study: Study) -> list[str]:
    most = _most_missing(study)
    if not most:
        return []
    size = decimal(balls.rounded(most, 3)[1]) if most > TINY else f"10^-{_power(most)}"
    if all([row.ended for row in study.channel.left]):
        return [f"  outputs of probability up to {size} are not listed"]
    return [f"  runs of probability up to {size} had not ended"]


def _figures(study: Study) -> list[str]:
    if study.epsilon is None or study.epsilon_figure is None:
        return ["  no two inputs are related"]
    lines = [f"  smallest epsilon    {figure_text(study.epsilon_figure)}"]
    if study.epsilon.pair is not None and study.epsilon.output is not None:
        left, right = [_input(study, i) for i in study.epsilon.pair]
        lines.append(f"                      at output {shown_all(study.epsilon.output)}, {left} against {right}")
    if study.total_variation is not None:
        lines.append(f"  total variation     {figure_text(study.total_variation)}")
    if study.curve and (len(study.curve) > 1 or study.curve[0].delta):
        lines.append("  delta(eps)          from eps    delta there")
        for corner in study.curve[:WIDEST]:
            start = logarithm(corner.ratio)
            exact = None if start.exact is None else abridged(start.exact)
            shown = decimal(start.low) + ".." if exact is None or len(exact) > LONG else exact
            lines.append(f"                      {shown:<10}  {figure_text(_delta_there(study, corner))}")
        if len(study.curve) > WIDEST:
            lines.append(f"                      ... and {len(study.curve) - WIDEST} more corners")
    return lines


def _delta_there(study: Study, corner: Corner) -> Figure:
    """delta at a corner; with a and b missing it lies between the listed one minus E b and plus a."""
    most = _most_missing(study)
    if not most:
        return figure(corner.delta)
    listed, lost = figure(corner.delta), figure(most * corner.ratio).high
    assert listed.low is not None
    assert listed.high is not None
    assert lost is not None
    low = max(Fraction(0), listed.low - lost)
    return Figure(None, balls.rounded(low)[0], balls.rounded(min(Fraction(1), listed.high + most))[1])


def _knowledge(study: Study) -> list[str]:
    """What an observer learns; the posteriors as Kuifje prints them, each with its probability."""
    found = study.guessing
    if found is None:
        return []
    before, after = figure_text(figure(found.before)), figure_text(found.after.shown())
    lines = [f"  Bayes vulnerability {before} before, {after} after, {_prior(study)}"]
    leakage = f"  min-entropy leakage {figure_text(found.leakage)} bits"
    if study.prior is not None and study.min_capacity is not None:
        leakage += f", under the worst prior {figure_text(study.min_capacity)}"
    lines.append(leakage)
    if not study.hyper or len(study.channel.left) < 2:
        return lines
    lines.append("  hyper-distribution" + (" of what is listed" if _most_missing(study) else ""))
    for inner in study.hyper[:WIDEST]:
        head = _six(inner.probability)
        for index, share in list(enumerate(inner.posterior))[:LONGEST]:
            if share != 0:
                lines.append(f"    {head}  {_six(share)}  {_input(study, index)}")
                head = " " * len(head)
    if len(study.hyper) > WIDEST:
        lines.append(f"    ... and {len(study.hyper) - WIDEST} more posteriors")
    return lines


def _prior(study: Study) -> str:
    return "uniform prior" if study.prior is None else "given prior"


def _six(value: Exact) -> str:
    """Six decimals, to nearest: a share, not a figure of privacy."""
    millionths = (2 * below(value) * 10**6 + 1) // 2
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
        **({"twin": True} if study.twin else {}),
        **({"note": study.note} if study.note else {}),
        "instance": channel.instance.label,
        "inputs": [_inputs(study, index) for index in range(len(channel.left))],
        "outputs": [shown_all(seen) for seen in outputs],
        "rows": [[written(row.probability(seen)) for seen in outputs] for row in channel.left],
        "missing": [written(Fraction(row.missing)) for row in channel.left],
        "epsilon": figure_json(study.epsilon_figure),
        "worst": worst,
        "total_variation": figure_json(study.total_variation),
        "delta_curve": [
            {
                "exp_epsilon": written(corner.ratio),
                "epsilon": figure_json(logarithm(corner.ratio)),
                "delta": figure_json(_delta_there(study, corner)),
            }
            for corner in study.curve
        ],
        "prior": [written(share) for share in study.prior or uniform_prior(len(channel.left))],
        "prior_vulnerability": None if study.guessing is None else figure_json(figure(study.guessing.before)),
        "posterior_vulnerability": None if study.guessing is None else figure_json(study.guessing.after.shown()),
        "hyper": [
            {
                "probability": written(inner.probability),
                "posterior": [written(share) for share in inner.posterior],
                "outputs": [shown_all(outputs[column]) for column in inner.columns],
            }
            for inner in study.hyper
        ],
        "measures": _measures_json(study),
    }


def _measures_json(study: Study) -> Json:
    """By the name under which each was asked for; two that cost nothing are always there."""
    found: Json = {}
    if study.guessing is not None:
        found["min-entropy"] = {"leakage": figure_json(study.guessing.leakage)}
        found["min-capacity"] = {"capacity": figure_json(study.min_capacity)}
    for measured in study.measures:
        entry: Json = {reading.key: figure_json(reading.figure) for reading in measured.readings}
        if measured.pair is not None:
            entry["worst"] = {"inputs": [_inputs(study, index) for index in measured.pair]}
        if measured.why:
            entry["reason"] = measured.why
        found[measured.asked] = entry
    return found


def _inputs(study: Study, index: int) -> dict[str, str]:
    row = study.channel.instance.left[index]
    return {name: text(row[name], study.types[name]) for name in study.secrets}


def as_csv(studies: Sequence[Study]) -> str:
    """One line for each input and output of positive probability."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["program", "instance", "input", "output", "probability"])
    for study in studies:
        label = ", ".join([f"{name} = {value}" for name, value in study.channel.instance.label.items()])
        for index, row in enumerate(study.channel.left):
            for seen in study.channel.outputs:
                if seen in row.weights:
                    cells = [study.title, label, study.input_text(index), shown_all(seen)]
                    writer.writerow([*cells, written(row.probability(seen))])
    return out.getvalue()
