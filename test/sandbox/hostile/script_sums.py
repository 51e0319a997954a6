import sys
total = sum(int(line) for line in sys.stdin if line.strip())
print("total", total)
sys.exit(0)
