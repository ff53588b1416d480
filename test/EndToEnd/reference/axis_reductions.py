"""programs/axis-reductions.cpp in NumPy."""
import numpy as np
from values import Generator, report

np.seterr(all="ignore")


def numbers(dtype, shape, start):
    made, value = [], start
    for _ in range(int(np.prod(shape))):
        made.append(value)
        value = (value * 7 + 5) % 61
    return np.array(made, np.int64).astype(dtype).reshape(shape)


def of_rank_three(x):
    report("first", np.sum(x, axis=0))
    report("second", np.prod(x, axis=1))
    report("third", np.mean(x, axis=2))
    report("outer", np.min(x, axis=(0, 1)))
    report("inner", np.max(x, axis=(-1, 1)))
    report("ends", np.sum(x, axis=(2, 0)))
    report("kept", np.mean(x, axis=(0, 2), keepdims=True))
    report("whole", np.sum(x, keepdims=True))
    report("named", np.max(x, axis=(0, 1, 2)))


def of_a_table(x):
    two = x.dtype.type(2)
    report("rows", np.sum(x * two, axis=1))
    report("columns", np.sum(x * two, axis=0))
    report("backwards", np.mean(x[:, ::-1], axis=1))
    report("every_second", np.max(x[::2], axis=0, keepdims=True))


def columns_together(x, f):
    y = x * np.float32(f)
    report("total", np.sum(y, axis=0))
    report("middle", np.mean(y * y, axis=0))


def rows_together(x, shift):
    y = x - shift
    report("y", y)
    report("least", np.min(y, axis=1))
    report("greatest", np.max(y, axis=1))
    report("total", np.sum(y, axis=1))


def softmax(x):
    powers = np.exp(x - np.max(x, axis=1, keepdims=True))
    return powers / np.sum(powers, axis=1, keepdims=True)


def beside_a_larger_statement(x, m):
    y = x * np.float32(2)
    report("total", np.sum(y))
    report("z", y + m)


def composed(x):
    report("count", np.count_nonzero(x > 3, axis=0))
    report("every", np.count_nonzero(x, axis=-2))
    report("some", np.any(x > 50, axis=1))
    report("all", np.all(x >= 1, axis=1, keepdims=True))
    report("spread", np.ptp(x, axis=0))
    report("own", np.ptp(x, axis=0, keepdims=True))
    report("variance", np.var(x, axis=1))
    report("deviation", np.std(x, axis=0, keepdims=True))
    report("length", np.linalg.norm(x, axis=1))
    report("known", np.nansum(x, axis=0))
    report("mean", np.nanmean(x, axis=1))


def of_draws_and_ranges():
    drawn = Generator(11).uniform(np.float32, (7, 40))
    report("columns", np.sum(drawn.astype(np.float64), axis=0).astype(np.float32))
    report("rows", np.sum((drawn + np.arange(40, dtype=np.float32)).astype(np.float64), axis=1).astype(np.float32))


def of_nothing(x):
    report("columns", np.sum(x, axis=0))
    report("rows", np.prod(x, axis=1))
    report("means", np.mean(x, axis=0))


of_rank_three(numbers(np.float32, (3, 4, 5), 1))
of_rank_three(numbers(np.int8, (2, 3, 40), 1))
of_rank_three(numbers(np.bool_, (3, 3, 3), 1))
for shape in [(1, 1), (2, 33), (35, 3), (3, 1500), (2, 40000), (2500, 5), (9, 260)]:
    of_a_table(numbers(np.float64, shape, 3))
of_a_table(numbers(np.float16, (5, 37), 3))
of_a_table(numbers(np.uint16, (5, 37), 3))
columns_together(numbers(np.float32, (1030, 6), 2), 0.5)
rows_together(numbers(np.float64, (3, 70), 2), numbers(np.float64, (70,), 5))
rows_together(numbers(np.float64, (3, 7), 2), numbers(np.float64, (1,), 5))
report("softmax", softmax(numbers(np.float64, (4, 100), 2)))
beside_a_larger_statement(numbers(np.float32, (5,), 1), numbers(np.float32, (3, 5), 2))
composed(numbers(np.float32, (6, 35), 0))
of_draws_and_ranges()
report("least", np.min(numbers(np.int32, (0, 3), 1), axis=1))
report("nothing", np.int32(0))
of_nothing(np.zeros((0, 3), np.float32))
of_nothing(np.zeros((2, 0), np.float32))
report("sums", np.sum(numbers(np.float32, (3, 4), 1), axis=-1))
report("outside", np.int32(0))
