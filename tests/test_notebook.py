"""`%%prhl` in a notebook, and the example notebook from its first cell to its last."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("IPython")

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import RichOutput, capture_output

from prhl import Report

NOTEBOOK = Path(__file__).parent.parent / "examples" / "notebook.ipynb"

RESPONSE = """program RR(x : private bool) : bool {
  b :=$ Flip(1/2);
  if (b) { o := x; } else { o :=$ Flip(1/2); }
  return o;
}
"""


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    InteractiveShell.clear_instance()
    made = InteractiveShell.instance()
    assert made.run_cell("%load_ext prhl").success
    yield made
    InteractiveShell.clear_instance()


def run(shell: InteractiveShell, cell: str) -> tuple[Any, list[RichOutput]]:
    with capture_output() as captured:
        result = shell.run_cell(cell)
    outputs = captured.outputs
    if isinstance(result.result, Report):  # which the notebook shows below
        outputs = [*outputs, RichOutput(data={"text/html": result.result._repr_html_()})]
    return result, outputs


def texts(outputs: list[RichOutput], kind: str) -> list[str]:
    return [output.data[kind] for output in outputs if kind in output.data]


def test_the_example_notebook(shell: InteractiveShell) -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    shown = []
    for cell in cells:
        if cell["cell_type"] == "code":
            result, outputs = run(shell, "".join(cell["source"]))
            assert result.success, result.error_in_exec or result.error_before_exec
            shown.append((texts(outputs, "text/html"), texts(outputs, "image/svg+xml")))
    (pages, drawings) = shown[1]
    assert "proved" in pages[0]
    assert "refuted" in pages[0]
    assert len(drawings) == 2
    assert len(shown[2][1]) == len(shown[3][1]) == 1
    assert "proved" in shown[2][0][0]
    assert "proved" in shown[3][0][0]
    assert "results-equal" in shown[4][0][0]
    assert not shown[4][1]


def test_what_is_written_is_escaped(shell: InteractiveShell) -> None:
    result, outputs = run(shell, "%%prhl\n" + RESPONSE.replace("Flip(1/2);\n  if", "<script>alert(1)</script>;\n  if"))
    assert result.success
    (page,) = texts(outputs, "text/html")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--claim nothing", "nothing"),
        ("--set", "expected one argument"),
        ("--wrong", "unrecognized"),
        ('--set "', "No closing quotation"),
        ("--set 'x in {'", ""),
    ],
)
def test_wrong_words(shell: InteractiveShell, line: str, said: str) -> None:
    with capture_output() as captured:
        result = shell.run_cell(f"%%prhl {line}\n{RESPONSE}claim c : RR satisfies dp(2) when any;\n")
    assert type(result.error_in_exec).__name__ == "UsageError"
    assert said in str(result.error_in_exec) + captured.stdout + captured.stderr


def test_the_value_of_a_cell_is_the_report(shell: InteractiveShell) -> None:
    result, _ = run(shell, f"%%prhl --no-pictures\n{RESPONSE}claim c : RR satisfies dp(2) when any;\n")
    assert result.result.ok
    assert result.result.claims["c"].verdict == "proved"


def test_a_cell_without_claims(shell: InteractiveShell) -> None:
    result, outputs = run(shell, f"%%prhl\n{RESPONSE}")
    assert result.success
    assert "no claims" in texts(outputs, "text/html")[0]
