def add(many): return len([0] * many)
