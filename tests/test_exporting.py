"""`prhl export`: modules that run in a bare Python, measurements that OpenDP composes, and what is not exported."""

import importlib.util
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import nextafter
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

import prhl
from prhl.exporting.release_helpers import group_delta, rounded_up, steps
from prhl.frontends.cli import main
from prhl.numbers.chi_square import chi_square

RELEASES = Path(__file__).parent.parent / "examples/releases"
CALLS = {
    "count": "[1, 0, 1], '1/2'",
    "answer": "True",
    "number": "7, 2",
    "best_candidate": "[3, 1, 2], 1",
    "visitors": "[5, 6], Fraction(1, 3)",
    "clamped_count": "[True, False], '0.5'",
}
HEAVY = "{'prhl', 'flint', 'z3', 'sympy', 'click', 'lark', 'opendp'}"


def export(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["export", *arguments])


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modules")
    for name in CALLS:
        for target in ("python", "opendp"):
            text = prhl.export(RELEASES / f"{name}.wl", to=target)
            (folder / f"{name}_{target}.py").write_text(text, encoding="utf-8")
    return folder


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_release_of_the_examples_is_here() -> None:
    assert {path.stem for path in RELEASES.glob("*.wl")} == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_a_module_runs_in_a_bare_python(name: str, modules: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(modules)!r})\n"
        "from fractions import Fraction\n"
        f"import {name}_python as m\n"
        f"print([m.{name}({CALLS[name]}) for _ in range(5)])\n"
        f"assert not {HEAVY} & {{one.split('.')[0] for one in sys.modules}}\n"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(",") == 4


def test_a_module_says_what_is_proved_of_it(modules: Path) -> None:
    module = loaded(modules / "count_python.py")
    words = module.__doc__ or ""
    assert "claim private : Count satisfies dp(eps)" in words
    assert "Proved by coupling" in words
    assert "fingerprint " in words
    assert "NOTHING" not in words


def test_the_fingerprint_is_that_of_the_text() -> None:
    text = (RELEASES / "answer.wl").read_text(encoding="utf-8")

    def fingerprint(text: str) -> str:
        return prhl.export(text=text).partition("fingerprint ")[2][:64]

    assert fingerprint(text) == fingerprint(text)
    assert fingerprint(text) != fingerprint(text.replace("1/4", "2/7"))


def test_a_module_draws_the_same_law(modules: Path) -> None:
    module = loaded(modules / "count_python.py")
    drawn = Counter([module.count([1, 0, 1], 1) for _ in range(2000)])
    channel = prhl.channel(RELEASES / "count.wl", set=["size(d) = 3", "d[_] in {0, 1}", "eps = ln(2)"])
    assert channel.rows
    near = {x: Fraction(round(2**60 * 0.46211715726 * 2.718281828459045 ** -abs(x - 2)), 2**60) for x in range(-3, 8)}
    test = chi_square([(near[x], drawn[x]) for x in near], 2000)
    assert test is not None
    assert test.tail[1] > Fraction(1, 10**6)


@pytest.mark.parametrize("call", ["[1, 2], 1", "[1], 0", "[1], 0.5", "1, 1", "[True], 1", "[1], 'x'", "[1], '1/0'"])
def test_bad_input_is_refused(call: str, modules: Path) -> None:
    module = loaded(modules / "count_python.py")
    with pytest.raises(module.BadInput):
        eval(f"module.count({call})", {"module": module})


@pytest.mark.search
def test_what_is_not_proved_is_not_exported(tmp_path: Path) -> None:
    file = tmp_path / "bare.wl"
    text = (RELEASES / "count.wl").read_text(encoding="utf-8")
    file.write_text(text.replace("dp(eps)", "dp(eps/2)"), encoding="utf-8")
    refused = export(str(file))
    assert refused.exit_code == 1
    assert "`private` is refuted" in refused.output
    said = export(str(file), "--unproved")
    assert said.exit_code == 0
    assert "NOTHING IS PROVED OF THIS MODULE" in said.output
    assert "REFUTED" in said.output
    assert export(str(file), "--unproved", "--to", "opendp").exit_code == 1
    assumed = text.rstrip().removesuffix(";") + " assume;\n"
    file.write_text(assumed, encoding="utf-8")
    assert export(str(file)).exit_code == 1


def test_continuous_noise_is_not_exported_but_its_twin_may_be() -> None:
    sums = str(RELEASES.parent / "mechanisms/noisy_sum.wl")
    refused = export(sums, "--program", "NoisySum")
    assert refused.exit_code == 1
    assert "Mironov" in refused.output
    assert export(sums, "--program", "NoisySumInt", "--twin").exit_code == 0


def test_no_name_of_a_program_is_in_the_way(tmp_path: Path) -> None:
    text = """program Flip2(bits : private bool, len : int, at : list[int], class : int) : (int, bool)
      requires len > 0; requires size(at) = len; requires forall range. 0 <= range && range < len ==> at[range] < 9;
    {
      draw := at[0] div 2 + class mod 3; leaks :=$ Uniform({1, 3}); exp := exp(0);
      flip :=$ Flip(1/2); return (draw + leaks, flip);
    }
    claim c : Flip2 satisfies noninterference when any;"""
    path = tmp_path / "hostile.py"
    path.write_text(prhl.export(text=text), encoding="utf-8")
    drawn, _ = loaded(path).flip2(True, 2, [5, 8], 4)
    assert drawn in (4, 6)


ORDERED_BY_DATA = """program Over(x : private int, t : real, eps : real) : int
  requires 0 <= x && x <= 3; requires eps > 0; requires t > 1;
{
  BODY
  z :=$ DiscreteLaplace(1/eps); return c + z;
}
claim private : Over satisfies dp(eps) when any;"""


@pytest.mark.parametrize(
    ("body", "known"),
    [
        ("y := x*ln(2); c := (if y >= ln(2) then 1 else 0);", False),  # it would stop at x = 1
        ("c := 0; if (x = 2) { if (ln(t) + ln(t) > ln(4)) { c := 1; } }", False),
        ("y := exp(ln(2)); c := (if x >= y then 1 else 0);", False),
        ("l := [x*sqrt(2), sqrt(8)]; c := (if l[0] = max(l) then 1 else 0);", False),
        ("u :=$ Binomial(2, 1/2); c := min(1, floor(x*ln(2)/ln(2)));", False),
        ("u :=$ Binomial(2, x*ln(2)/(4*ln(2))); c := min(u, 1);", False),
        ("u :=$ ExpMech(1, [x*ln(2), ln(2)]); c := min(u, 1);", False),
        ("u :=$ Clamp(Uniform({ln(2), 1}), x*ln(2)/4, 5); c := (if u > 1/4 then 1 else 0);", False),
        ("y := 1 + ln(t)/eps; c := (if x >= y then 1 else 0);", True),  # no rational number is ln(t), but 0
        ("c := 0; if (ln(t) + ln(t) > ln(4)) { c := 1; }", True),  # public: the same for all data
        ("y := x*ln(t); c := (if y > 0 then 1 else 0);", True),
    ],
)
def test_what_is_ordered_is_told_apart_whatever_the_data_are(body: str, known: bool, tmp_path: Path) -> None:
    text = ORDERED_BY_DATA.replace("BODY", body)
    if not known:
        with pytest.raises(prhl.Rejected, match="ordered here"):
            prhl.export(text=text)
        return
    path = tmp_path / "over.py"
    path.write_text(prhl.export(text=text), encoding="utf-8")
    assert all([isinstance(loaded(path).over(x, 3, 1), int) for x in range(4)])


def test_equal_scores_stop_no_module(tmp_path: Path) -> None:
    text = """program Best(x : private int) : int requires 0 <= x && x <= 1; { i :=$ ExpMech(ln(2), [x, 0]); return i; }
    claim private : Best satisfies dp(ln(2)) when any;"""
    path = tmp_path / "best.py"
    path.write_text(prhl.export(text=text), encoding="utf-8")
    assert {loaded(path).best(0) for _ in range(64)} == {0, 1}


def test_irrational_parameters_are_exact_in_a_module(tmp_path: Path) -> None:
    text = """program RandResp(x : private bool, eps : real) : bool requires eps > 0; {
      keep :=$ Flip(exp(eps)/(1 + exp(eps)));
      return if keep then x else !x;
    }
    claim local : RandResp satisfies dp(eps) when any;"""
    path = tmp_path / "respond.py"
    path.write_text(prhl.export(text=text), encoding="utf-8")
    module = loaded(path)
    kept = sum([module.rand_resp(True, 1) for _ in range(4000)])
    p = Fraction(7310585786, 10**10)
    test = chi_square([(p, kept), (1 - p, 4000 - kept)], 4000)
    assert test is not None
    assert test.tail[1] > Fraction(1, 10**6)


# ---- OpenDP ------------------------------------------------------------------------------------


def made(modules: Path, name: str, *given: object) -> object:
    return getattr(loaded(modules / f"{name}_opendp.py"), f"make_{name}")(*given)


@pytest.mark.parametrize(
    ("name", "given", "d_in", "budget", "beyond", "data"),
    [
        ("count", (3, "1/2"), 1, 0.5, 1.0, [1, 0, 1]),
        ("answer", (), 1, 1.0986122886681098, None, True),
        ("number", (6,), 3, 0.125, 0.5, 5),
        ("best_candidate", (1,), 1, 1.0, 2.0, [4, 5, 6]),
        ("visitors", ("0.25",), 1, 0.25, 0.5, [4, 5, 6]),
        ("clamped_count", (2, 2), 1, 2.0, 4.0, [True, False]),
    ],
)
def test_the_privacy_map_is_the_claim_and_group_privacy_beyond_it(
    name: str, given: tuple[object, ...], d_in: int, budget: float, beyond: float | None, data: object, modules: Path
) -> None:
    pytest.importorskip("opendp", reason="the extra `opendp` is not installed")
    measurement = made(modules, name, *given)
    assert budget <= measurement.map(d_in) <= budget * (1 + 2**-51)  # type: ignore[attr-defined]
    assert measurement.map(0) == 0  # type: ignore[attr-defined]
    if beyond is None:
        with pytest.raises(Exception, match="the claim speaks of inputs at distance"):
            measurement.map(d_in + 1)  # type: ignore[attr-defined]
    else:
        assert measurement.map(d_in + 1) == measurement.map(2 * d_in) == beyond  # type: ignore[attr-defined]
    assert isinstance(measurement(data), int)  # type: ignore[operator]


IN_BETWEEN = """program P(d : private list[int], x : int, eps : real) : int
  requires eps > 0; requires REQUIRED;
{ z :=$ DiscreteLaplace(1/eps); return size(d) + x + z; }
claim c : P satisfies dp(eps) when RELATION;"""
EACH = "forall i. 0 <= i && i < size(d) ==> "


@pytest.mark.parametrize(
    ("required", "relation", "goes_on"),
    [
        ("x >= 0", "add_remove(d)", True),
        (EACH + "d[i] mod 2 = x", "add_remove(d)", True),
        (EACH + "d[i] <= i", "add_remove(d)", False),  # positions move when one is taken out
        ("forall i. 1 <= i && i < size(d) ==> d[i] = 0", "add_remove(d)", False),
        ("size(d) >= 1", "add_remove(d)", False),  # what is not in the other list goes first
        ("size(d) = x", "one_differs(d)", True),
        (EACH + "d[i] = 0 || d[i] = 2", "one_differs(d)", True),
        ("sum(d) = x", "one_differs(d)", False),  # two entries make up for each other
        (EACH + "d[i] = d[0]", "one_differs(d)", False),
        (EACH + "0 <= d[i] && d[i] < x", "all_within(d, 1)", True),
        (EACH + "d[i] mod 2 = 0", "all_within(d, 1)", False),  # no list lies between
        (EACH + "d[i] < d[0] + 9", "all_within(d, 1)", False),
    ],
)
def test_group_privacy_where_inputs_are_joined(required: str, relation: str, goes_on: bool) -> None:
    text = prhl.export(text=IN_BETWEEN.replace("REQUIRED", required).replace("RELATION", relation), to="opendp")
    assert ("(steps(d_in, " in text) is goes_on
    assert ("the claim speaks of inputs at distance" in text) is not goes_on


def test_a_private_number_with_a_hole() -> None:
    """From 0 to 2 there is no step of 1: the claim holds of nothing else, and says nothing of these two."""
    number = "program P(x : private int, eps : real) : int requires eps > 0; requires REQUIRED; "
    number += "{ z :=$ DiscreteLaplace(1/eps); return x + z; } claim c : P satisfies dp(eps) when within(x, 1);"
    assert "steps" not in prhl.export(text=number.replace("REQUIRED", "x = 0 || x = 2"), to="opendp")
    assert "(steps(d_in, " in prhl.export(text=number.replace("REQUIRED", "0 <= x && x <= 9"), to="opendp")


def test_the_delta_of_a_group() -> None:
    """delta (e^(k eps) - 1)/(e^eps - 1), and no more than 1."""
    assert group_delta(1, 1, Fraction(1, 100)) == 0.01
    assert group_delta(3, 0, Fraction(1, 8)) == 0.375
    assert 0.0471828 < group_delta(2, 1, Fraction(1, 100)) + 0.01 < 0.0471829
    assert group_delta(40, 1, Fraction(1, 100)) == group_delta(10**9, 1, 0) == 1.0
    assert [steps(d, 3, True) for d in (1, 3, 4)] == [1, 1, 2]
    assert [steps(d, Fraction(5, 2), whole) for d, whole in ((5, False), (5, True))] == [2, 3]
    with pytest.raises(ValueError, match="no two inputs"):
        steps(1, Fraction(1, 2), True)


CLIPPED = """program Clipped(d : private list[int], eps : real) : list[real]
  requires eps > 0;
{ a := NORM(d, 5); z :=$ Each(DiscreteLaplace(10/eps), size(a)); return a + z; }
claim c : Clipped satisfies noninterference when d{1} = d{2};"""


@pytest.mark.parametrize(("norm", "exact"), [("clip1", Fraction(15, 7)), ("clip2", Fraction(3))])
def test_lists_are_clipped(norm: str, exact: Fraction, tmp_path: Path) -> None:
    path = tmp_path / "clipped.py"
    path.write_text(prhl.export(text=CLIPPED.replace("NORM", norm)), encoding="utf-8")
    module = loaded(path)
    shown = module.clipped([3, 4], "1/2")
    assert [(one - part) % 1 for one, part in zip(shown, (exact, exact * Fraction(4, 3)), strict=True)] == [0, 0]
    assert len(module.clipped([1, 1, 1], 1)) == 3  # an irrational multiple, if any


def test_noise_on_a_grid_is_exported(tmp_path: Path) -> None:
    text = "program P(x : private int, eps : real) : real requires eps > 0; "
    text += "{ z :=$ Laplace(1/eps); return x + z; } claim c : P satisfies dp(eps) when within(x, 1);"
    path = tmp_path / "on_grid.py"
    path.write_text(prhl.export(text=text, grid="1/8"), encoding="utf-8")
    drawn = [loaded(path).p(4, 1) for _ in range(20)]
    assert all(one * 8 % 1 == 0 for one in drawn)
    assert any(one % 1 for one in drawn)
    with pytest.raises(prhl.Rejected, match="no step of a grid"):
        prhl.export(text=text, grid="0")
    with pytest.raises(prhl.NotComputed, match="nothing is proved"):
        prhl.export(text=text.replace("x : private int", "x : private real"), grid="1/8")


def test_opendp_composes_three_of_them(modules: Path, tmp_path: Path) -> None:
    """The same one three times, and three different ones on the same data."""
    dp = pytest.importorskip("opendp.prelude", reason="the extra `opendp` is not installed")
    count = [made(modules, "count", 3, eps) for eps in ("1/2", "1/4", 1)]
    others = {
        "double": "z :=$ DiscreteLaplace(2/eps);\n  return 2*s + z;",
        "many": "z :=$ DiscreteLaplace(1/eps);\n  return if s + z >= 2 then 1 else 0;",
    }
    text, three = (RELEASES / "count.wl").read_text(encoding="utf-8"), count[:1]
    for name, end in others.items():
        head, _ = text.split("z :=$")
        other = f"{head}{end}\n}}\nclaim private : Count satisfies dp(eps) when one_differs(d, 1);\n"
        path = tmp_path / f"{name}_opendp.py"
        path.write_text(prhl.export(text=other.replace("Count", name.capitalize()), to="opendp"), encoding="utf-8")
        three.append(made(tmp_path, name, 3, "1/4" if name == "many" else 1))
    for composed in (count, three):
        whole = dp.c.make_composition(composed)
        assert whole.map(1) == 1.75
        assert len(whole([1, 0, 1])) == 3


def test_a_relation_that_is_no_metric_is_refused(tmp_path: Path) -> None:
    text = (RELEASES / "count.wl").read_text(encoding="utf-8")
    open_entries = "\n".join([line for line in text.splitlines() if "forall" not in line])
    with pytest.raises(prhl.NotComputed, match="may move by more than"):
        prhl.export(text=open_entries, to="opendp")


ORDERED = """program First(d : private list[int], eps : real) : int
  requires eps > 0; requires size(d) >= 1;
  requires forall i. 0 <= i && i < size(d) ==> 0 <= d[i] && d[i] <= 1;
{ z :=$ DiscreteLaplace(1/eps); return d[0] + z; }
claim c : First satisfies dp(eps) when RELATION;"""


def test_two_orders_of_the_same_records_are_not_at_distance_0() -> None:
    """To OpenDP's `change_one_distance` [0, 1] and [1, 0] are equal, so that their loss would be 0."""
    text = prhl.export(text=ORDERED.replace("RELATION", "one_differs(d, 1)"), to="opendp")
    assert "dp.hamming_distance()" in text
    assert "change_one_distance" not in text


def test_the_domain_has_the_bounds_that_are_required() -> None:
    text = prhl.export(text=ORDERED.replace("RELATION", "all_within(d, 1)"), to="opendp")
    assert "dp.vector_domain(dp.atom_domain(bounds=(0, 1), T=int))" in text


def test_a_program_called_as_what_stands_in_the_measurement(tmp_path: Path) -> None:
    pytest.importorskip("opendp", reason="the extra `opendp` is not installed")
    text = ORDERED.replace("First", "Released").replace("RELATION", "one_differs(d, 1)")
    path = tmp_path / "released.py"
    path.write_text(prhl.export(text=text, to="opendp"), encoding="utf-8")
    module = loaded(path)
    assert isinstance(getattr(module, module.__all__[1])(2, 1)([0, 1]), int)


@pytest.mark.parametrize("exact", [0, 1, Fraction(1, 3), Fraction(1, 10**400), 2**53 + 1])
def test_a_float_that_is_not_below(exact: Fraction) -> None:
    """Below the smallest float, too."""
    high = rounded_up(exact)
    assert high >= exact
    assert exact == high or nextafter(high, 0) < exact
