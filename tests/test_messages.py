"""Every message that the tool can give is explained, and every explanation is true."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import prhl
from prhl.explanations import Explanation, all_explanations
from prhl.frontends.cli import main
from prhl.manual import all_pages
from prhl.pipeline import checked, reformat, verify
from prhl.report import FileReport
from prhl.source import Source
from prhl.syntax.mistakes import MISTAKES, Mistake

PACKAGE = Path(prhl.__file__).parent
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")

# Messages about files and about prhl itself, and those whose example would be huge.
WITHOUT_EXAMPLE = {
    "shift-bound",
    "unreadable",
    "not-utf8",
    "too-large",
    "nul-byte",
    "too-deep",
    "long-literal",
    "fault",
    "channel-choice",
    "couple-choice",
    "bad-input",
    "not-run",
    "no-such-line",
    "no-such-claim",
    "no-budget",
    "not-reached",
    "unknown-measure",
    "measure-value",
    "bad-prior",
    "bad-gain",
    "open-instance",
    "not-enumerable",
    "open-hole",  # of exercises
    "fixed-part",
    "wrong-number",
    "not-an-event",
    "cited-claim",
    "not-supported",  # what has no rule today may have one tomorrow
}

MANUAL = (PACKAGE / "messages.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.*)$", MANUAL, re.MULTILINE)
EXPLAINED = all_explanations()
WITH_EXAMPLE = [entry for entry in EXPLAINED.values() if entry.code not in WITHOUT_EXAMPLE]


# ---- the codes in the source -----------------------------------------------------------------


@dataclass(frozen=True)
class Taker:
    """What can be called with a code: a function, a method or a class."""

    name: str
    method: bool
    names: tuple[str, ...]  # of its parameters, in order
    needed: int  # how many of them have no default

    @property
    def position(self) -> int:
        return self.names.index("code")

    def fits(self, call: ast.Call) -> bool:
        """Whether the arguments are as many as it takes, under names that it knows."""
        if any([isinstance(given, ast.Starred) for given in call.args]) or None in [k.arg for k in call.keywords]:
            return True  # nobody knows how many these are
        given = len(call.args) + len(call.keywords)
        return self.needed <= given <= len(self.names) and all([k.arg in self.names for k in call.keywords])


# They give no code: `explain` is asked about one, and an `Explanation` is what the manual says of one.
WITHOUT_CODES = ("explain", "Explanation")

# What is given to these is owed to the prover; all other codes belong to diagnostics.
OWING = {"owe", "owe_here", "owe_unreachable", "lack", "note", "owe_each", "Obligation", "Owed", "Need", "_owed_only"}


@cache
def trees() -> list[tuple[str, ast.Module]]:
    """All of it but the server for editors, which hands on the codes of others."""
    paths = sorted([path for path in PACKAGE.rglob("*.py") if path.parent.name != "language_server"])
    return [(str(path.relative_to(PACKAGE)), ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


@cache
def nodes(tree: ast.Module) -> list[ast.AST]:
    """Those in which a code may be taken or given."""
    wanted = (ast.ClassDef, ast.FunctionDef, ast.Call, ast.Yield, ast.Dict)
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [tree]
    while waiting:  # as `ast.walk` does, in a third of its time
        node = waiting.pop()
        if isinstance(node, wanted):
            found.append(node)
        for part in vars(node).values():
            if isinstance(part, list):
                waiting += [one for one in part if isinstance(one, ast.AST)]
            elif isinstance(part, ast.AST):
                waiting.append(part)
    return found


@cache
def takers() -> list[Taker]:
    """The functions with a parameter called `code` and the classes with a field of that name."""
    found = []
    for _, tree in trees():
        for node in nodes(tree):
            if isinstance(node, ast.ClassDef):
                found += list(makers(node))
            elif isinstance(node, ast.FunctionDef) and node.name != "__init__":
                found.append(taker(node.name, node))
    return [one for one in found if "code" in one.names and one.name not in WITHOUT_CODES]


def taker(name: str, node: ast.FunctionDef) -> Taker:
    names = [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
    needed = len(node.args.args) - len(node.args.defaults) + node.args.kw_defaults.count(None)
    if names[:1] == ["self"]:
        return Taker(name, True, tuple(names[1:]), needed - 1)
    return Taker(name, False, tuple(names), needed)


def makers(node: ast.ClassDef) -> Iterator[Taker]:
    """What a class is made from: the parameters of `__init__`, as in an exception, or its fields."""
    written = [m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"]
    if written:
        made = taker(node.name, written[0])
        yield Taker(node.name, False, made.names, made.needed)
        return
    fields = [f for f in node.body if isinstance(f, ast.AnnAssign) and isinstance(f.target, ast.Name)]
    names = tuple([f.target.id for f in fields if isinstance(f.target, ast.Name)])
    yield Taker(node.name, False, names, len([f for f in fields if f.value is None]))


def called(call: ast.Call, known: list[Taker]) -> list[Taker]:
    """What a call may be a call of: `x.f(...)` of a method, `f(...)` of a function or a class, if there is one."""
    match call.func:
        case ast.Name(id=name):
            method = False
        case ast.Attribute(attr=name):
            method = True
        case _:
            return []
    named = [one for one in known if one.name == name]
    alike = [one for one in named if one.method == method]
    return [one for one in alike or named if one.fits(call)]


def given_to(call: ast.Call, one: Taker) -> Iterator[ast.expr]:
    """The code in a call; what is unpacked before it could be the code as well."""
    before = call.args[: one.position + 1]
    unpacked = [given for given in before if isinstance(given, ast.Starred)]
    yield from unpacked or before[one.position :]
    yield from [k.value for k in call.keywords if k.arg == "code" or k.arg is None]


def given_codes(tree: ast.Module, known: list[Taker]) -> Iterator[tuple[str, ast.expr]]:
    """Every expression of a module that is handed on as the code of a message, and to what."""
    for node in nodes(tree):
        match node:
            case ast.Call():
                yield from [(one.name, given) for one in called(node, known) for given in given_to(node, one)]
            case ast.FunctionDef():  # `code` may have a default
                named = [*node.args.posonlyargs, *node.args.args]
                last = named[len(named) - len(node.args.defaults) :]
                defaults = zip(last, node.args.defaults, strict=True)
                yield from [(node.name, default) for argument, default in defaults if argument.arg == "code"]
            case ast.Yield(value=ast.Tuple(elts=[_, ast.Constant(value=str()) as code, _])):  # place, code, message
                yield "yield", code
            case ast.Dict():  # the JSON report of a fault
                pairs = zip(node.keys, node.values, strict=True)
                yield from [("dict", v) for k, v in pairs if isinstance(k, ast.Constant) and k.value == "code"]


def codes_in_source() -> dict[str, dict[str, str]]:
    """Every code with what it is given to, and where."""
    known = takers()
    found: dict[str, dict[str, str]] = {}
    for file, tree in trees():
        for to, given in given_codes(tree, known):
            for part in ast.walk(given):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
                    found.setdefault(part.value, {}).setdefault(to, f"{file}:{part.lineno}")
    return found


CODES = codes_in_source()

# Those that only a proof can earn; a few codes are given to diagnostics and to the prover alike.
OWED = {code for code, places in CODES.items() if places.keys() <= OWING}


def test_what_takes_a_code_is_found() -> None:
    names = {one.name for one in takers()}
    assert {"Diagnostic", "error", "Mistake", "Condition", "Fault", "_refuse", "_unreadable"} <= names
    assert names >= OWING
    assert {"syntax", "unreadable", "not-utf8", "empty-set", "division-by-zero", "fault"} <= CODES.keys() - OWED


def test_what_is_owed_is_found() -> None:
    """One code for each way in which something is owed."""
    assert {
        "guards-agree",  # owe, and note
        "support",  # owe of a closure
        "same-noise",  # Owed in a call
        "not-a-shift",  # Owed in a constant
        "length-mismatch",  # Need
        "invariant-entry",  # owe_each
        "unreadable-annotation",  # Obligation
        "missing-coupling",  # lack
        "not-supported",  # lack of the walk itself
    } <= OWED
    assert "vacuous" not in OWED, "this one is a warning"


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ("context.owe(state, 'a-code', goal, place, message)", ["a-code"]),
        ("draw.owe_here('a-code', goal, message)", ["a-code"]),
        ("draw.owe_here(code='a-code', goal=goal, message=message)", ["a-code"]),
        ("context.note(state, 'a-code', goal, place, message)", ["a-code"]),
        ("self.note(term, 'no-code')", []),  # the type checker has a method of this name, too
        ("rules.Obligation('a-code', goal, facts, place, message)", ["a-code"]),
        ("Owed('a-code' if x else 'b-code', formula, message)", ["a-code", "b-code"]),
        ("Fault('a-code', message, span)", ["a-code"]),
    ],
)
def test_codes_of_a_call(call: str, codes: list[str]) -> None:
    given = [part for _, found in given_codes(ast.parse(call), takers()) for part in ast.walk(found)]
    assert [part.value for part in given if isinstance(part, ast.Constant)] == codes


@pytest.mark.parametrize(
    ("call", "unpacked"),
    [("Owed(*three)", "*three"), ("Owed(**three)", "three"), ("context.lack(*two, place, message)", "*two")],
)
def test_a_code_that_is_unpacked_is_seen(call: str, unpacked: str) -> None:
    """Then the next test stumbles over it."""
    assert [ast.unparse(given) for _, given in given_codes(ast.parse(call), takers())] == [unpacked]


def test_every_code_can_be_read_from_the_source() -> None:
    """A code is a literal, a choice between literals, or one that is handed on; else this file cannot see it."""
    known = takers()
    for file, tree in trees():
        for _, given in given_codes(tree, known):
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
    forgotten = {code: places for code, places in CODES.items() if code not in HEADINGS}
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


def judged(entry: Explanation, text: str) -> FileReport:
    """What is said of an example: what only a proof can earn takes a proof."""
    by_proof = entry.code in OWED or entry.code == "vacuous"
    return (verify if by_proof else checked)(Source("x.wl", text))


@pytest.mark.parametrize("entry", WITH_EXAMPLE, ids=lambda entry: entry.code)
def test_wrong_is_wrong_in_this_way(entry: Explanation) -> None:
    report = judged(entry, entry.wrong)
    failed = [(claim.verdict.word, one.code, one.status) for claim in report.claims for one in claim.failed]
    if entry.code in OWED:
        assert report.diagnostics == ()
        assert failed, "everything is proved"
        assert {code for _, code, _ in failed} == {entry.code}
        assert "valid" not in {status for _, _, status in failed}
        assert "proved" not in {word for word, _, _ in failed}
    else:
        assert {d.code for d in report.diagnostics} == {entry.code}
        assert failed == []
    if entry.code == "vacuous":
        assert {d.severity for d in report.diagnostics} == {"warning"}


@pytest.mark.parametrize("entry", WITH_EXAMPLE, ids=lambda entry: entry.code)
def test_right_is_right(entry: Explanation) -> None:
    report = judged(entry, entry.right)
    assert report.diagnostics == ()
    if entry.code in OWED or entry.code == "vacuous":
        assert report.claims
    assert {claim.verdict.word for claim in report.claims} <= {"proved"}


@pytest.mark.parametrize("entry", [e for e in WITH_EXAMPLE if e.code in OWED], ids=lambda entry: entry.code)
def test_examples_are_laid_out(entry: Explanation) -> None:
    for text in (entry.wrong, entry.right):
        assert reformat(Source("x.wl", text)) == text


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
    messages, _, rules = result.output.partition("\nrules and couplings:\n")
    listed = [line.split(maxsplit=1) for line in messages.splitlines()]
    assert dict(listed) == {code: entry.title for code, entry in EXPLAINED.items()}
    assert [code for code, _ in listed] == sorted(CODES)
    assert [line.split()[0] for line in rules.splitlines()] == list(all_pages())
