"""What the two flows share: differences of a grid whose neighbours along x are taken with np.roll; where the grid is no
ring, the columns at its ends are wrong, and overwritten."""
import numpy as np


def east(f):
    return np.roll(f, -1, axis=1)[1:-1]


def west(f):
    return np.roll(f, 1, axis=1)[1:-1]


class Grid:
    density, viscosity = 1.0, 0.1

    def __init__(self, ny, nx):
        self.dx, self.dy, self.dt = 2 / (nx - 1), 2 / (ny - 1), 0.1 / ((ny - 1) * (nx - 1))

    def slope_x(self, f):
        return (east(f) - west(f)) / (2 * self.dx)

    def slope_y(self, f):
        return (f[2:] - f[:-2]) / (2 * self.dy)

    def pressure_source(self, u, v):
        ux, uy, vx, vy = self.slope_x(u), self.slope_y(u), self.slope_x(v), self.slope_y(v)
        return self.density * ((ux + vy) / self.dt - ux * ux - 2 * (uy * vx) - vy * vy)

    def relaxed_pressure(self, p, source):
        dx2, dy2 = self.dx * self.dx, self.dy * self.dy
        return ((east(p) + west(p)) * dy2 + (p[2:] + p[:-2]) * dx2 - dx2 * dy2 * source) / (2 * (dx2 + dy2))

    def transported(self, f, u, v):
        here = f[1:-1]
        carried = u[1:-1] * (here - west(f)) / self.dx + v[1:-1] * (here - f[:-2]) / self.dy
        spread = ((east(f) - here - (here - west(f))) / (self.dx * self.dx)
                  + (f[2:] - here - (here - f[:-2])) / (self.dy * self.dy))
        return self.dt * (self.viscosity * spread - carried)

    def moved(self, u, v, p, force=None):
        """The inside rows of u and v after a step."""
        factor = self.dt / self.density
        new_u = u[1:-1] + self.transported(u, u, v) - factor * self.slope_x(p)
        if force is not None:
            new_u = new_u + force * self.dt
        return new_u, v[1:-1] + self.transported(v, u, v) - factor * self.slope_y(p)
