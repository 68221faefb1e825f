"""What the site has beside the pages of `docs`: the README as its first page, the messages, the exercises, links into
the playground, rules that are typeset."""

import base64
import posixpath
import re
import sys
import zlib
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))
from inference_rules import typeset

ROOT = Path(__file__).parents[2]
EXERCISES = ROOT / "prhl" / "exercises"
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")
FENCE = re.compile(r"^```wl(?:-\w+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STYLE = "css/site.css"


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
    config.extra_css.append(STYLE)
    return config


def on_files(files: Files, config: Any, **_: Any) -> Files:
    for page, made_from in ADDED.items():
        text = (ROOT / made_from).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    style = (Path(__file__).parent / "site.css").read_text(encoding="utf-8")
    files.append(File.generated(config, STYLE, content=style))
    return files


def in_playground(page: str, words: str, what: str) -> str:
    """A link to the playground; what follows `#` no server sees."""
    up = posixpath.relpath("playground/index.html", posixpath.dirname(page) or ".")
    return f'<p class="try"><a href="{up}#{what}">{words}</a></p>'


def packed(text: str) -> str:
    """A text as an address holds it: deflated, in base64url."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links as they are in the repository, made into links of the site; `wl` is another language to Pygments; programs
    can be opened in the playground, and exercises solved there."""
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

    def shown(block: re.Match[str]) -> str:
        return f"```prhl\n{block[1]}```\n\n{in_playground(path, 'Open in playground', f'z={packed(block[1])}')}"

    found = FENCE.sub(shown, typeset(LINK.sub(moved, markdown)))
    if ADDED.get(path, "").endswith("statement.md"):
        name = posixpath.basename(path).partition("-")[2].removesuffix(".md")
        found += "\n\n" + in_playground(path, "Solve it in the playground", f"exercise={name}") + "\n"
    return found
