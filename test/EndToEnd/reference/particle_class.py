"""particle_class.cpp in NumPy."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(1000)
rng = Generator(17)
height, gravity, dt = 2.0, 9.81, 0.01
z = rng.uniform(np.float64, (n,), 0.0, height)
velocity = rng.normal(np.float64, (n,))
for _ in range(20):
    velocity -= gravity * dt
    z += velocity * dt
    outside = (z < 0.0) | (z > height)
    velocity = np.where(outside, -velocity, velocity)
    z = np.clip(z, 0.0, height)
report("heights", z)
report("energy", np.mean(0.5 * velocity * velocity + gravity * z))
