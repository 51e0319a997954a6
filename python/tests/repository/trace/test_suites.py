import time
import unittest

from repository.trace.suites import fenced


class FencedTest(unittest.TestCase):
    def test_code_that_is_said_to_be_python_is_found_where_its_fence_is_closed(self):
        text = "```python\na = 1\n```\n```bash\nls\n```\n``` py title=x\nb = 2\n```\n```\nc\n```\n```python\nnever closed\n"
        self.assertEqual(fenced(text), ["a = 1\n", "b = 2\n"])

    def test_fences_that_are_never_closed_take_no_longer_than_others(self):
        started = time.process_time()
        self.assertEqual(len(fenced("```python\nx\n" * 80_000)), 40_000)
        self.assertLess(time.process_time() - started, 2)


if __name__ == "__main__":
    unittest.main()
