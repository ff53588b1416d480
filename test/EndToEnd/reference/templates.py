"""templates.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument


def smoothstep(x, lo, hi):
    t = np.clip((x - lo) / (hi - lo), 0, 1)
    return t * t * (3 - 2 * t)


n = size_argument(1000)
rng = Generator(13)
x = rng.uniform(np.float32, (n,))
y = rng.uniform(np.float64, (n,))
report("single", smoothstep(x, np.float32(0.25), np.float32(0.75)))
report("twice", smoothstep(y, 0.25, 0.75))
