"""split_helpers.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(1000)
rng = Generator(5)
value = rng.uniform(np.float32, (n,))
x, y = (rng.uniform(np.float32, (n,), -1, 1) for _ in range(2))
angle = rng.uniform(np.float32, (n,), -720, 720)


def taper(r, inner, outer=np.float32(1)):
    t = np.clip((r - inner) / (outer - inner), 0, 1)
    return 0.5 * (1 + np.cos(np.pi * t))


ahead = np.abs((angle + 180) % 360 - 180) < 90
weight = np.where(ahead, taper(np.sqrt(x * x + y * y), np.float32(0.25)), np.float32(0))
report("weighted", value * weight)
