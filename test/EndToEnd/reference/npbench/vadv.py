"""npbench/vadv.cpp in NumPy."""
import numpy as np
from values import Generator, report, sizes

ni, nj, nk = sizes(6, 5, 4)
rng = Generator(42)
shapes = [(ni, nj, nk), (ni, nj, nk), (ni + 1, nj, nk), (ni, nj, nk), (ni, nj, nk)]
tendency, u, wind, position, other = (np.moveaxis(rng.uniform(np.float64, shape), 2, 0) for shape in shapes)
rate = 3.0 / 20
weight = 0.125 * (wind[:, 1:] + wind[:, :-1])  # of the interface below each level
upper, right = np.zeros_like(u), np.zeros_like(u)
for k in range(nk):
    diagonal = np.full((ni, nj), rate)
    value = rate * position[k] + other[k] + tendency[k]
    if k > 0:
        diagonal = diagonal - -weight[k]
        value = value - -weight[k] * (u[k - 1] - u[k])
    if k < nk - 1:
        diagonal = diagonal - weight[k + 1]
        value = value - weight[k + 1] * (u[k + 1] - u[k])
    if k > 0:
        diagonal = diagonal - upper[k - 1] * -weight[k]
        value = value - right[k - 1] * -weight[k]
    pivot = 1 / diagonal
    upper[k] = (weight[k + 1] if k < nk - 1 else 0) * pivot
    right[k] = value * pivot
solution = np.zeros((ni, nj))
result = np.zeros_like(u)
for k in range(nk - 1, -1, -1):
    solution = right[k] - upper[k] * solution
    result[k] = rate * (solution - position[k])
report("utens_stage", np.moveaxis(result, 0, 2))
