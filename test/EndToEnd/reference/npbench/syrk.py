"""npbench/syrk.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(10, 13)
i = np.arange(float(n))[:, None]
c = (i * np.arange(n) + 2) % n / m
a = (i * np.arange(m) + 1) % n / n
report("c", np.tril(1.2 * c + 1.5 * (a @ a.T)) + np.triu(c, 1))
