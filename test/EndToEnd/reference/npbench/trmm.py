"""npbench/trmm.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(11, 13)
i = np.arange(float(m))[:, None]
a = np.tril(i * np.arange(m) % m / m, -1) + np.eye(m)
report("b", 1.5 * (a.T @ ((n + i - np.arange(n)) % n / n)))
