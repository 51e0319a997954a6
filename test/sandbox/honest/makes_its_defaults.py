from collections import defaultdict
def f(): return defaultdict(lambda: 7)
