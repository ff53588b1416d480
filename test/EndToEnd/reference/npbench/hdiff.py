"""npbench/hdiff.cpp in NumPy."""
import numpy as np
from values import Generator, report, sizes

ni, nj, nk = sizes(9, 7, 5)
rng = Generator(42)
field = rng.uniform(np.float64, (ni + 4, nj + 4, nk))
coefficient = rng.uniform(np.float64, (ni, nj, nk))
laplacian = 4 * field[1:-1, 1:-1] - (field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2])


def limited(axis):
    inside = [slice(1, -1)] * 2
    inside[axis] = slice(None)
    flux = np.diff(laplacian, axis=axis)[tuple(inside)]
    flux[flux * np.diff(field[1:-1, 1:-1], axis=axis)[tuple(inside)] > 0] = 0
    return flux


i, j = limited(0), limited(1)
report("out", field[2:-2, 2:-2] - coefficient * (i[1:] - i[:-1] + j[:, 1:] - j[:, :-1]))
