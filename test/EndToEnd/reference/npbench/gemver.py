"""npbench/gemver.cpp in NumPy."""
import numpy as np
from values import report, sizes

(n,) = sizes(23)
i = np.arange(float(n))
following = (i + 1) / n
a = i[:, None] * i % n / n
a += i[:, None] * (following / 4) + (following / 2)[:, None] * (following / 6)
x = 1.2 * (a.T @ (following / 8)) + following / 9
report("a", a)
report("x", x)
report("w", 1.5 * (a @ x))
