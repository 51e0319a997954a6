"""Another text for modules of a project, under their real names."""
from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import unittest

from repository.run.overlay import encoded
from tests.repository.run.running import PYTHON, Project

FILES = {
    "p/__init__.py": "from .a import f\nNAME = 'disk'\n", "p/a.py": "def f():\n    return 'disk'\n",
    "p/sub/b.py": "from ..a import f\ndef g():\n    from . import late\n    return late.NAME\n", "p/sub/late.py": "NAME = 'disk'\n",
    "p/old.py": "# -*- coding: latin-1 -*-\nTEXT = 'x'\n", "p/data.txt": "data",
}


def python(project: str, overlay: dict, code: str) -> str:
    """What a fresh interpreter prints, with the overlay over the project."""
    start = f"import sys; sys.path[:0] = [{project!r}, {PYTHON!r}]\nfrom repository.run.overlay import install\ninstall({project!r}, {overlay!r})\n"
    done = subprocess.run([sys.executable, "-c", start + textwrap.dedent(code)], capture_output=True, text=True, timeout=60, cwd="/",
                          env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class OverlayTest(unittest.TestCase):
    def test_a_module_has_the_text_given_by_name_or_by_path_also_when_it_is_imported_late(self):
        with Project(FILES) as project:
            overlay = {"p.a": "def f():\n    return 'overlay'\n", "p/sub/late.py": "NAME = 'late'\n", "p/__init__.py": "from .a import f\nNAME = 'package'\n"}
            self.assertEqual(python(project, overlay, "import p, p.sub.b as b; print(p.f(), p.NAME, b.f(), b.g(), b.f.__module__, p.__path__ == [p.__file__[:-12]])"),
                             "overlay package overlay late p.a True")

    def test_source_names_files_and_pickles_are_those_of_the_real_module(self):
        with Project(FILES) as project:
            overlay = {"p.a": "import pickle\nclass C:\n    def m(self):\n        return 1\ndef f():\n    return pickle.loads(pickle.dumps(C())).m()\n"}
            told = python(project, overlay, """
                import inspect, linecache, p.a, pkgutil, traceback
                print(inspect.getsource(p.a.C.m).strip().splitlines()[1].strip(), p.f(), p.a.__file__.endswith('p/a.py'))
                linecache.checkcache(); print(inspect.getsource(p.a).splitlines()[0], pkgutil.get_data('p', 'data.txt'))
            """)
            self.assertEqual(told, "return 1 1 True\nimport pickle b'data'")

    def test_bytecode_is_neither_used_nor_made(self):
        with Project(FILES) as project:
            python(project, {}, "import p")
            cached = os.path.join(project, "p", "__pycache__")
            before = {name: os.stat(os.path.join(cached, name)).st_mtime_ns for name in os.listdir(cached)}
            self.assertEqual(python(project, {"p.a": "def f():\n    return 'new'\n"}, "import p; print(p.f())"), "new")
            self.assertEqual({name: os.stat(os.path.join(cached, name)).st_mtime_ns for name in os.listdir(cached)}, before)

    def test_declared_encodings_new_modules_and_reloading(self):
        with Project(FILES) as project:
            overlay = {"p.old": "# -*- coding: latin-1 -*-\nTEXT = 'é'\n", "p.new": "x = 1", "p/box/__init__.py": "y = 2", "p.a": "def f(): return 'é'"}
            self.assertEqual(python(project, overlay, "import p.old, p.new, p.box, importlib; importlib.reload(p.a); print(ascii((p.old.TEXT, p.new.x, p.box.y, p.a.f())))"),
                             "('\\xe9', 1, 2, '\\xe9')")
        self.assertEqual(encoded("# coding: nonsense\nx"), b"# coding: nonsense\nx")

    def test_keys_that_lead_out_of_the_project_are_refused(self):
        for key in ("../x.py", "/x.py", "a//b.py", "a b", ""):
            with self.subTest(key), self.assertRaises((ValueError, AssertionError)):
                python("/nowhere", {key: "x = 1"}, "")
                raise ValueError


if __name__ == "__main__":
    unittest.main()
