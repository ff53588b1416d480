"""npbench/atax.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(20, 25)
i, j = np.arange(float(m))[:, None], np.arange(float(n))
a = (i + j) % n / (5 * m)
report("y", a.T @ (a @ (1 + j / n)))
