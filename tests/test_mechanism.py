"""`@prhl.mechanism`: proved, broken by one character and refuted, with places in the Python source; and the subset."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import prhl
from prhl.python_subset import Refused, translated

GOOD = '''import prhl


@prhl.mechanism("dp(eps)", when="one_differs(d, 1)")
def noisy_sum(d: prhl.Private[list[int]], eps: prhl.Real) -> int:
    """A sum with noise."""
    requires(eps > 0)
    s = 0
    for i in range(len(d)):
        s += d[i]
    z = DiscreteLaplace(1 / eps)
    return s + z
'''


def loaded(folder: Path, text: str) -> ModuleType:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("mine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_claim_about_nothing_is_none(tmp_path: Path) -> None:
    mechanism = loaded(tmp_path, GOOD.replace('1)")', '1) && false")')).noisy_sum
    assert mechanism.claim.verdict == "proved"
    with pytest.raises(prhl.NotProved, match=r"mine.py:4: `holds` holds of nothing"):
        mechanism([1, 0], 1)


def test_a_function_is_proved_and_runs(tmp_path: Path) -> None:
    mechanism = loaded(tmp_path, GOOD).noisy_sum
    assert mechanism.verify().verdict == "proved"
    assert isinstance(mechanism([1, 0, 1], "1/2"), int)
    assert mechanism.draws(6, [1, 0, 1], eps=1, seed="1") == mechanism.draws(6, d=[1, 0, 1], eps=1, seed="1")
    assert mechanism.__doc__ == "A sum with noise."


@pytest.mark.search
def test_broken_by_one_character_it_is_refuted_at_its_place(tmp_path: Path) -> None:
    """`1 / eps` as `1 * eps`: half the noise at eps = 2 and at others."""
    mechanism = loaded(tmp_path, GOOD.replace("1 / eps", "1 * eps")).noisy_sum
    with pytest.raises(prhl.NotProved) as stopped:
        mechanism([1, 0, 1], 1)
    assert stopped.value.claim.verdict == "refuted"
    words = str(stopped.value)
    assert "mine.py:4: `noisy_sum` is not proved: the claim is refuted" in words
    assert "has probabilities" in words
    assert "mine.py:11:" in words
    assert "z = DiscreteLaplace(1 * eps)" in words


def test_what_is_not_proved_does_not_run_unless_that_is_said(tmp_path: Path) -> None:
    text = GOOD.replace("dp(eps)", "dp(eps/2)")
    with pytest.raises(prhl.NotProved):
        loaded(tmp_path, text).noisy_sum([1], 1)
    said = text.replace('1)")', '1)", unproved=True)')
    assert isinstance(loaded(tmp_path, said).noisy_sum([1], 1), int)


def test_inputs_are_checked(tmp_path: Path) -> None:
    mechanism = loaded(tmp_path, GOOD).noisy_sum
    for given in (([1], 0), ([1], 0.5), ([0.5], 1), (1, 1), ([1],)):
        with pytest.raises(prhl.Rejected, match=r"mine\.py:5"):
            mechanism.draws(1, *given)
    with pytest.raises(TypeError):
        mechanism([1], 1, 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("    s = open('secrets')", "`open` is no function"),
        ("    s = __import__('os').system('true')", "no function"),
        ("    s = d[-1]", "counts from the start"),
        ("    s = d[0:1]", "slices"),
        ("    s = 7 % eps", "written out"),
        ("    s = s if 1 in d in d else 0", "`in`"),
        ("    s = 1 + DiscreteLaplace(1)", "drawn by itself"),
        ("    s = sum(x for y in d for x in y)", "one list"),
        ("    s = {x for x in d}", "SetComp"),
        ("    s = lambda: 1", "Lambda"),
        ("    import os", "Import"),
        ("    return 3", "last statement"),
        ("    global other", "Global"),
        ("    s = i", "counts a loop that is over"),
        ("    s = unheard_of", "is not known here"),
        ("    d[0] = 1", "parameter"),
        ("    s = DiscreteLaplace(scale=2)", "keyword"),
        ("    s: str = 'a'", "not in the subset"),
        ("    i = 0", "is assigned by that alone"),
        ("    s = 0b101", "in decimals"),
    ],
)
def test_what_is_outside_of_the_subset_is_refused_with_its_line(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(prhl.OutsideSubset, match=r"mine\.py:11") as stopped:
        loaded(tmp_path, GOOD.replace("    z = Disc", f"{line}\n    z = Disc"))
    assert said in str(stopped.value)


def test_the_claim_cannot_smuggle_in_a_program(tmp_path: Path) -> None:
    for text in ("dp(eps) when any; program P() { return 0; } claim x : P satisfies dp(0)", "dp(eps) // x"):
        with pytest.raises(prhl.OutsideSubset):
            prhl.mechanism(text, when="any")
    with pytest.raises(prhl.OutsideSubset):
        loaded(tmp_path, GOOD.replace("requires(eps > 0)", 'requires("eps > 0; } program Q() {")'))


def test_an_assumption_is_no_proof(tmp_path: Path) -> None:
    assumed = GOOD.replace("dp(eps)", "dp(0)").replace('1)")', '1) assume")')
    with pytest.raises(prhl.NotProved):
        loaded(tmp_path, assumed).noisy_sum([1], 1)


ALL = """def everything(d: Private[list[int]], q: list[Real], b: bool, eps: Real) -> list[int]:
    requires(0 < eps <= 2 and len(q) > 0)
    out = []
    a = [1, 2] + d
    n = 0
    while n < 3 and not b:
        decreases("3 - n")
        invariant("0 <= n{1}")
        n += 1
    if b and q[0] >= 0.5:
        x = Uniform(range(0, 6))
    elif n == 3:
        x = Choice({1: 1/3, 2: 2/3})
    else:
        x = Truncate(DiscreteLaplace(1 / eps, couple="x{2} = x{1}"), -2, 2)
    y = Uniform({1, 3})
    a[0] = abs(min(x, y) - 7 // 2) if b else (x + y) ** 2 % 5
    out.append(a[0])
    pass
    return out + [n, -y]
"""


def test_all_of_the_subset_is_a_program() -> None:
    text = ALL.replace('1 / eps, couple="x{2} = x{1}"', "1 / eps")
    found = translated(text)
    assert prhl.check(text=found.text).ok
    drawn = prhl.run(text=found.text, inputs={"d": [4], "q": ["1/2"], "b": True, "eps": 1}, n=3, seed="1")
    assert all([len(one) == 3 and one[1] == 0 and one[2] in (-1, -3) for one in drawn])
    assert found.place(1) == 1
    assert "x :=$ Uniform(0..6 - 1);" in found.text
    assert "out := out ++ [a[0]];" in found.text


def test_a_text_that_is_no_function_is_refused() -> None:
    for text in ("x = 1", "class A: pass", "async def f(): return 1", "def f(:"):
        with pytest.raises(Refused):
            translated(text)


def test_a_counter_is_read_inside_of_its_loop_alone(tmp_path: Path) -> None:
    """Behind a loop Python has its last value and the language the next one, also where the text stands before it."""
    again = GOOD.replace("        s += d[i]\n", "        s += d[i]\n        for i in range(2):\n            s += i\n")
    with pytest.raises(prhl.OutsideSubset, match="counts a loop around this one"):
        loaded(tmp_path, again)


def test_another_decorator_and_another_len_are_refused(tmp_path: Path) -> None:
    """What is proved and drawn is the text of the function by itself."""
    wrapped = GOOD.replace("def noisy_sum", "@functools.lru_cache\ndef noisy_sum").replace(
        "import prhl\n", "import functools\n\nimport prhl\n", 1
    )
    with pytest.raises(prhl.OutsideSubset, match="another decorator"):
        loaded(tmp_path, wrapped)
    with pytest.raises(prhl.OutsideSubset, match="`len` is Python's own"):
        loaded(tmp_path, GOOD.replace("import prhl\n", "import prhl\n\n\ndef len(d):\n    return 0\n", 1))


def test_parameters_may_be_called_like_those_of_draws(tmp_path: Path) -> None:
    text = GOOD.replace("eps: prhl.Real", "eps: prhl.Real, seed: int, count: int")
    module = loaded(tmp_path, text)
    assert isinstance(module.noisy_sum([1], 1, seed=3, count=4), int)
    with pytest.raises(prhl.Rejected, match="no parameter `seed`"):
        loaded(tmp_path, GOOD).noisy_sum([1], 1, seed="known to others")
