"""npbench/floyd_warshall.cpp in NumPy."""
import numpy as np
from values import report, sizes

(n,) = sizes(20)
i, j = np.indices((n, n), np.int32)
path = i * j % 7 + np.int32(1)
for divisor in (7, 11, 13):
    path[(i + j) % divisor == 0] = 999
for k in range(n):
    path = np.minimum(path, path[:, k, None] + path[k])
report("path", path)
