"""Code without loops stays small: lists and tuples have names in the product, and a name changes no answer."""

from dataclasses import replace
from itertools import count

import pytest

from prhl import pipeline
from prhl.logic.build import equal, index, number, size
from prhl.logic.substitution import substitute
from prhl.logic.terms import Apply, Quantified, Term, Variable, subterms, written
from prhl.logic.types import INT, List
from prhl.proof import Proof
from prhl.rules.state import FEW, Naming, State
from prhl.solvers import Limits, Query
from prhl.solvers.by_z3 import Session
from prhl.source import Source
from tests.test_solver import LENGTHS, Formulas

UPDATES = {
    "entries": ("a := q;", "a[n] := a[n] + a[{n}];", "r + a[0]"),
    "entries under if": ("a := q;", "if (a[{n}] > 0) {{ a[n] := a[n] + a[{n}]; }}", "r + a[0]"),
    "whole lists": ("a := q;", "if (a[{n}] > 0) {{ a[n] := a[n] + a[{n}]; }}", "r + size(a) + a[{n}]"),
    "tuples": ("t := (n, 1);", "t := (t.0 + t.1, t.0 - t.1);", "r + t.0"),
    "tuples under if": ("t := (n, 1);", "if (t.0 > t.1) {{ t := (t.0 + t.1, t.0 - t.1); }}", "r + t.0"),
    "lists of lists": ("b := [[n]];", "b[0] := b[0] ++ [b[0][0]];", "r + b[0][0]"),
    "doubled": ("a := q;", "a := a ++ a;", "r + a[0]"),
    "sizes": ("a := q;", "a := a ++ a;", "r + size(a)"),
    "sums": ("a := [n];", "a := a ++ a;", "r + sum(a)"),
}


def program(kind: str, many: int) -> str:
    first, update, result = UPDATES[kind]
    body = "\n".join([first, *[update.format(n=n) for n in range(many)]])
    return f"""
        program P(x : private int, q : list[int], n : int) : int
          requires size(q) = 40;
          requires 0 <= n && n < 20;
        {{
          {body}
          r :=$ DiscreteLaplace(1, x) couple r{{2}} = r{{1}};
          return {result.format(n=0)};
        }}
        claim c : P satisfies dp(1) when |x{{1}} - x{{2}}| <= 1;
    """


def proof_of(text: str) -> Proof:
    return next(pipeline.proofs(Source("t.wl", text)))[1]


def words(proof: Proof) -> int:
    """Of all that is known and owed, each once."""
    terms = {
        id(t): t for one in proof.judged for t in (one.obligation.goal, *[f.formula for f in one.obligation.facts])
    }
    return sum([1 for term in terms.values() for _ in written(term)])


@pytest.mark.parametrize("kind", UPDATES)
def test_each_statement_adds_a_few_words(kind: str) -> None:
    assert words(proof_of(program(kind, 14))) <= 14 * 500


@pytest.mark.parametrize("kind", UPDATES)
def test_long_code_is_proved(kind: str) -> None:
    proof = proof_of(program(kind, 20))
    assert proof.complete, [(one.code, one.answer.reason) for one in proof.judged if not one.valid]


def test_whole_file_with_its_exact_road() -> None:
    report = pipeline.verify(Source("t.wl", program("doubled", 30)), search=None)
    assert [claim.verdict.word for claim in report.claims] == ["proved"]


def test_entries_beyond_what_is_followed_are_not_made_up() -> None:
    """Of a list of very many parts the solver knows some entries only, and says `unknown`, not `invalid`."""
    text = program("doubled", 12).replace("q : list", "q : private list").replace("when", "when size(q{1}) = 40 &&")
    failed = [one for one in proof_of(text).judged if one.code == "results-equal"]
    assert [one.status for one in failed] == ["unknown"]
    assert "of very many parts" in failed[0].answer.reason


# ---- a name is the term that it stands for ---------------------------------------------------


def with_names(term: Term, serial: "count[int]") -> Term:
    """The term with a name for every list that is computed in it, inside out."""
    match term:
        case Apply():
            inner = replace(term, arguments=tuple([with_names(a, serial) for a in term.arguments]))
            return Variable(f"n@{next(serial)}", 1, term.type, means=inner) if isinstance(term.type, List) else inner
        case Quantified():
            return replace(term, body=with_names(term.body, serial))
        case _:
            return term


def test_a_name_changes_no_answer() -> None:
    decided = 0
    for seed in range(60):
        formulas = Formulas(seed)
        facts, goal = [*LENGTHS, formulas.truth(2), formulas.truth(2)], formulas.truth(2)
        serial = count(1)
        named = [with_names(fact, serial) for fact in facts], with_names(goal, serial)
        if next(serial) == 1:
            continue
        answers = [Session(Limits(300_000)).answer(Query(tuple(f), g)) for f, g in ((facts, goal), named)]
        decided += answers[0].status != "unknown"
        assert answers[0].status == answers[1].status or "unknown" in (answers[0].status, answers[1].status)
    assert decided > 3


A, J = Variable("a", 1, List(INT)), Variable("i", 1, INT)
LONG = Apply("list", (J,) * FEW, List(INT))


def test_what_is_in_a_term_is_in_its_name() -> None:
    name = Naming().define(State({}), ("b", 1), LONG)
    assert isinstance(name, Variable)
    assert J in list(subterms(equal(name, name)))
    assert [t for t in written(size(name)) if isinstance(t, Variable)] == [name]
    put = substitute(index(name, number(0)), lambda leaf: number(7) if leaf == J else None)
    assert J not in list(subterms(put))
    assert substitute(name, lambda leaf: A if leaf == A else None) is name


def test_values_have_one_name_in_both_runs_and_others_another() -> None:
    names, state = Naming(), State({})
    first, second = names.define(state, ("b", 1), LONG), names.define(state, ("b", 2), LONG)
    other = names.define(state, ("b", 1), Apply("concat", (first, LONG), List(INT)))
    assert first == second != other
    shown = names.define(state, ("s", 1), size(first)), names.define(state, ("s", 2), size(first))
    assert shown[0] == shown[1]
    assert len(state.facts) == 1
    assert names.define(state, ("s", 1), size(other)) != shown[0]
    elsewhere = State({})
    names.define(elsewhere, ("s", 2), size(first))
    assert elsewhere.facts == state.facts[:1]  # what a name stands for is known wherever it is used
