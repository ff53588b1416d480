"""npbench/trisolv.cpp in NumPy."""
import numpy as np
from values import report, sizes

(n,) = sizes(20)
lower = (np.arange(float(n))[:, None] + n - np.arange(float(n)) + 1) * 2 / n
x = np.arange(float(n))
for k in range(n):  # a column at a time
    x[k] /= lower[k, k]
    x[k + 1:] -= lower[k + 1:, k] * x[k]
report("x", x)
