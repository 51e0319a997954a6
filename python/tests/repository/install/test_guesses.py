import unittest

from repository.install.guesses import guess, judge

DAY = "2026-01-01"


def page(first="2015-01-01T00:00:00Z", versions=6, wheel=True):
    files = [{"filename": f"name-{n}.0.tar.gz", "upload-time": first.replace("2015", str(int(first[:4]) + n))} for n in range(versions)]
    last = files[-1]["upload-time"]
    return {"files": files + ([{"filename": f"name-{versions - 1}.0-py3-none-any.whl", "upload-time": last}] if wheel else [])}


class GuessesTest(unittest.TestCase):
    def test_only_what_is_old_known_and_built_may_be_installed(self):
        self.assertIsNone(judge("name", page(), DAY))
        for module, found, word in (("nam", page(), "letters"), ("name", None, "no distribution"), ("name", page("2025-06-01T00:00:00Z"), "less than"),
                                    ("name", page(versions=2), "2 versions"), ("name", page(wheel=False), "no wheel"), ("name", {"files": [{"filename": "name-1.tar.gz"}]}, "how old")):
            self.assertIn(word, judge(module, found, DAY))

    def test_a_well_known_name_is_taken_from_the_table_without_asking(self):
        found = guess(["yaml", "inner_tool"], "http://nowhere.invalid", DAY, page=lambda index, name: None)
        self.assertEqual([(one["distribution"], one["install"]) for one in found], [("inner-tool", False), ("PyYAML", True)])


if __name__ == "__main__":
    unittest.main()
