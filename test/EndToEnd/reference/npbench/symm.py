"""npbench/symm.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(10, 12)
i, j = np.arange(float(m))[:, None], np.arange(float(n))
a = np.tril((i + np.arange(m)) % 100 / m)
whole = a + np.tril(a, -1).T
report("c", 1.2 * ((i + j) % 100 / m) + 1.5 * (whole @ ((n + i - j) % 100 / m)))
