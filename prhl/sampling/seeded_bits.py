"""Bits that a seed determines, the same on every machine: for tests and for teaching, and never for a release."""

from hashlib import sha256

from prhl.sampling.random_bits import RandomBits


def seeded(seed: str) -> RandomBits:
    """SHA-256 of the seed and a counter, block after block."""
    start = sha256(seed.encode("utf-8", errors="surrogatepass")).digest()
    pool = bytearray()
    blocks = 0

    def read(size: int) -> bytes:
        nonlocal blocks
        while len(pool) < size:
            pool.extend(sha256(start + blocks.to_bytes(16, "big")).digest())
            blocks += 1
        found = bytes(pool[:size])
        del pool[:size]
        return found

    return RandomBits(read)
