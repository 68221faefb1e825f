"""A report as JUnit's XML, which most servers for continuous integration show: a testcase for each claim."""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from prhl.report.figure_text import Json
from prhl.report.github import told
from prhl.source import visible


def as_junit(report: Json) -> str:
    """`failure` for a claim that did not end as expected, `error` for a file that was rejected."""
    suites = Element("testsuites", name="prhl")
    in_all = [0, 0, 0, 0.0]
    for file in report["files"]:
        errors = [one for one in file["diagnostics"] if one["severity"] == "error"]
        seconds = sum([claim["seconds"] for claim in file["claims"]])
        failures = sum([not claim["as_expected"] for claim in file["claims"]])
        counts = [len(file["claims"]) + bool(errors), failures, int(bool(errors)), seconds]
        suite = SubElement(suites, "testsuite", {"name": visible(file["file"]), **_counts(counts)})
        in_all = [one + other for one, other in zip(in_all, counts, strict=True)]
        for claim in file["claims"]:
            case = _case(suite, file["file"], claim["name"], claim["seconds"], claim["line"])
            if not claim["as_expected"]:
                _failed(case, "failure", f"{claim['verdict']}, expected {claim['expected']}", told(claim))
        if errors:
            case = _case(suite, file["file"], "(file)", 0, errors[0]["line"])
            lines = [f"{one['line']}:{one['column']} {one['code']}: {one['message']}" for one in errors]
            _failed(case, "error", errors[0]["message"], "\n".join(lines))
    for name, value in _counts(in_all).items():
        suites.set(name, value)
    indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def _counts(counts: list[float]) -> dict[str, str]:
    names = ("tests", "failures", "errors")
    return {name: str(int(n)) for name, n in zip(names, counts, strict=False)} | {"time": f"{counts[3]:.6f}"}


def _case(suite: Element, file: str, name: str, seconds: float, line: int) -> Element:
    about = {"name": name, "classname": visible(file), "time": f"{seconds:.6f}"}
    return SubElement(suite, "testcase", {**about, "file": visible(file), "line": str(line)})


def _failed(case: Element, kind: str, message: str, text: str) -> None:
    SubElement(case, kind, message=visible(message), type=kind).text = visible(text)
