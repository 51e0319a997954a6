"""Harness sources made ready: what is kept, what is dropped, and what is told of them."""
from __future__ import annotations

import textwrap
import unittest

from repository.run_cases import answer
from tests.repository.run.running import Project, prepared, run

MODULE = {"m.py": '''
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def swapped(self): return Pair(self.b, self.a)
    @property
    def total(self): return self.a + self.b

def f(x, y=0):
    """Sum, or ValueError."""
    if x < 0: raise ValueError(f"negative {x}")
    return x + y

def push(items, x):
    items.append(x)
    return items

def warned(x):
    import warnings
    warnings.warn("old", DeprecationWarning)
    return x
'''}


def made(source: str, qualname: str = "f") -> dict:
    return prepared("m", qualname, textwrap.dedent(source), "m.py")


def told(source: str, qualname: str = "f") -> dict:
    with Project(MODULE) as project:
        records, final = run(project, made(source, qualname)["prepared"])
        assert final["import"]["ok"], final
        return records


def values(record: dict) -> list:
    return [call["outcome"].get("value") for call in record["calls"]]


class TransformTest(unittest.TestCase):
    def test_expected_values_are_gone_in_every_form(self):
        source = made("""
            import unittest, pytest
            from m import f, Pair
            EXPECTED = {"k": 4242}
            class T(unittest.TestCase):
                def setUp(self):
                    self.want = 4242
                def test_a(self):
                    want = [4242]
                    self.assertEqual(f(1), 4242, "4242")
                    self.assertEqual(4242, f(1))
                    self.assertAlmostEqual(f(1.0), 4242.0, places=3)
                    self.assertTrue(f(1) == 4242 and not f(2) > 4242)
                    self.assertEqual(f(1), self.want)
                    self.assertIn(f(1), want)
                    self.assertEqual(f(1), EXPECTED["k"])
                    self.assertEqual(f(1), Pair(4242, 1))
                    r = f(5)
                    self.assertEqual(r, 4242)
                    for x, e in [(1, 4242), (2, 4242)]:
                        with self.subTest(x=x, e=4242):
                            self.assertEqual(f(x), e)
                    with self.assertRaisesRegex(ValueError, "4242"):
                        f(-1)
                    self.assertRaises(ValueError, f, -1)
            @pytest.mark.parametrize("x, e", [(1, 4242), pytest.param(2, 4242)])
            def test_b(x, e):
                "4242"
                # 4242
                assert f(x) == e, "4242"
                assert abs(f(x) - 4242) < 1e-9
                assert f(x) == pytest.approx(4242)
                with pytest.raises(ValueError, match="4242"):
                    f(-x)
        """)["prepared"]["source"]
        self.assertNotIn("4242", source)
        self.assertNotIn("ValueError", source)

    def test_unittest_cases_run_with_what_surrounds_them(self):
        records = told("""
            import unittest
            from fut_module import f, reference_f
            class T(unittest.TestCase):
                @classmethod
                def setUpClass(cls): cls.base = 10
                def setUp(self): self.x = self.base; self.addCleanup(print, "cleaned")
                def tearDown(self): print("down")
                def test_a(self):
                    self.assertEqual(f(self.x), reference_f(self.x))
                @unittest.skip("not now")
                def test_b(self): f(1)
                def test_c(self):
                    self.fail("reached")
                async def helper(self): pass
            class A(unittest.IsolatedAsyncioTestCase):
                async def test_d(self):
                    self.assertEqual(f(2), 5)
            if __name__ == "__main__":
                unittest.main()
        """)
        self.assertEqual(list(records), ["T.test_a", "T.test_b", "T.test_c", "A.test_d"])
        self.assertEqual((values(records["T.test_a"]), records["T.test_a"]["observations"], records["T.test_a"]["stdout"]), ([10], [10], "down\ncleaned\n"))
        self.assertEqual([record["end"]["kind"] for record in records.values()], ["finished", "skipped", "raised", "finished"])
        self.assertEqual(values(records["A.test_d"]), [2])

    def test_pytest_functions_parameters_and_fixtures(self):
        source = """
            import pytest
            from m import f
            @pytest.fixture
            def one(): return 1
            @pytest.mark.parametrize("y", [10, 20])
            @pytest.mark.parametrize("x", (1, 2))
            def test_a(x, y, one, tmp_path):
                assert f(x + one, y) == 3
                assert tmp_path.is_dir()
            class TestB:
                def setup_method(self): self.x = 7
                def test_b(self): assert f(self.x)
                @pytest.mark.parametrize("x", [1])
                def test_c(self, x): assert f(x)
            def test_d(capsys): f(1)
            @pytest.mark.parametrize("x", range(3))
            def test_e(x): f(x)
            async def test_f(): assert f(4)
        """
        facts = made(source)["facts"]
        self.assertEqual([(one["case"], one["why"]) for one in facts["unsupported"]], [("test_d", "fixture capsys"), ("test_e", "its parameters are not written out")])
        records = told(source)
        self.assertEqual([value for record in records.values() for value in values(record)], [12, 13, 22, 23, 7, 1, 4])
        self.assertEqual(list(records)[:2], ["test_a[0-0]", "test_a[0-1]"])

    def test_what_a_block_raises_or_warns_is_observed_and_the_case_goes_on(self):
        record = told("""
            import unittest
            from m import f
            class T(unittest.TestCase):
                def test_a(self):
                    with self.assertRaises(ValueError) as seen:
                        f(-1)
                    self.assertEqual(str(seen.exception), "negative -1")
                    self.assertRaises(ValueError, f, -2)
                    with self.assertRaises(ValueError):
                        f(1)
        """)["T.test_a"]
        self.assertEqual([one["raises"] and one["raises"]["message"] if isinstance(one, dict) else one for one in record["observations"]],
                         ["negative -1", "negative -1", "negative -2", None])
        self.assertEqual(record["end"]["kind"], "finished")
        record = told("""
            import pytest
            from m import warned
            def test_a():
                with pytest.warns(DeprecationWarning) as seen:
                    warned(1)
                assert len(seen) == 1
        """, "warned")["test_a"]
        self.assertEqual((record["observations"][0]["raises"]["message"], record["end"]["kind"]), ("old", "finished"))

    def test_changed_arguments_methods_properties_and_constructors_are_recorded(self):
        record = told("def case_0():\n    items = [1]\n    fut(items, x=2)\n    other = list(map(len, [items]))", "push")["case_0"]
        self.assertEqual(record["calls"][0]["arguments"], [{"index": 0, "after": [1, 2]}])
        record = told("""
            import unittest
            from m import push
            class T(unittest.TestCase):
                def test_a(self):
                    items = []
                    r = push(items, 1)
                    self.assertIs(r, items)
                    self.assertEqual(items, [1])
        """, "push")["T.test_a"]
        self.assertEqual(record["observations"], [[1], True, [1]])
        pair = {"o": ["m:Pair", {"d": [["a", 2], ["b", 1]]}]}
        self.assertEqual(values(told("def case_0(): Pair(1, 2).swapped()", "Pair.swapped")["case_0"]), [pair])
        self.assertEqual(values(told("def case_0(): assert Pair(1, 2).total == 3", "Pair.total")["case_0"]), [3])
        self.assertEqual(values(told("def case_0(): Pair(2, 1)", "Pair.__init__")["case_0"]), [pair])

    def test_facts_tell_the_eight_vacuous_forms(self):
        head = "import unittest\nfrom fut_module import f, reference_f\n"
        case = head + "class T(unittest.TestCase):\n    def test_a(self):\n        "
        self.assertEqual(made("")["facts"]["cases"], [])
        self.assertEqual(made(head + "def helper(): f(1)")["facts"]["cases"], [])
        self.assertEqual(made(case + "self.assertTrue(True)")["facts"]["targetCalls"], 0)
        self.assertEqual((made(case + "f(1)")["facts"]["assertions"], made(case + "f(1)")["facts"]["observations"]), ([], 0))
        for text in ("self.assertEqual(reference_f(1), reference_f(1))", "self.assertEqual(f(1), f(1))", "x = reference_f(1); self.assertEqual(x, reference_f(1))"):
            self.assertEqual([one["kind"] for one in made(case + text)["facts"]["assertions"]], ["self-compare"], text)
        skipped = head + "@unittest.skip('x')\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(f(1), 1)\n    def test_b(self): self.assertEqual(f(1), 1)\n"
        self.assertEqual(made(skipped)["facts"]["skipped"], ["T.test_a", "T.test_b"])
        self.assertEqual(made(case + "try:\n            self.assertEqual(f(1), 2)\n        except Exception:\n            pass")["facts"]["swallowing"], [5])
        self.assertEqual([one["kind"] for one in made(case + "f(1); self.assertEqual(1, 1)")["facts"]["assertions"]], ["constant"])
        honest = made(case + "self.assertEqual(f(1), reference_f(1))")["facts"]
        self.assertEqual((honest["assertions"][0]["kind"], honest["targetCalls"], honest["silentCases"], honest["referenceImported"]), ("compare", 1, [], True))

    def test_sources_that_cannot_be_read_are_errors(self):
        for source, code in (("def f(:", "parse_error"), ("x = 'a\0b'", "parse_error"), ("(" * 5000, "parse_error"), ("-" * 200000 + "1", "parse_error"),
                             ("x" * (2 << 20), "too_large")):
            told_error = answer({"action": "prepare", "harness": {"target": "m.py::f#1", "module": "m", "qualname": "f", "source": source}}, None)
            self.assertEqual(told_error.get("error", {}).get("code"), code, source[:20])

    def test_the_text_of_a_prepared_harness_is_always_the_same(self):
        source = "from m import f\ndef test_a():\n    assert {f(1), 2} == {1, 2}\n"
        self.assertEqual(made(source), made(source))

    def test_nothing_that_a_case_expected_is_in_its_text(self):
        forms = {
            "helper": "def check(got, want):\n    assert got == want\n\ndef test_a():\n    check(f(1), 9001)\n",
            "if": "def test_a():\n    r = f(1)\n    if r != 9001:\n        raise AssertionError('9001')\n",
            "table": "TABLE = [(1, 9001), (2, 9001)]\n\ndef test_a():\n    for given, want in TABLE:\n        assert f(given) == want\n",
            "mapping": "WANT = {1: 9001}\n\ndef test_a():\n    for given, want in WANT.items():\n        assert f(given) == want\n",
            "zip": "def test_a():\n    for given, want in zip([1], [9001]):\n        assert f(given) == want\n",
            "all": "def test_a():\n    assert all(f(given) == want for given, want in [(1, 9001)])\n",
            "or": "def test_a():\n    assert f(1) == 9001 or f(2) == 9001\n",
            "fluent": "def test_a():\n    expect(f(1)).to_be(9001)\n",
            "unknown matcher": "import checks\n\ndef test_a():\n    checks.verify(f(1), 9001)\n",
            "unknown fluent matcher": "def test_a():\n    wanted(f(1)).to_become(9001)\n",
            "unknown chain": "def test_a():\n    r = f(1)\n    wanted(r).should.be(9001)\n",
            "fixture": "@pytest.fixture\ndef want():\n    return 9001\n\ndef test_a(want):\n    assert f(1) == want\n",
            "record": "@pytest.mark.parametrize('case', [{'in': 1, 'out': 9001}])\ndef test_a(case):\n    assert f(case['in']) == case['out']\n",
            "default": "def test_a(want=9001):\n    assert f(1) == want\n",
            "method": "class Test(unittest.TestCase):\n    def check(self, got, want):\n        self.assertEqual(got, want)\n\n    def test_a(self):\n        self.check(f(1), 9001)\n",
            "attribute": "class Test(unittest.TestCase):\n    want = 9001\n\n    def test_a(self):\n        self.assertEqual(f(1), self.want)\n",
        }
        kept = "import pytest, unittest\n\ndef test_kept():\n    assert f(1) == 1\n\n"
        for form, source in forms.items():
            ready = made(kept + source)
            self.assertNotIn("9001", ready["prepared"]["source"], form)
            self.assertIn("test_kept", ready["prepared"]["cases"], form)
            # Whoever looks why a case is missing finds that it was seen.
            self.assertTrue(any(name != "test_kept" for name in ready["facts"]["perCase"]), form)

    def test_what_is_expected_by_an_input_alone_costs_no_case(self):
        facts = made("""
            def test_same():
                x = [1]
                assert f(x) == x

            def test_kind():
                if f(1) is None:
                    return
                assert f(2) == 2
        """)["facts"]
        self.assertEqual([one["tells"] for one in facts["perCase"].values()], [False, False])


if __name__ == "__main__":
    unittest.main()
