"""What the site has beside the pages of `docs`: the README as its first page, the messages, the exercises, colours."""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from pygments.formatters import HtmlFormatter

ROOT = Path(__file__).parents[2]
EXERCISES = ROOT / "prhl" / "exercises"
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^```wl(-\w+)?$", re.MULTILINE)
COLOURS = "css/colours.css"


def in_order(paths: Any) -> list[Path]:
    """2-laplace-noise before 10-local-survey."""
    return sorted(paths, key=lambda path: [int(one) for one in re.findall(r"(\d+)-", str(path.relative_to(ROOT)))])


WORLDS = {
    home.name: [home / "README.md", *in_order(home.glob("*/statement.md"))] for home in in_order(EXERCISES.glob("*-*/"))
}


def place(page: Path) -> str:
    """Where a page of the exercises is on the site."""
    home = page.parent.relative_to(EXERCISES).as_posix()
    return f"exercises/{home}/README.md" if page.name == "README.md" else f"exercises/{home}.md"


# a page of the site, and the file that it is made from
ADDED = {"index.md": "README.md", "messages.md": "prhl/messages.md"}
ADDED |= {place(page): str(page.relative_to(ROOT)) for pages in WORLDS.values() for page in pages}
PLACES = {made_from: page for page, made_from in ADDED.items()}


def title(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def on_config(config: Any) -> Any:
    """The exercises and the decisions go where the navigation has a group of that name."""
    worlds = [{title(notes): [{"Notes": place(notes)}, *map(place, rest)]} for notes, *rest in WORLDS.values()]
    decisions = [f"decisions/{page.name}" for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    made = {"Exercises": worlds, "Decisions": decisions}
    for group in config.nav:
        for pages in group.values():
            for entry in pages:
                entry.update({name: made[name] for name in made if name in entry})
    config.extra_css.append(COLOURS)
    return config


def on_files(files: Files, config: Any, **_: Any) -> Files:
    for page, made_from in ADDED.items():
        text = (ROOT / made_from).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    colours = HtmlFormatter(style="friendly").get_style_defs(".codehilite")
    files.append(File.generated(config, COLOURS, content=colours))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links as they are in the repository, made into links of the site; `wl` is another language to Pygments."""
    path = page.file.src_uri
    home = posixpath.dirname(ADDED[path] if path in ADDED and not path.startswith("exercises/") else f"docs/{path}")

    def moved(link: re.Match[str]) -> str:
        target, anchor = link[1], link[2] or ""
        if ":" in target or path.startswith("exercises/"):
            return link[0]
        there = posixpath.normpath(posixpath.join(home, target))
        found = PLACES.get(there, there.removeprefix("docs/") if there.startswith("docs/") else None)
        if found is None:
            raise ValueError(f"{path}: a link to {target}, which is no page of the site")
        return f"]({posixpath.relpath(found, posixpath.dirname(path) or '.')}{anchor})"

    return FENCE.sub("```prhl", LINK.sub(moved, markdown))
