"""npbench/mandelbrot2.cpp in NumPy, on real numbers, keeping only the points that have not escaped."""
import numpy as np
from values import report, sizes

nx, ny, steps = sizes(20, 15, 12)
x, y = (c.ravel() for c in np.meshgrid(np.linspace(-2, 0.5, nx), np.linspace(-1.25, 1.25, ny)))
real, imaginary = np.zeros((2, ny * nx))
count = np.zeros(ny * nx, np.int64)
left = np.arange(ny * nx)
r, i = np.zeros((2, ny * nx))
for step in range(1, steps + 1):
    r, i = r * r - i * i + x[left], 2 * r * i + y[left]
    outside = r * r + i * i > 4
    gone = left[outside]
    count[gone], real[gone], imaginary[gone] = step, r[outside], i[outside]
    r, i, left = r[~outside], i[~outside], left[~outside]
for name, values in (("real", real), ("imaginary", imaginary), ("count", count)):
    report(name, values.reshape(ny, nx))
