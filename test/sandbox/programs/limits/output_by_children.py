# expect: output-limit
import os

for _ in range(3):
    os.fork()
while True:
    os.write(2, b"\xff\x1b[2J" * 10000)
