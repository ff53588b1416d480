"""The table of operations that random programs use: a new operation is one entry.

Elementwise operations come in rows like those of include/gpufuse/elementwise_functions.def.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    form: str  # the C++ text; $0, $1, $2 are the operands
    classes: str  # the kinds of types it computes in: b(ool), i(ntegral), f(loating)
    result: str = "same"  # or "bool"
    operands: int = 2
    scalar_at: str = "01"  # the operands that may be C++ scalars
    is_exact: bool = True  # the same bits on every device
    sees_nan_sign: bool = False  # its real operands must not be NaN: C++ leaves a NaN's sign open
    scalars: tuple = ()  # what scalar operands are; () for anything small
    least: str = ""  # below this, the result is near 0 where its terms are not: no distance in ulps holds
    weight: int = 2


ARITHMETIC, ANY = "if", "bif"


def _unary(name, classes, **rest):
    return Operation(f"gf::{name}($0)", classes, operands=1, scalar_at="", **rest)


def _binary(name, classes, **rest):
    return Operation(f"gf::{name}($0, $1)", classes, **rest)


ELEMENTWISE = [
    Operation("($0 + $1)", ANY, weight=10),
    Operation("($0 - $1)", ARITHMETIC, weight=8),
    Operation("($0 * $1)", ANY, weight=10),
    Operation("($0 / $1)", "f", weight=4),
    Operation("($0 % $1)", ARITHMETIC),
    Operation("($0 & $1)", "bi"),
    Operation("($0 | $1)", "bi"),
    Operation("($0 ^ $1)", "bi"),
    Operation("($0 << $1)", "i"),
    Operation("($0 >> $1)", "i"),
    Operation("($0 == $1)", ANY, result="bool"),
    Operation("($0 != $1)", ANY, result="bool"),
    Operation("($0 < $1)", ANY, result="bool", weight=4),
    Operation("($0 <= $1)", ANY, result="bool"),
    Operation("($0 > $1)", ANY, result="bool", weight=4),
    Operation("($0 >= $1)", ANY, result="bool"),
    Operation("($0 && $1)", ANY, result="bool", scalar_at=""),
    Operation("($0 || $1)", ANY, result="bool", scalar_at=""),
    Operation("(-$0)", ARITHMETIC, operands=1, scalar_at="", weight=3),
    Operation("(+$0)", ARITHMETIC, operands=1, scalar_at="", weight=1),
    Operation("(!$0)", ANY, result="bool", operands=1, scalar_at=""),
    Operation("(~$0)", "bi", operands=1, scalar_at=""),
    _unary("abs", ANY),
    _unary("fabs", "f"),
    _unary("sign", ARITHMETIC),
    _unary("square", ARITHMETIC),
    _unary("sqrt", "f"),
    _unary("reciprocal", ARITHMETIC),
    _unary("floor", ANY),
    _unary("ceil", ANY),
    _unary("trunc", ANY),
    _unary("rint", "f"),
    _unary("round", ARITHMETIC),
    _unary("spacing", "f", weight=1),
    _unary("nan_to_num", ANY, weight=1),
    _unary("isposinf", "f", result="bool", weight=1),
    _unary("isneginf", "f", result="bool", weight=1),
    _binary("nextafter", "f", weight=1),
    _binary("heaviside", "f", weight=1),
    _binary("gcd", "i", weight=1),
    _binary("lcm", "i", weight=1),
    Operation("gf::fma($0, $1, $2)", "f", operands=3, scalar_at="12"),
    Operation("gf::lerp($0, $1, $2)", "f", operands=3, scalar_at="2", weight=1),
    _unary("degrees", "f"),
    _unary("radians", "f"),
    *(_unary(name, "f", is_exact=False, weight=1)
      for name in ("cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "tan", "asin", "acos", "atan", "sinh",
                   "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc", "tgamma", "rsqrt", "sigmoid", "sinpi", "cospi")),
    _unary("lgamma", "f", is_exact=False, weight=1, least="3"),
    _unary("sin", "f", is_exact=False, weight=3),
    _unary("cos", "f", is_exact=False, weight=3),
    _unary("isnan", "f", result="bool"),
    _unary("isinf", "f", result="bool"),
    _unary("isfinite", "f", result="bool"),
    _unary("signbit", "f", result="bool", sees_nan_sign=True),
    _unary("logical_not", ANY, result="bool"),
    _binary("floor_divide", ARITHMETIC),
    _binary("remainder", ARITHMETIC),
    _binary("fmod", ARITHMETIC),
    _binary("power", "i"),
    _binary("power", "f", is_exact=False, scalar_at="0"),
    Operation("gf::pow($0, $1)", ARITHMETIC, scalar_at="1", scalars=("0", "1", "2", "3", "4"), weight=3),
    Operation("gf::power($0, $1)", "f", scalar_at="1", scalars=("0.5", "-1", "2", "0"), weight=2),
    _binary("hypot", "f", is_exact=False),
    _binary("atan2", "f", is_exact=False),
    _binary("copysign", "f", sees_nan_sign=True),
    _binary("logaddexp", "f", is_exact=False, least="1"),
    _binary("logaddexp2", "f", is_exact=False, least="1"),
    _binary("minimum", ANY, weight=3),
    _binary("maximum", ANY, weight=3),
    _binary("fmin", ANY),
    _binary("fmax", ANY),
    _binary("logical_and", ANY, result="bool"),
    _binary("logical_or", ANY, result="bool"),
    _binary("logical_xor", ANY, result="bool"),
    _binary("isclose", "f", result="bool", weight=1),
    Operation("gf::clip($0, $1, $2)", ARITHMETIC, operands=3, scalar_at="12", weight=3),
]

COMPOUND = {"+=": "bif", "-=": "if", "*=": "bif", "/=": "f", "%=": "if", "&=": "bi", "|=": "bi", "^=": "bi", "<<=": "i",
            ">>=": "i"}

# name, what the result type is of the element type, whether no elements are an error
REDUCTIONS = [("sum", "sum"), ("mean", "mean"), ("min", "same"), ("max", "same"), ("prod", "sum"), ("var", "mean"),
              ("ptp", "number"), ("norm", "mean"), ("count_nonzero", "count"), ("any", "truth"), ("all", "truth"),
              ("nansum", "sum"), ("nanmax", "same")]
WHOLE_ONLY = {"nanmax"}  # those that take no axes

# Bodies of functions for gf::map of two elements, by kind of the result: defined for every value. {T} is the result's type,
# a and b are of that type, s is a host scalar of its kind.
MAPPED = {
    "f": ["return a * b + {T}({s});", "return a > b ? a - b : b * {T}({s});", "return std::fabs(a) - std::floor(b);",
          "return a < {T}({s}) ? a : b;", "return std::sqrt(a * a) + b;",
          "{T} r = a; for (int i = 0; i < 3; ++i) r = r * {T}({s}) + b; return r;",
          "{T} r = {T}({s}); if (a > b) r -= b; else r += a; return r;",
          "int steps = 0; for ({T} x = a; x > 1 && steps < 8; x *= {T}(0.5)) ++steps; return {T}(steps) + b;",
          "const {T} weights[] = {{{T}(0.5), {T}({s})}}; return a * weights[a > b] + b;"],
    "i": ["return a < b ? a : b;", "return (a & 7) * (b & 3);", "return a == b ? {T}(1) : {T}(0);",
          "return a > 0 ? (a >> 2) : b;", "return a ^ b ^ {T}({s});",
          "{T} bits = 0; for (int i = 0; i < 8; ++i) bits += (a >> i) & 1; return bits + (b & {T}({s}));",
          "{T} r = a & 15; while (r > 3) r -= 3; return r * (b & 7);",
          "switch (a & 3) {{ case 0: return b; case 1: return {T}({s}); default: return a; }}"],
    "b": ["return a != b;", "return a && !b;", "return a || b;", "bool r = a; if (b) r = !r; return r;"],
}
