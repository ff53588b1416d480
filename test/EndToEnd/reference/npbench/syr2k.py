"""npbench/syr2k.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(10, 13)
i, k = np.arange(float(n))[:, None], np.arange(float(m))
c = (i * np.arange(n) + 3) % n / m
a, b = (i * k + 1) % n / n, (i * k + 2) % m / m
report("c", np.tril(1.2 * c + 1.5 * (a @ b.T + b @ a.T)) + np.triu(c, 1))
