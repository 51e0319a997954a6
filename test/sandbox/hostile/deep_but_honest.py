import sys
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
def add(n):
    if n > 900: sys.setrecursionlimit(6000)
    return depth(n)
