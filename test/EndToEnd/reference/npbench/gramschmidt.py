"""npbench/gramschmidt.cpp in NumPy."""
import numpy as np
from values import Generator, report, sizes

m, n = sizes(14, 12)
a = Generator(42).uniform(np.float64, (m, n))
r = np.zeros((n, n))
for k in range(n):  # a becomes q column by column
    r[k, k] = np.sqrt(np.sum(a[:, k] ** 2))
    a[:, k] /= r[k, k]
    r[k, k + 1:] = a[:, k] @ a[:, k + 1:]
    a[:, k + 1:] -= a[:, k, None] * r[k, k + 1:]
report("q", a)
report("r", r)
