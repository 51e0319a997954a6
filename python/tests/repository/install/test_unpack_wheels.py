import io
import os
import tempfile
import tarfile
import unittest
import zipfile

from repository import unpack_wheels


class File(io.BytesIO):
    def close(self):
        pass


class Said:
    def __init__(self):
        self.files = {}

    def file(self, name):
        self.files[name] = File()
        return self.files[name]


class UnpackWheelsTest(unittest.TestCase):
    def unpacked(self, members, **request):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a-1-py3-none-any.whl")
            with zipfile.ZipFile(path, "w") as archive:
                for name in members:
                    archive.writestr(name, name)
            said = Said()
            answer = unpack_wheels.answer({"wheels": [path], **request}, said)
        said.files["unpacked.tar"].seek(0)
        with tarfile.open(fileobj=said.files["unpacked.tar"]) as archive:
            names = {member.name: oct(member.mode) for member in archive}
        self.assertEqual(answer["content"]["files"], len(names))
        return names

    def test_modules_are_taken_and_programs_are_not_unless_they_are_named(self):
        members = ["a/__init__.py", "a-1.dist-info/METADATA", "a-1.dist-info/RECORD", "a-1.data/scripts/tool", "a-1.data/scripts/other"]
        self.assertEqual(self.unpacked(members), {"a/__init__.py": "0o644", "a-1.dist-info/METADATA": "0o644"})
        self.assertEqual(self.unpacked(members, scripts=["tool"]), {"tool": "0o755"})

    def test_names_that_lead_out_and_missing_programs_are_refused(self):
        for members, more in ((["../x.py"], {}), (["/x.py"], {}), (["a.py"], {"scripts": ["tool"]})):
            with self.subTest(members=members), self.assertRaises(ValueError):
                self.unpacked(members, **more)


if __name__ == "__main__":
    unittest.main()
