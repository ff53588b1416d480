"""npbench/cholesky.cpp in NumPy."""
import numpy as np
from matrices import positive_definite
from values import report, sizes

(n,) = sizes(15)
a = positive_definite(n)
report("a", np.tril(np.linalg.cholesky(a)) + np.triu(a, 1))
