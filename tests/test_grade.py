"""`prhl grade`: every file of a class has a result, whatever it holds."""

import csv
import json
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main
from prhl.source import Source
from prhl.teaching.checking import Care, check
from prhl.teaching.exercise import Asked, Claimed, Exercise, course
from prhl.teaching.grading import Bounds, Grade, grades
from prhl.teaching.submissions import single, tasks

CHOSEN = [one for one in course() if one.folder == "1-couplings"][:3]

# A loop that ends with no certainty, and states without end: what is asked of the exact road is too much.
ENDLESS = """program P(x : private int) : int {
  i := 0;
  while (i >= 0) { i := i + 1; }
  return i;
}
claim c : P satisfies dp(1) when any check x in {0, 1};
"""


def hostile(exercise: Exercise) -> dict[str, bytes]:
    """Files that somebody might hand in, by what they are."""
    start, right = exercise.start.text, exercise.solution.text
    return {
        "empty": b"",
        "binary": bytes(range(256)) * 40,
        "not utf-8": b"\xff\xfe" + right.encode("utf-16"),
        "nul": right.encode() + b"\0",
        "huge": b"// " + b"x" * 5_000_000,
        "deep": start.replace("?", "(" * 20_000 + "1" + ")" * 20_000).encode(),
        "as deep as may be": start.replace("couple ?", f"couple b{{2}} = {'!(' * 240}b{{1}}{')' * 240}").encode(),
        "deep types": f"program Q(x : {'list[' * 3000}int{']' * 3000}) {{ return 1; }}".encode(),
        "wide": start.replace("?", "+".join(["1"] * 60_000)).encode(),
        "many claims": (right + "claim extra : Nothing satisfies dp(1) when any;\n" * 3000).encode(),
        "endless": (right + ENDLESS).encode(),
        "other exercise": b"program P() { return 1; }\n",
        "code": b"__import__('os').system('touch /tmp/owned')\n",
        "assumed": (right.rstrip().removesuffix(";") + " assume;\n").encode(),
        "a wall": start.replace("?", f"b{{2}} = ({' && '.join(['b{1}'] * 30_000)})").encode(),
        "a tower": start.replace("?", "b{2} = (2 ^ 99999999 ^ 99999999 > 0)").encode(),
    }


def edited(exercise: Exercise) -> dict[str, str]:
    """Fixed parts changed."""
    right = exercise.solution.text
    return {
        "claim dropped": right[: right.index("claim")],
        "claim weakened": right.replace("==>", "==> true ||", 1)
        if "==>" in right
        else right.replace("dp(", "dp(9+", 1),
        "body changed": right.replace("return ", "return 1 - ", 1),
        "program renamed": right.replace("program ", "program X", 1),
    }


def class_of(folder: Path, size: int) -> dict[str, str]:
    """A class of which we know what each student's first exercise is."""
    chance = random.Random(7)
    known = {}
    exercise = CHOSEN[0]
    kinds: list[tuple[str, bytes]] = [("solved", exercise.solution.text.encode())]
    kinds += [("open", exercise.start.text.encode())]
    kinds += [("wrong", mistake.source.text.encode()) for mistake in exercise.mistakes]
    kinds += [("changed", text.encode()) for text in edited(exercise).values()]
    kinds += [("hostile", data) for data in hostile(exercise).values()]
    for at in range(size):
        state, data = kinds[at] if at < len(kinds) else chance.choice([*kinds[:6], *kinds[:6], *kinds])
        student = folder / f"student{at:03}"
        student.mkdir()
        name = chance.choice([f"{exercise.name}.wl", f"{exercise.stem}.wl"])
        (student / name).write_bytes(data)
        known[student.name] = state
    return known


def test_a_class_of_two_hundred(tmp_path: Path) -> None:
    known = class_of(tmp_path, 200)
    found = grades(list(tasks(tmp_path, CHOSEN[:1])), Bounds(8, 1500), jobs=2)
    assert [grade.student for grade in found] == sorted(known)
    for grade in found:
        state = known[grade.student]
        if state == "hostile":
            assert grade.state not in ("solved", "failed"), grade
            assert not grade.points
            assert grade.said
        else:
            assert grade.state == state, grade
            assert grade.points == (grade.most if state == "solved" else 0)


@pytest.mark.parametrize("exercise", CHOSEN, ids=[one.name for one in CHOSEN])
def test_nothing_hostile_is_accepted(exercise: Exercise, tmp_path: Path) -> None:
    files = {**hostile(exercise), **{name: text.encode() for name, text in edited(exercise).items()}}
    for name, data in files.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{exercise.name}.wl").write_bytes(data)
    found = grades(list(tasks(tmp_path, [exercise])), Bounds(8, 1500), jobs=2)
    assert {grade.student for grade in found} == set(files)
    for grade in found:
        assert grade.state in ("unreadable", "changed", "open", "wrong", "too long", "too large"), grade
        assert not grade.points


TOWERS = (
    "2 ^ 999999999",
    "9 ^ 99999 ^ 99999",
    "exp(exp(exp(exp(10))))",
    "ln(exp(10 ^ 9))",
    "1 / (1 - 1)",
    "10 ^ 400000000 - 10 ^ 400000000",
    "1" * 9_999,
    "1e999999999",
)


def test_numbers_without_end(tmp_path: Path) -> None:
    """An answer may be any expression: what takes too long, or too much, ends there."""
    exercise = next(one for one in course() if isinstance(one.parts[0], Asked))
    for at, number in enumerate(TOWERS):
        (tmp_path / f"s{at}").mkdir()
        (tmp_path / f"s{at}" / f"{exercise.name}.wl").write_text(exercise.start.text.replace("?;", f"{number};"))
    found = grades(list(tasks(tmp_path, [exercise])), Bounds(3, 1500), jobs=2)
    assert [grade.student for grade in found] == [f"s{at}" for at in range(len(TOWERS))]
    for grade in found:
        assert grade.state in ("unreadable", "wrong", "too long", "too large"), grade
        assert not grade.points


def test_a_long_file_is_no_wrong_one(tmp_path: Path) -> None:
    text = CHOSEN[0].solution.text + "// padding\n" * 50_000
    (tmp_path / f"{CHOSEN[0].name}.wl").write_text(text)
    (found,) = grades(list(single(tmp_path, CHOSEN[:1])), Bounds())
    assert found.state == "solved"


def test_no_program_of_a_student_runs(tmp_path: Path) -> None:
    mark = tmp_path / "owned"
    folder = tmp_path / "class" / "eve"
    folder.mkdir(parents=True)
    (folder / f"{CHOSEN[0].name}.wl").write_text(f"__import__('pathlib').Path({str(mark)!r}).touch()\n")
    (folder / "conftest.py").write_text(f"import pathlib; pathlib.Path({str(mark)!r}).touch()\n")
    grades(list(tasks(tmp_path / "class", CHOSEN[:1])), Bounds())
    assert not mark.exists()


def slow(folder: Path) -> list[Grade]:
    student = folder / "slow"
    student.mkdir()
    (student / f"{CHOSEN[0].name}.wl").write_text(CHOSEN[0].solution.text)
    return grades(list(tasks(folder, CHOSEN[:1])), Bounds(seconds=0.001))


def test_the_time_limit_holds(tmp_path: Path) -> None:
    (grade,) = slow(tmp_path)
    assert (grade.state, grade.points, grade.most) == ("too long", 0, CHOSEN[0].points)


def test_the_memory_limit_holds(tmp_path: Path) -> None:
    """With too little for the solver itself, the process dies, and the class goes on."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{CHOSEN[0].name}.wl").write_text(CHOSEN[0].solution.text)
    found = grades(list(tasks(tmp_path, CHOSEN[:1])), Bounds(seconds=30, megabytes=1))
    assert [grade.student for grade in found] == ["a", "b"]
    assert {grade.state for grade in found} <= {"too large", "failed"}
    assert not any([grade.points for grade in found])


# ---- what is looked at -----------------------------------------------------------------------


def test_links_and_pipes_are_not_followed(tmp_path: Path) -> None:
    exercise = CHOSEN[0]
    secret = tmp_path / "secret.wl"
    secret.write_text(exercise.solution.text)
    folder = tmp_path / "class"
    for name in ("link", "pipe", "dangling", "loop"):
        (folder / name).mkdir(parents=True)
    (folder / "link" / f"{exercise.name}.wl").symlink_to(secret)
    os.mkfifo(folder / "pipe" / f"{exercise.name}.wl")
    (folder / "dangling" / f"{exercise.name}.wl").symlink_to(tmp_path / "nothing")
    (folder / "loop" / "again").symlink_to(folder / "loop")
    found = {grade.student: grade for grade in grades(list(tasks(folder, [exercise])), Bounds())}
    assert found["link"].state == found["pipe"].state == found["dangling"].state == "unreadable"
    assert found["loop"].state == "missing"
    assert not any([grade.points for grade in found.values()])


def test_where_files_may_be(tmp_path: Path) -> None:
    exercise = CHOSEN[0]
    deep = tmp_path / "deep" / exercise.folder
    deep.mkdir(parents=True)
    (deep / f"{exercise.stem}.wl").write_text(exercise.solution.text)
    twice = tmp_path / "twice"
    twice.mkdir()
    (twice / f"{exercise.stem}.wl").write_text(exercise.solution.text)
    (twice / f"{exercise.name}.wl").write_text(exercise.solution.text)
    (tmp_path / "alone.wl").write_text(exercise.solution.text)
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "notes.txt").write_text("")
    found = {grade.student: grade for grade in grades(list(tasks(tmp_path, [exercise])), Bounds())}
    assert {name: grade.state for name, grade in found.items()} == {
        "alone": "solved",
        "deep": "solved",
        "twice": "unreadable",
    }
    assert "2 times" in found["twice"].said
    assert [task.student for task in single(deep.parent, [exercise])] == ["deep"]


# ---- the command -----------------------------------------------------------------------------


def grade(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["grade", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_reports(tmp_path: Path) -> None:
    exercise = CHOSEN[0]
    folder = tmp_path / "class"
    for name, text in (("ann", exercise.solution.text), ("=bob", exercise.mistakes[0].source.text), ("cy", "")):
        (folder / name).mkdir(parents=True)
        (folder / name / f"{exercise.name}.wl").write_text(text)
    out = [str(tmp_path / name) for name in ("g.csv", "g.json", "gradescope")]
    shown = grade(str(folder), "--exercise", exercise.name, "--csv", out[0], "--json", out[1], "--gradescope", out[2])
    assert f"ann  {exercise.points} of {exercise.points}" in shown
    rows = list(csv.DictReader(Path(out[0]).read_text().splitlines()))
    assert [row["student"] for row in rows[:: len(exercise.parts)]] == ["'=bob", "ann", "cy"]
    told = {one["student"]: one for one in json.loads(Path(out[1]).read_text())["submissions"]}
    assert told["ann"]["points"] == told["ann"]["most"] == exercise.points
    assert told["=bob"]["exercises"][0]["state"] == "wrong"
    assert exercise.mistakes[0].says in told["=bob"]["exercises"][0]["message"]
    results = json.loads((Path(out[2]) / "ann.json").read_text())
    assert results["score"] == exercise.points
    assert {test["status"] for test in results["tests"]} == {"passed"}
    assert (Path(out[2]) / "_bob.json").exists()


def test_every_student_has_a_file_of_their_own_and_a_line(tmp_path: Path) -> None:
    exercise, names = CHOSEN[0], ["王芳", "张伟", "a;b", "a,b", "A_b", "x\nann  9 of 9"]
    for name in names:
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / f"{exercise.name}.wl").write_text(exercise.start.text)
    out = tmp_path / "scope"
    shown = grade(str(tmp_path / "class"), "--exercise", exercise.name, "--gradescope", str(out))
    assert len(list(out.iterdir())) == len(names)
    assert (out / "王芳.json").exists()
    assert not any([line.startswith("ann") for line in shown.splitlines()])


def test_one_submission_for_gradescope(tmp_path: Path) -> None:
    exercise = CHOSEN[0]
    (tmp_path / f"{exercise.name}.wl").write_text(exercise.start.text)
    out = tmp_path / "results.json"
    grade(str(tmp_path), "--single", "--exercise", exercise.name, "--gradescope", str(out))
    results = json.loads(out.read_text())
    assert results["score"] == 0
    assert all([set(test) >= {"name", "score", "max_score", "output"} for test in results["tests"]])


WRONG = """program Noisy(x : private int) : int {
  z :=$ DiscreteLaplace(answered) couple z{2} = z{1} + x{1} - x{2};
  return x + z;
}

claim too_good : Noisy satisfies dp(1/10) when within(x, 1) expect refuted;

answer answered = ?;
"""


def test_hidden_instances_are_measured(tmp_path: Path) -> None:
    """What only an instance shows that students do not see decides the grade."""
    part = Claimed("too_good", verdict="refuted", hidden=("x in 0..1",))
    made = replace(CHOSEN[0], name="hidden", start=Source("hidden.wl", WRONG), parts=(part,), mistakes=())
    for scale, open_, hidden in (("1", False, True), ("10", False, False)):
        source = Source("hidden.wl", WRONG.replace("?", scale))
        assert check(made, source).solved is open_
        assert check(made, source, Care(hidden=True)).solved is hidden
        (tmp_path / "hidden.wl").write_text(source.text)
        (found,) = grades(list(single(tmp_path, [made])), Bounds())
        assert found.points == (found.most if hidden else 0)


def test_an_unknown_exercise() -> None:
    result = CliRunner().invoke(main, ["grade", ".", "--exercise", "nothing"])
    assert result.exit_code == 2
    assert "there is no exercise" in result.output


# ---- names, statistics, messages -------------------------------------------------------------


@pytest.mark.parametrize(
    "called",
    [
        "{name}.WL",
        "{Name}.wl",
        "{name} (1).wl",
        "{name}(2).wl",
        "{name}.txt",
        "{name}.wl.txt",
        "{spaced}.wl",
        "{under}.wl",
    ],
)
def test_similar_names_are_found_and_said(tmp_path: Path, called: str) -> None:
    exercise = CHOSEN[0]
    name = exercise.name
    forms = {"Name": name.upper(), "spaced": name.replace("-", " "), "under": name.replace("-", "_")}
    file = called.format(name=name, **forms)
    (tmp_path / file).write_text(exercise.solution.text)
    (tmp_path / "readme.txt").write_text("mine")
    (task,) = single(tmp_path, [exercise])
    assert task.path == tmp_path / file
    assert task.note == f"found as `{file}`"
    (tmp_path / f"{name}.wl").write_text(exercise.solution.text)
    (task,) = single(tmp_path, [exercise])
    assert task.path == tmp_path / f"{name}.wl"
    assert "left aside" in task.note


def test_statistics_and_the_failing_obligation(tmp_path: Path) -> None:
    exercise = CHOSEN[0]
    wrong = exercise.mistakes[0].source.text
    for student, text in (("ann", exercise.solution.text), ("bob", wrong), ("cy", wrong)):
        (tmp_path / "class" / student).mkdir(parents=True)
        (tmp_path / "class" / student / f"{exercise.name} (1).wl").write_text(text)
    (tmp_path / "class" / "dee").mkdir()
    out = tmp_path / "g.json"
    shown = grade(str(tmp_path / "class"), "--exercise", exercise.name, "--json", str(out))
    assert "4 students: 0.25 of 1 on average, median 0" in shown
    assert "1 solved, 3 handed in" in shown
    assert "most often postcondition" in shown
    assert "(1).wl`" in shown
    assert "  postcondition: the postcondition may be false at the end" in shown
    told = json.loads(out.read_text())
    assert told["statistics"]["exercises"][exercise.name]["obligations"] == {"postcondition": 2}
    part = told["submissions"][1]["exercises"][0]["parts"][0]
    assert part["obligation"] == "postcondition"


def test_what_is_not_handed_in_is_a_line(tmp_path: Path) -> None:
    for student in ("ann", "bob"):
        (tmp_path / student).mkdir()
    (tmp_path / "ann" / f"{CHOSEN[0].name}.wl").write_text(CHOSEN[0].solution.text)
    lines = grade(str(tmp_path)).splitlines()
    assert len(lines) < 40
    assert max([len(line) for line in lines]) < 120
    told = "\n".join(lines)
    for exercise in course():
        assert told.count(exercise.name) >= (2 if exercise is CHOSEN[0] else 3)
    assert f"  {CHOSEN[0].name}  1 solved, 1 handed in" in told


def test_hidden_instances_stay_hidden(tmp_path: Path) -> None:
    """A student who fails is told nothing of them."""
    part = Claimed("too_good", verdict="refuted", hidden=("x in 41..42",))
    made = replace(CHOSEN[0], name="hidden", start=Source("hidden.wl", WRONG), parts=(part,), mistakes=())
    text = WRONG.replace("?", "10")
    told = check(made, Source("hidden.wl", text), Care(hidden=True))
    assert not told.solved
    assert "41" not in "\n".join([*told.lines, *[line for one in told.parts for line in one.lines]])
    proved = Claimed("too_good", hidden=("x in 41..42",), by="any")
    made = replace(made, parts=(proved,))
    text = text.replace("dp(1/10)", "dp(1)").replace(" expect refuted", "")
    assert check(replace(made, start=Source("hidden.wl", text.replace("10;", "?;"))), Source("hidden.wl", text)).solved


def test_a_new_exercise(tmp_path: Path) -> None:
    home = tmp_path / "mine"
    for name in ("1-noise/two-sensors", "1-noise/three-sensors", "2-more/last"):
        done = CliRunner().invoke(main, ["learn", "new", str(home / name), "--title", 'A "title"'])
        assert done.exit_code == 0, done.output
    assert (home / "1-noise/2-three-sensors/start.wl").exists()
    done = CliRunner().invoke(main, ["learn", "proofread", str(home)])
    assert done.exit_code == 0, done.output
    assert done.output.count("good") == 3
    for wrong in (home / "1-noise/two-sensors", home / "1-noise/Big Name", Path("alone")):
        assert CliRunner().invoke(main, ["learn", "new", str(wrong)]).exit_code == 2
