"""What went wrong where the parser stopped, told from a table of mistakes by example.

The table grows by one line whenever a student surprises us: a code, what stands before the
place and at it, what to say, and a snippet that shows the mistake (the tests run every one).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from prhl.diagnostics import Diagnostic, Related, closest, did_you_mean, shorten
from prhl.records import dataclass
from prhl.source import Source, Span


class Piece(Protocol):
    """What is needed of a token."""

    @property
    def start_pos(self) -> int | None: ...
    @property
    def end_pos(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Slip:
    """Where parsing stopped, what was read until then, and what could have come instead."""

    source: Source
    start: int
    end: int
    read: Sequence[Piece]
    expected: frozenset[str]  # the texts of words and signs; names of other terminals
    reserved: Sequence[str]

    @property
    def found(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def before(self) -> str:
        return self.source.text[max(0, self.start - 300) : self.start]

    @property
    def last_end(self) -> int:
        return (self.read[-1].end_pos or 0) if self.read else 0


@dataclass(frozen=True, slots=True)
class Mistake:
    """One line of the table; the patterns look at the text around the place, `needs` at what could come."""

    code: str
    before: str
    at: str
    message: str
    hint: str
    example: str
    needs: str = ""
    back: int = 0  # how far before the place the mistake begins; -1: at the word before it


_NAME = r"[^\W\d]\w*"

MISTAKES = (
    # claims
    Mistake("claim-name", rf"\bclaim\s+{_NAME}\s*$", r"(satisfies\b|~)", "a claim has a name of its own",
            "write `claim NAME : P satisfies dp(eps) when ...;`",
            "program P() { return 1; } claim P satisfies dp(1) when any;", back=-1),
    Mistake("unknown-notion", rf"\bsatisfies\s+(?!noninterference){_NAME}\s*$", r"(-|\w)",
            "a notion has its budget in parentheses", "write `satisfies dp(eps) when ...`",
            "program P(eps : real) { return 1; } claim c : P satisfies eps-dp when any;", needs="when", back=-1),
    Mistake("unknown-notion", r"\bsatisfies\s*$", r"\(", "a notion has its budget in parentheses",
            "write `satisfies dp(eps) when ...`",
            "program P(eps : real) { return 1; } claim c : P satisfies (eps, 0)-dp when any;"),
    Mistake("logical-word", r"\bwhen\b(?!.*\b(check|pointwise|proof|expect|assume|from)\b)[^;]*$", r",",
            "connectives are signs: `&&`, `||`, `!`, `==>`, `<=>`", "write `&&` for and",
            "program P(x : int) { return x; } claim c : P satisfies dp(1) when x{1} < 2, x{2} < 2;", needs="check"),
    Mistake("missing-when", "", r".", "a privacy claim says which inputs are related",
            "write `when any`, `when one_differs(d, 1)`, or a formula",
            "program P() { return 1; } claim c : P satisfies dp(1);", needs="when"),
    Mistake("missing-entails", "", r"[;\w]", "a quadruple has a precondition and a postcondition",
            "write `A ~ B : PRE ==> POST`", "program P() { return 1; } claim c : P ~ P : true;", needs="ENTAILS"),
    Mistake("within-budget", r"\bwithin\s*$", r"[^(]", "the budget of a quadruple stands in parentheses",
            "write `within (eps)` or `within (eps, delta)`",
            "program P() { return 1; } claim c : P ~ P : true ==> ={res} within 1;", needs="("),
    Mistake("annotation-place", r";\s*$", r"(check|expect|pointwise|proof|assume|from|within|composed)\b",
            "options of a claim stand before its `;`", "remove the `;` before it",
            "program P(x : bool) { return 1; } claim c : P satisfies dp(1) when any; check;", needs="program"),
    # statements
    Mistake("annotation-place", r"[;{}]\s*(invariant|decreases|alone)\s*$", r"[^:\s\[]",
            "what is said of a loop stands between its head and its body",
            "write `while (c) invariant F; decreases e; { ... }`",
            "program P(n : int) { i := 0; while (i < n) { invariant ={i}; i := i + 1; } return i; }", needs=":=",
            back=-1),
    Mistake("annotation-place", r";\s*couple\s*$", _NAME, "a coupling belongs to the sampling before it",
            "remove the `;` before `couple`",
            "program P() { x :=$ Flip(1/2); couple x{2} = x{1}; return x; }", needs=":=", back=-1),
    Mistake("annotation-place", r"[{}]\s*couple\s*$", _NAME, "a coupling belongs to the sampling before it",
            "write it behind the draw: `x :=$ D couple x{2} = x{1};`",
            "program P() { couple x{2} = x{1}; x :=$ Flip(1/2); return x; }", needs=":=", back=-1),
    Mistake("annotation-place", r":=(?!\$)[^;]*$", r"couple\b", "a coupling belongs to a sampling, `:=$`",
            "leave it out: what is assigned needs none", "program P(x : int) { y := x couple y{2} = y{1}; return y; }"),
    Mistake("annotation-place", r"\)\s*$", r"(invariant|decreases)\b", "this is said of loops only",
            "leave it out, or write `assert F;` in the branch",
            "program P(x : bool) { if (x) invariant ={x}; { skip; } return x; }", needs="{"),
    Mistake("annotation-place", r"[;{}]\s*requires\s*$", r"[^:\s\[]",
            "`requires` stands before the body of the program", "write `program P(n : int) requires n > 0; { ... }`",
            "program P(n : int) { requires n > 0; return n; }", needs=":=", back=-1),
    Mistake("result-type", r"\)\s*$", r"->", "the type of the result follows a colon",
            "write `program P(x : int) : int {`", "program P(x : int) -> int { return x; }"),
    Mistake("assign-with-equals", "", r"==?(?!>)", "`=` compares; it does not assign", "write `:=`, as in `x := 1;`",
            "program P() { x = 1; return x; }", needs=":="),
    Mistake("sampling-sign", "", r"(<~|<\$|<-|[~∼]|=\$|\$=?|←)", "a sampling is written `:=$`",
            "write `x :=$ Flip(1/2);`", "program P() { x <$ Flip(1/2); return x; }", needs=":="),
    Mistake("sample-into-element", r"\]\s*:=$", r"\$", "a sampling draws into a variable",
            "draw first: `x :=$ ...;`, then store: `a[i] := x;`",
            "program P() { a := [0]; a[0] :=$ Uniform(0..1); return a; }", back=2),
    Mistake("no-declaration", rf"[;{{}}]\s*{_NAME}\s*:\s*(int|bool|real|float|list|bits)\s*$", r"(\[|:=(?!\$))",
            "locals are not declared", "just assign: `x := 0;`", "program P() { x : int := 0; return x; }", back=-1),
    Mistake("label-place", rf"[;{{}}]\s*{_NAME}\s*:\s*{_NAME}\s*$", r":=(?!\$)",
            "labels stand before samplings, loops and joint blocks", "remove the label",
            "program P(x : bool) { L: y := x; return y; }"),
    Mistake("label-place", rf"[;{{}}]\s*{_NAME}\s*:\s*$", r"(if|assert|leak|return|skip)\b",
            "labels stand before samplings, loops and joint blocks", "remove the label",
            "program P(x : bool) { y := 0; L: if (x) { y := 1; } return y; }"),
    Mistake("sampling-sign", r":(=\s+)?$", r"\$", "a sampling is written `:=$`, in one piece",
            "write `x :=$ Flip(1/2);`", "program P() { x := $ Flip(1/2); return x; }"),
    Mistake("compound-assign", "", r"(\+\+|--|[-+*/]=?)", "there is no `+=` or `++` on variables",
            "write `x := x + 1;`", "program P() { x := 0; x += 1; return x; }", needs=":="),
    Mistake("no-declaration", r"\b(int|bool|real|float|double|let|var|const)\s+$", _NAME,
            "locals are not declared", "just assign: `x := 0;`", "program P() { int x := 0; return x; }",
            needs=":=", back=-1),
    Mistake("method-call", r"[\w\])]$", r"\.\s*[^\W\d]", "there are no methods",
            "write `size(d)` for a length, `a := a ++ [e];` to append, `t.0` for a part of a tuple",
            "program P() { a := [1]; a.append(2); return a; }"),
    Mistake("elif", r"\b(elif|elsif|elseif)\s*$", r"\(", "a further case is written `else if`",
            "write `else if (...) { ... }`",
            "program P(x : bool) { if (x) { y := 1; } elif (!x) { y := 2; } return y; }", back=-1),
    Mistake("leaving-a-loop", r"\b(break|continue)\s*$", r";", "a loop is left by its guard alone",
            "take a flag into the guard: `while (i < n && !done)`, and an `if` around what is skipped",
            "program P(n : int) { i := 0; while (i < n) { if (i = 3) { break; } i := i + 1; } return i; }",
            needs=":=", back=-1),
    Mistake("call-as-statement", rf"(?:^|[;{{}}])\s*{_NAME}\s*$", r"\(", "a call is not a statement",
            "take its result: `x :=$ P(...);`, or `leak e;` to show a value", "program P() { print(1); return 1; }",
            needs=":=", back=-1),
    Mistake("semicolon-after-block", r"(?<!\{[12])\}\s*$", r";", "no `;` stands after a block", "remove the `;`",
            "program P(x : bool) { if (x) { skip; }; return x; }"),
    Mistake("empty-statement", r"[;{]\s*$", r";", "a `;` with no statement before it", "remove it, or write `skip;`",
            "program P(x : bool) { skip;; return x; }"),
    Mistake("guard-without-parens", r"\b(if|while)\s*$", r"[^(]", "a guard stands in parentheses",
            "write `if (x > 0) { ... }`, `while (x > 0) { ... }`",
            "program P(x : int) { if x > 0 { skip; } return x; }", needs="("),
    Mistake("in-formula", r"(\b(forall|exists)|[∀∃])\s*\w+\s*$", r"(in\b|∈)",
            "a quantifier ranges over all numbers, or over a type",
            "write `forall i. 0 <= i < n ==> ...`, `exists i. 0 <= i < n && ...`",
            "program P(n : int) { assert forall i in 0..n. i >= 0; return n; }"),
    Mistake("for-in-range", r"\bfor\s+\w+\s*$", r"(=|:=|of|from)", "a `for` runs over a range",
            "write `for i in 0 .. n { ... }`", "program P(n : int) { for i = 0 .. n { skip; } return n; }"),
    Mistake("for-in-range", r"\bfor\s+\w+\s+in\b[^;{]*$", r"(to|downto|\{|:|,)", "a `for` runs over a range",
            "write `for i in 0 .. n { ... }`", "program P(n : int) { for i in 0 to n { skip; } return n; }",
            needs=".."),
    Mistake("stray-else", "", r"else\b", "this `else` follows no `if`", "write `if (c) { ... } else { ... }`",
            "program P(x : bool) { y := 0; else { y := 1; } return y; }"),
    Mistake("for-in-range", r"\bfor\s*$", r"\(", "a `for` runs over a range", "write `for i in 0 .. n { ... }`",
            "program P(n : int) { for (i = 0; i < n; i++) { skip; } return n; }"),
    Mistake("braces", r"\)\s*$", r"(then|do)\b", "branches and bodies of statements stand in braces",
            "write `if (c) { ... } else { ... }`", "program P(x : bool) { if (x) then { skip; } return x; }",
            needs="{"),
    Mistake("braces", r"(\)|else)\s*$", r"[^{]", "branches and bodies of statements stand in braces",
            "put `{` and `}` around the statements", "program P(x : bool) { y := 0; if (x) y := 1; return y; }",
            needs="{"),
    # run marks and couplings
    Mistake("conditional", r"\bif\s*\([^;]*\)\s*$", r"\{[^;{}]*\}\s*else\b",
            "a choice between two values is written `if c then a else b`", "write `if c then a else b`",
            "program P(x : bool) { y := if (x) { 1 } else { 0 }; return y; }"),
    Mistake("bad-run-mark", rf"{_NAME}$", r"\{\s*\w+\s*\}", "a run mark is `{1}` or `{2}`",
            "there are two runs: write x{1} for the first and x{2} for the second",
            "program P(x : int) { assert x{3} = 0; return x; }"),
    Mistake("bad-run-mark", rf"\bcouple\s+{_NAME}\s*$", r"[<(\[]\s*\w*\s*[>)\]]", "a run mark is `{1}` or `{2}`",
            "write `couple x{2} = ...`", "program P() { x :=$ Flip(1/2) couple x<2> = x<1>; return x; }"),
    Mistake("mark-on-expression", r"[\])]\s*$", r"\{\s*\w+\s*\}", "a run mark belongs to a variable",
            "mark each variable: `d{1}[i{1}]`", "program P(d : list[int]) { assert d[0]{1} = 0; return 0; }"),
    Mistake("couple-without-mark", rf"\bcouple\s+{_NAME}\s*$", r"=", "a coupling says what run 2 draws",
            "write `couple x{2} = ...`", "program P() { x :=$ Flip(1/2) couple x = x{1}; return x; }", back=-1),
    Mistake("cost-not-here", r"\bcouple\s+(none|by\s+\w+)\s*$", r"(cost|slack|except)\b",
            "this coupling has a price of its own: nothing for `none`, the budget of the claim for `by`",
            "leave out what follows",
            "program P() { x :=$ Flip(1/2) couple none cost 1; return 1; }"),
    Mistake("cost-not-here", "", r"(cost|slack)\b", "a price belongs to a coupling",
            "write `couple x{2} = x{1} cost e`",
            "program P() { x :=$ Laplace(1) cost 1; return x; }", needs="couple"),
    Mistake("cost-after-slack", r"\bslack\s[^;]*$", r"cost\b", "the cost of a coupling stands before its slack",
            "write `cost e slack d`",
            "program P() { x :=$ Flip(1/2) couple x{2} = x{1} slack 1/2 cost 0; return x; }"),
    Mistake("cost-after-slack", r"\b(slack|except)\s[^;]*$", r"(cost|except)\b",
            "a coupling states its cost, what is excepted and its slack, in this order",
            "write `cost e except G slack d`",
            "program P() { x :=$ Flip(1/2) couple x{2} = x{1} slack 1/2 except x{1}; return x; }"),
    # operators
    Mistake("not-equal", r"<$", r">", "unequal is written `!=`", "write `!=`",
            "program P(x : int) { y := x <> 0; return y; }", back=1),
    Mistake("not-equal", r"(!=|/|~)$", r"=", "unequal is written `!=`", "write `!=`",
            "program P(x : int) { y := x !== 0; return y; }", back=1),
    Mistake("not-equal", "", r"(~=|/=)", "unequal is written `!=`", "write `!=`",
            "program P(x : int) { y := x =/= 0; return y; }"),
    Mistake("double-equals", r"=$", r"=", "equality is written with one `=`", "write `=`",
            "program P(x : int) { y := x == 0; return y; }", back=1),
    Mistake("less-or-equal", r"=$", r"<", "less or equal is written `<=`", "write `<=`",
            "program P(x : int) { y := x =< 0; return y; }", back=1),
    Mistake("implies", r"[=-]$", r">", "implication is written `==>`, greater or equal `>=`", "write `==>` or `>=`",
            "program P(x : bool) { y := x -> x; return y; }", back=1),
    Mistake("logical-word", "", r"(and|or|implies|iff|AND|OR)\b",
            "connectives are signs: `&&`, `||`, `!`, `==>`, `<=>`",
            "write `&&` for and, `||` for or", "program P(x : bool) { y := x and x; return y; }"),
    Mistake("logical-word", r"\b(not|NOT)\s+$", _NAME, "connectives are signs: `&&`, `||`, `!`, `==>`, `<=>`",
            "write `!` for not", "program P(x : bool) { y := not x; return y; }"),
    Mistake("logical-word", "", r"~", "connectives are signs: `&&`, `||`, `!`, `==>`, `<=>`",
            "write `!` for not", "program P(x : bool) { y := ~x; return y; }", needs="NUMBER"),
    Mistake("single-ampersand", "", r"&", "`and` is written with two signs", "write `&&`",
            "program P(x : bool) { y := x & x; return y; }"),
    Mistake("single-bar", "", r"\|(?!\|)", "`or` is written with two bars; `|e|` is the absolute value", "write `||`",
            "program P(x : bool) { y := x | x; return y; }"),
    Mistake("not-too-tight", r"(=|[<>+*/-]|\bxor)\s*$", r"[!¬]", "`!` binds looser than comparisons and arithmetic",
            "put it in parentheses: `a = (!b)`", "program P(x : bool) { y := x = !x; return y; }"),
    Mistake("modulo", "", r"%", "the remainder is written `mod`", "write `a mod b`",
            "program P(x : int) { y := x % 2; return y; }"),
    Mistake("power", r"\}\s*$", r"\*\*", "powers are written with `^`", "write `{0,1}^n`",
            "program P() { x :=$ Uniform({0,1}**3); return x; }"),
    Mistake("power", r"\*$", r"\*", "powers are written with `^`", "write `x ^ 2`",
            "program P(x : int) { y := x ** 2; return y; }", back=1),
    Mistake("exponent", r"\^\s*$", r".", "the exponent of `^` is a literal from 0 to 64",
            "for other powers multiply in a loop, or use `exp` and `ln`",
            "program P(x : int) { y := x ^ x; return y; }"),
    Mistake("two-dots", r"\.\.\s*$", r"\.", "a range is written with two dots", "write `lo..hi`",
            "program P() { x :=$ Uniform(0...5); return x; }"),
    Mistake("bad-number", r"[0-9]$", r"\.(?!\.|\w)", "a number ends with a digit", "write `1` or `1.0`",
            "program P() { x := 1.; return x; }"),
    Mistake("bad-number", "", r"\.[0-9]", "a number starts with a digit", "write `0.5`",
            "program P() { x :=$ Flip(.5); return x; }"),
    Mistake("bad-number", r"[0-9]$", r"_?\w+", "this is not a number",
            "write digits, a point and digits (`0.25`), `1e-5`, or bits as `0b0101`",
            "program P() { x := 0b12; return x; }"),
    Mistake("ascii-sign", "", r"[−–—×·÷→⟶∞√²³]", "this sign is not part of the language",
            "write it in ASCII: `-`, `*`, `/`, `->`, `sqrt(x)`, `x ^ 2`",
            "program P(x : int) { y := x − 1; return y; }"),
    Mistake("conditional", "", r"\?", "a choice between two values is written `if c then a else b`",
            "write `if c then a else b`", "program P(x : bool) { y := x ? 1 : 0; return y; }", needs="COMPARE"),
    Mistake("conditional", r"[\w)\]] *$", r"if\b[^;{}\n]*\belse\b",
            "a choice between two values is written `if c then a else b`", "write `if c then a else b`",
            "program P(x : bool) { y := 1 if x else 0; return y; }", needs=";"),
    Mistake("assign-in-expression", "", r":=", "`:=` assigns, and is no part of an expression",
            "compare with `=`; give each assignment a statement of its own",
            "program P(x : int) { if (x := 0) { skip; } return x; }", needs="="),
    Mistake("in-formula", r"[\w)\]}]\s*$", r"(in\b|∈)", "sets stand after `in` only in a `check` and in `pointwise`",
            "write `x = 0 || x = 1`, `lo <= x <= hi`, or `mem(x, a)` of a list",
            "program P(x : int) requires x in {0, 1}; { return x; }"),
    Mistake("nested-bars", r"\|[^;|]*\|[^;|]*\|\|\s*$", r".", "two bars in one piece are `or`",
            "write `abs(e)` where bars would stand inside bars",
            "program P(x : int) { y := |1 - |x||; return y; }", needs="NUMBER"),
    Mistake("weight-sign", r"(?i:choice)\s*\(\s*\{[^}]*$", r"[:=]", "the probability of an element follows `@`",
            "write `Choice({1 @ 1/4, 2 @ 3/4})`",
            "program P() { x :=$ Choice({1 : 1/4, 2 : 3/4}); return x; }"),
    Mistake("set-as-value", r"(:=|=|[(,])\s*$", r"\{", "a set is not a value", "write a list, `[1, 2]`",
            "program P() { x := {1, 2}; return x; }", needs="NUMBER"),
    Mistake("range-not-here", r"\bin\b[^;]*$", r"\.\.", "a comprehension runs over the elements of a list",
            "collect them in a loop: `for i in 0 .. n { a := a ++ [i]; }`",
            "program P() { x := [i for i in 0..3]; return x; }", needs="if"),
    # names, types, items
    Mistake("comment-style", "", r"(#|/\*|--|%)", "comments start with `//`", "write `// ...`",
            "# a comment\nprogram P() { return 1; }"),
    Mistake("no-strings", "", "[\"'“”‘’`]", "there are no strings in the language", "use numbers, booleans or bits",
            'program P() { x := "a"; return x; }'),
    Mistake("element-type", r"\b(list|bits)\s*$", r"[,){]", "`list` and `bits` say of what, and how many",
            "write `list[int]` or `bits[n]`", "program P(x : list) { return x; }"),
    Mistake("element-type", r"\b(bool|int|real|list)\s*$", r"[\[<(]", "a list says of what, in brackets",
            "write `list[int]`", "program P(x : int[]) { return x; }"),
    Mistake("parameter-type", r"\(([^)]*,)?\s*(private|public)\s+$", _NAME, "`private` stands before the type",
            "write `x : private int`", "program P(private x : int) { return x; }"),
    Mistake("parameter-type", rf"\bprogram\s+{_NAME}\s*\([^)]*{_NAME}\s*$", r"[,)]", "a parameter needs a type",
            "write `x : int`, or `x : private list[real]`", "program P(x) { return x; }"),
    Mistake("parameter-type", r"\bprogram\s+\w+\s*\([^)]*\w+\s+$", _NAME, "the name of a parameter comes first",
            "write `x : int`", "program P(int x) { return x; }"),
    Mistake("misspelt-word", rf"[;{{}}]\s*{_NAME}\s+$", r"[\w({]", "no statement starts with this word",
            "statements are `x := e;`, `x :=$ D;`, `if`, `while`, `for`, `joint`, `assert`, `leak`, `return`, `skip`",
            "program P(x : int) { assume x > 0; return x; }", needs=":=", back=-1),
)  # fmt: skip

_TYPES = ("bool", "int", "real", "bits", "list")
_OTHER_TYPES = {
    "boolean": "bool", "integer": "int", "nat": "int", "float": "real", "double": "real", "number": "real",
    "bit": "bits[n]", "bitstring": "bits[n]", "array": "list[real]", "vector": "list[real]", "data": "list[real]",
    "string": "bits[n]", "str": "bits[n]", "secret": "private",
}  # fmt: skip


def explain(slip: Slip) -> Diagnostic:
    """The message for a place where no rule of the grammar goes on."""
    ways = (_bracket, _unfinished, _misspelt, _word, _known, _unclosed, _semicolon)
    return next((found for way in ways if (found := way(slip))), None) or _generic(slip)


def _known(slip: Slip) -> Diagnostic | None:
    after = slip.source.text[slip.start :]
    for mistake in MISTAKES:
        if mistake.needs and mistake.needs not in slip.expected:
            continue
        at = re.match(mistake.at, after)
        if at and (not mistake.before or re.search(mistake.before, slip.before)):
            start = slip.start - mistake.back
            if mistake.back < 0 and (word := re.search(r"\w+\s*$", slip.before)):
                start = slip.start - len(word[0])
            span = Span(start, max(slip.end, slip.start + at.end()))
            return Diagnostic(mistake.code, span, mistake.message, mistake.hint)
    return None


_OTHER_WORDS = (
    dict.fromkeys(
        ("def", "fun", "func", "function", "fn", "proc", "procedure", "module", "algorithm", "mechanism"), "program"
    )
    | dict.fromkeys(("lemma", "theorem", "goal", "property"), "claim")
    | {"variant": "decreases"}
)


def _misspelt(slip: Slip) -> Diagnostic | None:
    """A word that is nearly one that belongs here, or that stands where a statement starts and is nearly one of its."""
    text, span = slip.source.text, Span(slip.start, slip.end)
    known = [word for word in slip.expected if word.isalpha() and word.islower()]
    word = slip.found
    if ":=" in slip.expected and (started := re.search(rf"[;{{}}]\s*({_NAME})\s*$", slip.before)):
        word = started[1]
        span = Span(slip.start - len(started[0]) + started.start(1) - started.start(), slip.start)
        span = Span(span.start, span.start + len(word))
        known = [] if word in _NO_SLIPS else list(_STARTS)
    if not re.fullmatch(_NAME, word) or word in slip.reserved or word in known:
        return None
    meant = other if (other := _OTHER_WORDS.get(word)) in slip.expected else None
    known = [one for one in known if len(one) > 3]
    meant = meant or next((one for one in known if sorted(one) == sorted(word)), closest(word, known, 80))
    if meant is None:
        return None
    message = f"`{shorten(text[span.start : span.end], 30)}` is not a word of the language"
    return Diagnostic("misspelt-word", span, message, f"did you mean `{meant}`?")


_STARTS = ("while", "joint", "assert", "leak", "return", "skip", "else", "invariant", "decreases", "couple")
_NO_SLIPS = ("elif", "elsif", "elseif", "invariant", "decreases", "couple")  # which the table knows


def _word(slip: Slip) -> Diagnostic | None:
    """A word where a type or a name belongs."""
    span = Span(slip.start, slip.end)
    last = slip.read[-1] if slip.read else None
    if last is not None and slip.found == ":=" and slip.source.text[last.start_pos : last.end_pos] in slip.reserved:
        span = Span(last.start_pos or 0, last.end_pos or 0)
        return _reserved(slip.source.text[span.start : span.end], span)
    if not re.fullmatch(r"\w+", slip.found):
        return None
    if {"bool", "int"} <= slip.expected and not slip.found.isdigit():
        known = _OTHER_TYPES.get(slip.found.lower())
        hint = f"did you mean `{known}`?" if known else did_you_mean(slip.found, _TYPES)
        return Diagnostic(
            "unknown-type",
            span,
            f"`{shorten(slip.found)}` is not a type",
            hint or "types are bool, int, real, bits[n], list[...], (..., ...) and, for public parameters, a -> b",
        )
    label = re.search(rf"[;{{}}]\s*{_NAME}\s*:\s*$", slip.before)
    if slip.found in slip.reserved and slip.found not in ("else", "then") and "NAME" in slip.expected and not label:
        return _reserved(slip.found, span)
    return None


def _reserved(word: str, span: Span) -> Diagnostic:
    message = f"`{word}` is a word of the language and cannot be a name"
    return Diagnostic("reserved-word", span, message, "choose another name")


_CLOSES = {")": "(", "]": "[", "}": "{"}


def _bracket(slip: Slip) -> Diagnostic | None:
    """A bracket that is never closed, or closed by another kind."""
    text = slip.source.text
    open_at = _open_brackets(slip)
    at_end = slip.start >= len(text.rstrip())
    if at_end and open_at:
        opener = open_at[-1]
        return Diagnostic(
            "unclosed-bracket",
            Span(opener, opener + 1),
            f"this `{text[opener]}` is never closed",
            f"the file ends before its `{_partner(text[opener])}`",
        )
    if slip.found in _CLOSES:
        span = Span(slip.start, slip.end)
        if not open_at:
            return Diagnostic("unclosed-bracket", span, f"this `{slip.found}` closes nothing", "remove it")
        opener = open_at[-1]
        if text[opener] != _CLOSES[slip.found] and ";" not in slip.expected:
            return Diagnostic(
                "unclosed-bracket",
                span,
                f"this `{slip.found}` comes before the `{_partner(text[opener])}` that is still missing",
                f"close the `{text[opener]}` first",
                related=(Related(Span(opener, opener + 1), "opened here"),),
            )
    return None


def _unfinished(slip: Slip) -> Diagnostic | None:
    """A block that is still open where the next item starts, or the `else` of its `if`."""
    text, open_at = slip.source.text, _open_brackets(slip)
    if slip.found not in ("program", "claim", "else") or "skip" not in slip.expected or not open_at:
        return None
    opener = open_at[-1]
    if slip.found == "else" and not re.search(r"\bif\b[^;{}]*\)\s*$", text[max(0, opener - 300) : opener]):
        return None
    span = Span(opener, opener + 1)
    return Diagnostic("unclosed-bracket", span, f"this `{{` is not closed before the `{slip.found}`", "add the `}`")


def _unclosed(slip: Slip) -> Diagnostic | None:
    """A statement that ends inside a bracket."""
    text, open_at = slip.source.text, _open_brackets(slip)
    if slip.found not in (";", "{") or not open_at or _partner(text[open_at[-1]]) not in slip.expected:
        return None
    opener = open_at[-1]
    if text[opener] == "{":
        return None
    return Diagnostic(
        "unclosed-bracket",
        Span(opener, opener + 1),
        f"this `{text[opener]}` is not closed before the `{slip.found}`",
        f"add the `{_partner(text[opener])}`",
    )


def _open_brackets(slip: Slip) -> list[int]:
    """Where the brackets stand that are still open at the place."""
    text = slip.source.text
    open_at: list[int] = []
    for piece in slip.read:
        for at in range(piece.start_pos or 0, piece.end_pos or 0):
            if text[at] in "([{":
                open_at.append(at)
            elif text[at] in ")]}" and open_at:
                open_at.pop()
    return open_at


def _partner(opener: str) -> str:
    return {"(": ")", "[": "]", "{": "}"}[opener]


def _semicolon(slip: Slip) -> Diagnostic | None:
    """A statement, clause or claim that goes on into the next line."""
    if ";" not in slip.expected:
        return None
    gap = slip.source.text[slip.last_end : slip.start]
    if "\n" in gap or slip.found in ("}", "{", "") or slip.found in slip.reserved:
        end = slip.last_end
        swallowed = re.match(r"[ \t]*//[^\n]*;[ \t]*(\n|$)", gap)
        return Diagnostic(
            "missing-semicolon",
            Span(max(0, end - 1), end),
            "a `;` is missing after this",
            "`//` starts a comment; an integer division is written `a div b`"
            if swallowed
            else "statements, annotations and claims end with `;`",
        )
    return None


_KINDS = {
    "IN": "`in`", "NAME": "a name", "NUMBER": "a number", "RUN": "a run mark {1} or {2}", "ENTAILS": "`==>`",
    "FIELD": "a field such as .0",
}  # fmt: skip
_OPERAND = {"NAME", "NUMBER", "(", "true"}
_INFIX = {"PLUS", "MINUS", "AND", "COMPARE"}
_POSTFIX = {"FIELD", "RUN", "[", "(", "at"}
_STATEMENT = {"while", "return", "skip"}


def _generic(slip: Slip) -> Diagnostic:
    """What could have come, in the words of the language."""
    expected = set(slip.expected)
    parts: list[str] = []
    if expected >= _STATEMENT:
        parts, expected = ["a statement", "`}`"], set()
    elif expected >= {"bool", "int"}:
        parts, expected = ["a type"], set()
    elif expected >= _OPERAND:
        parts, expected = ["an expression"], expected & {"{", ")", "]"}
    elif expected >= _INFIX:
        parts, expected = (
            ["an operator"],
            expected & {";", ")", "]", ",", "then", "else", "}", "..", "|", "{", "ENTAILS"},
        )
    if expected - _POSTFIX:  # what may follow any operand is not worth saying
        expected -= _POSTFIX
    for name in sorted(expected):
        if name in _KINDS:
            parts.append(_KINDS[name])
        elif not name.isupper() and not name.startswith(("$", "__")):
            parts.append(f"`{name}`")
    wanted = " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "the end of the file"
    what = f"`{shorten(slip.found, 30)}`" if slip.found else "the end of the file"
    return Diagnostic("syntax", Span(slip.start, slip.end), f"expected {wanted}, found {what}")


def displayed(names: frozenset[str] | set[str], words: Mapping[str, str]) -> frozenset[str]:
    """Terminal names turned into the texts that a person would type, where there is one text."""
    return frozenset([words.get(name, name) for name in names])
