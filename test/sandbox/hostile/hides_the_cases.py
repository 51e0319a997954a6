LIMIT = 5
class Text(str): pass
def add(a, b): return 0
def hide(names, kind):
    for name in [name for name in names if name[:2] == "__"]: names[kind(name)] = names.pop(name)
    del names["Text"], names["hide"]
hide(globals(), Text)
