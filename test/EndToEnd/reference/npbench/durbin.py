"""npbench/durbin.cpp in NumPy."""
import numpy as np
from values import report, sizes

(n,) = sizes(20)
r = n + 1 - np.arange(float(n))
y = np.array([-r[0]])
beta = 1.0
for k in range(1, n):
    beta *= 1 - y[-1] * y[-1]
    alpha = -(r[k] + np.sum(r[:k][::-1] * y)) / beta
    y = np.append(y + alpha * y[::-1], alpha)
report("y", y)
