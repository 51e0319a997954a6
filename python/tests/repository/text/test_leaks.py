import time
import unittest

from repository.text.leaks import longest_shared_run
from repository.text.tokens import tokens

BODY = "total = base + sum(values) * 2\nif total > limit:\n    raise ValueError('too much')\nreturn total"


class LeaksTest(unittest.TestCase):
    def run_of(self, text, body=BODY, signature=""):
        return longest_shared_run(text, body, signature)["tokens"]

    def test_layout_and_comments_do_not_hide_a_run(self):
        for text in ("total=base+sum(values)*2", "total = base + \\\n   sum( # how\n values )  *2", "# total = base + sum(\n#   values) * 2",
                     "It isn't hard:\n\n    >>> total = base + sum(values) * 2\n", "```total = base + sum(values) * 2```"):
            self.assertEqual(self.run_of(text), 10, text)

    def test_prose_shares_no_long_run(self):
        self.assertLess(self.run_of("Returns the total of base and the sum of values, or raises ValueError('too much')."), 8)
        self.assertEqual(self.run_of(""), 0)
        self.assertEqual(self.run_of("anything", ""), 0)

    def test_strings_are_one_token_whatever_their_quotes(self):
        self.assertEqual(longest_shared_run('raise ValueError("too much")', BODY)["run"], "raise ValueError ( :too much )")

    def test_what_the_signature_says_is_no_leak(self):
        body = "return g(a, b=1, c=2, d=3)"
        self.assertEqual(self.run_of("call with a, b=1, c=2, d=3", body), 13)
        self.assertEqual(self.run_of("call with a, b=1, c=2, d=3", body, "def f(a, b=1, c=2, d=3)"), 0)
        self.assertEqual(self.run_of("return g(a, b=1, c=2, d=3)", body, "def f(a, b=1, c=2, d=3)"), 17)

    def test_the_run_found_is_the_one_a_plain_search_finds(self):
        import random
        chance = random.Random(7)
        for _ in range(200):
            body, text = ([chance.choice("abc") for _ in range(chance.randint(0, 30))] for _ in range(2))
            joined = " ".join(text) + " "
            best = max((j - i for i in range(len(body)) for j in range(i + 1, len(body) + 1)
                        if " ".join(body[i:j]) + " " in joined), default=0)
            self.assertEqual(self.run_of(" ".join(text), " ".join(body)), best)

    def test_hostile_text_takes_linear_time(self):
        start = time.process_time()
        for unit in ("'", '"', "\\'", "\\", "'''", "a'", "#", "\"\\\"", "f'{", "0e", "((", "\\\n"):
            self.assertIsNotNone(sum(1 for _ in tokens(unit * 50000)))
            longest_shared_run(unit * 20000, unit * 20000)
        self.assertLess(time.process_time() - start, 30)
