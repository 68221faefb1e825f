"""What an exported module means: names that Python takes for one stay apart, and what breaks `requires` is refused."""

from typing import Any

import pytest

from prhl.diagnostics import Stopped
from prhl.exporting.release_helpers import BadInput
from prhl.exporting.release_module import exported
from prhl.sampling.bracketed import exp
from prhl.source import Source


def module(text: str, program: str | None = None) -> dict[str, Any]:
    room: dict[str, Any] = {"__name__": "exported"}
    exec(exported(Source("a.wl", text), program).text, room)
    return room


def called(text: str, program: str | None = None, *given: Any) -> Any:
    room = module(text, program)
    return room[room["__all__"][0]](*given)


def test_two_names_that_python_takes_for_one() -> None:
    """U+FB01 is a letter of its own here, and `fi` to Python: the module would return the private input."""
    text = """program P(x : private bool) : bool { fi :=$ Flip(1/2); \ufb01 := x; return fi; }
    claim c : P satisfies dp(0) when any;"""
    room = module(text)
    assert {room["p"](True) for _ in range(200)} == {True, False}


@pytest.mark.parametrize("name", ["Lambda", "Import", "Len", "Coin", "flip_rational", "Root", "boolean", "__all__"])
def test_a_program_may_have_any_name(name: str) -> None:
    text = f"""program {name}(x : private bool) : bool {{ b :=$ Flip(1/sqrt(2)); return b; }}
    claim c : {name} satisfies dp(0) when any;"""
    assert called(text, name, True) in (True, False)


def test_programs_whose_names_become_one() -> None:
    text = """program Main(x : private bool) : (int, int) { a :=$ partOne(x); b :=$ part_one(x); return (a, b); }
    program partOne(x : private bool) : int { return 1; }
    program part_one(x : private bool) : int { return 2; }
    claim c : Main satisfies dp(0) when any;"""
    assert called(text, "Main", True) == (1, 2)


def test_a_function_that_returns_a_float_is_refused() -> None:
    text = """program P(f : int -> int, d : private int) : int { z :=$ DiscreteLaplace(1); return f(d) + z; }
    claim c : P satisfies dp(1) when |f(d{1}) - f(d{2})| <= 1;"""
    room = module(text)
    assert isinstance(room["p"](lambda d: d, 3), int)
    with pytest.raises(room["BadInput"], match="a value of f is to be an int"):
        room["p"](lambda d: d + 0.1, 3)
    assert room["BadInput"].__doc__ == BadInput.__doc__


def test_the_integer_below_a_large_number() -> None:
    """With 64 binary digits behind the point the product of the factors is known to some hundreds."""
    assert (exp(50) * exp(50)) // 1 == exp(100) // 1 == 26881171418161354484126255515800135873611118


def test_a_formula_about_all_integers_is_not_one_about_some() -> None:
    """`forall i. 0 <= i && i < 5` is false of 5: taken for a range it is true, and `d` would come out as it is."""
    text = """program P(x : int, d : private bool) : bool requires x > 0 || (forall i. 0 <= i && i < 5); {
      if (x > 0) { b :=$ Flip(1/2); } else { b := d; }
      return b;
    }
    claim c : P satisfies dp(0) when any;"""
    with pytest.raises(Stopped):
        module(text)


def test_lengths_of_bit_strings_inside_of_lists_are_checked() -> None:
    text = """program P(k : private list[(bits[n], bool)], n : int) : bool { b :=$ Flip(1/2); return b; }
    claim c : P satisfies dp(0) when any;"""
    room = module(text)
    assert room["p"]([("01", True)], 2) in (True, False)
    with pytest.raises(room["BadInput"]):
        room["p"]([("01", True), ("1", True)], 2)


def test_numbers_of_many_digits() -> None:
    text = f"""program P(x : private real) : int {{ b :=$ Flip(1/2); return {10**30}{0:04900}; }}
    claim c : P satisfies dp(0) when any;"""
    room = module(text)
    assert room["p"](1) == 10**4930
    assert room["p"]("1e5") == 10**4930
    with pytest.raises(room["BadInput"]):
        room["p"]("1e999999999")
