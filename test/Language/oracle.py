#!/usr/bin/env python3
"""Compares every row of elementwise_functions.def with NumPy 2, for every element type.

    oracle.py <oracle-binary>

Exit status: 0 all rows agree, 1 some differ (a table says which, on which operands), 77 no NumPy 2.
A row agrees where its results are within its ulp of NumPy's; 0 means the same bits, except that any NaN is
like any other. `excluded` names what NumPy leaves open or does differently on purpose of ours.
Elements of bfloat16, which NumPy has not, travel as the upper halves of floats; its functions are NumPy's of float32, rounded.
"""
import itertools
import math
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

try:
    import numpy as np
except ImportError:
    sys.exit(77)
if int(np.__version__.split(".")[0]) < 2:
    sys.exit(77)

ORDINARY = 500

class BFloat16:
    """Values are float32 arrays that bfloat16 holds."""
    kind, itemsize = "f", 2
    def __str__(self):
        return "bfloat16"
    def rounded(self, values):
        bits = np.asarray(values, np.float32).view(np.uint32).astype(np.int64)
        even = (bits + 0x7fff + (bits >> 16 & 1)) >> 16 << 16
        kept = np.where(np.isnan(values), 0x7fc00000, even)
        return kept.astype(np.uint32).view(np.float32)

BFLOAT16 = BFloat16()

def named_type(name):
    return BFLOAT16 if name == "bfloat16" else np.dtype(name)

def as_type(values, dtype):
    return dtype.rounded(values) if dtype is BFLOAT16 else np.asarray(values).astype(dtype)

def to_bytes(values, dtype):
    return (values.view(np.uint32) >> 16).astype(np.uint16).tobytes() if dtype is BFLOAT16 else values.tobytes()

def from_bytes(data, dtype, count, offset):
    if dtype is BFLOAT16:
        return (np.frombuffer(data, np.uint16, count, offset).astype(np.uint32) << 16).view(np.float32)
    return np.frombuffer(data, dtype, count, offset)

def special_values(dtype):
    if dtype == np.bool_:
        return [False, True]
    if dtype.kind in "iu":
        ends = np.iinfo(dtype)
        chosen = [0, 1, -1, 2, 3, -7, dtype.itemsize * 8, ends.min, ends.max, ends.min + 1]
        return [x for x in chosen if ends.min <= x <= ends.max]
    if dtype is BFLOAT16:
        dtype = np.float32
    ends = np.finfo(dtype)
    return [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 4.0, np.nan, np.inf, -np.inf, ends.max, ends.tiny, ends.smallest_subnormal]

def excluded(name, dtype, operands):
    """Where NumPy is no judge: a mask of operand tuples."""
    none = np.zeros(len(operands[0]), bool)
    if name == "reciprocal" and dtype.kind in "iub":
        return operands[0] == 0  # undefined in NumPy, 0 in ours
    if name in ("power", "power_scalar") and dtype.kind in "iu":
        return operands[1] < 0  # raises in NumPy
    if name == "power_scalar":
        # An exponent of 0.5 is a square root, as in NumPy's own `array ** 0.5`, not pow.
        return (operands[1] == 0.5) & ((operands[0] == 0) | np.isinf(operands[0]))
    if name == "spacing" and dtype.kind in "if":
        return operands[0] < 0 if dtype.itemsize < 4 else none  # NumPy's of float16 has no sign, unlike those of wider types
    if name == "nan_to_num" and dtype is BFLOAT16:
        return np.isinf(operands[0])
    if name in ("lgamma", "tgamma"):
        return (operands[0] < 1) & (operands[0] != 0)  # poles and zeros: relative error says nothing
    return none

# NumPy leaves open which zero minimum(-0, 0) gives; ours is IEEE 754-2019's. Its nextafter(-0, 0) depends on the type.
EITHER_ZERO = {"minimum", "maximum", "fmin", "fmax", "clip", "nextafter"}

def python_math(function):
    def at(x):
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.copysign(math.inf, x) if function is math.gamma and x == 0 else math.inf
    return lambda a: np.array([at(float(x)) for x in a])

def exact_fma(a, b, c):
    def at(x, y, z):
        if not all(map(math.isfinite, (x, y, z))):
            return z if math.isfinite(x) and math.isfinite(y) else x * y + z
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        if exact == 0: # the sign of a zero is that of the rounded sum
            return x * y + z
        try:
            return rounded(exact, a.dtype)
        except OverflowError:
            return math.inf if exact > 0 else -math.inf
    return np.array([at(float(x), float(y), float(z)) for x, y, z in zip(a, b, c)]).astype(a.dtype)

def rounded(exact, dtype):
    """A fraction to the nearest real of that type: a double holds two bits more than any narrower type, and its last is set
    where it is not exact."""
    nearest = float(exact)
    if dtype == np.float64 or Fraction(nearest) == exact:
        return nearest
    down = nearest if Fraction(nearest) < exact else math.nextafter(nearest, -math.inf)
    up = math.nextafter(down, math.inf)
    return down if int(np.float64(down).view(np.int64)) & 1 else up

def lerp(a, b, t):
    one = a.dtype.type(1)
    return np.where(t < 0.5, a + t * (b - a), b - (one - t) * (b - a))

def turns(a):
    """The angle 2 pi a as one in [-1/4, 1/4] of a half turn, exactly, and which of sine and cosine it is for both."""
    turn = a - 2 * np.rint(a / 2)
    return turn, np.abs(turn)

def sinpi(a):
    turn, size = turns(a)
    away = np.where(size > 0.5, 1 - size, size)
    return np.copysign(np.where(away > 0.25, np.cos(PI * (0.5 - away)), np.sin(PI * away)), np.where(turn == 0, a, turn))

def cospi(a):
    _, size = turns(a)
    return np.where(size > 0.75, -np.cos(PI * (1 - size)),
                    np.where(size > 0.25, np.sin(PI * (0.5 - size)), np.cos(PI * size)))

PI = np.longdouble("3.14159265358979323846264338327950288")

def in_longdouble(function):
    return lambda a: function(a.astype(np.longdouble))

# What NumPy has not.
OWN = {
    "rsqrt": in_longdouble(lambda a: 1 / np.sqrt(a)),
    "sigmoid": in_longdouble(lambda a: 1 / (1 + np.exp(-a))),
    "sinpi": in_longdouble(sinpi),
    "cospi": in_longdouble(cospi),
    "fma": exact_fma,
    "lerp": lerp,
}

def reference(numpy_name):
    if numpy_name.startswith("own."):
        return OWN[numpy_name[4:]]
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
        elif dtype.kind in "iu":
            ends = np.iinfo(dtype)
            ordinary = rng.integers(max(math.ceil(lo), ends.min), min(math.floor(hi), ends.max) + 1, ORDINARY)
        else:
            ordinary = rng.uniform(lo, hi, ORDINARY)
        columns.append((ordinary, [False, True] if is_condition else specials))
    crossed = list(itertools.product(*[c[1] for c in columns]))
    result = []
    for k, (ordinary, _) in enumerate(columns):
        kind = np.bool_ if name == "where" and k == 0 else dtype
        special = [row[k] for row in crossed]
        parts = [as_type(part, kind) for part in (ordinary, np.array(special, kind if kind is not BFLOAT16 else np.float32))]
        result.append(np.concatenate(parts))
    return result

def distance(ours, theirs, dtype):
    """In units in the last place; 0 only for the same bits or two NaNs."""
    if ours.dtype.kind != "f":
        return np.where(ours == theirs, 0.0, np.inf)
    integer = {2: np.int16, 4: np.int32, 8: np.int64}[ours.dtype.itemsize]
    def ordered(x):
        bits = x.view(integer).astype(object if integer is np.int64 else np.int64)
        lowest = int(np.iinfo(integer).min)
        return np.where(x.view(integer) < 0, lowest - bits - 1, bits)  # -0 and +0 are neighbours
    apart = np.abs((ordered(ours) - ordered(theirs)).astype(np.float64))
    if dtype is BFLOAT16:
        apart = apart / 2**16
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
                dtype, result = named_type(dtype), named_type(result)
                operands = operands_for(name, int(arity), dtype, float(lo), float(hi), rng)
                file.write(np.int64(len(operands[0])).tobytes())
                for operand in operands:
                    file.write(to_bytes(operand, dtype if operand.dtype != np.bool_ else operand.dtype))
                cases.append((name, dtype, result, numpy_name, float(ulp), operands))
        subprocess.run([binary, "run", source, target], check=True)
        results = open(target, "rb").read()

    failures, offset = [], 0
    for name, dtype, out_type, numpy_name, ulp, operands in cases:
        count = len(operands[0])
        is_judged = not (out_type is BFLOAT16 and name in ("spacing", "nextafter")) # test/Language/elementwise.cpp
        ours = from_bytes(results, out_type, count, offset)
        offset += count * out_type.itemsize
        if not is_judged:
            continue
        skip = excluded(name, dtype, operands)
        kept = [operand[~skip] for operand in operands]
        ours = ours[~skip]
        if numpy_name.startswith("own."): # of operands as they are computed
            kept = [as_type(operand, out_type) for operand in kept]
            kept = [operand.astype(np.float32) if operand.dtype == np.float16 else operand for operand in kept]
        theirs = np.asarray(reference(numpy_name)(*kept))
        if numpy_name.startswith(("math.", "own.")):
            theirs = theirs.astype(ours.dtype)
        if out_type is BFLOAT16:
            theirs = BFLOAT16.rounded(theirs)
        if theirs.dtype != ours.dtype:
            failures.append((name, dtype, f"type {out_type}, NumPy's is {theirs.dtype}"))
            continue
        apart = distance(ours, theirs, out_type)
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
