"""The Python interface: what it hands out is what the command line says, pickles, and shows itself."""

import doctest
import json
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from click.testing import CliRunner

import prhl
from prhl import api, results
from prhl.frontends.cli import main
from tests.test_docs import blocks_of

pytestmark = pytest.mark.search

EXAMPLES = Path(__file__).parent.parent / "examples"
COIN = str(EXAMPLES / "course/rand_resp.wl")
SUM = str(EXAMPLES / "mechanisms/laplace_mechanism.wl")
BAD = "program P() : int { return 1 }"
GEOMETRIC = """program Noisy(x : private int, eps : real) : int
  requires eps > 0;
{
  z :=$ DiscreteLaplace(1/eps);
  return x + z;
}
claim c : Noisy satisfies dp(eps) when within(x, 1) check x in 0..1, eps = 1;
"""


def untimed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: untimed(one) for name, one in value.items() if name != "seconds"}
    return [untimed(one) for one in value] if isinstance(value, list) else value


def test_the_examples_of_the_docstrings() -> None:
    found = doctest.testmod(
        api, extraglobs={"prhl": prhl}, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert found.attempted > 8
    assert not found.failed


def test_every_name_is_there_and_documented() -> None:
    for name in prhl.__all__:
        assert getattr(prhl, name).__doc__, name
    with pytest.raises(AttributeError):
        prhl.nothing  # noqa: B018


def test_the_import_loads_little() -> None:
    script = "import sys, prhl; print([m for m in ('z3', 'lark', 'flint', 'sympy', 'click') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_it_says_what_the_command_line_says() -> None:
    printed = json.loads(CliRunner().invoke(main, ["verify", COIN, "--format", "json"]).output)
    report = prhl.verify(COIN)
    assert untimed(report.as_dict()) == untimed(printed)
    assert report.text + "\n" == CliRunner().invoke(main, ["verify", COIN]).output
    claim = report.claims["ln2"]
    assert (claim.verdict, claim.by, claim.expected, claim.ok) == ("refuted", "enumeration", "refuted", True)
    assert claim.witness is not None
    assert claim.witness.probabilities == ("3/4", "1/4")
    assert claim.checks[0].epsilon == results.Figure("ln(3)", 1.098612, 1.098613)
    assert not report.claims["ln3"].found


def test_what_is_found_and_owed() -> None:
    text = Path(SUM).read_text()
    report = prhl.verify(SUM, find=False)
    one = next(claim for claim in report.claims.values() if claim.by == "coupling")
    lines = text.splitlines()
    for owed in one.obligations:
        assert owed.status == "valid"
        assert (owed.line, owed.column) <= (owed.end_line, owed.end_column)
        assert owed.end_column <= len(lines[owed.end_line - 1]) + 1
        assert " may " not in owed.message
    assert any([owed.owed for owed in one.obligations])
    assert any([owed.known for owed in one.obligations])
    assert text.splitlines()[one.line - 1].startswith("claim ")
    assert lines[one.end_line - 1][: one.end_column - 1].endswith(";")


def test_everything_pickles() -> None:
    report = prhl.verify(COIN)
    channel = prhl.channel(COIN, claim="ln3")
    things = [report, channel, report.claims, prhl.couple(COIN, claim="ln3"), prhl.budget(SUM)]
    for thing in things:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(thing, protocol)) == thing
    with pytest.raises(prhl.Rejected) as caught:
        prhl.check(text=BAD)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.file, again.diagnostics, str(again)) == ("<text>", caught.value.diagnostics, str(caught.value))


def test_results_are_frozen() -> None:
    with pytest.raises(AttributeError):
        prhl.verify(COIN).claims["ln3"].verdict = "refuted"  # type: ignore[misc]


def test_bad_input_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "bad.wl").write_text(BAD)
    (tmp_path / "good.wl").write_text("program P() : int { return 1; }")
    for ask in (prhl.verify, prhl.check, prhl.refute, prhl.format, prhl.channel, prhl.couple, prhl.budget):
        for given in ({"text": BAD}, {"path": tmp_path / "bad.wl"}, {"path": tmp_path / "none.wl"}):
            with pytest.raises(prhl.Rejected) as caught:
                ask(*[given["path"]] if "path" in given else [], **{k: v for k, v in given.items() if k == "text"})
            (told,) = caught.value.diagnostics
            assert told.code in ("missing-semicolon", "unreadable")
    for paths in ([tmp_path], [tmp_path / "bad.wl", tmp_path / "good.wl"]):
        report = prhl.verify(*paths)
        assert not report.ok
        assert [len(file.diagnostics) for file in report.files] == [1, 0]
    with pytest.raises(TypeError):
        prhl.verify()
    with pytest.raises(TypeError):
        prhl.channel(COIN, text=BAD)
    with pytest.raises(ValueError, match="jobs"):
        prhl.verify(COIN, jobs=0)
    with pytest.raises(TypeError, match="bytes are to be decoded"):
        prhl.verify(text=BAD.encode())  # type: ignore[arg-type]


def test_two_claims_of_one_name(tmp_path: Path) -> None:
    for name in ("a.wl", "b.wl"):
        (tmp_path / name).write_text(Path(COIN).read_text())
    report = prhl.verify(tmp_path)
    with pytest.raises(KeyError, match=r"b\.wl"):
        report.claims["ln3"]
    assert [file.claims["ln3"].verdict for file in report.files] == ["proved", "proved"]
    assert len(report.claims.values()) == 4
    assert report.summary["claims"] == 4


def test_a_channel() -> None:
    channel = prhl.channel(COIN, program="RandResp", claim="ln3")
    assert channel.rows == ({"x": False}, {"x": True})
    assert channel.columns == (False, True)
    assert channel.probability({"x": True}, True) == Fraction(3, 4)
    assert channel.probability({"x": "true"}, "true") == Fraction(3, 4)
    assert channel.probability({"x": True}, 1) == 0
    with pytest.raises(KeyError):
        channel.probability({"x": 3}, True)
    assert channel.epsilon is not None
    assert channel.epsilon.exact == "ln(3)"
    assert channel._repr_svg_().count("<svg") == 1
    assert "3/4" in channel.text


def test_several_instances() -> None:
    text = GEOMETRIC.replace("eps = 1", "eps in {1, 2}")
    with pytest.raises(prhl.Rejected, match="2 instances"):
        prhl.channel(text=text)
    assert [one.instance["eps"] for one in prhl.channels(text=text)] == ["1", "2"]
    assert prhl.channel(text=text, set={"eps": 2}).instance["eps"] == "2"
    assert prhl.channel(text=text, set=["eps = 2"]).instance["eps"] == "2"


def test_a_channel_that_fails() -> None:
    text = "program P(x : private int) : int { return 1 div x; }\nclaim c : P satisfies dp(1) when any check x in 0..1;"
    with pytest.raises(prhl.NotComputed):
        prhl.channel(text=text)


def test_irrational_probabilities() -> None:
    channel = prhl.channel(text=GEOMETRIC)
    entry = channel.matrix[0][0]
    assert isinstance(entry, results.Figure)
    assert "exp" in (entry.exact or "")
    numbers = channel.to_sympy()
    assert sympy.simplify(sum(numbers[0, :]) - 1) == 0
    assert float(entry.low or 0) <= float(sympy.N(numbers[0, 0])) <= float(entry.high or 0)
    assert channel.epsilon is not None
    assert channel.epsilon.to_sympy() == 1


def test_other_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = prhl.channel(COIN, claim="ln3")
    numpy, pandas = [pytest.importorskip(name) for name in ("numpy", "pandas")]
    assert (channel.to_numpy() == numpy.array([[0.75, 0.25], [0.25, 0.75]])).all()
    assert channel.to_pandas().loc["x = true", "true"] == 0.75
    assert isinstance(channel.to_pandas(), pandas.DataFrame)
    assert channel.to_sympy() == sympy.Matrix([[3, 1], [1, 3]]) / 4
    assert channel.epsilon is not None
    assert channel.epsilon.to_sympy() == sympy.log(3)
    assert channel.epsilon._repr_latex_() == r"$\log{\left(3 \right)}$"
    for name in ("numpy", "pandas"):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(ImportError, match=rf"prhl\[{name}\]"):
            getattr(channel, f"to_{name}")()


@pytest.mark.parametrize("text", ["inf", "ln(3)", "-1/2*ln(3) + 2", "sqrt(2)/(1 + exp(-1/2))", "exp(1)^2 - 0.5"])
def test_figures_for_sympy(text: str) -> None:
    wanted = sympy.oo if text == "inf" else sympy.sympify(text.replace("ln", "log"), rational=True)
    assert sympy.simplify(results.Figure(text, None, None).to_sympy() - wanted) == 0 or text == "inf"
    for wrong in ("import os", "f(2)", "x{1}", "1 div 2", "2 +"):
        with pytest.raises(ValueError, match="closed form"):
            results.Figure(wrong, None, None).to_sympy()
    with pytest.raises(ValueError, match="bounds"):
        results.Figure(None, 1.0, 2.0).to_sympy()


def test_displays() -> None:
    report = prhl.verify(text=Path(COIN).read_text().replace("claim ln3", "// <b>\nclaim ln3"))
    page = report._repr_html_()
    assert "<span" in page
    assert "\x01" not in page
    assert "\x01" not in report.text
    assert prhl.couple(COIN, claim="ln3")[0]._repr_svg_().count("<svg") == 1
    assert prhl.budget(SUM)[0]._repr_svg_().count("<svg") == 1
    assert prhl.budget(SUM)[0].charges[0].part == "1"


def test_format_keeps_the_file() -> None:
    text = Path(COIN).read_text()
    assert prhl.format(COIN) == prhl.format(text=text) == text


def test_the_page_on_the_interface(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of `docs/api.md`, one after the other."""
    for name in ("numpy", "pandas"):
        pytest.importorskip(name)
    monkeypatch.chdir(tmp_path)
    text = ""
    for block in blocks_of(EXAMPLES.parent / "docs/api.md"):
        if block.file is not None:
            (tmp_path / block.file).write_text(block.text)
        text += block.text if block.tag == "pycon" else ""
    test = doctest.DocTestParser().get_doctest(text, {}, "api.md", "docs/api.md", 0)
    assert len(test.examples) > 25
    assert doctest.DocTestRunner().run(test).failed == 0


def test_instances_without_inputs() -> None:
    """What `requires` rules out has no row; it was a division by zero."""
    text = "program P(x : private bool, p : real) : bool requires p < 1; { b :=$ Flip(p); return x xor b; }"
    with pytest.raises(prhl.Rejected) as refused:
        prhl.channel(text=text, set={"p": "2"})
    assert refused.value.diagnostics[0].message == "no input of the instances is one that `P` takes"
    assert prhl.channel(text=text, set=["p in {1/4, 2}"]).epsilon.exact == "ln(3)"
    with pytest.raises(prhl.Rejected) as refused:
        prhl.channel(text=text)
    assert refused.value.diagnostics[0].hint == "write `check p in {1/2, 1}`, or give values by `--set`"
    with pytest.raises(prhl.Rejected) as refused:
        prhl.channel(text="")
    assert refused.value.diagnostics[0].message == "there is no program in this file"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"rlimit": 0}, ValueError),  # to the solver that is no limit at all
        ({"rlimit": 2**32}, ValueError),
        ({"budget": -1}, ValueError),
        ({"budget": "5s"}, TypeError),
        ({"timeout": float("nan")}, ValueError),
        ({"seconds": 0}, ValueError),
        ({"seconds": "5"}, TypeError),
        ({"jobs": 0}, ValueError),
        ({"jobs": "2"}, TypeError),
        ({"claim": ["c"]}, TypeError),  # which was a fault of prhl
        ({"find": "no"}, TypeError),  # which is as good as True
        ({"find": None}, TypeError),
    ],
)
def test_options_are_those_of_the_command_line(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(options))):
        prhl.verify(text="program P() : int { return 1; }", **options)


@pytest.mark.parametrize(
    ("function", "options", "error"),
    [
        ("channel", {"seconds": -1}, ValueError),  # which was a limit that had been reached
        ("channel", {"program": 3}, TypeError),
        ("channel", {"prior": ["1/2"]}, TypeError),
        ("couple", {"jobs": 0}, ValueError),
        ("budget", {"rlimit": 0}, ValueError),
        ("run", {"n": -1}, ValueError),
        ("run", {"seed": 7}, TypeError),
        ("export", {"to": "ruby"}, ValueError),  # which was Python
        ("export", {"grid": 3}, TypeError),
        ("refute", {"start": "1"}, TypeError),
    ],
)
def test_so_are_those_of_the_others(function: str, options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(options))):
        getattr(prhl, function)(COIN, **options)


def test_one_text_stands_for_itself() -> None:
    assert prhl.channel(COIN, measures="zcdp").as_dict() == prhl.channel(COIN, measures=["zcdp"]).as_dict()
    (one,) = prhl.couple(COIN, "ln3", inputs="x{1} && !x{2}")
    assert one.inputs[0]["x"] == "true"


def test_a_set_holds_several_values() -> None:
    several = prhl.channels(text=GEOMETRIC, set={"eps": {Fraction(1, 2), 1}, "x": frozenset([0, 1])})
    assert [one.instance for one in several] == [{"eps": "1"}, {"eps": "1/2"}]


def test_an_instance_that_two_checks_come_to_is_one() -> None:
    twice = GEOMETRIC.replace("eps = 1;", "eps = 1 check x in 0..1, eps = 2;")
    assert len(list(prhl.channels(text=twice))) == 2
    assert prhl.channel(text=twice, set={"eps": 3}).instance == {"eps": "3"}


def test_an_export_about_a_claim_that_is_not_there() -> None:
    with pytest.raises(prhl.Rejected, match="there is no claim `nobody`"):
        prhl.export(COIN, claim="nobody")


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.warns(UserWarning, match="verdicts are not kept"):
        assert prhl.verify(COIN, cache=file).ok


@pytest.mark.parametrize(
    ("name", "said"), [("", "there is no such file"), ("a" * 5000, "too long"), ("a\0b", "null byte")]
)
def test_a_name_that_no_file_has(name: str, said: str) -> None:
    with pytest.raises(prhl.Rejected, match=said):
        prhl.verify(name)
