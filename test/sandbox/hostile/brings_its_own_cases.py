def add(a, b): return 0
def test_nothing(): return 5
