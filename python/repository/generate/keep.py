"""Which tried cases are worth keeping: those that differ from the ones kept in the way they take and in what comes out."""
from __future__ import annotations

import json

PER_KEY, PER_WAY, PER_VALUE, MOST = 4, 24, 2, 90
FEW, PER_KEY_WHEN_FEW = 24, 12


class Kept:
    """Cases in the order in which they were kept, with their reports."""

    def __init__(self, wanted_lines=()):
        self.cases, self.keys, self.ways, self.values, self.refused = [], {}, {}, {}, {}
        self.wanted = set(wanted_lines)

    def offer(self, key: str, case: dict, report) -> bool:
        """Whether the case was kept."""
        why = refusal(report)
        if why:
            self.refused[why] = self.refused.get(why, 0) + 1
            return False
        way = json.dumps(report["arcs"])
        kind = way + report["end"] + report.get("error", "") + report["size"]
        often = 3 if self.wanted & {line for arc in report["arcs"] for line in arc} else 1
        value = way + report.get("value", key)
        if self.values.get(value, 0) >= PER_VALUE * often:
            return False
        per_key = PER_KEY if len(self.cases) >= FEW else PER_KEY_WHEN_FEW
        if self.keys.get(kind, 0) >= per_key * often or self.ways.get(way, 0) >= PER_WAY * often or len(self.cases) >= MOST * (2 if self.wanted else 1):
            if way in self.ways:
                return False
        self.keys[kind] = self.keys.get(kind, 0) + 1
        self.ways[way] = self.ways.get(way, 0) + 1
        self.values[value] = self.values.get(value, 0) + 1
        self.cases.append((case, report))
        return True


def refusal(report) -> str | None:
    """Why a tried case is of no use, or None."""
    if report is None:
        return "lost"
    if report["end"] in ("prelude", "slow"):
        return report["end"]
    if not report["called"]:
        return "not-called"
    if report["end"] == "raised" and not report["deliberate"]:
        return "incidental-" + report["error"]
    return None
