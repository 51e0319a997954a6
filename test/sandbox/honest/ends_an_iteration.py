def f(): raise StopIteration
