import collections as c
from typing import List
class Helper: pass
def add(a: int, b: int) -> int: return a + b
