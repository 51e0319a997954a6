import multiprocessing
def square(n): return n * n
def put(queue): queue.put("from a child")
def add(kind):
    if kind == "pool":
        with multiprocessing.Pool(3) as pool: return pool.map(square, range(6))
    queue = multiprocessing.Queue()
    child = multiprocessing.Process(target=put, args=(queue,)); child.start()
    text = queue.get(timeout=5); child.join()
    return text
