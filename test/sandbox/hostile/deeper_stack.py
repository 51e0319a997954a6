import resource, sys, threading
resource.setrlimit(resource.RLIMIT_STACK, (1 << 28, resource.RLIM_INFINITY))
sys.setrecursionlimit(1 << 20)
threading.stack_size(1 << 28)
def total(many): return 0 if many == 0 else 1 + total(many - 1)
def add(a, b):
    result = []
    thread = threading.Thread(target=lambda: result.append(total(20_000)))
    thread.start()
    thread.join()
    return a + b if result == [20_000] else None
