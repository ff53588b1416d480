"""npbench/channel_flow.cpp in NumPy."""
import numpy as np
from flow import Grid
from values import report, sizes

ny, nx, relaxations = sizes(7, 5, 2)
grid = Grid(ny, nx)
u, v = np.zeros((2, ny, nx))
p = np.ones((ny, nx))
steps, change = 0, 1.0
while change > 0.001:
    source = grid.pressure_source(u, v)
    for _ in range(relaxations):
        p[1:-1] = grid.relaxed_pressure(p, source)
        p[-1], p[0] = p[-2], p[1]
    before = u.sum()
    u[1:-1], v[1:-1] = grid.moved(u, v, p, force=1.0)
    change = (u.sum() - before) / u.sum()
    steps += 1
report("steps", np.int32(steps))
report("u", u)
report("v", v)
report("p", p)
