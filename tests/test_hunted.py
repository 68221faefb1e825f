"""What the search refutes on random files is broken, by brute force; and the search ends when its time is over.

`PRHL_EXAMPLES` says how many files there are, if that is more than the usual number.
"""

import os
from collections import Counter

import pytest

from prhl import pipeline
from prhl.search.search_budget import Budget
from prhl.source import Source
from tests import truth
from tests.agreement import Disagreement, generate
from tests.hunted import judged, matched, searched
from tests.test_agreement import case_of

pytestmark = pytest.mark.search

CHUNKS, USUAL = 4, 64
FILES = max(USUAL, int(os.environ.get("PRHL_EXAMPLES", USUAL)))
FIRST = 20_000  # other files than those of test_agreement
LITTLE = Budget(steps=8_000_000, pairs=12)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_the_search_refutes_is_broken(chunk: int) -> None:
    """Every witness by itself: related inputs, and an event that breaks the claim wherever the missing mass may be."""
    found: Counter[str] = Counter()
    for at in range(chunk, FILES, CHUNKS):
        for _, word, by_force in searched(generate(FIRST + at), LITTLE):
            found.update([word, by_force or "not refuted"])
    assert found["false"] == 0
    assert found["refuted"] >= 2, found
    assert found["broken"] >= found["refuted"] / 2, found


RESPONSE = """
program P(x : private bool) : bool {
  b :=$ Flip(1/4);
  return b xor x;
}
claim c : P satisfies dp(ln(2)) when any;
"""


def test_a_false_refutation_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a witness showed the other output, brute force would say so."""
    assert [word for _, word, _ in searched(case_of(RESPONSE.replace("ln(2)", "ln(3)")), LITTLE)] == ["unknown"]
    assert [found for _, _, found in searched(case_of(RESPONSE), LITTLE)] == ["broken"]
    monkeypatch.setattr("prhl.checks.laboratory.shown_all", lambda seen: {"true": "false", "false": "true"}[seen[0]])
    monkeypatch.setattr("tests.agreement.confirm", lambda *_: None)
    with pytest.raises(Disagreement):
        list(searched(case_of(RESPONSE), LITTLE))


@pytest.mark.parametrize(
    ("text", "seen", "inside"),
    [
        ("(0, <= -1)", (("()", 0, -3),), (True, True)),
        ("(0, <= -1)", (("()", 0, 0),), (False, False)),
        ("<= -1; (0..2, false)", (-1, ("()", 1, "false")), (True, True)),
        ("res > 1", (("cell", 1, 2),), (True, True)),
        ("1/2 < res <= 3/2", (("cell", 1, 2),), (False, True)),
        ("[-1 to 0, any]", (("[]", ("cell", -1, 0), ("cell", 4, 5)),), (True, True)),
        ("[0]", (("[]", 0, 0),), (False, False)),
        ("true", ("true",), (True, True)),
    ],
)
def test_events_are_read_as_people_read_them(text: str, seen: tuple[object, ...], inside: tuple[bool, bool]) -> None:
    assert matched(text, truth.Observed(), seen) == inside


def test_bounds_leave_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing may lie on either side."""
    case = case_of(RESPONSE)
    world, (claim,) = case.world, [item for item in case.world.file.items if hasattr(item, "relation")]
    (result,) = pipeline.refute(case.source, LITTLE).claims
    assert judged(world, claim, result.verdict.witness) == "broken"  # type: ignore[union-attr]
    row = truth.World.row

    def half(self: truth.World, *given: object) -> truth.Row:
        whole = row(self, *given)  # type: ignore[arg-type]
        return truth.Row({seen: p / 2 for seen, p in whole.masses.items()}, whole.missing, whole.hanging)

    monkeypatch.setattr(truth.World, "row", half)
    assert judged(world, claim, result.verdict.witness) == "open"  # type: ignore[union-attr]


NOBODY = """
program A(x : int, d : list[int]) : int requires x > 2; { return size(d); }
program B(x : int, d : list[int]) : int requires x <= 2; { return size(d) + 1; }
claim c : A ~ B : ={d} && x{1} = x{2} ==> res{1} = res{2};
"""


FEW = """
program P(d : list[int], n : int) : int { s := sum(d ++ [1]); return s; }
claim c : P ~ P : one_differs(d, 0) && ={n} ==> |res{1} - res{2}| <= 2;
"""


@pytest.mark.parametrize("text", [NOBODY, NOBODY.replace("x : int", "x : private int"), FEW])
def test_a_search_among_few_inputs_ends(text: str) -> None:
    """Nothing is related, or little, and there are ever more lists."""
    (result,) = pipeline.refute(Source("nobody.wl", text), Budget(steps=4_000_000, pairs=30)).claims
    assert result.verdict.word == "unknown"
