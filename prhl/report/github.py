"""A report as workflow commands, which GitHub shows beside the lines of a pull request."""

from prhl.report.figure_text import Json


def as_github(report: Json) -> str:
    """`::error` for each error and each claim that did not end as expected, `::warning` for each warning."""
    lines = []
    for file in report["files"]:
        for one in file["diagnostics"]:
            lines.append(_command(one["severity"], file["file"], one, one["code"], _message(one)))
        for claim in file["claims"]:
            if not claim["as_expected"]:
                lines.append(_command("error", file["file"], claim, claim["name"], told(claim)))
    return "".join([f"{line}\n" for line in lines])


def _message(diagnostic: Json) -> str:
    hint = diagnostic["hint"]
    return str(diagnostic["message"]) + (f"\ntry: {hint}" if hint else "")


def told(claim: Json) -> str:
    """How a claim ended, and why, in a few lines."""
    by = f" by {claim['by']}" if claim["by"] else ""
    lines = [f"claim {claim['name']} of {claim['program']}: {claim['verdict']}{by}, expected {claim['expected']}"]
    if claim.get("alarm"):
        lines.append(f"the two roads contradict each other: {claim['alarm']}")
    if claim.get("reason"):
        lines.append(claim["reason"])
    if claim["witness"] is not None:
        lines += witnessed(claim["witness"])
    elif claim["verdict"] == "unknown":
        failed = [one for one in claim["obligations"] if one["status"] != "valid"]
        lines += [f"line {one['line']}: {one['code']}: {one['message']}" for one in failed[:3]]
        lines += [f"try: {one['hint']}" for one in failed[:1] if one["hint"]]
    return "\n".join(lines)


def witnessed(witness: Json) -> list[str]:
    inputs = [", ".join([f"{n} = {v}" for n, v in given.items()]) or "no input" for given in witness["inputs"]]
    first, second = witness["probabilities"]
    event = ", ".join(witness["event"][:16]) + (", ..." if len(witness["event"]) > 16 else "")
    return [
        f"run 1: {inputs[0]}",
        f"run 2: {inputs[1]}",
        f"events {event}, told apart"
        if "order" in witness
        else f"event {event} has probability {first} in run 1, {second} in run 2",
        witness["inequality"],
    ]


def _command(kind: str, file: str, place: Json, title: str, message: str) -> str:
    where = {"file": file, "line": place["line"], "col": place["column"], "title": f"prhl: {title}"}
    where |= {"endLine": place["end_line"]}
    where |= {"endColumn": place["end_column"]} if place["end_line"] == place["line"] else {}
    said = ",".join([f"{name}={_property(str(value))}" for name, value in where.items()])
    return f"::{kind} {said}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
