"""numpy, loaded when the first array is made: most programs need none, and it takes its time."""

from typing import Any


class _Numpy:
    def __getattr__(self, name: str) -> Any:
        import numpy

        return getattr(numpy, name)


np: Any = _Numpy()
