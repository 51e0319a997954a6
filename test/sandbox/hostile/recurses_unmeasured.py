def add(many): return 0 if many == 0 else 1 + add(many - 1)
