import collections, itertools, re, signal
for number in range(1, 32):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
re.fullmatch("(a*)*b", "a" * 40)
collections.deque(itertools.repeat(0), maxlen=0)
