"""programs/library-calls.cpp in NumPy."""
import numpy as np
from values import report

np.seterr(all="ignore")


def numbers(dtype, shape, start, below=61):
    made, value = [], start
    for _ in range(int(np.prod(shape))):
        made.append(value % below)
        value = (value * 7 + 5) % 61
    return np.array(made, np.int64).astype(dtype).reshape(shape)


def sort(x, axis=-1):
    return np.sort(x, axis=axis, kind="stable")


def argsort(x, axis=-1):
    return np.argsort(x, axis=axis, kind="stable").astype(np.int64)


def unique(x):
    """numpy.unique leaves open which zero it keeps; here it is the first."""
    values = sort(x.ravel())
    keep = np.ones(values.size, bool)
    alike = (values[1:] == values[:-1]) | ((values[1:] != values[1:]) & (values[:-1] != values[:-1]))
    keep[1:] = ~alike
    assert np.array_equal(values[keep], np.unique(x), equal_nan=x.dtype.kind == "f")
    return values[keep]


def sorted_(x):
    report("rows", sort(x))
    report("columns", sort(x, 0))
    report("backwards", sort(x[::-1, ::-2], -2))
    report("order", argsort(x))
    report("order_of_columns", argsort(x[:, ::-1], 0))
    report("different", unique(x))
    report("column", unique(x[:, 1]))


def multiplied(x, y):
    report("product", x @ y)
    report("backwards", x[::-1, ::-1] @ y[::-1])
    report("parts", x[1:, ::2] @ y[::2, :1])
    report("column", x @ y[:, 0])
    report("row", x[0] @ y)
    report("inner", x[0] @ y[:, -1])


def percentiles(x):
    y = x * x - 2
    in_order = sort(y, 0)
    median = (in_order[2] + in_order[3]) / 2
    report("median", median)
    report("standard", (y - median) / (in_order[-1] - in_order[0] + 1))


def attention(q, k, v):
    scores = (q * np.float32(2)) @ k / np.float32(8)
    weights = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    shares = weights / np.sum(weights, axis=1, keepdims=True)
    return shares @ (v + np.float32(1)) * np.float32(0.5)


def nested(x, y):
    one, two = np.float32(1), np.float32(2)
    report("gram", sort(x + one) @ sort(x * two)[:5] + x[0:1, 0])
    y = y + sort(y)
    y = y @ y
    y[0] = sort(y[0])
    report("y", y)


def normalised(x, y):
    one, two, four = np.float32(1), np.float32(2), np.float32(4)
    result = x @ (y + one)
    y = y * two
    return sort(y @ result - x, 0) / four + y


def in_helpers(x, y):
    report("result", normalised(x * np.float32(2), y) + normalised(y, x))
    for _ in range(2):
        y = normalised(x, y) / np.float32(64)
    report("y", y)
    report("ordered", sort(normalised(y, normalised(x, y))) - np.float32(1))


def powers(x, count):
    first = x
    for i in range(count):
        x = x @ first + i
    report("powers", x)


def in_batches(x, m):
    report("twice", x @ m * np.float32(2))
    report("each", x[:, None, :, :3] @ x[None, ::-1])
    report("rows", np.arange(3, dtype=np.float32) @ x)
    report("sorted_inside", sort(x, 1) + sort(x, 0))


def of_mixed_types(x, y, b):
    report("product", x @ y + 1)
    report("counts", b.astype(np.int32) @ x)
    report("reached", b @ b)


for dtype in [np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
              np.float16, np.float32, np.float64]:
    sorted_(numbers(dtype, (6, 9), 1))
    multiplied(numbers(dtype, (4, 5), 1, 8), numbers(dtype, (5, 3), 2, 8))
nan, inf = np.nan, np.inf
edges = np.array([[0.0, nan, -0.0, inf, 1], [-inf, -0.0, -nan, 0.0, -1], [-0.0, 0.0, 5e-324, -inf, nan]])
for dtype in [np.float64, np.float32, np.float16]:
    sorted_(edges.astype(dtype))
for shape in [(1, 2), (2, 2), (300, 7), (3, 257)]:
    sorted_(numbers(np.float32, shape, 3))
multiplied(numbers(np.float64, (35, 67), 1), numbers(np.float64, (67, 33), 2))
multiplied(numbers(np.float32, (1, 1), 1), numbers(np.float32, (1, 1), 2))
multiplied(numbers(np.float32, (2, 0), 1), numbers(np.float32, (0, 2), 2))
percentiles(numbers(np.float64, (6, 4), 1))
report("attention", attention(numbers(np.float32, (3, 8), 1, 5), numbers(np.float32, (8, 6), 2, 5),
                              numbers(np.float32, (6, 4), 3)))
nested(numbers(np.float32, (5, 5), 1), numbers(np.float32, (4, 4), 2))
in_helpers(numbers(np.float32, (3, 3), 1, 8), numbers(np.float32, (3, 3), 2, 8))
powers(numbers(np.int64, (3, 3), 2), 12)
report("ranks", argsort(argsort(np.array([3, 1, 2, 1, nan, -0.0, 0.0]))) + 1.0)
in_batches(numbers(np.float32, (2, 3, 4), 1), numbers(np.float32, (4, 5), 2))
of_mixed_types(numbers(np.int32, (3, 4), 1), numbers(np.float32, (4, 2), 2), numbers(np.bool_, (3, 3), 0, 2))
report("empty", np.zeros((0, 2), np.float32))
report("inner", np.int32(0))
report("axis", np.int32(0))
