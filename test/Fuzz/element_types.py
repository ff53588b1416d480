"""Element types, their kinds, and how they promote; the same rules as include/gpufuse/promotion.h."""

BOOL, INT32, INT64, FLOAT, DOUBLE = "bool", "std::int32_t", "std::int64_t", "float", "double"
TYPES = [BOOL, INT32, INT64, FLOAT, DOUBLE]
KIND = {BOOL: "b", INT32: "i", INT64: "i", FLOAT: "f", DOUBLE: "f"}
ORDER = "bif"


def promote(a, b):
    if a == b:
        return a
    if KIND[a] == KIND[b]:
        return max(a, b, key=lambda t: t in (INT64, DOUBLE))
    if BOOL in (a, b):
        return b if a == BOOL else a
    return DOUBLE


def same_kind(source, target):
    """Whether `target += source` is allowed."""
    return ORDER.index(KIND[source]) <= ORDER.index(KIND[target])


def sum_type(t):
    return INT64 if t in (BOOL, INT32) else t


def mean_type(t):
    return t if KIND[t] == "f" else DOUBLE
