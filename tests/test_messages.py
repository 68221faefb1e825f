"""Every message that the tool can give is explained, and every explanation is true."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import prhl
from prhl.explanations import Explanation, all_explanations
from prhl.frontends.cli import main
from prhl.pipeline import checked
from prhl.source import Source
from prhl.syntax.mistakes import MISTAKES, Mistake

PACKAGE = Path(prhl.__file__).parent
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")

# Messages about files and about prhl itself, and those whose example would be huge.
WITHOUT_EXAMPLE = {
    "unreadable",
    "not-utf8",
    "too-large",
    "nul-byte",
    "too-deep",
    "long-literal",
    "fault",
    "channel-choice",
    "open-instance",
    "not-enumerable",
    "not-decided",
}

MANUAL = (PACKAGE / "messages.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.*)$", MANUAL, re.MULTILINE)
EXPLAINED = all_explanations()
WITH_EXAMPLE = [entry for entry in EXPLAINED.values() if entry.code not in WITHOUT_EXAMPLE]


# ---- the codes in the source -----------------------------------------------------------------


Places = dict[str, set[int]]
"""What can be called with a code, and at which positions, by its name."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8"))


def takers() -> Places:
    """The functions with a parameter called `code` and the classes with a field of that name."""
    places: Places = {}
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):  # an exception takes its code when it is made
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                        taken = [argument.arg for argument in method.args.args[1:]]
                        if "code" in taken:
                            places.setdefault(node.name, set()).add(taken.index("code"))
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args if argument.arg != "self"]
            elif isinstance(node, ast.ClassDef):
                fields = [f.target for f in node.body if isinstance(f, ast.AnnAssign)]
                names = [field.id for field in fields if isinstance(field, ast.Name)]
            else:
                continue
            # `explain` is asked about codes and gives none
            if "code" in names and node.name not in ("explain", "__init__"):
                places.setdefault(node.name, set()).add(names.index("code"))
    return places


def given_codes(tree: ast.Module, places: Places) -> Iterator[ast.expr]:
    """Every expression of a module that is handed on as the code of a message."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in places:
                yield from [node.args[at] for at in places[name] if at < len(node.args)]
                yield from [k.value for k in node.keywords if k.arg == "code"]
            case ast.FunctionDef():  # `code` may have a default
                last = node.args.args[len(node.args.args) - len(node.args.defaults) :]
                defaults = zip(last, node.args.defaults, strict=True)
                yield from [default for argument, default in defaults if argument.arg == "code"]
            case ast.Yield(value=ast.Tuple(elts=[_, ast.Constant(value=str()) as code, _])):  # place, code, message
                yield code
            case ast.Dict():  # the JSON report of a fault
                pairs = zip(node.keys, node.values, strict=True)
                yield from [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == "code"]


def codes_in_source() -> dict[str, str]:
    """Every code with a place where it stands."""
    places = takers()
    found: dict[str, str] = {}
    for file, tree in trees():
        for given in given_codes(tree, places):
            for part in ast.walk(given):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
                    found.setdefault(part.value, f"{file}:{part.lineno}")
    return found


CODES = codes_in_source()


def test_what_takes_a_code_is_found() -> None:
    assert {"Diagnostic", "error", "Mistake", "Condition", "_refuse", "_unreadable"} <= takers().keys()
    assert {"syntax", "unreadable", "not-utf8", "empty-set", "division-by-zero", "fault"} <= CODES.keys()


def test_every_code_can_be_read_from_the_source() -> None:
    """A code is a literal, a choice between literals, or one that is handed on; else this file cannot see it."""
    places = takers()
    for file, tree in trees():
        for given in given_codes(tree, places):
            match given:
                case ast.Constant(value=str() as code):
                    good = CODE.fullmatch(code) is not None
                case ast.IfExp(body=ast.Constant(), orelse=ast.Constant()):
                    good = True
                case ast.Name(id="code") | ast.Attribute(attr="code"):
                    good = True
                case _:
                    good = False
            assert good, f"{file}:{given.lineno}: `{ast.unparse(given)}` is not a code that can be looked up"


# ---- the manual ------------------------------------------------------------------------------


def test_every_code_has_a_section() -> None:
    forgotten = {code: place for code, place in CODES.items() if code not in HEADINGS}
    assert not forgotten


def test_every_section_has_a_code() -> None:
    assert not [heading for heading in HEADINGS if heading not in CODES]


def test_every_section_is_read() -> None:
    """What `prhl explain` knows is what the manual says, in its order, each code once."""
    assert list(EXPLAINED) == HEADINGS


@pytest.mark.parametrize("entry", EXPLAINED.values(), ids=lambda entry: entry.code)
def test_sections_are_whole(entry: Explanation) -> None:
    assert re.fullmatch(r"\S.*[^.]\.", entry.title), "the title is a sentence"
    assert entry.text.endswith(".")
    assert "```" not in entry.text, "a block that is neither `wrong` nor `right`"
    assert (entry.wrong == "") == (entry.right == "") == (entry.code in WITHOUT_EXAMPLE)


@pytest.mark.parametrize("entry", WITH_EXAMPLE, ids=lambda entry: entry.code)
def test_wrong_is_wrong_in_this_way(entry: Explanation) -> None:
    report = checked(Source("x.wl", entry.wrong))
    assert {d.code for d in report.diagnostics} == {entry.code}


@pytest.mark.parametrize("entry", WITH_EXAMPLE, ids=lambda entry: entry.code)
def test_right_is_right(entry: Explanation) -> None:
    assert checked(Source("x.wl", entry.right)).diagnostics == ()


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake.code}: {mistake.example}")
def test_examples_of_mistakes(mistake: Mistake) -> None:
    report = checked(Source("x.wl", mistake.example))
    assert [d.code for d in report.diagnostics] == [mistake.code]


# ---- prhl explain ----------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(CODES))
def test_explain(code: str) -> None:
    result = CliRunner().invoke(main, ["explain", code])
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"{code}: {EXPLAINED[code].title}\n\n")
    assert "```" not in result.output
    assert ("wrong:\n" in result.output) == (code not in WITHOUT_EXAMPLE)


def test_explain_takes_a_code_in_brackets() -> None:
    result = CliRunner().invoke(main, ["explain", "[assign-with-equals]"])
    assert result.exit_code == 0
    assert result.output.startswith("assign-with-equals: ")


def test_explain_of_an_unknown_code() -> None:
    result = CliRunner().invoke(main, ["explain", "asign-with-equal"])
    assert result.exit_code == 2
    assert "did you mean `assign-with-equals`?" in result.output
    result = CliRunner().invoke(main, ["explain", "zzz"])
    assert result.exit_code == 2
    assert "`prhl explain` lists the codes" in result.output


def test_explain_without_a_code() -> None:
    result = CliRunner().invoke(main, ["explain"])
    assert result.exit_code == 0
    listed = [line.split(maxsplit=1) for line in result.output.splitlines()]
    assert dict(listed) == {code: entry.title for code, entry in EXPLAINED.items()}
    assert [code for code, _ in listed] == sorted(CODES)
