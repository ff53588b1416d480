"""programs/composed-functions.cpp in NumPy."""
import numpy as np
from values import report

np.seterr(all="ignore")


def numbers(dtype, n, start):
    made, value = [], start
    for _ in range(n):
        made.append(value)
        value = (value * 7 + 5) % 61
    return np.array(made, dtype)


def of_all(a, b):
    report("count", np.int64(np.count_nonzero(a)))
    report("some", np.any(a > b))
    report("every", np.all(a >= b))
    report("spread", np.ptp(a))
    report("variance", np.var(a))
    report("deviation", np.std(b, ddof=1))
    exact = b if b.dtype.kind == "f" else b.astype(np.float64)
    report("length", np.sqrt(np.sum(exact.astype(np.float64) ** 2)).astype(exact.dtype))
    weights = np.abs(b) + b.dtype.type(1)
    wide = np.float64 if a.dtype != np.float16 else np.float32
    average = np.sum((a * weights).astype(wide)).astype(a.dtype if a.dtype.kind == "f" else wide)
    report("weighted", average / np.sum(weights.astype(wide)).astype(average.dtype))
    report("product", np.sum(a * b, dtype=a.dtype if a.dtype.kind in "iu" else wide).astype(a.dtype))
    doubled = a.astype(np.float64)
    report("largest", np.log(np.sum(np.exp(doubled - doubled.max()))) + doubled.max())


def of_numbers(a):
    report("total", np.nansum(a))
    report("product", np.nanprod(a / 4))
    report("middle", np.nanmean(a))
    report("least", np.nanmin(a))
    report("greatest", np.nanmax(a))
    report("none", np.float32(np.nan))


def of_tables(a, n):
    report("ones", np.eye(n, 4, 1, dtype=a.dtype))
    report("whole", np.identity(n, dtype=a.dtype))
    report("lower", np.tri(n, 3, -1, dtype=a.dtype))
    report("below", np.tril(a, 1))
    report("above", np.triu(a * a.dtype.type(2), -1))


def of_elements(a, b):
    report("powers", np.float_power(a, 2))
    quotients, rests = np.divmod(a, b)
    report("quotients", quotients)
    report("rests", rests)
    report("products", np.outer(a, b))
    report("steps", np.diff(a))
    report("area", (np.sum((b[1:] + b[:-1]) / 2.0) * 0.5).astype(b.dtype if b.dtype.kind == "f" else np.float64))
    report("reversed", np.flipud(a) + np.fliplr(np.outer(a, b))[0])


for dtype, start in ((np.float32, 2), (np.float64, 1), (np.int32, 1), (np.uint8, 1), (np.float16, 1)):
    of_all(numbers(dtype, 40, 3), numbers(dtype, 40, start))
gaps = numbers(np.float32, 12, 3)
gaps[[2, 5]] = np.nan
of_numbers(gaps)
of_elements(numbers(np.float32, 9, 3), numbers(np.float32, 9, 2))
of_elements(numbers(np.int16, 9, 3), numbers(np.int16, 9, 2))
a = np.array([1.5, -2.25, 0, 3, np.inf, -np.inf, np.nan], np.float32)
fractions, wholes = np.modf(a)
report("fractions", fractions)
report("wholes", wholes)
waves = np.sinc(a.astype(np.float64)).astype(np.float32)
report("waves", np.where(a == 3, np.float32(0), waves))
report("close", np.isclose(a, np.array([1, -2, 0, 9, np.inf, np.inf, 1], np.float32), 0.5))
report("near_number", np.isclose(a, np.inf) | np.isclose(a, 1.0, 0, 2))
report("all_close", np.allclose(a, a + np.float32(1e-7)))
report("decades", np.logspace(-1, 2, 7))
of_tables(np.array([[1, 2, 3, 4], [5, 6, np.nan, 8], [9, 10, 11, 12]], np.float32), 3)
of_tables(np.array([[1, 2], [3, 4], [5, 6]], np.uint8), 0)
report("deviations", np.std((numbers(np.float32, 20000, 3) * 2).astype(np.float64)).astype(np.float32))
