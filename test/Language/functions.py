#!/usr/bin/env python3
"""Makes docs/functions.md from the table of elementwise functions, the headers, and the list of NumPy's ufuncs.

    functions.py <oracle-binary> docs/functions.md            exit status 1 where the page is out of date, 77 without NumPy 2
    functions.py <oracle-binary> docs/functions.md --write    writes the page
"""
import re
import subprocess
import sys
from pathlib import Path

try:
    import numpy as np
except ImportError:
    sys.exit(77)
if int(np.__version__.split(".")[0]) < 2:
    sys.exit(77)

INCLUDE = Path(__file__).resolve().parents[2] / "include" / "gpufuse"

HEAD = """# The functions

Made by `test/Language/functions.py` from `include/gpufuse/elementwise_functions.def` and the headers. All are in the namespace
`gpufuse`, here `gf`. What is called fusible becomes part of a kernel; the rest is called as it is. `<gpufuse/gpufuse.h>` has
all but sorting.h and linalg.h, which are included by who uses them. [promotion.md](promotion.md) says which type operands meet
in, [semantics.md](semantics.md) what the results are.

## Of each element

Operands are arrays, views and C++ numbers, and broadcast. All are fusible, and all are compared with NumPy by
`test/Language/oracle.py` for every type listed, on ordinary values and on the edges of the type. "ulp" is how far a target may
be from NumPy in units in the last place; 0 means the same bits.
"""

LIBRARY = "EndToEnd/programs/library-calls.cpp"
COMPOSED = "EndToEnd/programs/composed-functions.cpp"
AXES = "EndToEnd/programs/axis-reductions.cpp"
ARRANGED = "EndToEnd/programs/rearranged-arrays.cpp"

# (our spelling, NumPy's, what it is, fusible, where it is tested)
OTHERS = {
    "Made from a shape and a rule": [
        ("empty, zeros, ones, full", "the same", "elements of one value", "yes", "Language/create.cpp"),
        ("empty_like, zeros_like, ones_like, full_like", "the same", "the shape and type of another array", "yes", "Language/create.cpp"),
        ("arange, linspace", "the same", "ranges", "yes", "Language/create.cpp"),
        ("logspace", "logspace", "of composed.h", "yes", COMPOSED),
        ("eye, identity, tri", "the same", "of composed.h", "yes", COMPOSED),
        ("diag, meshgrid, indices", "the same", "of a vector, of two vectors, of two extents; of composed_arrays.h", "yes", ARRANGED),
        ("load_npy, save_npy", "load, save", "NumPy's files, by `<gpufuse/files.h>`", "no", "EndToEnd/files-are-numpys.test"),
        ("from_dlpack", "from_dlpack", "a view of another library's memory", "no", "Language/foreign.cpp"),
    ],
    "Of all elements, or along axes (gf::axis, gf::axes), with keepdims": [
        ("sum, prod, mean, min, max", "the same", "reductions, in a fixed order", "yes", AXES),
        ("any, all, count_nonzero, ptp, var", "the same", "of composed.h", "yes", AXES),
        ("stddev", "std", "of composed.h", "yes", AXES),
        ("norm", "linalg.norm", "of composed.h", "yes", AXES),
        ("nansum, nanprod, nanmean", "the same", "of composed.h", "yes", AXES),
        ("var, stddev", "var, std", "over n - ddof: `gf::var(a, 1, gf::axis(0))`; of composed.h", "yes", ARRANGED),
        ("average, logsumexp, nanmin, nanmax, nanvar, nanstd", "average, scipy.special.logsumexp, the same", "of composed.h", "yes", ARRANGED),
    ],
    "Along one axis": [
        ("argmin, argmax", "the same", "also of all elements; two passes; of composed_arrays.h", "yes", ARRANGED),
        ("diff, roll, repeat", "the same", "diff along the last unless one is named", "yes", ARRANGED),
        ("vecdot, matvec, vecmat", "the same", "of composed_arrays.h", "yes", ARRANGED),
        ("trace", "trace", "of the first two; of composed_arrays.h", "yes", ARRANGED),
    ],
    "Of all elements": [
        ("dot, vdot, inner", "the same", "of two vectors; of composed.h", "yes", COMPOSED),
        ("trapezoid", "trapezoid", "of a vector; of composed.h", "yes", COMPOSED),
        ("allclose", "allclose", "of composed.h", "yes", COMPOSED),
    ],
    "Composed of elementwise functions": [
        ("divmod, modf", "the same", "two results", "yes", COMPOSED),
        ("float_power, sinc, isclose", "the same", "", "yes", COMPOSED),
        ("outer", "outer", "of vectors", "yes", COMPOSED),
    ],
    "Of shapes": [
        ("tril, triu", "the same", "of composed.h", "yes", COMPOSED),
        ("transpose, swapaxes, moveaxis, flip, flipud, fliplr, rot90", "the same", "views in another order", "yes", ARRANGED),
        ("expand_dims, squeeze, broadcast_to, diagonal", "the same", "views of another shape", "yes", ARRANGED),
        ("reshape, ravel", "the same", "views of whole arrays; parts are copied first", "yes", ARRANGED),
        ("split", "split", "a std::vector of views", "no", "Language/rearrange.cpp"),
        ("concatenate, hstack, vstack, dstack, column_stack", "the same", "each operand computed where it is to stand", "yes", ARRANGED),
        ("tile", "tile", "as many times along each axis", "yes", ARRANGED),
        ("stack", "stack", "arrays joined along a new axis", "yes", "Language/manipulate.cpp"),
        ("slice, newaxis, ellipsis", "basic indexing", "views, to read and to assign", "yes", "Language/view.cpp"),
    ],
    "Library calls, between regions (CUB and cuBLAS on a GPU)": [
        ("sort, argsort", "the same", "stable, along an axis; of sorting.h", "no", LIBRARY),
        ("unique", "unique", "sorted; of sorting.h", "no", LIBRARY),
        ("matmul", "matmul", "vectors, matrices and batches; of linalg.h", "no", LIBRARY),
    ],
    "Other": [
        ("map", "vectorize", "a function of the elements, with C++'s meaning", "yes", "Language/elementwise.cpp"),
        ("astype", "ndarray.astype", "the elements converted", "yes", "Language/array.cpp"),
        ("uniform, normal", "Generator.uniform, .normal", "random numbers, the same on every target", "yes", "Language/random.cpp"),
        ("assert_allclose", "testing.assert_allclose", "throws with what differs, by `<gpufuse/testing.h>`", "no", "Language/files.cpp"),
        ("to_string", "array2string", "text as NumPy prints it", "no", "Language/print.cpp"),
    ],
}

# Ufuncs that are no numbers' business.
NO_NUMBERS = {"isnat", "vecmat", "matvec", "vecdot"}


def table(columns, rows):
    lines = ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def spellings():
    """{name: its other spellings and operators}, from the table."""
    text = (INCLUDE / "elementwise_functions.def").read_text(encoding="utf-8")
    found = {}
    for alias, name in re.findall(r"^GPUFUSE_ELEMENTWISE_ALIAS\((\w+), (\w+)\)", text, re.M):
        found.setdefault(name, []).append(f"`{alias}`")
    for token, name in re.findall(r"^GPUFUSE_(?:UNARY_)?OPERATOR\((\S+), (\w+)\)", text, re.M):
        found.setdefault(name, []).append(f"`{token}`".replace("|", "\\|"))
    return found


def short(types):
    """Types in few words."""
    groups = [("bool", ["bool"]), ("integers", [f"{s}int{b}" for s in ("", "u") for b in (8, 16, 32, 64)]),
              ("reals", ["float16", "bfloat16", "float32", "float64"])]
    return ", ".join(word for word, members in groups if set(members) <= set(types))


def elementwise(binary):
    functions = {}
    for line in subprocess.run([binary, "rows"], check=True, capture_output=True, text=True).stdout.splitlines():
        name, arity, dtype, result, numpy_name, lo, hi, ulp = line.split()
        if name == "power_scalar": # what `power` is with a C++ number
            continue
        function = functions.setdefault(name, {"arity": arity, "numpy": numpy_name, "types": {}, "ulp": ulp})
        function["types"][dtype] = result
        function["ulp"] = max(function["ulp"], ulp, key=int)
    others, rows = spellings(), []
    for name, f in functions.items():
        results = set(f["types"].values())
        result = "bool" if results == {"bool"} else "the same" if all(a == b for a, b in f["types"].items()) else \
            "the real that holds it" if results <= {"float16", "bfloat16", "float32", "float64"} and f["types"].get("int8") == "float16" \
            else "real, of integers float64" if name == "divide" else "the same, of bool int8"
        numpy_name = "" if f["numpy"].startswith("own.") else f["numpy"].replace("math.", "Python's math.")
        rows.append([f"`{name}`", " ".join(others.get(name, [])), f["arity"], short(f["types"]), result, numpy_name, f["ulp"]])
    return functions, table(["name", "also", "operands", "of", "gives", "NumPy", "ulp"], rows)


def missing(functions):
    names = {f["numpy"] for f in functions.values()}
    others = {name.strip("`") for also in spellings().values() for name in also}
    ufuncs = {name: value for name, value in vars(np).items() if isinstance(value, np.ufunc)}
    named = {name for entries in OTHERS.values() for entry in entries for name in entry[0].split(", ")}
    ours = {ufuncs[n].__name__ for n in (names | others | named) & set(ufuncs)}
    return sorted({u.__name__ for u in ufuncs.values()} - ours - NO_NUMBERS)


def page_of(binary):
    functions, rows = elementwise(binary)
    parts = [HEAD, rows]
    headers = " ".join(path.read_text(encoding="utf-8") for path in INCLUDE.glob("*.h"))
    for title, entries in OTHERS.items():
        for names in (entry[0] for entry in entries):
            for name in names.split(", "):
                if not re.search(rf"\b{name}\b", headers):
                    sys.exit(f"{name} is in no header")
        parts += [f"## {title}\n", table(["name", "NumPy", "what it is", "fusible", "tested in test"],
                                         [[f"`{e[0]}`".replace(", ", "`, `"), *e[1:]] for e in entries])]
    parts += ["## NumPy's ufuncs that are missing\n", ", ".join(f"`{name}`" for name in missing(functions)) + "\n"]
    return "\n".join(parts)


def main():
    page = page_of(sys.argv[1])
    if "--write" in sys.argv:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(page)
    with open(sys.argv[2], encoding="utf-8") as file:
        if file.read() != page:
            sys.exit(f"{sys.argv[2]} is out of date: run {sys.argv[0]} with --write")


if __name__ == "__main__":
    main()
