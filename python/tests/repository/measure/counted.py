"""The functions of suite `coverage`, each as `f`, its calls, and what a person counted: how many branches there are and how many of
them the calls take.

Each entry: (name, source of `f`, expressions that are evaluated one after the other, possible, taken). Every statement has a line of its
own, so that an arc says which way a condition went.
"""
from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path

SUITE = Path(__file__).parents[3] / "suites" / "coverage"

# Calls that the harness does not write as one expression, or that end earlier than those of whoever records them.
OTHER_CALLS = {
    "a generator, asked once, which the recorder reads to its end": (["next(f([1, 2]))"], 4, 1),
    "a generator, exhausted and told to stop": (["list(f([1, 2]))", "run_generator(f([1]), True)"], 4, 4),
    "never called": ([], 2, 0),
}


def text_of(path: Path, name: str) -> str:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    node = next(node for node in tree.body if getattr(node, "name", None) == name)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    imports = "import functools\n" if node.decorator_list else ""
    return "\n" + imports + "\n".join(text.splitlines()[first - 1 : node.end_lineno]) + "\n"


def calls_of(path: Path) -> list[str]:
    """What each case observes; a coroutine is run to its end."""
    seen = re.findall(r"observe\((await )?(.*)\)$", path.read_text("utf-8"), re.MULTILINE)
    return [f"asyncio.run({call})" if waits else call for waits, call in seen]


def counted() -> list[tuple]:
    rows = []
    for trial in json.loads((SUITE / "manifest.json").read_text("utf-8"))["trials"]:
        file, function = trial["function"].split("::")
        if file.endswith("matches.py") and sys.version_info < (3, 10):
            continue
        name = function.split("#")[0]
        source = re.sub(rf"\b{name}\b", "f", text_of(SUITE / "source" / file, name))
        told = [re.sub(rf"\b{name}\b", "f", call) for call in calls_of(SUITE / trial["harness"])]
        expect = trial["expect"]
        usual = (told, expect["of"], expect["taken"])
        rows.append((trial["name"], source, *OTHER_CALLS.get(trial["name"], usual)))
    return rows


COUNTED = counted()
