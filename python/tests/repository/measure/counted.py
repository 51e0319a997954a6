"""The functions of suite `coverage`, each as `f`, its calls, and what a person counted: how many branches there are and how many of
them the calls take.

Each entry: (name, source of `f`, expressions that are evaluated one after the other, possible, taken). Every statement has a line of its
own, so that an arc says which way a condition went.
"""
from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

SUITE = Path(__file__).parents[3] / "suites" / "coverage.py"

# Calls that the harness does not write as one expression, or that end earlier than those of whoever records them.
OTHER_CALLS = {
    "a generator, asked once, which the recorder reads to its end": (["next(f([1, 2]))"], 4, 1),
    "a generator, exhausted and told to stop": (["list(f([1, 2]))", "run_generator(f([1]), True)"], 4, 4),
    "never called": ([], 2, 0),
}


def text_of(text: str, name: str) -> str:
    tree = ast.parse(text)
    node = next(node for node in tree.body if getattr(node, "name", None) == name)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    imports = "import functools\n" if node.decorator_list else ""
    return "\n" + imports + "\n".join(text.splitlines()[first - 1 : node.end_lineno]) + "\n"


def calls_of(text: str) -> list[str]:
    """The expression that each case observes; a coroutine is run to its end."""
    seen = re.findall(r"observe\((await )?(.*)\)$", text, re.MULTILINE)
    return [f"asyncio.run({call})" if waits else call for waits, call in seen]


def cells() -> list[tuple[str, str, str]]:
    """Kind, name and text of each cell of the suite."""
    parts = re.split(r"^# %% (\w+) (.*)\n", SUITE.read_text("utf-8"), flags=re.MULTILINE)
    return list(zip(parts[1::3], parts[2::3], parts[3::3]))


def counted() -> list[tuple]:
    rows = []
    sources = {name: text for kind, name, text in cells() if kind == "source"}
    for kind, probe, text in cells():
        if kind != "probe":
            continue
        file, function = re.search(r"^# function: (.*)$", text, re.MULTILINE)[1].split("::")
        taken, possible = map(int, re.search(r"^# covers: (\d+) of (\d+) branches$", text, re.MULTILINE).groups())
        if file.endswith("matches.py") and sys.version_info < (3, 10):
            continue
        name = function.split("#")[0]
        source = re.sub(rf"\b{name}\b", "f", text_of(sources[file], name))
        told = [re.sub(rf"\b{name}\b", "f", call) for call in calls_of(text)]
        rows.append((probe, source, *OTHER_CALLS.get(probe, (told, possible, taken))))
    return rows


COUNTED = counted()
