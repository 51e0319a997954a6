import copy, csv, io, json, os, pickle, shelve, sqlite3, tempfile, zipfile
class Item:
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == other.n
def add(a, b):
    item = Item(a + b)
    assert pickle.loads(pickle.dumps(item)) == item and copy.deepcopy([item])[0] == item
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(folder + "/z.zip", "w") as archive: archive.writestr("n", json.dumps(item.n))
        data = sqlite3.connect(folder + "/d.db")
        data.execute("create table t (n text)"); data.execute("insert into t values (?)", (repr(item.n),)); data.commit()
        row, = data.execute("select n from t").fetchone(); data.close()
        with zipfile.ZipFile(folder + "/z.zip") as archive: n = json.loads(archive.read("n"))
        assert repr(n) == row and sorted(os.listdir(folder)) == ["d.db", "z.zip"]
    return n
