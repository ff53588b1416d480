#!/usr/bin/env python3
"""Compares the values that programs print, bit for bit unless told otherwise.

    compare.py [--ulp N] [--absolute X] [--sizes 0,1,1003] REFERENCE CANDIDATE...

A source of values is a program, a Python script, or a text file of recorded output. Programs and scripts run once for
each size, with the size as argument; without --sizes once, with none. Scripts may import what is in reference/. A text file's name has {} where the size goes.
Every line is `name type shape value...`.
The sum of an array's values (`name.sum`) may differ by what its values may, times their number.
Values agree when they have the same bits (all NaNs are alike), or are within N units in the last place of the
reference, or differ by at most X. Exit status: 0 all agree, 1 some do not, 2 a source failed.
"""
import argparse
import math
import os
import struct
import subprocess
import sys

INTEGERS = {"bool"} | {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}
EPSILON = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
FORMATS = {"float16": ("<e", "<h"), "bfloat16": ("<f", "<i"), "float32": ("<f", "<i"), "float64": ("<d", "<q")}


def run(source, size):
    if source.endswith(".txt"):
        with open(source.replace("{}", size or ""), encoding="utf-8") as file:
            return file.read()
    command = [sys.executable, source] if source.endswith(".py") else [os.path.abspath(source)]
    if size is not None:
        command.append(size)
    environment = {**os.environ, "PYTHONPATH": f"{os.path.dirname(os.path.abspath(__file__))}/reference"}
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    if finished.returncode != 0:
        print(f"{' '.join(command)}: exit status {finished.returncode}\n{finished.stderr}")
        sys.exit(2)
    return finished.stdout


def parse(text):
    arrays = []
    for line in text.splitlines():
        name, dtype, shape, *values = line.split()
        arrays.append((name, dtype, shape, [int(v) if dtype in INTEGERS else float(v) for v in values]))
    return arrays


def ordered(value, dtype):
    """The place of a real among all reals of its type: neighbours differ by 1, and -0 and 0 are one apart."""
    real, whole = FORMATS[dtype]
    bits = struct.unpack(whole, struct.pack(real, value))[0]
    lowest = -(2 ** (8 * struct.calcsize(whole) - 1))
    place = bits if bits >= 0 else lowest - bits - 1
    return place >> 16 if dtype == "bfloat16" else place  # the upper half of a float


def agrees(reference, candidate, dtype, ulp, absolute):
    if dtype in INTEGERS:
        return reference == candidate
    if math.isnan(reference) or math.isnan(candidate):
        return math.isnan(reference) and math.isnan(candidate)
    if math.isinf(reference) or math.isinf(candidate):
        return reference == candidate
    if abs(ordered(reference, dtype) - ordered(candidate, dtype)) <= ulp:
        return True
    return absolute > 0 and abs(reference - candidate) <= absolute


def count_of(shape):
    """The number of elements of a shape as printed: `scalar` or extents between commas or crosses."""
    extents = [int(e) for e in shape.replace("x", ",").split(",") if e.strip().isdigit()]
    return math.prod(extents) if extents else 1


def differences(reference, candidate, ulp, absolute):
    """Lines that say where the two differ; none where they agree."""
    if [a[:3] for a in reference] != [a[:3] for a in candidate]:
        yield f"printed {[' '.join(a[:3]) for a in candidate]} instead of {[' '.join(a[:3]) for a in reference]}"
        return
    bounds = {}  # of sums: every summand may be off by what a value may, so their sum by that many times as much
    for (name, dtype, shape, expected), (_, _, _, found) in zip(reference, candidate):
        largest = max((abs(v) for v in expected if math.isfinite(v)), default=0) if dtype in FORMATS else 0
        bounds[name + ".sum"] = count_of(shape) * (absolute + ulp * EPSILON.get(dtype, 0) * largest)
        if name in bounds and not any(math.isnan(v) for v in expected + found):
            if all(abs(e - f) <= bounds[name] or e == f for e, f in zip(expected, found)):
                continue
        if len(expected) != len(found):
            yield f"{name}: {len(found)} values instead of {len(expected)}"
            continue
        wrong = [i for i, (e, f) in enumerate(zip(expected, found)) if not agrees(e, f, dtype, ulp, absolute)]
        if wrong:
            worst = max(wrong, key=lambda i: abs(expected[i] - found[i]) if expected[i] == expected[i] else 0)
            yield (f"{name}: {len(wrong)} of {len(expected)} values differ; the worst, number {worst}, is "
                   f"{found[worst]!r} instead of {expected[worst]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ulp", type=int, default=0)
    parser.add_argument("--absolute", type=float, default=0)
    parser.add_argument("--sizes", default="")
    parser.add_argument("reference")
    parser.add_argument("candidates", nargs="+")
    options = parser.parse_args()
    values, failed = 0, False
    for size in options.sizes.split(",") if options.sizes else [None]:
        reference = parse(run(options.reference, size))
        if not reference:
            sys.exit(f"{options.reference}: printed no values")
        for source in options.candidates:
            candidate = parse(run(source, size))
            for line in differences(reference, candidate, options.ulp, options.absolute):
                print(f"{source}{'' if size is None else ' ' + size}: {line}")
                failed = True
            values += sum(len(a[3]) for a in candidate)
    if not failed:
        print(f"{values} values agree")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
