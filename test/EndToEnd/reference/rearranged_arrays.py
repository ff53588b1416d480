"""programs/rearranged-arrays.cpp in NumPy."""
import numpy as np
from values import report

np.seterr(all="ignore")


def numbers(dtype, *shape):
    made, value = [], 3
    for _ in range(int(np.prod(shape))):
        made.append(value)
        value = (value * 7 + 5) % 61
    return np.array(made, np.int64).astype(dtype).reshape(shape)


def orders(a, n):
    one = a.dtype.type(1)
    report("reversed", a.T * one)
    report("turned", np.transpose(a, (1, 2, 0)))
    report("swapped", np.swapaxes(a, 0, 2) + np.swapaxes(a, 2, 0))
    report("moved", np.moveaxis(a, 0, -1) * 2)
    report("moved_back", np.moveaxis(a, -1, 0) * 2)
    report("wider", np.expand_dims(a, -2))
    report("narrower", np.squeeze(np.sum(a, axis=1, keepdims=True), 1))
    report("flat", np.ravel(a) * 2)
    report("flat_part", np.ravel(a[:, ::2, 1]) * 2)
    report("table", np.reshape(a, (-1, n)))
    report("computed", np.reshape(a * 2 + 1, (n, -1)))
    report("flipped", np.flip(a))
    report("flipped_ends", np.flip(a, (0, 2)))
    report("flipped_rows", np.flipud(a))


def of_tables(a, v, k):
    report("once", np.rot90(a))
    report("twice", np.rot90(a, 2))
    report("back", np.rot90(a, -1))
    report("main", np.diagonal(a))
    report("above", np.diagonal(a, k))
    report("below", np.diagonal(a, -k))
    report("trace", np.trace(a, 1))
    report("diagonal", np.diag(v))
    report("spread", np.broadcast_to(v, (2, v.size)))
    report("side_by_side", np.hstack((a, a * 2, a[:, :1])))
    report("rows", np.vstack((v, v + 1)))
    report("columns", np.column_stack((v, v * 3)))
    report("layers", np.dstack((a, a + a)))
    report("longer", np.hstack((v, v)))
    report("below_each_other", np.vstack((a, a[:1])) * 2)
    report("mixed", np.concatenate((v, np.arange(3, dtype=np.int32), np.linspace(0, 1, 2))))
    report("rolled", np.roll(a, k, 1) - a)
    report("rolled_vector", np.roll(v, -2 * k))
    report("twice_each", np.repeat(a, 2, 1))
    report("thrice", np.repeat(v, 3))
    report("tiles", np.tile(a, (2, 3)))
    report("tiled", np.tile(v, k))
    report("steps", np.diff(a, axis=0))
    report("steps_of_rows", np.diff(a * 2))


def extremes(a):
    report("least", np.argmin(a, 0))
    report("greatest", np.argmax(a, -1))
    report("least_of_all", np.argmin(a))
    report("greatest_of_all", np.argmax(a * 2))


def grids(x, y):
    first, second = np.meshgrid(x, y)
    report("first", first)
    report("second", second)
    report("numbers", np.indices((x.size, 2)))
    report("product", np.sum(first * x, axis=-1))
    report("times", np.sum(first * x, axis=-1))
    report("before", np.sum(y[:, None] * second, axis=0).astype(np.int32))


def along_axes(a, weights):
    report("deviation", np.std(a, ddof=1, axis=0))
    report("average", np.sum(a * weights, axis=1) / np.sum(weights, axis=1))
    greatest = np.max(a, axis=1, keepdims=True)
    shift = np.where(np.isfinite(greatest), greatest, 0)
    report("soft", np.log(np.sum(np.exp(a - shift), axis=1)) + shift[:, 0])
    report("nanmin", np.fmin.reduce(a, axis=1))
    report("nanmax", np.fmax.reduce(a, axis=0))
    report("nanvar", np.array([np.var(row[~np.isnan(row)]) if not np.isnan(row).all() else np.nan for row in a], a.dtype))


def views_and_writes(a):
    report("before", a.T)
    a += 1
    report("after", a.T)
    a[:, 0] = 7
    np.fill_diagonal(a, 0)
    report("in_place", a - a.T)
    report("a", a + a.T)


def of_type(dtype):
    a = numbers(dtype, 2, 3, 4)
    orders(a, 6)
    orders(numbers(dtype, 1, 5, 2)[:, ::-1], 2)
    of_tables(a[1], a[0, 0], 1)
    of_tables(numbers(dtype, 33, 33), numbers(dtype, 33), 2)
    extremes(a[1])
    extremes(numbers(dtype, 40, 70))


a = numbers(np.float32, 2, 5, 5)
square, x = a[0].copy(), a[1, 2]
report("symmetric", (square + square.T) / 2)
report("triangle", np.tri(4, 7, 1, dtype=np.int32))
report("halves", np.concatenate((x * 2, x + 1)))
report("outer", x[:, None] * 2 + a[0, 1, :3] * 3)
report("part", square[:, 1])
report("computed_part", np.sqrt(np.abs(x))[1:-1] * 2)
of_type(np.float32)
of_type(np.int32)
with_nan = numbers(np.float32, 6, 7)
with_nan[2, 3] = np.nan
with_nan[4] = np.nan
extremes(with_nan)
grids(x, np.array([4, -1, 2], np.int32))
along_axes(square, a[1])
along_axes(with_nan.astype(np.float64), with_nan.astype(np.float64) + 1)
views_and_writes(square)
report("reshape", np.int32(0))
report("join", np.int32(0))
