def add(table): return 5
