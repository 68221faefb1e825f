"""Random well-typed programs with finite distributions, as text: small enough to enumerate every path."""

import re

from hypothesis import strategies as st

INTS, BOOLS = ("a", "b", "c"), ("p", "q")


@st.composite
def numbers(draw, depth=2):
    kind = draw(st.integers(0, 7 if depth else 1))
    if kind == 0:
        return str(draw(st.integers(0, 3)))
    if kind == 1:
        return draw(st.sampled_from((*INTS, "n")))
    left, right = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    if kind == 2:
        return f"({left} + {right})"
    if kind == 3:
        return f"({left} - {right})"
    if kind == 4:
        by = draw(
            st.sampled_from(["mod 2", "mod 3", "mod (-2)", "div 2", "div (-3)", "div 2 mod 3", "mod 5 div 2 div 2"])
        )
        return f"({left} {by})"
    if kind == 5:
        return f"(if {draw(truths(depth - 1))} then {left} else {right})"
    if kind == 7:
        return draw(of_lists(left, right))
    return draw(st.sampled_from([f"max({left}, {right})", f"|{left}|" if "|" not in left else left]))


def unused(*texts):
    """A name that is not bound in any of them."""
    return "v" * (1 + max([len(found) for text in texts for found in re.findall("v*", text)]))


@st.composite
def of_lists(draw, one, other):
    """A number that all of a list has a say in."""
    items, name = draw(listed(one)), unused(one, other)
    return draw(
        st.sampled_from(
            [
                f"sum({items})",
                f"count({items}, {other})",
                f"sum({name}*{other} for {name} in {items})",
                f"sum({one} for {name} in {items} if {name} > {other})",
                f"count({name} in {items} if {name} = {other})",
                f"max({items} ++ [{other}])",
                f"sort({items} ++ [{other}])[0]",
                f"(if mem({other}, {items}) then 1 else size({items}))",
            ]
        )
    )


@st.composite
def listed(draw, one):
    """A list of integers, in terms of `l`."""
    v, w = unused(one), unused(one) + "w"
    return draw(
        st.sampled_from(
            [
                "l",
                "sort(l)",
                f"[{v} + {one} for {v} in l]",
                f"[{v} for {v} in l ++ [{one}] if {v} > b]",
                f"[sum({w} for {w} in l if {w} < {v}) for {v} in l]",
                "(2*l - l)",
                f"(l + [{one} for {v} in l])",
            ]
        )
    )


@st.composite
def truths(draw, depth=2):
    kind = draw(st.integers(0, 5 if depth else 1))
    if kind == 0:
        return draw(st.sampled_from(["true", "false"]))
    if kind == 1:
        return draw(st.sampled_from((*BOOLS, "x")))
    if kind == 2:
        sign = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
        return f"({draw(numbers(depth - 1))} {sign} {draw(numbers(depth - 1))})"
    if kind == 3:
        return f"(!{draw(truths(depth - 1))})"
    sign = draw(st.sampled_from(["&&", "||", "==>", "<=>", "xor"]))
    return f"({draw(truths(depth - 1))} {sign} {draw(truths(depth - 1))})"


@st.composite
def samplings(draw):
    kind = draw(st.integers(0, 5))
    if kind == 5:
        return f"l :=$ Each(Uniform(0..1), {draw(st.sampled_from(['2', '0 - 1', 'a mod 3']))});"
    if kind == 0:
        return f"{draw(st.sampled_from(BOOLS))} :=$ Flip({draw(st.sampled_from(['1/2', '1/3', '0', '0.9']))});"
    if kind == 1:
        return f"{draw(st.sampled_from(BOOLS))} :=$ Flip(if {draw(truths(1))} then 1/4 else 2/3);"
    if kind == 2:
        return f"{draw(st.sampled_from(INTS))} :=$ Uniform({draw(st.sampled_from(['0..2', '{1, 4}', '-1..1']))});"
    if kind == 3:
        return f"{draw(st.sampled_from(INTS))} :=$ Choice({{{draw(numbers(1))} @ 1/6, 7 @ 5/6}});"
    return f"{draw(st.sampled_from(INTS))} :=$ Uniform(0..|{draw(st.sampled_from(INTS))} mod 3|);"


@st.composite
def statements(draw, depth, counter="i"):
    kind = draw(st.integers(0, 8 if depth else 3))
    if kind == 0:
        return f"{draw(st.sampled_from(INTS))} := {draw(numbers())};"
    if kind == 1:
        return f"{draw(st.sampled_from(BOOLS))} := {draw(truths())};"
    if kind in (2, 4):
        return draw(samplings())
    if kind == 8:
        return f"l := {draw(listed(draw(numbers(1))))};"
    if kind == 3:
        return draw(st.sampled_from(["leak a;", "leak p;", "leak [b, c];", "l := l ++ [a];", "skip;", "leak (q, c);"]))
    if kind in (5, 6):
        then, other = draw(blocks(depth - 1, counter)), draw(blocks(depth - 1, counter))
        return f"if ({draw(truths(1))}) {{ {then} }} else {{ {other} }}"
    body = draw(blocks(depth - 1, counter + "i"))
    if draw(st.booleans()):
        return f"for {counter} in 0 .. {draw(st.integers(0, 2))} {{ {body} }}"
    return f"{counter} := 0; while ({counter} < 3 && {draw(truths(1))}) {{ {body} {counter} := {counter} + 1; }}"


@st.composite
def blocks(draw, depth, counter="i"):
    return " ".join(draw(st.lists(statements(depth, counter), max_size=3)))


@st.composite
def programs(draw):
    """Everything is assigned at the start, so that anything may be read."""
    body = draw(blocks(2)) + " " + draw(samplings()) + " " + draw(blocks(2, "j"))
    result = draw(st.sampled_from(["a", "p", "(a, q)", "l", "[a + b, c]", "a + n / 2"]))
    start = "a := 0; b := 1; c := n; p := x; q := false; l := [];"
    return f"program P(x : private bool, n : int) {{ {start} {body} return {result}; }}"
