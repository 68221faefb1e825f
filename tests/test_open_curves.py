"""The pictures of `prhl channel --open`: well-formed, true, with the cuts where they are."""

import math
import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from prhl.frontends.cli import main
from prhl.report.svg.elements import TALL, TITLE
from prhl.report.svg.open_curves import WIDE

OPEN = Path(__file__).parent.parent / "examples" / "open"
SVG = "{http://www.w3.org/2000/svg}"


def picture(*words: str) -> ElementTree.Element:
    done = CliRunner().invoke(main, ["channel", *words, "--format", "svg"])
    assert done.exit_code == 0, done.output
    assert done.stdout.isascii()
    return ElementTree.fromstring(done.stdout)


def texts(found: ElementTree.Element) -> list[str]:
    return ["".join(one.itertext()) for one in found.iter(f"{SVG}text")]


def test_the_curve_of_two_coins_is_true() -> None:
    """epsilon(p) is ln((2 - p)/(1 - p)) up to p = 1/2, and then ln((p^2 - p + 1)/(1 - p)^2)."""
    found = picture(str(OPEN / "two_coins.wl"), "--open", "p", "--measure", "epsilon")
    cuts = [one for one in found.iter(f"{SVG}path") if one.get("class") == "cut"]
    assert len(cuts) == 1
    assert "1/2" in texts(found)
    curves = [one.get("d") or "" for one in found.iter(f"{SVG}path") if one.get("class") == "curve"]
    assert len(curves) == 2
    left = float(re.match(r"M([\d.]+)", cuts[0].get("d") or "")[1]) - WIDE / 2  # type: ignore[index]
    bottom = TITLE + TALL
    top = max([float(text) for text in texts(found) if re.fullmatch(r"\d+", text)])
    for curve in curves:
        for x, y in re.findall(r"([\d.]+) ([\d.]+)", curve)[:-1]:
            p, epsilon = (float(x) - left) / WIDE, (bottom - float(y)) / TALL * top
            ratio = (2 - p) / (1 - p) if p <= 0.5 else (p * p - p + 1) / (1 - p) ** 2
            assert epsilon == pytest.approx(math.log(ratio), abs=top / 60)


def test_several_open_numbers_are_not_drawn() -> None:
    found = picture(str(OPEN / "two_rounds.wl"), "--open", "p", "--open", "q")
    assert "Functions of several open numbers are not drawn." in texts(found)
    assert not [one for one in found.iter(f"{SVG}path") if one.get("class") == "curve"]


def test_a_parameter_without_an_end() -> None:
    found = picture(str(OPEN / "truncated_geometric.wl"), "--program", "Cut", "--open", "eps")
    curves = [one for one in found.iter(f"{SVG}path") if one.get("class") == "curve"]
    assert curves
    assert "nan" not in "".join([one.get("d") or "" for one in curves])
    assert Fraction(4) in [Fraction(text) for text in texts(found) if re.fullmatch(r"\d+", text)]


def test_csv_is_refused() -> None:
    done = CliRunner().invoke(main, ["channel", str(OPEN / "two_coins.wl"), "--open", "p", "--format", "csv"])
    assert done.exit_code == 2
    assert "channel-choice" in done.stderr
