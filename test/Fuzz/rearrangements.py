"""Expressions that rearrange arrays: other orders and shapes, joined, repeated and moved elements, and where extremes are."""
from element_types import BOOL, INT64
from syntax import Expr


def with_extent(shape, d, extent):
    return shape[:d] + (extent,) + shape[d + 1:]


class Rearrangements:
    """Of the arrays that `expressions` makes."""

    def __init__(self, expressions):
        self.random, self.of = expressions.random, expressions

    def make(self, type, shape, scope, depth):
        """An array of that type and shape, or None where no function fits."""
        makers = [self.flipped, self.squeezed, self.rolled, self.joined, self.repeated, self.flat]
        makers += [self.permuted, self.turned] * (len(shape) >= 2)
        makers += [self.where_the_extreme_is] * (type == INT64)
        return self.random.choice(makers)(type, shape, scope, depth - 1)

    def view(self, function, arguments, part, type, shape):
        """A copy of a view, so that it is an array wherever it stands."""
        text = ", ".join(["$0"] + arguments)
        return Expr(f"gf::array<{type}, {len(shape)}>(gf::{function}({text}))", [part], type, len(shape), part.is_constant)

    def axis(self, d, rank):
        return f"gf::axis({d - rank if self.random.random() < 0.3 else d})"

    def permuted(self, type, shape, scope, depth):
        rank, random = len(shape), self.random
        order = list(range(rank))
        draw = random.random()
        if draw < 0.4:
            order.reverse()
            function, arguments = "transpose", []
        elif draw < 0.7:
            random.shuffle(order)
            function, arguments = "transpose", [f"gf::axes({', '.join(map(str, order))})"]
        elif draw < 0.85:
            a, b = random.randrange(rank), random.randrange(rank)
            order[a], order[b] = order[b], order[a]
            function, arguments = "swapaxes", [str(a), str(b - rank)]
        else:
            a, b = random.randrange(rank), random.randrange(rank)
            order.insert(b, order.pop(a))
            function, arguments = "moveaxis", [str(a - rank), str(b)]
        source = [None] * rank
        for d, from_ in enumerate(order):
            source[from_] = shape[d]
        return self.view(function, arguments, self.of.array(type, tuple(source), scope, depth), type, shape)

    def turned(self, type, shape, scope, depth):
        quarters = self.random.randint(-2, 3)
        source = (shape[1], shape[0]) + shape[2:] if quarters % 2 else shape
        return self.view("rot90", [str(quarters)], self.of.array(type, source, scope, depth), type, shape)

    def flipped(self, type, shape, scope, depth):
        if not shape:
            return None
        arguments = [] if self.random.random() < 0.4 else [self.axis(self.random.randrange(len(shape)), len(shape))]
        return self.view("flip", arguments, self.of.array(type, shape, scope, depth), type, shape)

    def squeezed(self, type, shape, scope, depth):
        """A dimension of extent 1 that goes, or one that comes."""
        ones = [d for d, extent in enumerate(shape) if extent == "1"]
        if ones and self.random.random() < 0.6:
            d = self.random.choice(ones)
            part = self.of.array(type, shape[:d] + shape[d + 1:], scope, depth)
            return self.view("expand_dims", [self.axis(d, len(shape))], part, type, shape)
        if len(shape) >= self.of.palette.greatest_rank:
            return None
        d = self.random.randint(0, len(shape))
        part = self.of.array(type, shape[:d] + ("1",) + shape[d:], scope, depth)
        return self.view("squeeze", [self.axis(d, len(shape) + 1)], part, type, shape)

    def flat(self, type, shape, scope, depth):
        if len(shape) != 1 or self.of.palette.greatest_rank < 2:
            return None
        source = ("1", shape[0]) if self.random.random() < 0.5 else (shape[0], "1")
        function, arguments = self.random.choice([("ravel", []), ("reshape", ["{-1}"])])
        return self.view(function, arguments, self.of.array(type, source, scope, depth), type, shape)

    def rolled(self, type, shape, scope, depth):
        if not shape:
            return None
        shift = self.random.randint(-4, 4)
        part = self.of.array(type, shape, scope, depth)
        where = self.axis(self.random.randrange(len(shape)), len(shape))
        return Expr(f"gf::roll($0, {shift}, {where})", [part], type, len(shape), part.is_constant)

    def joined(self, type, shape, scope, depth):
        sums = {"2": [("1", "1")], "3": [("1", "2"), ("2", "1"), ("1", "1", "1")]}
        fitting = [d for d, extent in enumerate(shape) if extent in sums]
        if not fitting:
            return None
        d = self.random.choice(fitting)
        extents = self.random.choice(sums[shape[d]])
        parts = [self.of.array(type, with_extent(shape, d, extent), scope, depth) for extent in extents]
        operands = ", ".join(f"${k}" for k in range(len(parts)))
        return Expr(f"gf::concatenate({self.axis(d, len(shape))}, {operands})", parts, type, len(shape),
                    all(p.is_constant for p in parts))

    def repeated(self, type, shape, scope, depth):
        fitting = [d for d, extent in enumerate(shape) if extent in ("2", "3")]
        if not fitting:
            return None
        d = self.random.choice(fitting)
        part = self.of.array(type, with_extent(shape, d, "1"), scope, depth)
        counts = ", ".join(shape[d] if k == d else "1" for k in range(len(shape)))
        form = f"gf::repeat($0, {shape[d]}, {self.axis(d, len(shape))})" if self.random.random() < 0.5 else \
            f"gf::tile($0, {{{counts}}})"
        return Expr(form, [part], type, len(shape), part.is_constant)

    def where_the_extreme_is(self, type, shape, scope, depth):
        if len(shape) >= self.of.palette.greatest_rank:
            return None
        d = self.random.randint(0, len(shape))
        element = self.random.choice([t for t in self.of.palette.types if t != BOOL] or [INT64])
        part = self.of.array(element, shape[:d] + (self.random.choice(["2", "3"]),) + shape[d:], scope, depth)
        function = self.random.choice(["argmin", "argmax"])
        return Expr(f"gf::{function}($0, {self.axis(d, len(shape) + 1)})", [part], type, len(shape))
