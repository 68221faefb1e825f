"""Coins: true with probability p, or exp(-x), exactly.

A coin with a rational probability is decided by its binary digits, 32 at a time: the first block of random bits that
differs from them says whether a uniform number lies below p. For exp(-x) with 0 <= x <= 1 toss coins x/1, x/2, x/3, ...
until one shows false: the number of tosses is k with probability x^(k-1)/(k-1)! - x^k/k!, and so it is odd with
probability 1 - x + x^2/2 - ... = exp(-x). (C. Canonne, G. Kamath, T. Steinke: The Discrete Gaussian for Differential
Privacy, 2020, after G. Forsythe and J. von Neumann.)
"""

from prhl.sampling.bracketed import Bracketed, Real, bracket_of
from prhl.sampling.random_bits import RandomBits


def flip(bits: RandomBits, p: Real) -> bool:
    """True with probability p."""
    if isinstance(p, Bracketed):
        return flip_bracketed(bits, p)
    return flip_rational(bits, p.numerator, p.denominator)


def flip_rational(bits: RandomBits, above: int, below: int) -> bool:
    """True with probability above/below."""
    while above:
        digits, above = divmod(above << 32, below)
        drawn = bits.take(32)
        if drawn != digits:
            return drawn < digits
    return False


def flip_bracketed(bits: RandomBits, p: Bracketed) -> bool:
    """The same: u/2^size is the start of a uniform number, with more digits until it is told from p."""
    u, size = 0, 0
    while True:
        u, size = u << 32 | bits.take(32), size + 32
        low, high = p.bracket(size + 8)
        if u + 1 <= low * (1 << size):
            return True
        if u >= high * (1 << size):
            return False


def flip_exp(bits: RandomBits, x: Real) -> bool:
    """True with probability exp(-x), for x >= 0: as many coins exp(-x/n) as n >= x, all of which must show true."""
    _, high = bracket_of(x, 8)
    parts = max(1, high.__ceil__())
    if isinstance(x, Bracketed):
        share = x / parts
        return all(_flip_exp_bracketed(bits, share) for _ in range(parts))
    above, below = x.numerator, x.denominator * parts
    return all(_flip_exp_rational(bits, above, below) for _ in range(parts))


def _flip_exp_rational(bits: RandomBits, above: int, below: int) -> bool:
    tosses = 1
    while flip_rational(bits, above, below * tosses):
        tosses += 1
    return tosses % 2 == 1


def _flip_exp_bracketed(bits: RandomBits, x: Bracketed) -> bool:
    tosses = 1
    while flip_bracketed(bits, x / tosses):
        tosses += 1
    return tosses % 2 == 1
