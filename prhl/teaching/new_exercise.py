"""A folder for a new exercise: a small one that is right, for its author to replace file by file."""

import re
from pathlib import Path

FILES = {
    "exercise.toml": '''title = "{title}"

[[part]]
claim = "private"
points = 1

[[mistake]]
file = "identity"
fails = ["results-equal"]
says = """
What run 2 shows is another number now. Which draw of run 2 gives the same sum?
"""
''',
    "statement.md": """# {title}

What will be learnt here, in a sentence.

**Your task.** Fill the hole after `couple`.
""",
    "hints.md": """## The idea

Where does the difference of the two runs come in?

## The rule

A draw of Laplace noise may be moved, at a price.

## The shape

`couple z{{2}} = z{{1}} + ...`
""",
    "solution.wl": """// {title}
program Release(x : private real) : real {{
  z :=$ Laplace(1) couple z{{2}} = z{{1}} + x{{1}} - x{{2}};
  return x + z;
}}

claim private : Release satisfies dp(1) when within(x, 1);
""",
    "start.wl": """// {title}
program Release(x : private real) : real {{
  z :=$ Laplace(1) couple ?;
  return x + z;
}}

claim private : Release satisfies dp(1) when within(x, 1);
""",
    "wrong/identity.wl": """// {title}
program Release(x : private real) : real {{
  z :=$ Laplace(1) couple z{{2}} = z{{1}};
  return x + z;
}}

claim private : Release satisfies dp(1) when within(x, 1);
""",
}


class Refused(Exception):
    """The folder cannot be that of a new exercise."""


def made(folder: Path, title: str | None) -> Path:
    """Files in DIR/WORLD/NAME, numbered as the last of its world; the world is added to the course if it is new."""
    home, world, name = folder.parent.parent, folder.parent.name, re.sub(r"^\d+-", "", folder.name)
    if len(folder.parts) < 3 or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name) or not world.strip("."):
        raise Refused(f"{folder}: an exercise is DIR/WORLD/NAME, its name of small letters, digits and hyphens")
    there = sorted([one.name for one in folder.parent.iterdir() if one.is_dir()]) if folder.parent.is_dir() else []
    if name in [re.sub(r"^\d+-", "", one) for one in there]:
        raise Refused(f"{folder.parent}: there is an exercise {name} already")
    numbers = [int(found[0]) for one in there if (found := re.match(r"\d+", one))]
    made_ = folder.parent / f"{max(numbers, default=0) + 1}-{name}"
    (made_ / "wrong").mkdir(parents=True)
    shown = title or name.replace("-", " ").capitalize()
    for file, text in FILES.items():
        escaped = shown.replace("\\", "\\\\").replace('"', '\\"') if file.endswith(".toml") else " ".join(shown.split())
        (made_ / file).write_text(text.format(title=escaped), encoding="utf-8", newline="\n")
    _add_world(home, world)
    return made_


def _add_world(home: Path, world: str) -> None:
    course, page = home / "worlds.toml", home / world / "README.md"
    heading = re.sub(r"^\d+-", "", world).replace("-", " ").capitalize()
    known = course.read_text(encoding="utf-8") if course.exists() else ""
    if f'folder = "{world}"' not in known:
        entry = f'[[world]]\nfolder = "{world}"\ntitle = "{heading}"\n'
        course.write_text(f"{known}\n{entry}" if known else entry, encoding="utf-8", newline="\n")
    if not page.exists():
        page.write_text(f"# {heading}\n\nWhat students need to know.\n", encoding="utf-8", newline="\n")
