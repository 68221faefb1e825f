"""The plan of the house: imports go down only, and each big dependency has its doors."""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from prhl.distributions import FAMILIES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "prhl"

# Floors, lowest first; rooms on one floor do not import each other.
FLOORS = (
    ("records",),
    ("explanations", "versions"),
    ("source",),
    ("diagnostics",),
    ("numbers", "syntax", "sampling"),
    ("logic",),
    ("distributions", "notions"),
    ("couplings",),
    ("typed",),
    ("semantics",),
    ("rules", "exact", "solvers"),
    ("proof", "closeness", "running"),
    ("measures", "finding"),
    ("checks",),
    ("search",),
    ("verdict",),
    ("report",),
    ("to_sympy",),
    ("results",),
    ("studies",),
    ("open_studies", "pairings"),
    ("found_proofs",),
    ("pipeline",),
    ("jobs", "runs", "exporting"),
    ("cluster", "verdict_cache"),
    ("api", "python_subset"),
    ("python_mechanism",),
    ("manual", "teaching"),
    ("frontends",),
    ("__main__",),
)
FLOOR = {room: height for height, rooms in enumerate(FLOORS) for room in rooms}

DOORS = {
    "lark": {"syntax"},
    "click": {"frontends"},
    "z3": {"solvers"},
    "sympy": {"solvers", "numbers"},
    "flint": {"numbers"},
    "rich": {"frontends", "report"},
    "IPython": {"frontends"},
    "pygments": {"frontends"},
    "pygls": {"frontends"},
    "markdown": {"teaching"},
    "distributed": {"cluster"},
}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> set[str]:
    """Every module that a file imports, inside functions and by `import_module("...")` too."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found.add(node.module or "")
            if node.module == "prhl":
                found |= {f"prhl.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
            "import_module",
            "__import__",
        ):
            assert isinstance(node.args[0], ast.Constant), f"{path}: a hidden import"
            found.add(node.args[0].value)
    return found


FILES = sorted(PACKAGE.rglob("*.py"))

PAGE = ROOT / "docs/architecture.md"
MARK = "<!-- files -->\n"

PROOF = {"proof", "rules", "solvers", "couplings", "finding"}
EXACT = {"semantics", "exact", "closeness", "measures", "checks"}
# the nouns in which the rule for joint blocks asks for prices
MEET = {(f"checks/{name}.py", "prhl.rules.block_cases") for name in ("joint_blocks", "open_blocks")}


def test_imports_go_down_only() -> None:
    wrong = []
    for path in FILES:
        room = room_of(path)
        if room == "__init__":
            continue
        assert room in FLOOR, f"{room} has no floor: put it into FLOORS and into docs/architecture.md"
        for module in imported(path):
            other = module.split(".")[1] if module.startswith("prhl.") else "__version__"
            if other not in ("__version__", room) and FLOOR[other] >= FLOOR[room]:
                wrong.append(f"{path.name} in {room} imports {module} from its own floor or above")
    assert not wrong


def test_big_dependencies_enter_by_their_doors() -> None:
    for path in FILES:
        for module in imported(path):
            doors = DOORS.get(module.split(".")[0])
            assert doors is None or room_of(path) in doors, f"{path.name}: {module} is imported outside {doors}"


def test_exact_is_entered_by_its_door() -> None:
    for path in FILES:
        inside = [module for module in imported(path) if module.startswith("prhl.exact.")]
        assert room_of(path) == "exact" or not inside, f"{path.name}: which noun is missing in prhl/exact/__init__.py?"


def test_the_two_roads_do_not_know_of_each_other() -> None:
    found = set()
    for path in FILES:
        others = EXACT if room_of(path) in PROOF else PROOF if room_of(path) in EXACT else set()
        for module in imported(path):
            if module.startswith("prhl.") and module.split(".")[1] in others:
                found.add((path.relative_to(PACKAGE).as_posix(), module))
    assert found == MEET


def test_no_two_files_have_one_name() -> None:
    """But `base`, one family as a distribution and as a coupling, and a notion with its measure."""
    homes: dict[str, list[str]] = {}
    for path in FILES:
        if path.stem not in ("__init__", "__main__", "base"):
            homes.setdefault(path.stem, []).append(path.parent.name)
    twice = {name: rooms for name, rooms in homes.items() if len(rooms) > 1}
    shelves = (["couplings", "distributions"], ["measures", "notions"])
    assert not {name: rooms for name, rooms in twice.items() if sorted(rooms) not in shelves}


def files_told() -> str:
    """Every file under its room, with the first sentence of its docstring."""
    rooms: dict[str, list[str]] = {}
    for path in FILES:
        if path.name == "__main__.py":
            continue
        room = path.parent.relative_to(PACKAGE).as_posix()
        words = ast.get_docstring(tree_of(path)) or ""
        first = re.split(r"(?<=[.!?])\s|\n\n", words)[0].replace("\n", " ").replace("|", "\\|")
        rooms.setdefault("" if room == "." else f"{room}/", []).append(f"| `{path.name}` | {first} |")
    tables = []
    for room, lines in rooms.items():
        tables.append("\n".join([f"### `prhl/{room}`", "", "| file | what it is for |", "| --- | --- |", *lines]))
    return "\n\n".join(tables) + "\n"


def test_the_page_of_the_house_names_every_file() -> None:
    head, told = PAGE.read_text(encoding="utf-8").split(MARK)
    if os.environ.get("PRHL_RENEW"):
        PAGE.write_text(head + MARK + "\n" + files_told(), encoding="utf-8")
        return
    assert told.strip() == files_told().strip(), "PRHL_RENEW=1 pytest tests/test_house.py writes it anew"


def test_the_page_of_the_house_names_no_file_that_is_gone() -> None:
    head = PAGE.read_text(encoding="utf-8").split(MARK)[0]
    for name in re.findall(r"`([\w/]+\.(?:py|lark|md))`", head):
        assert (PACKAGE / name).exists() or (ROOT / name).exists() or list(PACKAGE.rglob(name)), name


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["check", "examples/course/rand_resp.wl"],
        ["fmt", "--check", "examples/course/rand_resp.wl"],
        ["explain"],
        ["channel", "examples/course/rand_resp.wl"],
        ["couple", "examples/course/rand_resp.wl", "--claim", "ln2"],
    ],
    ids=lambda a: a[0],
)
def test_light_commands_load_neither_a_solver_nor_the_proof_road(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from prhl.frontends.cli import main\n"
        f"try:\n    main({arguments!r})\n"
        "except SystemExit as stop:\n    assert stop.code in (0, None), stop.code\n"
        "heavy = {'z3', 'sympy', *[f'prhl.{room}' for room in ('proof', 'rules', 'couplings', 'solvers')]}\n"
        "heavy &= set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_module_says_what_it_is_for() -> None:
    for path in FILES:
        if path.name != "__main__.py":
            assert ast.get_docstring(tree_of(path)), path


NAMED_FOR_USERS = {"numbers/__init__.py"}  # the number exp(eps) is called Exponential, too


def test_no_family_is_known_by_its_name() -> None:
    """A distribution is one file: others ask what it offers, and compare no names."""
    names = {family.name for family in FAMILIES}
    found = set()
    for path in FILES:
        if room_of(path) != "distributions":
            for node in ast.walk(tree_of(path)):
                if isinstance(node, ast.Constant) and node.value in names:
                    found.add(path.relative_to(PACKAGE).as_posix())
    assert found == NAMED_FOR_USERS


TIMERS = {  # what is printed, what a user asked for by an option, and whether a cluster is there at all
    "cluster.py",
    "semantics/limits.py",
    "pipeline.py",
    "search/hunt.py",
    "solvers/by_z3.py",
    "teaching/grading.py",
    "teaching/watching.py",
    "frontends/terminal.py",
    "frontends/watching_files.py",
}


def test_only_these_look_at_a_clock() -> None:
    """Verdicts are the same on every machine: elsewhere nothing can depend on how long something takes."""
    found = set()
    for path in FILES:
        for node in ast.walk(tree_of(path)):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if {"time", "datetime", "timeit"} & set(modules):
                found.add(path.relative_to(PACKAGE).as_posix())
    assert found == TIMERS


DECIDING = {room for rooms in FLOORS[FLOOR["numbers"] : FLOOR["report"]] for room in rooms}
INTEGERS = {"comb", "factorial", "gcd", "isqrt", "lcm", "prod"}


def floats_of(path: Path) -> list[str]:
    """Where a file makes a float, or takes one from the machine's library; seconds are for people."""
    tree = tree_of(path)
    seconds = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign) and _named(node, "seconds")}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float()) if id(node) not in seconds:
                found.append(f"{path.name}:{node.lineno}: {node.value}")
            case ast.Call(func=ast.Name(id="float")):
                found.append(f"{path.name}:{node.lineno}: float(..)")
            case ast.ImportFrom(module="math") if wrong := {alias.name for alias in node.names} - INTEGERS:
                found.append(f"{path.name}:{node.lineno}: {wrong}")
            case ast.Import() if {"math", "cmath", "random", "statistics"} & {alias.name for alias in node.names}:
                found.append(f"{path.name}:{node.lineno}: import")
    return found


def _named(node: ast.AnnAssign, name: str) -> bool:
    return isinstance(node.target, ast.Name) and node.target.id == name


def test_no_float_where_something_is_decided_or_computed() -> None:
    """The last digits of a library's exp and log differ between machines, and with them whatever they propose."""
    files = [path for path in FILES if room_of(path) in DECIDING]
    files = [path for path in files if path.relative_to(PACKAGE).as_posix() not in TIMERS]
    assert [line for path in files for line in floats_of(path)] == []
