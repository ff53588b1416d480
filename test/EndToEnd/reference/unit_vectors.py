"""unit_vectors.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(1000)
rng = Generator(2025)
theta = rng.uniform(np.float32, (n,)) * (2 * np.pi)
phi = rng.uniform(np.float32, (n,)) * np.pi
x = np.sin(phi) * np.cos(theta)
y = np.sin(phi) * np.sin(theta)
z = np.cos(phi)
report("points", np.stack([x, y, z], axis=-1))
