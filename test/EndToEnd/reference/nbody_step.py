"""nbody_step.cpp in NumPy, with all pairs at once."""
import numpy as np
from values import Generator, report, size_argument

n = size_argument(25)
rng = Generator(42)
mass = 20.0 * np.ones((n, 1)) / n
position = rng.normal(np.float64, (n, 3))
velocity = rng.normal(np.float64, (n, 3))
gravity, softening, dt = 1.0, 0.1, 0.01


def acceleration(position):
    apart = position[None, :, :] - position[:, None, :]
    cubed = (np.sum(apart * apart, axis=-1) + softening**2) ** -1.5
    return gravity * np.einsum("ijk,ij,j->ik", apart, cubed, mass[:, 0])


force = acceleration(position)
for _ in range(10):
    velocity += force * (dt / 2)
    position += velocity * dt
    force = acceleration(position)
    velocity += force * (dt / 2)
report("position", position)
report("velocity", velocity)
report("kinetic", 0.5 * np.sum(mass * velocity * velocity))
