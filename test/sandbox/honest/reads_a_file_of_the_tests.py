def f(path):
    with open(path) as file: return file.read()
