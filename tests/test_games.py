"""Chains of claims, and calls of different programs: what is proved, what is refused, and what a verdict rests on."""

import pytest

from prhl import pipeline
from prhl.report import FileReport
from prhl.source import Source

COINS = """
program Half(n : int) : bool { b :=$ Flip(1/2); return b; }
program Other(n : int) : bool { b :=$ Flip(1/2) couple b{2} = !b{1}; return !b; }
program Rare(n : int) : bool { b :=$ Flip(1/4); return b; }
claim same : Half ~ Other : true ==> ={res};
claim rare : Half ~ Rare : true ==> ={res} within (ln(2));
claim blind : Half satisfies noninterference when any;
"""


def report(text: str, find: bool = False) -> FileReport:
    return pipeline.verify(Source("t.wl", text), search=None, find=find)


def words(text: str) -> dict[str, str]:
    found = report(text)
    assert not found.diagnostics, found.diagnostics
    return {claim.name: f"{claim.verdict.word} {claim.verdict.by}" for claim in found.claims}


def code(text: str) -> str:
    return report(text).diagnostics[0].code


CHAINS = {
    "claim c : Other ~ Rare : true ==> ={res} within (ln(2)) from same, rare via (n = 0);": "proved theorem",
    "claim c : Other ~ Half : ={n} ==> ={res} from same, blind via (n = n{1});": "proved theorem",
    "claim c : Other ~ Other : true ==> ={res} from same, same via (n = 0);": "proved theorem",
    "claim c : Half ~ Rare : ={n} ==> ={res} within (2) from blind, rare via (n = n);": "proved theorem",
    "claim c : Rare ~ Other : true ==> ={res} within (ln(2)) from rare, same via (n = 0);": "unknown None",
}


@pytest.mark.parametrize("text", CHAINS)
def test_a_chain(text: str) -> None:
    """Couplings are read in both directions, and inequalities in theirs."""
    both = "proved coupling", "proved enumeration"
    found = words(COINS + text)
    assert found["c"] == CHAINS[text]
    assert all([found[name] in both for name in ("same", "rare")])


REFUSED = {
    "claim c : Half ~ Other : true ==> ={res} from same, same via (n = 0);": "wrong-claim",
    "claim c : Half ~ Rare : true ==> ={res} from same, missing via (n = 0);": "unknown-claim",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind;": "via-missing",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via ();": "via-missing",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via (n = 0, n = 1);": "duplicate-name",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via (n = 0, k = 1);": "unknown-name",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via (n = 1/2);": "type-mismatch",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via (n = b{1});": "unknown-name",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via (n = ?);": "hole-not-here",
    "claim c : Half ~ Half : true ==> ={res} from blind, blind via (n = 0) assume;": "from-not-here",
    "claim c : Half ~ Half : true ==> ={res} within (1) pointwise o from blind, blind via (n = 0);": "from-not-here",
    "claim c : Half satisfies dp(1) when any from blind, blind via (n = 0);": "from-not-here",
    "claim z : Half satisfies zcdp(1) when any; claim c : Half ~ Half : true ==> true from z, z via (n = 0);": (
        "wrong-claim"
    ),
    "claim c : Half ~ Half : true ==> true from c, blind via (n = 0);": "from-circle",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_chain_that_is_refused(text: str) -> None:
    assert code(COINS + text) == REFUSED[text]


CALLS = """
program First(n : int) : bool { x :=$ Half(n) couple by same; return x; }
program Second(n : int) : bool { x :=$ Other(n) couple by same; return x; }
"""


def test_calls_of_two_programs_in_both_directions() -> None:
    found = words(COINS + CALLS + "claim to : First ~ Second : true ==> ={res};")
    assert found["to"] == "proved coupling"
    found = words(COINS + CALLS + "claim back : Second ~ First : true ==> ={res};")
    assert found["back"] == "proved coupling"


def test_what_is_assumed_is_inherited_through_calls_and_chains() -> None:
    text = COINS.replace("==> ={res};", "==> ={res} assume;") + CALLS
    text += "claim to : First ~ Second : true ==> ={res}; claim back : Second ~ First : true ==> ={res};"
    text += "claim round : First ~ First : true ==> ={res} from to, back via (n = 0);"
    found = {claim.name: claim for claim in report(text).claims}
    assert found["round"].verdict.by == "theorem"
    assert found["round"].assumptions == ("same",)


def test_a_chain_in_canonical_layout() -> None:
    text = "claim c : A ~ C : true ==> true from p, q via (x = x{1}, y = (1, 2)) expect unknown;\n"
    again = pipeline.reformat(Source("t.wl", text))
    assert " ".join(again.split()) == text.strip()
    assert pipeline.reformat(Source("t.wl", again)) == again


# ---- finding ---------------------------------------------------------------------------------


def found(text: str, name: str) -> tuple[str, list[str]]:
    claim = {one.name: one for one in report(text, find=True).claims}[name]
    return str(claim.verdict.by), [edit.text.strip() for edit in claim.proof.found]


def test_calls_of_two_programs_are_found() -> None:
    text = """
program Half(n : int) : int { b :=$ Flip(1/2); return if b then n else 0; }
program Other(n : int) : int { b :=$ Flip(1/2) couple b{2} = !b{1}; return if b then 0 else n; }
program First(n : int) : int { x :=$ Half(n); return x; }
program Second(n : int) : int { x :=$ Other(n); return x; }
claim same : Half ~ Other : ={n} ==> ={res};
claim back : Second ~ First : ={n} ==> ={res};
"""
    assert found(text, "back") == ("coupling", ["couple by same"])


HOPS = "".join(
    [
        f"program {name}(f : int -> int) : int {{ x :=$ Uniform(1..5); return f(x) + {at}; }}\n"
        for at, name in enumerate("ABC")
    ]
)


def test_a_chain_is_found() -> None:
    """What is assumed here is false, but of functions that nobody tries."""
    text = HOPS + "claim one : A ~ B : ={f} ==> ={res} assume; claim two : C ~ B : ={f} ==> ={res} assume;"
    text += "claim hop : A ~ C : ={f} ==> ={res}; claim back : C ~ A : ={f} ==> ={res} within (0);"
    assert found(text, "hop") == ("theorem", ["from one, two via (f = f{1})"])
    by, edits = found(text, "back")
    assert (by, edits[0][:5]) == ("theorem", "from ")


GUESS = """
program Guess(s : int, N : int) : bool requires N >= 1; { x :=$ Uniform(1..N); return x = s; }
program Never(s : int, N : int) : bool requires N >= 1; { x :=$ Uniform(1..N); return false; }
"""


def test_a_guess_that_hits_is_found() -> None:
    by, edits = found(GUESS + "claim hit : Guess ~ Never : ={s, N} ==> ={res} within (0, 1/N);", "hit")
    assert by == "coupling"
    assert edits == ["couple x{2} = x{1} cost 0 except x{1} = s{1} slack 1/N{1}"]


def test_claims_that_might_cite_each_other_are_put_in_an_order() -> None:
    """`up` may cite `apart` by its call, and `apart` follows from `up`."""
    text = """
program Show(x : int) : int { return x; }
program Calls(x : int) : int { y :=$ Show(x); return y; }
claim apart : Show ~ Show : ={x} ==> ={res} from up, down via (x = x{1});
claim up : Show ~ Calls : ={x} ==> true;
claim down : Calls ~ Show : ={x} ==> true;
"""
    words = {claim.name: claim.verdict.word for claim in report(text, find=True).claims}
    assert words["up"] == words["down"] == "proved"
    assert words["apart"] == "unknown"
