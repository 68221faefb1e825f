"""The samplings of a file whose couplings are drawn: noise that is moved, and values that are turned over."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from prhl.report.svg import moved_noise, turned_values
from prhl.report.svg.moved_noise import Noise, noise_of
from prhl.report.svg.turned_values import Turned, turned
from prhl.source import Source
from prhl.typed import TypedFile, core


def drawable(file: TypedFile) -> list[Noise | Turned]:
    """In the order of the text."""
    samples = [one for program in file.programs.values() for one in _samplings(program.body)]
    found = [noise_of(one) or turned(one) for one in samples]
    return [one for one in found if one is not None]


def said(source: Source, draw: Noise | Turned) -> str:
    return source.slice(draw.distribution.span) or draw.distribution.name


def as_svg(source: Source, draw: Noise | Turned, shift: Fraction) -> str:
    if isinstance(draw, Noise):
        return moved_noise.as_svg(said(source, draw), draw, shift)
    return turned_values.as_svg(said(source, draw), draw, int(shift))


def _samplings(body: Sequence[core.Statement]) -> Iterator[core.Sample]:
    for one in body:
        match one:
            case core.Sample():
                yield one
            case core.If():
                yield from _samplings((*one.then, *one.otherwise))
            case core.While() | core.Joint():
                yield from _samplings(one.body)
