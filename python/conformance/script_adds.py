import sys

total = sum(int(word) for line in sys.stdin for word in line.split())
print(total)
print("summed", file=sys.stderr)
sys.exit(total % 256)
