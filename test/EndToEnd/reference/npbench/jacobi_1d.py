"""npbench/jacobi_1d.cpp in NumPy."""
import numpy as np
from values import report, sizes

steps, n = sizes(5, 40)
a, b = ((np.arange(n) + shift) / n for shift in (2.0, 3.0))
for _ in range(steps - 1):
    for old, new in ((a, b), (b, a)):
        new[1:-1] = (old[:-2] + old[1:-1] + old[2:]) * 0.33333
report("a", a)
report("b", b)
