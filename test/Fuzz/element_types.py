"""Element types, their kinds, and how they promote; the same rules as include/gpufuse/promotion.h."""

BOOL, INT32, INT64, FLOAT, DOUBLE = "bool", "std::int32_t", "std::int64_t", "float", "double"
HALF, BFLOAT16 = "gf::half", "gf::bfloat16"
NARROW = ["std::int8_t", "std::int16_t", "std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t", HALF, BFLOAT16]
PLAIN = [BOOL, INT32, INT64, FLOAT, DOUBLE]  # those whose C++ arithmetic gives the same type, or bool
TYPES = PLAIN * 3 + NARROW  # the plain ones are more often drawn
KIND = {t: "b" if t == BOOL else "i" if "int" in t else "f" for t in TYPES}
ORDER = "buif"


def bits(t):
    return {BOOL: 1, FLOAT: 32, DOUBLE: 64, HALF: 16, BFLOAT16: 16}.get(t) or int(t.removeprefix("std::").strip("uint_"))


def is_unsigned(t):
    return "uint" in t


def order(t):
    return ORDER.index("u" if is_unsigned(t) else KIND[t])


def promote(a, b):
    if a == b:
        return a
    if order(a) > order(b):
        return promote(b, a)
    if a == BOOL:
        return b
    if KIND[a] == "i" and KIND[b] == "f":
        real = {8: b, 16: FLOAT}.get(bits(a), DOUBLE)
        return promote(real, b)
    if KIND[a] == "f" and bits(a) == bits(b):
        return FLOAT
    if is_unsigned(a) and not is_unsigned(b):
        width = max(2 * bits(a), bits(b))
        return f"std::int{width}_t" if width <= 64 else DOUBLE
    return max(a, b, key=bits)


def same_kind(source, target):
    """Whether `target += source` is allowed."""
    return order(source) <= order(target)


def sum_type(t):
    return t if KIND[t] == "f" else "std::uint64_t" if is_unsigned(t) else INT64


def mean_type(t):
    return t if KIND[t] == "f" else DOUBLE
