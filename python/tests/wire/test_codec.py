import struct
import unittest

from sandbox_tools.wire import peer, selfcheck, trees
from sandbox_tools.wire.containers import contents
from sandbox_tools.wire.likeness import shape
from sandbox_tools.wire.messages import compose, finish, untie
from sandbox_tools.wire.codec import Memo, Nonsense, Reader, read, read_items, write

#: What reading a tree at fault may raise; all of it is nonsense to the checker.
FAULTS = (Nonsense, struct.error, ValueError, TypeError, LookupError, ArithmeticError, AttributeError)


class EveryValue(unittest.TestCase):
    def test_listed_values_and_random_trees_arrive_as_they_were_sent(self):
        self.assertEqual(selfcheck.wire_selfcheck(400, 1), [])

    def test_all_promised_kinds_are_among_the_listed(self):
        self.assertGreaterEqual(len(trees.special_values()), 61)
        self.assertGreaterEqual(len(trees.packed_values()), 8)

    def test_the_comparison_sees_what_equality_does_not(self):
        shared = [1]
        for left, right in (
            (1, True), (0.0, -0.0), ([1, 2], (1, 2)), ({1: 1, 2: 2}, {2: 2, 1: 1}), ([shared, shared], [[1], [1]]),
            (1, 1.0), ("a", b"a"), (bytearray(b"a"), b"a"),
        ):
            self.assertNotEqual(shape(left), shape(right))
        self.assertEqual(shape(float("nan")), shape(float("nan")))

    def test_a_lost_value_is_told(self):
        self.assertIn("value 7", selfcheck.fault_of(object(), "value 7"))

    def test_an_instance_of_a_derived_class_does_not_travel(self):
        for base in (int, str, list, dict, tuple, set, float, bytes):
            with self.assertRaises(peer.NotData):
                selfcheck.through_the_wire([type("Derived", (base,), {})()])

    def test_sets_keep_the_order_in_which_they_are_run_through(self):
        for value in ({16, 12, 13, 14, 15}, set([16, 12, 13, 14, 15]), frozenset({64, 1, 33}), {"b", "a", "c"}):
            self.assertEqual(list(selfcheck.through_the_wire(value)), list(value))

    def test_integers_among_many_floats_stay_what_they_are(self):
        floats = [n + 0.5 for n in range(200)] + [-0.0, float("inf")]
        for few in ([], [7], [-(2 ** 53), 0, 2 ** 53], [2 ** 53 + 1], [10 ** 400], list(range(100))):
            value = [*few, *floats, *few]
            self.assertEqual(shape(selfcheck.through_the_wire(value)), shape(value))


class Refused(unittest.TestCase):
    def read(self, tree, data=b""):
        return read(tree, Reader(peer.Peer(), memoryview(data)))

    def test_trees_that_no_writer_makes(self):
        for tree in (
            {}, {"t": [], "s": []}, {"nothing": 1}, {"r": 0}, {"r": -1}, {"r": "0"}, {"a": 0}, {"u": 0}, {"i": "xyz"},
            {"i": 5}, {"T": "zip_"}, {"T": "__loader__"}, {"t": 5}, {"d": [[1], []]}, {"d": 5}, {"s": [[1]]},
            {"f": [{"d": [[], []]}]}, {"D": "abc"}, {"F": [1, 0]}, {"datetime": [0] * 9}, {"range": [1, 2, 0]},
            {"array": ["?", [0, 0]]}, {"memory": ["B", "I", [3], [0, 0]]}, {"h": 0}, {"H": 0}, {"C": []}, {"e": []},
            {"k": [0, "x"]}, {"K": 0}, {"N": [1, []]}, {"one": "x"}, {"n": "ff"}, {"S": [0, 1]},
            {"default": [[], [], 5]}, {"l": {"x": [0, 0, [0]]}}, {"l": {"x": [0, 0, [-1]]}}, {"l": {"x": [0, 0, ["0"]]}},
        ):
            with self.subTest(tree=tree), self.assertRaises(FAULTS):
                self.read(tree)

    def test_bytes_cannot_be_named_twice_or_out_of_place(self):
        data = bytes(64)
        self.assertEqual(self.read({"l": {"q": [0, 64]}}, data), [0] * 8)
        for tree in (
            [{"l": {"q": [0, 64]}}, {"l": {"q": [0, 64]}}], {"b": [-1, 5]}, {"b": [60, 8]}, {"b": [0, 65]},
            {"b": [0, -1]}, {"b": [True, 1]}, {"b": ["0", 1]}, {"b": [0]},
        ):
            with self.subTest(tree=tree), self.assertRaises((Nonsense, ValueError)):
                self.read(tree, data)

    def test_twice_the_same_key_is_one(self):
        from sandbox_tools.wire.channel import from_text

        self.assertEqual(self.read(from_text('{"t":[1],"t":[2]}')), (2,))


class Graphs(unittest.TestCase):
    def test_what_is_met_twice_is_written_once(self):
        part = list(range(10))
        memo = Memo(peer.Peer())
        tree = write([part, part], memo)
        self.assertEqual(tree[1], {"r": 1})

    def test_contents_of_a_container_can_be_sent_alone(self):
        value = [1, (2,)]
        memo = Memo(peer.Peer())
        tree = contents(value, memo)
        self.assertEqual(read_items(tree["l"], Reader(peer.Peer())), value)

    def test_a_cycle_through_a_tuple_is_sent_as_a_graph(self):
        inner = ([],)
        inner[0].append(inner)
        tree, memo = compose(lambda memo: [write(inner, memo)], lambda: Memo(peer.Peer()))
        self.assertEqual(list(tree), ["g"])
        reader = Reader(peer.Peer())
        arrived = read(untie(tree, reader)[0], reader)
        finish(reader)
        self.assertIs(arrived[0][0], arrived)


if __name__ == "__main__":
    unittest.main()
