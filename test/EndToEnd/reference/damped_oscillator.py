"""damped_oscillator.cpp in NumPy."""
import numpy as np
from values import report, size_argument

n = size_argument(1000)
position = np.linspace(-1.0, 1.0, n)
velocity = np.zeros(n)
stiffness, dt = 4.0, 0.01
for damping, steps in ((0.1, 120), (0.0, 30)):
    for _ in range(steps):
        force = -stiffness * position
        if damping > 0:
            force = force - damping * velocity
        velocity += force * dt
        position += velocity * dt
report("position", position)
report("velocity", velocity)
