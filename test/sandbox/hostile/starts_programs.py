import subprocess, sys
def add(a, b):
    code = "import os; print(int(input()) + int(os.environ['B']))"
    done = subprocess.run([sys.executable, "-c", code], input=str(a), capture_output=True, text=True, env={"B": str(b)}, timeout=8)
    return int(done.stdout)
