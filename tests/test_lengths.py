"""Bit strings that are not as long as a type says are no inputs, and nobody is given them."""

from prhl import pipeline
from prhl.logic.terms import Variable
from prhl.logic.types import BOOL, INT, Bits, List, Size, Tuple
from prhl.rules.lengths import by_type
from prhl.search.search_budget import Budget
from prhl.source import Source

PASSED = """
program Beyond(m : private bits[n], n : int) : int { return size(m) - n; }
claim none : Beyond satisfies noninterference when any;
program Passed(m : private bits[2*k], k : int) : int { y :=$ Beyond(m, k + k) couple by none; return y; }
claim same : Passed satisfies noninterference when any;
"""

SAMPLED = """
program Zero(m : private list[bits[n]], n : int) : int { return 0; }
claim zero : Zero satisfies noninterference when any;
program Half(d : private list[bits[n]], n : int) : int {
  s := [];
  for i in 0 .. size(d) { kept :=$ Flip(1/2); if (kept) { s := s ++ [d[i]]; } }
  y :=$ Zero(s, n);
  return y;
}
claim half : Half satisfies dp(0) when add_remove(d) from zero sampled 1/2;
"""

CHECKED = """
program Sizes(m : private list[bits[n]], n : int) : int {
  s := 0;
  for i in 0 .. size(m) { s := s + size(m[i]) - n; }
  return s;
}
claim none : Sizes satisfies noninterference when any check n = 1, m in {[], [0b00]};
"""

PRIVATE = """
program Long(m : private bits[n], n : private int) : bool { return size(m) = n; }
claim always : Long satisfies noninterference when any;
"""


def words(text: str, search: Budget | None = None) -> list[str]:
    report = pipeline.verify(Source("<test>", text), search=search)
    assert not report.diagnostics
    return [claim.verdict.word for claim in report.claims]


def test_lengths_that_are_right_are_shown() -> None:
    assert words(PASSED) == ["proved", "proved"]
    assert words(SAMPLED) == ["proved", "proved"]


def test_a_check_drops_what_is_no_input() -> None:
    assert words(CHECKED) == ["unknown"]


def test_a_search_makes_no_such_inputs() -> None:
    text = PRIVATE.replace("return size(m) = n;", "r := 0; while (r < size(m) - n) { r := r + 1; } return r = 0;")
    assert "refuted" not in words(text, Budget(pairs=40))


def test_lengths_over_private_numbers_are_no_fault() -> None:
    assert words(PRIVATE) == ["proved"]


def test_what_types_say() -> None:
    n = Bits(Size.variable("n"))
    for type_, many in ((n, 1), (Tuple((n, BOOL, n)), 2), (List(Tuple((n, INT))), 1), (List(INT), 0), (Bits(None), 0)):
        assert len(by_type(Variable("m", 1, type_), type_, 1)) == many
