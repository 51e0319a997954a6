def add(item, seen=[]): return item
