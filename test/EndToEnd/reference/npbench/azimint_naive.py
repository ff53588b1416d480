"""npbench/azimint_naive.cpp in NumPy."""
import numpy as np
from values import Generator, report, sizes

n, rings = sizes(500, 8)
rng = Generator(42)
data, radius = rng.uniform(np.float64, (n,)), rng.uniform(np.float64, (n,))
greatest = radius.max()
report("mean", np.array([data[(greatest * i / rings <= radius) & (radius < greatest * (i + 1) / rings)].mean()
                         for i in range(rings)]))
