# made elsewhere
import math

def add(a, b):
	if a == b:
		return 2 * a
	return a + b