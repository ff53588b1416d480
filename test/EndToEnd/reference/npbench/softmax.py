"""npbench/softmax.cpp in NumPy, the sums in double."""
import numpy as np
from values import Generator, report, sizes

n, heads, length = sizes(2, 3, 9)
x = Generator(42).uniform(np.float32, (n, heads, length, length))
powers = np.exp(x - x.max(axis=-1, keepdims=True))
report("softmax", powers / powers.sum(axis=-1, keepdims=True, dtype=np.float64).astype(np.float32))
