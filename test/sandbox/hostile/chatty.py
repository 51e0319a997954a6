import io, logging, sys, warnings
logging.basicConfig(level=logging.DEBUG)
print("x" * 100000)
sys.stderr.write("\x1b[31mred\n")
def add(a, b):
    warnings.warn("old"); logging.info("adding"); print(a, b, flush=True)
    keep, sys.stdout = sys.stdout, io.StringIO()
    print("hidden")
    if sys.stdout.getvalue() != "hidden\n": return None
    return a + b
