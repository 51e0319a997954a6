# expect: passed
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context


@dataclass
class Pair:
    a: int
    b: int


def double(x):
    return 2 * x


def add(a, b):
    assert pickle.loads(pickle.dumps(Pair(a, b))) == Pair(a, b)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(double, [1, 2])) == [2, 4]
    with get_context("fork").Pool(2) as pool:
        assert pool.map(double, [1, 2]) == [2, 4]
    return a + b


if __name__ == "__main__":
    print(add(int(input()), 1))
