"""`--cluster`: a real Dask scheduler with two workers on loopback; what they answer is what is answered here."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import prhl
from prhl import cluster, jobs
from prhl.cluster import Cluster, ClusterFailed, connected
from prhl.frontends.cli import main
from prhl.jobs import Asked, Job
from prhl.source import Source
from prhl.syntax.reader import read
from prhl.teaching.exercise import course
from prhl.versions import identity
from tests.loopback_cluster import Loopback, loopback
from tests.test_api import untimed

pytestmark = [
    pytest.mark.search,
    pytest.mark.filterwarnings("ignore::distributed.versions.VersionMismatchWarning"),
]

EXAMPLES = Path(__file__).parent.parent / "examples"
COURSE = sorted((EXAMPLES / "course").glob("*.wl"), key=lambda path: path.stat().st_size)
BAD = "program P() : int { return 1 }"
SUM = """program Sum(d : private list[int]) : int {
  s := 0;
  for i in 0 .. size(d) {
    s := s + d[i];
  }
  z :=$ DiscreteLaplace(1);
  return s + z;
}

claim private : Sum satisfies dp(1) when one_differs(d, 1);
"""


def run(*words: object, status: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == status, (result.output, result.exception)
    assert "Traceback" not in result.output
    return result


def same(*words: object, address: str, status: int = 0) -> None:
    """The same report from there as from here, in every letter but those of seconds."""
    for form in ("text", "json"):
        here, there = [
            run(*words, "--format", form, *where, status=status).stdout for where in ([], ["--cluster", address])
        ]
        if form == "json":
            here, there = [json.dumps(untimed(json.loads(one))) for one in (here, there)]
        assert here == there


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    pytest.importorskip("distributed")
    with loopback(tmp_path_factory.mktemp("cluster")) as found:
        yield found


# ---- what is answered ------------------------------------------------------------------------


def test_files_and_claims(there: Loopback, tmp_path: Path) -> None:
    for path in COURSE[:4]:
        shutil.copy(path, tmp_path)
    (tmp_path / "bad.wl").write_text(BAD)
    same("verify", tmp_path, address=there.address, status=2)


def test_a_search_in_shards(there: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Led from here, as there are fewer claims than workers; pairs are measured there."""
    (tmp_path / "sum.wl").write_text(SUM)
    asked: list[int] = []
    look = Cluster.look

    def counted(self: Cluster, looking: Any, candidates: Any) -> Any:
        asked.append(len(candidates))
        return look(self, looking, candidates)

    monkeypatch.setattr(Cluster, "look", counted)
    same("refute", "--budget", "60", tmp_path / "sum.wl", address=there.address)
    assert len(asked) >= 4
    assert sum(asked) >= 60


@pytest.mark.parametrize("lost", ["lost", "failed"])
def test_a_shard_that_does_not_come_back_is_measured_here(
    there: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    (tmp_path / "sum.wl").write_text(SUM)
    result, count = Cluster._result, [0]

    def losing(self: Cluster, future: Any) -> Any:
        count[0] += 1
        if count[0] % 2:
            raise cluster.Lost(None if lost == "lost" else RecursionError("there"))
        return result(self, future)

    monkeypatch.setattr(Cluster, "_result", losing)
    same("refute", "--budget", "40", tmp_path / "sum.wl", address=there.address)
    assert count[0] >= 2


@pytest.mark.long
def test_a_class(there: Loopback, tmp_path: Path) -> None:
    exercise = next(one for one in course() if one.name == "fair-coins")
    for student, text in (("a", exercise.start.text), ("b", BAD), ("c", "\0"), ("d", None)):
        (tmp_path / "class" / student).mkdir(parents=True)
        if text is not None:
            (tmp_path / "class" / student / "Fair-Coins (1).wl").write_text(text)
    (tmp_path / "class/e").mkdir()
    (tmp_path / "class/e/fair-coins.wl").symlink_to(COURSE[0])
    words = ["grade", tmp_path / "class", "--exercise", "fair-coins", "--json", tmp_path / "grades.json"]
    told = []
    for where in ([], ["--cluster", there.address]):
        told.append((run(*words, *where).stdout, (tmp_path / "grades.json").read_text()))
    assert told[0][0] == told[1][0]
    assert told[0][1] == told[1][1]
    assert "unreadable" in told[0][1]


def test_from_python(there: Loopback, tmp_path: Path) -> None:
    report = prhl.verify(*COURSE[:2], cluster=there.address)
    assert untimed(report.as_dict()) == untimed(prhl.verify(*COURSE[:2]).as_dict())
    first = prhl.verify(COURSE[0], cluster=there.address, cache=tmp_path)
    assert prhl.verify(COURSE[0], cache=tmp_path).summary["cached"] == first.summary["claims"] > 0


# ---- workers and schedulers that die ---------------------------------------------------------


def killed_with_a_job(found: Cluster, victim: "subprocess.Popen[bytes]", name: str) -> list[str]:
    """Stopped when it has something in hand, and then killed; what that was."""
    workers = found.client.scheduler_info()["workers"]
    (address,) = [address for address, one in workers.items() if one["name"] == name]
    for _ in range(2_000):
        victim.send_signal(signal.SIGSTOP)
        time.sleep(0.05)  # for what was on its way
        in_hand = list(found.client.processing([address])[address])
        if in_hand:
            victim.kill()
            victim.wait()
            return in_hand
        victim.send_signal(signal.SIGCONT)
        time.sleep(0.01)
    raise AssertionError("it never had anything to do")


def test_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    """What it had in hand is done by the other one; each job has one answer, and that is the one from here."""
    todo = [Job(read(str(path)), Asked("verify")) for path in (*COURSE[:8], *COURSE[:8])]
    with loopback(tmp_path) as there, connected(there.address) as found:
        assert found.jobs == 2
        answers: list[tuple[int, Any]] = []
        in_hand: list[str] = []
        for answer in found.answers(todo):
            answers.append(answer)
            if not in_hand:
                in_hand = killed_with_a_job(found, there.processes[-1], "w1")
        assert list(found.client.nthreads().values()) == [1]
    assert in_hand
    assert sorted([at for at, _ in answers]) == list(range(len(todo)))
    here = [jobs.work(job) for job in todo[:8]]
    for at, answer in answers:
        assert json.dumps(untimed(answer)) == json.dumps(untimed(here[at % 8]))


def in_the_middle(address: str, act: Any) -> ClusterFailed:
    """What is said where something happens after the first answer."""
    todo = [Job(read(str(path)), Asked("verify")) for path in COURSE[:6]]
    with connected(address) as found:
        answers = found.answers(todo)
        next(answers)
        act()
        with pytest.raises(ClusterFailed) as caught:
            list(answers)
    return caught.value


@pytest.mark.long
def test_the_scheduler_goes_away(tmp_path: Path) -> None:
    with loopback(tmp_path) as there:
        failed = in_the_middle(there.address, there.scheduler.kill)
    assert failed.status == 3
    assert "is gone" in str(failed)


@pytest.mark.long
def test_all_workers_go_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LONELY", 3.0)
    with loopback(tmp_path, workers=1) as there:
        failed = in_the_middle(there.address, there.processes[-1].kill)
    assert failed.status == 3
    assert "no worker" in str(failed)


@pytest.mark.long
def test_a_job_that_ends_every_worker_is_said_to(tmp_path: Path) -> None:
    """As with local processes: this one has no answer, and the others have theirs."""
    environment = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with loopback(tmp_path, 2, environment) as there, connected(there.address) as found:
        given = [(os._exit, 9), (abs, -3)]
        results = dict(found.each(called, given))
    assert isinstance(results[0], cluster.Lost)
    assert results[1] == 3
    monkey = Job(Source("x", BAD), Asked("verify"))
    assert "ended" in jobs.died(monkey)["fault"]


def called(function: Any, argument: Any) -> Any:
    return function(argument)


# ---- clusters that cannot be used ------------------------------------------------------------


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.mark.parametrize("command", ["verify", "refute", "grade"])
def test_nobody_is_there(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PAUSE", 0)
    given = COURSE[0] if command != "grade" else tmp_path
    told = run(command, given, "--cluster", f"127.0.0.1:{closed_port()}", status=2).output
    assert "refused" in told
    assert f"tried {cluster.TRIES} times" in told


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "is no address"),
        ("nonsense", "is no address"),
        ("10.0.0.5", "is no address"),
        ("foo://127.0.0.1:1", "`foo`"),
        ("inproc://1", "`inproc`"),
        ("127.0.0.1:99999", "no port 99999"),
        ("127.0.0.1:x", "is no address"),
        ("tcp://nowhere.invalid:8786", "nobody answers"),
        (f"tcp://{'x' * 300}:8786", "nobody answers"),
    ],
)
def test_no_address(address: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PAUSE", 0)
    told = run("verify", COURSE[0], "--cluster", address, status=2).output
    assert said in told
    assert told.count("try: ") == 1


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_somebody_else_is_there(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        held: list[socket.socket] = []

        def answering() -> None:
            while True:
                try:
                    held.append(server.accept()[0])
                    if answer:
                        held[-1].sendall(answer)
                except OSError:
                    return

        threading.Thread(target=answering, daemon=True).start()
        told = run("verify", COURSE[0], "--cluster", f"127.0.0.1:{server.getsockname()[1]}", status=2).output
        server.shutdown(socket.SHUT_RDWR)
    assert "no Dask scheduler answers" in told


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "prhl[cluster]" in run("verify", COURSE[0], "--cluster", "127.0.0.1:1", status=2).output


@pytest.mark.long
def test_workers_that_are_not_as_we_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None at all, one with other files, one without prhl."""
    monkeypatch.setattr(cluster, "PATIENCE", 2.0)
    shutil.copytree(Path(prhl.__file__).parent, tmp_path / "other/prhl")
    with (tmp_path / "other/prhl/pipeline.py").open("a") as file:
        file.write("\n# another state of development\n")
    (tmp_path / "none/prhl").mkdir(parents=True)
    (tmp_path / "none/prhl/__init__.py").write_text("raise ImportError('there is no prhl')\n")
    with loopback(tmp_path / "cluster", workers=0) as there:
        assert "has no worker" in run("verify", COURSE[0], "--cluster", there.address, status=2).output
        for name, said in (("other", "other files"), ("none", "has no prhl")):
            worker = there.worker(name, {"PYTHONPATH": str(tmp_path / name)})
            assert said in run("verify", COURSE[0], "--cluster", there.address, status=2).output
            worker.terminate()
            worker.wait()
            there.processes.remove(worker)


def test_a_worker_that_comes_late_is_looked_at_too() -> None:
    """With every job: it does nothing, and says what it is."""
    for name in identity():
        other, found = cluster._done({**identity(), name: "0"}, called, (os._exit, 9))
        assert (other, found) == (identity(), None)

        class Future:
            def result(self, timeout: float) -> Any:
                return {**identity(), name: "0"}, None  # noqa: B023 - used at once

        with pytest.raises(ClusterFailed, match="other files" if name == "files" else f"{name} 0, and here it is"):
            Cluster("there", None, 2)._result(Future())
