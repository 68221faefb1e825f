"""The site: it builds without a warning, has every page in its navigation, colours `.wl`, and no link is broken."""

import base64
import re
import subprocess
import sys
import zlib
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs")
pytest.importorskip("material")
pytest.importorskip("pygments")

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
STATEMENTS = sorted((ROOT / "prhl" / "exercises").glob("*/*/statement.md"))
WL = re.compile(r"^```wl(-\w+)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    status, said = built(ROOT / "mkdocs.yml", folder)
    assert status == 0, said
    return folder


def built(config: Path, folder: Path) -> tuple[int, str]:
    """Not `--quiet`: mkdocs does not count the warnings that it does not print."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


class Page(HTMLParser):
    """The links of a page, what can be linked to, and its blocks of code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.classes: set[str] = set()
        self.blocks: list[str] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.links += [found[name] for name in ("href", "src") if name in found]
        self.names |= {found[name] for name in ("id", "name") if name in found}
        if tag == "pre":
            self.inside = True
            self.blocks.append("")
        if self.inside and tag == "span":
            self.classes.add(found.get("class", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre":
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.blocks[-1] += data


@cache
def page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def broken(site: Path, path: Path) -> list[str]:
    """Links of a page that lead nowhere on the site."""
    here = page(path)
    wrong = []
    for link in here.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or "playground/" in parts.path:
            continue  # to the world outside, or to what `make site` puts beside the documents
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        known = target.is_file() and target.is_relative_to(site)
        if not known or (parts.fragment and unquote(parts.fragment) not in page(target).names):
            wrong.append(link)
    return wrong


def test_every_page_is_there(site: Path) -> None:
    navigation = page(site / "index.html").links
    made = [f"{one.stem}.html" for one in PAGES] + ["messages.html"]
    made += [f"decisions/{one.stem}.html" for one in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    made += [f"exercises/{one.parents[1].name}/{one.parent.name}.html" for one in STATEMENTS]
    made += [f"exercises/{one.parents[1].name}/index.html" for one in STATEMENTS]
    assert len(made) > 80
    assert not [name for name in made if not (site / name).is_file()]
    assert not [name for name in made if name not in navigation]


def test_a_page_without_a_place_is_a_failure(tmp_path: Path) -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for place in ("docs_dir: ", "hooks: ["):
        text = text.replace(f"{place}docs", f"{place}{ROOT}/docs")
    (tmp_path / "mkdocs.yml").write_text(text.replace("Recipes: how-to.md", "Recipes: tour.md"), encoding="utf-8")
    status, said = built(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert status == 1
    assert "how-to.md" in said


def test_solutions_are_not_there(site: Path) -> None:
    assert not list(site.rglob("solution*"))
    assert not list(site.rglob("hints*"))


def test_links(site: Path) -> None:
    pages = [path for path in sorted(site.rglob("*.html")) if path.name != "404.html"]  # that one knows no folder
    assert len(pages) > 60
    assert not [(str(path.relative_to(site)), wrong) for path in pages if (wrong := broken(site, path))]


def test_broken_links_are_seen(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<h1 id="here"></h1>')
    links = ["other.html", "other.html#here", "other.html#there", "none.html", "#me", "https://example.org/x", "../up"]
    path = tmp_path / "index.html"
    path.write_text('<p id="me">' + "".join([f'<a href="{link}"></a>' for link in links]))
    assert broken(tmp_path, path) == ["other.html#there", "none.html", "../up"]


@pytest.mark.parametrize("document", [ROOT / "README.md", *PAGES], ids=lambda path: path.name)
def test_programs_are_coloured(site: Path, document: Path) -> None:
    shown = [text for _, text in WL.findall(document.read_text(encoding="utf-8"))]
    path = site / ("index.html" if document.name == "README.md" else f"{document.stem}.html")
    made = page(path)
    blocks = [block.strip("\n") for block in made.blocks]
    assert not [text for text in shown if text.strip("\n") not in blocks]
    assert "err" not in made.classes
    if any(["program " in text for text in shown]):
        assert {"k", "kp", "nb"} <= made.classes
        assert '<span class="k">program</span>' in path.read_text(encoding="utf-8")


def test_colours_have_a_style(site: Path) -> None:
    links = page(site / "index.html").links
    styles = [(site / link).read_text(encoding="utf-8") for link in links if link.endswith(".css")]
    assert all([f".highlight .{kind}" in "".join(styles) for kind in ("k", "kp", "kt", "nb", "nd", "c1")])


def test_programs_open_in_the_playground(site: Path) -> None:
    shown = 0
    for document in PAGES:
        links = page(site / f"{document.stem}.html").links
        texts = [opened(link) for link in links if "playground/index.html#z=" in link]
        assert texts == [text for _, text in WL.findall(document.read_text(encoding="utf-8"))], document
        shown += len(texts)
    assert shown > 80
    solved = page(site / "exercises" / "1-couplings" / "1-fair-coins.html").links
    assert "../../playground/index.html#exercise=fair-coins" in solved


def opened(link: str) -> str:
    """The text that the playground finds in an address."""
    code = link.partition("#z=")[2]
    return zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), -15).decode()


def test_rules_are_typeset(site: Path) -> None:
    text = (site / "rules.html").read_text(encoding="utf-8")
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    many = len(re.findall(r"^-{9,}", rules, re.MULTILINE))
    assert many > 40
    assert text.count('class="inference"') == many
    assert '<div class="named">shift</div>' in text
    assert "scale</i><sub>\u27e81\u27e9</sub>" in text
    assert re.search(r"<span>[^\n]*run</i> 1</span> <span><i>P</i> \u27f9 <i>Q</i>", text), "premises run together"
    assert not re.search(r'<div class="inference".*`.*\n', text)


def test_the_site_asks_no_other_host(site: Path) -> None:
    for path in sorted(site.rglob("*.html")):
        loaded = re.findall(
            r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"?(\w+:)?//[^>]*>", path.read_text(encoding="utf-8")
        )
        assert not [one for one in loaded if 'rel="canonical"' not in one], path


def test_the_plan_for_teachers_names_exercises() -> None:
    from prhl.teaching.exercise import course

    text = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    plan = text.partition("## Four weeks")[2].partition("\n## ")[0]
    lines = re.findall(r"^- (?:In class|At home):.*(?:\n  .*)*", plan, re.MULTILINE)
    named = [name for line in lines for name in re.findall(r"`([^`]+)`", line)]
    known = [one.name for one in course()]
    assert len(named) > 30
    assert len(set(named)) == len(named)
    assert not [name for name in named if name not in known]
