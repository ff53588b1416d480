"""How far the results of functions that are not exact may be apart: from the one table of functions."""
import os
import re

TABLE = f"{os.path.dirname(os.path.abspath(__file__))}/../../include/gpufuse/elementwise_functions.def"
_ROW = re.compile(r"^GPUFUSE_ELEMENTWISE(?:_ALSO)?\((\w+), \d, (?:floating|arithmetic|all), .*, (\d+)\)$", re.M)


def ulps(table=None):
    """{name: how far a target may be from the true value, in units of the last place}, of functions of reals."""
    if table is None:
        with open(TABLE, encoding="utf-8") as file:
            table = file.read()
    return {name: int(ulp) for name, ulp in _ROW.findall(table)}


def apart(name, table=None):
    """How many representable numbers the results of two targets may be apart, each of which is as near to the true value as
    the table says, but perhaps on different sides of it."""
    of = ulps(table)
    if name != "normal":
        return 2 * of[name]
    # sd * sqrt(-2 log(u)) * cos(angle) of exact u and angle: the root halves a relative error, two products and the root
    # round, and a relative error of one unit at the top of a binade is two.
    return 2 * (of["log"] + 2 * max(of["cos"], of["sin"]) + 3)
