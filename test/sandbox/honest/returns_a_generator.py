def f(n):
    for item in range(n): yield item
