"""npbench/gesummv.cpp in NumPy."""
import numpy as np
from values import report, sizes

(n,) = sizes(27)
i, j = np.arange(float(n))[:, None], np.arange(float(n))
x = j / n
report("y", 1.5 * (((i * j + 1) % n / n) @ x) + 1.2 * (((i * j + 2) % n / n) @ x))
