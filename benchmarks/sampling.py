"""Samples a second for each distribution, by the samplers of `prhl run`: `python -m benchmarks.sampling`."""

from time import process_time

from prhl import pipeline
from prhl.running.laws_of_terms import law_of
from prhl.sampling.random_bits import RandomBits
from prhl.semantics.evaluate import evaluate
from prhl.semantics.flat import Sample, flatten
from prhl.semantics.program_walk import arguments_of
from prhl.source import Source

SECONDS = 0.3
LAWS = [
    "Flip(1/3)",
    "Flip(exp(-1))",
    "Uniform(1..6)",
    "Uniform(bits(64))",
    "Choice({1 @ 1/2, 2 @ 1/3, 3 @ 1/6})",
    "DiscreteLaplace(1)",
    "DiscreteLaplace(100)",
    "DiscreteLaplace(sqrt(2))",
    "DiscreteGauss(1)",
    "DiscreteGauss(1001/10)",
    "DiscreteGauss(sqrt(3))",
    "Geometric(1/2)",
    "Geometric(1/1000000)",
    "Binomial(10, 1/3)",
    "Binomial(1000000, 1/3)",
    "Poisson(3)",
    "Poisson(1000000)",
    "Permutation(10)",
    "ExpMech(1, [1, 2, 0, 5])",
    "Truncate(DiscreteLaplace(1), 1000, 2000)",
    "Clamp(DiscreteLaplace(3), -2, 2)",
]


def rate(text: str) -> float:
    file = pipeline.load(Source("one.wl", f"program P() {{ x :=$ {text}; return x; }}"))
    (sample,) = flatten(file.programs["P"], file.programs).body
    assert isinstance(sample, Sample)
    values = arguments_of(sample.distribution, lambda term: evaluate(term, {}))
    law, bits = law_of(sample.distribution, values), RandomBits()
    started, drawn = process_time(), 0
    while process_time() - started < SECONDS:
        law.draw(bits)
        drawn += 1
    return drawn / (process_time() - started)


def main() -> None:
    for text in LAWS:
        print(f"{text:<44} {rate(text):>12,.0f} a second")


if __name__ == "__main__":
    main()
