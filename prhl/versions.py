"""Which versions of prhl, its solver and its arithmetic are at work, and what tells one prhl from another."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from prhl import __version__


@cache
def versions() -> dict[str, str | None]:
    """As in a report; without loading the solver."""
    return {"prhl": __version__, "z3": _version("z3-solver"), "flint": _version("python-flint")}


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # which takes its time to load

    try:
        return version(package)
    except PackageNotFoundError:
        return None


@cache
def identity() -> dict[str, str | None]:
    """All that an answer depends on beside the file and the options: equal on two machines, these answer alike. SymPy
    is there since its proposals may change what is left unknown."""
    return {**versions(), "sympy": _version("sympy"), "files": fingerprint()}


@cache
def fingerprint() -> str:
    """Of all files of the package, since two states of development have one version and may not share verdicts."""
    home = Path(__file__).parent
    found = sha256()
    for path in sorted(home.rglob("*")):
        if path.suffix in (".py", ".lark", ".json", ".md") and "exercises" not in path.relative_to(home).parts:
            found.update(f"{path.relative_to(home).as_posix()}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()
