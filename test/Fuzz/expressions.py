"""Random expressions of the array language: given a type, a rank and symbolic extents, text of exactly those."""
from dataclasses import dataclass, field

from element_types import BOOL, DOUBLE, FLOAT, INT32, INT64, KIND, PLAIN, TYPES, promote
from operations import ELEMENTWISE, MAPPED, REDUCTIONS, WHOLE_ONLY
from element_types import mean_type, sum_type
from rearrangements import Rearrangements
from shapes import EMPTY_SLICE, SLICES, extent_text
from syntax import Expr


@dataclass
class Variable:
    """An array or view that expressions may name."""

    name: str
    type: str
    shape: tuple
    is_view: bool = False
    is_writable: bool = True
    is_constant: bool = False  # no input reaches its elements
    may_rebind: bool = True

    @property
    def rank(self):
        return len(self.shape)


@dataclass
class Scope:
    """What is visible at a place of a function."""

    arrays: list = field(default_factory=list)
    scalars: list = field(default_factory=list)  # (name, kind, may be changed)
    extents: dict = field(default_factory=dict)  # texts of symbolic extents
    helpers: list = field(default_factory=list)  # (form, parameter types and shapes, result type and shape)
    lambdas: list = field(default_factory=list)  # names of lambdas from any array to one of its type and shape
    mappers: list = field(default_factory=list)  # (name, type) of lambdas for gf::map
    counters: list = field(default_factory=list)  # calls of lambdas that change a host integer and give it back
    packs: list = field(default_factory=list)  # (name, fields) of structs that hold arrays
    is_generic: bool = False  # whether the types of arrays depend on template parameters
    integers: list = field(default_factory=list)  # names of loop counters and the like, small and not negative

    def inner(self):
        return Scope(list(self.arrays), list(self.scalars), self.extents, self.helpers, list(self.lambdas),
                     list(self.mappers), list(self.counters), self.packs, self.is_generic, list(self.integers))


@dataclass
class Palette:
    """What the programs of one file draw from: few types and operations share their instantiations."""

    types: list
    greatest_rank: int
    operations: list
    reductions: list
    is_exact: bool = False  # whether what programs compute has the same bits on every device
    approximate: list = field(default_factory=list)  # if so, functions that have not, for results that nothing reads


def new_palette(random, exact):
    size = random.choice([1, 2, 2, 3])
    types = list(dict.fromkeys(random.sample(TYPES, size))) if size > 1 else [random.choice([FLOAT, DOUBLE])]
    if not any(t in (FLOAT, DOUBLE) for t in types):
        types[0] = random.choice([FLOAT, DOUBLE])
    rows = [row for row in ELEMENTWISE if row.is_exact or not exact]
    chosen = []
    while len(chosen) < 14:
        row = random.choices(rows, [row.weight for row in rows])[0]
        if row not in chosen and (any(KIND[t] in row.classes for t in types) or random.random() < 0.2):
            chosen.append(row)
    palette = Palette(types, random.choice([1, 2, 2, 2, 3]), chosen, random.sample(REDUCTIONS, 2), exact)
    if exact:
        palette.approximate = random.sample([row for row in ELEMENTWISE if not row.is_exact], 5)
    return palette


class Expressions:
    def __init__(self, random, palette):
        self.random, self.palette = random, palette
        self.may_throw = random.random() < 0.3  # whether shapes may not fit and indices be out of bounds

    # ---- scalars ----

    def literal(self, type):
        pick = self.random.choice
        if type == BOOL:
            return Expr(pick(["true", "false"]), type=type, rank=-1)
        if KIND[type] == "i":
            return Expr(pick(["0", "1", "2", "3", "-1", "5"]), type=type, rank=-1)
        text = pick(["0.5", "2.0", "1.5", "-0.25", "3.0", "0.1", "1.0", "-1.0"])
        return Expr(text + ("f" if type == FLOAT and self.random.random() < 0.8 else ""), type=type, rank=-1)

    def scalar(self, kind, scope, literals_only=False):
        """A C++ scalar of at most that kind; may read an element of an array, and so may throw."""
        random = self.random
        of_kind = [s for s in scope.scalars if "bif".index(s[1]) <= "bif".index(kind)]
        draw = random.random()
        if of_kind and draw < 0.5:
            name, its_kind, _ = random.choice(of_kind)
            return Expr(name, type={"b": BOOL, "i": INT64, "f": DOUBLE}[its_kind], rank=-1)
        if draw < 0.6 and scope.integers and kind != "b":
            return Expr(random.choice(scope.integers), type=INT64, rank=-1)
        if draw < 0.62 and not literals_only:
            readable = [v for v in self.readable(scope) if "bif".index(KIND[v.type]) <= "bif".index(kind)
                        and KIND[v.type] != "i"]  # an integer element need not fit the other operand's type
            if readable:
                v = random.choice(readable)
                return Expr(f"{v.name}({', '.join(self.index(scope, e) for e in v.shape)})", type=v.type, rank=-1)
        type = {"b": BOOL, "i": INT32, "f": random.choice([FLOAT, DOUBLE, DOUBLE, INT32])}[kind]
        return self.literal(type)

    def scalar_for(self, type, scope):
        """A C++ scalar for an array of that type, which it need not fit where the program may throw."""
        if KIND[type] != "i" or type in (INT32, INT64):
            return self.scalar(KIND[type], scope)
        integers = [name for name, kind, _ in scope.scalars if kind == "i"]
        if self.may_throw and integers and self.random.random() < 0.3:
            return Expr(self.random.choice(integers), type=INT64, rank=-1)
        return Expr(self.random.choice(scope.integers + ["0", "1", "2", "3", "5", "7"]), type=INT32, rank=-1)

    def readable(self, scope):
        """The arrays whose elements may be read one by one."""
        return [v for v in scope.arrays if v.rank > 0]

    def index(self, scope, extent="n"):
        random = self.random
        if extent not in ("n", "m"):
            return random.choice(["0", "0", "-1"] if not self.may_throw else ["0", "0", "-1", "1"])
        if scope.integers and random.random() < 0.3:
            return random.choice(scope.integers)
        return random.choice(["0", "0", "0", "-1", "1"])

    # ---- leaves ----

    def fits(self, v, type, shape):
        return v.type == type and v.shape == shape

    def named(self, v):
        return Expr(v.name, type=v.type, rank=v.rank, is_constant=v.is_constant, origin=v)

    def leaf(self, type, shape, scope):
        random = self.random
        exact = [v for v in scope.arrays if self.fits(v, type, shape)]
        if exact and random.random() < 0.75:
            # the most recent are the ones that chains are made of
            v = exact[-1] if random.random() < 0.4 else random.choice(exact)
            return self.named(v)
        makers = [self.part_of_variable, self.converted]
        random.shuffle(makers)
        if random.random() < 0.12:
            makers.insert(0, self.factory)
        makers.append(self.factory)
        for maker in makers:
            made = maker(type, shape, scope)
            if made:
                return made
        if exact:
            return self.named(exact[0])
        return self.last_resort(type, shape, scope)

    def part_of_variable(self, type, shape, scope):
        """A view of a variable that has this shape: slices, integers and new axes."""
        candidates = [v for v in scope.arrays if v.type == type and v.rank > 0]
        self.random.shuffle(candidates)
        for v in candidates[:6]:
            indices = self.indices_to(v.shape, shape, scope)
            if indices and not all(i == "gf::_" for i in indices):
                return Expr(f"{v.name}({', '.join(indices)})", type=type, rank=len(shape), is_constant=v.is_constant,
                            origin=v)
        return None

    def indices_to(self, source, target, scope):
        """Indices that select `target` from `source`, or None. Greedy, from the left."""
        random = self.random
        indices, d = [], 0
        spare = len(source) - sum(1 for e in target if e != "1")
        for extent in target:
            while d < len(source):
                text = self.slice_to(source[d], extent, scope)
                if text:
                    indices.append(text)
                    d += 1
                    break
                if extent == "1" or spare <= 0:
                    break
                indices.append(self.index(scope, source[d]))
                d, spare = d + 1, spare - 1
            else:
                text = None
            if d > len(source):
                return None
            if not text:
                if extent != "1":
                    return None
                indices.append("gf::newaxis")
        for extent in source[d:]:
            indices.append(self.index(scope, extent))
        numbers = sum(1 for i in indices if not i.startswith("gf::"))
        if numbers == len(indices):
            return None  # an element, not a view
        return indices

    def slice_to(self, source, extent, scope):
        if source == extent and self.may_throw and self.random.random() < 0.06:
            return self.slice_that_may_throw(scope)
        if source == extent and self.random.random() < 0.7:
            return "gf::_"
        texts = [(text, weight) for text, key, weight in SLICES if key.format(e=source) == extent]
        if texts:
            return self.random.choices([t for t, _ in texts], [w for _, w in texts])[0]
        if extent == "0":
            return EMPTY_SLICE
        return None

    def slice_that_may_throw(self, scope):
        """All elements, or the error of a step of zero, also of one that only shows at run time."""
        integers = [s[0] for s in scope.scalars if s[1] == "i"] + scope.integers
        step = f"int({self.random.choice(integers)} > 0)" if integers and self.random.random() < 0.75 else "0"
        return f"gf::slice(gf::_, gf::_, {step})"

    def converted(self, type, shape, scope):
        others = [v for v in scope.arrays if v.shape == shape and v.type != type]
        if not others:
            return None
        v = self.random.choice(others)
        form = f"gf::astype<{type}>({v.name})" if scope.is_generic or self.random.random() < 0.6 else f"{v.name}.astype<{type}>()"
        return Expr(form, type=type, rank=len(shape), is_constant=v.is_constant)

    def factory(self, type, shape, scope):
        texts = [extent_text(e, scope.extents) for e in shape]
        if not shape or None in texts:
            return None
        random = self.random
        extents = "{" + ", ".join(texts) + "}"
        draw = random.random()
        if len(shape) == 1 and draw < 0.5 and type in PLAIN and type != BOOL:
            if KIND[type] == "f" and draw < 0.25:
                f = "f" if type == FLOAT else ""
                lo, hi = random.choice(["0.0", "-1.0", "1.0"]) + f, random.choice(["1.0", "2.0", "-2.0"]) + f
                return Expr(f"gf::linspace({lo}, {hi}, {texts[0]})", type=type, rank=1, is_constant=True)
            return Expr(f"gf::arange({self.range(type, texts[0], scope)})", type=type, rank=1, is_constant=True)
        if draw < 0.7:
            return Expr(f"gf::full<{type}>({extents}, $0)", [self.scalar_for(type, scope)], type, len(shape),
                        is_constant=True)
        return Expr(f"gf::{random.choice(['zeros', 'ones'])}<{type}>({extents})", type=type, rank=len(shape),
                    is_constant=True)

    def range(self, type, extent, scope):
        """Arguments of gf::arange that make so many elements, whatever their type."""
        random, steps = self.random, [s[0] for s in scope.scalars if s[1] == "i"]
        if self.may_throw and steps and random.random() < 0.3:  # zero throws, and others seldom fit
            return f"{type}(0), {type}({extent}), {type}({random.choice(steps)})"
        form = random.choice(["{T}({n})", "{T}(0), {T}(2 * ({n})), {T}(2)", "{T}({n}), {T}(0), {T}(-1)", "{T}(1), {T}(1 + ({n}))"]
                             + ["{T}(0), {T}(0.5) * {T}({n}), {T}(0.5)"] * (KIND[type] == "f"))
        return form.format(T=type, n=extent)

    def last_resort(self, type, shape, scope):
        if not shape:
            return Expr(f"gf::array<{type}, 0>($0)", [self.scalar_for(type, scope)], type, 0, is_constant=True)
        extents = ", ".join(extent_text(e, scope.extents) or "2" for e in shape)
        return Expr(f"gf::ones<{type}>({{{extents}}})", type=type, rank=len(shape), is_constant=True)

    # ---- operations ----

    def array(self, type, shape, scope, depth):
        """An array expression. Operands may have fewer dimensions, or extents that stretch."""
        random = self.random
        if depth <= 0 or random.random() < 0.3:
            return self.leaf(type, shape, scope)
        draw = random.random()
        makers = []
        if draw < 0.06:
            makers = [self.mapped]
        elif draw < 0.08:
            makers = [self.reduction]
        elif draw < 0.14:
            makers = [self.helper_call]
        elif draw < 0.17:
            makers = [self.local_call]
        elif draw < 0.23:
            makers = [self.choice]
        elif draw < 0.27:
            makers = [self.along_axes]
        elif draw < 0.33:
            makers = [Rearrangements(self).make]
        for maker in makers + [self.elementwise]:
            made = maker(type, shape, scope, depth)
            if made:
                return made
        return self.leaf(type, shape, scope)

    def operand_shapes(self, shape, count):
        """Shapes whose broadcast is `shape`: one has all of it."""
        random = self.random
        whole = random.randrange(count)
        shapes = []
        for position in range(count):
            if position == whole or random.random() < 0.7:
                shapes.append(shape)
                continue
            part = shape[random.randrange(len(shape) + 1):] if random.random() < 0.6 else shape
            shapes.append(tuple("1" if random.random() < 0.2 else "q" if e == "n" and random.random() < 0.3 else e
                                for e in part))
        return shapes, whole

    def operand_types(self, computing, count):
        """Types that promote to `computing`."""
        random = self.random
        known = [t for t in self.palette.types if t != computing and promote(t, computing) == computing]
        types = [random.choice(known) if known and random.random() < 0.25 else computing for _ in range(count)]
        if computing not in types:
            types[random.randrange(count)] = computing
        return types

    def operands(self, row, computing, shape, scope, depth):
        random = self.random
        shapes, whole = self.operand_shapes(shape, row.operands)
        types = self.operand_types(computing, row.operands)
        scalars = [k for k in range(row.operands) if str(k) in row.scalar_at and random.random() < 0.35]
        if row.scalars:
            scalars = [1]
        if whole in scalars or len(scalars) == row.operands:
            whole = next((k for k in range(row.operands) if k not in scalars), None)
            if whole is None:
                whole = 0
                scalars.remove(0)
            shapes[whole] = shape
        if all(types[k] != computing for k in range(row.operands) if k not in scalars):
            types[whole] = computing
        parts = []
        for k in range(row.operands):
            if k in scalars:
                parts.append(Expr(random.choice(row.scalars), type=INT32, rank=-1) if row.scalars
                             else self.scalar_for(computing, scope))
            else:
                parts.append(self.array(types[k], shapes[k], scope, depth - 1))
        return parts

    def elementwise(self, type, shape, scope, depth):
        random = self.random
        rows = [r for r in self.palette.operations
                if (r.result == "bool" and type == BOOL) or (r.result == "same" and KIND[type] in r.classes)]
        if not rows:
            return None
        row = random.choices(rows, [r.weight for r in rows])[0]
        if row.result == "bool":
            types = [t for t in self.palette.types if KIND[t] in row.classes]
            computing = random.choice(types or [DOUBLE if "f" in row.classes else BOOL])
        else:
            computing = type
        parts = self.operands(row, computing, shape, scope, depth)
        if not row.is_exact and all(p.is_constant for p in parts if p.rank != -1):
            return None  # host compilers fold functions of constants with more digits than the library has
        if row.sees_nan_sign:
            parts = [p if p.rank == -1 else Expr("gf::fmax($0, -1e30)", [p], p.type, p.rank) for p in parts]
        return Expr(row.form, parts, type, len(shape), all(p.is_constant for p in parts if p.rank != -1))

    def choice(self, type, shape, scope, depth):
        shapes, _ = self.operand_shapes(shape, 3)
        types = self.operand_types(type, 2)
        condition = self.array(BOOL, shapes[0], scope, depth - 1)
        first = self.array(types[0], shapes[1], scope, depth - 1)
        if self.random.random() < 0.3 and shapes[0] == shape and types[0] == type:
            second = self.scalar_for(type, scope)
        else:
            second = self.array(types[1], shapes[2], scope, depth - 1)
        return Expr("gf::where($0, $1, $2)", [condition, first, second], type, len(shape))

    def mapped(self, type, shape, scope, depth):
        if type not in PLAIN:
            return None
        random = self.random
        named = [name for name, its_type in scope.mappers if its_type == type]
        function = random.choice(named) if named and random.random() < 0.5 else self.mapper(type, scope)
        operands = [self.array(type, sub, scope, depth - 1) for sub in self.operand_shapes(shape, 2)[0]]
        return Expr(f"gf::map({function}, $0, $1)", operands, type, len(shape))

    def mapper(self, type, scope):
        """A lambda of two elements that may capture a host scalar."""
        random = self.random
        scalars = [s[0] for s in scope.scalars if s[1] == KIND[type]]
        s = random.choice(scalars) if scalars and random.random() < 0.6 else "2"
        body = random.choice(MAPPED[KIND[type]])
        captures = ["=", "&"]
        if s.isidentifier() and s != "k" and not s.startswith("static"):  # no member, no static variable
            captures += [s, f"&{s}", f"{s} = {s} + 1"]
        if s == "2" or "{s}" not in body:
            captures = [""]
        return f"[{random.choice(captures)}]({type} a, {type} b) -> {type} {{ {body.format(T=type, s=s)} }}"

    def reduction(self, type, shape, scope, depth):
        """A full reduction stands where rank 0 may: as an operand beside one of the whole shape."""
        made = self.reduced(type, scope, depth - 1)
        if made is None or not shape:
            return made
        rows = [r for r in self.palette.operations if r.operands == 2 and r.result == "same" and KIND[type] in r.classes
                and not r.scalars and r.is_exact and not r.sees_nan_sign]
        if not rows:
            return None
        row = self.random.choice(rows)
        parts = [self.array(type, shape, scope, depth - 1), made]
        self.random.shuffle(parts)
        return Expr(row.form, parts, type, len(shape))

    def reductions_to(self, type):
        """The palette's reductions, and types of theirs, that give this type."""
        of = {"sum": sum_type, "mean": mean_type, "same": lambda t: t, "number": lambda t: None if t == BOOL else t,
              "count": lambda _: INT64, "truth": lambda _: BOOL}
        return [(name, t) for name, rule in self.palette.reductions for t in self.palette.types if of[rule](t) == type]

    def reduced(self, type, scope, depth):
        """gf::sum(...) and the like of that type, or None."""
        choices = self.reductions_to(type)
        shapes = [v.shape for v in scope.arrays if v.rank > 0]
        if not choices or not shapes:
            return None
        name, source = self.random.choice(choices)
        part = self.array(source, self.random.choice(shapes), scope, depth)
        return Expr(f"gf::{name}($0)", [part], type, 0)

    def along_axes(self, type, shape, scope, depth):
        """A reduction of an array with one or two dimensions more, or with others where the result has extent 1."""
        random = self.random
        choices = [(name, t) for name, t in self.reductions_to(type) if name not in WHOLE_ONLY]
        extents = [e for v in scope.arrays for e in v.shape if e != "1"] + ["2", "3"]
        if not choices or not shape:
            return None
        kept = [d for d, extent in enumerate(shape) if extent == "1"]
        keeps = kept and len(kept) < len(shape) and random.random() < 0.7
        source, axes = list(shape), kept
        if not keeps:
            more = self.palette.greatest_rank - len(shape)
            if more <= 0:
                return None
            rank = len(shape) + random.randint(1, min(2, more))
            axes = sorted(random.sample(range(rank), rank - len(shape)))
            for axis in axes:
                source.insert(axis, "")
        for axis in axes:
            source[axis] = random.choice(extents)
        name, element = random.choice(choices)
        numbers = [axis - len(source) if random.random() < 0.3 else axis for axis in axes]
        random.shuffle(numbers)
        where = f"gf::{'axis' if len(numbers) == 1 else 'axes'}({', '.join(map(str, numbers))})"
        part = self.array(element, tuple(source), scope, depth - 1)
        return Expr(f"gf::{name}($0, {where}{', gf::keepdims' if keeps else ''})", [part], type, len(shape))

    # ---- calls ----

    def helper_call(self, type, shape, scope, depth):
        fitting = [h for h in scope.helpers if h.type == type and h.shape == shape and not h.has_effects]
        return self.call_of(self.random.choice(fitting), scope, depth) if fitting else None

    def call_of(self, helper, scope, depth):
        parts = [self.array(t, s, scope, depth - 1 if self.random.random() < 0.5 else 0) for t, s in helper.parameters]
        return Expr(helper.form, parts + [self.scalar("f", scope)], helper.type, len(helper.shape))

    def local_call(self, type, shape, scope, depth):
        if not scope.lambdas or KIND[type] != "f":
            return None
        return Expr(f"{self.random.choice(scope.lambdas)}($0)", [self.array(type, shape, scope, depth - 1)], type,
                    len(shape))
