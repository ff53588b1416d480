"""npbench/heat_3d.cpp in NumPy."""
import numpy as np
from values import report, sizes

steps, n = sizes(3, 9)
i, j, k = np.indices((n, n, n)).astype(float)
a = (i + j + (n - k)) * 10 / n
b = a.copy()


def curvature(x, axis):
    """The second difference along the axis, where the other two are inside."""
    x = np.moveaxis(x, axis, 0)[:, 1:-1, 1:-1]
    return np.moveaxis(x[:-2] - 2 * x[1:-1] + x[2:], 0, axis)


for _ in range(steps - 1):
    for old, new in ((a, b), (b, a)):
        spread = old[1:-1, 1:-1, 1:-1]
        for axis in range(3):
            spread = spread + 0.125 * curvature(old, axis)
        new[1:-1, 1:-1, 1:-1] = spread
report("a", a)
report("b", b)
