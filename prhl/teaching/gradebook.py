"""Grades as tables: for people, for spreadsheets, for machines, and as Gradescope reads them."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from prhl.report.style import Style
from prhl.teaching.grading import Grade, PartGrade

STATES = {"solved": "good", "missing": "dim", "open": "warning"}


def by_student(grades: Sequence[Grade]) -> dict[str, list[Grade]]:
    found: dict[str, list[Grade]] = {}
    for grade in grades:
        found.setdefault(grade.student, []).append(grade)
    return found


def as_text(grades: Sequence[Grade], style: Style) -> str:
    """A line for each student, and one for each exercise that lacks something."""
    lines = []
    for student, theirs in by_student(grades).items():
        lines.append(f"{style(student, 'name')}  {_sum(theirs)}")
        for grade in theirs:
            if grade.points < grade.most:
                state = style(grade.state, STATES.get(grade.state, "bad"))
                first = next((line.strip() for line in grade.said.splitlines() if line.strip()), "")
                lines.append(f"  {grade.exercise}  {grade.points} of {grade.most}  {state}  {first}".rstrip())
    return "\n".join(lines) + "\n" if lines else "nothing was handed in\n"


def _sum(grades: Sequence[Grade]) -> str:
    return f"{sum([one.points for one in grades])} of {sum([one.most for one in grades])}"


def as_csv(grades: Sequence[Grade]) -> str:
    """A row for each part: a spreadsheet sums it up as the teacher likes."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["student", "exercise", "part", "points", "most", "state", "message"])
    for grade in grades:
        for part in grade.parts:
            said = message(grade, part)
            cells = [grade.student, grade.exercise, part.name, part.points, part.most, grade.state, said]
            table.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def message(grade: Grade, part: PartGrade) -> str:
    """What a student is told of a part: of the first that fails everything, the mistake too."""
    first = next((one for one in grade.parts if one.points < one.most), None)
    if part.points == part.most:
        return ""
    return grade.said if part is first else part.said or grade.said


def _cell(value: object) -> object:
    """No formula for a spreadsheet, whatever a file is called."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def as_json(grades: Sequence[Grade]) -> str:
    told = [
        {
            "student": student,
            "points": sum([one.points for one in theirs]),
            "most": sum([one.most for one in theirs]),
            "exercises": [_told(one) for one in theirs],
        }
        for student, theirs in by_student(grades).items()
    ]
    return json.dumps({"submissions": told}, indent=2) + "\n"


def _told(grade: Grade) -> dict[str, Any]:
    return {
        "exercise": grade.exercise,
        "state": grade.state,
        "points": grade.points,
        "most": grade.most,
        "message": grade.said,
        "parts": [
            {"part": one.name, "points": one.points, "most": one.most, "message": message(grade, one)}
            for one in grade.parts
        ],
    }


def as_gradescope(grades: Sequence[Grade]) -> str:
    """`results.json` of one submission."""
    tests = [
        {
            "name": f"{grade.exercise}: {part.name}",
            "score": part.points,
            "max_score": part.most,
            "status": "passed" if part.points == part.most else "failed",
            "output": message(grade, part),
            "output_format": "text",
        }
        for grade in grades
        for part in grade.parts
    ]
    return json.dumps({"score": sum([one.points for one in grades]), "tests": tests}, indent=2) + "\n"
