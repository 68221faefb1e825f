"""What is written in LaTeX means what it should, is well formed, obeys nobody but us, and goes through an engine."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from prhl import pipeline
from prhl.frontends.cli import main
from prhl.logic.operators import OPERATORS, apply
from prhl.logic.terms import Apply, Constant, Term, Variable
from prhl.logic.types import REAL
from prhl.numbers import Inexact
from prhl.report.latex import COMMANDS, as_latex, channels_as_latex
from prhl.report.latex.formulas import ARITHMETIC, PATTERNS, SIGNS, SPECIAL, display, inline, term
from prhl.report.latex.letters import (
    assignments,
    comment,
    escaped,
    label,
    name,
    polynomial,
    prose,
    typed,
    value,
    word,
)
from prhl.source import Source

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "examples").glob("*/*.wl"))
SMALL = [path for path in FILES if path.parent.name in ("course", "quadruples", "peers", "wrong")]

# Commands that may stand in a fragment: those of LaTeX and amsmath that are used here, and our own.
ALLOWED = set(
    re.findall(
        "[A-Za-z]+",
        """
    prhlrun prhldraw prhlfound prhlqed prhlline begin end noindent textbf textit textsl textsf texttt text par medskip
    smallskip emergencystretch newline hline char linewidth renewcommand arraystretch allowbreak
    textbackslash textasciicircum textasciitilde textless textgreater textbar textasciigrave
    mathsf mathit mathrm mathbf mathtt mathbb mathbin mathord operatorname frac sqrt left right lvert rvert lfloor
    rfloor lceil rceil ln log exp min max Pr in le ge ne land lor lnot Rightarrow Leftrightarrow oplus forall exists
    gets mapsto bmod cdot dots ldots infty times to sim Vert quad qquad theta ell mid
    varepsilon alpha beta gamma delta epsilon zeta eta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi
    omega
    """,
    )
)


def well_formed(text: str) -> None:
    """Balanced braces, environments and dollars; ASCII; comments are whole lines; no command that is not expected."""
    assert text.isascii()
    lines = text.removeprefix("\n").split("\n")
    body = "\n".join([line for line in lines if not line.startswith("%")])
    assert body.count(COMMANDS.rstrip("\n")) <= 1
    body = body.replace(COMMANDS, "")
    plain = body.replace("\\\\", "\n")
    assert not re.search(r"(?<!\\)%", plain)
    assert not re.search(r"(?<!\\)#", plain)
    assert set(re.findall(r"\\([A-Za-z]+)", plain)) <= ALLOWED
    assert set(re.findall(r"\\([^A-Za-z])", plain)) <= set("{}[]()$&#%_,;! \n'")
    bare = re.sub(r"\\[{}$&%#_]", "", plain)
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0
    assert bare.count("$") % 2 == 0
    for paragraph in bare.split("\n\n"):
        assert paragraph.count("$") % 2 == 0, paragraph
    opened: list[str] = []
    for kind, environment in re.findall(r"\\(begin|end)\{(\w+\*?)\}", body):
        if kind == "begin":
            opened.append(environment)
        else:
            assert opened.pop() == environment
    assert not opened
    assert body.count("\\[\n") == body.count("\n\\]")


def verified(path: Path, *options: str) -> str:
    done = CliRunner().invoke(main, ["verify", "--explain", "--format", "latex", "--budget", "20", *options, str(path)])
    assert done.exit_code in (0, 1), done.output
    return done.stdout


def latex_of(text: str, file: str = "given.wl") -> str:
    report = pipeline.verify(Source(file, text), keep=pipeline.Keep(steps=True), search=None, find=True)
    assert not [d for d in report.diagnostics if d.severity == "error"], report.diagnostics
    return as_latex(report)


def test_no_number_is_equal_to_itself() -> None:
    shown = "program A(x : private bool) : bool { return x; } claim c : A satisfies dp(%s) when any;"
    assert "\n  1 > 0.\n" in latex_of(shown % "0")
    assert "0 = 0.\n" in latex_of(shown % "ln(2)")


# ---- formulas --------------------------------------------------------------------------------


def test_every_operator_has_its_formula() -> None:
    parts = [*SIGNS, *PATTERNS, *ARITHMETIC, *SPECIAL]
    assert sorted(parts) == sorted(OPERATORS)


NAMES = {"x": Fraction(3), "y": Fraction(-5, 7), "eps": Fraction(2, 3), "noise_2": Fraction(11, 13)}


def terms() -> st.SearchStrategy[Term]:
    leaves = st.one_of(
        st.sampled_from([Variable(one, 0, REAL) for one in NAMES]),
        st.fractions(-4, 4, max_denominator=3).map(lambda value: Constant(value, REAL)),
    )

    def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        several = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return st.one_of(
            st.builds(lambda parts: Apply("add", parts, REAL), several),
            st.builds(lambda parts: Apply("mul", parts, REAL), several),
            st.builds(lambda a, b: Apply("div", (a, b), REAL), inner, inner),
            st.builds(lambda a: Apply("neg", (a,), REAL), inner),
            st.builds(lambda a, n: Apply("pow", (a, Constant(Fraction(n), REAL)), REAL), inner, st.integers(0, 3)),
        )

    return st.recursive(leaves, larger, max_leaves=8)


def meaning(found: Term) -> Fraction:
    match found:
        case Constant(value):
            assert isinstance(value, Fraction)
            return value
        case Variable(one):
            return NAMES[one]
        case Apply(operator, arguments):
            return Fraction(apply(operator, [meaning(one) for one in arguments]))
        case _:
            raise AssertionError(found)


def read(text: str) -> Fraction:
    """What a reader makes of a formula: products without a sign, fractions, powers."""
    text = text.replace("\\left(", "(").replace("\\right)", ")").replace("\\cdot", "*").replace("\\,", "*")
    for one, its in NAMES.items():
        text = text.replace(name(one), f"({its})")
    while (at := text.find("\\frac")) >= 0:
        middle = closing(text, at + 5)
        end = closing(text, middle)
        above, below = text[at + 6 : middle - 1], text[middle + 1 : end - 1]
        text = f"{text[:at]}(({above})/({below})){text[end:]}"
    text = re.sub(r"\^\{(\d+)\}", r"**\1", text)
    text = re.sub(r"(\d)\s*\(", r"\1*(", text)
    text = re.sub(r"(?<![\d/*])(\d+)(?!\d)", r"Fraction(\1)", re.sub(r"\*\*(\d)", r"^\1", text)).replace("^", "**")
    return Fraction(eval(text, {"Fraction": Fraction}))  # of digits and signs that stand above


def closing(text: str, start: int) -> int:
    depth, at = 0, start
    while True:
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
        if depth == 0:
            return at


@given(terms())
def test_a_formula_says_what_the_term_means(found: Term) -> None:
    try:
        expected = meaning(found)
    except (ZeroDivisionError, Inexact):
        return
    piece = term(found)
    assert read(inline(piece)) == expected
    assert read(display(piece)) == expected


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("0 <= i{1} && i{1} < size(d{1})", r"0 \le \prhlrun{i}{1} < \lvert \prhlrun{d}{1}\rvert"),
        ("={i} && d{1}[0] = 2", r"\prhlrun{i}{1} = \prhlrun{i}{2} \land \prhlrun{d}{1}[0] = 2"),
        ("!(i{1} = 0) ==> i{1} > 0", r"\lnot (\prhlrun{i}{1} = 0) \Rightarrow \prhlrun{i}{1} > 0"),
        ("forall j. j >= 0 || j < 0", r"\forall j.\; j \ge 0 \lor j < 0"),
        (
            "i{1} = (if i{2} > 0 then 1 else 2)",
            r"\prhlrun{i}{1} = (\textsf{if }\prhlrun{i}{2} > 0\allowbreak\textsf{ then }1\allowbreak\textsf{ else }2)",
        ),
        ("i{1} - (i{2} - 1) = 2*i{1}", r"\prhlrun{i}{1} - (\prhlrun{i}{2} - 1) = 2\prhlrun{i}{1}"),
    ],
)
def test_formulas(formula: str, shown: str) -> None:
    text = f"""
    program P(d : private list[int]) : int {{
      i := 0;
      assert {formula};
      return i;
    }}
    claim c : P satisfies noninterference when any expect unknown;
    """
    assert f"${shown}$" in latex_of(text)


# ---- nothing is obeyed -----------------------------------------------------------------------

HOSTILE = [
    "\\input{/etc/passwd}",
    "}\\end{document}",
    "a%b",
    "$x$",
    "^^M\\write18{ls}",
    "a\nb\\def\\x{}",
    "a\r\\relax",
    "\u2028\\relax",
    "~#&_^{}",
    "é\u202eß漢",
    '"|<>`',
    "\\\\",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_are_read_as_they_are(text: str) -> None:
    for shown in (escaped(text), typed(text), prose(text), f"${value(text)}$", f"${label(text)}$"):
        well_formed(shown)
        assert not {"input", "def", "relax", "write"} & set(re.findall(r"\\([A-Za-z]+)", shown))
        assert "^^" not in shown
    line = comment(text)
    assert line.isprintable()
    assert line.isascii()


@given(st.text())
def test_no_text_is_a_command(text: str) -> None:
    for shown in (escaped(text), typed(text), f"${value(text)}$"):
        well_formed(shown)
    assert comment(text).isascii()
    assert comment(text).isprintable()


@given(st.from_regex(r"[^\W\d]\w*", fullmatch=True))
def test_no_name_is_a_command(text: str) -> None:
    well_formed(f"${name(text)}$ ${word(text)}$")


def test_names_stay_apart() -> None:
    names = ["x", "x1", "x_1", "x__1", "x1_", "eps", "eps1", "epsilon", "e_ps", "delta", "x01", "xy1", "X", "i'", "i"]
    assert len({name(one) for one in names}) == len(names)
    assert [name(one) for one in ("eps", "x1", "noisy", "i'", "i..end")] == [
        "\\varepsilon",
        "x_{1}",
        "\\mathit{noisy}",
        "i'",
        "i^{\\mathrm{end}}",
    ]


STRANGE = """
program été_ß(x_1 : private bool, ünder : real) : bool requires ünder > 0; {
  _ :=$ Flip(1/2); // \\input{secret} %$&
  if (_) { ö := x_1; } else { ö :=$ Flip(1/2); }
  return ö;
}
claim a_b : été_ß satisfies dp(ln(3)) when any check ünder = 1;
claim c__ : été_ß satisfies dp(ln(2)) when any check ünder = 1 expect refuted;
"""


@pytest.mark.parametrize("file", HOSTILE)
def test_strange_names_and_files(file: str) -> None:
    shown = latex_of(STRANGE, file)
    well_formed(shown)
    assert "secret" not in shown


# ---- what is told ----------------------------------------------------------------------------

SUM = """program NoisySum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps);
  return s + z;
}
claim private : NoisySum satisfies dp(eps) when one_differs(d, 1);
"""


def test_a_proof_that_was_found() -> None:
    shown = latex_of(SUM)
    well_formed(shown)
    assert "\\textbf{Theorem} (\\texttt{private})" in shown
    assert "of one length that differ in at most one position~$k$, and there by at most $1$" in shown
    found = r"\textit{couple} $\prhlrun{z}{2} = \prhlrun{z}{1} + \prhlrun{s}{1} - \prhlrun{s}{2}$\prhlfound{}"
    assert found in shown
    assert "\\textbf{for} $0 \\le i < \\lvert d\\rvert$ \\textbf{do}" in shown
    assert "the results are equal, $\\prhlrun{s}{1} + \\prhlrun{z}{1} = \\prhlrun{s}{2} + \\prhlrun{z}{2}$" in shown
    assert "what was spent is within the budget, $\\mathsf{cost} \\le \\varepsilon$" in shown
    assert "\\prhlqed" in shown


def test_what_the_user_wrote_is_not_marked() -> None:
    written = SUM.replace("Laplace(1/eps);", "Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};")
    shown = latex_of(written)
    assert "\\textit{invariant} " in shown
    marked = [line for line in shown.splitlines() if "\\prhlfound{}" in line and "prhlline" in line]
    assert marked
    assert not [line for line in marked if "couple" in line]


def test_a_witness_and_a_proof_by_enumeration() -> None:
    shown = verified(ROOT / "examples/course/rand_resp.wl")
    well_formed(shown)
    assert "There are finitely many private inputs" in shown
    assert "$\\ln 3 \\le 1.098613$" in shown
    assert "\\textbf{which is false.}" in shown
    assert "\\frac{3}{4} > e^{\\ln 2} \\cdot \\frac{1}{4} = \\frac{1}{2}." in shown
    assert "in run~2 it is $1/2\\cdot 1/2$ by $b = \\mathsf{false}$" in shown.replace(" \\cdot ", "\\cdot ")
    assert shown.count("\\begin{prhllines}") == 1  # one program for both claims


def test_what_is_not_decided_says_so() -> None:
    shown = latex_of(SUM.replace("Laplace(1/eps)", "Laplace(1/eps) couple z{2} = z{1}"))
    well_formed(shown)
    assert "which is not decided." in shown
    assert "Not shown: \\texttt{results-equal}" in shown
    assert "\\textbf{Theorem}" not in shown
    assert "\\prhlqed" not in shown.replace(COMMANDS, "")


def test_a_file_with_a_mistake_gives_no_fragment(tmp_path: Path) -> None:
    (tmp_path / "slip.wl").write_text("program P(x : private bool) : bool { y = x; return y; }", encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", "--format", "latex", str(tmp_path / "slip.wl")])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "assign-with-equals" in done.stderr


def test_a_channel() -> None:
    source = Source("coins.wl", (ROOT / "examples/course/rand_resp.wl").read_text(encoding="utf-8"))
    shown = channels_as_latex(pipeline.channels(source, None, None, ()))
    well_formed(shown)
    assert "x = \\mathsf{false} & \\frac{3}{4} & \\frac{1}{4} \\\\" in shown
    assert "\\frac{3}{4} - \\frac{1}{4}\\,e^{\\varepsilon} & \\text{if } 0 \\le \\varepsilon < \\ln 3" in shown


def test_a_channel_at_its_public_parameters(tmp_path: Path) -> None:
    path = tmp_path / "parts.wl"
    text = "program P(x : private bool, d : list[int], n : int) : bool { b :=$ Flip(1/n); return x xor b; }"
    claim = "claim c : P satisfies dp(2) when any check n = 3, size(d) = 1, d[_] = 0;"
    path.write_text(f"{text}\n{claim}\n", encoding="utf-8")
    shown = open_latex([str(path)])
    well_formed(shown)
    assert "\\textbf{Channel} of $\\mathsf{P}$ at $d = [0]$, $n = 3$." in shown


# ---- open parameters -------------------------------------------------------------------------

COINS = ROOT / "examples/open/two_coins.wl"
OPENED = [
    [str(COINS), "--open", "p"],
    [str(ROOT / "examples/open/truncated_geometric.wl"), "--program", "Cut", "--open", "eps"],
    [str(ROOT / "examples/open/two_rounds.wl"), "--open", "p", "--open", "q"],
]


def open_latex(words: list[str]) -> str:
    done = CliRunner().invoke(main, ["channel", *words, "--format", "latex"])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_channel_with_its_parameter_in_it() -> None:
    shown = open_latex(OPENED[0])
    assert "x = \\mathsf{false} & p^{2} - p + 1 & p - p^{2} \\\\" in shown
    first, second = "\\ln \\frac{2 - p}{1 - p}", "\\ln \\frac{p^{2} - p + 1}{(1 - p)^{2}}"
    rows = f"{first} & \\text{{if }} 0 < p \\le 1/2 \\\\[4pt] {second} & \\text{{if }} 1/2 < p < 1"
    assert f"\\varepsilon(p) = \\begin{{cases}}{rows}\\end{{cases}}" in shown


@pytest.mark.parametrize("words", OPENED, ids=lambda words: Path(words[0]).stem)
def test_open_channels_are_well_formed(words: list[str], tmp_path: Path) -> None:
    shown = open_latex(words)
    well_formed(shown)
    compiled(document(shown), tmp_path)


@given(st.text())
def test_no_condition_is_a_command(text: str) -> None:
    well_formed(f"${polynomial(text) or '0'}$ ${assignments(text)}$")


# ---- all examples ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_example_is_well_formed(path: Path) -> None:
    shown = verified(path)
    well_formed(shown)
    assert shown


def document(*fragments: str) -> str:
    packages = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n"
    return packages + "\n".join(fragments) + "\n\\end{document}\n"


def fragments() -> Iterator[tuple[str, str]]:
    yield "strange", latex_of(STRANGE, HOSTILE[0])
    yield "letters", "\n\n".join([f"{escaped(text)} {typed(text)} ${value(text)}$ ${name('x_y')}$" for text in HOSTILE])
    yield "found", latex_of(SUM)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_example_goes_through_an_engine(path: Path, tmp_path: Path) -> None:
    channel = CliRunner().invoke(main, ["channel", "--format", "latex", str(path)])
    compiled(document(verified(path), channel.stdout), tmp_path)


def test_strange_texts_go_through_an_engine(tmp_path: Path) -> None:
    compiled(document(*[text for _, text in fragments()]), tmp_path)


def compiled(text: str, folder: Path) -> None:
    engine = shutil.which("pdflatex")
    if engine is None:
        pytest.skip("there is no pdflatex here")
    (folder / "paper.tex").write_text(text, encoding="ascii")
    words = [engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, done.stdout[-3000:]
    assert "Missing character" not in done.stdout
