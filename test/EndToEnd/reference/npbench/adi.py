"""npbench/adi.cpp in NumPy."""
import numpy as np
from values import report, sizes

steps, n = sizes(3, 12)
u = (np.arange(float(n))[:, None] + n - np.arange(float(n))) / n
mesh = float(n) * n / steps


def half_step(old, implicit, explicit):
    """Solves along axis 0 for each inside column; `old` has the explicit direction along axis 1."""
    new = np.zeros((n, n))
    factor, constant = np.zeros((n, n - 2)), np.zeros((n, n - 2))
    constant[0] = 1
    for j in range(1, n - 1):
        pivot = implicit * factor[j - 1] + (1 - 2 * implicit)
        right = (1 + 2 * explicit) * old[j, 1:-1] - explicit * (old[j, :-2] + old[j, 2:])
        constant[j] = (right - implicit * constant[j - 1]) / pivot
        factor[j] = -implicit / pivot
    new[n - 1, 1:-1] = 1
    for j in range(n - 2, 0, -1):
        new[j, 1:-1] = factor[j] * new[j + 1, 1:-1] + constant[j]
    new[0, 1:-1] = 1
    return new


for _ in range(steps):
    v = half_step(u, -mesh, -mesh / 2)
    u[1:-1] = half_step(v.T, -mesh / 2, -mesh).T[1:-1]
report("u", u)
