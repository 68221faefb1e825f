"""What the solver is asked, as files: the very questions, which another solver reads and answers alike."""

import json
from functools import cache
from pathlib import Path

import pytest
import z3
from click.testing import CliRunner

from benchmarks.recheck import by_cvc5, column, rechecked
from prhl import pipeline
from prhl.frontends.cli import main
from prhl.logic.build import FALSE, TRUE, equal, number
from prhl.logic.terms import Term, Variable
from prhl.logic.types import INT
from prhl.report.scripts import safe, scripts
from prhl.solvers import Answer, Asked, Limits, Query
from prhl.solvers.by_z3 import Session
from prhl.solvers.smtlib import script
from prhl.source import Source
from prhl.syntax.reader import read

ROOT = Path(__file__).parent.parent
KEEP = pipeline.Keep(questions=True)

# Lists, reals and integers, sums of lists, exp and ln, bit strings, quantifiers.
FILES = {
    "examples/mechanisms/svt.wl": "private",
    "examples/mechanisms/histogram.wl": "private",
    "examples/mechanisms/randomized_response_eps.wl": None,
    "examples/quadruples/one_time_pad.wl": None,
    "examples/course/averaging.wl": None,
}

# An obligation that is false, and names that are no ASCII.
WRONG = """
program Sum(a : private real, ε : real) : real
  requires ε > 0;
{
  größe :=$ Laplace(1/ε) couple größe{2} = größe{1} + a{2} - a{1};
  return a + größe;
}

claim private : Sum satisfies dp(ε) when within(a, 1);
"""

# What holds at every argument, and is needed at one that is not instantiated.
EVERYWHERE = """
program Same(f : int -> int, x : private int) : int
  requires forall y : int. f(y + 1) = f(y);
{
  return f(if x > 3 then 5 else 0);
}

claim private : Same satisfies noninterference when any;
"""


@cache
def questions(name: str) -> list[tuple[str, str, Answer]]:
    """Every obligation of a file: its name, its script and its answer."""
    own = {"wrong": WRONG, "everywhere": EVERYWHERE}
    source = Source(f"{name}.wl", own[name]) if name in own else read(str(ROOT / name))
    found = []
    for claim, proof in pipeline.proofs(source, FILES.get(name), keep=KEEP):
        named = scripts(source, "stem", claim.name, claim.program, proof)
        found += [(n, text, one.answer) for (n, text), one in zip(named, proof.judged, strict=True)]
    return found


@pytest.mark.parametrize("name", [*FILES, "wrong"])
def test_the_script_is_the_question(name: str) -> None:
    """Read back in the context of the question, it is the same list of assertions, up to how fractions are written."""
    read_back = 0
    for where, text, answer in questions(name):
        asked = answer.asked
        assert asked is not None, where
        given = [one for _, group in asked.groups for one in group]
        context = given[0].ctx
        parsed = list(z3.parse_smt2_string(text, ctx=context))
        assert len(parsed) == len(given), where
        for one, other in zip([named_back(p) for p in parsed], given, strict=True):
            # a fraction is a number to z3 and a quotient of two numbers in SMT-LIB
            assert one.eq(other) or z3.simplify(one).eq(z3.simplify(other)), where
        read_back += 1
    assert read_back > 5


def named_back(formula: z3.ExprRef) -> z3.ExprRef:
    """exp, ln and sqrt as we call them; in a script they have names that no solver knows."""
    real = z3.RealSort(formula.ctx)
    for name in ("exp", "ln", "sqrt"):
        there, here = z3.Function(f"fn!{name}", real, real), z3.Function(name, real, real)
        formula = z3.substitute_funs(formula, (there, here(z3.Var(0, real))))
    return formula


@pytest.mark.parametrize("name", [*FILES, "wrong", "everywhere"])
def test_a_valid_obligation_was_unsatisfiable(name: str) -> None:
    for where, text, answer in questions(name):
        assert answer.asked is not None
        assert (answer.asked.found in ("unsat", "")) == (answer.status == "valid" and not answer.steps), where
        if answer.asked.found:
            assert f"(set-info :status {answer.asked.found})" in text
            assert f"; z3:       {answer.asked.found}\n" in text


def test_both_forms_of_a_question_occur() -> None:
    """The full form, with quantifiers, is asked only where the ground form does not do."""
    full = ["forall" in text for _, text, _ in questions("everywhere")]
    assert any(full)
    assert not all(full)


def test_keeping_the_questions_changes_no_answer() -> None:
    source = Source("wrong.wl", WRONG)
    for one, other in zip(pipeline.verify(source).claims, pipeline.verify(source, keep=KEEP).claims, strict=True):
        assert [(o.code, o.answer.status, o.answer.model) for o in one.obligations] == [
            (o.code, o.answer.status, o.answer.model) for o in other.obligations
        ]
        assert all([o.answer.asked is None for o in one.obligations])


def test_names_of_the_program_are_not_taken_for_shared_parts() -> None:
    """z3's own printer calls shared parts `a!1`, and so is the variable `a` of run 1."""
    context = z3.Context()
    a = z3.Real("a!1", context)
    shared = (a + 1) * (a + 1)
    asked = Asked((("the goal, denied", (shared == a, z3.Real("let!0!0", context) > shared / shared)),))
    parsed = list(z3.parse_smt2_string(script(asked), ctx=context))
    assert [one.eq(two) for one, two in zip(parsed, asked.groups[0][1], strict=True)] == [True, True]


def test_a_long_chain_of_shared_parts() -> None:
    context = z3.Context()
    whole = x = z3.Real("x!1", context)
    for _ in range(3000):
        whole = whole + whole
    asked = Asked((("words", (whole > x,)),))
    parsed = list(z3.parse_smt2_string(script(asked), ctx=context))
    assert parsed[0].eq(asked.groups[0][1][0])


def test_logics() -> None:
    context = z3.Context()
    x, y, n = z3.Real("x!1", context), z3.Real("y!1", context), z3.Int("n!0", context)
    f = z3.Function("f!0()", z3.IntSort(context), z3.RealSort(context))
    cases = {
        "QF_LRA": x / 2 + 3 * y > 1,
        "QF_NRA": x * y > 1,
        "QF_UFLIRA": f(n) > x,
        "UFLIRA": z3.ForAll([n], f(n) > x),
        "QF_NIRA": z3.And(x > 0, n % n == 0),
        "QF_UF": z3.Or(z3.Bool("b!1", context), z3.Bool("c!1", context)),
    }
    for logic, formula in cases.items():
        text = script(Asked((("words", (formula,)),)))
        assert text.startswith(f"(set-logic {logic})\n")
        assert by_cvc5(text) == "sat" or logic == "UFLIRA"


# ---- the command -----------------------------------------------------------------------------


def test_dump(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    program = tmp_path / "my sum.wl"
    program.write_text(WRONG, encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", "--format", "json", "--dump-smt", str(folder), str(program)])
    assert done.exit_code == 1, done.output
    obligations = json.loads(done.output)["files"][0]["claims"][0]["obligations"]
    names = sorted([path.name for path in folder.iterdir()])
    assert names == [f"my-20-sum.private.{n:02}-{o['code']}.smt2" for n, o in enumerate(obligations, start=1)]
    failed = next(n for n, o in enumerate(obligations) if o["status"] == "invalid")
    text = (folder / names[failed]).read_text(encoding="utf-8")
    for part in (
        f"; file:     {program}\n",
        "; claim:    private, of Sum\n",
        f"; line:     {obligations[failed]['line']}, column {obligations[failed]['column']}\n",
        "; code:     results-equal\n",
        "; fails if: the two runs may return different values\n",
        "; status:   invalid\n",
        "; z3:       sat\n",
        "; the goal, denied\n",
        "(check-sat)\n",
    ):
        assert part in text, text


def test_dump_again_writes_the_same_and_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "svt.private.99-old.smt2").write_text("old", encoding="utf-8")
    command = ["verify", "--dump-smt", str(tmp_path), str(ROOT / "examples" / "quadruples" / "pad_mod.wl")]
    assert CliRunner().invoke(main, command).exit_code == 0
    first = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert CliRunner().invoke(main, command).exit_code == 0
    assert first == {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert first["notes.txt"] == "mine"
    assert first["svt.private.99-old.smt2"] == "old"
    assert len(first) > 4


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p.wl").write_text(WRONG, encoding="utf-8")
    files = [str(tmp_path / folder / "p.wl") for folder in ("one", "two")]
    CliRunner().invoke(main, ["verify", "--dump-smt", str(tmp_path / "out"), *files])
    names = {path.name.split(".")[0] for path in (tmp_path / "out").iterdir()}
    assert len(names) == 2
    assert {name[-5:] for name in names} == {"one-p", "two-p"}


def test_standard_input_has_a_name(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["verify", "--dump-smt", str(tmp_path), "-"], input=WRONG)
    assert {path.name.split(".")[0] for path in tmp_path.iterdir()} == {"stdin"}


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in ("file", "file/below"):
        done = CliRunner().invoke(main, ["verify", "--dump-smt", str(tmp_path / place), "-"], input=WRONG)
        assert done.exit_code == 2
        assert "cannot be made" in done.output


def test_what_was_not_asked_says_so(tmp_path: Path) -> None:
    text = WRONG.replace("couple größe{2} = größe{1} + a{2} - a{1}", "")
    CliRunner().invoke(main, ["verify", "--no-find", "--dump-smt", str(tmp_path), "-"], input=text)
    missing = next(path for path in tmp_path.iterdir() if "missing-coupling" in path.name)
    text = missing.read_text(encoding="utf-8")
    assert "; z3:       was not asked: something is missing\n" in text
    assert "check-sat" not in text


@pytest.mark.parametrize("goal", [TRUE, FALSE], ids=["valid", "invalid"])
def test_what_is_kept_of_the_obvious_is_asked_elsewhere(goal: Term) -> None:
    """So that no later answer depends on whether anything is kept."""
    facts = (equal(Variable("x", 1, INT), number(1)),)
    session = Session(keep=True)
    answer = session.answer(Query(facts, goal, list))
    assert answer.asked is not None
    assert answer.status == Session().answer(Query(facts, goal, list)).status
    assert session.used == 0


def test_what_gives_up_is_no_proof() -> None:
    source = read(str(ROOT / "examples/mechanisms/svt.wl"))
    found = [one.answer for _, p in pipeline.proofs(source, limits=Limits(rlimit=1), keep=KEEP) for one in p.judged]
    unknown = [answer for answer in found if answer.status == "unknown"]
    assert unknown
    assert {answer.asked.found for answer in unknown if answer.asked} == {"unknown"}


def test_safe_names() -> None:
    assert safe("a.b-c_1") == "a.b-c_1"
    assert safe("größe/../x") == "gr-f6--df-e-2f-..-2f-x"
    assert len({safe(name) for name in ("ε", "δ", "e")}) == 3


# ---- another solver --------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_cvc5_agrees(name: str) -> None:
    rows = rechecked(str(ROOT / name), FILES[name], 3.0)
    assert not [row for row in rows if column(row) == "DISAGREE"]
    assert not [row for row in rows if column(row) == "not asked"]
    confirmed = [row for row in rows if column(row) in ("valid by both", "false by both", "plain")]
    assert len(confirmed) >= 0.75 * len(rows), rows


def test_cvc5_can_disagree() -> None:
    """The comparison would notice."""
    assert by_cvc5("(set-logic QF_LRA)(declare-fun x () Real)(assert (> x 0.0))(check-sat)") == "sat"
    assert by_cvc5("(set-logic QF_LRA)(declare-fun x () Real)(assert (> x x))(check-sat)") == "unsat"
    assert column(("", "unsat", "sat", 0.0)) == "DISAGREE"
    assert column(("", "sat", "unsat", 0.0)) == "DISAGREE"
    assert column(("", "plain", "sat", 0.0)) == "DISAGREE"
    assert column(("", "unsat", "unknown", 0.0)) == "? by cvc5"
    assert column(("", "unknown", "unsat", 0.0)) == "? by z3"
