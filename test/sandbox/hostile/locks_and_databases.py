import fcntl, multiprocessing, os, shelve, sqlite3, subprocess, tempfile
def count(path):
    for _ in range(10):
        with open(path, "r+") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            number = int(file.read())
            file.seek(0)
            file.write(str(number + 1))
def locked(folder):
    path = folder + "/count"
    with open(path, "w") as file: file.write("0")
    workers = [multiprocessing.Process(target=count, args=(path,)) for _ in range(3)]
    for worker in workers: worker.start()
    for worker in workers: worker.join()
    with open(path) as file: return file.read() == "30"
def stored(folder, value):
    for mode in ("delete", "wal"):
        one, two = (sqlite3.connect(folder + "/data", timeout=0) for _ in range(2))
        one.execute("pragma journal_mode=" + mode)
        one.execute("create table if not exists values_ (text)")
        one.execute("begin immediate")
        one.execute("insert into values_ values (?)", (repr(value),))
        try: two.execute("begin immediate")
        except sqlite3.OperationalError: one.commit()
        found = two.execute("select distinct text from values_").fetchall() == [(repr(value),)]
        one.close(), two.close()
        if not found: return False
    with shelve.open(folder + "/shelf") as shelf: shelf["value"] = value
    with shelve.open(folder + "/shelf") as shelf: return shelf["value"] == value
def add(a, b):
    with tempfile.TemporaryDirectory() as folder:
        assert locked(folder) and stored(folder, a + b)
    with open(os.devnull, "r+b") as nothing: assert nothing.write(b"x") and nothing.read() == b""
    quiet = subprocess.run(["echo", "x"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    assert quiet.returncode == 0
    return a + b
