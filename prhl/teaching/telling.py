"""What `prhl learn` prints, as lines."""

import textwrap
from collections.abc import Sequence

from prhl.report.style import Style
from prhl.teaching.checking import Attempt
from prhl.teaching.exercise import HINTS, Exercise
from prhl.teaching.folder import Folder, Progress, shown

WIDTH = 88
BAR = 24


def listed(folder: Folder, style: Style) -> list[str]:
    """Worlds, exercises and what is done."""
    progress, current = folder.progress(), folder.current()
    done = [one for one in folder.exercises if one.name in progress.solved]
    lines = [f"{bar(len(done), len(folder.exercises))}  {len(done)} of {len(folder.exercises)} solved"]
    world = ""
    for one in folder.exercises:
        if one.world != world:
            world = one.world
            lines += ["", style(f"{one.number.partition('.')[0]}  {world}", "name")]
        mark = _mark(one, progress, current, style)
        lines.append(f"  {mark} {one.number:<5} {one.name:<{_widest(folder.exercises)}}  {one.title}")
    return lines


def _widest(exercises: Sequence[Exercise]) -> int:
    return max([len(one.name) for one in exercises])


def _mark(exercise: Exercise, progress: Progress, current: Exercise | None, style: Style) -> str:
    if exercise.name in progress.solved:
        return style("x", "good")
    if exercise.name in progress.given_up:
        return style("-", "dim")
    return style(">", "name") if current is not None and exercise.name == current.name else " "


def bar(done: int, all_: int) -> str:
    filled = BAR * done // max(1, all_)
    return f"[{'#' * filled}{'.' * (BAR - filled)}]"


def presented(folder: Folder, exercise: Exercise, style: Style) -> list[str]:
    """An exercise, to begin with it."""
    return [
        style(f"{exercise.number}  {exercise.title}", "name"),
        "",
        *exercise.statement.partition("\n")[2].strip().splitlines(),
        "",
        f"Fill the holes `?` of  {shown(folder.file(exercise))}",
        style(
            "then `prhl learn check`, or let `prhl learn watch` look whenever you save; `prhl learn hint` helps", "dim"
        ),
    ]


def judged(attempt: Attempt, folder: Folder, style: Style) -> list[str]:
    """What matters now."""
    exercise = attempt.exercise
    head = style(f"{exercise.number}  {exercise.title}", "name")
    if attempt.solved:
        return [f"{head}  {style('solved', 'good')}"]
    words = {
        "open": style("not finished", "warning"),
        "wrong": style("not yet", "bad"),
        "changed": style("changed where it is fixed", "bad"),
        "unreadable": style("cannot be read", "bad"),
    }
    passed = [part.part.name for part in attempt.parts if part.passed]
    right = [f"right so far: {', '.join(passed)}"] if passed else []
    return [f"{head}  {words[attempt.state]}", *right, "", *wrapped(attempt.lines)]


def wrapped(lines: Sequence[str]) -> list[str]:
    """Prose, broken at the width; what is indented or has lines of its own stays as it is."""
    out: list[str] = []
    for line in lines:
        if "\n" in line or line.startswith(" ") or len(line) <= WIDTH:
            out += line.splitlines() or [""]
        else:
            out += textwrap.wrap(line, WIDTH)
    return out


def hinted(exercise: Exercise, count: int, style: Style) -> list[str]:
    """The hint number `count`, from 1."""
    more = len(HINTS) - count
    left = "this is the last hint" if not more else f"{more} more: `prhl learn hint` again"
    return [
        style(f"{exercise.number}  {exercise.title}", "name") + f"  hint {count}: {HINTS[count - 1].lower()}",
        "",
        *exercise.hints[count - 1].splitlines(),
        "",
        style(left, "dim"),
    ]


def finished(style: Style) -> list[str]:
    return [
        style("All exercises are solved.", "good"),
        "`prhl learn list` shows them; write a mechanism of your own next.",
    ]
