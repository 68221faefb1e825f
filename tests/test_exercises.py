"""Every exercise: its start is open, its solution is right, typical mistakes are recognised, hints only hint."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from prhl.pipeline import reformat
from prhl.source import Source
from prhl.syntax import ast
from prhl.syntax.parser import parse
from prhl.teaching.checking import Care, check
from prhl.teaching.exercise import Asked, Broken, Exercise, course, find, load, shipped
from prhl.teaching.folder import Folder
from prhl.teaching.numbers import verdict_on
from prhl.teaching.proofreading import filled, problems

COURSE = course()
LINK = re.compile(r"\[[^]]*\]\(([^)]*)\)")

SOURCES = (
    r"pRHL course slides|Lecture\s+Notes|Privacy\s+Engineering|Alec\s+Miller|\(Miller\)|OpenDP|Sparse\s+Vector|Dwork"
)

every_exercise = pytest.mark.parametrize("exercise", COURSE, ids=[one.name for one in COURSE])


def test_the_course() -> None:
    assert len(COURSE) >= 36
    assert len({one.name for one in COURSE}) == len(COURSE)
    assert list(dict.fromkeys([one.folder for one in COURSE])) == [
        "1-couplings",
        "2-rules",
        "3-channels",
        "4-privacy",
        "5-flaws",
        "6-delta",
        "7-finale",
    ]


@every_exercise
def test_what_is_handed_out_is_open(exercise: Exercise) -> None:
    attempt = check(exercise, exercise.start)
    assert attempt.state == "open"
    assert not attempt.earned
    assert "hole" in "\n".join(attempt.lines)


@every_exercise
def test_the_solution_is_right(exercise: Exercise) -> None:
    attempt = check(exercise, exercise.solution, Care(hidden=True))
    assert attempt.solved, "\n".join(attempt.lines)
    assert attempt.earned == exercise.points > 0


@every_exercise
def test_typical_mistakes_have_their_own_message(exercise: Exercise) -> None:
    assert 2 <= len(exercise.mistakes) <= 4
    assert len({mistake.says for mistake in exercise.mistakes}) == len(exercise.mistakes)
    for mistake in exercise.mistakes:
        attempt = check(exercise, mistake.source)
        assert (attempt.state, attempt.mistake) == ("wrong", mistake.name), "\n".join(attempt.lines)
        assert attempt.lines[0] == mistake.says
        assert len(mistake.says) > 60
        assert attempt.earned < exercise.points


def _tight(text: str) -> str:
    return re.sub(r"\s", "", text)


@every_exercise
def test_hints_do_not_contain_the_solution(exercise: Exercise) -> None:
    assert len(exercise.hints) == 3
    for text in filled(exercise):
        if len(text) <= 5:  # `true`, 3/4: part of many a sentence
            continue
        for told in (*exercise.hints, exercise.statement, *[mistake.says for mistake in exercise.mistakes]):
            assert text not in _tight(told)


@every_exercise
def test_files_are_formatted(exercise: Exercise) -> None:
    for source in (exercise.start, exercise.solution):
        assert reformat(source) == source.text


def test_links_in_statements_exist(tmp_path: Path) -> None:
    folder = Folder(tmp_path, shipped())
    folder.fill()
    pages = list(tmp_path.rglob("*.md"))
    assert len(pages) > len(COURSE)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in LINK.findall(text):
            target, _, anchor = link.partition("#")
            there = page.parent / target if target else page
            assert there.is_file(), f"{page.name}: {link}"
            if anchor:
                headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor in [re.sub(r"[^-\w ]", "", head.lower()).replace(" ", "-") for head in headings], link


@every_exercise
def test_statements_tell_why_and_where(exercise: Exercise) -> None:
    assert exercise.statement.startswith(f"# {exercise.title}\n")
    assert 6 <= len(exercise.statement.splitlines()) <= 60
    assert re.search(SOURCES, exercise.statement), "where is it discussed?"


@every_exercise
def test_numbers_are_asked_exactly(exercise: Exercise) -> None:
    """A rounded number is told apart from a wrong one, and from the right one."""
    from prhl.measures.asked import number
    from prhl.numbers import enclosure

    for part in exercise.parts:
        if not isinstance(part, Asked):
            continue
        rounded = f"{float(enclosure(number(part.value, 'value')).mid()):.4f}1"
        text = re.sub(rf"answer {part.answer} = [^;]*;", f"answer {part.answer} = {rounded};", exercise.solution.text)
        attempt = check(exercise, Source("x.wl", text))
        assert attempt.state == "wrong"
        assert not next(one for one in attempt.parts if one.part == part).passed


def test_find() -> None:
    first = COURSE[0]
    for name in (first.name, first.number, first.stem, f"{first.stem}.wl", f"a/b/{first.name}.wl"):
        assert find(name, COURSE) is first
    assert find("nothing", COURSE) is None


def test_a_broken_exercise_is_told(tmp_path: Path) -> None:
    (tmp_path / "worlds.toml").write_text('[[world]]\nfolder = "w"\ntitle = "W"\n')
    with pytest.raises(Broken, match="there is no folder w"):
        load(tmp_path)
    home = tmp_path / "w" / "1-x"
    home.mkdir(parents=True)
    with pytest.raises(Broken, match=r"there is no README\.md"):
        load(tmp_path)
    (tmp_path / "w" / "README.md").write_text("# W\n")
    with pytest.raises(Broken, match=r"1-x: there is no exercise\.toml"):
        load(tmp_path)
    for name, text in (("statement.md", "# X\n"), ("start.wl", ""), ("solution.wl", ""), ("hints.md", "## Idea\n")):
        (home / name).write_text(text)
    (home / "exercise.toml").write_text('title = "X"\npart = []\n')
    with pytest.raises(Broken, match="headings"):
        load(tmp_path)
    (home / "hints.md").write_text("## The idea\na\n## The rule\nb\n## The shape\nc\n")
    assert [one.title for one in load(tmp_path).exercises] == ["X"]
    (home.parent / "2-x").symlink_to(home, target_is_directory=True)
    with pytest.raises(Broken, match="two exercises"):
        load(tmp_path)


def test_proofreading(tmp_path: Path) -> None:
    """An exercise of somebody else, with everything wrong that can be."""
    good = COURSE[0]
    assert list(problems(good)) == []
    told = replace(
        good,
        start=good.solution,
        solution=good.start,
        hints=(good.hints[0], good.hints[1], good.solution.text),
        mistakes=(replace(good.mistakes[0], source=good.solution), replace(good.mistakes[1], name="other")),
    )
    found = list(problems(told))
    assert any(["start.wl should have holes" in one for one in found])
    assert any(["solution.wl is changed" in one for one in found])
    assert any(["should be wrong, and is solved" in one for one in found])
    given = replace(good, hints=(*good.hints[:2], good.solution.text))
    assert any(["gives the solution away" in one for one in problems(given)])
    untidy = replace(good, start=Source("x.wl", good.start.text + "\n\n"))
    assert any(["not formatted" in one for one in problems(untidy)])


@pytest.mark.parametrize(
    ("given", "wanted", "right"),
    [
        ("sqrt(2)/2", "1/sqrt(2)", True),
        ("exp(ln(3))", "3", True),
        ("0.75", "3/4", True),
        ("exp(exp(exp(exp(10))))", "3/4", False),
        ("exp(exp(exp(exp(10))))", "exp(exp(exp(exp(10)))) + 1", False),
        ("sqrt(2) + 1e-200", "sqrt(2)", False),
        ("ln(2) + exp(-400)", "ln(2)", False),
        ("0", "1e-400", False),
    ],
)
def test_numbers_are_compared_exactly(given: str, wanted: str, right: bool) -> None:
    answer = next(one for one in parse(Source("x.wl", f"answer a = {given};")).file.items)
    assert isinstance(answer, ast.Answer)
    assert verdict_on(answer, wanted, Source("x.wl", f"answer a = {given};"))[0] is right
