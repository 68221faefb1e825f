"""The pictures of `prhl channel --format svg`: well-formed, nothing outside, nothing on top of each other, true."""

import math
import re
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.numbers import exp, ln
from prhl.numbers.figures import figure
from prhl.report.channels import Study
from prhl.report.svg import MOST_STUDIES, as_svg
from prhl.report.svg.curve import Curve
from prhl.report.svg.elements import SHADES, fitted, fitted_all, lightness, safe, text_width
from prhl.report.svg.heat_map import MOST_COLUMNS, MOST_ROWS, heaviest, without_tails
from prhl.report.svg.numerals import LONGEST, approximate, approximate_ln, numeral, short, ticks, versions
from prhl.source import Source

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"

LONG = "a_name_that_goes_on_and_on_" * 6

PROGRAMS = {
    "two coins": """
        program RandResp(x : private bool) : bool {
          b :=$ Flip(1/2);
          if (b) { o := x; } else { o :=$ Flip(1/2); }
          return o;
        }
        claim ln3 : RandResp satisfies dp(ln(3)) when any check;
    """,
    "violated": """
        program P(x : private int) : int { b :=$ Uniform(1..20); return b + x; }
        claim c : P satisfies dp(1/2, 1/100) when within(x, 1) check x in 0..10 expect refuted;
    """,
    "several instances": """
        program P(x : private int, n : int) : int { z :=$ Clamp(DiscreteLaplace(1/ln(2), x), 0, n); return z; }
        claim c : P satisfies dp(ln(2)) when within(x, 1) check n in 1..5, x in 0..n;
    """,
    "infinite epsilon": """
        program P(x : private bool) : (bool, bool) {
          b :=$ Flip(1/1000);
          c :=$ Flip(1/4);
          return (b, if b then x else x xor c);
        }
        claim c : P satisfies dp(ln(3), 1/1000) when any check;
    """,
    "a tiny delta": """
        program P(x : private bool) : bool { b :=$ Flip(1/1000000000); return x && b; }
        claim c : P satisfies dp(0, 1/1000000000) when any check;
    """,
    "a claim far away": """
        program P(x : private bool) : bool { b :=$ Flip(1/4); return x xor b; }
        claim c : P satisfies dp(50) when any check;
    """,
    "one row": """
        program P(x : private int) : int { b :=$ Uniform(1..7); return b; }
        claim c : P satisfies dp(1) when any check x in 0..0;
    """,
    "one output": """
        program P(x : private bool) : int { return 3; }
        claim c : P satisfies dp(1/10) when any check;
    """,
    "no output": "program P(x : private bool) { skip; }",
    "no run ends": """
        program P(x : private bool) : int { b := true; while (b) { b :=$ Flip(1); } return 1; }
        claim c : P satisfies dp(1) when any check;
    """,
    "runs without end": """
        program P(x : private bool) : int {
          n := 0;
          b := true;
          while (b && n >= 0) { b :=$ Flip(if x then 1/2 else 1/3); n := n + 1; }
          return n;
        }
        claim c : P satisfies dp(1, 1/2) when any check;
    """,
    "long names": f"""
        program P{LONG}({LONG} : private list[int], second : private list[int], {LONG}_ : int) : (list[int], list[int])
        {{
          b :=$ Flip(1/3);
          return if b then ({LONG}, second) else (second, {LONG});
        }}
        claim c : P{LONG} satisfies dp(1) when one_differs({LONG}) check size({LONG}) = 4, size(second) = 4,
          {LONG}[_] in {{0, 1000}}, second[_] in 1000..1000, {LONG}_ = 1000000000000000000000000;
    """,
    "300 outputs and 50 inputs": """
        program P(x : private int) : int { z :=$ Clamp(DiscreteLaplace(1/ln(9/8), x), 0, 299); return z; }
        claim c : P satisfies dp(ln(9/8)) when within(x, 1) check x in 100..149;
    """,
    "many inputs": """
        program P(x : private int) : int { b :=$ Uniform(0..1); return (x + b) mod 3; }
        claim c : P satisfies dp(1) when any check x in 0..99;
    """,
    "slanted names": """
        program P(x : private list[bool]) : list[bool] {
          y := x;
          for i in 0 .. size(x) { b :=$ Flip(1/4); y[i] := x[i] xor b; }
          return y;
        }
        claim c : P satisfies dp(ln(3)) when one_differs(x) check size(x) = 4;
    """,
    "irrational": """
        program P(x : private int, eps : real) : int { z :=$ Clamp(DiscreteLaplace(1/eps, x), 0, 3); return z; }
        claim c : P satisfies dp(eps) when within(x, 1) check x in 0..3, eps in {1/2, 1};
    """,
    "infinite support": """
        program P(x : private int) : int { z :=$ DiscreteLaplace(1); return x + z; }
        claim c : P satisfies dp(1) when within(x, 1) check x in 0..30;
    """,
    "a window": """
        program P(x : private int) : int { z :=$ DiscreteGauss(3); return x + z; }
        claim c : P satisfies dp(1, 1/10) when within(x, 1) check x in 0..3;
    """,
    "signs": """
        program P(x : private int) : int { z :=$ Clamp(DiscreteLaplace(1/ln(2), x), -20, 20); return z; }
        claim c : P satisfies dp(ln(2)) when within(x, 1) check x in -20..20;
    """,
}


@cache
def studies(name: str) -> tuple[Study, ...]:
    return tuple(pipeline.channels(Source(f"{name}.wl", PROGRAMS[name]), None, None, ()))


@cache
def picture(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(as_svg(studies(name)))


every_program = pytest.mark.parametrize("name", PROGRAMS)


# ---- reading a picture -----------------------------------------------------------------------


@dataclass(frozen=True)
class Words:
    """A text of a picture and its corners, in the coordinates of the picture."""

    text: str
    corners: tuple[tuple[float, float], ...]
    turned: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def walk(node: ElementTree.Element, x: float = 0, y: float = 0, size: float = 0) -> Iterator[tuple[object, ...]]:
    """Every element with where its group stands and the size of its letters."""
    size = float(node.get("font-size", size))
    if node.tag == SVG + "g" and (move := node.get("transform")):
        found = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", move)
        assert found, move
        x, y = x + float(found[1]), y + float(found[2])
    yield node, x, y, size
    for child in node:
        yield from walk(child, x, y, size)


def words(root: ElementTree.Element, narrow: float = 1.0) -> Iterator[Words]:
    """Every text; `narrow` is for fonts that need less room than the estimate."""
    for node, x, y, size in walk(root):
        assert isinstance(node, ElementTree.Element)
        assert isinstance(x, float | int)
        assert isinstance(y, float | int)
        assert isinstance(size, float | int)
        if node.tag != SVG + "text":
            continue
        text, width = "", 0.0
        for part in (node, *node):
            if part.text:
                bold = part.get("font-weight") == "bold"
                text += part.text
                width += text_width(part.text, float(part.get("font-size", size)), bold) * narrow
                width += float(part.get("dx", 0))
        start = {"start": 0.0, "middle": -width / 2, "end": -width}[node.get("text-anchor", "start")]
        at_x, at_y = float(node.get("x", 0)), float(node.get("y", 0))
        corners = [
            (start, -0.75 * size),
            (start + width, -0.75 * size),
            (start + width, 0.2 * size),
            (start, 0.2 * size),
        ]
        angle = 0.0
        if turn := node.get("transform"):
            found = re.fullmatch(r"rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)", turn)
            assert found, turn
            assert (float(found[2]), float(found[3])) == (at_x, at_y)
            angle = math.radians(float(found[1]))
        cos, sin = math.cos(angle), math.sin(angle)
        placed = [(x + at_x + a * cos - b * sin, y + at_y + a * sin + b * cos) for a, b in corners]
        yield Words(text, tuple(placed), bool(angle))


def cells(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [rect for group in root.iter(SVG + "g") if group.get("class") == "cells" for rect in group]


def said(root: ElementTree.Element) -> str:
    return "\n".join([word.text for word in words(root)])


# ---- every picture ---------------------------------------------------------------------------


@every_program
def test_it_stands_alone(name: str) -> None:
    text = as_svg(studies(name))
    assert text.isascii()
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
    known = {"svg", "title", "desc", "defs", "linearGradient", "stop", "rect", "g", "text", "tspan", "path", "circle"}
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= known
    assert "href" not in text
    assert "nan" not in re.sub(r">[^<]*<", "><", text)
    assert "inf" not in re.sub(r">[^<]*<", "><", text)


@every_program
def test_nothing_is_outside(name: str) -> None:
    root = picture(name)
    wide, tall = float(root.get("width", 0)), float(root.get("height", 0))
    assert wide <= 900
    for word in words(root):
        left, top, right, bottom = word.box
        assert left >= 0, word
        assert top >= 0, word
        assert right <= wide, word
        assert bottom <= tall, word
    for rect in cells(root):
        assert float(rect.get("width", 0)) > 0
        assert float(rect.get("height", 0)) > 0


@every_program
def test_no_text_lies_on_another(name: str) -> None:
    level = [word for word in words(picture(name)) if not word.turned]
    for at, one in enumerate(level):
        for other in level[at + 1 :]:
            a, b = one.box, other.box
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one, other)


def test_slanted_names_keep_their_distance() -> None:
    turned = [word for word in words(picture("slanted names")) if word.turned]
    assert len(turned) == 16
    ends = [word.corners[2] for word in turned]
    for (x1, _), (x2, _) in pairwise(ends):
        assert (x2 - x1) * math.sin(math.pi / 4) >= 10  # the size of a letter


@every_program
def test_the_same_text_twice(name: str) -> None:
    assert as_svg(studies(name)) == as_svg(studies(name))


@every_program
def test_coordinates_are_rounded(name: str) -> None:
    for node in picture(name).iter():
        for key, value in node.attrib.items():
            if key not in ("version", "font-family"):
                assert not re.search(r"\.\d{3}", value), (key, value)


# ---- the heat map ----------------------------------------------------------------------------


CUT = re.compile(r"(\d+) of (\d+) outputs are drawn, from (-?\d+) to (-?\d+); .* at most ([\d.]+)(\u00b710(\S+))?\.")


@every_program
def test_a_cell_for_each_input_and_output(name: str) -> None:
    expected = []
    left_out = list(CUT.finditer(said(picture(name))))
    for study in studies(name):
        columns = len(study.channel.outputs)
        if columns > MOST_COLUMNS or (left_out and any([row.missing for row in study.channel.left])):
            found = left_out.pop(0)
            assert int(found[2]) == columns
            columns = int(found[1])
            assert columns <= MOST_COLUMNS
        expected.append(min(len(study.channel.left), MOST_ROWS) * columns)
    assert not left_out
    assert len(cells(picture(name))) == sum(expected)


@pytest.mark.parametrize("name", ["300 outputs and 50 inputs", "a window", "runs without end"])
def test_what_is_left_out_is_no_more_than_said(name: str) -> None:
    study = studies(name)[0]
    found = CUT.search(said(picture(name)))
    assert found
    first, last, limit = int(found[3]), int(found[4]), value_of(found[5] + (found[6] or ""))
    assert last - first + 1 == int(found[1])
    for row in study.channel.left:
        outside = Fraction(0)
        for seen in study.channel.outputs:
            if not first <= int(str(seen[0])) <= last:  # a number, or a cell of one
                high = figure(row.probability(seen)).high
                assert high is not None
                outside += high
        assert outside <= limit
    assert name == "300 outputs and 50 inputs" or limit <= Fraction(1, 10_000)


def test_cells_are_white_exactly_where_nothing_can_be_seen() -> None:
    study = studies("violated")[0]
    shades = [rect.get("fill") for rect in cells(picture("violated"))]
    values = [row.probability(seen) for row in study.channel.left for seen in study.channel.outputs]
    assert [shade == "#ffffff" for shade in shades] == [value == 0 for value in values]
    assert 0 in values


def test_a_larger_probability_is_darker() -> None:
    study = studies("slanted names")[0]
    values = [row.probability(seen) for row in study.channel.left for seen in study.channel.outputs]
    fills = [rect.get("fill", "") for rect in cells(picture("slanted names"))]
    light = {}
    for value, fill in zip(values, fills, strict=True):
        light[value] = lightness((int(fill[1:3], 16), int(fill[3:5], 16), int(fill[5:], 16)))
    ordered = [light[value] for value in sorted(light)]
    assert len(ordered) > 3
    assert ordered == sorted(set(ordered), reverse=True)


def test_shades_survive_grey_print() -> None:
    greys = [lightness(colour) for colour in SHADES]
    steps = [first - second for first, second in pairwise(greys)]
    assert greys[0] > 0.9
    assert greys[-1] < 0.25
    assert min(steps) > 0.05


def test_exact_numbers_stand_in_the_cells() -> None:
    texts = [word.text for word in words(picture("two coins"))]
    assert texts.count("3/4") == texts.count("1/4") == 2


def test_each_cell_tells_its_value() -> None:
    titles = [rect.findtext(SVG + "title") for rect in cells(picture("two coins"))]
    assert titles[0] == "x = false; output false: 3/4"
    assert titles[1] == "x = false; output true: 1/4"


def test_inputs_that_are_left_out_are_said() -> None:
    assert "The first 64 of 100 inputs are drawn." in said(picture("many inputs"))


def test_names_are_thinned_at_round_numbers() -> None:
    below = [word.text for word in words(picture("signs")) if re.fullmatch(r"-?\d+", word.text)]
    assert {"-20", "-10", "0", "10", "20"} <= set(below)
    assert "-19" not in below


def test_tails_are_named() -> None:
    texts = [word.text for word in words(picture("infinite support"))]
    assert {"<= -1", ">= 30", "10", "20"} <= set(texts)
    assert "3" not in texts


def test_long_names_show_what_sets_them_apart() -> None:
    rows = [word.text for word in words(picture("long names")) if word.text.startswith("\u2026 = [")]
    assert len(rows) == len(set(rows)) == 16


@pytest.mark.parametrize(
    ("weights", "most", "start"), [([1, 0, 0], 1, 0), ([0, 0, 1, 1, 0], 2, 2), ([1, 1, 1, 1, 1], 3, 1)]
)
def test_the_heaviest_neighbours(weights: list[float], most: int, start: int) -> None:
    assert heaviest(weights, most) == start


def test_tails_are_cut_off_as_long_as_every_row_keeps_nearly_all() -> None:
    middle = [[0.25, 0.0]] * 4 + [[0.0, 0.25]] * 4
    nothing = [[1e-6, 0.0]]
    many, few = nothing * 60, nothing * 4
    assert without_tails([*many, *middle, *many]) == (50, 78)
    assert without_tails([*many[:50], *middle, *many[:50]]) == (46, 62)
    assert without_tails([*few, *middle, *few]) == (0, 16)
    little = [[1e-5, 0.0]] * 30
    assert without_tails([*little, *middle]) == (10, 38)


def test_several_instances_are_below_each_other() -> None:
    heads = [word for word in words(picture("several instances")) if word.text.startswith("Pat n = ")]
    assert [word.text for word in heads] == [f"Pat n = {n}" for n in range(1, 6)]
    tops = [word.box[1] for word in heads]
    assert tops == sorted(tops)


def test_only_so_many_instances() -> None:
    many = studies("two coins") * (MOST_STUDIES + 3)
    root = ElementTree.fromstring(as_svg(many))
    assert f"The first {MOST_STUDIES} of {MOST_STUDIES + 3} instances are drawn." in said(root)
    assert len(cells(root)) == 4 * MOST_STUDIES


def test_no_instance() -> None:
    assert "nothing to draw" in said(ElementTree.fromstring(as_svg(())))


# ---- the curve -------------------------------------------------------------------------------


def vertices(root: ElementTree.Element) -> list[tuple[float, float]]:
    (line,) = [node for node in root.iter(SVG + "path") if node.get("class") == "curve"]
    return [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", line.get("d", ""))]


def on_paper(root: ElementTree.Element, curve: Curve, epsilon: float, delta: float) -> tuple[float, float]:
    """Where a point belongs, read off the ends of the line and the horizontal rules."""
    points = vertices(root)
    rules = [re.fullmatch(r"M[-\d.]+ ([-\d.]+)h[\d.]+", node.get("d", "")) for node in root.iter(SVG + "path")]
    levels = [float(rule[1]) for rule in rules if rule and float(rule[1]) > 20]
    low, high = max(levels), min(levels)
    x = points[0][0] + (points[-1][0] - points[0][0]) * epsilon / curve.end
    return x, low - (low - high) * delta / float(curve.top)


@pytest.mark.parametrize("name", ["two coins", "violated", "infinite epsilon", "a tiny delta", "slanted names"])
def test_the_curve_passes_through_its_corners(name: str) -> None:
    study = studies(name)[0]
    root, curve = picture(name), Curve(study)
    points = vertices(root)
    assert study.curve
    for corner in study.curve:
        x, y = on_paper(root, curve, approximate_ln(corner.ratio), approximate(corner.delta))
        assert min([abs(x - px) + abs(y - py) for px, py in points]) < 0.05, corner


def test_the_curve_between_its_corners() -> None:
    """delta = 3/4 - exp(eps)/4 up to ln(3), then 0."""
    root, curve = picture("two coins"), Curve(studies("two coins")[0])
    points = vertices(root)
    assert len(points) > 50
    for x, y in points:
        epsilon = curve.end * (x - points[0][0]) / (points[-1][0] - points[0][0])
        expected = on_paper(root, curve, epsilon, max(0.0, 0.75 - math.exp(epsilon) / 4))
        assert abs(y - expected[1]) < 0.1


def test_marked_points() -> None:
    root, curve = picture("violated"), Curve(studies("violated")[0])
    (diamond, _) = [node for node in root.iter(SVG + "path") if node.get("class") == "claim"]
    found = re.match(r"M([-\d.]+) ([-\d.]+)l", diamond.get("d", ""))
    assert found
    x, y = on_paper(root, curve, 0.5, 0.01)
    assert abs(float(found[1]) - x) < 0.05
    assert abs(float(found[2]) + 6.5 - y) < 0.05
    text = said(root)
    assert "claimed: \u03b5 = 1/2, \u03b4 = 1/100" in text
    assert "no \u03b5 has \u03b4 = 0: \u03b4 never falls below 1/20" in text


def test_the_legend() -> None:
    text = said(picture("two coins"))
    assert "smallest \u03b5 with \u03b4 = 0: ln(3) \u2264 1.098613" in text
    assert "claimed: \u03b5 = ln(3), \u03b4 = 0" in text
    assert "claimed: \u03b5 = 50, \u03b4 = 0 (not in the picture)" in said(picture("a claim far away"))
    assert "there is no curve" in said(picture("one row"))


def test_mass_that_is_missing_is_seen() -> None:
    root = picture("no run ends")
    assert [node for node in root.iter() if node.get("class") == "band"]
    assert "had not ended" in said(root)
    assert "had not ended" in said(picture("runs without end"))


# ---- numbers and words -----------------------------------------------------------------------


def value_of(text: str) -> Fraction:
    """What a number says, without its `..`."""
    number, _, power = text.replace("..", "").partition("\u00b7")
    plain = str.maketrans("\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "-0123456789")
    return Fraction(number) * Fraction(10) ** (int(power[2:].translate(plain)) if power else 0)


PROBABILITIES = st.one_of(
    st.fractions(0, 1),
    st.fractions(0, 1, max_denominator=50),
    st.builds(lambda p, n: p / 10**n, st.fractions(0, 1), st.integers(0, 400)),
)


@given(PROBABILITIES)
def test_numbers_are_exact_or_cut(value: Fraction) -> None:
    for text in (*versions(value), numeral(value)):
        if text.startswith("<"):
            assert value < Fraction(text[1:])
        elif ".." in text:
            assert value_of(text) < value <= value_of(text) * Fraction(11, 10)
        else:
            assert value_of(text) == value
    assert len(versions(value)[0]) <= max(LONGEST, 14)


@given(st.floats(1e-300, 1e300))
def test_ticks_are_round_and_reach(highest: float) -> None:
    found = ticks(highest)
    assert 4 <= len(found) <= 6
    assert found[0] == 0
    assert float(found[-1]) >= highest * (1 - 1e-11)
    assert float(found[-2]) < highest
    step = found[1]
    assert found == [step * at for at in range(len(found))]
    assert value_of(short(step)) == step
    assert ticks(found[-1])[-1] == found[-1]


@given(st.fractions(min_value=0))
def test_approximations(value: Fraction) -> None:
    assert approximate(value) == float(value)
    if value:
        assert math.isclose(
            approximate_ln(value), math.log(value.numerator) - math.log(value.denominator), abs_tol=1e-9
        )


def test_approximations_of_what_is_no_float() -> None:
    assert approximate(Fraction(10) ** 400) == math.inf
    assert math.isclose(approximate_ln(Fraction(10) ** 400), 400 * math.log(10))
    assert math.isclose(approximate_ln(Fraction(1, 10**400)), -400 * math.log(10))
    assert approximate(exp(3000)) == math.inf
    assert approximate(exp(-3000)) == 0
    assert math.isclose(approximate_ln(exp(3000)), 3000)
    assert math.isclose(approximate_ln(exp(-3000)), -3000)
    assert math.isclose(approximate(ln(Fraction(3))), math.log(3))


def test_a_curve_beyond_all_floats(tmp_path: Path) -> None:
    path = tmp_path / "loud.wl"
    text = "program P(x : private int) : int { z :=$ Clamp(DiscreteLaplace(1/3000, x), 0, 1); return z; }"
    path.write_text(f"{text}\nclaim c : P satisfies dp(3000) when any check x in 0..1;\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["channel", str(path), "--format", "svg"])
    assert done.exit_code == 0, done.output
    assert "nan" not in done.output


@given(st.text(max_size=60), st.floats(20, 300))
def test_texts_are_cut_to_fit(text: str, room: float) -> None:
    short_text = fitted(text, room, 10)
    assert text_width(short_text, 10) <= room
    assert text_width(text, 10) > room or short_text == text


@given(st.lists(st.text("ab=[], ", max_size=40), min_size=1, max_size=6), st.floats(30, 300))
def test_several_texts_are_cut_to_fit(texts: list[str], room: float) -> None:
    found = fitted_all(texts, room, 10)
    assert all([text_width(text, 10) <= room for text in found])
    if all([text_width(text, 10) <= room for text in texts]):
        assert found == texts


@given(st.text())
def test_every_text_is_safe(text: str) -> None:
    element = ElementTree.fromstring(f"<t>{safe(text)}</t>")
    assert len(element.text or "") == len(text)


def test_user_text_is_escaped() -> None:
    """Labels with signs of XML in them, as tails of infinite support will have."""
    from dataclasses import replace

    study = studies("two coins")[0]
    instance = replace(study.channel.instance, label={"a<b>&\"'": "</svg><script>alert(1)</script>"})
    odd = replace(study, program="<&>", channel=replace(study.channel, instance=instance))
    root = ElementTree.fromstring(as_svg([odd]))
    assert not list(root.iter(SVG + "script"))
    assert "<&>" in said(root)
    assert root.findtext(SVG + "title") == "Channel of <&>"


# ---- the command -----------------------------------------------------------------------------


SHIPPED = {
    "budget.svg": ["budget", "examples/course/privacy_budget.wl"],
    "couple_domination.svg": ["couple", "examples/quadruples/domination.wl", "--claim", "dominated"],
    "couple_rand_resp.svg": ["couple", "examples/course/rand_resp.wl", "--claim", "ln2"],
    "every_p.svg": ["channel", "examples/open/two_coins.wl", "--open", "p"],
    "rand_resp.svg": ["channel", "examples/course/rand_resp.wl"],
    "truncated_geometric.svg": [
        *["channel", "examples/mechanisms/truncated_geometric.wl", "--program", "TruncatedGeometric"],
        *["--set", "n=8", "--set", "c in 0..8", "--set", "eps=ln(2)"],
    ],
}


def test_every_shipped_picture_is_known() -> None:
    assert {path.name for path in PICTURES.glob("*.svg")} == {*SHIPPED, "session.svg"}


def test_the_terminal_of_the_readme_is_a_real_one() -> None:
    session = runpy.run_path(str(ROOT / "docs/.site/session.py"))
    assert session["picture"](session["played"]()) == (PICTURES / "session.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_pictures_are_what_the_tool_draws(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(main, [*SHIPPED[name], "--format", "svg"])
    assert done.exit_code == 0, done.output
    assert done.output.encode() == (PICTURES / name).read_bytes(), f"docs/pictures/README.md tells how to draw {name}"


@pytest.mark.parametrize("name", [*SHIPPED, "session.svg"])
def test_no_text_needs_its_blanks(name: str) -> None:
    """Browsers drop blanks at the ends of a text and join several to one: what stands apart has places of its own."""
    root = ElementTree.parse(PICTURES / name).getroot()
    texts = [element.text for tag in ("text", "tspan") for element in root.iter(SVG + tag) if element.text]
    assert texts
    assert not [text for text in texts if text != " ".join(text.split())]


RAND_RESP = str(ROOT / "examples/course/rand_resp.wl")


@pytest.mark.parametrize("form", ["text", "json", "csv", "svg"])
def test_out_is_what_would_be_printed(form: str, tmp_path: Path) -> None:
    arguments = ["channel", RAND_RESP, "--format", form]
    printed = CliRunner().invoke(main, arguments)
    file = tmp_path / "here"
    written = CliRunner().invoke(main, [*arguments, "--out", str(file)])
    assert (written.exit_code, written.output) == (0, "")
    assert file.read_bytes() == printed.output.encode()
    assert CliRunner().invoke(main, [*arguments, "--out", "-"]).output == printed.output


def test_out_that_cannot_be_written(tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "no" / "folder"):
        done = CliRunner().invoke(main, ["channel", RAND_RESP, "--format", "svg", "--out", str(out)])
        assert done.exit_code == 2
        assert f"{out}  cannot be written: " in done.output
        assert "Traceback" not in done.output


def test_out_does_not_overwrite_the_program(tmp_path: Path) -> None:
    file = tmp_path / "p.wl"
    file.write_text(PROGRAMS["two coins"], encoding="utf-8")
    done = CliRunner().invoke(main, ["channel", str(file), "--out", str(tmp_path / "." / "p.wl")])
    assert done.exit_code == 2
    assert "is the program itself" in done.output
    assert file.read_text(encoding="utf-8") == PROGRAMS["two coins"]


def test_out_is_left_alone_when_there_is_no_channel(tmp_path: Path) -> None:
    program, out = tmp_path / "p.wl", tmp_path / "out"
    text = "program P(x : private bool) : int { y := if x then 1 else 0; return 1 div y; }"
    program.write_text(text, encoding="utf-8")
    out.write_text("before", encoding="utf-8")
    done = CliRunner().invoke(main, ["channel", str(program), "--format", "svg", "--out", str(out)])
    assert done.exit_code == 1
    assert out.read_text(encoding="utf-8") == "before"
