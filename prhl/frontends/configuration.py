"""Options that a project keeps in a file: the table `[tool.prhl]` of `pyproject.toml`, or all of `prhl.toml`.

    paths = ["mechanisms"]      # what to judge where the command line names nothing
    jobs = 2
    cache = ".prhl-cache"

The nearest such file counts, from the current folder upwards. Paths are read from where the file is. What stands on the
command line, or in the environment, comes first.
"""

import os
from pathlib import Path
from typing import Any

import click

from prhl.diagnostics import did_you_mean

TEXTS, NUMBERS = "a text", "a number"
OPTIONS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "paths": (list, "a list of texts"),
    "cache": (str, TEXTS),
    "cluster": (str, TEXTS),
    "color": (str, "`auto`, `always` or `never`"),
    "format": (str, TEXTS),
    "find": (bool, "`true` or `false`"),
    "jobs": (int, "a whole number"),
    "rlimit": (int, "a whole number"),
    "budget": ((int, str), 'a number of pairs, or a time such as "5s"'),
    "timeout": ((int, float), NUMBERS),
    "seconds": ((int, float), NUMBERS),
    "twin": (bool, "`true` or `false`"),
}
COMMANDS = ("verify", "check", "refute", "fmt")
NAMES = {"format": "form"}  # what an option is called inside


def configured(context: click.Context) -> dict[str, Any]:
    """The defaults of the commands, as click wants them, and `paths`; a usage error if the file is wrong."""
    found = context.find_root().meta.get("prhl.configuration")
    if found is None:
        file, table = _table(Path.cwd())
        options = {} if file is None else _checked(file, table)
        paths = options.pop("paths", [])
        defaults = {NAMES.get(name, name): value for name, value in options.items()}
        found = {**dict.fromkeys(COMMANDS, defaults), "paths": paths}
        context.find_root().meta["prhl.configuration"] = found
    return dict(found)


def _table(folder: Path) -> tuple[Path | None, dict[str, Any]]:
    """The nearest file with such a table."""
    for here in (folder, *folder.parents):
        for name in ("prhl.toml", "pyproject.toml"):
            path = here / name
            if path.is_file():
                import tomllib  # most folders have no such file

                try:
                    with open(path, "rb") as file:
                        whole = tomllib.load(file)
                except (OSError, ValueError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
                    if name == "pyproject.toml":
                        continue  # other tools will say so
                    raise click.UsageError(f"{path}: this is no TOML file: {error}") from None
                if name == "prhl.toml":
                    return path, whole
                table = whole.get("tool", {})
                if isinstance(table, dict) and "prhl" in table:
                    if not isinstance(table["prhl"], dict):
                        raise click.UsageError(f"{path}: [tool.prhl] is to be a table")
                    return path, table["prhl"]
    return None, {}


def _checked(file: Path, table: dict[str, Any]) -> dict[str, Any]:
    options = {}
    for name, value in table.items():
        if name not in OPTIONS:
            hint = did_you_mean(name, OPTIONS, f"there are {', '.join(OPTIONS)}")
            raise click.UsageError(f"{file}: there is no option `{name}`: {hint}")
        kind, wanted = OPTIONS[name]
        wrong = not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)
        if wrong or (name == "paths" and not all([isinstance(one, str) for one in value])):
            raise click.UsageError(f"{file}: `{name}` is to be {wanted}, and is {str(value)[:60]!r}")
        if name in ("paths", "cache"):
            value = [_from(file, one) for one in value] if name == "paths" else _from(file, value)
        options[name] = value
    return options


def _from(file: Path, path: str) -> str:
    """A path of the file as it is from the current folder."""
    return os.path.relpath(file.parent / path)
