#!/usr/bin/env python3
"""Makes docs/promotion.md from what the language says, and compares every line of it with NumPy 2.

    promotion.py <oracle-binary> docs/promotion.md            exit status 1 where NumPy differs or the page is out of date
    promotion.py <oracle-binary> docs/promotion.md --write    writes the page

Without NumPy 2 only the page is compared; the exit status is then 77 if it is right.
"""
import subprocess
import sys

try:
    import numpy as np
except ImportError:
    np = None
HAS_NUMPY = np is not None and int(np.__version__.split(".")[0]) >= 2

HEAD = """# Which type an operation has

Made by `test/Language/promotion.py` from `include/gpufuse/promotion.h`, and compared with NumPy 2 by the tests, line by line.
bfloat16, which NumPy has not, stands where a real of 8 bits of precision belongs.

The rules in words are in docs/semantics.md, [Types](semantics.md#types) and [Scalars](semantics.md#scalars).
"""


def facts_of(binary):
    """{(what, operands...): answer}, in the order in which they are printed."""
    lines = subprocess.run([binary, "promotion"], check=True, capture_output=True, text=True).stdout.splitlines()
    return {tuple(line.split()[:-1]): line.split()[-1] for line in lines}


def table(corner, columns, rows):
    lines = ["| " + " | ".join([corner, *columns]) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += ["| " + " | ".join([f"**{name}**", *cells]) + " |" for name, cells in rows]
    return "\n".join(lines) + "\n"


def page_of(facts):
    types = list(dict.fromkeys(key[1] for key in facts))
    arrays = table("", types, [(a, [facts["arrays", a, b] for b in types]) for a in types])
    kinds = ["bool", "int", "float"]
    scalars = table("array", [f"with a C++ {'real' if k == 'float' else 'integer' if k == 'int' else k}" for k in kinds],
                    [(a, [facts["scalar", a, k] for k in kinds]) for a in types])
    reductions = table("elements", ["`sum`, `prod`", "`mean`"], [(a, [facts["sum", a], facts["mean", a]]) for a in types])
    into = table("value", types, [(a, ["yes" if facts["into", a, b] == "1" else "" for b in types]) for a in types])
    return "\n".join([
        HEAD, "## Two arrays\n", arrays, "More than two meet in an order that gives the narrowest type, reals first.\n",
        "## An array and a C++ number\n", "The number counts by its kind only.\n", scalars,
        "## Reductions\n", "`min` and `max` keep the type.\n", reductions,
        "## What `target += value` takes\n", "The result of `target + value`, a row, may go into the target, a column:\n", into])


def differences(facts):
    """What NumPy says otherwise."""
    weak = {"bool": True, "int": 1, "float": 1.0}
    for (what, *operands), answer in facts.items():
        if "bfloat16" in operands:
            continue
        a = np.dtype(operands[0])
        if what == "arrays":
            expected = np.promote_types(a, operands[1]).name
        elif what == "scalar":
            expected = np.result_type(np.ones(1, a), weak[operands[1]]).name
        elif what == "into":
            expected = str(int(np.can_cast(a, operands[1], "same_kind")))
        else:
            expected = getattr(np, what)(np.ones(1, a)).dtype.name
        if answer != expected:
            yield f"{what} {' '.join(operands)}: {answer}, NumPy says {expected}"


def main():
    facts = facts_of(sys.argv[1])
    page = page_of(facts)
    if "--write" in sys.argv:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(page)
    found = list(differences(facts)) if HAS_NUMPY else []
    with open(sys.argv[2], encoding="utf-8") as file:
        if file.read() != page:
            found.append(f"{sys.argv[2]} is out of date: run {sys.argv[0]} with --write")
    print("\n".join(found) or f"{len(facts)} answers of {sys.argv[2]} agree")
    return 1 if found else 0 if HAS_NUMPY else 77


if __name__ == "__main__":
    sys.exit(main())
