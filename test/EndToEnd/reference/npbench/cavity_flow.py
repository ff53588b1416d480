"""npbench/cavity_flow.cpp in NumPy."""
import numpy as np
from flow import Grid
from values import report, sizes

ny, nx, steps, relaxations = sizes(9, 11, 4, 3)
grid = Grid(ny, nx)
u, v, p = np.zeros((3, ny, nx))
for _ in range(steps):
    source = grid.pressure_source(u, v)
    for _ in range(relaxations):
        p[1:-1] = grid.relaxed_pressure(p, source)
        p[:, -1] = p[:, -2]
        p[0] = p[1]
        p[:, 0] = p[:, 1]
        p[-1] = 0
    u[1:-1], v[1:-1] = grid.moved(u, v, p)
    for wall in (u[:, 0], u[:, -1], v[:, 0], v[:, -1]):
        wall[:] = 0
    u[-1] = 1
report("u", u)
report("v", v)
report("p", p)
