"""Nothing is imported that is not declared, and nothing is declared in vain."""

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# What a package on PyPI is called where it is imported, if not the same.
MODULE = {
    "dp-accounting": "dp_accounting",
    "ipython": "IPython",
    "pygments": "pygments",
    "python-flint": "flint",
    "z3-solver": "z3",
}
# What is not in every install, and the files that import it. Other files import these only when they are asked for.
SERVER = "frontends/language_server/"
OPTIONAL = {
    "IPython": ["frontends/notebook.py"],
    "pygments": ["frontends/highlight.py"],
    "lsprotocol": [SERVER + "server.py", SERVER + "work_shown.py"],
    "pygls": [SERVER + "protocol_answers.py", SERVER + "server.py", SERVER + "work_shown.py"],
    "markdown": ["teaching/handout.py"],
    "distributed": ["cluster.py"],
    "numpy": ["results.py"],
    "pandas": ["results.py"],
}
# What is run and not imported: where in the Makefile, or in the tests of what others read.
TOOLS = {
    "check-jsonschema": '"check_jsonschema"',
    "pre-commit": '"pre_commit"',
    "mkdocs": "/mkdocs ",
    "mkdocs-material": "name: material",
    "mypy": "/mypy",
    "ruff": "/ruff ",
    "pytest-xdist": "-n auto",
}


def modules(requirements: list[str]) -> set[str]:
    names = [re.match(r"[\w.-]+", one)[0].lower() for one in requirements]  # type: ignore[index]
    return {MODULE.get(name, name) for name in names}


@cache
def imports(path: Path) -> dict[str, bool]:
    """The packages that a file imports, and whether it does so as soon as it is imported itself."""
    found: dict[str, bool] = {}

    def walk(node: ast.AST, at_once: bool) -> None:
        names: list[str] = []
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom(module=str(module)):
                names = [module]
            case ast.Call(
                func=ast.Name("__import__") | ast.Attribute(attr="import_module"), args=[ast.Constant(str(name)), *_]
            ):
                names = [name]
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                at_once = False
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                at_once = False
        for name in names:
            package = name.split(".")[0]
            if package not in sys.stdlib_module_names and package != "prhl":
                found[package] = found.get(package, False) or at_once
        for child in ast.iter_child_nodes(node):
            walk(child, at_once)

    walk(ast.parse(path.read_text(encoding="utf-8")), True)
    return found


def imported(*folders: str) -> set[str]:
    return {name for folder in folders for path in (ROOT / folder).rglob("*.py") for name in imports(path)}


def test_what_the_tool_imports_is_declared_and_nothing_else_is() -> None:
    assert imported("prhl") - set(OPTIONAL) == modules(PROJECT["dependencies"])


def test_the_other_packages_have_their_doors_and_an_extra() -> None:
    extras = modules(
        [one for name, extra in PROJECT["optional-dependencies"].items() if name != "dev" for one in extra]
    )
    for package, doors in OPTIONAL.items():
        assert package in extras
        users = [
            path.relative_to(ROOT / "prhl").as_posix()
            for path in (ROOT / "prhl").rglob("*.py")
            if package in imports(path)
        ]
        assert sorted(users) == doors


def test_the_doors_open_when_they_are_asked_for() -> None:
    """A module that imports an optional package at once is itself imported inside functions only."""
    at_once = {door for package, doors in OPTIONAL.items() for door in doors if imports(ROOT / "prhl" / door)[package]}
    closed = {"prhl." + door.removesuffix(".py").replace("/", ".") for door in at_once}
    assert "prhl.frontends.notebook" in closed
    for path in set((ROOT / "prhl").rglob("*.py")) - {ROOT / "prhl" / door for door in at_once}:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                assert node.module not in closed, path
                assert not {f"{node.module}.{alias.name}" for alias in node.names} & closed, path
            elif isinstance(node, ast.Import):
                assert not {alias.name for alias in node.names} & closed, path


@pytest.mark.parametrize("extra", PROJECT["optional-dependencies"])
def test_no_extra_is_in_vain(extra: str) -> None:
    used = imported("prhl", "tests", "benchmarks", "docs")
    run = [(ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "mkdocs.yml", "tests/test_formats.py")]
    tools = {tool for tool, line in TOOLS.items() if any([line in text for text in run])}
    assert modules(PROJECT["optional-dependencies"][extra]) <= used | tools


def test_the_tests_have_what_they_import() -> None:
    mine = {path.stem for folder in ("tests", "benchmarks", "docs") for path in (ROOT / folder).rglob("*.py")}
    everything = modules([*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]])
    peers = modules(PROJECT["optional-dependencies"]["peers"])  # whose tests say that they are skipped
    assert imported("tests", "benchmarks", "docs") - {"tests", "benchmarks"} - mine <= everything | peers


def test_the_solver_is_one_of_those_that_were_tried() -> None:
    """Its answers are its own: another one may know less, or more."""
    (solver,) = [one for one in PROJECT["dependencies"] if one.startswith("z3-solver")]
    assert re.fullmatch(r"z3-solver>=[\d.]+,<[\d.]+", solver)
