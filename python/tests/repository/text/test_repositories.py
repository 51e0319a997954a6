"""Every body of the real repositories is taken out and put back. SLOW_TESTS=1 takes all of them, else a sample by repository."""
import os
import unittest

from repository.text.bodies import STUB, check_stub, located, stub_of
from repository.text.files import walk
from repository.text.layout import Layout
from repository.text.scopes import walk_definitions
from repository.text.source import Unreadable, read_source
from repository.text.swap import swap
from tests.repository.needed import REAL, SYNTHETIC, with_real, with_synthetic

SAMPLE = 12


def sources(root):
    for entry in walk(str(root), keep=("tests",)):
        if entry.raw is not None:
            try:
                yield entry.path, read_source(entry.raw)
            except Unreadable:
                pass


def sample(root):
    pairs = [(path, source, found) for path, source in sources(root) for found in walk_definitions(source.tree)]
    step = 1 if os.environ.get("SLOW_TESTS") else max(1, len(pairs) // SAMPLE)
    return pairs[step // 2::step]


class RepositoriesTest(unittest.TestCase):
    def check(self, path, source, found):
        definition = {"qualname": found.qualname, "n": found.number}
        cut = stub_of(source, found)
        told = check_stub(source.raw, cut, definition)
        self.assertTrue(told["parses"] and told["headerKept"] and told["docstringKept"] and told["neighboursKept"], told)
        stubbed = read_source(cut)
        left = Layout(stubbed, located(stubbed, definition).node)
        self.assertEqual([stubbed.segment(node) for node in left.rest], [STUB])
        layout = Layout(source, found.node)
        alone = source.text[source.line_start(source.line_of(layout.start)):layout.block_end]
        for candidate in (source.text, alone):
            again = swap(stubbed, located(stubbed, definition), candidate)
            self.assertEqual((again.raw, again.placed), (source.raw, []))

    @with_real
    def test_each_body_can_be_taken_out_and_put_back_byte_for_byte(self):
        for name in sorted(os.listdir(REAL)):
            with self.subTest(name):
                for path, source, found in sample(os.path.join(REAL, name)):
                    with self.subTest(path=path, qualname=found.qualname):
                        self.check(path, source, found)

    @with_synthetic
    def test_so_can_those_of_the_synthetic_repositories(self):
        for name in ("kinds", "identity", "state", "values", "flaky", "deep-nesting", "dotted-names", "typing-only"):
            with self.subTest(name):
                for path, source in sources(os.path.join(SYNTHETIC, name)):
                    for found in walk_definitions(source.tree):
                        with self.subTest(path=path, qualname=found.qualname):
                            self.check(path, source, found)
