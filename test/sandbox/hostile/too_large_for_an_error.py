def add(a): return "x" * (130 << 20)
