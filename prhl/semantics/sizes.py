"""How many bytes values take, about: an estimate from their shapes alone, so that it is the same on every machine.

It is what CPython of 64 bits takes for them, each counted as if it were not shared, and rounded up. Whoever has a bound
on memory asks this, and never the operating system: what is refused here is refused everywhere.
"""

from collections.abc import Collection
from fractions import Fraction
from itertools import islice
from typing import Any

from prhl.numbers import Quotient

POINTER, OBJECT, TERM = 8, 56, 96
ENTRY = 110  # of a dictionary, without key and value
LOOKED_AT = 16  # values of many that are taken for all of them


def bytes_of(value: Any) -> int:
    if isinstance(value, tuple | list):
        return OBJECT + sum([POINTER + bytes_of(part) for part in value])
    if isinstance(value, str):
        return OBJECT + len(value)
    if isinstance(value, int):
        return OBJECT + value.bit_length() // 8
    if isinstance(value, Fraction):
        return 3 * OBJECT + (value.numerator.bit_length() + value.denominator.bit_length()) // 8
    if isinstance(value, Quotient):
        return 8 * OBJECT + TERM * (len(value.over) + len(value.under))
    return 4 * OBJECT


def bytes_of_all(values: Collection[Any]) -> int:
    """About what they take together: as if all were like the first few."""
    some = list(islice(values, LOOKED_AT))
    return len(values) * sum([bytes_of(one) for one in some]) // len(some) if some else 0


def bytes_of_table(table: dict[Any, Any]) -> int:
    return ENTRY * len(table) + bytes_of_all(table.keys()) + bytes_of_all(table.values())


def megabytes(size: int) -> str:
    return f"{size // 10**6:,} MB"
