"""What all tests share.

Most of them ask what a proof says where it fails, of claims that a search would soon refute. So the search for attacks
is left out, except in tests with the mark `search`: those of the examples, the documents and the search itself.
"""

import pytest

from prhl import pipeline


@pytest.fixture(autouse=True)
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("search") is None:
        monkeypatch.setattr(pipeline, "_hunted", lambda *_: None)
