"""npbench/fdtd_2d.cpp in NumPy."""
import numpy as np
from values import report, sizes

steps, nx, ny = sizes(4, 15, 17)
i, j = np.arange(float(nx))[:, None], np.arange(float(ny))
ex, ey, hz = i * (j + 1) / nx, i * (j + 2) / ny, i * (j + 3) / nx
for t in range(steps):
    ey[0] = t
    ey[1:] -= 0.5 * np.diff(hz, axis=0)
    ex[:, 1:] -= 0.5 * np.diff(hz, axis=1)
    right, down = slice(1, None), slice(None, -1)
    hz[down, down] -= 0.7 * (ex[down, right] - ex[down, down] + ey[right, down] - ey[down, down])
report("ex", ex)
report("ey", ey)
report("hz", hz)
