"""Grades as tables: for people, for spreadsheets, for machines, and as Gradescope reads them."""

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from textwrap import wrap
from typing import Any

from prhl.report.style import Style
from prhl.teaching.grading import Grade, PartGrade

WIDE = 118
STATES = {"solved": "good", "missing": "dim", "open": "warning"}


def by_student(grades: Sequence[Grade]) -> dict[str, list[Grade]]:
    found: dict[str, list[Grade]] = {}
    for grade in grades:
        found.setdefault(grade.student, []).append(grade)
    return found


def as_text(grades: Sequence[Grade], style: Style) -> str:
    """A line for each student, one for each exercise that lacks something or was found oddly, what is not there, and
    the statistics."""
    lines = []
    for student, theirs in by_student(grades).items():
        lines.append(f"{style(student.replace(chr(10), ' '), 'name')}  {_sum(theirs)}")  # one line, whatever its name
        missing = [grade.exercise for grade in theirs if grade.state == "missing" and not grade.note]
        for grade in theirs:
            if (grade.points < grade.most or grade.note) and grade.exercise not in missing:
                state = style(grade.state, STATES.get(grade.state, "bad"))
                aside = f"  ({grade.note})" if grade.note else ""
                told = f"  {grade.exercise}  {grade.points} of {grade.most}  {state}{aside}  {_first(grade)}"
                lines.append(told.rstrip())
        lines += _named(style("not handed in", STATES["missing"]), missing)
    return "\n".join([*lines, *_statistics_lines(statistics(grades))]) + "\n" if lines else "nothing was handed in\n"


def _first(grade: Grade) -> str:
    """The obligation that fails, if there is one, or the first thing that is said."""
    said = [line.strip() for line in grade.said.splitlines() if line.strip()]
    codes = [part.obligation for part in grade.parts if part.obligation]
    return next((line for line in said for code in codes[:1] if f"  {code}: " in line), "".join(said[:1]))


def statistics(grades: Sequence[Grade]) -> dict[str, Any]:
    """Of the class, and of each exercise: how many solved it, and which obligation fails most often."""
    sums = [sum([one.points for one in theirs]) for theirs in by_student(grades).values()]
    most = sum([one.most for one in next(iter(by_student(grades).values()), [])])
    exercises = {}
    for name in dict.fromkeys([grade.exercise for grade in grades]):
        mine = [grade for grade in grades if grade.exercise == name]
        failed = Counter([part.obligation for grade in mine for part in grade.parts if part.obligation])
        exercises[name] = {
            "handed_in": sum([grade.state != "missing" for grade in mine]),
            "solved": sum([grade.points == grade.most for grade in mine]),
            "mean": round(mean([grade.points for grade in mine]), 2),
            "most": mine[0].most,
            "obligations": dict(failed.most_common()),
        }
    told = {"mean": round(mean(sums), 2), "median": median(sums)} if sums else {"mean": None, "median": None}
    return {"students": len(sums), **told, "most": most, "exercises": exercises}


def _statistics_lines(found: dict[str, Any]) -> list[str]:
    if found["students"] < 2:
        return []
    lines = [
        "",
        f"{found['students']} students: {found['mean']:g} of {found['most']:g} on average, median {found['median']:g}",
    ]
    for name, one in found["exercises"].items():
        if not one["handed_in"]:
            continue
        often = "".join([f", most often {code}" for code in list(one["obligations"])[:1]])
        told = f"{one['solved']} solved, {one['handed_in']} handed in, {one['mean']} of {one['most']} on average"
        lines.append(f"  {name}  {told}{often}")
    nobody = [name for name, one in found["exercises"].items() if not one["handed_in"]]
    return lines + _named("nobody handed in", nobody)


def _named(what: str, exercises: Sequence[str]) -> list[str]:
    """Nothing, or a few lines with all of the names."""
    words = f"  {what}: {', '.join(exercises)}"
    return wrap(words, WIDE, subsequent_indent="    ", break_on_hyphens=False) if exercises else []


def _sum(grades: Sequence[Grade]) -> str:
    return f"{sum([one.points for one in grades])} of {sum([one.most for one in grades])}"


def as_csv(grades: Sequence[Grade]) -> str:
    """A row for each part: a spreadsheet sums it up as the teacher likes."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["student", "exercise", "part", "points", "most", "state", "message", "obligation", "note"])
    for grade in grades:
        for part in grade.parts:
            said = message(grade, part)
            cells = [grade.student, grade.exercise, part.name, part.points, part.most, grade.state]
            cells += [said, part.obligation, grade.note]
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
    return json.dumps({"submissions": told, "statistics": statistics(grades)}, indent=2) + "\n"


def _told(grade: Grade) -> dict[str, Any]:
    return {
        "exercise": grade.exercise,
        "state": grade.state,
        "points": grade.points,
        "most": grade.most,
        "message": grade.said,
        "note": grade.note,
        "parts": [
            {
                "part": one.name,
                "points": one.points,
                "most": one.most,
                "obligation": one.obligation or None,
                "message": message(grade, one),
            }
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
