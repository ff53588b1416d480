"""npbench/jacobi_2d.cpp in NumPy."""
import numpy as np
from values import report, sizes

steps, n = sizes(4, 20)
i, j = np.arange(float(n))[:, None], np.arange(float(n))
a, b = (i * (j + shift) / n for shift in (2, 3))
for _ in range(steps - 1):
    for old, new in ((a, b), (b, a)):
        around = old[1:-1, 1:-1] + old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:]
        new[1:-1, 1:-1] = 0.2 * around
report("a", a)
report("b", b)
