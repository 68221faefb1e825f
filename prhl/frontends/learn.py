"""`prhl learn`: the exercises, one at a time. What a command needs is imported when it runs."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from prhl.frontends.terminal import say, style_for, unwritable

if TYPE_CHECKING:
    from prhl.report.style import Style
    from prhl.teaching.checking import Attempt
    from prhl.teaching.exercise import Course, Exercise
    from prhl.teaching.folder import Folder

NAME = click.argument("name", required=False)
WHERE = click.option("--dir", "where", metavar="DIR", help="The folder with the exercises. [default: found from here]")


COURSE = click.option("--course", "home", metavar="DIR", help="Exercises of your own, instead of those of prhl.")


@click.group()
def learn() -> None:
    """Exercises in the order of a course: couplings, rules, channels, privacy, attacks."""


@learn.command()
@click.argument("folder", required=False, metavar="[DIR]")
@COURSE
def start(folder: str | None, home: str | None) -> None:
    """Put the exercises into a folder; what you have there already stays."""
    from prhl.diagnostics import counted
    from prhl.teaching.folder import DEFAULT, Folder, shown
    from prhl.teaching.telling import presented

    path = Path(folder or DEFAULT)
    made = Folder(path, loaded(home))
    try:
        path.mkdir(parents=True, exist_ok=True)
        new, all_ = made.fill()
    except OSError as error:
        sys.exit(unwritable(str(error.filename or path), error))
    kept = f", {all_ - new} were there already" if new < all_ else ""
    _say([f"{counted(new, 'exercise')} in {shown(path)}{kept}.", ""])
    current = made.current()
    if current is not None:
        _say(presented(made, current, _style()))


@learn.command("list")
@WHERE
def list_(where: str | None) -> None:
    """The worlds, the exercises, and what is solved."""
    from prhl.teaching.telling import listed

    _say(listed(_folder(where), _style()))


@learn.command("next")
@WHERE
def next_(where: str | None) -> None:
    """The next exercise: what it asks and which file to edit."""
    from prhl.teaching.telling import finished, presented

    folder = _folder(where)
    current = folder.current()
    _say(finished(_style()) if current is None else presented(folder, current, _style()))


@learn.command()
@NAME
@WHERE
def check(name: str | None, where: str | None) -> None:
    """Check your answer; without a NAME the one of the current exercise. Status 1 if it is not right."""
    folder = _folder(where)
    attempt = _checked(folder, _chosen(folder, name))
    sys.exit(0 if attempt.solved else 1)


@learn.command()
@NAME
@WHERE
def watch(name: str | None, where: str | None) -> None:
    """Check the file whenever it is saved, and go on to the next one when it is right; Ctrl-C ends it."""
    from prhl.teaching.telling import presented
    from prhl.teaching.watching import saved, stamp

    folder = _folder(where)
    exercise = _chosen(folder, name)
    _say(presented(folder, exercise, _style()))
    try:
        while True:
            path = folder.file(exercise)
            before = stamp(path)
            attempt = _checked(folder, exercise)
            if attempt.solved:
                following = folder.current()
                if following is None:
                    return
                exercise = following
                _say(["", *presented(folder, exercise, _style())])
                continue
            _say(["", _style()("waiting for you to save the file; Ctrl-C ends this", "dim")])
            saved(path, before)
            _clear()
    except KeyboardInterrupt:
        say()


@learn.command()
@NAME
@WHERE
def hint(name: str | None, where: str | None) -> None:
    """A hint, a little more each time: the idea, the rule, the shape."""
    from prhl.teaching.telling import hinted

    folder = _folder(where)
    exercise = _chosen(folder, name)
    progress = folder.progress()
    count = min(progress.hints.get(exercise.name, 0) + 1, len(exercise.hints))
    progress.hints[exercise.name] = count
    folder.keep(progress)
    _say(hinted(exercise, count, _style()))


@learn.command()
@NAME
@WHERE
@click.option("--give-up", is_flag=True, help="Show it although the exercise is not solved.")
def solution(name: str | None, where: str | None, give_up: bool) -> None:
    """The solution, once you have one of your own."""
    folder = _folder(where)
    exercise = _chosen(folder, name)
    progress = folder.progress()
    if exercise.name not in progress.solved:
        if not give_up:
            _refuse(f"{exercise.name} is not solved yet", "`prhl learn hint` helps, and `--give-up` shows the solution")
        if exercise.name not in progress.given_up:
            progress.given_up.append(exercise.name)
            folder.keep(progress)
    say(exercise.solution.text, nl=False, raw=True)


@learn.command()
@click.argument("name")
@WHERE
def reset(name: str, where: str | None) -> None:
    """Put the file of an exercise back as it was handed out; yours is kept beside it."""
    from prhl.teaching.folder import shown

    folder = _folder(where)
    exercise = _chosen(folder, name)
    aside = folder.reset(exercise)
    kept = "" if aside is None else f"; yours is {shown(aside)}"
    _say([f"{shown(folder.file(exercise))} is as it was handed out{kept}"])


@learn.command()
@click.argument("out", metavar="FILE")
@click.option("--solutions", is_flag=True, help="With the solutions, for teachers.")
@click.option("--world", "worlds", multiple=True, metavar="N", help="Only this world; more than once for several.")
@COURSE
def export(out: str, solutions: bool, worlds: tuple[str, ...], home: str | None) -> None:
    """A hand-out: statements and files of the exercises as one Markdown or HTML page, by the ending of FILE."""
    from prhl.teaching.handout import NoMarkdown, as_html, as_markdown

    chosen = [one for one in loaded(home).exercises if not worlds or one.number.partition(".")[0] in worlds]
    if not chosen:
        _refuse(f"there is no world {', '.join(worlds)}", "`prhl learn list` shows them by number")
    text = as_markdown(chosen, solutions)
    try:
        page = as_html(text) if out.endswith((".html", ".htm")) else text
        Path(out).write_text(page, encoding="utf-8", newline="\n")
    except NoMarkdown:
        _refuse("a page in HTML needs the package Markdown", "pip install 'prhl[docs]', or take the ending .md")
    except OSError as error:
        sys.exit(unwritable(out, error))


@learn.command()
@click.argument("folder", metavar="DIR/WORLD/NAME")
@click.option("--title", help="Of the exercise.")
def new(folder: str, title: str | None) -> None:
    """For authors: a folder for an exercise, in a course that is made if there is none. Nothing is written over.

    What is in it is a small exercise that is right, for you to replace file by file; `prhl learn proofread DIR` says
    what is to be mended.
    """
    from prhl.teaching.new_exercise import Refused, made

    try:
        home = made(Path(folder), title)
    except Refused as refused:
        _refuse(str(refused), "as in `prhl learn new mine/1-noise/two-sensors`")
    except OSError as error:
        sys.exit(unwritable(str(error.filename or folder), error))
    _say([f"{home}: replace statement.md, solution.wl, start.wl, hints.md, exercise.toml and wrong/", ""])


@learn.command()
@click.argument("home", metavar="DIR")
def proofread(home: str) -> None:
    """For authors: what is wrong with the exercises of a course. Status 1 if something is."""
    from prhl.diagnostics import Rejected
    from prhl.report.messages import diagnostic_text
    from prhl.teaching.proofreading import problems

    wrong = False
    for exercise in loaded(home).exercises:
        try:
            found = list(problems(exercise))
        except Rejected as rejected:
            found = [diagnostic_text(rejected.source, rejected.diagnostics[0])]
        wrong = wrong or bool(found)
        _say(
            [f"{exercise.number}  {exercise.name}  {'' if found else 'good'}".rstrip(), *[f"  {one}" for one in found]]
        )
    sys.exit(1 if wrong else 0)


def loaded(home: str | None) -> "Course":
    """The course in a folder, or the one of prhl; status 2 if it is broken."""
    from prhl.teaching.exercise import Broken, load, shipped

    try:
        return shipped() if home is None else load(Path(home), str(Path(home).resolve()))
    except Broken as broken:
        _refuse(str(broken), "`prhl/teaching/exercise.py` and docs/teaching.md describe what an exercise is made of")


def _checked(folder: "Folder", exercise: "Exercise") -> "Attempt":
    """The attempt, told, and remembered if it is right."""
    from prhl.diagnostics import Rejected
    from prhl.report.messages import diagnostic_text
    from prhl.teaching.checking import Attempt, Care, check
    from prhl.teaching.telling import judged

    try:
        attempt = check(exercise, folder.source(exercise), Care(style=_style()))
    except Rejected as rejected:  # the file itself
        lines = [diagnostic_text(rejected.source, one, _style()) for one in rejected.diagnostics]
        attempt = Attempt(exercise, "unreadable", tuple(lines))
    _say(judged(attempt, folder, _style()))
    progress = folder.progress()
    if attempt.solved and exercise.name not in progress.solved:
        progress.solved.append(exercise.name)
        folder.keep(progress)
    return attempt


def _folder(where: str | None) -> "Folder":
    from prhl.teaching.exercise import Broken
    from prhl.teaching.folder import NoCourse, found

    try:
        return found(where)
    except (NoCourse, Broken) as error:
        _refuse(str(error), "`prhl learn start` puts the exercises into a folder")


def _chosen(folder: "Folder", name: str | None) -> "Exercise":
    from prhl.diagnostics import did_you_mean
    from prhl.teaching.exercise import find

    if name is None:
        current = folder.current()
        if current is None:
            _refuse("all exercises are done", "name one: `prhl learn list` shows them")
        return current
    exercise = find(name, folder.exercises)
    if exercise is None:
        known = [one.name for one in folder.exercises]
        _refuse(f"there is no exercise `{name[:60]}`", did_you_mean(name, known, "`prhl learn list` shows them"))
    return exercise


def _clear() -> None:
    """A clean screen, on a terminal."""
    if sys.stdout.isatty():
        click.clear()


def _style() -> "Style":
    return style_for(sys.stdout)


def _say(lines: Sequence[str]) -> None:
    say("\n".join(lines))


def _refuse(message: str, hint: str = "") -> NoReturn:
    say(message + (f"\n  try: {hint}" if hint else ""), err=True)
    sys.exit(2)
