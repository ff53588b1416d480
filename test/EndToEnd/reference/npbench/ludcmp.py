"""npbench/ludcmp.cpp in NumPy."""
import numpy as np
from matrices import positive_definite
from values import report, sizes

(n,) = sizes(15)
a = positive_definite(n)
y = (np.arange(float(n)) + 1) / n / 2 + 4
for k in range(n):
    a[k + 1:, k] /= a[k, k]
    a[k + 1:, k + 1:] -= a[k + 1:, k, None] * a[k, k + 1:]
    y[k + 1:] -= a[k + 1:, k] * y[k]
x = y.copy()
for k in reversed(range(n)):
    x[k] /= a[k, k]
    x[:k] -= a[:k, k] * x[k]
report("x", x)
report("y", y)
