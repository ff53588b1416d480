#!/usr/bin/env python3
"""Compares every row of elementwise_functions.def with NumPy 2, for every element type.

    oracle.py <oracle-binary>

Exit status: 0 all rows agree, 1 some differ (a table says which, on which operands), 77 no NumPy 2.
A row agrees where its results are within its ulp of NumPy's; 0 means the same bits, except that any NaN is
like any other. EXCLUDED names what NumPy leaves open or does differently on purpose of ours.
"""
import itertools
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    sys.exit(77)
if int(np.__version__.split(".")[0]) < 2:
    sys.exit(77)

ORDINARY = 500

def special_values(dtype):
    if dtype == np.bool_:
        return [False, True]
    if dtype.kind == "i":
        ends = np.iinfo(dtype)
        return [0, 1, -1, 2, 3, -7, dtype.itemsize * 8, ends.min, ends.max, ends.min + 1]
    ends = np.finfo(dtype)
    return [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 4.0, np.nan, np.inf, -np.inf, ends.max, ends.tiny, ends.smallest_subnormal]

def excluded(name, dtype, operands):
    """Where NumPy is no judge: a mask of operand tuples."""
    none = np.zeros(len(operands[0]), bool)
    if name == "reciprocal" and dtype.kind == "i":
        return operands[0] == 0  # undefined in NumPy, 0 in ours
    if name in ("power", "power_scalar") and dtype.kind == "i":
        return operands[1] < 0  # raises in NumPy
    if name == "power_scalar":
        # An exponent of 0.5 is a square root, as in NumPy's own `array ** 0.5`, not pow.
        return (operands[1] == 0.5) & ((operands[0] == 0) | np.isinf(operands[0]))
    if name in ("lgamma", "tgamma"):
        return (operands[0] < 1) & (operands[0] != 0)  # poles and zeros: relative error says nothing
    return none

# NumPy leaves open which zero minimum(-0, 0) gives; ours is IEEE 754-2019's.
EITHER_ZERO = {"minimum", "maximum", "fmin", "fmax", "clip"}

def python_math(function):
    def at(x):
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.copysign(math.inf, x) if function is math.gamma and x == 0 else math.inf
    return lambda a: np.array([at(float(x)) for x in a]).astype(a.dtype)

def reference(numpy_name):
    if numpy_name.startswith("math."):
        return python_math(getattr(math, numpy_name[5:]))
    return getattr(np, numpy_name)

def operands_for(name, arity, dtype, lo, hi, rng):
    columns = []
    specials = special_values(dtype)
    for k in range(arity):
        is_condition = name == "where" and k == 0
        if dtype == np.bool_ or is_condition:
            ordinary = rng.integers(0, 2, ORDINARY).astype(bool)
        elif dtype.kind == "i":
            ordinary = rng.integers(math.ceil(lo), math.floor(hi) + 1, ORDINARY)
        else:
            ordinary = rng.uniform(lo, hi, ORDINARY)
        columns.append((ordinary, [False, True] if is_condition else specials))
    crossed = list(itertools.product(*[c[1] for c in columns]))
    result = []
    for k, (ordinary, _) in enumerate(columns):
        kind = np.bool_ if name == "where" and k == 0 else dtype
        special = np.array([row[k] for row in crossed]).astype(kind)
        result.append(np.concatenate([ordinary.astype(kind), special]))
    return result

def distance(ours, theirs):
    """In units in the last place; 0 only for the same bits or two NaNs."""
    if ours.dtype.kind != "f":
        return np.where(ours == theirs, 0.0, np.inf)
    integer = np.int32 if ours.dtype.itemsize == 4 else np.int64
    def ordered(x):
        bits = x.view(integer).astype(object if integer is np.int64 else np.int64)
        lowest = np.iinfo(integer).min
        return np.where(x.view(integer) < 0, lowest - bits - 1, bits)  # -0 and +0 are neighbours
    apart = np.abs((ordered(ours) - ordered(theirs)).astype(np.float64))
    both_nan = np.isnan(ours) & np.isnan(theirs)
    one_nan = np.isnan(ours) != np.isnan(theirs)
    return np.where(both_nan, 0.0, np.where(one_nan, np.inf, apart))

def main():
    binary = sys.argv[1]
    np.seterr(all="ignore")
    rng = np.random.default_rng(7)
    listing = subprocess.run([binary, "rows"], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in listing.splitlines()]
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
        with open(source, "wb") as file:
            for name, arity, dtype, result, numpy_name, lo, hi, ulp in rows:
                dtype = np.dtype(dtype)
                operands = operands_for(name, int(arity), dtype, float(lo), float(hi), rng)
                file.write(np.int64(len(operands[0])).tobytes())
                for operand in operands:
                    file.write(operand.tobytes())
                cases.append((name, dtype, result, numpy_name, float(ulp), operands))
        subprocess.run([binary, "run", source, target], check=True)
        results = open(target, "rb").read()

    failures, offset = [], 0
    for name, dtype, result, numpy_name, ulp, operands in cases:
        out_type = np.dtype(np.bool_) if result == "boolean" else dtype
        count = len(operands[0])
        ours = np.frombuffer(results, out_type, count, offset)
        offset += count * out_type.itemsize
        skip = excluded(name, dtype, operands)
        kept = [operand[~skip] for operand in operands]
        ours = ours[~skip]
        theirs = np.asarray(reference(numpy_name)(*kept))
        if theirs.dtype != out_type:
            failures.append((name, dtype, f"type {out_type}, NumPy's is {theirs.dtype}"))
            continue
        apart = distance(ours, theirs)
        if name in EITHER_ZERO or ulp > 0:
            apart = np.where((ours == 0) & (theirs == 0), 0.0, apart)
        wrong = np.flatnonzero(apart > ulp)
        if len(wrong):
            worst = wrong[np.argmax(apart[wrong])]
            at = ", ".join(repr(operand[worst].item()) for operand in kept)
            failures.append((name, dtype, f"{len(wrong)} of {len(ours)}; {apart[worst]:g} ulp (allowed {ulp:g}) at ({at}): "
                                          f"{ours[worst]!r}, NumPy {theirs[worst]!r}"))
    for name, dtype, what in failures:
        print(f"{name:14} {dtype!s:8} {what}")
    print(f"{len(cases) - len(failures)} of {len(cases)} rows agree with NumPy {np.__version__}")
    return 1 if failures else 0

if __name__ == "__main__":
    sys.exit(main())
