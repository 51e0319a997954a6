def f():
    global late
    late = 5
