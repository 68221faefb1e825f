"""What `prhl verify --write` writes: the same claims, proved without finding; and the rest of the file as it was."""

import json
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks.stripped import SETS, strip
from prhl import pipeline
from prhl.found_proofs import Finder
from prhl.frontends.cli import main
from prhl.report import FileReport
from prhl.report.as_json import claim_json
from prhl.report.written import found_in, laid_out, together, written
from prhl.source import Edit, Source, Span, edited
from prhl.syntax.fitting import fitted
from prhl.syntax.parser import parse
from prhl.syntax.reader import decode, encoded
from prhl.teaching.checking import check
from prhl.teaching.exercise import course
from prhl.verdict import Unknown
from tests.test_finding import CALLS, SUM

ROOT = Path(__file__).parent.parent
FILES = [str(path.relative_to(ROOT)) for pattern in SETS.values() for path in sorted(ROOT.glob(pattern))]

NOISY = """program Noisy(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}

claim one : Noisy satisfies dp(eps) when within(x, 1);
claim two : Noisy satisfies dp(2*eps) when within(x, 2) check x in 0..1, eps = 1;
"""


def judged(text: str, find: bool = True) -> FileReport:
    return pipeline.verify(Source("t.wl", text), search=None, find=find)


def again(source: Source) -> FileReport:
    return pipeline.verify(source, search=None)


def write(text: str) -> str:
    """The text with all that was found."""
    found = written(judged(text), again)
    assert not found.left
    return edited(text, found.edits)


def proved(text: str) -> list[str]:
    return [one.name for one in judged(text, find=False).claims if one.verdict.word == "proved"]


def edits_of(told: Sequence[Any], text: str) -> list[Edit]:
    """Edits from their places, as any reader of the JSON would take them."""
    starts = Source("t.wl", text).line_starts
    out = []
    for one in told:
        start = starts[one["line"] - 1] + one["column"] - 1
        out.append(Edit(Span(start, starts[one["end_line"] - 1] + one["end_column"] - 1), one["text"]))
    return out


def tokens(text: str) -> list[str]:
    return [str(token) for token in parse(Source("t.wl", text)).tokens]


def has_within(small: list[str], large: list[str]) -> bool:
    rest = iter(large)
    return all([token in rest for token in small])


# ---- round trips -----------------------------------------------------------------------------


def stripped(name: str) -> str:
    source = decode(name, (ROOT / name).read_bytes())
    return pipeline.reformat(Source(name, strip(source)))


@pytest.mark.parametrize("name", FILES)
def test_stripped_examples_are_written_and_proved(name: str) -> None:
    """Every proof that is found, or why not (a block would be one for other claims, too); in canonical layout if the
    file was; and as the JSON says."""
    text = stripped(name)
    report = judged(text)
    found = found_in(report.claims)
    all_written = written(report, again)
    assert all(all_written.left.values())
    new = edited(text, all_written.edits)
    assert {*found} - {*all_written.left} <= {*proved(new)}
    assert pipeline.reformat(Source(name, new)) == new
    assert has_within(tokens(text), tokens(new))
    told = in_json(report)
    once = {(one.span, one.text): one for claim in told for one in edits_of(claim["found"], text)}
    assert all_written.left or edited(text, sorted(once.values(), key=lambda edit: edit.span.start)) == new
    for claim in told:  # each by itself, too
        alone = edited(text, edits_of(claim["found"], text))
        assert claim["name"] not in found or found[claim["name"]] == () or not cites(report, claim["name"], alone)


def in_json(report: FileReport) -> list[dict[str, Any]]:
    found = laid_out(report.source, found_in(report.claims))
    return [claim_json(report.source, claim, found.get(claim.name, ())) for claim in report.claims]


def cites(report: FileReport, name: str, text: str) -> bool:
    """Whether a claim is not proved in the text, though all that it rests on is proved there."""
    ended = {one.name: one for one in judged(text, find=False).claims}
    rests = next(one.proof.cites for one in report.claims if one.name == name)
    return ended[name].verdict.word != "proved" and all([ended[other].verdict.word == "proved" for other in rests])


# ---- files that are not as one wishes --------------------------------------------------------

HOSTILE: dict[str, str] = {
    "comments": SUM.replace("(d)) {", "(d)) // one } {\n  // two ;\n  { // three").replace(
        "/eps);", "/eps) // four\n  ; // five"
    ),
    "a comment in the claim": SUM.replace("(d, 1);", "(d, 1) // at k ; proof {\n;"),
    "tabs": SUM.replace("  ", "\t"),
    "four columns": SUM.replace("  ", "    "),
    "one line": " ".join(SUM.split()) + "\n",
    "no final newline": SUM.rstrip("\n"),
    "unicode": "// 𝔘ñ\n" + SUM.replace("eps", "ε").replace("s :=", "größe :=").replace("s +", "größe +"),
    "taken names": SUM.replace("eps : real)", "eps : real, k : int, o : int, draw_z : int, loop : int)"),
    "names of another program": SUM + "\nprogram K(k : int, j : int) : int { loop := k + j; return loop; }\n",
    "other braces": SUM.replace("(d)) {", "(d))\n  {"),
    "in part": SUM.replace("(d)) {", "(d)) invariant ={i} && 0 <= i{1}; {"),
    "two claims": NOISY,
    "two claims, in part": NOISY.replace("z :=$", "L: z :=$").replace("(x, 1);", "(x, 1) proof { L: couple ?; };"),
    "two claims on a loop": SUM + "claim twice : Sum satisfies dp(2*eps) when one_differs(d, 2);\n",
    "two claims and an invariant": SUM.replace("(d)) {", "(d)) // mine\n  invariant 0 <= i{1}; // too\n  {")
    + "claim twice : Sum satisfies dp(2*eps) when one_differs(d, 2);\n",
    "calls": CALLS,
    "holes": SUM.replace("(d)) {", "(d))\n    invariant ?;\n  {").replace("/eps);", "/eps) couple // what?\n    ?;"),
    "a hole beside a price": NOISY.replace("/eps);", "/eps) couple ? cost 2*eps;").replace("dp(eps)", "dp(3*eps)"),
    "the price is a hole": NOISY.split("claim two")[0].replace(
        "/eps);", "/eps) couple z{2} = z{1} + x{1} - x{2} cost ?;"
    ),
    "the image is a hole": SUM.replace("/eps);", "/eps) couple z{2} = ?; // there"),
    "image and price are holes, for two claims": NOISY.replace("/eps);", "/eps) couple z{2} = ? // here\n  cost ?;"),
    "both are holes, for two claims": NOISY.replace("/eps);", "/eps) couple ? cost ?;"),
    "a label already": SUM.replace("z :=$", "noise: z :=$").replace("while", "sums: while") * 1,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_files(text: str) -> None:
    new = write(text)
    assert new != text
    assert [one.name for one in judged(text).claims] == proved(new)
    assert has_within([token for token in tokens(text) if token != "?"], tokens(new))
    assert has_within(
        [line.split("//")[1] for line in text.split("\n") if "//" in line], new.replace("\n", "//").split("//")
    )
    if pipeline.reformat(Source("t.wl", text)) == text:
        assert pipeline.reformat(Source("t.wl", new)) == new
    assert write(new) == new, "nothing is missing any more"


def test_layout_stays_as_it_was() -> None:
    """Lines that nothing was added to are the same ones, and what is added is indented as the file is."""
    new = write(HOSTILE["tabs"])
    assert "\twhile (i < size(d))\n\t\tinvariant " in new
    assert ";\n\t{\n\t\ts := s + d[i];" in new
    new = write(HOSTILE["four columns"])
    assert "    while (i < size(d))\n        invariant " in new
    assert "// one } {\n" in write(HOSTILE["comments"])


def test_other_claims_keep_their_program() -> None:
    new = write(HOSTILE["two claims and an invariant"])
    assert "  invariant 0 <= i{1}; // too\n" in new
    assert new.count("invariant 0 <= i{1};") == 3, "a proof block hides what the program says: it is said again"
    assert "couple" not in new.partition("claim")[0]


def test_new_names_are_fresh() -> None:
    names = {"k", "o", "draw_z", "loop"}
    new = write(HOSTILE["taken names"] + "claim twice : Sum satisfies dp(2*eps) when one_differs(d, 2);\n")
    program, _, claims = new.partition("claim")
    assert "draw_z_2: z :=$" in program
    assert "loop_2: while" in program
    assert not names & {one.partition(" ")[0].rstrip(";\n") for one in claims.split(" at ")[1:]}


def test_written_in_its_own_line_ends() -> None:
    for end in ("\r\n", "\r"):
        for mark in (b"", b"\xef\xbb\xbf"):
            data = mark + SUM.replace("\n", end).encode()
            source = decode("t.wl", data)
            assert encoded(source) == data
            found = written(pipeline.verify(source, search=None, find=True), again)
            new = encoded(source, found.edits)
            assert new.startswith(mark)
            assert decode("t.wl", new).text == edited(source.text, found.edits)
            assert new.count(end.encode()) == decode("t.wl", new).text.count("\n")


def test_whitespace_of_others_is_not_touched() -> None:
    text = "program  P( x:private real ):real {\n   z:=$Laplace(1) ;\n return x+z ; }\n"
    at = text.index(" ;")
    new = edited(
        text, [edit for edit, _ in fitted(Source("t.wl", text), [Edit(Span(at + 1, at + 1), "couple none")], {})]
    )
    assert new == text.replace("Laplace(1) ;", "Laplace(1) couple none;")


# ---- what is not written ---------------------------------------------------------------------


def test_a_claim_that_would_lose_its_verdict_keeps_the_file() -> None:
    report = judged(NOISY)

    def worse(source: Source) -> FileReport:
        """As if what is written for `two` spoiled `one`."""
        now = again(source)
        spoiled = "z{2} = z{1}" in source.text.partition("claim two")[2]
        claims = list(now.claims)
        if spoiled:
            claims[0] = type(claims[0])(
                *[getattr(claims[0], name) if name != "verdict" else Unknown() for name in claims[0].__slots__]
            )
        return replace(now, claims=tuple(claims))

    found = written(report, worse)
    assert found.claims == ("one",)
    assert found.left == {"two": "without finding, `one` would be unknown then; it is proved now"}
    assert proved(edited(NOISY, found.edits)) == ["one"]


SURVEY = """program Survey(x : private list[bool]) : list[bool] {
  r := [];
  for i in 0 .. size(x) {
    secret := x[i];
    b :=$ Flip(1/2);
    if (b) { o := secret; } else { o :=$ Flip(1/2); }
    r := r ++ [o];
  }
  return r;
}

claim one_person : Survey satisfies dp(ln(3)) when one_differs(x);
"""


def test_a_block_is_written_for_the_only_claim() -> None:
    new = write(SURVEY)
    assert "    joint {\n      b :=$ Flip(1/2);\n      if (b) {" in new
    assert proved(new) == ["one_person"]


def test_a_block_is_not_written_for_other_claims() -> None:
    """`joint` cannot stand in a proof block."""
    text = SURVEY + "claim more : Survey satisfies dp(ln(4)) when one_differs(x) expect unknown;\n"
    report = judged(text)
    found = written(report, again)
    assert found.edits == ()
    assert {*found.left} == {"one_person", "more"}
    assert all(["`joint` block would be one for the other claims" in why for why in found.left.values()])
    told = in_json(report)[0]
    assert proved(edited(text, edits_of(told["found"], text)))[:1] == ["one_person"], "it is a proof all the same"
    _, _, errors = run("verify", "--write", "-", text=text)
    assert "what was found for `one_person` is not written: a `joint` block" in errors


# ---- the command -----------------------------------------------------------------------------


def run(*arguments: str, text: str | bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(arguments), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def test_files_are_rewritten(tmp_path: Path) -> None:
    paths = [tmp_path / "a.wl", tmp_path / "b.wl"]
    for path, text in zip(paths, (SUM, NOISY), strict=True):
        path.write_text(text, encoding="utf-8")
    paths[0].chmod(0o640)
    status, output, errors = run("verify", "--write", *map(str, paths))
    assert status == 0
    assert "a.wl  written: private (4 lines more)" in errors
    assert "found by the tool" in output
    assert stat.S_IMODE(paths[0].stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a.wl", "b.wl"] or len([*tmp_path.iterdir()]) == 2
    before = [path.read_bytes() for path in paths]
    assert run("verify", "--no-find", *map(str, paths))[0] == 0
    status, _, errors = run("verify", "--write", *map(str, paths))
    assert (status, errors) == (0, ""), "nothing is missing any more"
    assert [path.read_bytes() for path in paths] == before


def test_standard_input_goes_to_standard_output() -> None:
    status, output, errors = run("verify", "--write", "-", text=NOISY)
    assert status == 0
    assert proved(output) == ["one", "two"]
    assert "proved by coupling" in errors
    status, output, errors = run("verify", "--write", "--format", "json", "-", text=NOISY)
    assert (status, proved(output)) == (0, ["one", "two"])
    assert json.loads(errors)["files"][0]["claims"][0]["found"]
    assert run("verify", "--write", "-", text="program P( {")[:2] == (2, "")


def test_what_must_not_be_written_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.wl"
    path.write_text(SUM, encoding="utf-8")
    path.chmod(0o444)
    status, _, errors = run("verify", "--write", str(path))
    assert (status, path.read_text(encoding="utf-8")) == (2, SUM)
    assert "a.wl  cannot be written: it is read-only" in errors
    assert run("verify", "--write", "--no-find", str(path))[0] == 2
    path.chmod(0o644)
    link = tmp_path / "b.wl"
    link.symlink_to(path)
    assert run("verify", "--write", str(link))[0] == 0
    assert link.is_symlink()
    assert proved(path.read_text(encoding="utf-8")) == ["private"]


# ---- attempts --------------------------------------------------------------------------------

LOOSE = SUM.replace("(d, 1)", "(d, 3)")
ANSWERS = """program Answers(q : private list[real], n : int, eps : real) : list[real]
  requires eps > 0;
  requires n >= 0;
  requires size(q) = n;
{
  out := [];
  for i in 0 .. n {
    z :=$ Laplace(1/eps);
    out := out ++ [q[i] + z];
  }
  return out;
}

claim all : Answers satisfies dp(eps) when all_within(q, 1);
"""
CUBES = SUM.replace("s + d[i]", "s + d[i]*d[i]*d[i]")
RESPONSE = """program Response(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}

claim private : Response satisfies dp(ln(2)) when any;
"""


@pytest.mark.parametrize(("text", "enough"), [(LOOSE, "3*eps"), (ANSWERS, "n*eps"), (CUBES, None)])
def test_what_would_be_enough(text: str, enough: str | None) -> None:
    report = judged(text)
    claim = report.claims[0]
    attempt = claim.proof.attempt
    assert claim.verdict.word == "unknown"
    assert attempt is not None
    assert attempt.enough == enough
    told = in_json(report)[0]["attempt"]
    assert (told["enough"], told["failed"]["code"]) == (enough, "budget")
    with_it = edited(text, edits_of(told["found"], text))
    assert not proved(with_it)
    if enough is not None:
        assert proved(with_it.replace("dp(eps)", f"dp({enough})")), "that is what it says"
    assert in_json(judged(text, find=False))[0]["attempt"] is None


def test_an_attempt_is_told() -> None:
    _, output, _ = run("verify", "-", text=ANSWERS)
    assert "the attempt that came furthest:\n      line 7: invariant ={out};" in output
    assert "with these couplings everything holds but the budget: n*eps would do" in output
    _, output, _ = run("verify", "-", text=CUBES)
    assert "the loop in line 6 needs to know that |s{1} - s{2}|*eps <= eps" in output


def test_the_same_attempt_every_time() -> None:
    first, second = [judged(text).claims[0].proof.attempt for text in (LOOSE, LOOSE)]
    assert first is not None
    assert second is not None
    assert (first.proof.found, first.enough) == (second.proof.found, second.enough)


def test_goals_at_a_hole() -> None:
    text = SUM.replace("/eps);", "/eps) couple ?;")
    _, output, _ = run("goals", "-:10", text=text)
    assert "found for this line: couple z{2} = z{1} + s{1} - s{2}" in output
    _, output, _ = run("goals", "-:8", text=ANSWERS)
    assert "tried for this line: couple z{2} = z{1} + q{1}[i{1}] - q{2}[i{1}]" in output
    assert "n*eps would do" in output
    _, output, _ = run("goals", "--format", "json", "-:8", text=ANSWERS)
    assert json.loads(output)["claims"][0]["attempt"]["enough"] == "n*eps"


def test_students_are_told_of_their_own_couplings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they say would do with a larger budget; nothing is looked for."""
    monkeypatch.setattr(Finder, "proofs", lambda *_: pytest.fail("the finder was asked"))
    exercise = next(one for one in course() if one.name == "laplace-noise")
    dearer = exercise.solution.text.replace("- f(d{2});", "- f(d{2}) cost 3*eps;")
    attempt = check(exercise, Source("t.wl", dearer))
    assert attempt.state == "wrong"
    assert "    with these couplings everything holds but the budget: 3*eps would do" in attempt.lines


# ---- budgets ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "least"),
    [(LOOSE, "3*eps"), (NOISY.replace("dp(eps)", "dp(9*eps)"), "eps"), (RESPONSE, "ln(3)"), (ANSWERS, "n*eps")],
    ids=["loose", "generous", "constant", "counted"],
)
def test_the_smallest_budget(text: str, least: str) -> None:
    status, output, _ = run("budget", "--smallest", "--format", "json", "-", text=text)
    claim = json.loads(output)["claims"][0]
    assert (status, claim["smallest"]) == (0, least)
    if text == RESPONSE:
        assert claim["measured"][0]["epsilon"]["exact"] == "ln(3)"


def test_the_smallest_budget_is_told() -> None:
    _, output, _ = run("budget", "--smallest", "-", text=LOOSE)
    assert "proved with 3*eps, and with no smaller budget that was tried\n    line 6: invariant" in output
    assert run("budget", "--smallest", "--format", "svg", "-", text=LOOSE)[0] == 2


def test_edits_of_all_claims_together() -> None:
    report = judged(NOISY)
    found = laid_out(report.source, found_in(report.claims))
    labels = [edit for edit in together(found) if edit.text.startswith("draw_z")]
    assert len(labels) == 1, "a label is every claim's"
    assert all([labels[0] in edits for edits in found.values()])


CALLED = """program Noisy(x : private int, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps);
  return x + z;
}
program Twice(x : private int, eps : real) : (real, real)
  requires eps > 0;
{
  a :=$ Noisy(x, eps);
  b :=$ Noisy(x, eps);
  return (a, b);
}
claim twice : Twice satisfies dp(2*eps) when within(x, 1);
claim more : Twice satisfies dp(3*eps) when within(x, 1);
"""

TWO_PROGRAMS = """program One(n : int) : int
  requires n >= 0;
{
  c :=$ Uniform(0 .. n);
  return c;
}
program Two(n : int) : int
  requires n >= 0;
{
  a :=$ Uniform(0 .. n);
  d :=$ Uniform(0 .. n);
  return d;
}
claim same : Two ~ One : n{1} = n{2} ==> res{1} = res{2};
"""


def test_claims_of_the_tools_own_are_written_once_and_conclusions_too() -> None:
    text = write(CALLED)
    assert text.count("claim noisy_private : Noisy satisfies dp(eps) when within(x, 1);") == 1
    assert "when within(x, 1) from twice;" in text
    assert proved(text) == ["noisy_private", "twice", "more"]


def test_claims_on_two_programs_share_the_labels_of_the_first() -> None:
    text = write(TWO_PROGRAMS + "claim alone : Two satisfies dp(0) when any;\n")
    assert text.count("draw_d: c :=$") == text.count("draw_d: d :=$") == 1
    assert proved(text) == ["same", "alone"]


def test_labels_that_cannot_stand_together_leave_a_claim_out() -> None:
    """The second program has a label of its own for each claim on it, but a statement has one."""
    text = TWO_PROGRAMS + "claim alone : One satisfies dp(0) when any;\n"
    found = written(judged(text), again)
    assert found.claims == ("same",)
    assert "could not be read" in found.left["alone"]
    assert proved(write(edited(text, found.edits))) == ["same", "alone"]
