# expect: raised
def add(a, b):
    raise ValueError("\x1b]0;title\x07" + "/usr/lib/x" * 3_000_000)
