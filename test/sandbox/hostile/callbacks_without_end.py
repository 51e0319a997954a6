def add(function, n):
    return function(n + 1)
