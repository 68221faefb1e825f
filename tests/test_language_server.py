"""What editors are told, as functions of a text and a place; and that the command line says the same."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import prhl
from prhl import manual
from prhl.explanations import all_explanations
from prhl.frontends.cli import main
from prhl.frontends.language_server import completions, hover_text, outline, quick_fixes, renaming, semantic_colours
from prhl.frontends.language_server.child_processes import Prover, judge, judging
from prhl.frontends.language_server.editor_diagnostics import ERROR, diagnostics
from prhl.frontends.language_server.editor_document import Document, Judged
from prhl.frontends.language_server.goal_view import goal_text
from prhl.frontends.language_server.text_positions import Encoding, Positions
from prhl.frontends.language_server.verdict_lenses import lenses
from prhl.source import Edit, Source, Span, edited
from prhl.syntax import ast
from prhl.syntax.trees import nodes

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*/*.wl"))
URI = "file:///a.wl"

LAP = """program Lap(x : private real, eps : real) : real
  requires eps > 0;
{
  z :=$ Laplace(1/eps) couple ?;
  return x + z;
}

claim private : Lap satisfies dp(eps) when within(x, 1);
"""
TWO = """program A(x : private int) : int {
  L: y :=$ Uniform(0..3) couple y{2} = y{1};
  return y;
}

program B(x : private int) : int {
  y :=$ Uniform(0..3);
  return y;
}

claim same : A ~ B : ={x} ==> res{1} = res{2} && ={y}
  proof { L: couple y{2} = y{1}; };
"""
OTHER = """program A(n : int) : int
  requires n >= 0;
{
  s := 0;
  for i in 0 .. n invariant ={s}; invariant s{1} <= s{2} && 0 <= s{2}; {
    x :=$ Uniform(0..3) couple x{2} = x{1};
    s := s + x;
  }
  return s;
}

program B(n : int) : int
  requires n >= 0;
{
  s := 0;
  for i in 0 .. n { x :=$ Uniform(0..3); s := s + x; }
  return s;
}

claim same : A ~ B : ={n} ==> ={res};
"""
NAMED = """program Sum(d : private list[real], eps : real) : real
  requires eps > 0;
{
  s := 0;
  for i in 0 .. size(d)
    invariant s{1} - s{2} = (if i{1} > k then d{1}[k] - d{2}[k] else 0);
  {
    s := s + d[i];
  }
  z :=$ Laplace(1/eps) couple z{2} = z{1} + s{1} - s{2};
  return s + z;
}

claim private : Sum satisfies dp(eps) when one_differs(d, 1) at k
  check size(d) = 1, d[_] in {0, 1}, eps = 1;
"""


def opened(text: str, **more: Any) -> Document:
    return Document("a.wl", text, **more)


def judged(text: str) -> Document:
    report = prhl.verify(text=text)
    return opened(text, judged=Judged(text, report.files[0].as_dict()))


def applied(document: Document, edits: list[dict[str, Any]]) -> str:
    found = [Edit(document.positions.span(one["range"]), one["newText"]) for one in edits]
    return edited(document.source.text, sorted(found, key=lambda one: one.span.start))


def texts(document: Document, ranges: list[dict[str, Any]]) -> list[str]:
    return [document.source.slice(document.positions.span(one)) for one in ranges]


def plain(file: Any) -> Any:
    """A report without times and the file's name."""
    match file:
        case dict():
            return {name: plain(value) for name, value in file.items() if name not in ("seconds", "file", "cached")}
        case list():
            return [plain(one) for one in file]
    return file


# ---- the same as the command line ------------------------------------------------------------


def checked_by_command(text: str) -> list[dict[str, Any]]:
    told = CliRunner().invoke(main, ["check", "--format", "json", "-"], input=text).stdout
    found: list[dict[str, Any]] = json.loads(told)["files"][0]["diagnostics"]
    return found


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_messages_are_those_of_check(encoding: Encoding) -> None:
    wrong = [entry.wrong for entry in all_explanations().values() if entry.wrong]
    for text in wrong + [path.read_text(encoding="utf-8") for path in EXAMPLES[::8]]:
        document = opened(text, encoding=encoding)
        shown = diagnostics(document)
        told = checked_by_command(text)
        assert [one["code"] for one in shown] == [one["code"] for one in told]
        for mine, theirs in zip(shown, told, strict=True):
            assert mine["message"] == theirs["message"] + (f"\ntry: {theirs['hint']}" if theirs["hint"] else "")
            assert document.source.extent(document.positions.span(mine["range"])).items() <= theirs.items()


@pytest.mark.search
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_verdicts_are_those_of_verify(path: Path, kept: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = asyncio.run(judge(text, judging(path.parent), lambda line: None))
    theirs = prhl.verify(path, cache=kept).files[0]
    assert found is not None
    assert plain(found.file) == plain(theirs.as_dict())
    shown = [one for one in diagnostics(opened(text, judged=found)) if one["severity"] == ERROR]
    assert bool(shown) == (not theirs.ok)


def test_a_text_that_was_changed_has_no_verdict() -> None:
    document = judged(LAP.replace("couple ?", "couple none"))
    assert [one["code"] for one in diagnostics(document)][:2] == ["unknown", "results-equal"]
    later = Document(document.name, document.text + "\n", judged=document.judged)
    assert diagnostics(later) == []
    (lens,) = lenses(later, URI)
    assert "since the text changed" in lens["command"]["title"]


def test_the_configuration_beside_the_file_counts(tmp_path: Path) -> None:
    (tmp_path / "prhl.toml").write_text("find = false\nbudget = 0\n")
    heard: list[str] = []
    found = asyncio.run(judge(LAP, judging(tmp_path), heard.append))
    assert found is not None
    assert found.file is not None
    assert [claim["verdict"] for claim in found.file["claims"]] == ["unknown"]
    assert heard[0] == "private"
    assert heard[1:] == [f"private, obligation {number}" for number in range(1, len(heard))]
    (tmp_path / "prhl.toml").write_text("fnid = false\n")
    found = asyncio.run(judge(LAP, judging(tmp_path), heard.append))
    (one,) = diagnostics(opened(LAP, judged=found))
    assert "there is no option `fnid`" in one["message"]


def test_a_process_that_dies_is_told() -> None:
    async def killed() -> Judged | None:
        child = judging(None)
        task = asyncio.ensure_future(judge(LAP, child, lambda line: None))
        while child.process is None:
            await asyncio.sleep(0.01)
        child.process.kill()
        return await task

    found = asyncio.run(killed())
    assert found is not None
    assert found.file is None
    (one,) = diagnostics(opened(LAP, judged=found))
    assert one["code"] == "fault"


def test_a_judgement_that_is_ended_says_nothing() -> None:
    async def ended() -> Judged | None:
        child = judging(None)
        child.end()
        return await judge(LAP, child, lambda line: None)

    assert asyncio.run(ended()) is None


# ---- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 9), ("utf-16", 6), ("utf-32", 5)])
def test_places_count_as_agreed(encoding: Encoding, character: int) -> None:
    text = "// \n// 𝜀ε 1\nend"
    places = Positions(Source("a", text), encoding)
    offset = text.index(" 1")
    assert places.position(offset) == {"line": 1, "character": character}
    for at in range(len(text) + 1):
        assert places.offset(places.position(at)) == at
    assert places.offset({"line": 1, "character": 99}) == text.index("\nend")
    assert places.offset({"line": 99, "character": 0}) == len(text)


def test_places_in_a_line_that_is_very_long() -> None:
    """As many tokens as would take minutes if each counted the line from its beginning."""
    document = opened("ε + " + "1 + " * 60_000)
    data = semantic_colours.encoded_tokens(document)
    assert len(data) == 5 * 120_001
    assert sum(data[1::5]) == document.positions.position(240_002)["character"]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_end_as_the_language_says(end: str) -> None:
    document = opened(LAP.replace("\n", end).replace("eps > 0", "ep > 0"))
    (one,) = diagnostics(document)
    assert one["range"]["start"] == {"line": 1, "character": 11}
    odd = opened("// a\u2028b\x0cc\n" + LAP.replace("eps > 0", "ep > 0"))
    assert diagnostics(odd)[0]["range"]["start"]["line"] == 2


# ---- names -----------------------------------------------------------------------------------


def test_every_name_of_the_examples_stands_for_something() -> None:
    for path in EXAMPLES[::4]:
        document = Document(str(path), path.read_text(encoding="utf-8"))
        assert document.parsed is not None
        known = {one.span.start for one in document.names.all}
        written = [one for one in nodes(document.parsed.file) if isinstance(one, ast.Name | ast.Variable)]
        left = [one for one in written if one.span.start not in known]
        assert {document.source.slice(one.span) for one in left} <= {"bits", "_"}
        for one in document.names.all:
            assert one.key[0] == "builtin" or document.names.definitions(one.key), one


@pytest.mark.parametrize(
    ("text", "place", "new", "times"),
    [
        (NAMED, "s := 0", "total", 8),
        (NAMED, "k then", "position", 4),
        (NAMED, "d : private", "data", 8),
        (NAMED, "Sum(", "Total", 2),
        (NAMED, "private : Sum", "secret", 1),
        (TWO, "y :=$ Uniform(0..3) couple", "draw", 9),
        (TWO, "L: y", "first", 2),
        (LAP.replace("eps", "ε"), "ε : real", "e", 4),
        (OTHER, "s := 0", "total", 12),
        (OTHER, "x :=$ Uniform(0..3) couple", "draw", 4),
        (OTHER, "x :=$ Uniform(0..3);", "draw", 2),
    ],
)
def test_rename(text: str, place: str, new: str, times: int) -> None:
    document = opened(text)
    edits = renaming.renamed(document, text.index(place), new)
    assert len(edits) == times
    after = opened(applied(document, edits))
    assert not diagnostics(after)
    (old,) = set(texts(document, [one["range"] for one in edits]))
    assert applied(after, renaming.renamed(after, document.at(edits[0]["range"]["start"]), old)) == text


@pytest.mark.parametrize(
    ("place", "new", "why"),
    [
        ("s := 0", "i", "rejected|something else"),
        ("s := 0", "while", "a word of the language"),
        ("s := 0", "1x", "no name"),
        ("k then", "d", "rejected|something else"),
        ("Laplace", "Noise", "no name of yours"),
        ("z :=$", "s", "something else|rejected"),
    ],
)
def test_a_rename_that_would_change_the_meaning_is_refused(place: str, new: str, why: str) -> None:
    with pytest.raises(renaming.Refused, match=why):
        renaming.renamed(opened(NAMED), NAMED.index(place), new)


def test_definition_and_uses() -> None:
    document = opened(NAMED)
    offset = NAMED.index("s + z")
    (found,) = renaming.definitions(document, offset)
    assert document.at(found["start"]) == NAMED.index("s := 0")
    assert texts(document, renaming.uses(document, offset)) == ["s"] * 8


def test_outline() -> None:
    program, claim = outline.symbols(opened(NAMED))
    assert (program["name"], [one["name"] for one in program["children"]]) == ("Sum", ["d", "eps"])
    assert (claim["name"], claim["detail"]) == ("private", "Sum satisfies dp(eps)")


def test_colours_follow_what_names_stand_for() -> None:
    document = opened(NAMED)
    found = {(document.source.slice(span), kind) for span, kind, _ in semantic_colours.tokens(document)}
    expected = {("program", "keyword"), ("Sum", "function"), ("d", "parameter"), ("s", "variable")}
    expected |= {("k", "typeParameter"), ("{1}", "decorator"), ("real", "type"), ("private", "class")}
    assert expected <= found
    data = semantic_colours.encoded_tokens(document)
    assert len(data) % 5 == 0
    assert all([number >= 0 for number in data])
    assert semantic_colours.encoded_tokens(opened("program {"))


# ---- hover and completion --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        (NAMED, "s + z", "s : real"),
        (NAMED, "d[i]", "d : private list[real]"),
        (NAMED, "k then", "k : int"),
        (NAMED, "Sum satisfies", "program Sum(d"),
        (NAMED, "Laplace", "Laplace(scale, [loc])"),
        (NAMED, "dp(", "differential privacy"),
        (NAMED, "couple z", "coupled-draw"),
        (NAMED, "invariant", "loop-in-step"),
        (LAP, "?", "A hole"),
        (LAP.replace("x + z", "x + zz"), "zz", "unknown-name"),
        (LAP.replace("> 0;", "> 0"), "> 0", "missing-semicolon"),
    ],
)
def test_hover(text: str, place: str, said: str) -> None:
    found = hover_text.hover(opened(text), text.index(place) + (1 if "missing" not in said else 3))
    assert found is not None
    assert said in found["contents"]["value"]


def test_rules_of_hover_are_in_the_manual() -> None:
    assert set(hover_text.RULES.values()) <= set(manual.all_pages())


def test_hover_answers_everywhere() -> None:
    for offset in range(len(NAMED) + 1):
        hover_text.hover(opened(NAMED), offset)


@pytest.mark.parametrize(
    ("typed", "offered", "not_offered"),
    [
        ("program P(x : private bool) : bool { b :=$ Fl", "Flip", "while"),
        ("program P(x : private bool) : bool { b :=$ P", "P", "while"),
        ("claim c : P satisfies ", "zcdp", "Flip"),
        ("program P(d : private bool) : bool { } claim c : P satisfies dp(1) when ", "one_differs", "Flip"),
        ("program P(secret : private bool) : bool { return se", "secret", "zcdp"),
        ("program P(x : bool) : bool { y := x; assert y{", "1}", "while"),
        ("claim c : P satisfies dp(1) when any expect ", "refuted", "while"),
        ("claim fair : P satisfies dp(1) when any; program Q() : int { x :=$ P() couple by ", "fair", "P"),
        ("program P(x : private ", "list", "while"),
    ],
)
def test_completion(typed: str, offered: str, not_offered: str) -> None:
    labels = [one["label"] for one in completions.completions(opened(typed), len(typed))]
    assert offered in labels
    assert not_offered not in labels


def test_everything_answers_while_somebody_types() -> None:
    """At every few letters of a text, and with odd characters in it."""
    for text in (NAMED, TWO, "\ufeff" + LAP, LAP.replace("x", "\ud800"), "\0", "// 𝜀\r\n" + LAP.replace("\n", "\r\n")):
        for length in range(0, len(text), 11):
            document = opened(text[:length])
            at = len(document.source.text)
            assert isinstance(diagnostics(document, URI), list)
            assert isinstance(completions.completions(document, at), list)
            assert len(semantic_colours.encoded_tokens(document)) % 5 == 0
            assert isinstance(quick_fixes.actions(document, URI, Span(at, at)), list)
            hover_text.hover(document, at)
            outline.symbols(document)
            lenses(document, URI)
            renaming.uses(document, at)


# ---- actions ---------------------------------------------------------------------------------


def test_what_messages_say_to_try() -> None:
    """Of the wrong files of the manual: what is offered makes each of them better, and many of them right."""
    offered, cured = set(), set()
    for code, entry in all_explanations().items():
        document = opened(entry.wrong)
        errors = [one for one in document.checked.diagnostics if one.severity == "error"]
        for one in errors if entry.wrong else []:
            for edit in quick_fixes.tried(document, one):
                after = opened(edited(document.source.text, [edit]))
                left = [two for two in after.checked.diagnostics if two.severity == "error"]
                assert one.message not in [two.message for two in left] or len(left) < len(errors)
                offered.add(code)
                cured |= set() if left else {code}
    assert len(offered) >= 30
    assert {"assign-with-equals", "unknown-name", "missing-semicolon", "logical-word", "unknown-type"} <= cured


def acted(document: Document, place: str) -> dict[str, dict[str, Any]]:
    offset = document.text.index(place)
    return {one["title"]: one for one in quick_fixes.actions(document, URI, Span(offset, offset))}


def test_a_hole_is_filled() -> None:
    document = judged(LAP)
    found = acted(document, "?")
    action = found["fill the hole: z{2} = z{1} + x{1} - x{2}"]
    after = applied(document, action["edit"]["changes"][URI])
    assert after == LAP.replace("couple ?", "couple z{2} = z{1} + x{1} - x{2}")
    assert prhl.verify(text=after, find=False).ok
    assert not [title for title in acted(opened(LAP), "?") if "hole" in title]


def test_a_hole_of_several_claims_is_filled_for_one() -> None:
    document = judged(LAP + "claim twice : Lap satisfies dp(2*eps) when within(x, 2);\n")
    found = acted(document, "?")
    after = applied(document, found["fill the hole for claim private alone"]["edit"]["changes"][URI])
    assert prhl.verify(text=after, find=False).claims["private"].verdict == "proved"
    after = applied(document, found["put in all that was found"]["edit"]["changes"][URI])
    assert prhl.verify(text=after, find=False).ok


def test_what_was_found_is_put_in() -> None:
    text = LAP.replace(" couple ?", "")
    document = judged(text)
    action = acted(document, "claim")["put in what was found for claim private"]
    after = applied(document, action["edit"]["changes"][URI])
    assert after != text
    assert prhl.verify(text=after, find=False).ok


def test_an_attempt_is_no_proof() -> None:
    document = judged(LAP.replace("dp(eps)", "dp(eps) ").replace("within(x, 1)", "within(x, eps)"))
    titles = list(acted(document, "?"))
    assert [title for title in titles if title.startswith("try in the hole, though it proves nothing yet")]


def test_layout() -> None:
    text = LAP.replace("  return", "      return")
    document = opened(text)
    assert edited(text, quick_fixes.formatted(document)) == LAP
    assert "lay the file out as `prhl fmt` does" in acted(document, "return")
    assert quick_fixes.formatted(opened(LAP)) == []
    assert quick_fixes.formatted(opened("program {")) == []


# ---- lenses and goals ------------------------------------------------------------------------


def test_lenses_tell_verdicts_and_figures() -> None:
    (lens,) = lenses(judged(NAMED), URI)
    assert lens["command"]["title"].startswith("proved by coupling; ")
    (lens,) = lenses(opened(NAMED), URI)
    assert lens["command"]["title"] == "not judged yet"
    coin = "program P(x : private bool) : bool { b :=$ Flip(1/4); return x xor b; }\n"
    (lens,) = lenses(judged(coin + "claim c : P satisfies dp(ln(3)) when any check;"), URI)
    assert "proved" in lens["command"]["title"]
    assert "epsilon ln(3), tight" in lens["command"]["title"]
    (lens,) = lenses(judged(coin + "claim c : P satisfies dp(1) when any check;"), URI)
    assert lens["command"]["title"].startswith("refuted by enumeration, expected proved; ")


def test_an_answer_that_is_not_waited_for_is_not_that_to_another_question() -> None:
    async def asked() -> dict[str, Any]:
        prover = Prover("lap.wl", LAP)
        first = asyncio.ensure_future(prover.at(4))
        while prover.child.process is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        first.cancel()
        found = await prover.at(5)
        prover.child.process.kill()
        await prover.child.process.wait()
        again = await prover.at(8)  # by another process
        prover.child.end()
        await prover.child.process.wait()
        return {"found": found, "again": again}

    told = asyncio.run(asked())
    assert told["found"]["line"] == 5
    assert "claims" in told["again"]


def test_goals_are_those_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "lap.wl"
    path.write_text(LAP)

    async def asked() -> list[dict[str, Any]]:
        prover = Prover(str(path), LAP)
        found = [await prover.at(line) for line in (4, 5, 8, 99)]
        prover.child.end()
        assert prover.child.process is not None
        await prover.child.process.wait()
        return found

    *found, beyond = asyncio.run(asked())
    for line, mine in zip((4, 5, 8), found, strict=True):
        told = CliRunner().invoke(main, ["goals", f"{path}:{line}", "--format", "json"]).stdout
        assert plain(mine) == plain(json.loads(told))
    assert "there is no line 99" in beyond["message"]
    text = goal_text(found[0])
    for said in ("before line 4, both runs", "known  the relation within(x, 1)", "after it, by coupled-draw"):
        assert said in text
    assert "value  z{2} = z{1} + x{1} - x{2}" in text
    assert "found for this line: couple z{2} = z{1} + x{1} - x{2}" in text
    owed = {one["code"]: one for one in found[0]["claims"][0]["obligations"]}["scale-not-positive"]
    assert LAP.splitlines()[3][owed["column"] - 1 : owed["end_column"] - 1] == "Laplace(1/eps)"
