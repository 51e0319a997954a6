"""Prints what is in the folders that every program finds empty, as a JSON list."""
import json
import os

found = []
for folder in ("/tmp", "/dev/shm", "/var/tmp"):
    try:
        found += [folder + "/" + name for name in os.listdir(folder)]
    except OSError:
        pass
print(json.dumps(sorted(found)[:20]))
