"""npbench/bicg.cpp in NumPy."""
import numpy as np
from values import report, sizes

m, n = sizes(19, 26)
i, j = np.arange(float(n)), np.arange(float(m))
a = i[:, None] * (j + 1) % n / n
report("left", a.T @ (i % n / n))
report("right", a @ (j % m / m))
