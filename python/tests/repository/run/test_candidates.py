"""Candidates beside a reference that runs apart: the right one tells the same records, and nothing that a wrong one does makes it tell them.

The project that a candidate meets has the body removed; its text comes in an overlay. Records are compared strictly."""
from __future__ import annotations

import functools
import textwrap
import time
import unittest

from tests.repository.needed import slow
from tests.repository.run.running import Project, prepared, run, same

HEAD = '''
import asyncio
RATE = 3

class Basket:
    def __init__(self, items): self.items = list(items)
    def worth(self, extra=0):
        return 0
    @staticmethod
    def doubled(x):
        return 0
    @classmethod
    def of(cls, *items):
        return 0

async def later(x):
    return 0

def numbers(n):
    return 0

def price(items, rate):
    return 0
'''
BODIES = {
    "price": "    total = sum(items) * rate + RATE\n    items.append(total)\n    return {'total': total, 'each': [i * rate for i in items]}",
    "Basket.worth": "        return sum(self.items) * RATE + extra",
    "Basket.doubled": "        return [x, x]",
    "Basket.of": "        return cls(sorted(items))",
    "later": "    await asyncio.sleep(0)\n    return x * RATE",
    "numbers": "    while n:\n        yield n * RATE\n        n -= 1",
}
STUB = "raise NotImplementedError"
EMPTY = {name: (STUB,) for name in BODIES}
HARNESS = {
    "price": "import unittest\nfrom fut_module import price, reference_price\nclass T(unittest.TestCase):\n    def test_a(self):\n        items = [1, 2]\n        self.assertEqual(price(items, 2), reference_price([1, 2], 2))\n    def test_b(self):\n        self.assertEqual(price([], 7), {'total': 3, 'each': [21]})\n",
    "Basket.worth": "def case_0(): Basket([1, 2]).worth()\ndef case_1(): Basket([1, 2]).worth(extra=5)",
    "Basket.doubled": "def case_0(): Basket.doubled('a')\ndef case_1(): Basket([]).doubled(1)",
    "Basket.of": "def case_0(): Basket.of(3, 1)",
    "later": "import asyncio\ndef case_0(): observe(asyncio.run(later(2)))\ndef case_1(): later(5)",
    "numbers": "def case_0(): observe(list(numbers(3)))\ndef case_1(): numbers(0)",
}
_MARKS = {"price": "def price(items, rate):", "Basket.worth": "def worth(self, extra=0):", "Basket.doubled": "def doubled(x):",
          "Basket.of": "def of(cls, *items):", "later": "def later(x):", "numbers": "def numbers(n):"}


def module(bodies=None, without=None, extra="") -> str:
    """The module's text with these bodies; others are as they should be."""
    text = HEAD
    for name, body in {**BODIES, **(bodies or {})}.items():
        mark = _MARKS[name]
        indent = "        " if "." in name else "    "
        kept = mark if name != without else mark.replace("def ", "def not_")
        text = text.replace(f"{mark}\n{indent}return 0", f"{kept}\n{body}")
    return text + extra


def stubbed(name: str) -> str:
    return module({name: ("        " if "." in name else "    ") + STUB})


def grade(name: str, text: str, **request) -> tuple:
    """(whether the candidate's records are the reference's, its records)."""
    reference, harness = recorded(name)
    with Project({"shop/__init__.py": "", "shop/prices.py": stubbed(name)}) as project:
        told, _ = run(project, harness, overlay={"shop/prices.py": text}, **request)
        return same(reference, told), told


@functools.lru_cache(maxsize=None)
def recorded(name):
    """(the reference's records, the prepared harness), of which nobody changes anything."""
    harness = prepared("shop.prices", name, HARNESS[name], "shop/prices.py")["prepared"]
    with Project({"shop/__init__.py": "", "shop/prices.py": stubbed(name)}) as project:
        reference, final = run(project, harness, overlay={"shop.prices": module()})
        assert final["import"]["ok"], final
        return reference, harness


class GoldTest(unittest.TestCase):
    @slow
    def test_gold_passes_and_stub_empty_misnamed_and_method_only_do_not_for_every_kind(self):
        for name in BODIES:
            bare = name.split(".")[-1]
            wrong = {
                "stub": stubbed(name), "empty": "", "misnamed": module(without=name),
                "method only": f"def {bare}(*args):\n{textwrap.indent(textwrap.dedent(BODIES[name]), '    ')}\n" if "." in name else "class C:\n    pass\n",
            }
            with self.subTest(name):
                self.assertTrue(grade(name, module())[0])
            for kind, text in wrong.items():
                with self.subTest(name, kind=kind):
                    self.assertFalse(grade(name, text)[0])

    def test_another_way_to_the_same_results_passes(self):
        self.assertTrue(grade("numbers", module({"numbers": "    yield from (i * RATE for i in range(n, 0, -1))"}))[0])
        self.assertTrue(grade("numbers", module({"numbers": "    return iter([i * RATE for i in range(n, 0, -1)])"}))[0])
        self.assertTrue(grade("Basket.doubled", module({"Basket.doubled": "        return 2 * [x]"}))[0])

    def test_what_is_done_to_arguments_counts(self):
        body = BODIES["price"].replace("items.append(total)", "items = items + [total]")
        self.assertFalse(grade("price", module({"price": body}))[0])


#: What a candidate does instead of the work.
CHEATS = {
    "alias": "    import fut_module\n    return fut_module.reference_price(items, rate)",
    "overwrite reference": "    import fut_module, sys\n    fut_module.reference_price = lambda *a: 1\n    fut_module.price = lambda *a: 1\n    sys.modules['harness_under_run'].price = lambda *a: 1\n    return 1",
    "always equal object": "    class Equal(dict):\n        def __eq__(self, other): return True\n        def __ne__(self, other): return False\n        __hash__ = None\n    return Equal()",
    "reload original": "    import importlib.util, sys\n    spec = importlib.util.spec_from_file_location('again', sys.modules[__name__].__file__)\n    m = importlib.util.module_from_spec(spec); spec.loader.exec_module(m)\n    return m.price(items, rate)",
    "reimport original": "    import importlib, sys\n    sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != 'OverlayFinder']\n    del sys.modules[__name__]\n    return importlib.import_module(__name__).price(items, rate)",
    "patch assertions": "    import unittest\n    for n in dir(unittest.TestCase):\n        if n.startswith('assert'): setattr(unittest.TestCase, n, lambda *a, **k: None)\n    return 1",
    "patch comparator": "    import sys, builtins, json, gc\n    for m in list(sys.modules.values()):\n        for n in ('compared', 'canonical', 'same', '_compared', 'bounded'):\n            if hasattr(m, n): setattr(m, n, lambda *a: 'x')\n    json.dumps_real = json.dumps\n    return 1",
    "patch recorder": "    import sys\n    r = sys.modules['harness_under_run'].__recorder__\n    r.calls.clear(); r.observations.clear()\n    r._compare = lambda *a: None\n    r.calls.append({'outcome': {'value': True}, 'arguments': []})\n    return 1",
    "read harness source": "    import linecache, sys, inspect, re\n    text = ''\n    for f in [sys._getframe(i) for i in range(len(inspect.stack()))]:\n        text += repr(f.f_code.co_consts) + repr(f.f_locals)\n    text += repr(vars(sys.modules['harness_under_run']))\n    m = re.search(r\"\\{'total': 3[^}]*\\}\", text)\n    return eval(m.group()) if m else 1",
    "os._exit(0)": "    import os\n    os._exit(0)",
    "sys.exit(0)": "    import sys\n    sys.exit(0)",
    "exit at import": None,
    "forged output": "    import os, json\n    text = json.dumps({'case': 'T.test_a', 'calls': [], 'observations': [], 'end': {'kind': 'finished'}, 'passed': True})\n    for fd in range(1, 64):\n        try: os.write(fd, text.encode() + b'\\n')\n        except OSError: pass\n    for n in ('result.json', '../result.json'):\n        try: open(n, 'w').write(text)\n        except OSError: pass\n    os._exit(0)",
    "frame inspection": "    import sys\n    f = sys._getframe()\n    while f:\n        for v in list(f.f_locals.values()) + list(f.f_globals.values()):\n            if callable(v) and getattr(v, '__name__', '') in ('price', 'reference_price') and v is not price: return v(items, rate)\n            if isinstance(v, dict) and 'expected' in v: return v['expected']\n        f = f.f_back\n    return 1",
    "gc search": "    import gc, types\n    for o in gc.get_objects():\n        if isinstance(o, types.FunctionType) and o.__name__ in ('price', 'reference_price') and o is not price: return o(items, rate)\n    for o in gc.get_objects():\n        if isinstance(o, str) and 'items.append(total)' in o: return 2\n        if isinstance(o, types.CodeType) and o.co_name == 'price' and o is not price.__code__: return types.FunctionType(o, globals())(items, rate)\n    return 1",
    "kills its parent": "    import os, signal\n    os.kill(os.getppid(), signal.SIGKILL)\n    return 1",
    "comes back from a fork": "    import os\n    os.fork()\n    return 1",
    "raises everything": "    raise BaseException('passed')",
    "bytecode on disk": "    import glob, os, marshal\n    for p in glob.glob(os.path.dirname(__file__) + '/**/*.pyc', recursive=True):\n        code = marshal.loads(open(p, 'rb').read()[16:])\n        ns = {}; exec(code, ns); return ns['price'](items, rate)\n    return 1",
}


class CheatTest(unittest.TestCase):
    @slow
    def test_no_cheat_tells_the_records_of_the_reference(self):
        for name, body in CHEATS.items():
            with self.subTest(name):
                text = module({"price": body}) if body else module(extra="import os\nos._exit(0)\n")
                started = time.monotonic()
                passed, told = grade("price", text)
                self.assertFalse(passed, told)
                self.assertLess(time.monotonic() - started, 60)

    def test_the_harness_beside_a_candidate_holds_no_expected_value(self):
        made = prepared("shop.prices", "price", HARNESS["price"], "shop/prices.py")
        self.assertNotIn("21", made["prepared"]["source"])
        self.assertNotIn("'total'", made["prepared"]["source"])

    def test_a_candidate_that_ends_the_process_it_runs_in_loses_its_own_cases_only(self):
        body = "    import os, signal\n    if rate == 2: os.kill(os.getppid(), signal.SIGKILL)\n" + BODIES["price"]
        passed, told = grade("price", module({"price": body}))
        self.assertFalse(passed)
        self.assertEqual((told["T.test_a"]["end"]["kind"], told["T.test_b"]["end"]["kind"]), ("killed", "finished"))


if __name__ == "__main__":
    unittest.main()
