"""npbench/lu.cpp in NumPy."""
from matrices import positive_definite
from values import report, sizes

(n,) = sizes(15)
a = positive_definite(n)
for k in range(n):
    a[k + 1:, k] /= a[k, k]
    a[k + 1:, k + 1:] -= a[k + 1:, k, None] * a[k, k + 1:]
report("a", a)
