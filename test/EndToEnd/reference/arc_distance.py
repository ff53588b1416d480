"""arc_distance.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(1000)
rng = Generator(42)
theta_1, phi_1, theta_2, phi_2 = (rng.uniform(np.float64, (n,)) for _ in range(4))
half_chord_squared = (np.sin((theta_2 - theta_1) / 2) ** 2
                      + np.cos(theta_1) * np.cos(theta_2) * np.sin((phi_2 - phi_1) / 2) ** 2)
report("distance", 2 * np.arctan2(np.sqrt(half_chord_squared), np.sqrt(1 - half_chord_squared)))
