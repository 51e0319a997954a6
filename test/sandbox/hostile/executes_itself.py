import os, sys
os.execv(sys.executable, [sys.executable, "-S", "-c", "import os, sys\nwhile True: os.execv(sys.executable, [sys.executable, '-S', '-c', 'import os, sys; os.execv(sys.executable, sys.orig_argv)'])"])
