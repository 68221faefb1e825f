"""Every file in examples/ is a test: it checks, it is in canonical layout, and its claims end as they say."""

from pathlib import Path

import pytest

import prhl
from prhl import pipeline
from prhl.syntax.reader import read

pytestmark = pytest.mark.search

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").rglob("*.wl"))
NAMES = [str(path.relative_to(ROOT)) for path in EXAMPLES]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_example_ends_as_it_says(name: str, kept: Path) -> None:
    report = prhl.verify(ROOT / name, cache=kept)
    assert not report.files[0].diagnostics
    assert report.claims, "an example without a claim shows nothing"
    for claim in report.claims.values():
        assert claim.ok, f"{name} {claim.name}: {claim.verdict}, expected {claim.expected}"


@pytest.mark.parametrize("name", NAMES)
def test_example_is_in_canonical_layout(name: str) -> None:
    source = read(str(ROOT / name))
    assert pipeline.reformat(source) == source.text


@pytest.mark.parametrize("name", NAMES)
def test_example_opens_with_a_header(name: str) -> None:
    lines = read(str(ROOT / name)).text.splitlines()
    assert lines[0].startswith("// ")
    assert lines[1].startswith("// ")
