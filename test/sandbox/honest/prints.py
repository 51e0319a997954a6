def f(x): print("hello", x)
