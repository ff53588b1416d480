"""compute.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(40)
rng = Generator(3)
array_1, array_2 = ((rng.uniform(np.float64, (n, n + 1)) * 1000).astype(np.int64) for _ in range(2))
report("result", np.clip(array_1, 2, 10) * 4 + array_2 * 3 + 9)
