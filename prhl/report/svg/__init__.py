"""Channels as pictures: a heat map and the curve delta(eps) for each study, written as SVG text.

Floats place things and shade cells. What is written as a number is exact, or says on which side it was rounded. The
picture is the same on every machine: lengths are estimated from a table, and coordinates have two decimals.
"""

from collections.abc import Sequence
from fractions import Fraction

from prhl.diagnostics import counted
from prhl.report.channels import Study
from prhl.report.svg.curve import EPSILON, Curve, plot
from prhl.report.svg.elements import (
    GAP,
    SMALL,
    Piece,
    below,
    beside,
    fitted,
    gradient,
    heading,
    page,
    remarks,
)
from prhl.report.svg.heat_map import Matrix, arrangement, heat_map
from prhl.report.svg.numerals import approximate, at_most, said
from prhl.semantics.observation import shown_all

MOST_STUDIES = 40


def as_svg(studies: Sequence[Study]) -> str:
    """One picture, a block for each study below each other; plain ASCII, so that any terminal can carry it."""
    sketches = [Sketch(study) for study in studies[:MOST_STUDIES]]
    column = max([sketch.map.piece.width for sketch in sketches if sketch.beside], default=0.0)
    blocks = [_block(sketch, column) for sketch in sketches]
    if not studies:
        blocks = [remarks(["There is nothing to draw: no instance."])]
    if len(studies) > MOST_STUDIES:
        blocks.append(remarks([f"The first {MOST_STUDIES} of {len(studies)} instances are drawn."]))
    whole = blocks[0]
    for block in blocks[1:]:
        whole = below(whole, block, GAP)
    names = ", ".join(dict.fromkeys([study.title for study in studies]))
    told = " ".join([_told(sketch) for sketch in sketches]) or "There is nothing to draw."
    return page(f"Channel of {names}" if names else "No channel", told, whole, gradient())


def _told(sketch: "Sketch") -> str:
    """A block in words."""
    study = sketch.study
    size = f"{counted(len(study.channel.left), 'input')}, {counted(len(sketch.matrix.outputs), 'output')}"
    epsilon = "no two inputs are related"
    if study.epsilon_figure is not None:
        epsilon = f"smallest epsilon {said(study.epsilon_figure)}"
    return f"{_heading(study)}: {size}; {epsilon}."


def _heading(study: Study) -> str:
    label = ", ".join([f"{name} = {value}" for name, value in study.channel.instance.label.items()])
    return study.title + (f" at {label}" if label else "")


class Sketch:
    """A block whose heat map is drawn, so that blocks can agree where their curves stand."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.matrix = Matrix(study)
        self.curve = Curve(study) if study.curve else None
        chosen = arrangement(self.matrix, self.curve is not None)
        self.beside = chosen.beside
        self.map = heat_map(self.matrix, chosen.width, chosen.letters)


def _block(sketch: Sketch, column: float) -> Piece:
    """Heading, heat map, curve beside it or below, notes."""
    study, panels = sketch.study, sketch.map.piece
    if sketch.curve is not None and sketch.beside:
        more = column - panels.width
        panels = beside(panels, plot(sketch.curve, 250.0), GAP + (more if more <= 90 else 0))
    elif sketch.curve is not None:
        panels = below(panels, plot(sketch.curve, max(300.0, sketch.map.wide), sketch.map.left), 18.0)
    head = heading(study.title, _heading(study).removeprefix(study.title).strip())
    whole = below(head, panels, 10.0)
    notes = [*_map_notes(sketch), *_curve_notes(study)]
    return below(whole, remarks(notes), 10.0) if notes else whole


def _map_notes(sketch: Sketch) -> list[str]:
    matrix, study = sketch.matrix, sketch.study
    notes = []
    if len(matrix.columns) < len(matrix.outputs):
        first, last = [fitted(shown_all(matrix.columns[at]), 150, SMALL) for at in (0, -1)]
        rest = at_most(max([matrix.outside(row) for row in matrix.rows]))
        notes.append(
            f"{len(matrix.columns)} of {len(matrix.outputs)} outputs are drawn, from {first} to {last};"
            f" in each row drawn the others together have probability at most {rest}."
        )
    if len(matrix.rows) < len(study.channel.left):
        notes.append(f"The first {len(matrix.rows)} of {len(study.channel.left)} inputs are drawn.")
    if matrix.rooted:
        notes.append("The shade grows with the square root of the probability.")
    missing = max([row.missing for row in study.channel.left], key=approximate, default=Fraction(0))
    if missing:
        ended = all([row.ended for row in study.channel.left])
        who, what = ("Outcomes", "are left out or rounded away") if ended else ("Runs", "had not ended")
        notes.append(f"{who} of probability up to {at_most(missing)} {what}: every cell is a lower bound.")
    return notes


def _curve_notes(study: Study) -> list[str]:
    if study.epsilon_figure is None:
        return ["No two inputs are related: there is no curve."]
    if not study.curve:
        return [f"Too many related inputs for the curve; smallest {EPSILON}: {said(study.epsilon_figure)}."]
    return []
