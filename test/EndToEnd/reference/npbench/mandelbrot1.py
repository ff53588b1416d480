"""npbench/mandelbrot1.cpp in NumPy, on real numbers: NumPy's complex product need not round as ours."""
import numpy as np
from values import report, sizes

nx, ny, steps = sizes(20, 15, 12)
x, y = np.meshgrid(np.linspace(-1.75, 0.25, nx), np.linspace(-1, 1, ny))
real, imaginary = np.zeros((2, ny, nx))
count = np.zeros((ny, nx), np.int64)
for n in range(steps):
    inside = real * real + imaginary * imaginary < 4
    count[inside] = n
    r, i = real[inside], imaginary[inside]
    real[inside] = r * r - i * i + x[inside]
    imaginary[inside] = 2 * r * i + y[inside]
count[count == steps - 1] = 0
report("real", real)
report("imaginary", imaginary)
report("count", count)
