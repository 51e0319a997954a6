import io
import os
import re
import shutil
import sys
import tempfile
import unittest
import unittest.mock

from repository import run_task_tests
from repository.run_task_tests import answer
from tests.repository.needed import PLUGINS, TOOLS, with_plugins, with_tools

SOURCE = {"pkg/__init__.py": "", "pkg/sums.py": "def total(a, b):\n    return a + b\n"}
TESTS = {"tests/test_sums.py": "import pytest\nfrom pkg.sums import total\n\n\n"
         "def test_total():\n    assert total(1, 2) == 3\n\n\n"
         "def test_wrong():\n    assert total(1, 2) == 4\n\n\n"
         "@pytest.mark.skip\ndef test_skipped():\n    pass\n\n\n"
         "@pytest.mark.xfail\ndef test_expected():\n    assert False\n\n\n"
         "@pytest.fixture\ndef broken():\n    raise ValueError\n\n\ndef test_error(broken):\n    pass\n\n\n"
         "@pytest.mark.parametrize('word', ['a b'])\ndef test_word(word):\n    pass\n"}
ID = "tests/test_sums.py::"

METADATA = "Metadata-Version: 2.1\nName: pkg\nVersion: 1.2\n"


class Files:
    def __init__(self):
        self.files = {}

    def file(self, name):
        files = self.files

        class Target(io.BytesIO):
            def close(self):
                files.setdefault(name, self.getvalue().decode())
                super().close()
        return Target()


@with_tools
class RunTaskTestsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def lay(self, name, files):
        root = os.path.join(self.folder, name)
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w") as file:
                file.write(text)
        return root

    def ran(self, changes=None, tests=TESTS, seconds=60, project=None, deps=None, **more):
        roots = {"source": self.lay("source", SOURCE), "tests": self.lay("tests", tests), "tools": TOOLS}
        if changes:
            roots["changes"] = self.lay("changes", changes)
        if project:
            roots["project"] = self.lay("project", project)
        if deps:
            roots["deps"] = deps
        scratch = self.lay("scratch", {})
        os.makedirs(scratch, exist_ok=True)
        said = Files()
        given = answer({"roots": roots, "runner": "pytest", **more, "arguments": ["-rA", "-p", "no:cacheprovider", *sorted(tests)], "interpreter": sys.executable,
                        "scratch": scratch, "seconds": seconds}, said)
        self.assertEqual(os.listdir(scratch), [])
        return given, said.files["test_output.txt"]

    def test_each_test_has_the_word_of_the_summary(self):
        given, log = self.ran()
        self.assertEqual(given["statuses"], {
            ID + "test_total": "PASSED", ID + "test_wrong": "FAILED", ID + "test_skipped": "SKIPPED", ID + "test_expected": "XFAIL",
            ID + "test_error": "ERROR", ID + "test_word[a b]": "PASSED"})
        self.assertEqual((given["exit"], given["timedOut"], given["trouble"]), (1, False, []))
        self.assertIn("PASSED " + ID + "test_total", log)
        self.assertIn("FAILED " + ID + "test_wrong", log)

    def test_tells_which_files_the_tests_of_each_file_execute(self):
        changes = {"pkg/inner.py": "def one():\n    return 1\n", "pkg/outer.py": "from pkg.inner import one\n\ndef two():\n    return one() + 1\n",
                   "pkg/unused.py": "def three():\n    return 3\n", "pkg/all.py": "import pkg.unused\n"}
        tests = {"tests/test_outer.py": "import pkg.all\nfrom pkg.outer import two\n\ndef test_two():\n    assert two() == 2\n",
                 "tests/test_none.py": "from pkg.sums import total\n\ndef test_none():\n    pass\n"}
        given, _ = self.ran(changes, tests, coverage=True)
        covers = {path: [one for one in files if one.startswith("pkg/")] for path, files in given["covers"].items()}
        self.assertEqual(covers, {"tests/test_outer.py": ["pkg/__init__.py", "pkg/inner.py", "pkg/outer.py"], "tests/test_none.py": ["pkg/sums.py"]})
        self.assertEqual(given["trouble"], [])
        self.assertNotIn("covers", self.ran(changes, tests)[0])

    def test_changes_lie_over_the_source_and_tests_over_them(self):
        given, _ = self.ran({"pkg/sums.py": "def total(a, b):\n    return 4\n", "tests/test_sums.py": "def test_total():\n    pass\n"})
        self.assertEqual((given["statuses"][ID + "test_total"], given["statuses"][ID + "test_wrong"]), ("FAILED", "PASSED"))
        self.assertEqual(given["trouble"], [])

    def test_what_only_an_installation_has_is_there_and_replaces_nothing(self):
        tests = {"tests/test_v.py": "from pkg._version import v\nfrom pkg.sums import total\n\n\ndef test_v():\n    assert (v, total(1, 1)) == (7, 2)\n"}
        given, _ = self.ran(tests=tests, project={"pkg/_version.py": "v = 7\n", "pkg/sums.py": "total = None\n"})
        self.assertEqual(given["statuses"], {"tests/test_v.py::test_v": "PASSED"})

    def test_a_repository_that_reads_its_own_version_from_its_metadata_can_be_imported(self):
        tests = {"tests/test_v.py": "from importlib.metadata import version\n\n\ndef test_v():\n    assert version('pkg') == '1.2'\n"}
        for name in ("pkg-1.2.dist-info/METADATA", "pkg.egg-info/PKG-INFO"):
            with self.subTest(name):
                given, _ = self.ran(tests=tests, project={name: METADATA})
                self.assertEqual((given["statuses"], given["trouble"]), ({"tests/test_v.py::test_v": "PASSED"}, []))
                shutil.rmtree(os.path.join(self.folder, "project"))

    def test_a_module_that_comes_to_be_beside_the_metadata_is_told(self):
        change = ("import importlib.metadata, os\nfolder = os.path.dirname(str(importlib.metadata.distribution('pkg')._path))\n"
                  "open(os.path.join(folder, 'sitecustomize.py'), 'w').write('')\n\n\ndef total(a, b):\n    return a + b\n")
        given, _ = self.ran({"pkg/sums.py": change}, project={"pkg-1.2.dist-info/METADATA": METADATA})
        self.assertEqual(given["trouble"], ["sitecustomize.py came to be while the tests ran"])

    def test_a_run_that_does_not_end_is_ended(self):
        given, _ = self.ran(tests={"tests/test_slow.py": "import time\n\n\ndef test_slow():\n    time.sleep(600)\n"}, seconds=2)
        self.assertEqual((given["exit"], given["timedOut"]), (None, True))

    def test_forgeries_are_told(self):
        for name, change in FORGERIES.items():
            with self.subTest(name):
                given, _ = self.ran({"pkg/sums.py": change + "\n\ndef total(a, b):\n    return 0\n"})
                self.assertNotEqual(given["trouble"], [], given)

    @with_plugins
    def test_tests_run_in_one_process_and_once_whatever_the_repository_asks_of_plugins(self):
        tests = {"tests/test_sums.py": "from pkg.sums import total\n\n\ndef test_right():\n    assert total(1, 2) == 3\n\n\ndef test_wrong():\n    assert total(1, 2) == 4\n"}
        for options in ("-n 2", "--reruns 2"):
            with self.subTest(options):
                self.lay("source", {"pytest.ini": "[pytest]\naddopts = %s\n" % options})
                given, _ = self.ran(tests=tests, deps=PLUGINS)
                self.assertEqual(given["statuses"], {ID + "test_right": "PASSED", ID + "test_wrong": "FAILED"})
                self.assertEqual((given["exit"], given["trouble"]), (1, []))

    def test_the_exit_code_is_that_without_tests_of_ours(self):
        given, log = self.ran(tests={"tests/test_one.py": "def test_one():\n    pass\n"})
        self.assertEqual((given["exit"], given["trouble"], list(given["statuses"])), (0, [], ["tests/test_one.py::test_one"]))
        self.assertEqual(set(re.findall(r"\btest_\w+", log)) - {"test_one"}, set())

    def test_no_twin_passes(self):
        given, _ = self.ran({}, twin=True)
        words = {test.rpartition("::")[2]: word for test, word in given["statuses"].items()}
        self.assertEqual(words, {"test_total": "FAILED", "test_wrong": "FAILED", "test_skipped": "SKIPPED", "test_expected": "XFAIL",
                                 "test_error": "ERROR", "test_word[a b]": "FAILED"})
        self.assertEqual(given["trouble"], [])

    def test_a_twin_that_a_class_has_of_another_must_fail_too(self):
        tests = {"tests/test_sums.py": "class Base:\n    def test_a(self):\n        assert 1 == 1\n\n\nclass TestSub(Base):\n    pass\n"}
        for forged in (False, True):
            with self.subTest(forged):
                given, _ = self.ran({"conftest.py": FORGERIES["calls no test"]} if forged else {}, tests, twin=True)
                self.assertEqual([one for one in given["trouble"] if "TestSub" in one],
                                 ["tests/test_sums.py::TestSub::test_a passed where it must fail"] if forged else [])

    def test_a_twin_of_which_nothing_is_told_is_told(self):
        once = [ID + "test_total", ID + "test_word[was another]", ID + "test_gone[1]", "tests/test_gone.py::test_a"]
        tests = {"tests/test_sums.py": TESTS["tests/test_sums.py"] + "\n\nclass TestMore:\n    def test_gone(self):\n        pass\n"}
        change = {"conftest.py": "def pytest_collection_modifyitems(items):\n    items[:] = [one for one in items if one.name != 'test_gone']\n"}
        given, _ = self.ran(change, tests, twin=True, passed=[*once, ID + "TestMore::test_gone"])
        self.assertEqual(given["trouble"], [ID + "TestMore::test_gone did not end where it must fail"])

    def test_tests_are_named_from_the_folder_that_they_run_in(self):
        given, log = self.ran({"tests/pytest.ini": "[pytest]\n"})
        self.assertEqual((given["statuses"][ID + "test_total"], given["trouble"]), ("PASSED", []))
        self.assertIn("PASSED " + ID + "test_total", log)
        self.assertIn("rootdir: ", log)

    def test_what_tells_tests_of_ours_by_their_names_finds_none(self):
        known = ("import os, re, sys\nfrom _pytest.reports import TestReport\n_of = TestReport.from_item_and_call.__func__\n"
                 "def forged(cls, item, call):\n    report = _of(cls, item, call)\n"
                 "    ours = re.search(r'test_[0-9a-f]{16}', item.nodeid) or any(re.fullmatch(r'h_[0-9a-f]+', one) for one in vars(item.module))\n"
                 "    if not ours:\n        report.outcome = 'passed'\n        report.longrepr = None\n    return report\n"
                 "TestReport.from_item_and_call = classmethod(forged)\n\n\ndef total(a, b):\n    return 0\n")
        given, _ = self.ran({"pkg/sums.py": known})
        self.assertNotEqual(given["trouble"], [])
        given, _ = self.ran({"pkg/sums.py": known}, twin=True)
        self.assertIn(ID + "test_total passed where it must fail", given["trouble"])

    def test_the_log_of_an_equal_run_is_the_same(self):
        first, second = (self.ran()[1] for _ in range(2))
        self.assertEqual(first, second)
        self.assertIn("rootdir: /testbed", first)
        self.assertIn(" in 0.00s", first)

    def test_a_log_has_no_times_and_no_seeds(self):
        log = b"Ran 3 tests in 1.250s\n== 5 passed in 75.01s (0:01:15) ==\n3 passed, in 0.05 seconds\n0.12s call     a.py::test\nrandom seed:        815\n"
        self.assertEqual(run_task_tests.same_each_time(log + b"/tmp/x/tree/a.py", "/tmp/x/tree"),
                         b"Ran 3 tests in 0.00s\n== 5 passed in 0.00s ==\n3 passed, in 0.00 seconds\n0.00s call     a.py::test\nrandom seed:        0\n/testbed/a.py")

    def test_addresses_stay_in_ids_of_tests_alone(self):
        log = (b"self = <a.T object at 0x7f329f19e990>\nPASSED a.py::test_b[<T at 0x7f329f19e990>]\n"
               b"FAILED a.py::test_c - assert <T at 0x7f329f19e990> == 0x12\n")
        self.assertEqual(run_task_tests.same_each_time(log, "/tmp/x"),
                         b"self = <a.T object at 0x0>\nPASSED a.py::test_b[<T at 0x7f329f19e990>]\nFAILED a.py::test_c - assert <T at 0x0> == 0x12\n")

    def test_a_removed_file_stays_away_though_the_patch_changes_it(self):
        tests = {"tests/test_there.py": "import os\n\n\ndef test_there():\n    assert not os.path.exists('data.txt')\n"}
        given, _ = self.ran({"data.txt": "kept\n"}, tests, removed=["data.txt"])
        self.assertEqual(given["statuses"], {"tests/test_there.py::test_there": "PASSED"})

    def test_a_file_takes_the_place_of_a_folder_and_a_folder_that_of_a_file(self):
        tests = {"tests/test_kinds.py": "import os\n\n\ndef test_kinds():\n    assert os.path.isfile('pkg') and os.path.isdir('run.txt')\n"}
        with unittest.mock.patch.dict(SOURCE, {"run.txt": "x\n"}):
            removed = ["run.txt", *(path for path in SOURCE if path.startswith("pkg/"))]
            given, _ = self.ran({"pkg": "x\n", "run.txt/a.txt": "x\n"}, tests, removed=removed)
        self.assertEqual(given["statuses"], {"tests/test_kinds.py::test_kinds": "PASSED"})

    def test_a_value_that_equals_everything_makes_the_twin_pass(self):
        always = "class Any(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n\n\ndef total(a, b):\n    return Any()\n"
        given, _ = self.ran({"pkg/sums.py": always}, twin=True)
        self.assertIn(ID + "test_total passed where it must fail", given["trouble"])

    def test_code_that_a_patch_changes_may_not_skip_a_test(self):
        given, _ = self.ran({"pkg/sums.py": "import pytest\n\n\ndef total(a, b):\n    pytest.xfail('later')\n"})
        self.assertEqual(given["statuses"][ID + "test_total"], "XFAIL")
        self.assertIn(ID + "test_total: XFailed by pkg/sums.py, which the patch changes", given["trouble"])

    def test_a_file_of_tests_that_cannot_be_read_is_no_forgery(self):
        given, _ = self.ran({"pkg/sums.py": "raise ValueError\n"})
        self.assertEqual((given["exit"], given["trouble"]), (2, []))

    def test_a_script_in_place_of_the_runner(self):
        given, log = self.ran(script="from pkg.sums import total\nprint('Issue', total(1, 2))\n")
        self.assertEqual((given["exit"], given["statuses"], log), (0, None, "Issue 3\n"))


FORGERIES = {
    "leaves with 0 at the end": "import atexit, os\natexit.register(lambda: os._exit(0))",
    "leaves at once": "import os\nos._exit(0)",
    "passes every report": "from _pytest.reports import TestReport\n_of = TestReport.from_item_and_call.__func__\n"
                           "def forged(cls, item, call):\n    report = _of(cls, item, call)\n    report.outcome = 'passed'\n    report.longrepr = None\n    return report\n"
                           "TestReport.from_item_and_call = classmethod(forged)",
    "calls no test": "from _pytest.python import Function\nFunction.runtest = lambda self: None",
    "writes the lines of the reporter": "import os\nfor fd in range(3, 20):\n    try:\n        os.write(fd, b'{\"kind\": \"report\"}\\n')\n    except OSError:\n        pass",
    "rewrites its test": "import threading, glob, time\ndef change():\n    for path in glob.glob('tests/test_sums.py'):\n        open(path, 'w').write('def test_total():\\n    pass\\n')\nchange()",
    "compares as it likes": "import builtins\nfrom _pytest.assertion import rewrite\nfrom _pytest.python import pytest_pyfunc_call\nimport _pytest.runner as r\n"
                            "_call = r.CallInfo.from_call.__func__\ndef forged(cls, func, when, reraise=None):\n    def quiet():\n        try:\n            func()\n        except Exception:\n            pass\n    return _call(cls, quiet, when, reraise)\n"
                            "r.CallInfo.from_call = classmethod(forged)",
}
