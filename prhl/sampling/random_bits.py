"""Where randomness comes from: uniform bits of the operating system, a few at a time and none kept."""

from collections.abc import Callable
from os import urandom


class RandomBits:
    """Independent fair bits. None are kept between two calls: a process that is forked must not repeat them."""

    def __init__(self, read: Callable[[int], bytes] = urandom) -> None:
        self.read = read

    def take(self, count: int) -> int:
        """A number of so many bits, each value with the same probability."""
        size = (count + 7) // 8
        return int.from_bytes(self.read(size), "big") >> (8 * size - count)

    def below(self, count: int) -> int:
        """One of 0, 1, ..., count - 1, each with the same probability: numbers of as many bits, until one is below."""
        size = (count - 1).bit_length()
        while True:
            found = self.take(size)
            if found < count:
                return found
