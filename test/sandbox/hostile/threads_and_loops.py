import asyncio, queue, threading
async def later(value):
    await asyncio.sleep(0.01)
    return value
async def both(a, b): return sum(await asyncio.gather(later(a), later(b)))
def add(a, b):
    tasks, done = queue.Queue(), queue.Queue()
    def work():
        while (task := tasks.get()) is not None: done.put(task)
    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers: worker.start()
    for value in (a, b): tasks.put(value)
    for _ in workers: tasks.put(None)
    for worker in workers: worker.join()
    first = done.get() + done.get()
    return first if first == asyncio.run(both(a, b)) else None
