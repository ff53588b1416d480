"""npbench/nbody.cpp in NumPy."""
import numpy as np
from values import Generator, report, sizes

n, end, steps = sizes(10, 1, 5)
dt, softening = end / steps, 0.1
rng = Generator(42)
mass = np.full(n, 20.0 / n)
position, velocity = rng.uniform(np.float64, (n, 3)), rng.uniform(np.float64, (n, 3))
velocity -= np.average(velocity, axis=0, weights=mass)
kinetic, potential = np.zeros((2, steps + 1))
pairs = np.triu_indices(n, 1)


def acceleration():
    apart = position[None] - position[:, None]
    weight = mass * (np.sum(apart**2, axis=-1) + softening**2) ** -1.5
    return np.einsum("ijk,ij->ik", apart, weight)


def energies():
    distance = np.linalg.norm(position[pairs[0]] - position[pairs[1]], axis=-1)
    return 0.5 * np.sum(mass[:, None] * velocity**2), -np.sum(mass[pairs[0]] * mass[pairs[1]] / distance)


force = acceleration()
for t in range(steps + 1):
    kinetic[t], potential[t] = energies()
    velocity += force * dt / 2
    position += velocity * dt
    force = acceleration()
    velocity += force * dt / 2
report("kinetic", kinetic)
report("potential", potential)
