import resource


def add(a, b):
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    except (OSError, ValueError):
        pass
    while True:
        pass
