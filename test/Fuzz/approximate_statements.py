"""Random statements whose results are not the same bits on every device.

A bound of how far two results may be apart holds for one function of exact operands, and through what moves no two numbers
further apart. So the result is put where nothing reads it, to be printed with its bound."""
import re
from dataclasses import dataclass

from accuracy import apart
from element_types import BOOL, DOUBLE, FLOAT
from shapes import extent_text
from signatures import Parameter
from syntax import Expr, Stmt

# What may stand around the function $0, with exact $1 and $2: between two results are no more numbers than before.
AROUND = ["$0"] * 5 + ["(-$0)", "gf::abs($0)", "gf::maximum($0, $1)", "gf::minimum($1, $0)", "gf::clip($0, -0.5, 0.75)",
                       "gf::where($2, $0, $1)", "gf::where($2, $1, $0)"]
REDUCTIONS = ["gf::max($0)", "gf::min($0)"]
OURS = {"logaddexp", "logaddexp2", "rsqrt", "sigmoid", "sinpi", "cospi"}  # which C++ has not


@dataclass
class Approximation(Parameter):
    """An array that one statement writes and none reads; `passing` may also be `global`."""

    apart: int = 0

    def made(self, salt):
        """What it holds before."""
        extents = ", ".join(extent_text(e, {x: x for x in "nmq"}) for e in self.shape)
        return f"fuzz::make<{self.type}>(gf::shape<{len(self.shape)}>({extents}), {salt})"


class ApproximateStatements:
    """Part of Statements: needs its `random`, `make` and `name`."""

    def approximate(self, scope):
        random = self.random
        reals = [t for t in self.make.palette.types if t in (FLOAT, DOUBLE)]
        type, shape = random.choice(reals), self.a_shape(scope)
        name, value = self.approximate_draw(type, shape, scope) or self.approximate_function(type, shape, scope)
        if value is None:
            return None
        around = random.choice(AROUND)
        exact = [Expr("")] * 2 if "," not in around else [self.make.leaf(t, shape, scope) for t in (type, BOOL)]
        value = Expr(around, [value, *exact], type, len(shape))
        if shape and random.random() < 0.12:
            value, shape = Expr(random.choice(REDUCTIONS), [value], type, 0), ()
        to = Approximation(self.name("near"), type, shape, random.choice(["&", "&", "view", "global"] if shape else ["&"]),
                           apart(name))
        self.approximations.append(to)
        is_store = shape and random.random() < 0.3
        return Stmt(f"{to.name}{'(' + ', '.join(['gf::_'] * len(shape)) + ')' if is_store else ''} = $0;", [value])

    def approximate_function(self, type, shape, scope):
        """(its name, a function of exact operands)."""
        random = self.random
        row = random.choice(self.make.palette.approximate)
        parts = self.make.operands(row, type, shape, scope, 2)
        if all(p.is_constant for p in parts if p.rank != -1):
            return row.form, None  # as in Expressions.elementwise
        if row.least:
            parts = [Expr(f"gf::maximum($0, {row.least})", [p], p.type, p.rank) if p.rank != -1 else Expr(row.least, rank=-1)
                     for p in parts]
        name = re.match(r"gf::(\w+)\(", row.form)[1]
        if name not in OURS and random.random() < 0.2 and all(p.type == type and p.rank == len(shape) for p in parts):
            listed = lambda of: ", ".join(of.format(k) for k in range(len(parts)))
            call = f"std::{name.replace('power', 'pow')}({listed('x{}')})"
            form = f"gf::map([]({listed(type + ' x{}')}) {{ return {call}; }}, {listed('${}')})"
            return name, Expr(form, parts, type, len(shape))
        return name, Expr(row.form, parts, type, len(shape))

    def approximate_draw(self, type, shape, scope):
        """Normal numbers around 0, or None: a mean would bring results near to 0 whose terms are not."""
        texts = [extent_text(e, scope.extents) for e in shape]
        if not self.has_draws or not shape or None in texts or self.random.random() < 0.7:
            return None
        parameters = self.random.choice(["", "", "0, 1.5, "])
        return "normal", Expr(f"gf::random::normal<{type}>(rng, {parameters}{{{', '.join(texts)}}})", type=type, rank=len(shape))
