import atexit, os, sys
atexit.register(os._exit, 0)
sys.stdout.write("to")
os.kill(os.getpid(), 15)
sys.exit(0)
