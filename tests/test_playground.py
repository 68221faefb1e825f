"""What the page in the browser asks, answered here without a browser and node; `make test-browser` has those."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from prhl.frontends.language_server.editor_document import Document
from prhl.frontends.playground import ASKED, Playground
from prhl.jobs import Asked, Here, local
from prhl.report.svg.coupled_samplings import drawable
from prhl.report.svg.turned_values import Turned
from prhl.teaching.exercise import course

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "playground"
COINS = (ROOT / "examples" / "course" / "rand_resp.wl").read_text(encoding="utf-8")
HOLE = """program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple ?;
  return x + z;
}

claim private : Noisy satisfies dp(eps) when within(x, 1);
"""
Json = dict[str, Any]


def ask(page: Playground, **question: Any) -> Json:
    answer: Json = json.loads(page.answer(json.dumps(question)))
    return answer


def test_verdicts_with_their_places() -> None:
    told: list[str] = []
    answer = ask(Playground(told.append), ask="verify", text=COINS)
    assert [(one["name"], one["verdict"], one["ok"]) for one in answer["claims"]] == [
        ("ln3", "proved", True),
        ("ln2", "refuted", True),
    ]
    lines = COINS.splitlines()
    assert [lines[one["range"]["start"]["line"]].split()[1] for one in answer["claims"]] == ["ln3", "ln2"]
    assert answer["diagnostics"] == []
    assert any(["ln2" in words for words in told])


def test_a_channel_for_every_value_of_a_number() -> None:
    text = "program P(x : private bool, p : real) : bool requires 0 < p && p < 1; { b :=$ Flip(p); return x xor b; }"
    asked = {"ask": "channel", "text": text, "program": "P"}
    (one,) = ask(Playground(), **asked, open=["p"])["pictures"]
    assert one["text"].startswith("P for every p")
    assert "ln((1 - p)/p)" in one["text"]
    assert "<svg" in one["svg"]
    answer = ask(Playground(), **asked)
    assert "`p` are not stated" in answer["error"]
    assert "in the field Values" in answer["error"]
    assert "--set" not in answer["error"]


def test_what_is_wrong_is_an_answer() -> None:
    wrong = COINS.replace("b :=$ Flip", "b = Flip")
    for what in ("check", "verify", "channel", "budget", "format"):
        answer = ask(Playground(), ask=what, text=wrong)
        (first,) = answer.get("diagnostics") or ask(Playground(), ask="check", text=wrong)["diagnostics"]
        assert first["range"]["start"] == {"line": 4, "character": 4}, what
        assert what in ("check", "verify") or "assign" in answer["error"], what
    assert "fault" not in ask(Playground(), ask="couple", text=COINS, claim="none")
    assert "there is no exercise" in ask(Playground(), ask="attempt", text="", exercise="none")["error"]


def test_a_hole_is_filled() -> None:
    page = Playground()
    answer = ask(page, ask="verify", text=HOLE)
    (fill,) = [one for one in answer["fixes"] if one["title"].startswith("fill the hole")]
    ((edit,),) = fill["edit"]["changes"].values()
    assert edit["newText"] == "z{2} = z{1} + x{1} - x{2}"
    assert edit["range"]["start"] == {"line": 3, "character": HOLE.splitlines()[3].index("?")}
    filled = HOLE.replace("?", edit["newText"])
    after = ask(page, ask="verify", text=filled)
    assert [one["verdict"] for one in after["claims"]] == ["proved"]
    assert "owed on this line" in ask(page, ask="goals", text=filled, line=4)["report"]
    (bars,) = ask(page, ask="budget", text=filled)["pictures"]
    assert "epsilon: all of it is spent" in bars["svg"]


def test_channel_and_coupling() -> None:
    (drawn,) = ask(Playground(), ask="channel", text=COINS, claim="ln3")["pictures"]
    assert "smallest epsilon ln(3)" in drawn["svg"]
    (drawn,) = ask(Playground(), ask="couple", text=COINS, claim="ln2")["pictures"]
    assert "claim ln2" in drawn["svg"]


@pytest.mark.parametrize(
    ("noise", "shift", "price"),
    [
        ("Laplace(2/eps)", "3/2", "epsilon (3/2)*eps/2"),
        ("DiscreteLaplace(3)", "-2", "epsilon 2/3"),
        ("Exponential(1/eps)", "1", "epsilon eps"),
        ("Geometric(1/2)", "1", "epsilon ln(2)"),
        ("Gauss(2)", "3", "zCDP 9/8"),
    ],
)
def test_noise_that_is_moved(noise: str, shift: str, price: str) -> None:
    text = f"program P(eps : real) : real requires eps > 0; {{ if (eps > 1) {{ z :=$ {noise}; }} return 0; }}"
    page = Playground()
    (site,) = ask(page, ask="check", text=text)["movable"]
    assert site["title"] == f"z :=$ {noise}"
    answer = ask(page, ask="moved", text=text, site=0, shift=shift)
    assert answer["price"] == price
    assert price.split(" ", 1)[1] in answer["svg"]
    ElementTree.fromstring(answer["svg"].encode())


def test_one_sided_noise_is_not_moved_below_its_end() -> None:
    text = "program P() : real { z :=$ Exponential(1); return z; }"
    assert "no price is enough" in ask(Playground(), ask="moved", text=text, site=0, shift="-1")["svg"]
    assert "error" in ask(Playground(), ask="moved", text=text, site=7, shift="1")


COINED = "program P(p : real, n : int, x : private bool) : int requires 0 < p && p < 1; {{ b :=$ {}; return 0; }}"


@pytest.mark.parametrize(
    ("drawn", "shift", "most", "name", "price"),
    [
        ("Flip(p)", 0, 1, "b{2} = b{1}", "epsilon 0"),
        (
            "Flip(1/4)",
            1,
            1,
            "b{2} = !b{1}",
            "epsilon -ln(3) where run 1 draws true; epsilon ln(3) where run 1 draws false",
        ),
        ("Uniform({0,1}^2)", 2, 3, "b{2} = b{1} xor 0b10", "epsilon 0"),
        ("Uniform(bits(n))", 5, 7, "b{2} = b{1} xor 0b101", "epsilon 0"),
        ("Uniform({0b01, 0b10, 0b11, 0b00})", 1, 3, "each goes 1 further", "epsilon 0"),
        ("Uniform(0..n)", 1, 3, "each goes 1 further", "epsilon 0"),
        (
            "Choice({0 @ p, 1 @ 1 - p, 2 @ 0})",
            1,
            2,
            "each goes 1 further",
            "epsilon ln(p/(1 - p)) where run 1 draws 0; more than any epsilon where run 1 draws 1",
        ),
    ],
)
def test_values_that_are_turned_over(drawn: str, shift: int, most: int, name: str, price: str) -> None:
    page, text = Playground(), COINED.format(drawn)
    (site,) = ask(page, ask="check", text=text)["movable"]
    assert site["shifts"] == [0, most, 1]
    answer = ask(page, ask="moved", text=text, site=0, shift=str(shift))
    assert answer["price"] == price
    picture = ElementTree.fromstring(answer["svg"].encode())
    title, told = [picture.findtext(f"{{http://www.w3.org/2000/svg}}{tag}") or "" for tag in ("title", "desc")]
    assert title == f"{drawn}: {name}"
    assert told.startswith(f"This costs {price}.")
    assert ("at 1/3" in told) == bool(set("pn") & set(drawn.removeprefix("Flip").removeprefix("Uniform")))


@pytest.mark.parametrize("drawn", ["Uniform(0..999)", "Choice({x @ 1/2, true @ 1/2})", "Choice({1 @ 1/2, 1 @ 1/2})"])
def test_sets_that_are_large_or_not_known_are_not_drawn(drawn: str) -> None:
    assert ask(Playground(), ask="check", text=COINED.format(drawn))["movable"] == []


def test_what_is_turned_over_is_a_bijection() -> None:
    typed = Document("p.wl", COINED.format("Uniform({0,1}^3)")).typed
    assert typed is not None
    (draw,) = drawable(typed)
    assert isinstance(draw, Turned)
    for shift in range(8):
        assert sorted([draw.partner(at, shift) for at in range(8)]) == list(range(8))


def test_exercises() -> None:
    (exercise,) = [one for one in course() if one.name == "fair-coins"]
    page = Playground()
    states = [
        (exercise.start.text, "open"),
        (exercise.start.text.replace("couple ?", "couple b{2} = b{1}"), "wrong"),
        (exercise.start.text.replace("Flip(1/2)", "Flip(1/3)"), "changed"),
        (exercise.solution.text, "solved"),
    ]
    for text, state in states:
        answer = ask(page, ask="attempt", text=text, exercise="fair-coins")
        assert answer["state"] == state
        assert "prhl learn" not in answer["report"]


def test_hostile_text_stays_text_in_pictures() -> None:
    text = COINS.replace("x : private bool", "x : private bool /* */").replace(
        "// Randomized", "// <script>alert(1)</script>"
    )
    text = 'program P(x : private bool) : bool { b :=$ Choice({"<img onerror=alert(1)>" @ 1}); return x; }' + text
    for what in ASKED:
        told = {"exercise": "fair-coins", "line": 1, "position": {"line": 0, "character": 1}, "site": 0, "shift": "1"}
        answer = ask(Playground(), ask=what, text=text, **told)
        assert "fault" not in answer, what
        assert "<script" not in answer.get("svg", "")


def test_nothing_heavy_at_the_start() -> None:
    """In the browser there are no processes, and SymPy is fetched when it is imported."""
    code = (
        "import json, sys\n"
        "from prhl.frontends.playground import Playground\n"
        f"Playground().answer(json.dumps({{'ask': 'verify', 'text': {COINS!r}}}))\n"
        "print([m for m in ('sympy', 'mpmath', 'numpy', 'click', 'multiprocessing', 'resource') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_one_process_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert local(4) == Here()
    assert Asked("verify").effort(4).jobs == 1
    assert Asked("refute").search(4).jobs == 1


# ---- what the page shows ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def content() -> ModuleType:
    pytest.importorskip("markdown")
    spec = importlib.util.spec_from_file_location("content", PAGE / "content.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_examples_and_exercises_are_there(content: ModuleType) -> None:
    assert len(content.examples()) == len(list((ROOT / "examples").glob("*/*.wl")))
    exercises = content.exercises()
    assert [one["name"] for one in exercises] == [one.name for one in course()]
    for one in exercises:
        assert len(one["hints"]) == 3
        pages = re.findall(r'href="([^"]+)"', one["statement"] + "".join([hint["html"] for hint in one["hints"]]))
        for link in pages:
            found = re.fullmatch(r"\.\./exercises/([^#]+)\.html(#.+)?", link)
            assert found is not None, link
            home = (ROOT / "prhl" / "exercises" / found[1].removesuffix("/index")).resolve()
            assert home.is_dir(), link


def test_solutions_are_not_in_the_content(content: ModuleType) -> None:
    told = json.dumps(content.exercises())
    assert not [one.name for one in course() if json.dumps(one.solution.text)[1:-1] in told]


def test_the_page_asks_only_its_host() -> None:
    """No address of another host stands in the sources of the page; the browser's test watches the requests."""
    for path in [*PAGE.glob("src/*"), PAGE / "build.mjs", PAGE / "package.json"]:
        found = re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))
        assert [one for one in found if one != "http://www.w3.org/2000/svg"] == [], path


def test_user_text_is_never_markup() -> None:
    """`innerHTML` takes what the build made of our own pages, and nothing else."""
    uses = [
        line.strip()
        for path in sorted(PAGE.glob("src/*.ts"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", line)
    ]
    assert uses == [
        'by("statement").innerHTML = exercise.statement;',
        'by("hints").innerHTML = shown.map((hint) => `<h3>${hint.title}</h3>${hint.html}`).join("");',
    ]
