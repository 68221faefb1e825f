"""`prhl couple`: what it shows is a coupling, the cheapest one, and its cut is the event that no coupling gets past."""

import csv
import io
import json
from fractions import Fraction
from itertools import combinations
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from prhl import pipeline
from prhl.closeness.strassen import smallest_ratio
from prhl.diagnostics import Rejected
from prhl.frontends.cli import main
from prhl.pairings import Wanted
from prhl.report.svg.flow import MOST_NODES, MOST_PAIRINGS, as_svg
from prhl.source import Source
from prhl.syntax.reader import read
from tests.test_lifting import image, instance, worst_by_events
from tests.test_svg import SVG, said, words

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
RAND_RESP = str(EXAMPLES / "course" / "rand_resp.wl")

Json = Any


def asked(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["couple", *arguments], input=text)


def couplings(*arguments: str, text: str | None = None) -> list[Json]:
    done = asked(*arguments, "--format", "json", text=text)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)["couplings"]


def coupling(*arguments: str, text: str | None = None) -> Json:
    (found,) = couplings(*arguments, text=text)
    return found


def refused(*arguments: str, text: str | None = None) -> str:
    done = asked(*arguments, text=text)
    assert done.exit_code == 2, done.output
    assert "  try: " in done.output
    return done.output


# ---- what stands there -----------------------------------------------------------------------


def test_randomized_response_at_ln2() -> None:
    found = coupling(RAND_RESP, "--claim", "ln2")
    assert found["inputs"] == [{"x": "false"}, {"x": "true"}]
    assert found["outcomes"] == [["false", "true"]] * 2
    assert found["probabilities"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert found["budget"]["epsilon"]["exact"] == "ln(2)"
    assert found["kind"] == "witness"
    assert found["parts"] == [["false", "false", "1/2"], ["true", "true", "1/4"]]
    assert found["room"] == ["1/2", "3/2"]
    assert found["left_over"] == ["1/4", "0"]
    assert found["smallest_epsilon"]["exact"] == "ln(3)"
    assert found["smallest_delta"]["exact"] == "1/4"
    assert found["status"] == "beyond"
    assert found["cut"] == {
        "event": ["false"],
        "image": ["false"],
        "probabilities": ["3/4", "1/4"],
        "inequality": "3/4 > exp(ln(2)) * 1/4 = 1/2",
    }


def test_randomized_response_at_ln3() -> None:
    found = coupling(RAND_RESP, "--claim", "ln3")
    assert found["parts"] == [["false", "false", "3/4"], ["true", "true", "1/4"]]
    assert (found["status"], found["cut"], found["smallest_delta"]["exact"]) == ("within", None, "0")


def test_the_pad_is_coupled_without_a_price() -> None:
    for found in couplings(str(EXAMPLES / "quadruples/one_time_pad.wl"), "--claim", "secrecy"):
        assert (found["kind"], found["status"]) == ("coupling", "within")
        assert all([first == second for first, second, _ in found["parts"]])
        assert found["breaking"] == []


def test_the_maximal_coupling() -> None:
    found = coupling(str(EXAMPLES / "quadruples/maximal_coupling.wl"), "--claim", "maximal")
    together = [Fraction(part) for first, second, part in found["parts"] if first == second]
    assert sum(together) == Fraction(2, 3)
    assert found["smallest_delta"]["exact"] == "1/3"
    text = asked(str(EXAMPLES / "quadruples/maximal_coupling.wl"), "--claim", "maximal").output
    assert "total variation                1/3" in text
    assert "(1/15)" in text


def test_domination_and_its_cut() -> None:
    file = str(EXAMPLES / "quadruples/domination.wl")
    found = coupling(file, "--claim", "dominated")
    assert all([int(first) <= int(second) for first, second, _ in found["parts"]])
    back = coupling(file, "--claim", "dominates")
    assert back["cut"]["event"] == back["cut"]["image"] == ["2", "3"]
    assert back["cut"]["probabilities"] == ["1/2", "5/32"]
    assert back["smallest_epsilon"]["exact"] == "ln(8)"


def test_a_count_with_infinite_noise() -> None:
    text = """
        program Count(c : private int, eps : real) : int requires eps > 0; {
          z :=$ DiscreteLaplace(1/eps);
          return c + z;
        }
        claim private : Count satisfies dp(eps) when within(c, 1) check c in 0..3, eps = 1/2;
    """
    found = coupling("-", text=text)
    assert found["inputs"] == [{"c": "0"}, {"c": "1"}]
    assert found["smallest_epsilon"]["exact"] == "1/2"
    assert (found["status"], found["missing"]) == ("within", ["0", "0"])
    assert found["outcomes"][0][0] == "<= -1"


def test_continuous_noise_is_cut_along_the_worst_event() -> None:
    text = """
        program L(x : private int) : real { z :=$ Laplace(1); return x + z; }
        claim c : L satisfies dp(1/2) when within(x, 1) check x in 0..2;
    """
    found = coupling("-", text=text)
    assert found["smallest_delta"]["exact"] == "1 - exp(-1/4)"
    assert found["smallest_epsilon"]["exact"] == "1"
    assert found["cut"]["event"] == ["res <= 0", "0 < res <= 1/4"]
    assert found["cut"]["probabilities"] == ["(2 - exp(-1/4))/2", "exp(-3/4)/2"]
    assert coupling("-", "--epsilon", "1", text=text)["status"] == "within"
    whole = coupling("-", "--epsilon", "0", text=text)
    assert (whole["kind"], whole["smallest_delta"]["exact"]) == ("coupling", "1 - exp(-1/2)")


def test_runs_that_have_not_ended_leave_it_open() -> None:
    text = """
        program P(x : private bool) : int {
          n := 0;
          b := true;
          while (b && n >= 0) { b :=$ Flip(1/2); n := n + 1; }
          return n;
        }
        claim c : P satisfies dp(0) when any;
    """
    found = coupling("-", text=text)
    assert found["status"] == "undecided"
    assert found["cut"] is None
    assert "had not ended" in asked("-", text=text).output
    assert coupling("-", "--delta", "1/1000", text=text)["status"] == "within"


# ---- two dice against all couplings ----------------------------------------------------------


POSTS = {
    "res{1} = res{2}": lambda a, b: a == b,
    "res{1} <= res{2}": lambda a, b: a <= b,
    "|res{1} - res{2}| <= 1": lambda a, b: abs(a - b) <= 1,
    "res{1} + res{2} != 3": lambda a, b: a + b != 3,
    "(res{1} > 1 ==> res{2} > 1)": lambda a, b: a <= 1 or b > 1,
}
BUDGETS = {"0": 1, "ln(3/2)": Fraction(3, 2), "ln(2)": 2, "ln(5)": 5}


def die(random: Random, name: str) -> tuple[str, dict[int, Fraction]]:
    weights = {face: random.choice([0, 1, 1, 2, 3, 5]) for face in range(5)}
    weights[random.randrange(5)] += 1
    masses = {face: Fraction(w, sum(weights.values())) for face, w in weights.items() if w}
    sides = ", ".join([f"{face} @ {mass}" for face, mass in masses.items()])
    return f"program {name}() : int {{ n :=$ Choice({{{sides}}}); return n; }}\n", masses


def needed(first: dict[int, Fraction], second: dict[int, Fraction], related: Any, growth: Any) -> Fraction:
    """The largest mu1(S) - E mu2(R(S)) over all events S."""
    events = [part for size in range(len(first) + 1) for part in combinations(first, size)]
    reached = [[b for b in second if any([related(a, b) for a in event])] for event in events]
    return max(
        [
            sum([first[a] for a in event], Fraction(0)) - growth * sum([second[b] for b in part], Fraction(0))
            for event, part in zip(events, reached, strict=True)
        ]
    )


@pytest.mark.parametrize("post", POSTS)
@pytest.mark.parametrize("budget", BUDGETS)
def test_two_dice(post: str, budget: str) -> None:
    """Marginals, relation, price and cut, recomputed from the report alone."""
    random = Random(f"{post} {budget}")
    related, growth = POSTS[post], Fraction(BUDGETS[budget])
    for _ in range(6):
        (one, first), (two, second) = die(random, "A"), die(random, "B")
        allowed = random.choice([Fraction(0), Fraction(1, 10), Fraction(1, 2)])
        text = one + two + f"claim c : A ~ B : true ==> {post} within ({budget}, {allowed});"
        found = coupling("-", text=text)
        lefts, rights = dict.fromkeys(first, Fraction(0)), dict.fromkeys(second, Fraction(0))
        breaking = Fraction(0)
        for a, b, part in [(int(a), int(b), Fraction(part)) for a, b, part in found["parts"]]:
            assert part > 0
            breaking += 0 if related(a, b) else part
            lefts[a], rights[b] = lefts[a] + part, rights[b] + part
        worst = needed(first, second, related, growth)
        assert Fraction(found["smallest_delta"]["exact"]) == worst
        if found["kind"] == "coupling":
            assert growth == 1
            assert (lefts, rights) == (first, second)
            assert breaking == worst == sum([Fraction(part) for _, _, part in found["breaking"]])
        else:
            assert breaking == 0
            rest = dict(zip(first, [Fraction(part) for part in found["left_over"]], strict=True))
            assert {face: lefts[face] + rest[face] for face in first} == first
            assert sum(rest.values()) == worst
            assert all([rights[face] <= growth * second[face] for face in second])
        assert found["status"] == ("beyond" if worst > allowed else "within")
        if found["status"] == "beyond":
            event, reached = [[int(face) for face in found["cut"][side]] for side in ("event", "image")]
            assert set(reached) == {b for b in second if any([related(a, b) for a in event])}
            above, below = sum([first[a] for a in event]), sum([second[b] for b in reached], Fraction(0))
            assert [str(above), str(below)] == found["cut"]["probabilities"]
            assert above > growth * below + allowed


def test_the_smallest_ratio_at_a_delta() -> None:
    """At that exp(eps) the delta is enough, and a little below it is not."""
    random = Random("a delta is allowed")
    for _ in range(150):
        first, second, edges = instance(random)
        allowed = random.choice([Fraction(0), Fraction(1, 20), Fraction(1, 5)])
        ratio, event = smallest_ratio(first, second, edges, allowed)
        if ratio is None:
            assert sum([first[a] for a in event]) > allowed
            assert not sum([second[b] for b in image(event, edges)])
            continue
        assert isinstance(ratio, Fraction)
        assert by_events(first, second, edges, ratio) <= allowed
        if ratio > 1:
            assert by_events(first, second, edges, ratio * Fraction(999, 1000)) > allowed


def by_events(first: list[Fraction], second: list[Fraction], edges: dict[int, list[int]], growth: Fraction) -> Fraction:
    from prhl.numbers import Exponential, ln

    found = worst_by_events(first, second, edges, Exponential(ln(growth)))
    return Fraction(found.u) + Fraction(found.v) * growth  # type: ignore[arg-type]  # rational here


FOLDERS = ("quadruples", "wrong", "course")
FILES = [str(path.relative_to(ROOT)) for folder in FOLDERS for path in sorted((EXAMPLES / folder).glob("*.wl"))]


@pytest.mark.parametrize("name", FILES)
def test_it_agrees_with_the_verdicts(name: str) -> None:
    """A claim with a check is refuted just if some instance is beyond its budget."""
    source = read(str(ROOT / name))
    for claim in pipeline.load(source).claims:
        if claim.checks and not claim.notion.figure:
            try:
                found = pipeline.couplings(source, claim.name, Wanted())
            except Rejected as rejected:
                if rejected.diagnostics[0].code != "open-instance":  # eps may be left open
                    raise
                continue
            assert {pairing.status for pairing in found} <= {"within", "beyond"}
            assert any([pairing.status == "beyond" for pairing in found]) == (claim.expect == "refuted"), claim.name
            ElementTree.fromstring(as_svg(found))


# ---- which inputs, which budget --------------------------------------------------------------


STEPS = """
    program P(x : private int) : int { z :=$ Clamp(DiscreteLaplace(1/ln(2), x), 0, 3); return z; }
    claim near : P satisfies dp(ln(2)) when within(x, 1) check x in 0..3;
    claim far : P ~ P : true ==> res{1} = res{2} within (|x{1} - x{2}|*ln(2)) check x in 0..3;
    claim ordered : P ~ P : x{1} <= x{2} ==> res{1} <= res{2} check x in 0..3;
    claim concentrated : P satisfies zcdp(1) when within(x, 1) check x in 0..3;
"""


def test_inputs_are_chosen_by_a_formula() -> None:
    found = coupling("-", "--claim", "near", "--inputs", "x{1} = 2 && x{2} = 1", text=STEPS)
    assert found["inputs"] == [{"x": "2"}, {"x": "1"}]
    back = coupling("-", "--claim", "near", "--inputs", "x{1} = 1", "--inputs", "x{2} = 2", text=STEPS)
    assert back["inputs"] == [{"x": "1"}, {"x": "2"}]
    assert back["probabilities"] == found["probabilities"][::-1]
    some = coupling("-", "--claim", "ordered", "--inputs", "exists i. x{1} = i && x{2} = i + 2", text=STEPS)
    assert int(some["inputs"][1]["x"]) == int(some["inputs"][0]["x"]) + 2


def test_where_all_are_within_reach_those_that_differ_most_are_shown() -> None:
    found = coupling("-", "--claim", "ordered", text=STEPS)
    assert found["inputs"] == [{"x": "0"}, {"x": "3"}]
    assert found["kind"] == "coupling"


def test_a_budget_that_depends_on_the_inputs() -> None:
    assert "another one for other inputs" in refused("-", "--claim", "far", text=STEPS)
    found = coupling("-", "--claim", "far", "--inputs", "x{1} = 0 && x{2} = 3", text=STEPS)
    assert found["budget"]["epsilon"]["exact"] == "3*ln(2)"
    assert found["status"] == "within"
    report = pipeline.verify(Source("far.wl", STEPS))
    assert [claim.checks[0].status for claim in report.claims if claim.name == "far"] == ["tight"]


def test_another_budget() -> None:
    assert coupling("-", "--claim", "near", "--epsilon", "ln(3/2)", text=STEPS)["status"] == "beyond"
    assert coupling("-", "--claim", "near", "--epsilon", "ln(3/2)", "--delta", "1/2", text=STEPS)["status"] == "within"
    assert coupling("-", "--claim", "near", "--epsilon", "0", text=STEPS)["kind"] == "coupling"
    assert coupling("-", "--claim", "concentrated", "--epsilon", "1", text=STEPS)["status"] == "within"
    assert "not an epsilon" in refused("-", "--claim", "concentrated", text=STEPS)


def test_settings_make_an_instance() -> None:
    found = couplings("-", "--claim", "near", "--set", "x in {0, 1}", text=STEPS)
    assert [one["inputs"] for one in found] == [[{"x": "0"}, {"x": "1"}]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "say which claim"),
        (("--claim", "neer"), "there is no claim `neer`"),
        (("--claim", "near", "--inputs", "x{1} = 0 && x{2} = 3"), "no two related inputs"),
        (("--claim", "near", "--inputs", "x = 0"), "--inputs:1:1  error[missing-run-mark]"),
        (("--claim", "near", "--inputs", "y{1} = 0"), "`y` is not known here"),
        (("--claim", "near", "--inputs", "x{1} = 0) expect refuted; // ("), "formula"),
        (
            ("--claim", "near", "--inputs", "x{1} ="),
            "--inputs:1:7  error[syntax]: expected an expression, found the end",
        ),
        (("--claim", "near", "--inputs", "x{1} = 1/0"), "division by zero"),
        (("--claim", "near", "--set", "x in 7..7", "--inputs", "x{1} = 1"), "no two related inputs"),
        (("--claim", "near", "--epsilon", "-1"), "not negative"),
        (("--claim", "near", "--epsilon", "1/"), "--epsilon:1:3  error[syntax]: expected an expression, found the end"),
        (("--claim", "near", "--delta", "2"), "from 0 to 1"),
        (("--claim", "near", "--delta", "ln(2)"), "from 0 to 1"),
        (("--claim", "near", "--set", "x in 0..1000000000"), "at most 50,000 are enumerated"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = asked("-", *arguments, text=STEPS)
    assert done.exit_code == 2, done.output
    assert message in done.output
    assert "fault" not in done.output


def test_no_inputs_are_related() -> None:
    text = "program P(x : private bool) : bool { return x; }\nclaim c : P satisfies dp(1) when x{1} && !x{1};"
    assert "are related by `c`" in refused("-", text=text)


def test_an_open_instance_points_at_the_claim() -> None:
    text = (
        "program P(x : private int) : int { return x; }\nclaim c : P satisfies dp(1) when within(x, 1) expect refuted;"
    )
    assert "-:2:1  error[open-instance]" in refused("-", text=text).replace("<stdin>", "-")


def test_a_run_that_fails_is_status_1() -> None:
    text = """
        program P(x : private bool) : int { b :=$ Flip(1/2); return if b then 1 div (if x then 1 else 0) else 0; }
        claim c : P satisfies dp(1, 1/2) when any;
    """
    assert asked("-", text=text).exit_code == 1


# ---- for people ------------------------------------------------------------------------------


def test_the_joint_table() -> None:
    lines = asked(RAND_RESP, "--claim", "ln2").output.splitlines()
    at = lines.index("           run 1  > false  true    *")
    assert lines[at + 1 : at + 5] == [
        "  run 2               1/4   3/4",
        "  room                1/2   3/2",
        "  > false    3/4      1/2     .  1/4",
        "  true       1/4        .   1/4    .",
    ]
    assert "  beyond the budget: there is no such coupling, by Strassen's cut" in lines


def wide(count: int, post: str = "res{1} = res{2}") -> str:
    return f"""
        program P() : int {{ n :=$ Uniform(1..{count}); return n; }}
        program Q() : int {{ n :=$ Uniform(2..{count + 1}); return n; }}
        claim c : P ~ Q : true ==> {post} within (0, 1);
    """


def test_of_many_outcomes_the_others_are_counted() -> None:
    assert "... and 17 more outcomes, of probability at most " in asked("-", text=wide(40)).output
    assert "... and 16 pairs with less" in asked("-", text=wide(40, "res{1} <= res{2}")).output
    assert "more" not in asked("-", text=wide(9)).output


def test_a_huge_budget_is_not_written_out() -> None:
    done = asked(RAND_RESP, "--claim", "ln2", "--epsilon", "1000000000")
    assert done.exit_code == 0, done.output
    assert "1/4*exp(1000000000)" in done.output
    assert "is too much to be drawn" in said(drawn(RAND_RESP, "--claim", "ln2", "--epsilon", "1000000000"))


def test_csv() -> None:
    done = asked(RAND_RESP, "--claim", "ln2", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.output)))
    assert [(row["output 1"], row["output 2"], row["probability"]) for row in rows] == [
        ("false", "false", "1/2"),
        ("true", "true", "1/4"),
        ("false", "*", "1/4"),
    ]


# ---- pictures --------------------------------------------------------------------------------


def drawn(*arguments: str, text: str | None = None) -> ElementTree.Element:
    done = asked(*arguments, "--format", "svg", text=text)
    assert done.exit_code == 0, done.output
    assert done.output.isascii()
    return ElementTree.fromstring(done.output)


PICTURES: dict[str, tuple[tuple[str, ...], str | None]] = {
    "cut": ((RAND_RESP, "--claim", "ln2"), None),
    "domination": ((str(EXAMPLES / "quadruples/domination.wl"), "--claim", "dominates"), None),
    "maximal": ((str(EXAMPLES / "quadruples/maximal_coupling.wl"), "--claim", "closer"), None),
    "several": ((str(EXAMPLES / "course/survey.wl"), "--claim", "one_person"), None),
    "many": (("-",), wide(60)),
    "many pairs": (("-",), wide(30, "res{1} <= res{2}")),
    "nothing": (("-",), "program P(x : private bool) { skip; }\nclaim c : P satisfies dp(1) when any;"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str) -> None:
    """Nothing outside, no text on another, every bar inside."""
    arguments, text = PICTURES[name]
    root = drawn(*arguments, text=text)
    broad, tall = float(root.get("width", 0)), float(root.get("height", 0))
    assert broad <= 900
    found = list(words(root))
    for at, one in enumerate(found):
        left, top, right, bottom = one.box
        assert (left >= 0, top >= 0, right <= broad, bottom <= tall) == (True,) * 4, one
        for other in found[at + 1 :]:
            a, b = one.box, other.box
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, other)
    assert bars(root, "full")


def bars(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [node for node in root.iter(SVG + "rect") if node.get("class") == kind]


def ribbons(root: ElementTree.Element, kind: str = "ribbon") -> list[str]:
    return [node.findtext(SVG + "title", "") for node in root.iter(SVG + "path") if node.get("class") == kind]


def test_what_is_drawn_of_a_cut() -> None:
    root = drawn(RAND_RESP, "--claim", "ln2")
    assert ribbons(root) == ["false with false: 1/2", "true with true: 1/4"]
    assert len(bars(root, "cut")) == 2
    heights = [float(bar.get("height", 0)) for bar in bars(root, "full")]
    assert heights == [heights[0], heights[0] / 2] * 2
    assert "3/4 > exp(ln(2)) * 1/4 = 1/2" in said(root)
    assert not bars(drawn(RAND_RESP, "--claim", "ln3"), "cut")


@pytest.mark.parametrize("epsilon", ["709", "710", "1000", "20000"])
def test_a_budget_beyond_all_floats_is_drawn(epsilon: str) -> None:
    assert asked(RAND_RESP, "--claim", "ln2", "--epsilon", epsilon, "--format", "svg").exit_code == 0


def test_what_is_not_related_has_another_colour() -> None:
    root = drawn(str(EXAMPLES / "quadruples/maximal_coupling.wl"), "--claim", "maximal")
    assert len(ribbons(root)) == 6
    assert ribbons(root, "breaks") == [f"{n} with 6: 1/15" for n in range(1, 6)]


def test_outcomes_that_are_not_drawn_by_themselves() -> None:
    root = drawn("-", text=wide(60))
    others = [word.text for word in words(root) if " others" in word.text]
    assert len(others) == 2
    assert f"{60 - MOST_NODES + 1} others" in others[0]
    sizes = [float(bar.get("height", 0)) for bar in bars(root, "full")]
    assert max(sizes) < inf


def test_only_so_many_pictures() -> None:
    pairing = pipeline.couplings(read(RAND_RESP), "ln2", Wanted())
    root = ElementTree.fromstring(as_svg(pairing * (MOST_PAIRINGS + 2)))
    assert f"The first {MOST_PAIRINGS} of {MOST_PAIRINGS + 2} instances are drawn." in said(root)


def test_a_picture_beside_the_report(tmp_path: Path) -> None:
    picture = tmp_path / "here.svg"
    done = asked(RAND_RESP, "--claim", "ln2", "--svg", str(picture))
    assert "Strassen" in done.output
    assert picture.read_text(encoding="utf-8") == asked(RAND_RESP, "--claim", "ln2", "--format", "svg").output
    program = tmp_path / "p.wl"
    program.write_text(STEPS, encoding="utf-8")
    done = asked(str(program), "--claim", "near", "--svg", str(program))
    assert done.exit_code == 2
    assert program.read_text(encoding="utf-8") == STEPS


def test_a_twin_says_so() -> None:
    text = """
        program P(x : private int) : real { z :=$ Laplace(1); return x + z; }
        claim c : P satisfies dp(1) when within(x, 1) check x in 0..1;
    """
    found = coupling("-", "--twin", text=text)
    assert found["twin"]
    assert "(discrete twin)" in asked("-", "--twin", text=text).output


def test_a_file_without_claims() -> None:
    assert "there is no claim in this file" in refused("-", text="program P() : int { return 1; }")
