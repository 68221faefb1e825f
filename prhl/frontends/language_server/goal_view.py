"""What is known and owed at the cursor, before and after the statement there, in both runs: an editor's goal panel."""

from prhl.frontends.language_server.text_positions import Json


def goal_text(goals: Json) -> str:
    """An answer of `prhl goals --format json`, as a page for people."""
    parts = [_claim_text(claim) for claim in goals["claims"]]
    return "\n\n".join([f"line {goals['line']}", *parts]) + "\n"


def _claim_text(claim: Json) -> str:
    lines = [f"claim {claim['name']} of {claim['program']}"]
    for place in claim["places"]:
        runs = "both runs" if len(place["runs"]) == 2 else f"run {place['runs'][0]}, the other waits"
        aside = f", {place['direction']}" if place["direction"] else ""
        lines += [f"  before line {place['line']}, {runs}{aside}:", *_state(place)]
        if place["after"] is not None:
            lines += [f"  after it, by {place['rule']}:", *_new(place, place["after"])]
    lines += [f"  found for this line: {text}" for text in claim["found"]]
    attempt = claim["attempt"]
    if attempt is not None:
        lines += [f"  tried for this line: {text}" for text in attempt["found"]]
        lines += [f"  {attempt['lacks']}"] if attempt["found"] else []
    if not claim["obligations"]:
        return "\n".join([*lines, "  nothing is owed on this line"])
    owed = [_owed(one) for one in claim["obligations"]]
    return "\n".join([*lines, "  owed on this line:", *dict.fromkeys(owed)])


def _owed(one: Json) -> str:
    told = one["owed"] if one["status"] == "valid" and one["owed"] else one["message"]
    hint = f"\n             try: {one['hint']}" if one["status"] != "valid" and one["hint"] else ""
    return f"    {one['status']:<7}  {one['code']}: {told}{hint}"


def _state(state: Json) -> list[str]:
    known = [f"    known  {text}" for text in state["known"]]
    return [*known, *[f"    value  {text}" for text in state["values"]], f"    cost   {state['cost']}"]


def _new(before: Json, after: Json) -> list[str]:
    """What the statement changed; what was known before stays known."""
    fresh = {
        "known": [text for text in after["known"] if text not in before["known"]],
        "values": [text for text in after["values"] if text not in before["values"]],
        "cost": after["cost"],
    }
    return _state(fresh)
