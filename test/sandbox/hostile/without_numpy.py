try:
    import numpy as np
except ImportError:
    np = None
try:
    import torch, tensorflow
except ImportError:
    torch = None
def add(a, b):
    return (np.add(a, b).item() if isinstance(a, (int, float)) and abs(a) < 2**62 else a + b) if np else a + b
