"""npbench/mvt.cpp in NumPy."""
import numpy as np
from values import report, sizes

(n,) = sizes(24)
i = np.arange(float(n))
a = i[:, None] * i % n / n
report("x1", i / n + a @ ((i + 3) % n / n))
report("x2", (i + 1) % n / n + a.T @ ((i + 4) % n / n))
