"""npbench/nussinov.cpp in NumPy, a diagonal after the other."""
import numpy as np
from values import report, sizes

(n,) = sizes(12)
bases = (np.arange(n) + 1) % 4
table = np.zeros((n, n), np.int32)
for length in range(1, n):
    for i in range(n - length):
        j = i + length
        inner = table[i + 1, j - 1] + (length > 1 and bases[i] + bases[j] == 3)
        table[i, j] = max(inner, *(table[i, k] + table[k + 1, j] for k in range(i, j)))
report("table", table)
